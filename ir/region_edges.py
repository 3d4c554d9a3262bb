"""The verifier's check of control flow between regions: what is passed along each edge is what the successor takes.

`RegionBranch` describes the edges; terminators say what they pass by `RegionTerminator`, or pass all operands if they
are `ReturnLike`. Control does not go on from any other terminator, such as one that stops the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .diagnostics import counted
from .interfaces import RegionBranch, RegionSuccessor, RegionTerminator
from .traits import ReturnLike

if TYPE_CHECKING:
    from .blocks import Region
    from .operations import Operation
    from .values import Value
    from .verifier import Report


def verify_region_edges(op: Operation, report: Report) -> None:
    """Report edges of a `RegionBranch` op along which the number or the types of values do not fit.

    Edges from terminators that have errors already are left out.
    """
    rules = op.interfaces[RegionBranch]
    report.op = op
    for successor in rules.region_successors(op, None):
        _verify_edge(op, rules.entry_operands(op, successor), op, successor, report)
    for region in op.regions:
        ends = [block._last for block in region.blocks if block._last is not None and not block._last._successors]
        passing = [(end, passed) for end in ends if end not in report.wrong and (passed := _passed_by(end)) is not None]
        if passing:
            report.op = op
            successors = rules.region_successors(op, region)
            for end, passed in passing:
                report.op = end
                for successor in successors:
                    _verify_edge(end, passed(successor), op, successor, report)


def _passed_by(terminator: Operation) -> Callable[[RegionSuccessor], Sequence[Value]] | None:
    """Return what a terminator passes to a successor; `None` if control does not go on from it."""
    rule = RegionTerminator.of(terminator)
    if rule is not None:
        return lambda successor: rule.operands_for(terminator, successor)
    return (lambda _: terminator._operands) if ReturnLike in terminator.traits else None


def _verify_edge(
    source: Operation, passed: Sequence[Value], op: Operation, successor: RegionSuccessor, report: Report
) -> None:
    """Report values passed by `source`, a terminator or `op` itself, that are not those the successor takes."""
    inputs = successor.inputs
    if len(passed) != len(inputs):
        _report(source, op, f"must pass {counted(len(inputs), 'value')} to", successor, str(len(passed)), report)
        return
    for position, (value, target) in enumerate(zip(passed, inputs, strict=True)):
        given, declared = value.type, target.type
        if given is not declared and not op.interfaces[RegionBranch].can_pass(op, given, declared):
            _report(source, op, f"must pass '{declared}' as value #{position} to", successor, f"'{given}'", report)


def _report(
    source: Operation, op: Operation, wanted: str, successor: RegionSuccessor, got: str, report: Report
) -> None:
    """Report that `source` passes something else to a successor than it must."""
    region = successor.region
    if source is op:
        report.error(None, f"{wanted} its {_named(region)}, but got {got}")
        return
    place = f"{'the ' if region is None else ''}{_named(region)} of '{op.name}'"
    report.error(None, f"{wanted} {place}, but got {got}").note(op.location, f"'{op.name}' is here")


def _named(region: Region | None) -> str:
    return "results" if region is None else f"region #{region.index}"
