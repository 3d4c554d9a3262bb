"""The dialect `chlo`: functions that StableHLO has no op for, and elementwise ops with broadcasting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, DenseArrayAttr, DenseElementsAttr, IntegerAttr, Operation, Type, attribute
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, i64_dense_array
from dlc.ir.builtin_types import FunctionType, TensorType, UnrankedTensorType
from dlc.ir.constraints import AttributeConstraint, TypeConstraint
from dlc.ir.definition import (
    Attr,
    Family,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.enums import WordAttr
from dlc.ir.field_attributes import FieldsAttr
from dlc.ir.traits import Commutative, ConstantLike, Pure

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

tensor = TypeConstraint("tensor", lambda type: isinstance(type, (TensorType, UnrankedTensorType)))
elements_attr = AttributeConstraint(
    "constant vector/tensor attribute", lambda given: isinstance(given, DenseElementsAttr), DenseElementsAttr
)
any_attr = AttributeConstraint("attribute", lambda _given: True, Attribute)


@attribute("chlo.comparison_direction")
class ComparisonDirectionAttr(WordAttr):
    """The predicate of a comparison: `#chlo<comparison_direction LT>`."""

    cases = ("EQ", "NE", "GE", "GT", "LE", "LT")


@attribute("chlo.comparison_type")
class ComparisonTypeAttr(WordAttr):
    """The order in which elements are compared: `#chlo<comparison_type TOTALORDER>`."""

    cases = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")


@attribute("chlo.precision")
class PrecisionAttr(WordAttr):
    """The precision of a product on machines that have several: `#chlo<precision HIGH>`."""

    cases = ("DEFAULT", "HIGH", "HIGHEST")


@attribute("chlo.ragged_dot")
class RaggedDotDimensionNumbersAttr(FieldsAttr):
    """The dimensions of a product by groups: `#chlo.ragged_dot<lhs_ragged_dimensions = [0], …>`."""

    lhs_batching_dimensions: tuple[int, ...]
    rhs_batching_dimensions: tuple[int, ...]
    lhs_contracting_dimensions: tuple[int, ...]
    rhs_contracting_dimensions: tuple[int, ...]
    lhs_ragged_dimensions: tuple[int, ...]
    rhs_group_dimensions: tuple[int, ...]


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


_of_complex = Family(
    UnaryOp, __name__, "%r = {name} %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>", traits=(Pure,)
)
_function = Family(UnaryOp, __name__, "%r = {name} %x : tensor<4xf32> -> tensor<4xf32>", traits=(Pure,))
_test = Family(UnaryOp, __name__, "%r = {name} %x : tensor<4xf32> -> tensor<4xi1>", traits=(Pure,))
_binary = Family(
    BinaryOp, __name__, "%r = {name} %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>", traits=(Pure,)
)


AsinAcosKernelOp = _of_complex(
    "AsinAcosKernelOp", "chlo._asin_acos_kernel", "The part of asin and acos that complex numbers share."
)
AcosOp = _function("AcosOp", "chlo.acos", "The angle whose cosine is the element.")
AcoshOp = _function("AcoshOp", "chlo.acosh", "The number whose hyperbolic cosine is the element.")
AsinOp = _function("AsinOp", "chlo.asin", "The angle whose sine is the element.")
AsinhOp = _function("AsinhOp", "chlo.asinh", "The number whose hyperbolic sine is the element.")
AtanOp = _function("AtanOp", "chlo.atan", "The angle whose tangent is the element.")
AtanhOp = _function("AtanhOp", "chlo.atanh", "The number whose hyperbolic tangent is the element.")
BesselI1eOp = _function("BesselI1eOp", "chlo.bessel_i1e", "The modified Bessel function of order 1, times e^-|x|.")
ConjOp = _of_complex("ConjOp", "chlo.conj", "The complex number with the opposite imaginary part.")
CoshOp = _function("CoshOp", "chlo.cosh", "The hyperbolic cosine.")
SinhOp = _function("SinhOp", "chlo.sinh", "The hyperbolic sine.")
TanOp = _function("TanOp", "chlo.tan", "The tangent.")
DigammaOp = _function("DigammaOp", "chlo.digamma", "The derivative of lgamma.")
ErfOp = _function("ErfOp", "chlo.erf", "The error function.")
ErfInvOp = _function("ErfInvOp", "chlo.erf_inv", "The number whose error function is the element.")
ErfcOp = _function("ErfcOp", "chlo.erfc", "1 - erf(x).")
IsInfOp = _test("IsInfOp", "chlo.is_inf", "Whether a number is infinite.")
IsNegInfOp = _test("IsNegInfOp", "chlo.is_neg_inf", "Whether a number is the negative infinity.")
IsPosInfOp = _test("IsPosInfOp", "chlo.is_pos_inf", "Whether a number is the positive infinity.")
LgammaOp = _function("LgammaOp", "chlo.lgamma", "The logarithm of the absolute value of the gamma function.")
SquareOp = _function("SquareOp", "chlo.square", "x * x.")
NextAfterOp = _binary("NextAfterOp", "chlo.next_after", "The next number of the type after x, in the direction of y.")
PolygammaOp = _binary("PolygammaOp", "chlo.polygamma", "The derivative of order x of digamma at y.")
ZetaOp = _binary("ZetaOp", "chlo.zeta", "The sum of 1 / (k + y)^x over all k.")


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


_broadcast = Family(
    BroadcastOp, __name__, "%r = {name} %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>", traits=(Pure,)
)
_broadcast_bits = Family(
    BroadcastOp, __name__, "%r = {name} %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>", traits=(Pure,)
)

BroadcastAddOp = _broadcast("BroadcastAddOp", "chlo.broadcast_add", "X + y, with broadcasting.")
BroadcastAtan2Op = _broadcast("BroadcastAtan2Op", "chlo.broadcast_atan2", "The angle of a point, with broadcasting.")
BroadcastDivideOp = _broadcast("BroadcastDivideOp", "chlo.broadcast_divide", "X / y, with broadcasting.")
BroadcastMaximumOp = _broadcast("BroadcastMaximumOp", "chlo.broadcast_maximum", "The larger number, with broadcasting.")
BroadcastMinimumOp = _broadcast(
    "BroadcastMinimumOp", "chlo.broadcast_minimum", "The smaller number, with broadcasting."
)
BroadcastMultiplyOp = _broadcast("BroadcastMultiplyOp", "chlo.broadcast_multiply", "X * y, with broadcasting.")
BroadcastNextAfterOp = _broadcast(
    "BroadcastNextAfterOp",
    "chlo.broadcast_next_after",
    "The next number after x in the direction of y, with broadcasting.",
)
BroadcastPolygammaOp = _broadcast(
    "BroadcastPolygammaOp", "chlo.broadcast_polygamma", "A derivative of digamma, with broadcasting."
)
BroadcastPowerOp = _broadcast("BroadcastPowerOp", "chlo.broadcast_power", "X to the power of y, with broadcasting.")
BroadcastRemainderOp = _broadcast(
    "BroadcastRemainderOp", "chlo.broadcast_remainder", "The remainder of x / y, with broadcasting."
)
BroadcastShiftLeftOp = _broadcast_bits(
    "BroadcastShiftLeftOp", "chlo.broadcast_shift_left", "Bits moved up, with broadcasting."
)
BroadcastShiftRightArithmeticOp = _broadcast_bits(
    "BroadcastShiftRightArithmeticOp",
    "chlo.broadcast_shift_right_arithmetic",
    "Bits moved down, with copies of the sign, with broadcasting.",
)
BroadcastShiftRightLogicalOp = _broadcast_bits(
    "BroadcastShiftRightLogicalOp",
    "chlo.broadcast_shift_right_logical",
    "Bits moved down, with zeros, with broadcasting.",
)
BroadcastSubtractOp = _broadcast("BroadcastSubtractOp", "chlo.broadcast_subtract", "X - y, with broadcasting.")
BroadcastZetaOp = _broadcast("BroadcastZetaOp", "chlo.broadcast_zeta", "A sum of powers, with broadcasting.")
BroadcastAndOp = _broadcast_bits("BroadcastAndOp", "chlo.broadcast_and", "X and y, with broadcasting.")
BroadcastOrOp = _broadcast_bits("BroadcastOrOp", "chlo.broadcast_or", "X or y, with broadcasting.")
BroadcastXorOp = _broadcast_bits("BroadcastXorOp", "chlo.broadcast_xor", "X xor y, with broadcasting.")


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


@op("chlo.ragged_dot", traits=(Pure,))
class RaggedDotOp(Op):
    """A product in which rows of the first operand, in groups of given sizes, meet a matrix for each group.

    Example:
        %r = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
            lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
            rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<2x4x3xf32>, tensor<2xi64>) -> tensor<6x3xf32>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    group_sizes: Operand = operand(tensor)
    result: Result = result(tensor)
    ragged_dot_dimension_numbers: Attr[RaggedDotDimensionNumbersAttr] = attr(RaggedDotDimensionNumbersAttr)
    precision_config: Attr[Attribute | None] = optional_attr(any_attr, default=None)


def _read_scan_types(
    p: AsmReader, inputs: Sequence[str], inits: Sequence[str]
) -> tuple[list[Type], list[Type], list[Type], list[Type]]:
    """The type of a function from inputs and initial values to outputs and final values, of which there are as many."""
    offset = p.pos
    type = p.type()
    given, carried = len(inputs), len(inits)
    if not isinstance(type, FunctionType) or len(type.inputs) != given + carried or len(type.results) < carried:
        p.fail(f"expected the type of a function of {given + carried} values with at least {carried} results", offset)
    outputs = len(type.results) - carried
    return (
        list(type.inputs[:given]),
        list(type.inputs[given:]),
        list(type.results[:outputs]),
        list(type.results[outputs:]),
    )


def _write_scan_types(p: AsmPrinter, op: Operation, *_: object) -> None:
    p.write(p.type(FunctionType(tuple(op.operand_types), tuple(op.result_types))))


@op("chlo.scan")
class ScanOp(Op):
    """Runs its region for each place along a dimension of the inputs, from the first to the last, or backwards.

    The region's arguments are the slice of each input at that place, and the carried values. It returns slices, which
    are the outputs at that place, and the carried values for the next one.

    Rules: (scan_c1) the region has an argument for each operand.
    Example:
        %all, %last = chlo.scan(%x) inits(%zero) dimension = 0 {
        ^bb0(%value: tensor<f32>, %sum: tensor<f32>):
          %next = stablehlo.add %sum, %value : tensor<f32>
          stablehlo.return %next, %next : tensor<f32>, tensor<f32>
        } : (tensor<8xf32>, tensor<f32>) -> (tensor<8xf32>, tensor<f32>)
    """

    inputs: VariadicOperand = variadic_operand(tensor)
    inits: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    carries: VariadicResult = variadic_result(tensor)
    dimension: Attr[IntegerAttr] = attr(i64_attr)
    scan_dim_size: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    is_reverse: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    is_associative: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    body: Region = region(default=None)
    syntax = (
        "`(` $inputs `)` `inits` `(` $inits `)` `dimension` `=` $dimension attr-dict-with-keyword $body `:` "
        "custom<ScanTypes>(ref($inputs), ref($inits), type($inputs), type($inits), type($outputs), type($carries))"
    )
    directives: ClassVar = {"ScanTypes": (_read_scan_types, _write_scan_types)}

    def verify(self, report: Report) -> None:
        if not self.body.has_one_block or len(self.body.entry.args) != len(self.operands):
            report.error("scan_c1", f"the region must be a block with {len(self.operands)} arguments")


DIALECT = Dialect.collect("chlo", globals())
