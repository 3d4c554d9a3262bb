"""The pass `apply-schedules`: nests of loops go through the steps that are written on them (`schedule`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic

from ..transforms.refusals import Refusal
from .schedule import apply_schedule, has_schedule


class ApplySchedules(Pass):
    """Transform nests of loops by the schedules written on them

    `loop.schedule` on a loop is an array of passes with options, which run on that nest alone. Each must find the loops
    that it names, and may not be refused. Where `loop.try_schedule` says so instead, a nest stays as it is if a step is
    refused, and gets an attribute `loop.not_scheduled` with the reason.
    """

    name = "apply-schedules"
    applied = statistic("num-applied", "Number of nests transformed by their schedules")
    kept = statistic("num-kept", "Number of nests whose tentative schedule was refused")

    def run(self, op: Operation, run: PassRun) -> None:
        nests = [each for each in op.walk() if isinstance(each, loop.ForOp) and has_schedule(each)]
        if not nests:
            run.mark_idle("no loop has a schedule")
            run.mark_unchanged()
        for nest in reversed(nests):
            try:
                applied = apply_schedule(nest, run)
            except Refusal as refusal:
                refusal.report(run)
                continue
            run.count(self.applied if applied else self.kept)
