"""The dialect `chlo`: functions that StableHLO has no op for, and elementwise ops with broadcasting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir.attributes import Attribute, attribute
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, i64_dense_array
from dlc.ir.builtin_types import TensorType, UnrankedTensorType
from dlc.ir.constraints import AttributeConstraint, TypeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    attr,
    op,
    operand,
    optional_attr,
    result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.enums import EnumAttr
from dlc.ir.traits import Commutative, ConstantLike, Pure

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader

tensor = TypeConstraint("tensor", lambda type: isinstance(type, (TensorType, UnrankedTensorType)))
elements_attr = AttributeConstraint(
    "constant vector/tensor attribute", lambda given: isinstance(given, DenseElementsAttr), DenseElementsAttr
)
any_attr = AttributeConstraint("attribute", lambda _given: True, Attribute)


class WordAttr(EnumAttr):
    """A word without brackets of its own: `#chlo<comparison_direction LT>`."""

    in_brackets = True

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        return cls.read_word(p)

    def print_parameters(self) -> str:
        return f" {self.value}"


@attribute("chlo.comparison_direction")
class ComparisonDirectionAttr(WordAttr):
    """The predicate of a comparison: `#chlo<comparison_direction LT>`."""

    cases = ("EQ", "NE", "GE", "GT", "LE", "LT")


@attribute("chlo.comparison_type")
class ComparisonTypeAttr(WordAttr):
    """The order in which elements are compared: `#chlo<comparison_type TOTALORDER>`."""

    cases = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")


# -- Functions ---------------------------------------------------------------------------------------------------------


class UnaryOp(Op):
    """A function of each element of a tensor."""

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "$operand attr-dict `:` type($operand) `->` type($result)"


class BinaryOp(Op):
    """A function of pairs of elements of two tensors."""

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@op("chlo._asin_acos_kernel", traits=(Pure,))
class AsinAcosKernelOp(UnaryOp):
    """The part of asin and acos that complex numbers share.

    Example: %r = chlo._asin_acos_kernel %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
    """


@op("chlo.acos", traits=(Pure,))
class AcosOp(UnaryOp):
    """The angle whose cosine is the element.

    Example: %r = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.acosh", traits=(Pure,))
class AcoshOp(UnaryOp):
    """The number whose hyperbolic cosine is the element.

    Example: %r = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.asin", traits=(Pure,))
class AsinOp(UnaryOp):
    """The angle whose sine is the element.

    Example: %r = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.asinh", traits=(Pure,))
class AsinhOp(UnaryOp):
    """The number whose hyperbolic sine is the element.

    Example: %r = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.atan", traits=(Pure,))
class AtanOp(UnaryOp):
    """The angle whose tangent is the element.

    Example: %r = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.atanh", traits=(Pure,))
class AtanhOp(UnaryOp):
    """The number whose hyperbolic tangent is the element.

    Example: %r = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.bessel_i1e", traits=(Pure,))
class BesselI1eOp(UnaryOp):
    """The modified Bessel function of order 1, times e^-|x|.

    Example: %r = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.conj", traits=(Pure,))
class ConjOp(UnaryOp):
    """The complex number with the opposite imaginary part.

    Example: %r = chlo.conj %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
    """


@op("chlo.cosh", traits=(Pure,))
class CoshOp(UnaryOp):
    """The hyperbolic cosine.

    Example: %r = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.sinh", traits=(Pure,))
class SinhOp(UnaryOp):
    """The hyperbolic sine.

    Example: %r = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.tan", traits=(Pure,))
class TanOp(UnaryOp):
    """The tangent.

    Example: %r = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.digamma", traits=(Pure,))
class DigammaOp(UnaryOp):
    """The derivative of lgamma.

    Example: %r = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.erf", traits=(Pure,))
class ErfOp(UnaryOp):
    """The error function.

    Example: %r = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.erf_inv", traits=(Pure,))
class ErfInvOp(UnaryOp):
    """The number whose error function is the element.

    Example: %r = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.erfc", traits=(Pure,))
class ErfcOp(UnaryOp):
    """1 - erf(x).

    Example: %r = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.is_inf", traits=(Pure,))
class IsInfOp(UnaryOp):
    """Whether a number is infinite.

    Example: %r = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
    """


@op("chlo.is_neg_inf", traits=(Pure,))
class IsNegInfOp(UnaryOp):
    """Whether a number is the negative infinity.

    Example: %r = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
    """


@op("chlo.is_pos_inf", traits=(Pure,))
class IsPosInfOp(UnaryOp):
    """Whether a number is the positive infinity.

    Example: %r = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
    """


@op("chlo.lgamma", traits=(Pure,))
class LgammaOp(UnaryOp):
    """The logarithm of the absolute value of the gamma function.

    Example: %r = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.square", traits=(Pure,))
class SquareOp(UnaryOp):
    """x * x.

    Example: %r = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.next_after", traits=(Pure,))
class NextAfterOp(BinaryOp):
    """The next number of the type after x, in the direction of y.

    Example: %r = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.polygamma", traits=(Pure,))
class PolygammaOp(BinaryOp):
    """The derivative of order x of digamma at y.

    Example: %r = chlo.polygamma %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.zeta", traits=(Pure,))
class ZetaOp(BinaryOp):
    """The sum of 1 / (k + y)^x over all k.

    Example: %r = chlo.zeta %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    """


@op("chlo.mulhi", traits=(Pure, Commutative))
class MulhiOp(BinaryOp):
    """The upper half of the bits of x * y.

    Example: %r = chlo.mulhi %x, %y : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
    """


# -- Broadcasting ------------------------------------------------------------------------------------------------------


class BroadcastOp(Op):
    """An elementwise op whose operands are broadcast as numpy does it, or as `broadcast_dimensions` says."""

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    broadcast_dimensions: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    syntax = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"


@op("chlo.broadcast_add", traits=(Pure,))
class BroadcastAddOp(BroadcastOp):
    """X + y, with broadcasting.

    Example: %r = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_atan2", traits=(Pure,))
class BroadcastAtan2Op(BroadcastOp):
    """The angle of a point, with broadcasting.

    Example: %r = chlo.broadcast_atan2 %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_divide", traits=(Pure,))
class BroadcastDivideOp(BroadcastOp):
    """X / y, with broadcasting.

    Example: %r = chlo.broadcast_divide %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_maximum", traits=(Pure,))
class BroadcastMaximumOp(BroadcastOp):
    """The larger number, with broadcasting.

    Example: %r = chlo.broadcast_maximum %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_minimum", traits=(Pure,))
class BroadcastMinimumOp(BroadcastOp):
    """The smaller number, with broadcasting.

    Example: %r = chlo.broadcast_minimum %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_multiply", traits=(Pure,))
class BroadcastMultiplyOp(BroadcastOp):
    """X * y, with broadcasting.

    Example: %r = chlo.broadcast_multiply %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_next_after", traits=(Pure,))
class BroadcastNextAfterOp(BroadcastOp):
    """The next number after x in the direction of y, with broadcasting.

    Example: %r = chlo.broadcast_next_after %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_polygamma", traits=(Pure,))
class BroadcastPolygammaOp(BroadcastOp):
    """A derivative of digamma, with broadcasting.

    Example: %r = chlo.broadcast_polygamma %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_power", traits=(Pure,))
class BroadcastPowerOp(BroadcastOp):
    """X to the power of y, with broadcasting.

    Example: %r = chlo.broadcast_power %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_remainder", traits=(Pure,))
class BroadcastRemainderOp(BroadcastOp):
    """The remainder of x / y, with broadcasting.

    Example: %r = chlo.broadcast_remainder %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_shift_left", traits=(Pure,))
class BroadcastShiftLeftOp(BroadcastOp):
    """Bits moved up, with broadcasting.

    Example: %r = chlo.broadcast_shift_left %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    """


@op("chlo.broadcast_shift_right_arithmetic", traits=(Pure,))
class BroadcastShiftRightArithmeticOp(BroadcastOp):
    """Bits moved down, with copies of the sign, with broadcasting.

    Example: %r = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    """


@op("chlo.broadcast_shift_right_logical", traits=(Pure,))
class BroadcastShiftRightLogicalOp(BroadcastOp):
    """Bits moved down, with zeros, with broadcasting.

    Example: %r = chlo.broadcast_shift_right_logical %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    """


@op("chlo.broadcast_subtract", traits=(Pure,))
class BroadcastSubtractOp(BroadcastOp):
    """X - y, with broadcasting.

    Example: %r = chlo.broadcast_subtract %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_zeta", traits=(Pure,))
class BroadcastZetaOp(BroadcastOp):
    """A sum of powers, with broadcasting.

    Example: %r = chlo.broadcast_zeta %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    """


@op("chlo.broadcast_and", traits=(Pure,))
class BroadcastAndOp(BroadcastOp):
    """X and y, with broadcasting.

    Example: %r = chlo.broadcast_and %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    """


@op("chlo.broadcast_or", traits=(Pure,))
class BroadcastOrOp(BroadcastOp):
    """X or y, with broadcasting.

    Example: %r = chlo.broadcast_or %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    """


@op("chlo.broadcast_xor", traits=(Pure,))
class BroadcastXorOp(BroadcastOp):
    """X xor y, with broadcasting.

    Example: %r = chlo.broadcast_xor %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    """


@op("chlo.broadcast_complex", traits=(Pure,))
class BroadcastComplexOp(BroadcastOp):
    """A complex number, with broadcasting.

    Example: %r = chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
    """


@op("chlo.broadcast_compare", traits=(Pure,))
class BroadcastCompareOp(BroadcastOp):
    """Whether a predicate holds, with broadcasting.

    Example:
        %r = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>}
          : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
    """

    comparison_direction: Attr[ComparisonDirectionAttr] = attr(ComparisonDirectionAttr, kw_only=True)
    compare_type: Attr[ComparisonTypeAttr | None] = optional_attr(ComparisonTypeAttr, default=None, kw_only=True)


@op("chlo.broadcast_select", traits=(Pure,))
class BroadcastSelectOp(Op):
    """A choice for each element, with broadcasting.

    Example: %r = chlo.broadcast_select %c, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    """

    pred: Operand = operand(tensor)
    on_true: Operand = operand(tensor)
    on_false: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = (
        "$pred `,` $on_true `,` $on_false attr-dict "
        "`:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)"
    )


# -- Others ------------------------------------------------------------------------------------------------------------


@op("chlo.constant", traits=(Pure, ConstantLike))
class ConstantOp(Op):
    """The given elements.

    Example: %r = "chlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
    """

    value: Attr[DenseElementsAttr] = attr(elements_attr)
    output: Result = result(tensor)


@op("chlo.constant_like", traits=(Pure,))
class ConstantLikeOp(Op):
    """A number for each element of another tensor.

    Example: %r = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    value: Attr[Attribute] = attr(any_attr)


@op("chlo.top_k", traits=(Pure,))
class TopKOp(Op):
    """The largest elements along the last dimension, the largest one first, and where they are.

    Example: %v, %i = chlo.top_k(%x, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
    """

    source: Operand = operand(tensor)
    values: Result = result(tensor)
    indices: Result = result(tensor)
    k: Attr[IntegerAttr] = attr(i64_attr)
    is_stable: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    syntax = (
        "`(` $source `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict "
        "`:` type($source) `->` `(` type($values) `,` type($indices) `)`"
    )


DIALECT = Dialect.collect("chlo", globals())
