"""The dialect `cf`: control flow between the blocks of a region."""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import patterns
from .ops import AssertOp as AssertOp, BranchOp as BranchOp, CondBranchOp as CondBranchOp, SwitchOp as SwitchOp

DIALECT = Dialect.collect("cf", globals(), modules=(patterns,), dependencies=("arith",))
