"""Arithmetic on floats. Folds compute in the op's own format, rounding once, as the op does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, cast

from dlc.ir import float_arithmetic as exact
from dlc.ir.attributes import Attribute, Type
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr
from dlc.ir.builtin_types import FloatType, ShapedType, element_type
from dlc.ir.definition import Family, op
from dlc.ir.elements import numpy
from dlc.ir.floats import F32, F64, FloatFormat
from dlc.ir.interfaces import FoldResult
from dlc.ir.poison import POISON
from dlc.ir.traits import Commutative, Elementwise, Pure

from .bases import FloatBinaryOp, FloatUnaryOp, other_and_constant
from .folding import Operands, fold_bits, splat_bits

FloatComputation = Callable[[FloatFormat, int, int], "int | None"]


def float_format(type: Type) -> FloatFormat:
    """The format of a float type, or of the elements of a shaped one."""
    return cast(FloatType, element_type(type)).format


def fold_floats(operands: Operands, type: Type, compute: FloatComputation) -> FoldResult | None:
    """Fold a function of two floats."""
    if None in operands:  # most ops have no constant operands
        return (POISON,) if POISON in operands else None
    form = float_format(type)
    if isinstance(type, ShapedType) and form in (F32, F64) and compute in _UFUNCS:
        folded = _fold_many(operands, type, form, _UFUNCS[compute])
        if folded is not None:
            return (folded,)
    return fold_bits(operands, type, lambda a, b: compute(form, a, b))


_UFUNCS: dict[FloatComputation, str] = {
    exact.add: "add",
    exact.subtract: "subtract",
    exact.multiply: "multiply",
    exact.divide: "divide",
}
"""Computations that the processor does in f32 and f64 exactly as we do, but for the nan of an invalid operation."""
MANY = 256
"""From how many elements on numpy is asked."""


def _fold_many(operands: Operands, type: ShapedType, form: FloatFormat, ufunc: str) -> DenseElementsAttr | None:
    """Fold large constants by numpy; `None` of others."""
    lhs, rhs = operands
    if not isinstance(lhs, DenseElementsAttr) or not isinstance(rhs, DenseElementsAttr):
        return None
    if lhs.type.num_elements < MANY or (lhs.is_splat and rhs.is_splat):
        return None
    np: Any = numpy()
    a, b = lhs.to_numpy(), rhs.to_numpy()
    if np.isnan(a).any() or np.isnan(b).any():
        return None  # which of two nans is taken is the processor's choice
    with np.errstate(all="ignore"):
        results = getattr(np, ufunc)(a, b)
    results.view(f"<u{form.width // 8}")[np.isnan(results)] = form.nan
    return DenseElementsAttr.from_bytes(type, memoryview(results).cast("B"))


def splat_float(attr: Attribute | None) -> tuple[FloatFormat, int] | None:
    """The format and bits of a float constant, if all its elements are equal."""
    if attr is None or not isinstance(attr, (FloatAttr, DenseElementsAttr)):
        return None
    element = element_type(attr.type)
    bits = splat_bits(attr) if isinstance(element, FloatType) else None
    return (element.format, bits) if isinstance(element, FloatType) and bits is not None else None


def is_number(attr: Attribute | None, value: int) -> bool:
    """Return whether a constant is this number (0 stands for +0 alone)."""
    splat = splat_float(attr)
    if splat is None:
        return False
    form, bits = splat
    return form.is_finite(bits) and bits == form.nearest(False, value) and not (form.is_zero(bits) and value)


def is_negative_zero(attr: Attribute | None) -> bool:
    """Return whether a constant is -0."""
    splat = splat_float(attr)
    return splat is not None and splat[0].is_zero(splat[1]) and splat[0].is_negative(splat[1])


def is_infinity(attr: Attribute | None, *, negative: bool) -> bool:
    """Return whether a constant is inf, or -inf."""
    splat = splat_float(attr)
    return splat is not None and splat[0].is_inf(splat[1]) and splat[0].is_negative(splat[1]) == negative


def is_nan(attr: Attribute | None) -> bool:
    """Return whether a constant is nan."""
    splat = splat_float(attr)
    return splat is not None and splat[0].is_nan(splat[1])


@op("arith.negf", traits=(Pure, Elementwise))
class NegFOp(FloatUnaryOp):
    """The number with the opposite sign; zero and nan change their sign too.

    Example: %r = arith.negf %a fastmath<fast> : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """-(-x) -> x; constants."""
        inner = self.operand.defined_by(NegFOp)
        if inner is not None:
            return (inner.operand,)
        form = float_format(self.result.type)
        return fold_bits(operands, self.result.type, lambda a: exact.negate(form, a))


@op("arith.addf", traits=(Pure, Commutative, Elementwise))
class AddFOp(FloatBinaryOp):
    """The sum, rounded to nearest.

    Example: %r = arith.addf %a, %b fastmath<nnan> : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x + -0 -> x; constants."""
        other, constant = other_and_constant(self, operands)
        return (other,) if is_negative_zero(constant) else fold_floats(operands, self.result.type, exact.add)


@op("arith.subf", traits=(Pure, Elementwise))
class SubFOp(FloatBinaryOp):
    """The difference, rounded to nearest.

    Example: %r = arith.subf %a, %b : f64
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x - +0 -> x; constants."""
        if is_number(operands[1], 0):
            return (self.lhs,)
        return fold_floats(operands, self.result.type, exact.subtract)


@op("arith.mulf", traits=(Pure, Commutative, Elementwise))
class MulFOp(FloatBinaryOp):
    """The product, rounded to nearest.

    Example: %r = arith.mulf %a, %b : vector<4xf32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x * 1 -> x; x * 0 -> 0 where neither nan nor the sign of zero matters; constants."""
        other, constant = other_and_constant(self, operands)
        if is_number(constant, 1):
            return (other,)
        flags = self.fastmath
        if "nnan" in flags and "nsz" in flags and (is_number(constant, 0) or is_negative_zero(constant)):
            return (constant,) if constant is not None else None
        return fold_floats(operands, self.result.type, exact.multiply)


@op("arith.divf", traits=(Pure, Elementwise))
class DivFOp(FloatBinaryOp):
    """The quotient, rounded to nearest. A division by zero gives infinity or nan.

    Example: %r = arith.divf %a, %b fastmath<arcp> : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x / 1 -> x; constants."""
        return (self.lhs,) if is_number(operands[1], 1) else fold_floats(operands, self.result.type, exact.divide)


@op("arith.remf", traits=(Pure, Elementwise))
class RemFOp(FloatBinaryOp):
    """The rest of the division rounded towards zero; it has the sign of the dividend, and is exact.

    Example: %r = arith.remf %a, %b : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_floats(operands, self.result.type, exact.remainder)


class FloatExtremumOp(FloatBinaryOp):
    """The greater or the smaller of two floats."""

    choose: ClassVar[FloatComputation]
    is_neutral: ClassVar[Callable[[Attribute | None], bool]]

    def fold(self, operands: Operands) -> FoldResult | None:
        """f(x, x) -> x; f(x, neutral) -> x; constants."""
        kind = type(self)
        other, constant = other_and_constant(self, operands)
        if self.lhs is self.rhs or kind.is_neutral(constant):
            return (other,)
        return fold_floats(operands, self.result.type, kind.choose)


_extremum = Family(FloatExtremumOp, __name__, "%r = {name} %a, %b : f32", traits=(Pure, Commutative, Elementwise))

MaximumFOp = _extremum(
    "MaximumFOp",
    "arith.maximumf",
    "The greater number; nan if one operand is; -0 is less than +0.",
    choose=exact.maximum,
    is_neutral=partial(is_infinity, negative=True),
)
MinimumFOp = _extremum(
    "MinimumFOp",
    "arith.minimumf",
    "The smaller number; nan if one operand is; -0 is less than +0.",
    choose=exact.minimum,
    is_neutral=partial(is_infinity, negative=False),
)
MaxNumFOp = _extremum(
    "MaxNumFOp",
    "arith.maxnumf",
    "The greater number; the other operand, if one is nan; either zero, of -0 and +0.",
    choose=exact.maxnum,
    is_neutral=is_nan,
)
MinNumFOp = _extremum(
    "MinNumFOp",
    "arith.minnumf",
    "The smaller number; the other operand, if one is nan; either zero, of -0 and +0.",
    choose=exact.minnum,
    is_neutral=is_nan,
)
