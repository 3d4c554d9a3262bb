"""Blocks and regions: lists that stay whole under every edit, and the order of ops in them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from dlc.ir.blocks import Block, Region
from dlc.ir.builder import InsertionPoint
from dlc.ir.builtin_types import i1, i32, index
from dlc.ir.errors import InvalidIRError
from dlc.ir.operations import Operation, UnregisteredOp
from support.cost import assert_linear, cost_of
from support.toy import AddOp, BranchOp, NestOp, ReturnOp, function


def op(name: str = "t.x") -> UnregisteredOp:
    return UnregisteredOp.of(name)


def check(block: Block, expected: list[Operation]) -> None:
    """The list read forwards, backwards, and by its order."""
    assert list(block.ops) == expected
    assert list(block.ops_reversed) == expected[::-1]
    assert block.first is (expected[0] if expected else None)
    assert block.last is (expected[-1] if expected else None)
    assert all(a.is_before(b) and not b.is_before(a) for a, b in pairwise(expected))
    assert all(x.parent is block for x in expected)


def test_random_edits_keep_lists_and_order() -> None:
    rng = random.Random(1)
    for _ in range(20):
        block = Block()
        expected: list[Operation] = []
        for _ in range(300):
            choice = rng.random()
            if choice < 0.55 or len(expected) < 2:
                at = rng.randrange(len(expected) + 1)
                fresh = op()
                block.insert_before(fresh, expected[at] if at < len(expected) else None)
                expected.insert(at, fresh)
            elif choice < 0.7:
                expected.pop(at := rng.randrange(len(expected))).erase()
            elif choice < 0.85:
                moved = expected.pop(rng.randrange(len(expected)))
                at = rng.randrange(len(expected))
                moved.move_before(expected[at])
                expected.insert(at, moved)
            else:
                moved = expected.pop(rng.randrange(len(expected)))
                at = rng.randrange(len(expected))
                moved.move_after(expected[at])
                expected.insert(at + 1, moved)
        check(block, expected)


@pytest.mark.growth
@pytest.mark.parametrize("where", ["before the first", "after the first", "before the last", "before the newest"])
def test_inserting_at_one_place_keeps_order_in_near_linear_time(where: str) -> None:
    def cost(count: int) -> float:
        fresh: list[Operation] = [op() for _ in range(count)]
        block = Block(ops=[first := op(), last := op()])

        def work() -> None:
            newest: Operation = last
            for inserted in fresh:
                if where == "before the first":
                    block.insert_before(inserted, block.first)
                elif where == "after the first":
                    block.insert_after(inserted, first)
                else:
                    newest = block.insert_before(inserted, last if where == "before the last" else newest)
                assert inserted.is_before(last)

        return cost_of(work)

    assert_linear(cost, 2_000, 10)


def test_splitting_and_taking_over() -> None:
    ops = [op() for _ in range(6)]
    block = Block(ops=ops)
    region = Region([block])
    rest = block.split_before(ops[3])
    check(block, list(ops[:3]))
    check(rest, list(ops[3:]))
    assert list(region.blocks) == [block, rest]
    block.take_all_ops(rest, ops[1])
    check(block, [ops[0], *ops[3:], ops[1], ops[2]])
    check(rest, [])
    rest.erase()
    assert region.has_one_block


def test_moving_a_range() -> None:
    ops = [op() for _ in range(6)]
    block = Block(ops=ops)
    block.splice_before(ops[0], block, ops[3], ops[4])
    check(block, [ops[3], ops[4], ops[0], ops[1], ops[2], ops[5]])
    with pytest.raises(InvalidIRError, match="does not follow"):
        block.splice_before(None, block, ops[5], ops[3])
    with pytest.raises(InvalidIRError, match="which is one of them"):
        block.splice_before(ops[1], block, ops[0], ops[2])
    check(block, [ops[3], ops[4], ops[0], ops[1], ops[2], ops[5]])


def test_misplaced_edits_are_refused_and_change_nothing() -> None:
    a, b = op("t.a"), op("t.b")
    block, other = Block(ops=[a]), Block(ops=[b])
    with pytest.raises(InvalidIRError, match="it is in a block already"):
        block.append(b)
    with pytest.raises(InvalidIRError, match="detach it first; the op to insert is the first argument"):
        block.insert_before(a, op())
    with pytest.raises(InvalidIRError, match=r"an insertion point is in a block, but got 't\.a'; beside an op it is"):
        InsertionPoint(a)  # type: ignore[arg-type] (what must be refused is tried)
    with pytest.raises(InvalidIRError, match="it is not in this block"):
        block.insert_before(op(), b)
    with pytest.raises(InvalidIRError, match="it is not in this block"):
        block.insert_after(op(), b)
    with pytest.raises(InvalidIRError, match="it is not in this block"):
        block.split_before(b)
    with pytest.raises(InvalidIRError, match="not in the same block"):
        a.is_before(b)
    region = Region([block])
    with pytest.raises(InvalidIRError, match="it is in a region already"):
        Region().append(block)
    with pytest.raises(InvalidIRError, match="is not in this region"):
        region.insert_before(Block(), other)
    check(block, [a])
    check(other, [b])


def test_an_op_cannot_be_put_inside_itself() -> None:
    inner = Block()
    nest = NestOp(bodies=[Region([inner])])
    deeper = Block()
    inner.append(NestOp(bodies=[Region([deeper])]))
    outer = Block(ops=[nest])
    nest.detach()
    with pytest.raises(InvalidIRError, match="inside itself"):
        deeper.append(nest)
    outer.append(nest)
    anchor = op()
    deeper.append(anchor)
    with pytest.raises(InvalidIRError, match="inside itself"):
        nest.move_before(anchor)
    assert nest.parent is outer


def test_refused_moves_change_nothing() -> None:
    inner = Block()
    nest = NestOp(bodies=[Region([inner])])
    a, anchor = op("t.a"), op("t.anchor")
    outer, other = Block(ops=[a, nest]), Block(ops=[anchor])
    inside = inner.append(op())
    with pytest.raises(InvalidIRError, match=r"before 't\.anchor', which is not in this block"):
        Block().splice_before(anchor, outer, a, nest)
    with pytest.raises(InvalidIRError, match="inside itself"):
        inner.splice_before(inside, outer, a, nest)
    check(outer, [a, nest])
    check(other, [anchor])


def test_a_block_cannot_be_put_inside_itself() -> None:
    deeper = Region()
    nest = NestOp(bodies=[deeper])
    block = Block(ops=[nest])
    region = Region([block])
    with pytest.raises(InvalidIRError, match="inside it"):
        deeper.take_blocks(region)
    assert list(region.blocks) == [block]
    block.detach()
    with pytest.raises(InvalidIRError, match="inside it"):
        deeper.append(block)
    region.append(block)
    with pytest.raises(InvalidIRError, match="inside it"):
        nest.add_region(region)
    assert list(nest.regions) == [deeper]


def test_arguments() -> None:
    block = Block([i1, i32])
    added = block.insert_argument(1, index)
    assert [arg.index for arg in block.args] == [0, 1, 2]
    assert block.arg_types == [i1, index, i32]
    user = UnregisteredOp.of("t.use", [added])
    with pytest.raises(InvalidIRError, match=r"still has 1 use, the first in 't\.use'"):
        block.erase_argument(1)
    user.erase()
    block.erase_argument(1)
    assert [arg.index for arg in block.args] == [0, 1]
    for wrong in (-1, 3):
        with pytest.raises(InvalidIRError):
            block.erase_argument(wrong)
        with pytest.raises(InvalidIRError):
            block.insert_argument(wrong, i1)
    assert block.arg_types == [i1, i32]


def test_branches() -> None:
    a, b, c = Block(), Block(), Block()
    branch = BranchOp([], [b, c])
    a.append(branch)
    twice = BranchOp([], [c, c])
    b.append(twice)
    c.append(ReturnOp())
    function(a, b, c)
    assert list(a.successors) == [b, c]
    assert c.predecessors == [a, b]
    assert c.uses == ((branch, 1), (twice, 0), (twice, 1))
    c.replace_all_uses_with(b)
    assert c.predecessors == []
    assert b.predecessors == [a, b]
    c.erase()
    with pytest.raises(InvalidIRError, match="still a successor"):
        b.erase()
    branch.erase()
    b.erase()
    assert a.is_empty
    assert a.terminator is None


def test_blocks_that_refer_to_one_another_can_be_erased() -> None:
    a, b = Block([i32]), Block([i32])
    first, second = AddOp(b.args[0], b.args[0]), AddOp(a.args[0], a.args[0])
    a.append(first)
    b.append(second)
    region = Region([a, b])
    region.drop_all_references()
    b.erase()
    a.erase()
    assert region.is_empty


def test_taking_blocks() -> None:
    blocks = [Block() for _ in range(4)]
    one, two = Region(blocks[:2]), Region(blocks[2:])
    one.take_blocks(two, blocks[1])
    assert list(one.blocks) == [blocks[0], blocks[2], blocks[3], blocks[1]]
    assert two.is_empty
    one.take_blocks(one)
    assert list(one.blocks) == [blocks[0], blocks[2], blocks[3], blocks[1]]
    with pytest.raises(InvalidIRError):
        two.take_blocks(one, blocks[0])
    assert two.is_empty
    with pytest.raises(InvalidIRError, match="no blocks"):
        _ = two.entry
    with pytest.raises(InvalidIRError, match="exactly one block"):
        _ = one.single_block


def test_places() -> None:
    inner = op()
    nest = NestOp(bodies=[Region([Block(ops=[NestOp(bodies=[Region([Block(ops=[inner])])])])])])
    block = Block(ops=[op(), nest])
    func = function(block)
    assert block.is_entry
    assert block.find_ancestor_op_in(inner) is nest
    assert block.find_ancestor_op_in(func) is None
    assert func.is_ancestor_of(inner)
    assert func.body.is_proper_ancestor_of(nest.bodies[0])
    assert not func.body.is_proper_ancestor_of(func.body)
    assert inner.parent_of_kind(type(func)) is func
    assert [o.name for o in func.body.walk()] == ["t.x", "toy.nest", "toy.nest", "t.x"]
