"""The pass `complex-to-arith`: complex numbers are computed by their real and imaginary parts.

What is left of `complex` are `create`, `re`, `im` and `constant`, where whole numbers are loaded, stored, passed or
carried; `to-llvm` makes structures of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partialmethod
from typing import Any

from dlc.dialects import arith, complex as dialect, math
from dlc.dialects.arith import FastMathAttr
from dlc.dialects.arith.attributes import NO_FASTMATH
from dlc.ir import Builder, FloatAttr, Operation, Type, Value
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import ComplexType, FloatType, IntegerType

from ..manager import Pass, PassRun, statistic
from ..math.complex_formulas import ComplexFormulas, Parts
from ..rewriting.cannot_lower import CannotLower


class ComplexToArith(Pass):
    """Convert arithmetic of MLIR's `complex` to `arith` and `math`

    Example: complex-to-arith
        func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
          %r = complex.mul %a, %b : complex<f32>
          return %r : complex<f32>
        }
    """

    name = "complex-to-arith"
    converted = statistic("num-converted", "Number of ops converted")

    def run(self, op: Operation, run: PassRun) -> None:
        creates: list[dialect.CreateOp] = []
        for each in [each for each in op.walk() if type(each) in LOWERINGS]:
            try:
                value = lowered(each, creates)
            except CannotLower as refusal:
                refusal.report(run, each)
                continue
            each.results[0].replace_all_uses_with(value)
            each.erase()
            run.count(self.converted)
        for create in reversed(creates):
            if not create.complex.uses:
                create.erase()


def lowered(op: Operation, creates: list[dialect.CreateOp]) -> Value:
    """Insert ops on parts before an op; return what replaces its result, and note new complex numbers."""
    real = RealNumbers(Builder.before(op), op.properties.get("fastmath"))
    result = LOWERINGS[type(op)](op, real)
    if isinstance(result, Value):
        return result
    create = real.builder.insert(dialect.CreateOp(*result, op.results[0].type))  # type: ignore[arg-type]
    creates.append(create)
    return create.complex


# -- Arithmetic of parts -----------------------------------------------------------------------------------------------


class RealNumbers:
    """Arithmetic on single real numbers, by the names of graph ops; numbers of Python become constants."""

    def __init__(self, builder: Builder, fastmath: object) -> None:
        self.builder = builder
        self.fastmath = fastmath if isinstance(fastmath, FastMathAttr) else NO_FASTMATH

    def constant_like(self, number: float, value: Value) -> Value:
        """Return a constant of the type of a value."""
        return self.builder.insert(arith.ConstantOp(FloatAttr.of(number, value.type))).result

    def parts(self, value: Value) -> Parts:
        """Return the real and the imaginary part of a complex number."""
        create = value.defined_by(dialect.CreateOp)
        if create is not None:
            return create.real, create.imaginary
        return tuple([self.builder.insert(kind(value)).result for kind in (dialect.ReOp, dialect.ImOp)])

    def _compute(self, kind: Any, *operands: Value | float) -> Value:
        """Insert an op on floats, with the flags of the op on complex numbers."""
        first = next(each for each in operands if isinstance(each, Value))
        values = [each if isinstance(each, Value) else self.constant_like(each, first) for each in operands]
        result: Value = self.builder.insert(kind(*values, fastmath=self.fastmath)).result
        return result

    add = partialmethod(_compute, arith.AddFOp)
    sub = partialmethod(_compute, arith.SubFOp)
    mul = partialmethod(_compute, arith.MulFOp)
    div = partialmethod(_compute, arith.DivFOp)
    neg = partialmethod(_compute, arith.NegFOp)
    maximum = partialmethod(_compute, arith.MaximumFOp)
    minimum = partialmethod(_compute, arith.MinimumFOp)
    abs = partialmethod(_compute, math.AbsFOp)
    sqrt = partialmethod(_compute, math.SqrtOp)
    exp = partialmethod(_compute, math.ExpOp)
    expm1 = partialmethod(_compute, math.ExpM1Op)
    log = partialmethod(_compute, math.LogOp)
    log1p = partialmethod(_compute, math.Log1pOp)
    sin = partialmethod(_compute, math.SinOp)
    cos = partialmethod(_compute, math.CosOp)
    tan = partialmethod(_compute, math.TanOp)
    sinh = partialmethod(_compute, math.SinhOp)
    cosh = partialmethod(_compute, math.CoshOp)
    tanh = partialmethod(_compute, math.TanhOp)
    atan2 = partialmethod(_compute, math.Atan2Op)
    copysign = partialmethod(_compute, math.CopySignOp)
    is_inf = partialmethod(_compute, math.IsInfOp)

    def compare(self, direction: str, x: Value, y: Value | float) -> Value:
        """Compare two numbers; nan is neither equal to nor larger or smaller than anything."""
        other = y if isinstance(y, Value) else self.constant_like(y, x)
        word = "une" if direction == "ne" else f"o{direction}"
        return self.builder.insert(arith.CmpFOp(arith.cmpf_attr(word), x, other)).result

    def select(self, condition: Value, x: Value, y: Value) -> Value:
        return self.builder.insert(arith.SelectOp(condition, x, y)).result

    def and_(self, x: Value, y: Value) -> Value:
        return self.builder.insert(arith.AndIOp(x, y)).result

    def or_(self, x: Value, y: Value) -> Value:
        return self.builder.insert(arith.OrIOp(x, y)).result


# -- Ops ---------------------------------------------------------------------------------------------------------------

Lowering = Callable[[Any, RealNumbers], "Value | Sequence[Value]"]
"""A function that returns the parts of the result, or the result."""


def _by_formula(formula: Callable[..., Any]) -> Lowering:
    """The lowering of an op all of whose operands are complex."""

    def lower(op: Operation, real: RealNumbers) -> Any:
        return formula(ComplexFormulas(real), *[real.parts(value) for value in op.operands])

    return lower


def lower_add(op: dialect.AddOp, real: RealNumbers) -> Parts:
    """(a + ib) + (c + id) -> (a + c) + i(b + d)"""
    return tuple(real.add(*pair) for pair in zip(real.parts(op.lhs), real.parts(op.rhs), strict=True))


def lower_sub(op: dialect.SubOp, real: RealNumbers) -> Parts:
    """(a + ib) - (c + id) -> (a - c) + i(b - d)"""
    return tuple(real.sub(*pair) for pair in zip(real.parts(op.lhs), real.parts(op.rhs), strict=True))


def lower_neg(op: dialect.NegOp, real: RealNumbers) -> Parts:
    """-(a + ib) -> -a + i(-b)"""
    return tuple(map(real.neg, real.parts(op.complex)))


def lower_conj(op: dialect.ConjOp, real: RealNumbers) -> Parts:
    """conj(a + ib) -> a + i(-b)"""
    a, b = real.parts(op.complex)
    return a, real.neg(b)


def lower_angle(op: dialect.PartOp, real: RealNumbers) -> Value:
    """angle(a + ib) -> atan2(b, a)"""
    a, b = real.parts(op.complex)
    return real.atan2(b, a)


def lower_eq(op: dialect.EqualOp, real: RealNumbers) -> Value:
    """a + ib == c + id -> a == c and b == d"""
    (a, b), (c, d) = real.parts(op.lhs), real.parts(op.rhs)
    return real.and_(real.compare("eq", a, c), real.compare("eq", b, d))


def lower_neq(op: dialect.NotEqualOp, real: RealNumbers) -> Value:
    """a + ib != c + id -> a != c or b != d"""
    (a, b), (c, d) = real.parts(op.lhs), real.parts(op.rhs)
    return real.or_(real.compare("ne", a, c), real.compare("ne", b, d))


def lower_powi(op: dialect.PowiOp, real: RealNumbers) -> Parts:
    """powi(z, n) -> pow(z, n + i0)"""
    x = real.parts(op.lhs)
    exponent: Value = real.builder.insert(arith.SIToFPOp(op.rhs, x[0].type)).results[0]
    return ComplexFormulas(real).power(x, (exponent, real.constant_like(0, exponent)))


# -- Bits --------------------------------------------------------------------------------------------------------------


def lower_bitcast(op: dialect.BitcastOp, real: RealNumbers) -> Value | Sequence[Value]:
    """bitcast(a + ib) -> a | b << n, of the bits of the parts; and back"""
    source, target, b = op.operand.type, op.result.type, real.builder
    for type in (source, target):
        if isinstance(type, ComplexType) and not isinstance(type.element_type, FloatType):
            raise CannotLower(f"has a complex type without floats, '{type}'")
    if source is target:
        return op.operand
    if isinstance(source, ComplexType):
        half = dialect.width_of(source.element_type) or 0
        whole = IntegerType(2 * half)
        low, high = (_cast(part, IntegerType(half), b) for part in real.parts(op.operand))
        shifted = b.insert(
            arith.ShLIOp(b.insert(arith.ExtUIOp(high, whole)).results[0], _number(half, whole, b))
        ).result
        return _cast(b.insert(arith.OrIOp(b.insert(arith.ExtUIOp(low, whole)).results[0], shifted)).result, target, b)
    assert isinstance(target, ComplexType)
    part = target.element_type
    half = dialect.width_of(part) or 0
    whole, bits = IntegerType(2 * half), IntegerType(half)
    number = _cast(op.operand, whole, b)
    high = b.insert(arith.ShRUIOp(number, _number(half, whole, b))).result
    return [_cast(b.insert(arith.TruncIOp(each, bits)).results[0], part, b) for each in (number, high)]


def _number(value: int, type: Type, b: Builder) -> Value:
    return b.insert(arith.ConstantOp(int_attr(value, type))).result


def _cast(value: Value, type: Type, b: Builder) -> Value:
    """The same bits as a number of another type that is not complex."""
    return value if value.type is type else b.insert(arith.BitcastOp(value, type)).results[0]


LOWERINGS: dict[type[Operation], Lowering] = {
    dialect.AddOp: lower_add,
    dialect.SubOp: lower_sub,
    dialect.MulOp: _by_formula(ComplexFormulas.multiply),
    dialect.DivOp: _by_formula(ComplexFormulas.divide),
    dialect.NegOp: lower_neg,
    dialect.ConjOp: lower_conj,
    dialect.AbsOp: _by_formula(ComplexFormulas.absolute),
    dialect.AngleOp: lower_angle,
    dialect.ExpOp: _by_formula(ComplexFormulas.exponential),
    dialect.Expm1Op: _by_formula(ComplexFormulas.exponential_minus_one),
    dialect.LogOp: _by_formula(ComplexFormulas.logarithm),
    dialect.Log1pOp: _by_formula(ComplexFormulas.logarithm_of_one_plus),
    dialect.SinOp: _by_formula(ComplexFormulas.sine),
    dialect.CosOp: _by_formula(ComplexFormulas.cosine),
    dialect.TanOp: _by_formula(ComplexFormulas.tangent),
    dialect.TanhOp: _by_formula(ComplexFormulas.hyperbolic_tangent),
    dialect.SqrtOp: _by_formula(ComplexFormulas.square_root),
    dialect.RsqrtOp: _by_formula(ComplexFormulas.reciprocal_root),
    dialect.SignOp: _by_formula(ComplexFormulas.sign),
    dialect.PowOp: _by_formula(ComplexFormulas.power),
    dialect.Atan2Op: _by_formula(ComplexFormulas.angle),
    dialect.PowiOp: lower_powi,
    dialect.EqualOp: lower_eq,
    dialect.NotEqualOp: lower_neq,
    dialect.BitcastOp: lower_bitcast,
}
"""The lowering of each op; those that are not here stay."""
