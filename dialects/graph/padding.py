"""`graph.pad`: more elements around a tensor, and between those that it has; or fewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, attribute
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, i64_array
from dlc.ir.builtin_constraints import i64_dense_array
from dlc.ir.builtin_types import LARGEST_SIZE
from dlc.ir.definition import (
    Attr,
    Operand,
    OptionalOperand,
    Result,
    attr,
    inferred_result,
    op,
    operand,
    optional_operand,
)
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Dim, Shape, add, multiply, subtract

from .bases import GraphOp
from .movement import moved_splat, typed_as, unchanged
from .rules import Findings, at_most, require
from .size_lists import SIZE_LIST, SizesAttr, surely_at_most
from .slicing import SliceOp, list_of
from .tensors import any_tensor, element_of, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult


@attribute("graph.padding")
class PaddingAttr(EnumAttr):
    """The source of padding elements: `#graph.padding<reflect>`."""

    cases = ("constant", "edge", "reflect", "wrap")


@op("graph.pad", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class PadOp(GraphOp):
    """More elements before and behind those of the source, along each dimension; a negative number of them takes
    elements away.

    Element i of the result is element i - low of the source. Where there is none, mode `constant` gives the operand
    `value`, `edge` the nearest element, `reflect` the one that is found by walking to and fro, without meeting the
    first and the last one twice in a row, and `wrap` the one that is found by beginning again: with n elements,
    position p is mapped to p mod n. `interior` elements with the value are put between each two neighbours of the
    source first.

    Numbers are constants or expressions over names. A result with a negative size, an empty source that elements are to
    be taken from, and interior padding of an empty source stop the program.

    Rules: (pad_c1) the result's type follows. (pad_c2) low, high and interior have an entry for each dimension.
    (pad_c3) mode `constant` has a value, which is a scalar of the source's type of elements; others have none. (pad_c4)
    interior padding is not negative, its successor fits in 64 bits, and it needs mode `constant`.
    (pad_c5) no size of the result is negative, and no empty dimension is to be filled but with a constant.
    Example: %r = graph.pad <constant> %x, value %v, low [1, 0] high [1, -2] interior [0, 0]
        : tensor<4x8xf32>, tensor<f32> -> tensor<6x6xf32>
    Example: %r = graph.pad <edge> %x, low [1, 0] high [1, 0] interior [0, 0] : tensor<4x8xf32> -> tensor<6x8xf32>
    """

    mode: Attr[PaddingAttr] = attr(PaddingAttr)
    source: Operand = operand(any_tensor)
    low: Attr[SizesAttr] = attr(SizesAttr)
    high: Attr[SizesAttr] = attr(SizesAttr)
    interior: Attr[DenseArrayAttr] = attr(i64_dense_array)
    value: OptionalOperand = optional_operand(any_tensor, default=None, kw_only=True)
    result: Result = inferred_result(any_tensor)
    syntax = (
        "$mode $source `,` (`value` $value^ `,`)? `low` custom<SizeList>($low) `high` custom<SizeList>($high) "
        "`interior` $interior attr-dict `:` type($source) (`,` type($value)^)? `->` type($result)"
    )
    directives = SIZE_LIST

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Each size with what is put around and between."""
        shape, *values = shapes
        lists = (("low", self.low.entries), ("high", self.high.entries), ("interior", self.interior.elements))
        for list_name, entries in lists:
            if len(entries) != len(shape) or None in entries:
                report.error("pad_c2", f"{list_name} must have {len(shape)} known entries, but got {list_of(entries)}")
                return None
        self._check_value(values, report)
        if any(self.interior) and (min(self.interior) < 0 or self.mode.value != "constant"):
            report.error(
                "pad_c4",
                "interior padding must not be negative, and needs mode 'constant'"
                f", but got {list(self.interior)} and '{self.mode.value}'",
            )
        elif max(self.interior, default=0) == LARGEST_SIZE:
            report.error("pad_c4", f"interior padding must be less than {LARGEST_SIZE}, but got {list(self.interior)}")
            return None
        padded = self.padded_sizes(shape)
        is_shape = [at_most(0, size) for size in padded]
        if not require(report, "pad_c5", "result must have no negative size", [padded], *is_shape):
            return None
        if self.mode.value != "constant":
            fact = "source must have elements to fill the result from"
            can_fill = [(at_most(1, old), at_most(new, 0)) for old, new in zip(shape, padded, strict=True)]
            require(report, "pad_c5", fact, (shape, padded), *can_fill)
        return [padded]

    def _check_value(self, values: Sequence[Shape], report: Findings) -> None:
        is_constant = self.mode.value == "constant"
        if is_constant and not values:
            report.error("pad_c3", "must have a value in mode 'constant', but got none")
        elif values and not is_constant:
            report.error("pad_c3", f"must have no value in mode '{self.mode.value}', but got one")
        elif self.value is not None and (values[0] != () or element_of(self.value) is not element_of(self.source)):
            report.error(
                "pad_c3", f"value must be a scalar of '{element_of(self.source)}', but got '{self.value.type}'"
            )

    def padded_sizes(self, shape: Shape) -> Shape:
        """The sizes of the result for a source of this shape."""
        padded: list[Dim] = []
        for size, low, high, inner in zip(shape, self.low.entries, self.high.entries, self.interior, strict=True):
            spread = 0 if size == 0 else multiply(subtract(size, 1), inner)
            padded.append(add(add(low, high), add(size, spread)))
        return tuple(padded)

    @property
    def does_nothing(self) -> bool:
        """Whether every element stays where it is, and none is new."""
        return not any((*self.low.entries, *self.high.entries, *self.interior))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """pad(x) by nothing -> x; a constant padded with its own only value has only that."""
        if self.does_nothing:
            return unchanged(self.source, self)
        source, value = operands[0], operands[1] if len(operands) > 1 else None
        if not isinstance(source, DenseElementsAttr):
            return None
        is_own = isinstance(value, DenseElementsAttr) and value.data == source.data
        return moved_splat(self, source) if is_own or self.mode.value != "constant" else None


@canonicalization(PadOp)
def crop_by_slicing(op: PadOp, rw: Rewriter) -> Match:
    """pad(x), low and high not positive -> slice(x).  Terminates: removes a pad."""
    shape = shape_of(op.source)
    padding = (*op.low.entries, *op.high.entries)
    if any(op.interior) or not all(isinstance(number, int) and number <= 0 for number in padding):
        return rw.no_match("adds elements")
    starts = SizesAttr.of(subtract(0, low) for low in op.low.entries)
    limits = [add(size, high) if high != 0 else None for size, high in zip(shape, op.high.entries, strict=True)]
    if any(high != 0 and limit is None for limit, high in zip(limits, op.high.entries, strict=True)):
        return rw.no_match("takes elements from the end of an unknown size")
    sliced = SliceOp(op.source, starts, SizesAttr.of(limits), i64_array([1] * len(shape)))
    return rw.replace(op, typed_as(op, sliced))


@canonicalization(PadOp)
def merge_pads(op: PadOp, rw: Rewriter) -> Match:
    """pad(pad(x, v), v) -> pad(x, v), in mode `constant`, or with mode `edge` twice; where nothing is taken away.

    Terminates: the chain gets shorter."""
    inner = op.source.defined_by(PadOp)
    if inner is None or inner.mode is not op.mode or inner.value is not op.value:
        return rw.no_match("the source is not a pad with the same value")
    if op.mode.value not in ("constant", "edge") or any((*op.interior, *inner.interior)):
        return rw.no_match("not one run of equal elements at each end")
    if not all(surely_at_most(0, n) for n in (*inner.low.entries, *inner.high.entries)):
        return rw.no_match("the inner one takes elements away")
    if not all(_keeps(op, inner, dim) for dim in range(len(op.low.entries))):
        return rw.no_match("the outer one takes elements away")
    low = SizesAttr.of(add(a, b) for a, b in zip(inner.low.entries, op.low.entries, strict=True))
    high = SizesAttr.of(add(a, b) for a, b in zip(inner.high.entries, op.high.entries, strict=True))
    return rw.replace(op, typed_as(op, PadOp(op.mode, inner.source, low, high, op.interior, value=op.value)))


def _keeps(op: PadOp, inner: PadOp, dim: int) -> bool:
    """Return whether the outer pad takes away no more than the inner one has added, at both ends of a dimension."""
    pairs = ((op.low.entries, inner.low.entries), (op.high.entries, inner.high.entries))
    return all(surely_at_most(0, add(outer[dim], added[dim])) for outer, added in pairs)
