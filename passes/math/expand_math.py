"""`expand-math`: math functions become arithmetic, with the same results on every machine and in vectors.

LLVM calls the C library for `exp` and others, one scalar at a time, with results that differ between libraries; on GPUs
it has no such functions. Here each becomes arithmetic: `arith` ops, `math.fma`, and functions that LLVM has
instructions for. There are no branches, so that a vector takes about as long as a scalar. The methods are in
`math/expansion/`, the accuracy is documented in docs/math-accuracy.md. Scalars and vectors of f32 and f64 are expanded;
f16 and bf16 are computed in f32. Tensors, scalable vectors and other formats are left alone.

Fast-math flags: `nsz` is kept on the new ops, and avoids restoring the signs of zeros. `nnan` and `ninf` avoid the code
for nan and infinity. `afn` limits the reduction of angles to |x| up to 2^17 (f32) or 2^28 (f64), lets exp(-|x|) and 2^x
be 0 where they are no normal numbers, and 2^x infinite where its nearest power of two is. New ops have no flag but
`nsz`: with the others they would be inaccurate, or wrong.
Where a machine has an instruction for powers of two, exp2 of f32 with `afn` is that.

Remainders of f32 and narrower formats are expanded too where a machine has instructions for fused products. They are
exact.
Where a machine has no instructions for fused products or for roundings, these are expanded as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from dlc.dialects import arith, math
from dlc.dialects.arith import NO_FASTMATH, FastMathAttr
from dlc.ir import DenseElementsAttr, FloatAttr, InsertionPoint, IntegerAttr, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, VectorType, f32, float_format, like
from dlc.ir.patterns import Rewriter
from dlc.ir.values import constant_of

from ..manager import Pass, PassRun, option, statistic
from .expansion import (
    error_functions as error,
    exponentials as exponential,
    fused_products as fused,
    integer_powers as integer,
    inverse_trigonometry as inverse,
    logarithms as logarithm,
    powers as power,
    remainders as remainder,
    roundings as rounding,
    trigonometry as angle,
)
from .expansion.expressions import FORMATS, ExpressionBuilder, Real

Function = Callable[..., "Real | tuple[Real, ...]"]
FUNCTIONS: Mapping[type[Operation], Function] = {
    math.ExpOp: exponential.exp,
    math.Exp2Op: exponential.exp2,
    math.ExpM1Op: exponential.expm1,
    math.SinhOp: exponential.sinh,
    math.CoshOp: exponential.cosh,
    math.TanhOp: exponential.tanh,
    math.LogOp: logarithm.log,
    math.Log2Op: logarithm.log2,
    math.Log10Op: logarithm.log10,
    math.Log1pOp: logarithm.log1p,
    math.AsinhOp: logarithm.asinh,
    math.AcoshOp: logarithm.acosh,
    math.AtanhOp: logarithm.atanh,
    math.SinOp: angle.sin,
    math.CosOp: angle.cos,
    math.TanOp: angle.tan,
    math.SincosOp: angle.sincos,
    math.AsinOp: inverse.asin,
    math.AcosOp: inverse.acos,
    math.AtanOp: inverse.atan,
    math.Atan2Op: inverse.atan2,
    math.ErfOp: error.erf,
    math.ErfcOp: error.erfc,
    math.PowFOp: power.powf,
    math.CbrtOp: power.cbrt,
    math.RsqrtOp: power.rsqrt,
}
"""The functions whose operands are all floats of one type."""
FUSED: Mapping[type[Operation], Function] = {math.FmaOp: fused.fma}
ROUNDINGS: Mapping[type[Operation], Function] = {
    math.FloorOp: rounding.floor,
    math.CeilOp: rounding.ceil,
    math.TruncOp: rounding.trunc,
    math.RoundOp: rounding.round_half_away,
    math.RoundEvenOp: rounding.roundeven,
}
DIVISIONS: Mapping[type[Operation], Function] = {arith.RemFOp: remainder.remainder}
"""Ops of `arith` that are functions of the C library to LLVM; f64 is left to it."""
EXPANSIONS = {**FUNCTIONS, **FUSED, **ROUNDINGS, **DIVISIONS}
NAMES = frozenset(kind.name for kind in (*FUNCTIONS, math.FPowIOp, math.IPowIOp))
DIVISION_NAMES = frozenset(kind.name for kind in DIVISIONS)
NARROW = frozenset({"f16", "bf16"})


def expand_math(
    root: Operation, names: Collection[str] = NAMES, missing: Collection[str] = (), *, exp2_instructions: bool = False
) -> int:
    """Expand the ops of these names in `root`, then those for which the machine has no instructions (`missing`), which
    expansions make too; return their number.
    """
    rewriter = Rewriter()
    rewriter.current_pattern = "expand-math"
    count = 0
    for selected in (names, missing):
        for op in list(root.walk()) if selected else ():
            if op.name in selected and op is not root and not (exp2_instructions and _is_approximate_exp2(op)):
                count += expand(op, rewriter)
    return count


def expand(op: Operation, rewriter: Rewriter) -> bool:
    """Expand one op; return whether it can be expanded."""
    type = op.operands[0].type
    if not is_expanded(op.results[0].type) or (isinstance(op, arith.RemFOp) and float_format(type) == "f64"):
        return False
    flags = op.properties.get("fastmath")
    flags = flags if isinstance(flags, FastMathAttr) else NO_FASTMATH
    with rewriter.at(InsertionPoint.before_op(op), rewriter.provenance(op.location)):
        if isinstance(op, math.IPowIOp):
            values: Sequence[Value] = [integer.ipowi(op, rewriter, _known_integer(op.rhs))]
        elif float_format(type) in NARROW:
            values = _in_f32(op, rewriter, flags)
        else:
            values = _expanded(op, op.operands, ExpressionBuilder(rewriter, type, flags))
    rewriter.replace(op, values)
    return True


def _is_approximate_exp2(op: Operation) -> bool:
    """Return whether an op is a power of two that need not be more accurate than an instruction."""
    flags = op.properties.get("fastmath")
    return isinstance(op, math.Exp2Op) and op.result.type is f32 and isinstance(flags, FastMathAttr) and "afn" in flags


def is_expanded(type: Type) -> bool:
    """Return whether functions of this type are expanded."""
    if isinstance(type, VectorType):
        return not type.is_scalable and is_expanded(type.element_type)
    if isinstance(type, FloatType):
        return type.format_name in NARROW | FORMATS.keys()
    return isinstance(type, (IntegerType, IndexType))


def _expanded(op: Operation, operands: Sequence[Value], at: ExpressionBuilder) -> list[Value]:
    if isinstance(op, math.FPowIOp):
        return [_fpowi(op, at.real(operands[0]), at).value]
    if isinstance(op, math.PowFOp):
        product = _product(at.real(operands[0]), _known_power(op.rhs))
        if product is not None:
            return [product.value]
    results = EXPANSIONS[type(op)](*map(at.real, operands))
    return [results.value] if isinstance(results, Real) else [each.value for each in results]


def _in_f32(op: Operation, rewriter: Rewriter, flags: FastMathAttr) -> list[Value]:
    """Compute an op in f32, and round the result to the narrower format."""
    wide = like(op.operands[0].type, f32)
    operands = [
        rewriter.insert(arith.ExtFOp(value, wide)).target if float_format(value.type) in NARROW else value
        for value in op.operands
    ]
    wide_results = _expanded(op, operands, ExpressionBuilder(rewriter, wide, flags))
    return [
        rewriter.insert(arith.TruncFOp(value, result.type)).target
        for value, result in zip(wide_results, op.results, strict=True)
    ]


# -- Powers ------------------------------------------------------------------------------------------------------------


def _known_power(value: Value) -> float | None:
    """Return the constant value of an exponent, a scalar or a splat."""
    attr = constant_of(value)
    if isinstance(attr, DenseElementsAttr):
        attr = attr.splat_value()
    if isinstance(attr, FloatAttr):
        return attr.value
    return attr.signed if isinstance(attr, IntegerAttr) else None


def _known_integer(value: Value) -> int | None:
    known = _known_power(value)
    return known if isinstance(known, int) else None


def _product(x: Real, exponent: float | None) -> Real | None:
    """Return x^exponent as products if that is as accurate as the general method; otherwise `None`."""
    if exponent == 1:
        return x * 1.0
    if exponent == 2:
        return x * x
    if exponent == 3:
        return x * x * x
    return 1.0 / x if exponent == -1 else None


def _fpowi(op: math.FPowIOp, x: Real, at: ExpressionBuilder) -> Real:
    product = _product(x, _known_power(op.rhs))
    if product is not None:
        return product
    parts = integer.exponent_in_parts(op.rhs, at)
    return power.fpowi(x, parts.high, parts.low, parts.is_zero, parts.is_odd)


class ExpandMath(Pass):
    """Expand math functions into arithmetic, without calls or branches

    Example: expand-math{functions=rsqrt}
        func.func @f(%x: f32) -> f32 {
          %y = math.rsqrt %x : f32
          return %y : f32
        }
    """

    name = "expand-math"
    functions: tuple[str, ...] = option("Only these functions, such as `exp,tanh`; all, if none are given", default=())
    fma_instructions: bool = option("Whether the machine has instructions for fused products", default=True)
    rounding_instructions: bool = option("Whether the machine has instructions for roundings", default=True)
    exp2_instructions: bool = option("Whether the machine has an instruction for powers of two of f32", default=False)
    expanded = statistic("num-expanded", "Number of functions expanded")

    def run(self, op: Operation, run: PassRun) -> None:
        names = {f"math.{name}" for name in self.functions}
        unknown = sorted(names - NAMES)
        if unknown:
            run.error(op, f"cannot have '{unknown[0]}' expanded, expected one of {', '.join(sorted(NAMES))}")
            return
        missing = [
            *(kind.name for kind in ROUNDINGS if not self.rounding_instructions),
            *(kind.name for kind in FUSED if not self.fma_instructions),
        ]
        every = NAMES | DIVISION_NAMES if self.fma_instructions else NAMES  # remainders are made of fused products
        run.count_changes(
            self.expanded, expand_math(op, names or every, missing, exp2_instructions=self.exp2_instructions)
        )
