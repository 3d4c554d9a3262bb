"""The dialect `arith`: numbers, as MLIR 22 has them.

Integers are signless, of any width or `index`; floats are of any format. Everything works on vectors and tensors too,
element by element. Where a canonical form or a fold of MLIR's is not exact, it is not here: see the patterns.
"""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import cast_patterns, float_comparison_patterns, integer_patterns, logic_patterns
from .attributes import (
    CMPF_PREDICATES,
    CMPI_PREDICATES,
    NO_FASTMATH,
    NO_OVERFLOW_FLAGS,
    ROUNDING_MODES,
    FastMathAttr,
    IntegerOverflowFlagsAttr,
    cmpf_attr,
    cmpi_attr,
    rounding,
)
from .bitwise_ops import AndIOp, OrIOp, ShLIOp, ShRSIOp, ShRUIOp, XOrIOp
from .cast_ops import (
    BitcastOp,
    ExtFOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    ScalingExtFOp,
    ScalingTruncFOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from .comparison_ops import CmpFOp, CmpIOp, SelectOp, inverted, swapped
from .constant import ConstantOp, integer_constant, materialize_constant
from .division_ops import CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, RemSIOp, RemUIOp
from .float_ops import (
    AddFOp,
    DivFOp,
    MaximumFOp,
    MaxNumFOp,
    MinimumFOp,
    MinNumFOp,
    MulFOp,
    NegFOp,
    RemFOp,
    SubFOp,
)
from .integer_ops import (
    AddIOp,
    AddUIExtendedOp,
    MaxSIOp,
    MaxUIOp,
    MinSIOp,
    MinUIOp,
    MulIOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
    SubIOp,
)

__all__ = [
    "CMPF_PREDICATES",
    "CMPI_PREDICATES",
    "DIALECT",
    "NO_FASTMATH",
    "NO_OVERFLOW_FLAGS",
    "ROUNDING_MODES",
    "AddFOp",
    "AddIOp",
    "AddUIExtendedOp",
    "AndIOp",
    "BitcastOp",
    "CeilDivSIOp",
    "CeilDivUIOp",
    "CmpFOp",
    "CmpIOp",
    "ConstantOp",
    "DivFOp",
    "DivSIOp",
    "DivUIOp",
    "ExtFOp",
    "ExtSIOp",
    "ExtUIOp",
    "FPToSIOp",
    "FPToUIOp",
    "FastMathAttr",
    "FloorDivSIOp",
    "IndexCastOp",
    "IndexCastUIOp",
    "IntegerOverflowFlagsAttr",
    "MaxNumFOp",
    "MaxSIOp",
    "MaxUIOp",
    "MaximumFOp",
    "MinNumFOp",
    "MinSIOp",
    "MinUIOp",
    "MinimumFOp",
    "MulFOp",
    "MulIOp",
    "MulSIExtendedOp",
    "MulUIExtendedOp",
    "NegFOp",
    "OrIOp",
    "RemFOp",
    "RemSIOp",
    "RemUIOp",
    "SIToFPOp",
    "ScalingExtFOp",
    "ScalingTruncFOp",
    "SelectOp",
    "ShLIOp",
    "ShRSIOp",
    "ShRUIOp",
    "SubFOp",
    "SubIOp",
    "TruncFOp",
    "TruncIOp",
    "UIToFPOp",
    "XOrIOp",
    "cmpf_attr",
    "cmpi_attr",
    "integer_constant",
    "inverted",
    "materialize_constant",
    "rounding",
    "swapped",
]

_PATTERNS = (integer_patterns, logic_patterns, cast_patterns, float_comparison_patterns)

DIALECT = Dialect.collect(
    "arith",
    globals() | {name: member for module in _PATTERNS for name, member in vars(module).items()},
    materialize_constant=materialize_constant,
    dependencies=("ub",),
)
