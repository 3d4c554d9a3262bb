"""Casts between integers, index and floats, and between both. Folds never round: what is not exact is left to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir import float_arithmetic as exact
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import float_like
from dlc.ir.builtin_types import MemRefType, bit_width, element_type, f32, like
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.floats import FloatFormat
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .attributes import NO_OVERFLOW_FLAGS, FastMathAttr, IntegerOverflowFlagsAttr, rounding_mode
from .cast_bases import (
    CastOp,
    Compatible,
    FloatCastOp,
    FloatToIntegerOp,
    IndexCastBase,
    IntegerCastOp,
    IntegerToFloatOp,
    as_wide,
    bit_castable,
    is_narrower,
    is_wider,
)
from .float_ops import float_format
from .folding import Operands, fold_bits

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def element_width(type: Type) -> int:
    """The width of a type's elements; 64 for index."""
    return bit_width(element_type(type)) or 0


# -- Integers to integers ----------------------------------------------------------------------------------------------


@op("arith.extui", traits=(Pure, Elementwise))
class ExtUIOp(IntegerCastOp):
    """Zero-extend an unsigned integer to more bits.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) the result has more bits.
    Example: %r = arith.extui %a : i32 to i64
    """

    compatible = staticmethod(is_wider)

    def fold(self, operands: Operands) -> FoldResult | None:
        """extui(extui(x)) -> extui(x); constants."""
        inner = self.source.defined_by(ExtUIOp)
        if inner is not None:
            self.source = inner.source
            return (self.target,)
        return fold_bits(operands, self.target.type, lambda a: a)


@op("arith.extsi", traits=(Pure, Elementwise))
class ExtSIOp(IntegerCastOp):
    """Sign-extend a signed integer to more bits.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) the result has more bits.
    Example: %r = arith.extsi %a : vector<4xi8> to vector<4xi32>
    """

    compatible = staticmethod(is_wider)

    def fold(self, operands: Operands) -> FoldResult | None:
        """extsi(extsi(x)) -> extsi(x); constants."""
        inner = self.source.defined_by(ExtSIOp)
        if inner is not None:
            self.source = inner.source
            return (self.target,)
        return fold_bits(operands, self.target.type, lambda a: a, signed=True)


@op("arith.trunci", traits=(Pure, Elementwise))
class TruncIOp(IntegerCastOp):
    """The lower bits. With `nsw` (`nuw`), poison where the signed (unsigned) number changes.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) the result has fewer bits.
    Example: %r = arith.trunci %a overflow<nsw> : i32 to i16
    """

    overflowFlags: Attr[IntegerOverflowFlagsAttr] = attr(  # noqa: N815 (MLIR's name)
        IntegerOverflowFlagsAttr, default=NO_OVERFLOW_FLAGS
    )
    syntax = "$source (`overflow` `` $overflowFlags^)? attr-dict `:` type($source) `to` type($target)"
    compatible = staticmethod(is_narrower)

    def fold(self, operands: Operands) -> FoldResult | None:
        """trunci(ext(x)) -> x or trunci(x); trunci(trunci(x)) -> trunci(x); constants."""
        definer = self.source.defining_op
        if isinstance(definer, (ExtUIOp, ExtSIOp)):
            inner = definer.source
            if inner.type is self.target.type:
                return (inner,)
            if element_width(inner.type) > element_width(self.target.type):
                self.source = inner
                return (self.target,)
        if isinstance(definer, TruncIOp):
            self.source = definer.source
            self.overflowFlags = IntegerOverflowFlagsAttr(self.overflowFlags.bits & definer.overflowFlags.bits)
            return (self.target,)
        return fold_bits(operands, self.target.type, lambda a: a)


@op("arith.index_cast", traits=(Pure, Elementwise))
class IndexCastOp(IndexCastBase):
    """Between an integer and index, as signed numbers: extended or truncated to fit.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) one is index, the other is not.
    Example: %r = arith.index_cast %a : i32 to index
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """Constants; to a type at least as wide and back -> x."""
        folded = fold_bits(operands, self.target.type, lambda a: a, signed=True)
        return folded if folded is not None else _there_and_back(self, self.source.defined_by(IndexCastOp))


@op("arith.index_castui", traits=(Pure, Elementwise))
class IndexCastUIOp(IndexCastBase):
    """Between an integer and index, as unsigned numbers: extended or truncated to fit.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) one is index, the other is not.
    Example: %r = arith.index_castui %a : vector<4xindex> to vector<4xi32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """Constants; to a type at least as wide and back -> x."""
        folded = fold_bits(operands, self.target.type, lambda a: a)
        return folded if folded is not None else _there_and_back(self, self.source.defined_by(IndexCastUIOp))


def _there_and_back(op: CastOp, inner: CastOp | None) -> FoldResult | None:
    if inner is None or inner.source.type is not op.target.type:
        return None
    lossless = element_width(inner.target.type) >= element_width(inner.source.type)
    return (inner.source,) if lossless else None


# -- Floats to floats ------------------------------------------------------------------------------------------------


def fold_exact_conversion(operands: Operands, source: Type, target: Type) -> FoldResult | None:
    """Constants that the other format has too."""
    form, other = float_format(source), float_format(target)
    return fold_bits(operands, target, lambda a: exact.converts_exactly(form, a, other))


@op("arith.extf", traits=(Pure, Elementwise))
class ExtFOp(FloatCastOp):
    """Extend a float to a wider format.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) the result has more bits.
    Example: %r = arith.extf %a fastmath<contract> : f16 to f32
    """

    fastmath: Attr[FastMathAttr | None] = optional_attr(FastMathAttr, default=None)
    syntax = "$source (`fastmath` `` $fastmath^)? attr-dict `:` type($source) `to` type($target)"
    compatible = staticmethod(is_wider)

    def fold(self, operands: Operands) -> FoldResult | None:
        """extf(truncf(x)) -> x where both may be contracted; constants."""
        inner = self.source.defined_by(TruncFOp)
        contracts = inner is not None and _contracts(self.fastmath) and _contracts(inner.fastmath)
        if inner is not None and contracts and inner.source.type is self.target.type:
            return (inner.source,)
        return fold_exact_conversion(operands, self.source.type, self.target.type)


def _contracts(flags: FastMathAttr | None) -> bool:
    return flags is not None and "contract" in flags


@op("arith.truncf", traits=(Pure, Elementwise))
class TruncFOp(FloatCastOp):
    """The number in a narrower format, rounded as the mode says, to nearest even by default.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) the result has fewer bits.
    Example: %r = arith.truncf %a toward_zero fastmath<nnan> : f32 to bf16
    """

    roundingmode: Attr[IntegerAttr | None] = optional_attr(rounding_mode, default=None)
    fastmath: Attr[FastMathAttr | None] = optional_attr(FastMathAttr, default=None)
    syntax = "$source ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($source) `to` type($target)"
    compatible = staticmethod(is_narrower)

    def fold(self, operands: Operands) -> FoldResult | None:
        """truncf(extf(x)) -> x or truncf(x); constants that are exact."""
        inner = self.source.defined_by(ExtFOp)
        if inner is not None and _holds_all_of(float_format(inner.target.type), float_format(inner.source.type)):
            if inner.source.type is self.target.type:
                return (inner.source,)
            if element_width(inner.source.type) > element_width(self.target.type):
                self.source = inner.source
                return (self.target,)
        return fold_exact_conversion(operands, self.source.type, self.target.type)


def _holds_all_of(wide: FloatFormat, narrow: FloatFormat) -> bool:
    """Return whether every value of one format is one of the other."""
    return (
        wide.precision >= narrow.precision
        and wide.smallest_exponent <= narrow.smallest_exponent
        and wide.to_fraction(wide.largest) >= narrow.to_fraction(narrow.largest)
        and (wide.special == "ieee" or wide.special == narrow.special)
    )


class ScalingCastOp(Op):
    """A float and its scale to another float. Rounding and flags are those of the casts that it stands for."""

    source: Operand = operand(float_like)
    scale: Operand = operand(float_like)
    target: Result = result(float_like)

    def check(self, compatible: Compatible, report: Report) -> None:
        """Report shapes that differ and elements that cannot be cast."""
        source, scale, target = self.source.type, self.scale.type, self.target.type
        shaped = like(source, f32)
        if like(scale, f32) is not shaped or like(target, f32) is not shaped:
            report.error(
                "arith_cast_c1",
                "failed to verify that input and output have the same tensor dimensions, but got "
                f"'{source}', '{scale}' and '{target}'",
            )
        elif not compatible(element_type(source), element_type(target)):
            report.error(
                "arith_cast_c2",
                f"operand types '{source}', '{scale}' and result type '{target}' are cast incompatible",
            )


@op("arith.scaling_extf", traits=(Pure, Elementwise))
class ScalingExtFOp(ScalingCastOp):
    """The number in a wider format, times its scale, as in the OCP microscaling formats; nan if either is.

    Rules: (arith_cast_c1) all have the same shape. (arith_cast_c2) the result has more bits than the number.
    Example: %r = arith.scaling_extf %a, %scale : f8E5M2, f8E8M0FNU to f32
    """

    fastmath: Attr[FastMathAttr | None] = optional_attr(FastMathAttr, default=None)
    syntax = (
        "$source `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($source) `,` type($scale) `to` type($target)"
    )

    def verify(self, report: Report) -> None:
        self.check(is_wider, report)


@op("arith.scaling_truncf", traits=(Pure, Elementwise))
class ScalingTruncFOp(ScalingCastOp):
    """The number divided by its scale, in a narrower format, as in the OCP microscaling formats; nan if either is.

    Rules: (arith_cast_c1) all have the same shape. (arith_cast_c2) the result has fewer bits than the number.
    Example: %r = arith.scaling_truncf %a, %scale to_nearest_even : f32, f8E8M0FNU to f8E5M2
    """

    roundingmode: Attr[IntegerAttr | None] = optional_attr(rounding_mode, default=None)
    fastmath: Attr[FastMathAttr | None] = optional_attr(FastMathAttr, default=None)
    syntax = (
        "$source `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` "
        "type($source) `,` type($scale) `to` type($target)"
    )

    def verify(self, report: Report) -> None:
        self.check(is_narrower, report)


# -- Between integers and floats -------------------------------------------------------------------------------------


@op("arith.sitofp", traits=(Pure, Elementwise))
class SIToFPOp(IntegerToFloatOp):
    """The float nearest to a signed number.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) elements may be cast.
    Example: %r = arith.sitofp %a : i32 to f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        form = float_format(self.target.type)
        return fold_bits(operands, self.target.type, lambda a: exact.from_integer(form, a), signed=True)


@op("arith.uitofp", traits=(Pure, Elementwise))
class UIToFPOp(IntegerToFloatOp):
    """The float nearest to an unsigned number.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) elements may be cast.
    Example: %r = arith.uitofp %a : i32 to f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        form = float_format(self.target.type)
        return fold_bits(operands, self.target.type, lambda a: exact.from_integer(form, a))


@op("arith.fptosi", traits=(Pure, Elementwise))
class FPToSIOp(FloatToIntegerOp):
    """The number rounded towards zero, signed; poison where it does not fit.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) elements may be cast.
    Example: %r = arith.fptosi %a : f32 to i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        half = 1 << element_width(self.target.type) >> 1
        return _fold_to_integer(self, operands, -half, half)


@op("arith.fptoui", traits=(Pure, Elementwise))
class FPToUIOp(FloatToIntegerOp):
    """The number rounded towards zero, unsigned; poison where it does not fit.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) elements may be cast.
    Example: %r = arith.fptoui %a : f32 to i8
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return _fold_to_integer(self, operands, 0, 1 << element_width(self.target.type))


def _fold_to_integer(op: CastOp, operands: Operands, first: int, end: int) -> FoldResult | None:
    """Constants that fit the range from `first` to before `end`."""
    form = float_format(op.source.type)

    def integer_part(bits: int) -> int | None:
        value = exact.to_integer(form, bits)
        return value if value is not None and first <= value < end else None

    return fold_bits(operands, op.target.type, integer_part)


# -- The same bits ---------------------------------------------------------------------------------------------------


@op("arith.bitcast", traits=(Pure, Elementwise))
class BitcastOp(CastOp):
    """Reinterpret the bits as a number of another kind and equal width.

    Rules: (arith_cast_c1) both have the same shape. (arith_cast_c2) elements have the same width.
    Example: %r = arith.bitcast %a : f32 to i32
    """

    source: Operand = operand(bit_castable)
    target: Result = result(bit_castable)
    compatible = staticmethod(as_wide)

    def fold(self, operands: Operands) -> FoldResult | None:
        """cast(x) -> x, if the type stays the same. Folds constants."""
        if self.source.type is self.target.type:
            return (self.source,)
        if isinstance(self.target.type, MemRefType):
            return None
        return fold_bits(operands, self.target.type, lambda a: a)
