"""The dialect `math`: functions of numbers, element by element, as MLIR 22 has them.

Folds of functions that cannot be computed exactly are those of the C library in 64 bits.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from .exponentials import (
    CbrtOp,
    ErfcOp,
    ErfOp,
    Exp2Op,
    ExpM1Op,
    ExpOp,
    FPowIOp,
    Log1pOp,
    Log2Op,
    Log10Op,
    LogOp,
    PowFOp,
    RsqrtOp,
    SqrtOp,
)
from .float_ops import (
    AbsFOp,
    CeilOp,
    ClampFOp,
    CopySignOp,
    FloorOp,
    FmaOp,
    IsFiniteOp,
    IsInfOp,
    IsNaNOp,
    IsNormalOp,
    RoundEvenOp,
    RoundOp,
    TruncOp,
)
from .integer_ops import AbsIOp, CountLeadingZerosOp, CountTrailingZerosOp, CtPopOp, IPowIOp
from .trigonometry import (
    AcoshOp,
    AcosOp,
    AsinhOp,
    AsinOp,
    Atan2Op,
    AtanhOp,
    AtanOp,
    CoshOp,
    CosOp,
    SincosOp,
    SinhOp,
    SinOp,
    TanhOp,
    TanOp,
)

__all__ = [
    "DIALECT",
    "AbsFOp",
    "AbsIOp",
    "AcosOp",
    "AcoshOp",
    "AsinOp",
    "AsinhOp",
    "Atan2Op",
    "AtanOp",
    "AtanhOp",
    "CbrtOp",
    "CeilOp",
    "ClampFOp",
    "CopySignOp",
    "CosOp",
    "CoshOp",
    "CountLeadingZerosOp",
    "CountTrailingZerosOp",
    "CtPopOp",
    "ErfOp",
    "ErfcOp",
    "Exp2Op",
    "ExpM1Op",
    "ExpOp",
    "FPowIOp",
    "FloorOp",
    "FmaOp",
    "IPowIOp",
    "IsFiniteOp",
    "IsInfOp",
    "IsNaNOp",
    "IsNormalOp",
    "Log1pOp",
    "Log2Op",
    "Log10Op",
    "LogOp",
    "PowFOp",
    "RoundEvenOp",
    "RoundOp",
    "RsqrtOp",
    "SinOp",
    "SincosOp",
    "SinhOp",
    "SqrtOp",
    "TanOp",
    "TanhOp",
    "TruncOp",
]

DIALECT = Dialect.collect("math", globals(), materialize_constant=materialize_constant, dependencies=("arith", "ub"))
