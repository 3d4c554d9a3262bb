"""The dialect `cf`: control flow between the blocks of a region."""

from __future__ import annotations

from ...ir.dialect import Dialect
from .ops import AssertOp, BranchOp, CondBranchOp, SwitchOp
from .patterns import (
    branch_on_constant,
    choose_between_operands,
    decide_by_dominating_branch,
    decide_by_dominating_switch,
    drop_cases_like_default,
    drop_cases_taken_before,
    erase_true_assertion,
    follow_passing_block,
    follow_passing_blocks_of_condition,
    follow_passing_blocks_of_switch,
    merge_into_only_predecessor,
    spread_known_condition,
    switch_on_constant,
    switch_with_default_only,
)

DIALECT = Dialect.collect("cf", globals(), dependencies=("arith",))
