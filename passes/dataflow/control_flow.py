"""Where control goes from an op, and which values it hands on: branches, regions and their terminators as one list.

Calls are not here: who calls whom is for `dead_code` to find out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dlc.ir.blocks import Block
from dlc.ir.interfaces import Branch, RegionBranch, RegionSuccessor, RegionTerminator
from dlc.ir.operations import Operation
from dlc.ir.traits import ReturnLike, Terminator
from dlc.ir.values import Value

Destination = Block | Operation
"""The block that is entered, or the op whose end is reached."""


class Flow:
    """One way that control can take from an op."""

    __slots__ = ("destination", "index", "passed", "unknown")

    def __init__(
        self, destination: Destination, passed: Sequence[tuple[Value, Value]], unknown: Sequence[Value], index: int
    ) -> None:
        self.destination = destination
        self.passed = passed
        """Each value that is handed on, and what it becomes: a block's argument or an op's result."""
        self.unknown = unknown
        """What the op gives some value of its own at the destination, such as a loop's counter."""
        self.index = index
        """Which of the op's ways this is: for branches, of its successors."""


def is_terminator(op: Operation) -> bool:
    """Whether `op` ends its block (an unregistered op at the end of a block might)."""
    if not op.may_be_terminator or op.next is not None:
        return False
    return not op.is_registered or any(issubclass(kind, Terminator) for kind in op.traits)


def flows_from(op: Operation) -> Sequence[Flow]:
    """Every way from `op` but simply on to the next op; of `RegionBranch` ops into their regions, or past them."""
    if op.successors:
        return _branches(op)
    branch = RegionBranch.of(op)
    if branch is not None:
        return list(_region_flows(op, branch.region_successors(op, None), _entering(op, branch)))
    parent = op.parent_op
    if parent is None or not is_terminator(op):
        return ()
    branch = RegionBranch.of(parent)
    if branch is None:
        return ()
    return list(_region_flows(parent, branch.region_successors(parent, op.parent_region), _leaving(op)))


def _branches(op: Operation) -> list[Flow]:
    branch = Branch.of(op)
    if branch is None:
        return [Flow(block, (), block.args, index) for index, block in enumerate(op.successors)]
    flows: list[Flow] = []
    for index, block in enumerate(op.successors):
        operands = branch.successor_operands(op, index)
        made = len(block.args) - len(operands)
        passed = list(zip(operands, block.args[made:], strict=True))
        flows.append(Flow(block, passed, block.args[:made], index))
    return flows


class _entering:  # noqa: N801 (a function with data)
    """What a `RegionBranch` op passes when it starts."""

    def __init__(self, op: Operation, branch: RegionBranch) -> None:
        self.op, self.branch = op, branch

    def __call__(self, successor: RegionSuccessor) -> Sequence[Value]:
        return self.branch.entry_operands(self.op, successor)


class _leaving:  # noqa: N801 (as above)
    """What a terminator passes."""

    def __init__(self, op: Operation) -> None:
        self.op, self.rule = op, RegionTerminator.of(op)

    def __call__(self, successor: RegionSuccessor) -> Sequence[Value]:
        if self.rule is not None:
            return self.rule.operands_for(self.op, successor)
        return self.op.operands if ReturnLike in self.op.traits else ()


def _region_flows(
    parent: Operation, successors: Iterable[RegionSuccessor], operands_for: _entering | _leaving
) -> Iterator[Flow]:
    for index, successor in enumerate(successors):
        region = successor.region
        if region is not None and region.first is None:
            continue
        destination: Destination = parent if region is None else region.entry
        received = parent.results if region is None else region.entry.args
        operands = operands_for(successor)
        inputs = successor.inputs if len(successor.inputs) == len(operands) else ()
        passed = list(zip(operands, inputs, strict=False)) if inputs else []
        known = {target for _, target in passed}
        yield Flow(destination, passed, [value for value in received if value not in known], index)
