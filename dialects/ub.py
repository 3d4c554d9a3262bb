"""The dialect `ub`: undefined behaviour. Poison itself is in `ir/poison.py`, where all folds can reach it."""

from __future__ import annotations

from dlc.ir.definition import Op, op
from dlc.ir.dialect import Dialect
from dlc.ir.poison import POISON, PoisonAttr, PoisonOp, materialize_poison
from dlc.ir.traits import Terminator


@op("ub.unreachable", traits=(Terminator,))
class UnreachableOp(Op):
    """Ends a block that control never reaches the end of: whatever leads here is undefined.

    Example: ub.unreachable
    """

    syntax = "attr-dict"


__all__ = ["DIALECT", "POISON", "PoisonAttr", "PoisonOp", "UnreachableOp"]

DIALECT = Dialect.collect("ub", globals(), materialize_constant=materialize_poison)
