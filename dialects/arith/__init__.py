"""The dialect `arith`: numbers, as MLIR 22 has them.

Integers are signless, of any width or `index`; floats are of any format. Everything works on vectors and tensors too,
element by element.
"""

from __future__ import annotations

from ...ir.dialect import Dialect
from .attributes import FastMathAttr, IntegerOverflowFlagsAttr
from .comparison_ops import CmpIOp
from .constant import ConstantOp, materialize_constant
from .float_ops import AddFOp, MulFOp
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

DIALECT = Dialect.collect("arith", globals(), materialize_constant=materialize_constant)
