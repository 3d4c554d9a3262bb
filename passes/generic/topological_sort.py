"""The pass `topological-sort`: in graph regions, definitions move before their uses."""

from __future__ import annotations

from dlc.ir import Block, Operation, OpResult
from dlc.ir.dominance import has_ssa_dominance

from ..manager import Pass, PassRun


def sort_topologically(block: Block) -> bool:
    """Order the ops of a block so that each stands behind what it uses; return whether that was possible.

    Ops keep their order where uses allow it. What is in a circle keeps its place among the rest.
    """
    waiting = _missing_definitions(block)
    users: dict[Operation, list[Operation]] = {}
    for op, definers in waiting.items():
        for definer in definers:
            users.setdefault(definer, []).append(op)
    order: dict[Operation, None] = {}
    acyclic = True
    for first in block.ops:
        if waiting[first] and first not in order:
            continue
        ready = [first] if first not in order else []
        while ready:
            op = ready.pop()
            order[op] = None
            free: list[Operation] = []
            for user in users.get(op, ()):
                waiting[user].discard(op)
                if not waiting[user] and user.is_before(first):
                    free.append(user)
            ready += reversed(free)
    rest = [op for op in block.ops if op not in order]
    acyclic = not rest
    _reorder(block, [*order, *rest])
    return acyclic


def _missing_definitions(block: Block) -> dict[Operation, set[Operation]]:
    """Return for each op of a block the other ops of the block that it, or anything inside it, uses."""
    missing: dict[Operation, set[Operation]] = {}
    for op in block.ops:
        values = (value for inner in op.walk() for value in inner.operands)
        definers = (block.find_ancestor_op_in(value.owner) for value in values if isinstance(value, OpResult))
        missing[op] = {each for each in definers if each is not None and each is not op}
    return missing


def _reorder(block: Block, order: list[Operation]) -> None:
    if list(block.ops) != order:
        for op in order:
            op.detach()
            block.append(op)


class TopologicalSort(Pass):
    """Sort regions without SSA dominance in topological order

    Example: topological-sort
        %sum = arith.addi %one, %one : i32
        %one = arith.constant 1 : i32
    """

    name = "topological-sort"

    def run(self, op: Operation, run: PassRun) -> None:
        for inner in list(op.walk()):
            for region in inner.regions:
                if not has_ssa_dominance(region):
                    for block in region.blocks:
                        sort_topologically(block)
