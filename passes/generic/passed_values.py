"""Forwarded values of a `RegionBranch` op and its regions' terminators: removal of unneeded ones.

An operand that is passed reaches arguments of regions, or results of the op, or both; each of those is reached by one
operand of everything that leads there. What hangs together this way goes together or stays: of a loop that carries
values, the start value, the argument, what the body yields for it, and the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from dlc.ir import BlockArgument, Operation, OpResult, Value
from dlc.ir.interfaces import RegionBranch
from dlc.ir.resizing import erase_operands, erase_results, is_in_variadic_group

from ..dataflow.control_flow import flows_from

Place = tuple[Operation, int]
"""An operand: the op, and its position there."""
Node = Place | Value
"""An operand that is passed, or a value that it becomes."""


def drop_passed_values(
    op: Operation, is_dead: Callable[[Value], bool], give_up: Callable[[Value], None]
) -> Sequence[Value]:
    """Leave out the arguments and results of a `RegionBranch` op that are dead and may go, with what is passed there.

    `give_up` is called for each of them, and must take away the uses that it still has. Returns what was removed.
    """
    rules = RegionBranch.of(op)
    if rules is None or rules.has_fixed_values(op):
        return ()
    doomed = [node for group in _groups(op) if _may_go(group, is_dead) for node in group]
    removed = [node for node in doomed if isinstance(node, Value)]
    for value in removed:
        give_up(value)
    places: dict[Operation, set[int]] = {}
    for node in doomed:
        if not isinstance(node, Value):
            places.setdefault(node[0], set()).add(node[1])
    for source, positions in places.items():
        erase_operands(source, positions)
    for arg in sorted((each for each in removed if isinstance(each, BlockArgument)), key=_index, reverse=True):
        arg.owner.erase_argument(arg.index)
    erase_results(op, {value.index for value in removed if isinstance(value, OpResult)})
    return removed


def _index(arg: BlockArgument) -> int:
    return arg.index


def sources_in(op: Operation) -> Iterator[Operation]:
    """Return the ops that forward values for a `RegionBranch` op: itself, and the ends of its regions."""
    yield op
    for block in op.blocks:
        if block.last is not None and not block.last.successors:
            yield block.last


def _groups(op: Operation) -> Iterator[list[Node]]:
    """Each set of operands and values that hang together; not those of which the op gives some by itself."""
    neighbours: dict[Node, list[Node]] = {}
    fixed: set[Node] = set()
    for source in sources_in(op):
        for flow in flows_from(source):
            fixed.update(flow.unknown)
            for offset, (_, value) in enumerate(flow.passed):
                if flow.start is None:
                    fixed.add(value)
                    continue
                place: Place = (source, flow.start + offset)
                neighbours.setdefault(place, []).append(value)
                neighbours.setdefault(value, []).append(place)
    met: set[Node] = set()
    for start in neighbours:
        if start not in met:
            group = _reached(start, neighbours)
            met.update(group)
            if fixed.isdisjoint(group):
                yield group


def _reached(start: Node, neighbours: dict[Node, list[Node]]) -> list[Node]:
    reached, pending = {start: None}, [start]
    while pending:
        fresh = [node for node in neighbours[pending.pop()] if node not in reached]
        reached.update(dict.fromkeys(fresh))
        pending += fresh
    return list(reached)


def _may_go(group: Iterable[Node], is_dead: Callable[[Value], bool]) -> bool:
    for node in group:
        if isinstance(node, BlockArgument):
            possible = is_dead(node)
        elif isinstance(node, OpResult):
            possible = is_dead(node) and is_in_variadic_group(node.owner, "result", node.index)
        else:
            possible = not isinstance(node, Value) and is_in_variadic_group(node[0], "operand", node[1])
        if not possible:
            return False
    return True
