"""`memref.dim` and `memref.rank`, which fold from what is known about a memref."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.ir import Attribute, InsertionPoint, Value
from dlc.ir.builtin_attributes import IntegerAttr, int_attr
from dlc.ir.builtin_constraints import index_type
from dlc.ir.builtin_types import DYNAMIC, MemRefType, index
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.index_lists import Index, known_index
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, FoldResult, MemoryEffects
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import Pure

from .access import LoadOp
from .allocation import AllocaOp, AllocOp
from .casts import fold_casts
from .constraints import memref_with_dims, ranked_or_unranked
from .reshapes import CollapseShapeOp, ExpandShapeOp
from .subview import SubViewOp
from .views import ReshapeOp, ViewOp


@op("memref.rank", traits=(Pure,))
class RankOp(Op):
    """Return the rank of a memref.

    Example: %r = memref.rank %m : memref<4x?xf32>
    """

    memref: Operand = operand(ranked_or_unranked)
    result: Result = inferred_result(index_type)
    syntax = "$memref attr-dict `:` type($memref)"

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """The type of a ranked memref tells."""
        type = self.memref.type
        return [int_attr(len(type.shape), index)] if isinstance(type, MemRefType) else None


@op("memref.dim", interfaces=(MemoryEffects, ConditionallySpeculatable))
class DimOp(Op):
    """The size of one dimension of a memref; undefined behaviour where there is no such dimension.

    Example: %d = memref.dim %m, %c1 : memref<4x?xf32>
    """

    source: Operand = operand(memref_with_dims)
    index: Operand = operand(index_type)
    result: Result = inferred_result(index_type)
    syntax = "attr-dict $source `,` $index `:` type($source)"

    def result_names(self) -> Sequence[str | None]:
        return ("dim",)

    def effects(self) -> Sequence[Effect]:
        """Return no effects: it reads no memory."""
        return ()

    def is_speculatable(self) -> bool:
        """Return whether the dimension provably exists."""
        number, type = known_index(self.index), self.source.type
        return number is not None and isinstance(type, MemRefType) and 0 <= number < len(type.shape)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A static size is a constant; a dynamic one is what the memref was made with."""
        number, type = operands[1], self.source.type
        if not isinstance(number, IntegerAttr) or not isinstance(type, MemRefType):
            return None
        if not 0 <= number.value < len(type.shape):
            return None
        size = known_size(self.source, number.value)
        if size is None:
            return fold_casts(self)
        return [size if isinstance(size, Value) else int_attr(size, index)]


def known_size(source: Value, dim: int) -> Index | None:
    """Return a size of a ranked memref that its type states or its defining op has as an operand."""
    type, definer = source.type, source.defining_op
    assert isinstance(type, MemRefType)
    if type.shape[dim] != DYNAMIC:
        return type.shape[dim]
    number = type.shape[:dim].count(DYNAMIC)
    if isinstance(definer, (AllocOp, AllocaOp)):
        return definer.dynamicSizes[number]
    if isinstance(definer, ViewOp):
        return definer.sizes[number]
    if isinstance(definer, ExpandShapeOp):
        size = definer.mixed_output_shape[dim]
        return size if isinstance(size, Value) else None
    if isinstance(definer, SubViewOp):
        kept = [size for size, gone in zip(definer.mixed_sizes, definer.dropped_dims(), strict=True) if not gone]
        size = kept[dim]
        return size if isinstance(size, Value) else None
    return None


@canonicalization(DimOp)
def dim_of_reshape(op: DimOp, rw: Rewriter) -> Match:
    """dim(reshape(m, shape), i) -> load shape[i], right behind the reshape.  Terminates: removes a dim."""
    reshape = op.source.defined_by(ReshapeOp)
    if reshape is None or not _is_defined_before(op.index, reshape):
        return rw.no_match("source is not a reshape, or the index is not defined before it")
    with rw.at(InsertionPoint.after_op(reshape), rw.provenance(op.location)):
        size: Value = rw.insert(LoadOp(reshape.shape, [op.index])).result  # type: ignore[arg-type]
        if size.type is not index:
            size = rw.insert(arith.IndexCastOp(size, index)).results[0]
    return rw.replace(op, size)


@canonicalization(DimOp)
def dim_of_collapse(op: DimOp, rw: Rewriter) -> Match:
    """dim(collapse(m), i) -> dim(m, j), where all else that becomes dimension i has the size 1.  Terminates: the
    collapse has fewer uses.
    """
    collapse, number = op.source.defined_by(CollapseShapeOp), known_index(op.index)
    if collapse is None or number is None or not 0 <= number < len(collapse.groups):
        return rw.no_match("source is not a collapse, or the dimension is not known")
    source = collapse.src.type_as(MemRefType)
    dims = [dim for dim in collapse.groups[number] if source.shape[dim] != 1]
    if len(dims) != 1:
        return rw.no_match("the size is a product")
    return rw.replace(op, DimOp(collapse.src, rw.insert_before(op, arith.ConstantOp(int_attr(dims[0], index))).result))


def _is_defined_before(value: Value, op: ReshapeOp) -> bool:
    """Return whether a value is provably there at `op`: defined before it in its block, or in an enclosing one."""
    block, definer = value.parent_block, value.defining_op
    if block is op.parent:
        return definer is None or definer.is_before(op)
    home, region = (block.parent if block is not None else None), op.parent_region
    return home is not None and region is not None and home.is_proper_ancestor_of(region)
