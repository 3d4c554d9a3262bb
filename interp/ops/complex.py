"""The meaning of `complex`.

Sums, products and comparisons are those of the parts, each op rounded. Quotients and functions are numpy's in twice 64
bits, rounded to the format of the parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlc.dialects import complex as dialect
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import ComplexType
from dlc.ir.floats import FloatFormat

from .. import float_arithmetic as floats
from ..semantics import Binary, Kernel, Machine, ScalarFunction, Unary, elementwise, semantics
from ..values import POISON, constant as value_of, float_format, join_complex, scalar_width, split_complex, to_signed

Function = Callable[..., Any]
"""A function of numpy's complex numbers."""
OfOne = Callable[[int, int], tuple[Any, Any]]
"""A function from the parts of a number to those of another one."""
OfTwo = Callable[[int, int, int, int], tuple[Any, Any]]
"""A function from the parts of two numbers to those of one."""


def _format(type: Type) -> FloatFormat:
    """The format of the parts of a complex type."""
    assert isinstance(type, ComplexType)
    return float_format(type.element_type)


def number_of(bits: int, type: Type) -> Any:
    """Return bits as a complex number of numpy."""
    form = _format(type)
    return np.complex128(complex(*map(form.to_float, split_complex(bits, type))))


def bits_of(number: Any, type: Type) -> Any:
    """Return the bits of a complex number, with its parts rounded to those of a type."""
    form = _format(type)
    real, imaginary = (floats.from_python(form, float(part)) for part in (number.real, number.imag))
    return join_complex(real, imaginary, type=type)


def _quietly(compute: Function, *numbers: Any) -> Any:
    """Call a function of numpy, whose infinities and nan are results as others are."""
    with np.errstate(all="ignore"):
        return compute(*numbers)


# -- Parts -----------------------------------------------------------------------------------------------------------


@semantics(dialect.ConstantOp)
def constant(op: dialect.ConstantOp, machine: Machine) -> Kernel:
    """The number."""
    del machine
    value = value_of(op.value, op.complex.type)
    return lambda: value


@semantics(dialect.CreateOp)
def create(op: dialect.CreateOp, machine: Machine) -> Binary:
    """The number of two parts; poison if one of them is."""
    del machine
    type = op.complex.type
    return lambda real, imaginary: join_complex(real, imaginary, type=type)


@semantics(dialect.ReOp, dialect.ImOp)
def part(op: dialect.ReOp | dialect.ImOp, machine: Machine) -> Unary:
    """One half of the bits."""
    del machine
    type, position = op.complex.type, int(isinstance(op, dialect.ImOp))
    return lambda value: POISON if value is POISON else split_complex(value, type)[position]


@elementwise(dialect.BitcastOp)
def bitcast(op: dialect.BitcastOp) -> Unary:
    """The same bits."""
    del op
    return lambda bits: bits


# -- Arithmetic ------------------------------------------------------------------------------------------------------


def _by_parts(function: Callable[[FloatFormat], OfOne | OfTwo]) -> Callable[[Any], ScalarFunction]:
    """A function from the parts of all operands, one after the other, to those of the result."""

    def prepare(op: Operation) -> ScalarFunction:
        type = op.operands[0].type
        compute: Any = function(_format(type))

        def run(*operands: int) -> Any:
            parts = [each for bits in operands for each in split_complex(bits, type)]
            real, imaginary = compute(*parts)
            return join_complex(real, imaginary, type=type)

        return run

    return prepare


def _sum(form: FloatFormat) -> OfTwo:
    add = floats.add(form)
    return lambda a, b, c, d: (add(a, c), add(b, d))


def _difference(form: FloatFormat) -> OfTwo:
    subtract = floats.subtract(form)
    return lambda a, b, c, d: (subtract(a, c), subtract(b, d))


def _product(form: FloatFormat) -> OfTwo:
    add, subtract, multiply = floats.add(form), floats.subtract(form), floats.multiply(form)

    def run(a: int, b: int, c: int, d: int) -> tuple[Any, Any]:
        products = multiply(a, c), multiply(b, d), multiply(a, d), multiply(b, c)
        if POISON in products:
            return POISON, POISON
        return subtract(*products[:2]), add(*products[2:])

    return run


def _negative(form: FloatFormat) -> OfOne:
    return lambda a, b: (a ^ form.sign_bit, b ^ form.sign_bit)


def _conjugate(form: FloatFormat) -> OfOne:
    return lambda a, b: (a, b ^ form.sign_bit)


elementwise(dialect.AddOp)(_by_parts(_sum))
elementwise(dialect.SubOp)(_by_parts(_difference))
elementwise(dialect.MulOp)(_by_parts(_product))
elementwise(dialect.NegOp)(_by_parts(_negative))
elementwise(dialect.ConjOp)(_by_parts(_conjugate))


@elementwise(dialect.EqualOp, dialect.NotEqualOp)
def equality(op: dialect.EqualOp | dialect.NotEqualOp) -> ScalarFunction:
    """Return a function that compares both parts."""
    type, is_negated = op.lhs.type, isinstance(op, dialect.NotEqualOp)
    compare = floats.compare(_format(type))

    def run(lhs: int, rhs: int) -> int:
        pairs = zip(split_complex(lhs, type), split_complex(rhs, type), strict=True)
        return int(all(compare(*pair) == 0 for pair in pairs) != is_negated)

    return run


# -- Functions -------------------------------------------------------------------------------------------------------


def sign(z: Any) -> Any:
    """The number divided by its distance from 0."""
    return z / np.abs(z) if z != 0 else z


def reciprocal_root(z: Any) -> Any:
    """1 divided by the square root."""
    return 1 / np.sqrt(z)


def log_of_one_plus(z: Any) -> Any:
    """log(1 + z), of which numpy's is not precise near 0."""
    if not max(abs(z.real), abs(z.imag)) < 0.5:
        return np.log(np.complex128(complex(1 + z.real, z.imag)))
    real = np.log1p(z.real * (z.real + 2) + z.imag * z.imag) / 2
    return np.complex128(complex(real, np.arctan2(z.imag, 1 + z.real)))


def angle_of_two(y: Any, x: Any) -> Any:
    """-i log((x + iy) / sqrt(x^2 + y^2))"""
    return -1j * np.log((x + 1j * y) / np.sqrt(x * x + y * y))


def power(x: Any, y: Any) -> Any:
    """x^y, of which 0 to the power of anything but 0 is 0."""
    if x == 0:
        return np.complex128(1 if y == 0 else 0)
    return np.power(x, y)


FUNCTIONS: dict[type[Operation], Function] = {
    dialect.DivOp: np.divide,
    dialect.ExpOp: np.exp,
    dialect.Expm1Op: np.expm1,
    dialect.LogOp: np.log,
    dialect.Log1pOp: log_of_one_plus,
    dialect.SinOp: np.sin,
    dialect.CosOp: np.cos,
    dialect.TanOp: np.tan,
    dialect.TanhOp: np.tanh,
    dialect.SqrtOp: np.sqrt,
    dialect.RsqrtOp: reciprocal_root,
    dialect.SignOp: sign,
    dialect.PowOp: power,
    dialect.Atan2Op: angle_of_two,
}
"""Functions from complex numbers to one."""
MEASURES: dict[type[Operation], Function] = {dialect.AbsOp: np.abs, dialect.AngleOp: np.angle}
"""Functions from a complex number to a real one."""


@elementwise(*FUNCTIONS)
def function(op: Operation) -> ScalarFunction:
    """The function of numpy."""
    given, compute = op.operands[0].type, FUNCTIONS[type(op)]
    return lambda *operands: bits_of(_quietly(compute, *(number_of(bits, given) for bits in operands)), given)


@elementwise(*MEASURES)
def measure(op: Operation) -> ScalarFunction:
    """The function of numpy."""
    given, compute = op.operands[0].type, MEASURES[type(op)]
    form = _format(given)

    def run(bits: int) -> Any:
        return floats.from_python(form, float(_quietly(compute, number_of(bits, given))))

    return run


@elementwise(dialect.PowiOp)
def powi(op: dialect.PowiOp) -> ScalarFunction:
    """The power of an exponent without imaginary part."""
    type, width = op.lhs.type, scalar_width(op.rhs.type)

    def run(base: int, exponent: int) -> Any:
        return bits_of(_quietly(power, number_of(base, type), np.complex128(to_signed(exponent, width))), type)

    return run
