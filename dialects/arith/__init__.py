"""The dialect `arith`: numbers, as MLIR 22 has them.

Integers are signless, of any width or `index`; floats are of any format. Everything works on vectors and tensors too,
element by element. Where a canonical form or a fold of MLIR's is not exact, it is not here: see the patterns.
"""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import cast_patterns, extreme_patterns, float_comparison_patterns, integer_patterns, logic_patterns
from .attributes import (
    CMPF_PREDICATES as CMPF_PREDICATES,
    CMPI_PREDICATES as CMPI_PREDICATES,
    NO_FASTMATH as NO_FASTMATH,
    NO_OVERFLOW_FLAGS as NO_OVERFLOW_FLAGS,
    ROUNDING_MODES as ROUNDING_MODES,
    FastMathAttr as FastMathAttr,
    IntegerOverflowFlagsAttr as IntegerOverflowFlagsAttr,
    cmpf_attr as cmpf_attr,
    cmpi_attr as cmpi_attr,
    rounding as rounding,
)
from .bitwise_ops import (
    AndIOp as AndIOp,
    OrIOp as OrIOp,
    ShLIOp as ShLIOp,
    ShRSIOp as ShRSIOp,
    ShRUIOp as ShRUIOp,
    XOrIOp as XOrIOp,
)
from .cast_ops import (
    BitcastOp as BitcastOp,
    ExtFOp as ExtFOp,
    ExtSIOp as ExtSIOp,
    ExtUIOp as ExtUIOp,
    FPToSIOp as FPToSIOp,
    FPToUIOp as FPToUIOp,
    IndexCastOp as IndexCastOp,
    IndexCastUIOp as IndexCastUIOp,
    ScalingExtFOp as ScalingExtFOp,
    ScalingTruncFOp as ScalingTruncFOp,
    SIToFPOp as SIToFPOp,
    TruncFOp as TruncFOp,
    TruncIOp as TruncIOp,
    UIToFPOp as UIToFPOp,
)
from .combiners import (
    ASSIGN as ASSIGN,
    ATOMIC_KIND_NAMES as ATOMIC_KIND_NAMES,
    ATOMIC_KINDS as ATOMIC_KINDS,
    COMBINER_OF_OP as COMBINER_OF_OP,
    COMBINERS as COMBINERS,
    COMBINING_KINDS as COMBINING_KINDS,
    Combiner as Combiner,
    combiner_of as combiner_of,
)
from .comparison_ops import (
    CmpFOp as CmpFOp,
    CmpIOp as CmpIOp,
    SelectOp as SelectOp,
    inverted as inverted,
    swapped as swapped,
)
from .constant import (
    ConstantOp as ConstantOp,
    integer_constant as integer_constant,
    materialize_constant as materialize_constant,
)
from .division_ops import (
    CeilDivSIOp as CeilDivSIOp,
    CeilDivUIOp as CeilDivUIOp,
    DivSIOp as DivSIOp,
    DivUIOp as DivUIOp,
    FloorDivSIOp as FloorDivSIOp,
    RemSIOp as RemSIOp,
    RemUIOp as RemUIOp,
)
from .float_ops import (
    AddFOp as AddFOp,
    DivFOp as DivFOp,
    MaximumFOp as MaximumFOp,
    MaxNumFOp as MaxNumFOp,
    MinimumFOp as MinimumFOp,
    MinNumFOp as MinNumFOp,
    MulFOp as MulFOp,
    NegFOp as NegFOp,
    RemFOp as RemFOp,
    SubFOp as SubFOp,
)
from .integer_ops import (
    AddIOp as AddIOp,
    AddUIExtendedOp as AddUIExtendedOp,
    MaxSIOp as MaxSIOp,
    MaxUIOp as MaxUIOp,
    MinSIOp as MinSIOp,
    MinUIOp as MinUIOp,
    MulIOp as MulIOp,
    MulSIExtendedOp as MulSIExtendedOp,
    MulUIExtendedOp as MulUIExtendedOp,
    SubIOp as SubIOp,
)

_PATTERNS = (integer_patterns, logic_patterns, extreme_patterns, cast_patterns, float_comparison_patterns)

DIALECT = Dialect.collect(
    "arith",
    globals(),
    modules=_PATTERNS,
    materialize_constant=materialize_constant,
    dependencies=("ub",),
)
