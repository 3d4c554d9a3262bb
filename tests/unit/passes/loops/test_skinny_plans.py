"""Each plan for products with few rows or columns can be applied to products of every shape, and changes no result.

Plans are forced here, whether the cost model would choose them or not. Numbers are small integers: sums are exact.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dlc.dialects import loop
from dlc.dialects.loop.for_loop import TRY_SCHEDULE
from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model import cpu_contractions
from dlc.passes.loops.schedules.cost_model.contraction_plan import ContractionPlan
from dlc.passes.loops.schedules.cost_model.narrow_plan import NarrowPlan
from dlc.passes.loops.schedules.cost_model.panel_plan import PanelPlan
from dlc.passes.loops.schedules.cost_model.plan import Plan
from dlc.passes.loops.schedules.cost_model.skinny_plans import DotPlan, DotsThenFunctionsPlan, SkinnyPlan, UpdatePlan
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context
from support.scheduled_nests import forced, scheduled

ZEN = Machine(256, 16, 1 << 15, 1 << 19, 1 << 25, 1)


def type_of(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class Case:
    """A drawn product, as text, with arrays: sizes lie around those of vectors, tiles and blocks."""

    def __init__(self, seed: int, kind: type[SkinnyPlan]) -> None:
        random = Random(seed)
        self.numbers = np.random.default_rng(seed)
        batch = random.choice([[], [], [], [2], [3]])
        rows = random.choice([[], [1], [2], [3], [5], [8], [9], [17]])
        k, n = random.choice([4, 5, 7, 8, 9, 16, 21]), random.choice([1, 2, 3, 4, 5, 7, 8, 9, 12, 33])
        orders = random.random() < 0.5, random.random() < 0.3
        if kind is UpdatePlan:
            orders, n = (False, orders[1]), max(n, 4)
        if kind is DotsThenFunctionsPlan:
            rows, n = [], max(n, 4)
        if kind is PanelPlan:
            n = max(n, 4)
        a = [*batch, k, *rows] if orders[1] else [*batch, *rows, k]
        b = [*batch, n, k] if orders[0] else [*batch, k, n]
        c = [*batch, *rows, n]
        first = len(batch) if orders[1] else len(a) - 1
        second = len(b) - 1 if orders[0] else len(batch)
        batches = "[0] x [0]" if batch else "[] x []"
        self.arrays = [self._drawn(*a)]
        arguments = [f"%a: {type_of(*a)}"]
        constant, weights = "", self._drawn(*b)
        if kind is PanelPlan or random.random() < 0.3:
            constant = f"  %b = graph.constant dense<{weights.tolist()}> : {type_of(*b)}\n"
        else:
            arguments.append(f"%b: {type_of(*b)}")
            self.arrays.append(weights)
        body, result = "", "p"
        if random.random() < 0.5 or kind is DotsThenFunctionsPlan:
            arguments.append(f"%z: {type_of(*c)}")
            self.arrays.append(self._drawn(*c))
            body = f"  %s = graph.add %p, %z : {type_of(*c)}\n  %r = graph.relu %s : {type_of(*c)}\n"
            result = "r"
        self.text = f"""func.func @main({", ".join(arguments)}) -> {type_of(*c)} {{
{constant}  %p = graph.contract %a, %b, batch = {batches}, contracting = [{first}] x [{second}]
    : {type_of(*a)}, {type_of(*b)} -> {type_of(*c)}
{body}  return %{result} : {type_of(*c)}
}}"""

    def _drawn(self, *shape: int) -> np.ndarray:
        return self.numbers.integers(-4, 5, shape).astype(np.float32)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", [UpdatePlan, DotPlan, DotsThenFunctionsPlan, PanelPlan])
def test_drawn_products_give_the_same(kind: type[SkinnyPlan], monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[str | None] = []
    monkeypatch.setattr(cpu_contractions, "plans_for", forced(kind, shared))
    monkeypatch.setattr(cpu_contractions, "SMALL", 1)
    monkeypatch.setattr("dlc.passes.loops.schedules.cost_model.skinny_plans.PARALLEL_PRODUCTS", 64)
    monkeypatch.setattr("dlc.passes.loops.schedules.cost_model.skinny_plans.LINE", 8)
    for seed in range(30):
        case = Case(seed, kind)
        machine = Machine(128, Random(seed).choice([8, 16]), 128, 1 << 11, 1 << 14, 1 + seed % 2)
        before, after = scheduled(case.text, machine)
        [expected] = Interpreter(before).run("main", *case.arrays)
        [actual] = Interpreter(after).run("main", *case.arrays)
        np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected), str(seed))
    assert len(shared) >= 15
    assert any(shared)


def product(m: int, n: int, k: int, *, is_transposed: bool, is_constant: bool = False) -> str:
    a, b, c = type_of(m, k), type_of(*((n, k) if is_transposed else (k, n))), type_of(m, n)
    constant = f"%b = graph.constant dense<0.5> : {b}" if is_constant else ""
    return f"""func.func @main(%a: {a}{"" if is_constant else f", %b: {b}"}) -> {c} {{
  {constant}
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [{int(is_transposed)}] : {a}, {b} -> {c}
  return %c : {c}
}}"""


@pytest.mark.parametrize(
    ("m", "n", "k", "is_transposed", "is_constant", "expected"),
    [
        (1, 1024, 256, False, False, UpdatePlan),
        (1, 1024, 256, True, False, DotPlan),
        (1, 128, 128, True, False, DotsThenFunctionsPlan),
        (1, 1024, 256, False, True, PanelPlan),
        (1, 256, 128, False, True, UpdatePlan),
        (4, 1024, 256, False, False, UpdatePlan),
        (4, 1024, 256, True, False, DotPlan),
        (4, 1024, 256, False, True, ContractionPlan),
        (16, 1024, 256, False, False, ContractionPlan),
        (256, 1, 1024, False, False, DotPlan),
        (256, 4, 256, False, False, DotPlan),
        (2000, 16, 8, False, False, NarrowPlan),
        (2000, 16, 8, True, False, NarrowPlan),
        (256, 256, 256, True, False, ContractionPlan),
    ],
)
def test_the_plan_with_the_fewest_cycles_is_chosen(
    m: int, n: int, k: int, expected: type, monkeypatch: pytest.MonkeyPatch, *, is_transposed: bool, is_constant: bool
) -> None:
    chosen: list[type] = []
    plans = cpu_contractions.plans_for

    def watched(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        answer = plans(workload, nest, machine, bits)
        chosen.append(type(answer[0]))
        return answer

    monkeypatch.setattr(cpu_contractions, "plans_for", watched)
    context = new_context()
    text = product(m, n, k, is_transposed=is_transposed, is_constant=is_constant)
    if expected is DotsThenFunctionsPlan:
        text = text.replace("return %c", f"%t = graph.tanh %c : {type_of(m, n)}\n  return %t")
    module = module_of(f"module attributes {{loop.machine = {ZEN.attribute()}}} {{\n{text}\n}}", context)
    assert parse_pipeline("builtin.module(lower-to-loops,schedule-loops)").run(module, context)
    assert chosen == [expected]
    assert any(TRY_SCHEDULE in op.attributes for op in module.walk() if isinstance(op, loop.ForOp))
