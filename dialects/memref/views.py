"""Other ways to see the same memory: `memref.view` of bytes, `memref.transpose`, `memref.reshape`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute
from dlc.ir.affine import AffineMap, is_permutation
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import AffineMapAttr, StridedLayoutAttr
from dlc.ir.builtin_constraints import any_memref, index_type
from dlc.ir.builtin_types import DYNAMIC, MemRefType, UnrankedMemRefType, bit_width
from dlc.ir.constraints import attribute_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.index_lists import known_index
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult, Touches, ViewOf
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.strided_layout import canonical_layout, has_identity_layout, strides_of
from dlc.ir.traits import Pure

from .allocation import AllocOp
from .casts import CastOp
from .constraints import bytes_1d, ranked_or_unranked, shape_1d, strided_memref

if TYPE_CHECKING:
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report


@op("memref.view", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ViewOf("source")))
class ViewOp(Op):
    """Bytes seen as a memref of any type, row by row, from `byte_shift` on. There is an operand for each dynamic size.

    Rules: (view_c1) source and result lie row by row. (view_c2) the memory space stays. (view_c3) there are as many
    size operands as dynamic sizes.
    Example: %v = memref.view %bytes[%i][%n] : memref<2048xi8> to memref<?x4xf32>
    """

    source: Operand = operand(bytes_1d)
    byte_shift: Operand = operand(index_type)
    sizes: VariadicOperand = variadic_operand(index_type)
    result: Result = result(any_memref)
    syntax = "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type($result)"

    def result_names(self) -> Sequence[str | None]:
        return ("view",)

    def is_speculatable(self) -> bool:
        """Return whether the buffer is provably large enough."""
        source, type = self.source.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        shift, width = known_index(self.byte_shift), bit_width(type.element_type)
        if shift is None or width is None or DYNAMIC in (*source.shape, *type.shape):
            return False
        return 0 <= shift <= source.num_elements - type.num_elements * -(-width // 8)

    def verify(self, report: Report) -> None:
        source, type = self.source.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        if not has_identity_layout(source):
            report.error("view_c1", f"unsupported map for base memref type '{source}'")
        elif not has_identity_layout(type):
            report.error("view_c1", f"unsupported map for result memref type '{type}'")
        elif source.memory_space is not type.memory_space:
            report.error(
                "view_c2",
                f"different memory spaces specified for base memref type '{source}' and view memref type '{type}'",
            )
        elif len(self.sizes) != type.shape.count(DYNAMIC):
            report.error(
                "view_c3",
                f"incorrect number of size operands for type '{type}', expected {type.shape.count(DYNAMIC)} but "
                f"got {len(self.sizes)}",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a view of all bytes as bytes to the source."""
        type = self.result.type
        same = type is self.source.type and isinstance(type, MemRefType) and type.has_static_shape
        return [self.source] if same and known_index(self.byte_shift) == 0 else None


@canonicalization(ViewOp)
def move_constant_sizes_into_view(op: ViewOp, rw: Rewriter) -> Match:
    """view(b)[i][%c4] : memref<?xT> -> cast(view(b)[i][] : memref<4xT>).  Terminates: the op has fewer operands."""
    known = [known_index(size) for size in op.sizes]
    if not any(size is not None and size >= 0 for size in known):
        return rw.no_match("no size is a constant")
    old = op.result.type
    assert isinstance(old, MemRefType)
    numbers = iter([DYNAMIC if size is None or size < 0 else size for size in known])
    shape = tuple(next(numbers) if size == DYNAMIC else size for size in old.shape)
    sizes = [value for value, size in zip(op.sizes, known, strict=True) if size is None or size < 0]
    new_view = rw.insert_before(op, ViewOp(op.source, op.byte_shift, sizes, old.with_shape(shape)))  # type: ignore[arg-type]
    return rw.replace(op, CastOp(new_view.result, old))


@canonicalization(ViewOp)
def view_of_cast_allocation(op: ViewOp, rw: Rewriter) -> Match:
    """view(cast(alloc)) -> view(alloc).  Terminates: removes a cast."""
    cast = op.source.defined_by(CastOp)
    if cast is None or cast.source.defined_by(AllocOp) is None:
        return rw.no_match("source is not a cast of an allocation")
    return rw.set_operand(op, 0, cast.source)


def transposed_type(type: MemRefType, order: AffineMap) -> MemRefType:
    """The type with sizes and strides in another order."""
    layout = strides_of(type)
    assert layout is not None, "only memrefs with strides can be transposed"
    dims = [order.dim_position(position) for position in range(order.num_results)]
    strides = StridedLayoutAttr(tuple(layout.strides[dim] for dim in dims), layout.offset)
    return MemRefType(tuple(type.shape[dim] for dim in dims), type.element_type, strides, type.memory_space)


def _read_permutation(p: AsmReader) -> AffineMapAttr:
    return AffineMapAttr(p.affine_map())


def _write_permutation(p: AsmPrinter, _op: Operation, permutation: AffineMapAttr) -> None:
    p.write(str(permutation.value))


@op("memref.transpose", traits=(Pure,), interfaces=(ViewOf("source", covers=True),))
class TransposeOp(Op):
    """Permute dimensions: result dimension i is the source's dimension that the i-th result of the permutation names.

    Rules: (transpose_c1) the map is a permutation. (transpose_c2) of the source's dimensions. (transpose_c3) the result
    has the source's sizes and strides in this order.
    Example: %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
    """

    source: Operand = operand(strided_memref)
    permutation: Attr[AffineMapAttr] = attr(attribute_of(AffineMapAttr, "AffineMap attribute"))
    result: Result = result(strided_memref)
    directives: ClassVar = {"Permutation": (_read_permutation, _write_permutation)}
    syntax = "$source custom<Permutation>($permutation) attr-dict `:` type($source) `to` type($result)"

    def result_names(self) -> Sequence[str | None]:
        return ("transpose",)

    def verify(self, report: Report) -> None:
        source, type, order = self.source.type, self.result.type, self.permutation.value
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        if not is_permutation(order):
            report.error("transpose_c1", f"expected a permutation map, but got '{order}'")
            return
        if order.num_dims != len(source.shape):
            report.error(
                "transpose_c2",
                f"expected a permutation map of same rank as the input, {len(source.shape)}, but got {order.num_dims}",
            )
            return
        expected = canonical_layout(transposed_type(source, order))
        if canonical_layout(type) is not expected:
            report.error(
                "transpose_c3",
                f"result type '{type}' is not equivalent to the canonical transposed input type '{expected}'",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """An identity is its source; two in a row are one."""
        order = self.permutation.value
        if order.is_identity and self.result.type is self.source.type:
            return [self.source]
        inner = self.source.defined_by(TransposeOp)
        if inner is None:
            return None
        self.permutation = AffineMapAttr(order.compose(inner.permutation.value))
        self.source = inner.source
        return self.results


@op("memref.reshape", interfaces=(Touches(read="shape"), ViewOf("source", covers=True)))
class ReshapeOp(Op):
    """Reshape a memref, row by row, to the shape that another memref holds.

    Rules: (reshape_c1) the element type stays. (reshape_c2) source and result lie row by row. (reshape_c3) a ranked
    result needs a shape of static length. (reshape_c4) and that is its rank.
    Example: %r = memref.reshape %m(%shape) : (memref<4x?xf32>, memref<1xi32>) -> memref<?xf32>
    """

    source: Operand = operand(ranked_or_unranked)
    shape: Operand = operand(shape_1d)
    result: Result = result(ranked_or_unranked)
    syntax = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def result_names(self) -> Sequence[str | None]:
        return ("reshape",)

    def verify(self, report: Report) -> None:
        source, type = self.source.type, self.result.type
        assert isinstance(source, (MemRefType, UnrankedMemRefType))
        if source.element_type is not getattr(type, "element_type", None):
            report.error(
                "reshape_c1",
                "element types of source and destination memref types should be the same"
                f", but got '{source}' and '{type}'",
            )
        elif isinstance(source, MemRefType) and not has_identity_layout(source):
            report.error("reshape_c2", f"source memref type should have identity affine map, but got '{source}'")
        elif isinstance(type, MemRefType):
            self._verify_ranked(type, self.shape.shape[0], report)

    def _verify_ranked(self, type: MemRefType, length: int, report: Report) -> None:
        if not has_identity_layout(type):
            report.error("reshape_c2", f"result memref type should have identity affine map, but got '{type}'")
        elif length == DYNAMIC:
            report.error(
                "reshape_c3",
                f"cannot use shape operand with dynamic length to reshape to statically-ranked memref type '{type}'",
            )
        elif length != len(type.shape):
            report.error(
                "reshape_c4",
                f"length of shape operand differs from the result's memref rank, {len(type.shape)}, but got {length}",
            )
