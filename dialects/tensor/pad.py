"""`tensor.pad`: a tensor with more elements around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Block, Builder, DenseArrayAttr, UnitAttr, Value
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_constraints import any_ranked_tensor, i64_dense_array, index_type, unit_attr
from dlc.ir.builtin_types import DYNAMIC, TensorType, index
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
)
from dlc.ir.effects import is_speculatable
from dlc.ir.index_lists import INDEX_LIST, Index, known_index, mixed_indices, split_indices
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.strided_layout import add_sizes
from dlc.ir.traits import SingleBlock
from dlc.ir.values import constant_of

from .constraints import tensor_type
from .creation import YieldOp, verify_element_body
from .dims import size_of
from .shapes import ResultShape, add_indices

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def padded_type(source: TensorType, low: Sequence[int], high: Sequence[int]) -> TensorType:
    """The type of a padded tensor as far as it is known."""
    sizes = zip(source.shape, low, high, strict=True)
    return source.with_shape(tuple(add_sizes(add_sizes(size, before), after) for size, before, after in sizes))


@op("tensor.pad", traits=(SingleBlock,), interfaces=(NO_EFFECTS, ConditionallySpeculatable, ResultShape))
class PadOp(Op):
    """The source with `low` elements before and `high` elements after it in each dimension, which the region
    computes from their indices. `nofold`: a copy is made even where nothing is added.

    Rules: (pad_c1) there is a `low` and a `high` for each dimension, and an operand for each that is dynamic. (pad_c2)
    the result's sizes follow where they are known. (pad_c3) the body has an index for each dimension as arguments.
    (pad_c4) and yields an element.
    Example:
        %p = tensor.pad %t low[1, %n] high[2, 0] {
        ^bb0(%i: index, %j: index):
          tensor.yield %x : f32
        } : tensor<4x?xf32> to tensor<7x?xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    low: VariadicOperand = variadic_operand(index_type)
    high: VariadicOperand = variadic_operand(index_type)
    static_low: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_high: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_ranked_tensor)
    nofold: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    body: Region = region(default=None)
    directives = INDEX_LIST
    syntax = (
        "$source (`nofold` $nofold^)? "
        "`low` `` custom<DynamicIndexList>($low, $static_low) `high` `` custom<DynamicIndexList>($high, $static_high) "
        "$body attr-dict `:` type($source) `to` type($result)"
    )

    @classmethod
    def of(
        cls,
        source: Value,
        low: Sequence[Index],
        high: Sequence[Index],
        value: Value,
        result: TensorType | None = None,
        *,
        nofold: bool = False,
    ) -> PadOp:
        """Return the op that pads with one value; the type is inferred if it is not given."""
        before, l = split_indices(low)  # noqa: E741
        behind, h = split_indices(high)
        type = tensor_type(source)
        if result is None:
            result = padded_type(type, before.elements, behind.elements)
        block = Block([index] * len(type.shape))
        block.append(YieldOp([value]))
        unit = UnitAttr() if nofold else None
        return cls(source, l, h, before, behind, result, unit, IRRegion([block]))  # type: ignore[arg-type]

    @property
    def mixed_low(self) -> list[Index]:
        return mixed_indices(self.static_low, self.low)

    @property
    def mixed_high(self) -> list[Index]:
        return mixed_indices(self.static_high, self.high)

    @property
    def has_zero_low(self) -> bool:
        return all(known_index(size) == 0 for size in self.mixed_low)

    @property
    def has_zero_high(self) -> bool:
        return all(known_index(size) == 0 for size in self.mixed_high)

    def padding_value(self) -> Value | None:
        """The one value that is everywhere around the source, if it does not depend on where: a value from outside.

        A constant inside the body counts too.
        """
        last = self.body.entry.last
        assert last is not None
        value = last.operands[0]
        if constant_of(value) is not None:
            return value
        return None if value.parent_block is self.body.entry else value

    def result_names(self) -> Sequence[str | None]:
        return ("padded",)

    def same_shape_as(self, result: int) -> Value | None:
        """The source, where nothing is added."""
        return self.source if self.has_zero_low and self.has_zero_high else None

    def computed_size(self, result: int, dim: int, b: Builder) -> Index | None:
        """The source's size with what is before and behind it."""
        low, high = self.mixed_low[dim], self.mixed_high[dim]
        return add_indices(b, add_indices(b, size_of(b, self.source, dim), low), high)

    def is_speculatable(self) -> bool:
        """Return whether all sizes are known and the region may be executed speculatively."""
        added = (*self.static_low.elements, *self.static_high.elements)
        is_known = DYNAMIC not in (*self.source.shape, *added) and min(added, default=0) >= 0
        return is_known and all(map(is_speculatable, self.body.entry.ops))

    def verify(self, report: Report) -> None:
        source, type = tensor_type(self.source), tensor_type(self.result)
        rank = len(source.shape)
        for name, static, dynamic in (("low", self.static_low, self.low), ("high", self.static_high, self.high)):
            count = static.elements.count(DYNAMIC)
            if len(static) != rank or count != len(dynamic):
                report.error(
                    "pad_c1",
                    f"expected {rank} {name} paddings with {len(dynamic)} dynamic, but got {len(static)} with {count}",
                )
                return
        expected = padded_type(source, self.static_low.elements, self.static_high.elements)
        if len(type.shape) != rank:
            report.error("pad_c2", f"specified type '{type}' does not match the inferred type '{expected}'")
            return
        pairs = enumerate(zip(type.shape, expected.shape, strict=True))
        wrong = next((dim for dim, (size, follows) in pairs if size != follows and follows != DYNAMIC), None)
        if wrong is not None or type.element_type is not source.element_type:
            report.error("pad_c2", f"specified type '{type}' does not match the inferred type '{expected}'")
            return
        verify_element_body(self, None if self.body.is_empty else self.body.entry, type, report, "pad", 3)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold padding by nothing to the source if the types are equal."""
        type = tensor_type(self.result)
        return [self.source] if type is self.source.type and type.has_static_shape and self.nofold is None else None
