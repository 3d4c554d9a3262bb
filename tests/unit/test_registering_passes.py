"""Passes that scripts register: run by class, by instance and by name, and as part of the compiler's pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import dlc
from dlc.compilation import pipeline_for
from dlc.dialects import graph
from dlc.ir.builtin_types import TensorType, f32, i32
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.dialect import Dialect
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.options import option
from dlc.passes.manager.registry import REGISTRY

MODULE = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
RUNS: list[str] = []


class Note(Pass):
    """Note that it ran"""

    name = "note-run"
    text: str = option("What to note", default="plain")

    def run(self, op: Operation, run: PassRun) -> None:
        RUNS.append(self.text)
        run.mark_unchanged()


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    RUNS.clear()
    dlc.register_pass(Note)
    yield
    REGISTRY.placed.clear()


@pytest.mark.parametrize(
    ("passes", "runs"),
    [
        (Note, ["plain"]),
        (Note(text="given"), ["given"]),
        ("note-run{text=named}", ["named"]),
        ([Note, "cse,note-run{text=second}", Note(text="third")], ["plain", "second", "third"]),
        ([], []),
    ],
)
def test_passes_run_by_class_instance_and_name(passes: Any, runs: list[str]) -> None:
    dlc.run_pipeline(dlc.parse(MODULE), passes)
    assert runs == RUNS


def test_a_pass_runs_in_the_compilers_pipeline_until_it_is_registered_without_a_place() -> None:
    assert dlc.register_pass(at="after-graph")(Note) is Note
    passes = pipeline_for()
    assert passes.index("sink-transposes") < passes.index("note-run") < passes.index("graph-to-tensor")
    assert "note-run" in pipeline_for(passes="cse,default")
    assert "note-run" not in pipeline_for(passes="lower-to-loops")
    dlc.compile(dlc.parse(MODULE), level=0)
    assert RUNS == ["plain"]
    dlc.register_pass(Note)
    assert "note-run" not in pipeline_for()


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (
            lambda: dlc.register_pass(Note, at="after-grap"),
            "point 'after-grap' in the pipeline, did you mean 'after-g",
        ),
        (lambda: dlc.register_pass(Note()), "a pass is a subclass of Pass, but got note-run"),  # type: ignore[arg-type]
        (lambda: dlc.register_pass(type("Nameless", (Pass,), {})), "pass 'Nameless' has no name"),
        (lambda: dlc.register_pass(type("Cse", (Pass,), {"name": "cse"})), "pass 'cse' is one of dlc's own"),
        (lambda: dlc.run_pipeline(dlc.parse(MODULE), 3), "takes names, passes and their classes, but got 3"),  # type: ignore[arg-type]
    ],
)
def test_mistakes_are_named(mistake: Callable[[], object], message: str) -> None:
    with pytest.raises(dlc.DlcError, match="(?s)" + message.replace("(", r"\(")):
        mistake()


class WriteLoop(Pass):
    """Replace all functions by one with a loop of `scf`"""

    name = "write-loop"

    def run(self, op: Operation, run: PassRun) -> None:
        written = dlc.parse("""
        func.func @main(%n: index, %x: i32) -> i32 {
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %r = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> (i32) {
            %b = arith.addi %a, %x : i32
            scf.yield %b : i32
          }
          return %r : i32
        }""")
        [block] = op.regions[0].blocks
        for old in list(block.ops):
            old.erase()
        for new in list(written.regions[0].entry.ops):
            new.detach()
            block.append(new)


@pytest.mark.parametrize("at", [None, "before-graph"])
def test_loops_that_a_pass_writes_are_compiled(at: str | None) -> None:
    dlc.register_pass(WriteLoop, at=at)
    source = "func.func @main(%x: i32) -> i32 { return %x : i32 }"
    program = dlc.compile(source, passes="write-loop,default" if at is None else None, threads=1)
    assert program(3, 5) == 20


class Shorten(Pass):
    """Give the results of graph ops a size that they do not have"""

    name = "shorten"

    def run(self, op: Operation, run: PassRun) -> None:
        del run
        for each in op.walk():
            if isinstance(each, graph.AddOp):
                each.result.type = TensorType((5,), f32)


def test_a_graph_that_passes_have_made_invalid_is_not_lowered() -> None:
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = graph.add %x, %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }"""
    dlc.register_pass(Shorten)
    with pytest.raises(dlc.InvalidProgram, match=r"result #0 is declared as 5, but its operands say 4"):
        dlc.compile(text, passes="shorten,default", cache=False)


@op("own.next")
class NextOp(Op):
    x: Operand = operand(i32)
    out: Result = inferred_result(i32)
    syntax = "$x attr-dict"


def test_ops_that_no_pass_rewrites_are_reported_together() -> None:
    context = dlc.make_context()
    context.load(Dialect("own", ops=[NextOp]))
    text = """func.func @main(%x: i32) -> i32 {
      %y = own.next %x
      %z = own.next %y
      return %z : i32
    }"""
    with pytest.raises(dlc.InvalidProgram) as caught:
        dlc.compile(dlc.parse(text, context=context), context=context)
    [error] = caught.value.diagnostics
    assert error.message.startswith(
        "2 ops of 'own' are left, which no pass of the compiler rewrites; run a pass of your"
    )
    assert "note-run" in error.message
    assert str(caught.value).splitlines()[1].startswith("-:2:12: error: 2 ops of 'own' are left")
    with pytest.raises(dlc.InvalidProgram) as caught:
        dlc.compile(dlc.parse(text, context=context), context=context, passes="note-run,default")
    assert "failed to legalize operation 'own.next'" in str(caught.value)
