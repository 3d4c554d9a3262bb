"""The plans that the cost model compared for loop nests, and their text for people."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir import Operation
from ..ir.symbol_table import nearest_symbol_table
from ..passes.loops.analysis.nests import name_of
from ..passes.loops.analysis.workloads import Workload, kernels_in
from ..passes.loops.schedules.cost_model.cpu_contractions import Estimates, estimates_for
from ..passes.loops.schedules.machine import Machine, machine_for
from ..passes.memory.constant_memory import ConstantMemory


def compared_plans(op: Operation) -> list[tuple[Workload, Estimates | None]]:
    """Return the nests in an op, with the plans that are compared for them if they are products."""
    machine = machine_for(op)
    workloads = kernels_in(op, ConstantMemory(nearest_symbol_table(op) or op))
    return [(each, _estimates(each, machine)) for each in workloads if each.is_affine]


def _estimates(workload: Workload, machine: Machine) -> Estimates | None:
    """Return the plans that were compared, or `None` if the cost model has not seen the nest: it names all loops."""
    if any(name_of(each) is None for each in workload.loops):
        return None
    return estimates_for(workload, machine)


def plan_lines(estimates: Estimates, mark: str = "*") -> Iterator[str]:
    """Yield a line for each plan, those that take the fewest cycles first; the chosen one is marked.

    The last line is what they are compared with, which is no plan.
    """
    for name, cycles in estimates.cycles.items():
        sign = mark if name == estimates.chosen else " "
        ratio = f"{cycles / estimates.least:.2f}"
        yield f"{sign} {name:<22}{cycles / 1e3:>14,.1f} kcycles  {ratio:>6}× arithmetic alone"
    yield f"  {'(arithmetic alone':<22}{estimates.least / 1e3:>14,.1f} kcycles, without any load or store)"
