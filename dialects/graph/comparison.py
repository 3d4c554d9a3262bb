"""Comparisons of `graph`, and choices that depend on them."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, FloatAttr, Type, attribute
from dlc.ir.builtin_constraints import f64_attr
from dlc.ir.builtin_types import TensorType, i1
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure
from dlc.ir.verifier import Report

from .bases import A, F
from .splats import element_type, is_float, is_splat_of, splat_of
from .tensors import bool_tensor, float_tensor, with_element

Constants = Sequence["Attribute | None"]


def as_truth(type: Type) -> Type:
    """The type of truth values with the sizes of a tensor type."""
    return with_element(type, i1) if isinstance(type, TensorType) else type


@attribute("graph.predicate")
class PredicateAttr(EnumAttr):
    """A comparison predicate: `#graph.predicate<lt>`."""

    cases = ("eq", "ne", "lt", "le", "gt", "ge")

    @property
    def swapped(self) -> PredicateAttr:
        """The predicate that holds for swapped operands."""
        return PredicateAttr(_SWAPPED.get(self.value, self.value))

    @property
    def inverse(self) -> PredicateAttr:
        """The predicate that holds exactly when this one does not, unless a NaN is compared."""
        return PredicateAttr(_INVERSE[self.value])

    @property
    def holds_of_equals(self) -> bool:
        return self.value in ("eq", "le", "ge")


_SWAPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_INVERSE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


@op("graph.compare", traits=(Pure, Elementwise))
class CompareOp(Op):
    """Whether lhs is equal (`eq`), not equal (`ne`), less (`lt`), not greater (`le`), greater (`gt`), or not less
    (`ge`) than rhs. Of NaN nothing holds but `ne`; zeros are equal; false is less than true.

    Example: %r = graph.compare <lt> %x, %y : tensor<4xf32>
    """

    predicate: Attr[PredicateAttr] = attr(PredicateAttr)
    lhs: Operand = operand(A)
    rhs: Operand = operand(A)
    result: Result = inferred_result(bool_tensor, type_from=("lhs", as_truth))
    syntax = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"

    def fold(self, operands: Constants) -> FoldResult | None:
        """x = x -> true, and so on, of integers; b != false -> b; b = true -> b"""
        if self.lhs is self.rhs and not is_float(self.lhs):
            folded = splat_of(self.predicate.holds_of_equals, self.result.type)
            return (folded,) if folded is not None else None
        neutral = {"ne": 0, "eq": 1}.get(self.predicate.value)
        if element_type(self.lhs) is not i1 or neutral is None:
            return None
        if is_splat_of(neutral, self.rhs, operands[1]):
            return (self.lhs,)
        return (self.rhs,) if is_splat_of(neutral, self.lhs, operands[0]) else None


class FloatTestOp(Op):
    """A predicate on each element, which is a float."""

    operand: Operand = operand(float_tensor)
    result: Result = inferred_result(bool_tensor, type_from=("operand", as_truth))
    syntax = "$operand attr-dict `:` type($operand)"


_test = Family(FloatTestOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure, Elementwise))

IsNanOp = _test("IsNanOp", "graph.is_nan", "Whether x is NaN.")
IsInfOp = _test("IsInfOp", "graph.is_inf", "Whether x is infinite, with any sign.")
IsFiniteOp = _test("IsFiniteOp", "graph.is_finite", "Whether x is neither infinite nor NaN.")


@op("graph.select", traits=(Pure, Elementwise))
class SelectOp(Op):
    """The element of on_true where the condition holds, that of on_false elsewhere.

    Example: %r = graph.select %c, %x, %y : tensor<4xf32>
    """

    condition: Operand = operand(bool_tensor, type_from=("on_true", as_truth))
    on_true: Operand = operand(A)
    on_false: Operand = operand(A)
    result: Result = inferred_result(A)
    syntax = "$condition `,` $on_true `,` $on_false attr-dict `:` type($result)"

    def fold(self, operands: Constants) -> FoldResult | None:
        """select(c, x, x) -> x; select(true, x, y) -> x; select(false, x, y) -> y; select(c, true, false) -> c"""
        if self.on_true is self.on_false:
            return (self.on_true,)
        for truth, chosen in ((1, self.on_true), (0, self.on_false)):
            if is_splat_of(truth, self.condition, operands[0]):
                return (chosen,)
        is_choice_of_truths = element_type(self.on_true) is i1 and is_splat_of(1, self.on_true, operands[1])
        return (self.condition,) if is_choice_of_truths and is_splat_of(0, self.on_false, operands[2]) else None


@op("graph.clamp", traits=(Pure, Elementwise))
class ClampOp(Op):
    """minimum(maximum(x, low), high), rounded to the type of x if a bound is not of that type: NaN stays NaN, an
    infinite bound is none. Integers, and bounds that are not known when compiling, are for `graph.maximum` and
    `graph.minimum`.

    Rules: (clamp_c1) low is not greater than high, and neither is NaN.
    Example: %r = graph.clamp %x, low = -1.0, high = 1.0 : tensor<4xf32>
    """

    operand: Operand = operand(F)
    low: Attr[FloatAttr] = attr(f64_attr)
    high: Attr[FloatAttr] = attr(f64_attr)
    result: Result = inferred_result(F)
    syntax = "$operand `,` `low` `=` $low `,` `high` `=` $high attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        if not self.low.value <= self.high.value:
            report.error(
                "clamp_c1",
                f"bounds must be numbers, the lower one first, but got {self.low.value} and {self.high.value}",
            )

    def fold(self, operands: Constants) -> FoldResult | None:
        """clamp(x, -inf, inf) -> x"""
        del operands
        return (self.operand,) if self.low.value == -_INFINITY and self.high.value == _INFINITY else None


_INFINITY = float("inf")
