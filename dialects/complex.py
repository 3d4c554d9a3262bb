"""MLIR's dialect `complex`: arithmetic and functions of complex numbers, one at a time.

`complex-to-arith` replaces them by arithmetic on their real and imaginary parts; only `create`, `re`, `im` and
`constant` are left, which become structures of two numbers.

Not folded: what changes results in rounding, in the sign of zeros, or for infinities and nan, unless flags of the op
allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dlc.dialects import arith
from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.folding import Operands
from dlc.ir import (
    ArrayAttr,
    Attribute,
    FloatAttr,
    IntegerAttr,
    Location,
    Type,
    TypedAttribute,
    attribute,
    float_arithmetic as exact,
)
from dlc.ir.builtin_attributes import FALSE, TRUE, element_attribute
from dlc.ir.builtin_constraints import any_float, bool_type, signless_integer
from dlc.ir.builtin_types import ComplexType, FloatType, IntegerType, bit_width
from dlc.ir.constraints import TypeConstraint, TypeVariable, attribute_of
from dlc.ir.definition import (
    Attr,
    Family,
    Op,
    Operand,
    Result,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.floats import FloatFormat
from dlc.ir.interfaces import FoldResult
from dlc.ir.poison import POISON
from dlc.ir.traits import Commutative, ConstantLike, Pure

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader
    from dlc.ir.verifier import Report

complex_of_floats = TypeConstraint(
    "complex type with floating-point elements",
    lambda type: isinstance(type, ComplexType) and isinstance(type.element_type, FloatType),
)
any_complex = TypeConstraint("complex-type", lambda type: isinstance(type, ComplexType))
has_bits = TypeConstraint("int/float/complex", lambda type: isinstance(type, (IntegerType, FloatType, ComplexType)))
array_attr = attribute_of(ArrayAttr, "array attribute")

C = TypeVariable("C", complex_of_floats)


def part_of(type: Type) -> Type:
    """Return the type of the parts of a complex number; other types stay."""
    return type.element_type if isinstance(type, ComplexType) else type


def width_of(type: Type) -> int | None:
    """Return the bits of a number, or of both parts of a complex one."""
    width = bit_width(part_of(type))
    return 2 * width if width is not None and isinstance(type, ComplexType) else width


@attribute("complex.number")
class NumberAttr(TypedAttribute):
    """A complex number as an attribute: `#complex.number<:f32 1.0, 2.0> : complex<f32>`."""

    real: FloatAttr
    imaginary: FloatAttr

    @property
    def type(self) -> Type:
        """The type of complex numbers with such parts."""
        return ComplexType(self.real.type)

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        p.expect(":")
        offset = p.pos
        type = p.type()
        if not isinstance(type, FloatType):
            p.fail(f"expected a type of floats, but got '{type}'", offset)
        offset = p.pos
        real = p.attribute_of_type(type)
        p.expect(",")
        imaginary = p.attribute_of_type(type)
        p.expect(">")
        if not isinstance(real, FloatAttr) or not isinstance(imaginary, FloatAttr):
            p.fail(f"expected two numbers of type '{type}', but got '{real}' and '{imaginary}'", offset)
        return cls(real, imaginary)

    def print_parameters(self) -> str:
        real, imaginary = (str(each).partition(" : ")[0] for each in (self.real, self.imaginary))
        return f"<:{self.real.type} {real}, {imaginary}> : {self.type}"


# -- Folding ---------------------------------------------------------------------------------------------------------

Bits = tuple[int, int]
"""The bits of the real and of the imaginary part."""
Compute = Callable[[FloatFormat, Bits, Bits], Sequence["int | None"]]


def parts_of(constant: Attribute | None) -> Bits | None:
    """Return the bits of a constant."""
    if not isinstance(constant, ArrayAttr):
        return None
    bits = [each.bits for each in constant if isinstance(each, FloatAttr)]
    return (bits[0], bits[1]) if len(bits) == 2 else None


def fold_parts(operands: Operands, type: Type, compute: Compute) -> FoldResult | None:
    """Fold a function of one or two complex constants, which computes the bits of the parts of its result."""
    if POISON in operands:
        return (POISON,)
    known = [parts_of(each) for each in operands]
    part = part_of(type)
    if not isinstance(part, FloatType):
        return None
    given = [each for each in known if each is not None]
    if len(given) != len(operands):
        return None
    results = [bits for bits in compute(part.format, given[0], given[-1]) if bits is not None]
    return (ArrayAttr(tuple([element_attribute(bits, part) for bits in results])),) if len(results) == 2 else None


def is_number(constant: Attribute | None, real: int) -> bool:
    """Return whether a constant is a real number, with zeros of either sign."""
    parts = [each.value for each in constant if isinstance(each, FloatAttr)] if isinstance(constant, ArrayAttr) else []
    return parts == [real, 0]


# -- Parts -------------------------------------------------------------------------------------------------------------


@op("complex.constant", traits=(ConstantLike, Pure))
class ConstantOp(Op):
    """A complex number, given as its real and its imaginary part.

    Rules: (constant_c1) there are two parts. (constant_c2) they are numbers of the type of the result's parts.
    Example: %c = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
    """

    value: Attr[ArrayAttr] = attr(array_attr)
    complex: Result = result(any_complex)
    syntax = "$value attr-dict `:` type($complex)"

    def result_names(self) -> Sequence[str | None]:
        return ("cst",)

    def verify(self, report: Report) -> None:
        parts, wanted = list(self.value), part_of(self.complex.type)
        if len(parts) != 2:
            report.error("constant_c1", f"must have two parts, but got '{self.value}'")
        elif any(not isinstance(each, (FloatAttr, IntegerAttr)) or each.type is not wanted for each in parts):
            report.error("constant_c2", f"must have parts of type '{wanted}', but got '{self.value}'")


@op("complex.create", traits=(Pure,))
class CreateOp(Op):
    """The complex number of a real and an imaginary part.

    Example: %z = complex.create %x, %y : complex<f32>
    """

    real: Operand = operand(any_float, type_from=("complex", part_of))
    imaginary: Operand = operand(any_float, type_from=("complex", part_of))
    complex: Result = result(complex_of_floats)
    syntax = "$real `,` $imaginary attr-dict `:` type($complex)"

    def fold(self, operands: Operands) -> FoldResult | None:
        """create(re(z), im(z)) -> z; constants"""
        real, imaginary = operands
        if isinstance(real, FloatAttr) and isinstance(imaginary, FloatAttr):
            return (ArrayAttr((real, imaginary)),)
        inner, other = self.real.defined_by(ReOp), self.imaginary.defined_by(ImOp)
        is_whole = inner is not None and other is not None and inner.complex is other.complex
        return (inner.complex,) if is_whole and inner is not None else None


class PartOp(Op):
    """A complex number to a real one."""

    complex: Operand = operand(complex_of_floats)
    result: Result = inferred_result(any_float, type_from=("complex", part_of))
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


@op("complex.re", traits=(Pure,))
class ReOp(PartOp):
    """The real part.

    Example: %x = complex.re %z : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """re(create(x, y)) -> x; constants"""
        return _fold_part(self, operands, 0)


@op("complex.im", traits=(Pure,))
class ImOp(PartOp):
    """The imaginary part.

    Example: %y = complex.im %z : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """im(create(x, y)) -> y; constants"""
        return _fold_part(self, operands, 1)


def _fold_part(op: PartOp, operands: Operands, number: int) -> FoldResult | None:
    if operands[0] is POISON:
        return (POISON,)
    bits = parts_of(operands[0])
    if bits is not None:
        return (element_attribute(bits[number], op.result.type),)
    inner = op.complex.defined_by(CreateOp)
    return (inner.operands[number],) if inner is not None else None


# -- Arithmetic --------------------------------------------------------------------------------------------------------


class BinaryOp(Op):
    """Two complex numbers to one."""

    lhs: Operand = operand(C)
    rhs: Operand = operand(C)
    result: Result = inferred_result(C)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def allows(self, *flags: str) -> bool:
        """Return whether the op has all of some flags."""
        return all(flag in self.fastmath for flag in flags)


class UnaryOp(Op):
    """A complex number to another one."""

    complex: Operand = operand(C)
    result: Result = inferred_result(C)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


@op("complex.add", traits=(Pure, Commutative))
class AddOp(BinaryOp):
    """The sum.

    Example: %r = complex.add %a, %b fastmath<nnan> : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """z + 0 -> z if signs of zeros do not matter; constants"""
        if is_number(operands[1], 0) and self.allows("nsz"):
            return (self.lhs,)
        return fold_parts(
            operands, self.result.type, lambda f, x, y: [exact.add(f, a, b) for a, b in zip(x, y, strict=True)]
        )


@op("complex.sub", traits=(Pure,))
class SubOp(BinaryOp):
    """The difference.

    Example: %r = complex.sub %a, %b : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """z - 0 -> z if signs of zeros do not matter; constants"""
        if is_number(operands[1], 0) and self.allows("nsz"):
            return (self.lhs,)
        return fold_parts(
            operands, self.result.type, lambda f, x, y: [exact.subtract(f, a, b) for a, b in zip(x, y, strict=True)]
        )


@op("complex.mul", traits=(Pure, Commutative))
class MulOp(BinaryOp):
    """The product: (a + ib)(c + id) is (ac - bd) + i(ad + bc), each op of which is rounded.

    Example: %r = complex.mul %a, %b : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """z * 1 -> z if neither nan nor signs of zeros matter; constants"""
        if is_number(operands[1], 1) and self.allows("nnan", "nsz"):
            return (self.lhs,)
        return fold_parts(operands, self.result.type, _product)


def _product(form: FloatFormat, x: Bits, y: Bits) -> Sequence[int | None]:
    (a, b), (c, d) = x, y
    products = [exact.multiply(form, *pair) for pair in ((a, c), (b, d), (a, d), (b, c))]
    ac, bd, ad, bc = products
    if ac is None or bd is None or ad is None or bc is None:
        return ()
    return exact.subtract(form, ac, bd), exact.add(form, ad, bc)


@op("complex.div", traits=(Pure,))
class DivOp(BinaryOp):
    """The quotient, scaled so that what is in between does not overflow.

    Example: %r = complex.div %a, %b : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """z / 1 -> z if neither nan nor signs of zeros matter"""
        return (self.lhs,) if is_number(operands[1], 1) and self.allows("nnan", "nsz") else None


@op("complex.neg", traits=(Pure,))
class NegOp(UnaryOp):
    """The number with the opposite signs.

    Example: %r = complex.neg %z : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """-(-z) -> z; constants"""
        inner = self.complex.defined_by(NegOp)
        if inner is not None:
            return (inner.complex,)
        return fold_parts(operands, self.result.type, lambda f, x, _: [exact.negate(f, each) for each in x])


@op("complex.conj", traits=(Pure,))
class ConjOp(UnaryOp):
    """The conjugate: the number with the opposite imaginary part.

    Example: %r = complex.conj %z : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """conj(conj(z)) -> z; constants"""
        inner = self.complex.defined_by(ConjOp)
        if inner is not None:
            return (inner.complex,)
        return fold_parts(operands, self.result.type, lambda f, x, _: (x[0], exact.negate(f, x[1])))


# -- Comparisons -------------------------------------------------------------------------------------------------------


class ComparisonOp(Op):
    """Two complex numbers to one bit."""

    lhs: Operand = operand(C)
    rhs: Operand = operand(C)
    result: Result = inferred_result(bool_type)
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@op("complex.eq", traits=(Pure, Commutative))
class EqualOp(ComparisonOp):
    """Whether both parts are equal; nan is equal to nothing.

    Example: %r = complex.eq %a, %b : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """The comparison of two constants is one."""
        return _fold_equality(self, operands, if_equal=TRUE, otherwise=FALSE)


@op("complex.neq", traits=(Pure, Commutative))
class NotEqualOp(ComparisonOp):
    """Whether some parts are not equal; nan is not equal to anything.

    Example: %r = complex.neq %a, %b : complex<f32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """The comparison of two constants is one."""
        return _fold_equality(self, operands, if_equal=FALSE, otherwise=TRUE)


def _fold_equality(
    op: ComparisonOp, operands: Operands, *, if_equal: IntegerAttr, otherwise: IntegerAttr
) -> FoldResult | None:
    if POISON in operands:
        return (POISON,)
    x, y, part = parts_of(operands[0]), parts_of(operands[1]), part_of(op.lhs.type)
    if x is None or y is None or not isinstance(part, FloatType):
        return None
    are_equal = all(exact.compare(part.format, a, b) == 0 for a, b in zip(x, y, strict=True))
    return (if_equal if are_equal else otherwise,)


# -- Functions ---------------------------------------------------------------------------------------------------------

_function = Family(UnaryOp, __name__, "%r = {name} %z : complex<f32>", traits=(Pure,))
_measure = Family(PartOp, __name__, "%r = {name} %z : complex<f32>", traits=(Pure,))
_of_two = Family(BinaryOp, __name__, "%r = {name} %a, %b : complex<f32>", traits=(Pure,))

AbsOp = _measure("AbsOp", "complex.abs", "The distance from 0.")
AngleOp = _measure("AngleOp", "complex.angle", "The angle to the positive real numbers, from -pi to pi.")
ExpOp = _function("ExpOp", "complex.exp", "The exponential function.")
Expm1Op = _function("Expm1Op", "complex.expm1", "The exponential function minus 1, precise near 0.")
LogOp = _function("LogOp", "complex.log", "The natural logarithm, cut along the negative real numbers.")
Log1pOp = _function("Log1pOp", "complex.log1p", "The natural logarithm of 1 plus the number, precise near 0.")
SinOp = _function("SinOp", "complex.sin", "The sine.")
CosOp = _function("CosOp", "complex.cos", "The cosine.")
TanOp = _function("TanOp", "complex.tan", "The tangent.")
TanhOp = _function("TanhOp", "complex.tanh", "The hyperbolic tangent.")
SqrtOp = _function("SqrtOp", "complex.sqrt", "The square root whose real part is not negative.")
RsqrtOp = _function("RsqrtOp", "complex.rsqrt", "1 divided by the square root.")
SignOp = _function("SignOp", "complex.sign", "The number divided by its distance from 0; 0 stays.")
PowOp = _of_two("PowOp", "complex.pow", "`lhs` to the power of `rhs`.")
Atan2Op = _of_two("Atan2Op", "complex.atan2", "-i log((rhs + i lhs) / sqrt(rhs^2 + lhs^2)).")


@op("complex.powi", traits=(Pure,))
class PowiOp(Op):
    """A complex number to the power of an integer.

    Example: %r = complex.powi %z, %n : complex<f32>, i32
    """

    lhs: Operand = operand(C)
    rhs: Operand = operand(signless_integer)
    result: Result = inferred_result(C)
    fastmath: Attr[FastMathAttr | None] = optional_attr(FastMathAttr, default=None)
    syntax = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"


@op("complex.bitcast", traits=(Pure,))
class BitcastOp(Op):
    """The same bits as a number of another type; the real part is in the lower half.

    Rules: (bitcast_c1) the types are equal, or one of them is complex. (bitcast_c2) both have as many bits.
    Example: %b = complex.bitcast %z : complex<f32> to i64
    """

    operand: Operand = operand(has_bits)
    result: Result = result(has_bits)
    syntax = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify(self, report: Report) -> None:
        source, target = self.operand.type, self.result.type
        if source is target:
            return
        if isinstance(source, ComplexType) == isinstance(target, ComplexType):
            report.error("bitcast_c1", f"must have one complex type, but got '{source}' and '{target}'")
        elif width_of(source) != width_of(target):
            report.error("bitcast_c2", f"must have types of as many bits, but got '{source}' and '{target}'")

    def fold(self, operands: Operands) -> FoldResult | None:
        """bitcast(x) to x's own type -> x; bitcast(bitcast(x)) to x's own type -> x"""
        if self.operand.type is self.result.type:
            return (self.operand,)
        inner = self.operand.defined_by(BitcastOp)
        return (inner.operand,) if inner is not None and inner.operand.type is self.result.type else None


def materialize_constant(value: Attribute, type: Type, location: Location) -> Op | None:
    """Return the op that makes a constant."""
    if isinstance(type, ComplexType) and isinstance(value, ArrayAttr):
        return ConstantOp(value, type, location=location)
    return arith.materialize_constant(value, type, location)


DIALECT = Dialect.collect("complex", globals(), materialize_constant=materialize_constant, dependencies=("arith",))
