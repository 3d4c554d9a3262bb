"""Ops that take a memref apart into pointer, offset, sizes and strides, and that put one together from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects.arith import ConstantOp
from dlc.ir import Attribute, OpResult, Type, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, StridedLayoutAttr, int_attr
from dlc.ir.builtin_constraints import i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, MemRefType, UnrankedMemRefType, index
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_result,
    inferred_variadic_result,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.errors import InvalidIRError
from dlc.ir.index_lists import Index, known_index, split_indices
from dlc.ir.interfaces import FoldResult, ViewOf
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.slice_lists import SliceListsOp
from dlc.ir.strided_layout import strides_of
from dlc.ir.traits import Pure

from .casts import CastOp
from .constraints import ranked_or_unranked, strided_memref, strided_rank_0
from .subview import SubViewOp

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("memref.extract_aligned_pointer_as_index", traits=(Pure,))
class ExtractAlignedPointerAsIndexOp(Op):
    """Return the aligned start address of the memref's buffer as an index.

    Example: %p = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
    """

    source: Operand = operand(ranked_or_unranked)
    aligned_pointer: Result = inferred_result(index_type)
    syntax = "$source `:` type($source) `->` type(results) attr-dict"

    def result_names(self) -> Sequence[str | None]:
        return ("intptr",)


@op("memref.extract_strided_metadata", traits=(Pure,), interfaces=(ViewOf("source", one_to_one=False),))
class ExtractStridedMetadataOp(Op):
    """The buffer without shape, the offset, and for each dimension its size and its stride.

    Example:
        %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
          : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    """

    source: Operand = operand(strided_memref)
    base_buffer: Result = inferred_result(strided_rank_0)
    numbers: VariadicResult = inferred_variadic_result(index_type)
    syntax = "$source `:` type($source) `->` type(results) attr-dict"

    @property
    def rank(self) -> int:
        return len(self.source.shape)

    @property
    def offset(self) -> OpResult:
        return self.results[1]

    @property
    def sizes(self) -> Sequence[OpResult]:
        return self.results[2 : 2 + self.rank]

    @property
    def strides(self) -> Sequence[OpResult]:
        return self.results[2 + self.rank :]

    def known_numbers(self) -> list[int]:
        """Offset, sizes and strides as far as the source's type tells them, `DYNAMIC` for the others."""
        type = self.source.type
        layout = strides_of(type) if isinstance(type, MemRefType) else None
        assert layout is not None, "the source has strides"
        return [layout.offset, *self.source.shape, *layout.strides]

    def known_indices(self) -> list[Index]:
        """Return the static values, with the results in place of dynamic ones."""
        known = zip(self.known_numbers(), self.results[1:], strict=True)
        return [value if number == DYNAMIC else number for number, value in known]

    def result_names(self) -> Sequence[str | None]:
        rest = [None] * (self.rank - 1)
        return ("base_buffer", "offset", *(("sizes", *rest, "strides", *rest) if self.rank else ()))

    def infer_types(self) -> Sequence[Type]:
        type = self.source.type
        if not isinstance(type, MemRefType):
            raise InvalidIRError(f"'{self.name}' needs a ranked memref, but got '{type}'")
        base = MemRefType((), type.element_type, None, type.memory_space)
        return [base, *[index] * (1 + 2 * len(type.shape))]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """metadata(cast(m)) -> metadata(m)"""
        cast = self.source.defined_by(CastOp)
        if cast is None or not isinstance(cast.source.type, MemRefType):
            return None
        self.source = cast.source
        return self.results


@canonicalization(ExtractStridedMetadataOp)
def numbers_in_type(op: ExtractStridedMetadataOp, rw: Rewriter) -> Match:
    """Uses of what the source's type tells -> constants.  Terminates: removes all uses of these results."""
    told = [
        (value, number)
        for value, number in zip(op.results[1:], op.known_numbers(), strict=True)
        if number != DYNAMIC and value.has_uses
    ]
    for value, number in told:
        rw.replace_all_uses(value, rw.insert_before(op, ConstantOp(int_attr(number, index))).results[0])
    return rw.modify(op) if told else rw.no_match("the type tells nothing that is used")


@op("memref.reinterpret_cast", traits=(Pure,), interfaces=(ViewOf("source", one_to_one=False),))
class ReinterpretCastOp(SliceListsOp):
    """The source's buffer seen with this offset, these sizes and these strides, whatever those of the source are.

    Rules: (reinterpret_cast_c1) there are one offset, and a size and a stride for each dimension of the result, with an
    operand for each that is dynamic. (reinterpret_cast_c2) the memory space stays. (reinterpret_cast_c3) the element
    type stays. (reinterpret_cast_c4) what is static in the result's type is what the lists say.
    Example:
        %r = memref.reinterpret_cast %m to offset: [%i], sizes: [2, %n], strides: [%n, 1]
          : memref<?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    """

    source: Operand = operand(ranked_or_unranked)
    offsets: VariadicOperand = variadic_operand(index_type)
    sizes: VariadicOperand = variadic_operand(index_type)
    strides: VariadicOperand = variadic_operand(index_type)
    static_offsets: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(strided_memref)
    syntax = (
        "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) "
        "`` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) "
        "`` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    @classmethod
    def of(
        cls,
        source: Value,
        offset: Index,
        sizes: Sequence[Index],
        strides: Sequence[Index],
        result: MemRefType | None = None,
    ) -> ReinterpretCastOp:
        """Return the op for mixed lists; the type is inferred if it is not given."""
        (start, o), (lengths, s), (steps, t) = (split_indices(part) for part in ([offset], sizes, strides))
        if result is None:
            type = source.type
            assert isinstance(type, (MemRefType, UnrankedMemRefType))
            layout = StridedLayoutAttr(steps.elements, start.elements[0])
            result = MemRefType(lengths.elements, type.element_type, layout, type.memory_space)
        return cls(source, o, s, t, start, lengths, steps, result)  # type: ignore[arg-type]

    @property
    def mixed(self) -> list[Index]:
        """Offset, sizes and strides."""
        return [*self.mixed_offsets, *self.mixed_sizes, *self.mixed_strides]

    def known_indices(self) -> list[Index]:
        """Return the static values, including those that constant operands tell."""
        type = self.result.type
        layout = strides_of(type) if isinstance(type, MemRefType) else None
        assert layout is not None, "the result has strides"
        told = (layout.offset, *self.result.shape, *layout.strides)
        known: list[Index] = []
        for number, own in zip(told, self.mixed, strict=True):
            constant = known_index(own)
            known.append(number if number != DYNAMIC else own if constant is None else constant)
        return known

    def result_names(self) -> Sequence[str | None]:
        return ("reinterpret_cast",)

    def verify(self, report: Report) -> None:
        source, type = self.source.type, self.result.type
        assert isinstance(source, (MemRefType, UnrankedMemRefType))
        assert isinstance(type, MemRefType)
        problem = self.list_mismatch(len(type.shape), has_one_offset=True)
        if problem is not None:
            report.error("reinterpret_cast_c1", problem)
        elif source.memory_space is not type.memory_space:
            report.error(
                "reinterpret_cast_c2",
                f"different memory spaces specified for source type '{source}' and result memref type '{type}'",
            )
        elif source.element_type is not type.element_type:
            report.error(
                "reinterpret_cast_c3",
                f"different element types specified for source type '{source}' and result memref type '{type}'",
            )
        else:
            mismatch = _disagreement(type, *self.static_lists)
            if mismatch is not None:
                report.error("reinterpret_cast_c4", mismatch)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold to the op on the underlying buffer: look through ops that keep it."""
        inner = _same_buffer(self.source)
        if inner is not None:
            self.source = inner
            return self.results
        type = self.result.type
        same = self.source.type is type and isinstance(type, MemRefType) and type.has_static_shape
        return [self.source] if same and self.static_offsets[0] == 0 else None


def _disagreement(type: MemRefType, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> str | None:
    """Return a message about the first offset, size or stride of the type that differs from the lists, or `None`."""
    layout = strides_of(type)
    assert layout is not None, "the result has strides"
    checks = [("size", d, *pair) for d, pair in enumerate(zip(type.shape, sizes, strict=True))]
    checks.append(("offset", -1, layout.offset, offsets[0]))
    checks += [("stride", d, *pair) for d, pair in enumerate(zip(layout.strides, strides, strict=True))]
    for word, dim, told, listed in checks:
        if told not in (DYNAMIC, listed):
            wanted = "dynamic" if listed == DYNAMIC else str(listed)
            place = f" in dim = {dim}" if dim >= 0 else ""
            return f"expected result type with {word} = {wanted} instead of {told}{place}"
    return None


def _same_buffer(value: Value) -> Value | None:
    """Return the source of a value that only changes sizes and strides of its buffer."""
    definer = value.defining_op
    if isinstance(definer, (ReinterpretCastOp, CastOp)):
        return definer.source
    if isinstance(definer, SubViewOp) and all(known_index(offset) == 0 for offset in definer.mixed_offsets):
        return definer.source
    return None


@canonicalization(ReinterpretCastOp)
def put_together_again(op: ReinterpretCastOp, rw: Rewriter) -> Match:
    """reinterpret_cast of a memref's own metadata -> the memref; of other numbers, from the memref itself.

    Terminates: removes a use of `extract_strided_metadata`.
    """
    parts = op.source.defined_by(ExtractStridedMetadataOp)
    if parts is None:
        return rw.no_match("source is not the buffer of another memref")
    if parts.known_indices() != op.known_indices():
        return rw.set_operand(op, 0, parts.source)
    same = parts.source.type is op.result.type
    return rw.replace(op, parts.source if same else CastOp(parts.source, op.result.type))


@canonicalization(ReinterpretCastOp)
def move_constants_into_cast(op: ReinterpretCastOp, rw: Rewriter) -> Match:
    """reinterpret_cast with constant operands -> cast of one whose type says them.
    Terminates: the op has fewer operands.
    """
    known = op.known_indices()
    if sum(isinstance(number, Value) for number in known) == len(op.operands) - 1:
        return rw.no_match("nothing more is known")
    rank = len(op.result.shape)
    new_cast = ReinterpretCastOp.of(op.source, known[0], known[1 : 1 + rank], known[1 + rank :])
    return rw.replace(op, CastOp(rw.insert_before(op, new_cast).result, op.result.type))
