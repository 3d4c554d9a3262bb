"""Running pipelines: nesting, failures, verification, analyses, and everything that can be watched."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from dlc.ir.dominance import Dominance
from dlc.ir.operations import Operation
from dlc.parser import print_ir
from dlc.passes.manager.analyses import dominance_of
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.manager.settings import RunSettings
from dlc.passes.manager.timing import Timing
from support.pass_testing import make_context, messages, read, rendered, run_with

TWO_FUNCTIONS = """
func.func @a(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @b() {
  return
}
"""


class Probe(Pass):
    """Does what it is told, and remembers where it ran"""

    name = "probe"
    then: str = option("What to do", default="nothing")
    seen = statistic("num-seen", "Number of ops seen")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.__dict__["where"] = []

    def run(self, op: Operation, run: PassRun) -> None:
        self.__dict__["where"].append(op.name)
        run.count(self.seen)
        getattr(self, self.then)(op, run)

    def nothing(self, op: Operation, run: PassRun) -> None:
        run.mark_unchanged()

    def report(self, op: Operation, run: PassRun) -> None:
        run.error(op, "does not please, but got 'this'").note(op.location, "look here")

    def fail(self, op: Operation, run: PassRun) -> None:
        run.fail()

    def stumble(self, op: Operation, run: PassRun) -> None:
        raise KeyError("lost")

    def break_ir(self, op: Operation, run: PassRun) -> None:
        for inner in op.walk():
            if inner.name == "func.return":
                inner.erase()

    def analyse(self, op: Operation, run: PassRun) -> None:
        self.__dict__["dominance"] = run.analysis(dominance_of)

    def nest(self, op: Operation, run: PassRun) -> None:
        for inner in op.regions[0].entry.ops:
            if not run.run_pipeline(Pipeline(inner.name, [parse_one("cse")]), inner):
                run.fail()


def parse_one(name: str) -> Pass:
    first = next(iter(parse_pipeline(f"any({name})").passes()))
    assert isinstance(first, Pass)
    return first


def run(pipeline: Pipeline, text: str = TWO_FUNCTIONS, **settings: object) -> tuple[bool, list[str], str]:
    module, context = read(text)
    stream = io.StringIO()
    ok = pipeline.run(module, context, RunSettings(stream=stream, **settings))  # type: ignore[arg-type]
    return ok, messages(context), stream.getvalue()


def test_nested_pipelines_run_on_their_ops() -> None:
    probe = Probe()
    assert run(Pipeline("builtin.module", [Pipeline("func.func", [probe]), probe]))[0]
    assert probe.where == ["func.func", "func.func", "builtin.module"]  # type: ignore[attr-defined]


def test_any_runs_on_isolated_ops() -> None:
    probe = Probe()
    text = 'module { "test.pure"() : () -> () test.isolated { } func.func @f() { return } }'
    assert run(Pipeline("builtin.module", [Pipeline("any", [probe])]), text)[0]
    assert probe.where == ["test.isolated", "func.func"]  # type: ignore[attr-defined]


def test_a_pipeline_refuses_another_op() -> None:
    ok, said, _ = run(parse_pipeline("func.func(cse)"))
    assert not ok
    assert said == [
        "error: can't run 'func.func' pass manager on 'builtin.module' op; write builtin.module(func.func(…))"
    ]


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("report", "error: 'func.func' op does not please, but got 'this'"),
        ("fail", "error: 'func.func' op @a pass 'probe' failed"),
        ("stumble", "error: 'func.func' op @a pass 'probe' raised KeyError: 'lost'"),
    ],
)
def test_a_failing_pass_ends_in_one_diagnostic(then: str, message: str) -> None:
    after = Probe()
    ok, said, written = run(Pipeline("builtin.module", [Pipeline("func.func", [Probe(then=then), after])]))
    assert not ok
    assert [each.partition(", at ")[0] for each in said] == [message]
    assert after.where == []  # type: ignore[attr-defined]
    assert written == ""


def test_the_exception_is_there_for_those_who_ask() -> None:
    module, context = read(TWO_FUNCTIONS)
    assert not Pipeline("builtin.module", [Probe(then="stumble")]).run(module, context)
    assert isinstance(context.diagnostics.diagnostics[0].cause, KeyError)


def test_what_the_verifier_finds_names_the_pass() -> None:
    module, context = read(TWO_FUNCTIONS)
    pipeline = Pipeline("builtin.module", [Pipeline("func.func", [Probe(then="break_ir")])])
    assert not pipeline.run(module, context)
    assert "note: found after pass 'probe' ran on 'func.func' op @a" in rendered(context)
    assert run(pipeline, verify_each=False)[0]


def test_analyses_live_until_the_ir_changes() -> None:
    first, unchanged, second = Probe(then="analyse"), Probe(), Probe(then="analyse")
    cse = parse_one("cse")
    module, context = read(TWO_FUNCTIONS)
    assert Pipeline("builtin.module", [first, unchanged, second]).run(module, context)
    assert first.dominance is not second.dominance  # type: ignore[attr-defined]  (probe does not preserve it)
    third = Probe(then="analyse")
    assert Pipeline("builtin.module", [Pipeline("func.func", [cse, third])]).run(module, context)
    assert isinstance(third.dominance, Dominance)  # type: ignore[attr-defined]


def test_a_pass_can_run_a_pipeline_inside_its_op() -> None:
    module, context = read(TWO_FUNCTIONS)
    assert Pipeline("builtin.module", [Probe(then="nest")]).run(module, context)
    assert print_ir(module).count("arith.addi") == 1


# -- Watching --------------------------------------------------------------------------------------------------------


def test_ir_is_printed_before_and_after() -> None:
    pipeline = "builtin.module(func.func(cse,dce))"
    _, written, _ = run_with(pipeline, TWO_FUNCTIONS, print_before=["dce"], print_after=["cse"])
    headers = re.findall(r"// -----// (.*) //----- //", written)
    one = ["IR Dump After CSE (cse)", "IR Dump Before DeadCodeElimination (dce)"]
    assert headers == one + one
    assert "module" not in written


def test_ir_is_printed_only_where_it_changed() -> None:
    _, written, _ = run_with("builtin.module(func.func(cse,dce))", TWO_FUNCTIONS, print_after_change=True)
    assert re.findall(r"// -----// (.*) //----- //", written) == ["IR Dump After CSE (cse)"]


def test_ir_is_printed_as_a_whole() -> None:
    settings = {"print_before_all": True, "print_after_all": True, "print_module_scope": True}
    _, written, _ = run_with("builtin.module(func.func(cse))", TWO_FUNCTIONS, **settings)
    assert "// -----// IR Dump Before CSE (cse) ('func.func' operation: @a) //----- //\nmodule {" in written
    assert written.count("module {") == 4


def test_ir_is_printed_after_a_failure() -> None:
    _, _, written = run(Pipeline("builtin.module", [Probe(), Probe(then="fail")]), print_after_failure=True)
    assert re.findall(r"// -----// (.*) //----- //", written) == ["IR Dump After Probe (probe) Failed"]


def test_times_are_a_tree() -> None:
    timing = Timing()
    with timing.scope("Parser"):
        module, context = read(TWO_FUNCTIONS)
    assert parse_pipeline("builtin.module(func.func(cse,cse),dce)").run(module, context, RunSettings(timing=timing))
    names = re.findall(r"\d+\.\d{4} \([ \d.]+%\)  (.*)", timing.report())
    assert names[:5] == ["Parser", "'func.func' Pipeline", "  CSE", "    (A) dominance_of", "    (V) verifier"]
    assert names[-3:] == ["    (V) verifier", "Rest", "Total"] or names[-3:] == ["  (V) verifier", "Rest", "Total"]
    assert "CSE" in timing.report(as_list=True)


def test_statistics_are_reported_as_tree_and_list() -> None:
    pipeline = "builtin.module(func.func(cse,dce,cse))"
    _, written, _ = run_with(pipeline, TWO_FUNCTIONS, statistics=True)
    assert "'func.func' Pipeline\n  CSE\n    (S)        1 num-cse'd - Number of operations CSE'd\n" in written
    _, written, _ = run_with(pipeline, TWO_FUNCTIONS, statistics=True, statistics_list=True)
    assert written.count("CSE\n") == 1
    assert "  (S)        1 num-cse'd - Number of operations CSE'd\n" in written


def test_patterns_are_counted() -> None:
    text = 'func.func @f() { %0 = "test.pure"() <{label = "a"}> : () -> i32 "test.use"(%0) : (i32) -> () return }'
    _, written, _ = run_with("builtin.module(canonicalize)", text, pattern_stats=True)
    assert re.search(r" 1  support\.test_dialect\.drop_label\n", written)


def test_passes_that_had_nothing_to_do_are_named() -> None:
    ok, _, context = run_with(
        "builtin.module(func.func(mem2reg,cse),gpu.module(cse))", TWO_FUNCTIONS, warn_idle_passes=True
    )
    assert ok
    assert messages(context) == [
        "warning: pipeline 'gpu.module(…)' ran nothing: 'builtin.module' directly contains no 'gpu.module' op",
        "warning: pass 'mem2reg' had nothing to do: there are no allocations that could be promoted",
        "warning: pass 'cse' had nothing to do: there is no op that its pipeline could run on",
    ]


@pytest.mark.parametrize("local", [False, True])
def test_a_failure_can_be_reproduced(tmp_path: Path, local: bool) -> None:
    path = tmp_path / "reproducer.mlir"
    pipeline = Pipeline("builtin.module", [Pipeline("func.func", [parse_one("cse"), Probe(then="fail")])])
    ok, said, _ = run(pipeline, reproducer=str(path), local_reproducer=local)
    assert not ok
    assert said[-1] == f"remark: a reproducer of this failure was written to '{path}'"
    text = path.read_text()
    passes = "probe{then=fail}" if local else "cse,probe{then=fail}"
    assert f'pipeline: "builtin.module(func.func({passes}))",' in text
    assert "verify_each: true" in text
    assert text.count("arith.addi") == (1 if local else 2)
    assert [each.name for each in tmp_path.iterdir()] == ["reproducer.mlir"]
    module, _ = read(text, make_context())
    assert module.name == "builtin.module"


def test_a_reproducer_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "no" / "reproducer.mlir"
    _, said, _ = run(Pipeline("builtin.module", [Probe(then="fail")]), reproducer=str(path))
    assert said[-1] == f"error: cannot write reproducer '{path}': No such file or directory"


def test_no_reproducer_without_a_failure(tmp_path: Path) -> None:
    assert run(parse_pipeline("builtin.module(cse)"), reproducer=str(tmp_path / "r.mlir"))[0]
    assert list(tmp_path.iterdir()) == []


class Complain(Pass):
    """Find fault with an op, and say more about it afterwards"""

    name = "complain"

    def run(self, op: Operation, run: PassRun) -> None:
        run.error(op, "is not to my liking").note(op.location, "because of this")


def test_notes_that_are_added_to_an_error_are_heard() -> None:
    module, context = read("module { }")
    heard: list[str] = []
    context.diagnostics.handlers.append(lambda diagnostic: heard.append(context.diagnostics.render(diagnostic)))
    assert not Pipeline("builtin.module", [Complain()]).run(module, context, RunSettings())
    [text] = heard
    assert "error: 'builtin.module' op is not to my liking" in text
    assert "note: because of this" in text
