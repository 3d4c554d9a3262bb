"""Modules before and after schedules, and plans of the cost model that are forced on all contractions."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects.loop.for_loop import NOT_SCHEDULED
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model.plan import Plan
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import assert_valid, module_of, new_context

LOOPS = "builtin.module(lower-to-loops)"
SCHEDULED = "builtin.module(schedule-loops,apply-schedules,hoist-into-globals)"
PlanKind = Callable[[Workload, ContractionNest, Machine], Plan]


def scheduled(text: str, machine: Machine) -> tuple[Operation, Operation]:
    """Return a module before and after all schedules of its nests; the first one of each must not be refused."""
    context = new_context()
    module = module_of(f"module attributes {{loop.machine = {machine.attribute()}}} {{\n{text}\n}}", context)
    assert parse_pipeline(LOOPS).run(module, context)
    before = module.clone()
    assert parse_pipeline(SCHEDULED).run(module, context), [
        context.diagnostics.render(each) for each in context.diagnostics.diagnostics
    ]
    assert_valid(module, context)
    assert not any(NOT_SCHEDULED in op.attributes for op in module.walk())
    remarks = [context.diagnostics.render(each) for each in context.diagnostics.diagnostics]
    assert not remarks, remarks
    return before, module


def forced(kind: PlanKind, shared: list[str | None]) -> object:
    """Return a substitute for the chooser of plans: one plan where it is possible; collect what is shared."""

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        plan = kind(workload, nest, machine)
        if not plan.is_possible():
            return []
        shared.append(plan.shared())
        return [plan]

    return plans
