"""Elementwise ops of `tosa`: arithmetic, bits, functions and comparisons, with broadcasting of sizes that are 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, FloatAttr, IntegerAttr, Type, Value
from dlc.ir.builtin_constraints import bool_attr_constraint
from dlc.ir.builtin_types import DYNAMIC, IntegerType, i1
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, op, operand, result
from dlc.ir.enums import EnumAttr
from dlc.ir.traits import Commutative, Pure

from .attributes import NanModeAttr
from .bases import (
    FORM,
    Sizes,
    WordsOp,
    agree,
    bool_tensor,
    check_same_elements,
    check_zero_point,
    constant_of,
    element_of,
    float_tensor,
    number_attr,
    scalar_i8,
    shapes_agree,
    sizes_of,
    spelled_shape,
    stored_element,
    tensor,
    wide_tensor,
    zero_point,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_UNARY_RULES = (
    "\n\n    Rules: (tosa_unary_c1) the result has the shape of the operand. (tosa_unary_c2) elements have one type."
)
_SIZE_RULES = (
    "\n\n    Rules: (tosa_broadcast_c1) all tensors have one rank. (tosa_broadcast_c2) sizes agree, or are 1 and are "
    "broadcast."
)
_BINARY_RULES = f"{_SIZE_RULES} (tosa_binary_c1) elements have one type."
_COMPARISON_RULES = f"{_SIZE_RULES} (tosa_comparison_c1) elements that are compared have one type."
NAN_MODES: Mapping[str, type[EnumAttr]] = {"nan_mode": NanModeAttr}
PROPAGATE = NanModeAttr("PROPAGATE")
WITHOUT_NAN_MODE: Mapping[str, Attribute] = {"nan_mode": PROPAGATE}
"""NaN gives NaN unless the text says something else."""


def check_unary(report: Report, source: Value, result: Value) -> None:
    """Report a result that has another shape than its operand, or other elements."""
    if not shapes_agree(sizes_of(source), sizes_of(result)):
        got = f"{spelled_shape(sizes_of(source))} and {spelled_shape(sizes_of(result))}"
        report.error("tosa_unary_c1", f"result must have the shape of the operand, but got {got}")
    check_same_elements(report, "tosa_unary_c2", source, result)


def check_broadcast(report: Report, values: list[Value], result: Value) -> None:
    """Report operands whose shapes cannot be broadcast to that of the result."""
    shapes = [sizes for value in values if (sizes := sizes_of(value)) is not None]
    wanted = sizes_of(result)
    ranks = {len(sizes) for sizes in (*shapes, *([wanted] if wanted is not None else ()))}
    if len(ranks) > 1:
        spelled = ", ".join(spelled_shape(sizes_of(value)) for value in (*values, result))
        report.error("tosa_broadcast_c1", f"tensors must have one rank, but got {spelled}")
        return
    for dim, sizes in enumerate(zip(*shapes, strict=True)):
        target = wanted[dim] if wanted is not None else DYNAMIC
        if len(shapes) == len(values) and not _is_broadcast(sizes, target):
            spelled = spelled_shape(sizes)
            got = f"{spelled} and {spelled_shape((target,))}"
            report.error(
                "tosa_broadcast_c2", f"sizes of dimension {dim} must be broadcast to the result's, but got {got}"
            )


def _is_broadcast(sizes: Sizes, target: int) -> bool:
    """Return whether sizes of operands may give that of the result."""
    large = [size for size in sizes if size != 1]
    return agree(*large, target) if large else agree(1, target)


class UnaryOp(Op):
    """Base of ops on each element of one tensor."""

    syntax = FORM

    def verify(self, report: Report) -> None:
        check_unary(report, self.operands[0], self.results[0])


class NumberOp(UnaryOp):
    """An op on each number."""

    input1: Operand = operand(tensor)
    output: Result = result(tensor)


class ActivationOp(UnaryOp):
    """An op on each number, whose operand is called `input`."""

    input: Operand = operand(tensor)
    output: Result = result(tensor)


class FloatOp(UnaryOp):
    """An op on each float."""

    input1: Operand = operand(float_tensor)
    output: Result = result(float_tensor)


class TruthOp(UnaryOp):
    """An op on each truth value."""

    input1: Operand = operand(bool_tensor)
    output: Result = result(bool_tensor)


class BinaryOp(Op):
    """Base of ops on pairs of elements."""

    syntax = FORM

    def verify(self, report: Report) -> None:
        check_broadcast(report, list(self.operands), self.results[0])
        check_same_elements(report, "tosa_binary_c1", *self.operands, self.results[0])


class NumberBinaryOp(BinaryOp):
    """An op on pairs of numbers."""

    input1: Operand = operand(tensor)
    input2: Operand = operand(tensor)
    output: Result = result(tensor)


class TruthBinaryOp(BinaryOp):
    """An op on pairs of truth values."""

    input1: Operand = operand(bool_tensor)
    input2: Operand = operand(bool_tensor)
    output: Result = result(bool_tensor)


class ComparisonOp(Op):
    """A predicate of pairs of numbers."""

    input1: Operand = operand(tensor)
    input2: Operand = operand(tensor)
    output: Result = result(bool_tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_broadcast(report, list(self.operands), self.output)
        check_same_elements(report, "tosa_comparison_c1", self.input1, self.input2)


_activation = Family(ActivationOp, __name__, "%r = {name} %x : (tensor<4xf32>) -> tensor<4xf32>", traits=(Pure,))
_number = Family(NumberOp, __name__, "%r = {name} %x : (tensor<4xf32>) -> tensor<4xf32>", traits=(Pure,))
_integer = Family(NumberOp, __name__, "%r = {name} %x : (tensor<4xi32>) -> tensor<4xi32>", traits=(Pure,))
_float = Family(FloatOp, __name__, "%r = {name} %x : (tensor<4xf32>) -> tensor<4xf32>", traits=(Pure,))
_numbers = Family(
    NumberBinaryOp, __name__, "%r = {name} %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>", traits=(Pure,)
)
_integers = Family(
    NumberBinaryOp, __name__, "%r = {name} %x, %y : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>", traits=(Pure,)
)
_truths = Family(
    TruthBinaryOp, __name__, "%r = {name} %x, %y : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>", traits=(Pure,)
)
_comparison = Family(
    ComparisonOp, __name__, "%r = {name} %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>", traits=(Pure,)
)

# -- One operand -------------------------------------------------------------------------------------------------------

ErfOp = _activation("ErfOp", "tosa.erf", f"The error function.{_UNARY_RULES}")
SigmoidOp = _activation("SigmoidOp", "tosa.sigmoid", f"1 / (1 + e^-x).{_UNARY_RULES}")
TanhOp = _activation("TanhOp", "tosa.tanh", f"The hyperbolic tangent.{_UNARY_RULES}")
AbsOp = _number("AbsOp", "tosa.abs", f"The absolute value; of the least integer, itself.{_UNARY_RULES}")
BitwiseNotOp = _integer("BitwiseNotOp", "tosa.bitwise_not", f"All bits inverted.{_UNARY_RULES}")
CeilOp = _number("CeilOp", "tosa.ceil", f"The smallest whole number that is not less.{_UNARY_RULES}")
ClzOp = _integer("ClzOp", "tosa.clz", f"The number of zero bits above the highest one.{_UNARY_RULES}")
CosOp = _float("CosOp", "tosa.cos", f"The cosine.{_UNARY_RULES}")
ExpOp = _number("ExpOp", "tosa.exp", f"e to the power of the element.{_UNARY_RULES}")
FloorOp = _number("FloorOp", "tosa.floor", f"The largest whole number that is not greater.{_UNARY_RULES}")
LogOp = _number("LogOp", "tosa.log", f"The natural logarithm.{_UNARY_RULES}")
ReciprocalOp = _number("ReciprocalOp", "tosa.reciprocal", f"1 / x.{_UNARY_RULES}")
RsqrtOp = _number("RsqrtOp", "tosa.rsqrt", f"1 / sqrt(x).{_UNARY_RULES}")
SinOp = _float("SinOp", "tosa.sin", f"The sine.{_UNARY_RULES}")


@op("tosa.logical_not", traits=(Pure,))
class LogicalNotOp(TruthOp):
    """The other truth value.

    Rules: (tosa_unary_c1) the result has the shape of the operand. (tosa_unary_c2) elements have one type.
    Example: %r = tosa.logical_not %x : (tensor<4xi1>) -> tensor<4xi1>
    """


@op("tosa.negate", traits=(Pure,))
class NegateOp(Op):
    """The number with the opposite sign. Of integers, output_zp - (x - input1_zp), clamped to the type; of the least
    i32 that is the largest one, where MLIR's lowering wraps.

    Rules: (tosa_unary_c1) the result has the shape of the operand. (tosa_unary_c2) elements have one type.
    (tosa_zero_point_c1) a zero point has the element type of its tensor. (tosa_zero_point_c2) it is 0 unless that is
    i8.
    Example: %r = tosa.negate %x, %zp, %zp : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
    """

    input1: Operand = operand(tensor)
    input1_zp: Operand = operand(zero_point)
    output_zp: Operand = operand(zero_point)
    output: Result = result(tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_unary(report, self.input1, self.output)
        check_zero_point(report, "input1", self.input1, self.input1_zp)
        check_zero_point(report, "output", self.output, self.output_zp)


@op("tosa.clamp", traits=(Pure,))
class ClampOp(WordsOp):
    """Elements that are not less than a minimum and not greater than a maximum. NaN stays, or with `IGNORE` becomes
    the minimum.

    Rules: (tosa_unary_c1) the result has the shape of the operand. (tosa_unary_c2) elements have one type.
    (tosa_clamp_c1) the limits have the type of the elements. (tosa_clamp_c2) they are in order, and not NaN.
    Example: %r = tosa.clamp %x {max_val = 6.0 : f32, min_val = 0.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
    """

    input: Operand = operand(tensor)
    output: Result = result(tensor)
    min_val: Attr[IntegerAttr | FloatAttr] = attr(number_attr)
    max_val: Attr[IntegerAttr | FloatAttr] = attr(number_attr)
    nan_mode: Attr[NanModeAttr] = attr(NanModeAttr, default=PROPAGATE)
    bare: ClassVar = NAN_MODES
    usual: ClassVar = WITHOUT_NAN_MODE

    def verify(self, report: Report) -> None:
        check_unary(report, self.input, self.output)
        element = stored_element(self.input)
        limits = self.min_val, self.max_val
        if any(each.type is not element for each in limits):
            got = f"{limits[0]} and {limits[1]}"
            report.error("tosa_clamp_c1", f"limits must be of type '{element}', but got {got}")
        elif not _number_of(limits[0], element) <= _number_of(limits[1], element):
            report.error("tosa_clamp_c2", f"limits must be numbers in order, but got {limits[0]} and {limits[1]}")


def _number_of(attr: IntegerAttr | FloatAttr, element: Type) -> float:
    """Return a limit as a number: truth values and unsigned integers have no sign."""
    is_unsigned = isinstance(element, IntegerType) and (element.is_unsigned or element is i1)
    return attr.value % (1 << element.width) if is_unsigned else attr.value  # type: ignore[union-attr]


# -- Two operands ------------------------------------------------------------------------------------------------------

AddOp = _numbers("AddOp", "tosa.add", f"x + y; integers wrap.{_BINARY_RULES}", Commutative)
BitwiseAndOp = _integers("BitwiseAndOp", "tosa.bitwise_and", f"x and y, bit by bit.{_BINARY_RULES}", Commutative)
BitwiseOrOp = _integers("BitwiseOrOp", "tosa.bitwise_or", f"x or y, bit by bit.{_BINARY_RULES}", Commutative)
BitwiseXorOp = _integers("BitwiseXorOp", "tosa.bitwise_xor", f"x xor y, bit by bit.{_BINARY_RULES}", Commutative)
LogicalAndOp = _truths("LogicalAndOp", "tosa.logical_and", f"Whether both are true.{_BINARY_RULES}", Commutative)
LogicalLeftShiftOp = _integers(
    "LogicalLeftShiftOp",
    "tosa.logical_left_shift",
    f"x with its bits moved up by y, which is less than the width.{_BINARY_RULES}",
)
LogicalRightShiftOp = _integers(
    "LogicalRightShiftOp",
    "tosa.logical_right_shift",
    f"x with its bits moved down by y, which is less than the width; zeros come in.{_BINARY_RULES}",
)
LogicalOrOp = _truths("LogicalOrOp", "tosa.logical_or", f"Whether one is true.{_BINARY_RULES}", Commutative)
LogicalXorOp = _truths("LogicalXorOp", "tosa.logical_xor", f"Whether just one is true.{_BINARY_RULES}", Commutative)
PowOp = _numbers("PowOp", "tosa.pow", f"x to the power of y.{_BINARY_RULES}")
SubOp = _numbers("SubOp", "tosa.sub", f"x - y; integers wrap.{_BINARY_RULES}")
EqualOp = _comparison("EqualOp", "tosa.equal", f"Whether x is y.{_COMPARISON_RULES}", Commutative)
GreaterOp = _comparison("GreaterOp", "tosa.greater", f"Whether x is more than y.{_COMPARISON_RULES}")
GreaterEqualOp = _comparison("GreaterEqualOp", "tosa.greater_equal", f"Whether x is y or more.{_COMPARISON_RULES}")


@op("tosa.intdiv", traits=(Pure,))
class IntDivOp(BinaryOp):
    """x / y, rounded towards 0. The specification divides nothing by 0, nor the least integer by -1: a division by 0
    stops the program, and the least integer over -1 is itself.

    Rules: (tosa_broadcast_c1) all tensors have one rank. (tosa_broadcast_c2) sizes agree, or are 1 and are broadcast.
    (tosa_binary_c1) elements have one type.
    Example: %r = tosa.intdiv %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    """

    input1: Operand = operand(wide_tensor)
    input2: Operand = operand(wide_tensor)
    output: Result = result(wide_tensor)


@op("tosa.arithmetic_right_shift", traits=(Pure,))
class ArithmeticRightShiftOp(NumberBinaryOp):
    """x with its bits moved down by y, which is less than the width; copies of the sign come in. With `round` the last
    bit that is moved out is added.

    Rules: (tosa_broadcast_c1) all tensors have one rank. (tosa_broadcast_c2) sizes agree, or are 1 and are broadcast.
    (tosa_binary_c1) elements have one type.
    Example: %r = tosa.arithmetic_right_shift %x, %y {round = true} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    """

    round: Attr[IntegerAttr] = attr(bool_attr_constraint)


class ExtremumOp(WordsOp):
    """The larger or the smaller of two numbers."""

    input1: Operand = operand(tensor)
    input2: Operand = operand(tensor)
    output: Result = result(tensor)
    nan_mode: Attr[NanModeAttr] = attr(NanModeAttr, default=PROPAGATE)
    bare: ClassVar = NAN_MODES
    usual: ClassVar = WITHOUT_NAN_MODE

    def verify(self, report: Report) -> None:
        check_broadcast(report, list(self.operands), self.output)
        check_same_elements(report, "tosa_binary_c1", *self.operands, self.output)


_extremum = Family(
    ExtremumOp, __name__, "%r = {name} %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>", traits=(Pure,)
)
MaximumOp = _extremum(
    "MaximumOp",
    "tosa.maximum",
    f"The larger number; NaN if one is NaN, or with `IGNORE` only if both are.{_BINARY_RULES}",
    Commutative,
)
MinimumOp = _extremum(
    "MinimumOp",
    "tosa.minimum",
    f"The smaller number; NaN if one is NaN, or with `IGNORE` only if both are.{_BINARY_RULES}",
    Commutative,
)


@op("tosa.mul", traits=(Pure,))
class MulOp(Op):
    """x * y. Of integers that become i32, the product is moved down by `shift` and rounded to nearest, half up; other
    integers are widened first, and wrap.

    Rules: (tosa_broadcast_c1) all tensors have one rank. (tosa_broadcast_c2) sizes agree, or are 1 and are broadcast.
    (tosa_mul_c1) operands have one type of elements, and the result too, which may be wider for integers. (tosa_mul_c2)
    the shift is 0 for floats.
    Example: %r = tosa.mul %x, %y, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
    """

    input1: Operand = operand(tensor)
    input2: Operand = operand(tensor)
    shift: Operand = operand(scalar_i8)
    output: Result = result(tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_broadcast(report, [self.input1, self.input2], self.output)
        factor, other, product = (element_of(each) for each in (self.input1, self.input2, self.output))
        is_integer = isinstance(factor, IntegerType) and isinstance(product, IntegerType)
        is_held = factor.width <= product.width if is_integer else factor is product  # type: ignore[union-attr]
        if factor is not other or not is_held:
            got = f"'{factor}', '{other}' and '{product}'"
            report.error("tosa_mul_c1", f"elements must have one type, or a wider one in the result, but got {got}")
        shift = constant_of(self.shift)
        if not is_integer and shift is not None and any(shift.ints()):
            report.error("tosa_mul_c2", f"shift must be 0 for elements of '{product}', but got {shift.ints()[0]}")


@op("tosa.select", traits=(Pure,))
class SelectOp(Op):
    """Elements of the second tensor where the first one is true, of the third one elsewhere.

    Rules: (tosa_broadcast_c1) all tensors have one rank. (tosa_broadcast_c2) sizes agree, or are 1 and are broadcast.
    (tosa_binary_c1) elements have one type.
    Example: %r = tosa.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
    """

    input1: Operand = operand(bool_tensor)
    input2: Operand = operand(tensor)
    input3: Operand = operand(tensor)
    output: Result = result(tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_broadcast(report, list(self.operands), self.output)
        check_same_elements(report, "tosa_binary_c1", self.input2, self.input3, self.output)
