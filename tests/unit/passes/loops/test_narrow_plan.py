"""Products with one tile of columns: the plan that reads operands in place changes no result, and is chosen.

Numbers are small integers: sums are exact.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model import contraction_plan, cpu_contractions
from dlc.passes.loops.schedules.cost_model.narrow_plan import NarrowPlan, narrow_plans
from dlc.passes.loops.schedules.cost_model.plan import Plan
from dlc.passes.loops.schedules.machine import Machine
from support.scheduled_nests import scheduled


def product(m: int, n: int, k: int, *, orders: str, end: str) -> str:
    """Return the product of two matrices; `orders` says whether each is transposed, such as "nt"."""
    a = f"tensor<{k}x{m}xf32>" if orders[0] == "t" else f"tensor<{m}x{k}xf32>"
    b = f"tensor<{n}x{k}xf32>" if orders[1] == "t" else f"tensor<{k}x{n}xf32>"
    c = f"tensor<{m}x{n}xf32>"
    return f"""func.func @main(%a: {a}, %b: {b}, %z: {c}) -> {c} {{
  %p = graph.contract %a, %b, batch = [] x [], contracting = [{int(orders[0] == "n")}] x [{int(orders[1] == "t")}]
    : {a}, {b} -> {c}
  %s = graph.add %p, %z : {c}
  return %{end} : {c}
}}"""


@pytest.mark.parametrize(
    ("m", "n", "k", "orders", "end", "cores"),
    [
        (24, 4, 5, "nn", "p", 1),
        (24, 8, 21, "tn", "s", 1),
        (25, 8, 40, "nt", "p", 2),
        (21, 12, 7, "tt", "s", 1),
        (200, 8, 3, "nn", "s", 2),
        (12, 2, 21, "tn", "s", 1),
        (40, 2, 9, "nn", "p", 1),
        (12, 4, 50, "tn", "p", 2),
    ],
)
def test_products_give_the_same(
    m: int, n: int, k: int, orders: str, end: str, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[NarrowPlan] = []

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        kept.extend(narrow_plans(workload, nest, machine, bits))
        assert kept[-1].is_possible()
        return [kept[-1]]

    monkeypatch.setattr(cpu_contractions, "plans_for", plans)
    monkeypatch.setattr(cpu_contractions, "SMALL", 1)
    monkeypatch.setattr(contraction_plan, "PARALLEL_PRODUCTS", 64)
    before, after = scheduled(
        product(m, n, k, orders=orders, end=end), Machine(128, 16, 1 << 8, 1 << 11, 1 << 14, cores)
    )
    numbers = np.random.default_rng(m)
    shapes = [(k, m) if orders[0] == "t" else (m, k), (n, k) if orders[1] == "t" else (k, n), (m, n)]
    arrays = [numbers.integers(-4, 5, shape).astype(np.float32) for shape in shapes]
    [expected] = Interpreter(before).run("main", *arrays)
    [actual] = Interpreter(after).run("main", *arrays)
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))
    assert len(kept) == 1


def test_long_sums_of_a_small_result_are_read_in_place() -> None:
    """One tile has all sums, half a vector wide: neither operand is packed, although one is read across its rows."""
    text = product(16, 8, 500, orders="tn", end="p")
    before, after = scheduled(text, Machine(512, 32))
    assert "vector<8xf32>" in str(after)
    assert set(re.findall(r"memref.alloca?\(\).* : (memref<.*>)", str(after))) == {"memref<16x8xf32>"}
    numbers = np.random.default_rng(1)
    arrays = [numbers.integers(-4, 5, shape).astype(np.float32) for shape in ((500, 16), (500, 8), (16, 8))]
    [expected] = Interpreter(before).run("main", *arrays)
    [actual] = Interpreter(after).run("main", *arrays)
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))
