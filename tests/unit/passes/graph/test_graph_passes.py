"""Passes on graphs: programs give what they gave before, whatever passes run over them."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import graph
from dlc.dialects.func import FuncOp
from dlc.ir.operations import Operation
from dlc.ir.patterns import Pattern
from dlc.passes.graph import fold_batch_norm, sink_transposes
from dlc.passes.graph.simplify_graph import simplification_patterns
from dlc.tools import dlc_opt
from support.cost import assert_linear, cost_of
from support.drawn_graph_hints import NOT_DRAWN
from support.drawn_graph_ops import draw_op
from support.drawn_graphs import GraphOptions, draw_graph
from support.drawn_networks import draw_arithmetic, draw_linear, draw_movement
from support.level_checks import Inputs, Run, Trial, apply_pass, wrong_result
from support.programs import module_of
from support.project import FILECHECK
from support.properties import examples
from support.shadowed_values import expected_results

PASSES = [
    "infer-shapes",
    "fold-constants",
    "fold-constants{max-elements=4}",
    "fold-batch-norm",
    "simplify-graph",
    "simplify-graph{reassociate=true}",
    "sink-transposes",
    "optimize-graph",
    "optimize-graph{exact=true}",
]
KINDS = sorted((kind for kind in graph.DIALECT.ops.values() if kind not in NOT_DRAWN), key=lambda kind: kind.name)

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test


@pytest.mark.parametrize("passes", PASSES)
@examples(6)
@given(seed=st.integers(0, 2**32))
def test_graphs_mean_the_same_afterwards(passes: str, seed: int) -> None:
    trial = Trial.of(draw_graph(Random(seed), GraphOptions(ops=12, kinds=KINDS), draw_op))
    before = f"{trial.module}"
    error = apply_pass(trial.module, passes) or wrong_result(trial.module, trial.expected())
    assert error is None, f"{error}\n{before}\n{trial.module}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("draw", [draw_linear, draw_movement, draw_arithmetic])
@examples(12)
@given(seed=st.integers(0, 2**32))
def test_networks_mean_the_same_afterwards(
    draw: Callable[[Random], tuple[str, list[Any]]], passes: str, seed: int
) -> None:
    text, arguments = draw(Random(seed))
    module = module_of(text)
    expected = expected_results(module, "main", arguments)
    error = apply_pass(module, passes)
    if error is None and expected is not None:
        error = wrong_result(module, [Run(arguments, expected)])
    assert error is None, f"{error}\n{text}\n{module}"


@pytest.mark.parametrize("passes", [each for each in PASSES if not each.startswith("optimize")])
@pytest.mark.parametrize("draw", [draw_linear, draw_movement, draw_arithmetic])
@examples(8)
@given(seed=st.integers(0, 2**32))
def test_a_second_run_finds_nothing(draw: Callable[[Random], tuple[str, list[Any]]], passes: str, seed: int) -> None:
    module = module_of(draw(Random(seed))[0])
    assert apply_pass(module, passes) is None
    once = f"{module}"
    assert apply_pass(module, passes) is None
    assert f"{module}" == once


# -- Patterns ----------------------------------------------------------------------------------------------------------

PATTERNS = list(
    dict.fromkeys(
        [*fold_batch_norm.PATTERNS, *simplification_patterns(reassociate=True), *sink_transposes.PATTERNS],
    )
)
FILES = ("fold-batch-norm", "simplify-graph", "simplify-graph-forms", "simplify-graph-scans", "sink-transposes")


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda each: each.name)
def test_patterns_are_documented_by_an_equation_that_ends(pattern: Pattern[Any]) -> None:
    assert "->" in pattern.doc
    assert "Terminates: " in pattern.doc


def test_names_of_patterns_are_unique() -> None:
    names = [pattern.name for pattern in PATTERNS]
    assert len(names) == len(set(names))


@cache
def hits() -> dict[Pattern[Any], int]:
    """Return how often each pattern applied in the FileCheck tests of its pass."""
    before = {pattern: pattern.hits for pattern in PATTERNS}
    for name in FILES:
        text = (FILECHECK / "passes" / "graph" / f"{name}.mlir").read_text(encoding="utf-8")
        flags = ["--fold-batch-norm", "--sink-transposes", "--simplify-graph", "--simplify-graph=reassociate=true"]
        for flag in flags:
            dlc_opt.run(["--split-input-file", flag], text, io.StringIO(), io.StringIO())
    return {pattern: pattern.hits - before[pattern] for pattern in PATTERNS}


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda each: each.name)
def test_patterns_are_hit_by_the_suite(pattern: Pattern[Any]) -> None:
    assert hits()[pattern] > 0


# -- Cost --------------------------------------------------------------------------------------------------------------

BLOCK = """
  %t{n} = graph.transpose %x{n}, [0, 2, 1] : tensor<2x8x4xf32> -> tensor<2x4x8xf32>
  %y{n} = graph.convolution %t{n}, %w, <NCW x OIW -> NCW> : tensor<2x4x8xf32>, tensor<4x4x1xf32> -> tensor<2x4x8xf32>
  %b{n} = graph.batch_norm %y{n}, %s, %s, %s, %s, 1 epsilon 1.0e-05 : tensor<2x4x8xf32>, tensor<4xf32>
  %o{n} = graph.mul %s, %s : tensor<4xf32>
  %v{n} = graph.broadcast %o{n}, [1] : tensor<4xf32> -> tensor<2x4x8xf32>
  %a{n} = graph.add %b{n}, %v{n} : tensor<2x4x8xf32>
  %r{n} = graph.relu %a{n} : tensor<2x4x8xf32>
  %z{n} = graph.add %r{n}, %t{n} : tensor<2x4x8xf32>
  %x{next} = graph.transpose %z{n}, [0, 2, 1] : tensor<2x4x8xf32> -> tensor<2x8x4xf32>"""


def deep_network(blocks: int) -> str:
    """Return a residual network of `depth` blocks."""
    body = "".join(BLOCK.format(n=n, next=n + 1) for n in range(blocks))
    weights = "  %w = graph.constant dense<0.25> : tensor<4x4x1xf32>\n"
    weights += "  %s = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>"
    head = "func.func @main(%x0: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {\n"
    return f"{head}{weights}{body}\n  return %x{blocks} : tensor<2x8x4xf32>\n}}\n"


def _apply(module: Operation, passes: str) -> None:
    assert apply_pass(module, passes) is None


@pytest.mark.sampled(2)
@pytest.mark.growth
@pytest.mark.parametrize("passes", PASSES)
def test_cost_grows_with_the_network(passes: str) -> None:
    def cost(blocks: int) -> float:
        module = module_of(deep_network(blocks))
        return cost_of(lambda: _apply(module, passes))

    assert_linear(cost, 10, 8)


def test_transposes_of_a_whole_network_cancel() -> None:
    module = module_of(deep_network(10))
    assert apply_pass(module, "optimize-graph") is None
    kinds = {op.name for op in module.walk()}
    assert not kinds & {"graph.transpose", "graph.batch_norm"}


# -- Constants ---------------------------------------------------------------------------------------------------------


def test_nested_branches_that_are_known_do_not_nest_python() -> None:
    depth = 900
    other = "} else {\n graph.yield %x : tensor<f32>\n}\n"
    opening = "".join(f"%r{n} = graph.if %c -> tensor<f32> {{\n" for n in range(depth))
    values = ["%x", *(f"%r{n}" for n in reversed(range(1, depth)))]
    closing = "".join(f"graph.yield {value} : tensor<f32>\n{other}" for value in values)
    text = f"""func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      %c = graph.constant dense<true> : tensor<i1>
      {opening}{closing}
      return %r0 : tensor<f32>
    }}"""
    module = module_of(text)
    assert apply_pass(module, "fold-constants") is None
    assert "graph.if" not in f"{module}"


@pytest.mark.parametrize("limit", ["max-steps=50", "max-products=3", "max-elements=3"])
def test_limits_leave_work_to_be_done_when_running(limit: str) -> None:
    text = """func.func @main() -> (tensor<i32>, tensor<3x2xf32>) {
      %zero = graph.constant dense<0> : tensor<i32>
      %one = graph.constant dense<1> : tensor<i32>
      %many = graph.constant dense<100> : tensor<i32>
      %r = graph.while (%i = %zero : tensor<i32>) {
        %c = graph.compare <lt> %i, %many : tensor<i32>
        graph.condition %c, %i : tensor<i32>
      } do (%j: tensor<i32>) {
        %next = graph.add %j, %one : tensor<i32>
        graph.yield %next : tensor<i32>
      }
      %a = graph.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
      %b = graph.constant dense<[[1.0, 3.0]]> : tensor<1x2xf32>
      %p = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<3x1xf32>, tensor<1x2xf32> -> tensor<3x2xf32>
      return %r, %p : tensor<i32>, tensor<3x2xf32>
    }"""
    kept = {"max-steps=50": "graph.while", "max-products=3": "graph.contract", "max-elements=3": "graph.contract"}
    module = module_of(text)
    assert apply_pass(module, f"fold-constants{{{limit}}}") is None
    assert kept[limit] in f"{module}"
    assert apply_pass(module, "fold-constants") is None
    assert {op.name for op in module.walk()} & {"graph.while", "graph.contract"} == set()


# -- The FileCheck tests, run ------------------------------------------------------------------------------------------


def parts_of(name: str) -> list[str]:
    """The parts of a FileCheck test that have one function, all of whose sizes are numbers or n."""
    parts = (FILECHECK / "passes" / "graph" / f"{name}.mlir").read_text(encoding="utf-8").split("// -----")
    single = [part for part in parts if part.count("\nfunc.func @") == 1 and "\nfunc.func private" not in part]
    return [part for part in single if "tensor.cast" not in part]


@pytest.mark.parametrize("name", [*FILES, "fold-constants", "infer-shapes", "optimize-graph"])
def test_what_file_check_tests_show_means_the_same_afterwards(name: str) -> None:
    compared = 0
    for text in parts_of(name):
        module = module_of(text)
        [function] = [op for op in module.walk() if isinstance(op, FuncOp)]
        inputs = Inputs({"n": 3}, [])
        arguments = inputs.arguments_for(function)
        expected = expected_results(module, function.sym_name.value, arguments)
        if expected is None:
            continue
        compared += 1
        for passes in PASSES:
            changed = module.clone()
            error = apply_pass(changed, passes) or wrong_result(changed, [Run(arguments, expected)])
            assert error is None, f"{passes}: {error}\n{text}\n{changed}"
    assert compared >= len(parts_of(name)) / 2
