"""Ops that get more or fewer operands and results: groups, their sizes, regions and uses."""

from __future__ import annotations

import pytest

from dlc.dialects.ub import UnreachableOp
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr
from dlc.ir.builtin_types import i1, i8, i32, i64
from dlc.ir.errors import InvalidIRError
from dlc.ir.operations import Operation
from dlc.ir.resizing import (
    append_operand,
    append_result,
    can_append_operand,
    erase_operands,
    erase_results,
    group_sizes,
    is_in_variadic_group,
)
from support.region_ops import ConditionOp, RepeatOp, YieldOp

TYPES = (i8, i32, i64)


def repeat() -> tuple[Block, Operation]:
    """An op with one operand and result in its first group and two in its second."""
    outer = Block(TYPES)
    body = Region()
    body.append(Block(TYPES))
    sizes = DenseArrayAttr(i32, (1, 2))
    properties = {"times": IntegerAttr(2, i64), "operandSegmentSizes": sizes, "resultSegmentSizes": sizes}
    op = outer.append(RepeatOp.create(outer.args, TYPES, properties, regions=[body]))
    return outer, op


def sizes_of(op: Operation) -> tuple[list[int], list[int]]:
    return list(group_sizes(op, "operand")), list(group_sizes(op, "result"))


def test_sizes_of_groups_follow_what_is_erased() -> None:
    outer, op = repeat()
    erase_operands(op, {0, 2})
    assert list(op.operands) == [outer.args[1]]
    assert sizes_of(op) == ([0, 1], [1, 2])


def test_what_is_appended_is_in_the_last_group() -> None:
    outer, op = repeat()
    append_operand(op, outer.args[0])
    assert sizes_of(op) == ([1, 3], [1, 2])
    assert list(outer.args[0].uses) == [(op, 0), (op, 3)]
    result = append_result(op, i1)
    assert (result, result.owner, result.index) == (op.results[3], op, 3)
    assert op.result_types == [*TYPES, i1]
    assert sizes_of(op) == ([1, 3], [1, 3])


def test_results_behind_erased_ones_move_up() -> None:
    outer, op = repeat()
    first, _, third = op.results
    user = outer.append(YieldOp([first, third]))
    erase_results(op, {1})
    assert list(op.results) == list(user.operands) == [first, third]
    assert [result.index for result in op.results] == [0, 1]
    assert sizes_of(op) == ([1, 2], [1, 1])


def test_results_that_are_used_stay() -> None:
    outer, op = repeat()
    outer.append(YieldOp([op.results[0]]))
    with pytest.raises(InvalidIRError, match="still has 1 use"):
        erase_results(op, {0})
    assert len(op.results) == 3


def test_only_variadic_groups_can_be_resized() -> None:
    block = Block([i1, i8])
    condition = block.append(ConditionOp(block.args[0], [block.args[1]]))
    assert [is_in_variadic_group(condition, "operand", index) for index in range(2)] == [False, True]
    assert can_append_operand(condition)
    assert not can_append_operand(UnreachableOp())
