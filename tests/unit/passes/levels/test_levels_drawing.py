"""The generator of graph programs: that it can draw every op, and that its model of errors tells right from wrong."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from dlc.dialects import graph
from dlc.ir.definition import Op
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.registry import PASSES, Registry
from support import level_checks
from support.drawn_graph_hints import HINTS, NOT_DRAWN
from support.drawn_graph_ops import draw_kind, draw_op
from support.drawn_graph_regions import NESTED
from support.drawn_graphs import GraphDrawer, GraphOptions, Unfit, draw_graph
from support.level_checks import ROAD, Failure, Trial, check_levels, reduced
from support.programs import module_of
from support.shadowed_values import Expected, expected_results

KINDS = sorted(graph.DIALECT.ops.values(), key=lambda kind: kind.name)
SIMPLE = (graph.AddOp, graph.MulOp, graph.ReduceOp, graph.BroadcastOp, graph.CompareOp)


def draws(kind: type[Operation], seed: int) -> bool:
    """Return whether a program with this op can be generated."""
    drawer = GraphDrawer(Random(seed), GraphOptions(kinds=SIMPLE))
    drawer.draw_ops(3, draw_op)
    for _ in range(20):
        try:
            draw_kind(drawer, kind)
        except (Unfit, DlcError):
            continue
        return any(op.name == kind.name for op in drawer.module.walk())
    return False


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_op_is_drawn_or_there_is_a_reason(kind: type[Op]) -> None:
    if kind in NOT_DRAWN:
        assert NOT_DRAWN[kind]
        return
    seeds = (seed for seed in range(6) if draws(kind, seed))
    assert len(list(islice(seeds, 3))) == 3


def test_tables_name_ops_that_there_are() -> None:
    assert {*HINTS, *NOT_DRAWN, *NESTED} <= {*KINDS}
    assert not {*NOT_DRAWN} & {*HINTS, *NESTED}


def results(text: str, *arguments: object) -> list[Expected] | None:
    return expected_results(module_of(text), "f", arguments)


def test_what_is_not_rounded_is_exact() -> None:
    expected = results(
        """func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi1>) {
          %m = graph.maximum %x, %y : tensor<3xf32>
          %c = graph.compare <ge> %x, %y : tensor<3xf32>
          return %m, %c : tensor<3xf32>, tensor<3xi1>
        }""",
        np.array([1.5, 2.1, 0.3], np.float32),
        np.array([1.5, 2.2, 0.1], np.float32),
    )
    assert expected is not None
    assert [each.tolerance for each in expected] == [0.0, 0.0]


def test_what_is_rounded_has_a_tolerance() -> None:
    text = """func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
      %e = graph.exp %x : tensor<3xf32>
      return %e : tensor<3xf32>
    }"""
    expected = results(text, np.array([0.1, 1.0, 2.0], np.float32))
    assert expected is not None
    assert 1e-6 < expected[0].tolerance < 1e-3
    assert expected[0].differs_from(expected[0].array * np.float32(1 + 1e-7)) is None
    assert expected[0].differs_from(expected[0].array + np.float32(0.01)) is not None


@pytest.mark.parametrize("op", ["graph.floor %s : tensor<f32>", "graph.compare <lt> %s, %one : tensor<f32>"])
def test_what_hangs_on_a_rounding_is_not_compared(op: str) -> None:
    type = "f32" if "floor" in op else "i1"
    text = f"""func.func @f(%x: tensor<f32>) -> tensor<{type}> {{
      %one = graph.constant dense<1.0> : tensor<f32>
      %a = graph.sin %x : tensor<f32>
      %b = graph.cos %x : tensor<f32>
      %c = graph.mul %a, %a : tensor<f32>
      %d = graph.mul %b, %b : tensor<f32>
      %s = graph.add %c, %d : tensor<f32>
      %r = {op}
      return %r : tensor<{type}>
    }}"""
    assert all(results(text, np.float32(x)) is None for x in (0.3, 0.7, 1.1))


def test_what_hangs_on_the_sign_of_a_nan_is_not_compared() -> None:
    text = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %s = graph.sqrt %x : tensor<2xf32>
      %r = graph.copysign %x, %s : tensor<2xf32>
      return %r : tensor<2xf32>
    }"""
    for x in ([1.0, -1.0], [-1.0, -1.0]):
        expected = results(text, np.array(x, np.float32))
        assert expected is None or expected[0].tolerance >= 1.0
    assert results(text, np.array([1.0, 4.0], np.float32)) is not None


def test_nan_is_nan_and_infinities_are_themselves() -> None:
    expected = Expected(np.array([np.nan, np.inf, 1.0], np.float32), 0.5)
    assert expected.differs_from(np.array([np.nan, np.inf, 1.2], np.float32)) is None
    assert expected.differs_from(np.array([0.0, np.inf, 1.0], np.float32)) is not None
    assert expected.differs_from(np.array([np.nan, -np.inf, 1.0], np.float32)) is not None
    assert expected.differs_from(np.array([np.nan, np.inf], np.float32)) is not None


class LoseSubtractions(Pass):
    """Take x for x - y"""

    name = "test-lose-subtractions"
    anchor = "builtin.module"

    def run(self, op: Operation, run: PassRun) -> None:
        for each in [each for each in op.walk() if isinstance(each, graph.SubOp)]:
            each.result.replace_all_uses_with(each.lhs)
            each.erase()


@pytest.fixture
def broken_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry(PASSES)
    registry.register(LoseSubtractions)
    monkeypatch.setattr(level_checks, "REGISTRY", registry)


def failing_trial() -> tuple[Trial, Failure]:
    """A program that the pass `lose-subtractions` breaks, with much around it."""
    for seed in range(100):
        kinds = (graph.SubOp, graph.AddOp, graph.TransposeOp, graph.ConcatOp)
        trial = Trial.of(draw_graph(Random(seed), GraphOptions(kinds=kinds), draw_op))
        failure = check_levels(trial, ["cse", "test-lose-subtractions", "cse"])
        if failure is not None:
            return trial, failure
    raise AssertionError("no program subtracts")


@pytest.mark.usefixtures("broken_pass")
def test_the_pass_that_breaks_a_program_is_named_and_the_program_reduced() -> None:
    trial, failure = failing_trial()
    assert (failure.pass_name, failure.kind) == ("test-lose-subtractions", "result")
    small = reduced(trial, failure, 20.0)
    names = [op.name for op in small.module.walk() if op.name.startswith("graph.")]
    assert names.count("graph.sub") == 1
    assert len(names) <= 3
    assert check_levels(small, failure.passes) is not None


def test_the_road_has_all_steps() -> None:
    assert next(name for name in ROAD if "-" in name) == "graph-to-tensor"
    assert "bufferize" in ROAD
    assert "tensor-to-loop" in ROAD
