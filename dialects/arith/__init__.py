"""The dialect `arith`: numbers, as MLIR 22 has them.

Integers are signless, of any width or `index`; floats are of any format. Everything works on vectors and tensors too,
element by element. Where a canonical form or a fold of MLIR's is not exact, it is not here: see the patterns.
"""

from __future__ import annotations

from ...ir.dialect import Dialect
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
from .cast_patterns import (
    cancel_negations,
    cast_signed_to_index_at_once,
    cast_unsigned_to_index_at_once,
    convert_before_extending,
    convert_to_narrow_at_once,
    convert_unsigned_before_extending,
    extend_less,
    extend_without_sign,
    merge_bitcasts,
    shift_without_sign,
)
from .comparison_ops import CmpFOp, CmpIOp, SelectOp, inverted, swapped
from .constant import ConstantOp, integer_constant, materialize_constant
from .division_ops import CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, RemSIOp, RemUIOp
from .float_comparison_patterns import compare_as_integers
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
from .integer_patterns import (
    drop_unused_carry,
    drop_unused_high_half,
    merge_added_constants,
    merge_multiplied_constants,
    negate_what_is_left,
    sign_is_high_half_of_itself,
    subtract_instead_of_negating,
)
from .logic_patterns import (
    choose_by_what_was_negated,
    compare_before_extending,
    extend_after_logic,
    extend_condition,
    invert_comparison,
    negate_condition,
    skip_repeated_choice,
)

DIALECT = Dialect.collect("arith", globals(), materialize_constant=materialize_constant, dependencies=("ub",))
