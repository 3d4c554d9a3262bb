"""Control-flow edges of an op, with the values that it forwards along each: branches, regions and their terminators.

Calls are not here: who calls whom is for `dead_code` to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from dlc.ir import Attribute, Block, Operation, Value
from dlc.ir.interfaces import Branch, RegionBranch, RegionSuccessor, RegionTerminator
from dlc.ir.traits import ReturnLike, Terminator

Destination = Block | Operation
"""The block that is entered, or the op whose end is reached."""

OP_END = -1
"""The index of the way to the end of an op with regions."""


class Flow:
    """A control-flow edge from an op."""

    __slots__ = ("destination", "index", "passed", "start", "unknown")

    def __init__(
        self,
        destination: Destination,
        passed: Sequence[tuple[Value, Value]],
        unknown: Sequence[Value],
        index: int,
        start: int | None,
    ) -> None:
        self.destination = destination
        self.passed = passed
        """Each value that is forwarded, and what it becomes: a block's argument or an op's result."""
        self.unknown = unknown
        """The values at the destination that the op produces itself, such as a loop's counter."""
        self.index = index
        """The number of the edge: the successor's index for a branch; else the region's, or `OP_END`."""
        self.start = start
        """The position of the forwarded values among the op's operands, or `None` if they are not there."""


def is_terminator(op: Operation) -> bool:
    """Return whether `op` ends its block (an unregistered op at the end of a block might)."""
    if not op.may_be_terminator or op.next is not None:
        return False
    return not op.is_registered or any(issubclass(kind, Terminator) for kind in op.traits)


def flows_from(op: Operation) -> Sequence[Flow]:
    """Every way from `op` but simply on to the next op; of `RegionBranch` ops into their regions, or past them."""
    if op.successors:
        return _branches(op)
    branch = RegionBranch.of(op)
    if branch is not None:
        entering = _Entering(op, branch)
        return list(_region_flows(op, op, branch.region_successors(op, None), entering.passed, entering.start))
    around = region_branch_ended_by(op)
    if around is None:
        return ()
    parent, rules = around
    leaving = _Leaving(op)
    successors = rules.region_successors(parent, op.parent_region)
    return list(_region_flows(op, parent, successors, leaving.passed, leaving.start))


def region_branch_ended_by(op: Operation) -> tuple[Operation, RegionBranch] | None:
    """The `RegionBranch` op, with its rules, one of whose regions is left by the terminator `op`."""
    parent = op.parent_op
    branch = RegionBranch.of(parent) if parent is not None else None
    return (parent, branch) if parent is not None and branch is not None and is_terminator(op) else None


def ways_from(op: Operation, constants: Sequence[Attribute | None]) -> set[int]:
    """The indices of those ways from `op` that are possible when its operands are these constants."""
    if op.successors:
        branch = Branch.of(op)
        chosen = branch.successor_for(op, constants) if branch is not None else None
        return {index for index, block in enumerate(op.successors) if chosen is None or block is chosen}
    rules = RegionBranch.of(op)
    if rules is not None:
        return set(map(_way_to, rules.entry_successors(op, constants)))
    around, region = region_branch_ended_by(op), op.parent_region
    if around is None or region is None:
        return set()
    successors = around[1].later_successors(around[0], region)
    terminator = RegionTerminator.of(op)
    if terminator is not None:
        successors = terminator.successors_for(op, successors, constants)
    return set(map(_way_to, successors))


def _way_to(successor: RegionSuccessor) -> int:
    return OP_END if successor.region is None else successor.region.index


def _branches(op: Operation) -> list[Flow]:
    branch = Branch.of(op)
    if branch is None:
        return [Flow(block, (), block.args, index, None) for index, block in enumerate(op.successors)]
    flows: list[Flow] = []
    for index, block in enumerate(op.successors):
        operands = branch.successor_operands(op, index)
        num_produced = len(block.args) - len(operands)
        passed = list(zip(operands, block.args[num_produced:], strict=True))
        start = branch.successor_operand_start(op, index)
        flows.append(Flow(block, passed, block.args[:num_produced], index, start))
    return flows


class _Entering:
    """The values that a `RegionBranch` op forwards when it starts."""

    def __init__(self, op: Operation, branch: RegionBranch) -> None:
        self.op, self.branch = op, branch

    def passed(self, successor: RegionSuccessor) -> Sequence[Value]:
        return self.branch.entry_operands(self.op, successor)

    def start(self, successor: RegionSuccessor) -> int:
        return self.branch.entry_operand_start(self.op, successor)


class _Leaving:
    """The values that a terminator forwards."""

    def __init__(self, op: Operation) -> None:
        self.op, self.rule = op, RegionTerminator.of(op)

    def passed(self, successor: RegionSuccessor) -> Sequence[Value]:
        if self.rule is not None:
            return self.rule.operands_for(self.op, successor)
        return self.op.operands if ReturnLike in self.op.traits else ()

    def start(self, successor: RegionSuccessor) -> int:
        return self.rule.operand_start_for(self.op, successor) if self.rule is not None else 0


def _region_flows(
    source: Operation,
    parent: Operation,
    successors: Iterable[RegionSuccessor],
    passed_to: Callable[[RegionSuccessor], Sequence[Value]],
    start_of: Callable[[RegionSuccessor], int],
) -> Iterator[Flow]:
    for successor in successors:
        region = successor.region
        if region is not None and region.first is None:
            continue
        destination: Destination = parent if region is None else region.entry
        received = parent.results if region is None else region.entry.args
        operands = passed_to(successor)
        inputs = successor.inputs if len(successor.inputs) == len(operands) else ()
        passed = list(zip(operands, inputs, strict=True)) if inputs else []
        known = {target for _, target in passed}
        unknown = [value for value in received if value not in known]
        yield Flow(destination, passed, unknown, _way_to(successor), _checked(source, start_of(successor), operands))


def _checked(source: Operation, start: int, operands: Sequence[Value]) -> int | None:
    """`start`, if that is where the operands are."""
    forwarded = source.operands[start : start + len(operands)] if start >= 0 else ()
    is_there = len(forwarded) == len(operands) and all(a is b for a, b in zip(forwarded, operands, strict=True))
    return start if is_there else None
