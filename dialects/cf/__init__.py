"""The dialect `cf`: control flow between the blocks of a region."""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import patterns
from .ops import AssertOp, BranchOp, CondBranchOp, SwitchOp

__all__ = [
    "DIALECT",
    "AssertOp",
    "BranchOp",
    "CondBranchOp",
    "SwitchOp",
]

DIALECT = Dialect.collect("cf", globals() | vars(patterns), dependencies=("arith",))
