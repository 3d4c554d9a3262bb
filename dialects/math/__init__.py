"""The dialect `math`: functions of numbers, element by element, as MLIR 22 has them.

Folds of functions that cannot be computed exactly are those of the C library in 64 bits.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from .exponentials import (
    CbrtOp as CbrtOp,
    ErfcOp as ErfcOp,
    ErfOp as ErfOp,
    Exp2Op as Exp2Op,
    ExpM1Op as ExpM1Op,
    ExpOp as ExpOp,
    FPowIOp as FPowIOp,
    Log1pOp as Log1pOp,
    Log2Op as Log2Op,
    Log10Op as Log10Op,
    LogOp as LogOp,
    PowFOp as PowFOp,
    RsqrtOp as RsqrtOp,
    SqrtOp as SqrtOp,
)
from .float_ops import (
    AbsFOp as AbsFOp,
    CeilOp as CeilOp,
    ClampFOp as ClampFOp,
    CopySignOp as CopySignOp,
    FloorOp as FloorOp,
    FmaOp as FmaOp,
    IsFiniteOp as IsFiniteOp,
    IsInfOp as IsInfOp,
    IsNaNOp as IsNaNOp,
    IsNormalOp as IsNormalOp,
    RoundEvenOp as RoundEvenOp,
    RoundOp as RoundOp,
    TruncOp as TruncOp,
)
from .integer_ops import (
    AbsIOp as AbsIOp,
    CountLeadingZerosOp as CountLeadingZerosOp,
    CountTrailingZerosOp as CountTrailingZerosOp,
    CtPopOp as CtPopOp,
    IPowIOp as IPowIOp,
)
from .trigonometry import (
    AcoshOp as AcoshOp,
    AcosOp as AcosOp,
    AsinhOp as AsinhOp,
    AsinOp as AsinOp,
    Atan2Op as Atan2Op,
    AtanhOp as AtanhOp,
    AtanOp as AtanOp,
    CoshOp as CoshOp,
    CosOp as CosOp,
    SincosOp as SincosOp,
    SinhOp as SinhOp,
    SinOp as SinOp,
    TanhOp as TanhOp,
    TanOp as TanOp,
)

DIALECT = Dialect.collect("math", globals(), materialize_constant=materialize_constant, dependencies=("arith", "ub"))
