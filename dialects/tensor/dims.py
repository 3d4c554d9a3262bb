"""`tensor.dim` and `tensor.rank`, which fold from what is known about a tensor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlc.ir import Attribute, Builder, InsertionPoint, OpResult, Value
from dlc.ir.builtin_attributes import IntegerAttr, int_attr
from dlc.ir.builtin_constraints import any_tensor, index_type
from dlc.ir.builtin_types import DYNAMIC, TensorType, index
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.index_lists import Index, known_index
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, FoldResult, KeepsShapes, MemoryEffects
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import Pure

from .casts import CastOp
from .constraints import tensor_type, tensor_with_dims
from .shapes import ResultShape, as_value


@op("tensor.rank", traits=(Pure,))
class RankOp(Op):
    """Return the rank of a tensor.

    Example: %r = tensor.rank %t : tensor<*xf32>
    """

    tensor: Operand = operand(any_tensor)
    result: Result = inferred_result(index_type)
    syntax = "$tensor attr-dict `:` type($tensor)"

    def result_names(self) -> Sequence[str | None]:
        return ("rank",)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """The type of a ranked tensor tells, also of one that was cast to an unranked one."""
        cast = self.tensor.defined_by(CastOp)
        type = self.tensor.type if cast is None else cast.source.type
        return [int_attr(len(type.shape), index)] if isinstance(type, TensorType) else None


@op("tensor.dim", interfaces=(MemoryEffects, ConditionallySpeculatable))
class DimOp(Op):
    """The size of one dimension of a tensor; undefined behaviour where there is no such dimension.

    Example: %d = tensor.dim %t, %c1 : tensor<4x?xf32>
    """

    source: Operand = operand(tensor_with_dims)
    index: Operand = operand(index_type)
    result: Result = inferred_result(index_type)
    syntax = "attr-dict $source `,` $index `:` type($source)"

    @classmethod
    def of(cls, b: Builder, source: Value, dim: Index) -> DimOp:
        """The op, inserted, with a constant for a dimension that is given as a number."""
        return b.insert(cls(source, as_value(b, dim)))  # type: ignore[arg-type]

    def result_names(self) -> Sequence[str | None]:
        return ("dim",)

    def effects(self) -> Sequence[Effect]:
        """Return no effects: it reads no memory."""
        return ()

    @property
    def known_dim(self) -> int | None:
        """The number of the dimension, if it is known and there is such a dimension."""
        number, type = known_index(self.index), self.source.type
        there = number is not None and isinstance(type, TensorType) and 0 <= number < len(type.shape)
        return number if there else None

    def is_speculatable(self) -> bool:
        """Return whether the dimension provably exists."""
        return self.known_dim is not None

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A static size is a constant; a dynamic one is what the tensor was made with."""
        number = operands[1]
        if not isinstance(number, IntegerAttr):
            return None
        size, source = known_size(self.source, number.value)
        if size is not None:
            return [size if isinstance(size, Value) else int_attr(size, index)]
        if source is self.source:
            return None
        self.source = source
        return self.results


def _of_same_shape(source: Value) -> Iterator[Value]:
    """A tensor, and what it was made of by ops that keep its shape; in a circle, which is never reached, only once."""
    seen: set[Value] = set()
    value: Value | None = source
    while value is not None and value not in seen:
        seen.add(value)
        yield value
        value = _same_shape(value)


def _size_written(source: Value, dim: int) -> Index | None:
    """A size that the type of a tensor or the op that made it says."""
    type = source.type
    if not isinstance(type, TensorType) or not 0 <= dim < len(type.shape):
        return None
    if type.shape[dim] != DYNAMIC:
        return type.shape[dim]
    definer = source.defining_op
    shape = ResultShape.of(definer) if definer is not None else None
    return None if definer is None or shape is None else shape.result_size(definer, _number(source), dim)


def _same_shape(source: Value) -> Value | None:
    block = source.parent_block
    holder = source.defining_op or (block.parent_op if block is not None else None)
    keeps = KeepsShapes.of(holder) if holder is not None else None
    if keeps is not None and holder is not None:
        return keeps.same_shape_as(holder, source)
    definer = source.defining_op
    shape = ResultShape.of(definer) if definer is not None else None
    return None if definer is None or shape is None else shape.same_shape_as(definer, _number(source))


def _number(value: Value) -> int:
    assert isinstance(value, OpResult)
    return value.index


@canonicalization(DimOp)
def dim_of_computed_size(op: DimOp, rw: Rewriter) -> Match:
    """dim(pad(x), i) -> low + dim(x, i) + high, and so on.  Terminates: the queried value is defined earlier."""
    dim, definer = op.known_dim, op.source.defining_op
    shape = ResultShape.of(definer) if definer is not None else None
    if dim is None or definer is None or shape is None:
        return rw.no_match("nothing is known about how the tensor was made")
    with rw.at(InsertionPoint.before_op(op), rw.provenance(op.location)):
        size = shape.computed_size(definer, _number(op.source), dim, rw)
        if size is None:
            return rw.no_match("the tensor's op does not say its size")
        return rw.replace(op, as_value(rw, size))


# -- Sizes for passes ------------------------------------------------------------------------------------------------


def known_size(source: Value, dim: int) -> tuple[Index | None, Value]:
    """Return a size of a tensor, or `None` if it takes an op to compute, and the earliest tensor of the same shape.

    An op that computes the size is best one on that tensor.
    """
    for value in _of_same_shape(source):
        source = value
        size = _size_written(value, dim)
        if size is not None:
            return size, value
    return None, source


def size_of(b: Builder, source: Value, dim: int) -> Index:
    """A size of a ranked tensor: a number where it is known, or a value, by a new `tensor.dim` if need be."""
    size, source = known_size(source, dim)
    return DimOp.of(b, source, dim).result if size is None else size


def sizes_of(b: Builder, source: Value) -> list[Index]:
    """Return all sizes of a ranked tensor."""
    return [size_of(b, source, dim) for dim in range(len(tensor_type(source).shape))]
