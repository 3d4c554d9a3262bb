"""Dominance, against its definition: a block dominates another if no path from the entry avoids it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_types import i32
from dlc.ir.dominance import Dominance, DominatorTree, has_ssa_dominance, reverse_postorder
from dlc.ir.operations import UnregisteredOp
from support.cost import assert_linear, cost_of
from support.toy import BranchOp, GraphOp, NestOp, ReturnOp, function


def random_region(rng: random.Random, size: int, edges: int) -> list[Block]:
    """Blocks with branches between them, the entry included, some of them unreachable."""
    blocks = [Block() for _ in range(size)]
    for block in blocks:
        block.append(BranchOp([], rng.choices(blocks, k=rng.randrange(edges + 1))))
    function(*blocks)
    return blocks


def reachable(entry: Block, without: Block | None = None) -> set[Block]:
    seen: set[Block] = set()
    pending = [entry]
    while pending:
        block = pending.pop()
        if block is without or block in seen:
            continue
        seen.add(block)
        pending += block.successors
    return seen


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 14])
def test_against_the_definition(size: int) -> None:
    rng = random.Random(size)
    for _ in range(60):
        blocks = random_region(rng, size, rng.choice([1, 2, 3]))
        region = blocks[0].parent
        assert region is not None
        tree = DominatorTree(region)
        everything = reachable(blocks[0])
        assert set(tree.reachable) == everything == set(reverse_postorder(region))
        dominators = {b: {a for a in everything if a is b or b not in reachable(blocks[0], a)} for b in everything}
        for below in blocks:
            assert tree.is_reachable(below) == (below in everything)
            for above in blocks:
                expected = below not in everything or above in dominators[below]
                assert tree.dominates(above, below) == expected
            if below in everything:
                strict = dominators[below] - {below}
                idom = next((a for a in strict if dominators[a] == strict), None)
                assert tree.immediate_dominator(below) is idom
            else:
                assert tree.immediate_dominator(below) is None
        check_frontiers(tree, dominators)
        check_common(tree, dominators)


def check_frontiers(tree: DominatorTree, dominators: dict[Block, set[Block]]) -> None:
    frontiers = tree.dominance_frontiers()
    for x in tree.reachable:
        expected = {
            y
            for y in tree.reachable
            if any(p in dominators and x in dominators[p] for p in y.predecessors)
            and (x is y or x not in dominators[y])
        }
        assert set(frontiers[x]) == expected
        assert len(frontiers[x]) == len(expected)


def check_common(tree: DominatorTree, dominators: dict[Block, set[Block]]) -> None:
    for a in tree.reachable:
        for b in tree.reachable:
            common = dominators[a] & dominators[b]
            assert tree.nearest_common_dominator(a, b) is max(common, key=lambda d: len(dominators[d]))
    children = tree.children()
    assert all(tree.immediate_dominator(c) is block for block, dominated in children.items() for c in dominated)
    assert sum(map(len, children.values())) == max(len(tree.reachable) - 1, 0)


def chain(size: int, exits: bool) -> Region:
    """Blocks one after the other; with `exits`, each branches to the last one too."""
    blocks = [Block() for _ in range(size)]
    for block, following in pairwise(blocks):
        block.append(BranchOp([], [following, blocks[-1]] if exits else [following]))
    blocks[-1].append(ReturnOp())
    return function(*blocks).body


@pytest.mark.growth
@pytest.mark.parametrize("exits", [False, True])
def test_long_chains_take_linear_time(exits: bool) -> None:
    def cost(size: int) -> float:
        region = chain(size, exits)

        def work() -> None:
            tree = DominatorTree(region)
            assert region.last is not None
            assert all(tree.dominates(region.entry, block) for block in region.blocks)
            assert all(tree.dominates(block, region.last) != exits for block in list(region.blocks)[1:-1])

        return cost_of(work)

    assert_linear(cost, 500, 10)


@pytest.mark.growth
def test_nested_loops_backwards_take_linear_time() -> None:
    """A chain in which each block branches back to each of a few before: many joins."""

    def cost(size: int) -> float:
        blocks = [Block() for _ in range(size)]
        for number, block in enumerate(blocks):
            following = blocks[number + 1 : number + 2]
            block.append(BranchOp([], [*following, *(blocks[number // k] for k in (1, 2, 3) if number // k)]))
        region = function(*blocks).body
        tree = DominatorTree(region)
        assert all(tree.dominates(a, b) for a, b in pairwise(blocks))
        return cost_of(lambda: DominatorTree(region))

    assert_linear(cost, 500, 10)


def test_branches_out_of_the_region_are_ignored() -> None:
    inside, outside, loose = Block(), Block(), Block()
    inside.append(BranchOp([], [outside, loose]))
    function(outside)
    assert DominatorTree(function(inside).body).reachable == [inside]


def value(name: str = "t.def") -> UnregisteredOp:
    return UnregisteredOp.of(name, [], [i32])


def test_values_in_and_around_regions() -> None:
    dominance = Dominance()
    before, inside, after = value(), value(), value()
    nest = NestOp(bodies=[Region([Block([i32], [inside])])], outs=[i32])
    block = Block([i32], [before, nest, after])
    func = function(block)
    argument = nest.bodies[0].entry.args[0]
    dominates = dominance.value_dominates
    assert dominates(before.results[0], inside)
    assert dominates(before.results[0], nest)
    assert dominates(block.args[0], inside)
    assert dominates(argument, inside)
    assert not dominates(argument, after)
    assert not dominates(after.results[0], inside)
    assert not dominates(nest.outs[0], inside)
    assert not dominates(inside.results[0], after)
    assert not dominates(inside.results[0], nest)
    assert not dominates(before.results[0], before)
    assert not dominates(before.results[0], func)
    assert not dominates(value().results[0], after)
    assert dominance.properly_dominates(before, inside)
    assert not dominance.properly_dominates(nest, inside)
    assert not dominance.properly_dominates(after, nest)
    assert not dominance.properly_dominates(before, before)
    assert not dominance.properly_dominates(value(), before)


def test_graph_regions_have_no_order() -> None:
    dominance = Dominance()
    first, second, nested = value(), value(), value()
    nest = NestOp(bodies=[Region([Block(ops=[nested])])], outs=[i32])
    graph = GraphOp(Region([Block(ops=[first, nest, second])]))
    assert not has_ssa_dominance(graph.body)
    assert dominance.value_dominates(second.results[0], first)
    assert dominance.value_dominates(first.results[0], first)
    assert dominance.value_dominates(second.results[0], nested)
    assert not dominance.value_dominates(nest.outs[0], nested)


def test_across_blocks() -> None:
    entry, left, right, join = Block(), Block(), Block(), Block()
    a, b, c, d = value(), value(), value(), value()
    for block, op, targets in ((entry, a, [left, right]), (left, b, [join]), (right, c, [join]), (join, d, [])):
        block.append(op)
        block.append(BranchOp([], targets))
    function(entry, left, right, join)
    dominance = Dominance()
    assert dominance.value_dominates(a.results[0], d)
    assert dominance.value_dominates(a.results[0], b)
    assert not dominance.value_dominates(b.results[0], d)
    assert not dominance.value_dominates(d.results[0], a)
    assert dominance.properly_dominates(a, d)
    assert not dominance.properly_dominates(c, b)
