"""The pipelines are slices of one list of stages, and users' passes go where they say."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import pytest

import dlc
from dlc.codegen.gpu_target import gpu_target_for
from dlc.codegen.target import Target
from dlc.compilation import pipeline_for
from dlc.compile_options import Precision
from dlc.dialects.func import FuncOp
from dlc.ir.builtin_attributes import TypeAttr
from dlc.ir.builtin_types import FunctionType, f32
from dlc.passes.generic.cse import CSE
from dlc.passes.insertions import InvalidStage
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.instrumentation import Instrumentation
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import InvalidPipeline, parse_passes, parse_pipeline_on
from dlc.passes.manager.registry import REGISTRY
from dlc.passes.pipelines import (
    CPU_STAGES,
    EXACT_GRAPH,
    GRAPH,
    STAGES,
    Again,
    Stage,
    again,
    gpu_machine_options,
    gpu_stages,
    overview,
    passes_of,
    pipeline_text,
)
from support.programs import new_context
from support.run_lines import ROOT

TWICE = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = graph.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}"""
ONES = np.ones(4, np.float32)
PLAIN = Target.of("x86_64-unknown-linux-gnu", "x86-64")


def name_of(text: str) -> str:
    return text.partition("{")[0]


# -- One list ----------------------------------------------------------------------------------------------------------


def repeats_without_reason(stages: Iterable[Stage]) -> Iterator[str]:
    """Return where a pass runs again that is not marked so, where it is marked and runs first, and empty reasons."""
    before: set[str] = set()
    for stage, step in ((each, step) for each in stages for step in each.steps):
        repeats = isinstance(step, Again)
        if repeats and len(step.reason.split()) < 4:
            yield f"{stage.name}: '{step.reason}' does not say why"
        for text in step.passes if repeats else (step,):
            for name in names_in_text(text):
                if repeats != (name in before):
                    yield f"{stage.name}: {name} {'has not run before' if repeats else 'runs again'}"
                before.add(name)


def names_in_text(text: str) -> list[str]:
    return [each.name for each in parse_pipeline_on("builtin.module", text).passes()]


@pytest.mark.parametrize("stages", [CPU_STAGES, gpu_stages("sm_80"), gpu_stages("gfx90a")], ids=["cpu", "cuda", "hip"])
def test_a_pass_is_in_the_list_once_or_has_a_reason(stages: tuple[Stage, ...]) -> None:
    assert list(repeats_without_reason(stages)) == []


def test_a_repeat_without_a_reason_is_noticed() -> None:
    first = Stage("first", "", "cse", "func.func(dce,cse)", again("func.func(sccp)", because="values are known by now"))
    second = Stage("second", "", again("dce", because="it is better"), "gpu.module(func.func(sccp))")
    assert list(repeats_without_reason((first, second))) == [
        "first: cse runs again",
        "first: sccp has not run before",
        "second: 'it is better' does not say why",
        "second: sccp runs again",
    ]


def test_what_compile_runs_is_the_list() -> None:
    assert [name_of(each) for each in pipeline_for(2, target=PLAIN).split(",")] == [
        name_of(each) for each in passes_of(*CPU_STAGES)
    ]
    without_threads = [each for each in passes_of(*CPU_STAGES) if "threads" not in each]
    assert [name_of(each) for each in pipeline_for(1, target=PLAIN).split(",")] == list(map(name_of, without_threads))
    skipped = {"graph", "batch", "schedule", "threads", "launch"}
    least = passes_of(*(stage for stage in CPU_STAGES if stage.name not in skipped))
    modern = Target.of(PLAIN.triple, "x86-64-v3")
    assert [name_of(each) for each in pipeline_for(1, level=0, target=modern).split(",")] == list(map(name_of, least))
    assert "expand-math{fma-instructions=false rounding-instructions=false}" in pipeline_for(1, target=PLAIN)


def test_exact_programs_go_through_no_pass_that_changes_results() -> None:
    exact = pipeline_for(1, target=PLAIN, precision="exact")
    inexact = {"use-winograd", "fold-batch-norm", "skip-padding", "simplify-graph{reassociate=true}"}
    assert not inexact & set(exact.split(","))
    assert pipeline_text((GRAPH,), EXACT_GRAPH) in exact
    assert pipeline_for(1, target=PLAIN, precision="tf32") == pipeline_for(1, target=PLAIN)


@pytest.mark.parametrize(("precision", "expected"), [("exact", "exact-f8=1"), ("tf32", "tf32=1"), ("default", "")])
def test_tensor_cores_round_as_the_precision_says(precision: Precision, expected: str) -> None:
    text = pipeline_for(target=gpu_target_for("cuda", "sm_90"), precision=precision)
    options = text.partition("gpu-describe-machine{")[2].partition("}")[0]
    assert options.partition(" ")[2] == expected
    assert ("use-winograd" in text) == (precision != "exact")


@pytest.mark.parametrize(("api", "arch"), [("cuda", "sm_90"), ("hip", "gfx942")])
def test_what_compile_runs_for_a_gpu_is_the_list(api: str, arch: str) -> None:
    written = ",".join(passes_of(*gpu_stages(arch)))
    assert names_in_text(pipeline_for(target=gpu_target_for(api, arch))) == names_in_text(written)


@pytest.mark.parametrize(
    ("name", "stages"),
    [
        ("optimize-graph", ["graph"]),
        ("lower-to-tensor", ["", "tensor"]),
        ("lower-to-loops", ["", "tensor", "memory"]),
        ("lower-to-llvm", ["llvm"]),
        ("lower-all-to-llvm", ["", "tensor", "memory", "llvm"]),
        ("lower-to-gpu", ["", "tensor", "memory", "gpu", "nvvm"]),
    ],
)
def test_named_pipelines_are_slices_of_the_list(name: str, stages: list[str]) -> None:
    """Pipelines from any level begin with a pass that runs the stage `import` where there are ops for it."""
    known = {stage.name: stage for stage in STAGES}
    options = gpu_machine_options("sm_80") if "gpu" in stages else {}
    written = pipeline_text([known[stage] for stage in stages if stage], options)
    first = [] if stages[0] else ["convert-imported"]
    assert list(map(str, parse_passes(name))) == [*first, *map(str, parse_passes(written))]


def test_the_machine_of_the_target_and_the_threads_are_options() -> None:
    text = pipeline_for(3, target=PLAIN)
    assert "describe-machine{vector-bits=128 vector-registers=16" in text
    assert " cores=3}" in text
    assert "parallel-to-threads{threads=3}" in text


def test_docs_show_the_list() -> None:
    assert overview() in (ROOT / "docs" / "levels.md").read_text()


class Changes(Instrumentation):
    """Counts what plan-memory does."""

    def __init__(self) -> None:
        self.planned = 0

    def after_pass(self, pass_: Pass, op: dlc.Operation, run: PassRun) -> None:
        if pass_.name == "plan-memory":
            self.planned += sum(count for what, count in run.counts.items() if what.name == "num-planned")


@pytest.mark.parametrize("example", ["layer", "lstm", "residual_network", "transformer_block"])
def test_buffers_are_complete_when_memory_is_planned(example: str) -> None:
    """The packed operands of kernels share an arena, though schedules allocate them one by one."""
    changes, context = Changes(), new_context()
    module = dlc.parse_file(ROOT / "examples" / f"{example}.mlir", context=context)
    passes = pipeline_for(1, target=PLAIN).partition(",loop-to-cf")[0]
    assert Pipeline.of_passes(parse_passes(passes)).run(module, context, None, [changes])
    assert changes.planned > 0


# -- Passes of users ---------------------------------------------------------------------------------------------------

SEEN: list[str] = []


class NoteLevel(Pass):
    """Note which dialects are there"""

    name = "note-level"

    def run(self, op: dlc.Operation, run: PassRun) -> None:
        SEEN.append(",".join(sorted({each.name.partition(".")[0] for each in op.walk()} - {"builtin", "func"})))


REGISTRY.register(NoteLevel)


@pytest.mark.parametrize(
    ("passes", "seen"),
    [
        ("note-level,default", ["graph"]),
        ("default,note-level", ["loop"]),
        ("builtin.module(note-level,default)", ["graph"]),
        ("note-level,optimize-graph,lower-to-loops", ["graph"]),
        ("before-graph=note-level", ["graph"]),
        ("after-tensor=note-level", ["tensor"]),
        ("before-schedule=note-level; after-llvm=builtin.module(note-level)", ["loop", "llvm"]),
        ("before-schedule = cse,note-level ;", ["loop"]),
        ({"before-threads": "note-level", "after-launch": "note-level"}, ["loop", "llvm"]),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_passes_run_where_they_are_put(passes: str | Mapping[str, str], seen: list[str], threads: int) -> None:
    SEEN.clear()
    exe = dlc.compile(TWICE, passes=passes, threads=threads)
    assert exe(ONES).tolist() == [2] * 4
    assert [
        next(level for level in each.split(",") if level in expected) for each, expected in zip(SEEN, seen, strict=True)
    ]


class FloatForVector(Pass):
    """Take a float instead of a vector"""

    name = "float-for-vector"

    def run(self, op: dlc.Operation, run: PassRun) -> None:
        (function,) = (each for each in op.walk() if isinstance(each, FuncOp))
        function.function_type = TypeAttr(FunctionType((f32,), (f32,)))
        function.entry.args[0].type = f32


REGISTRY.register(FloatForVector)


@pytest.mark.parametrize("passes", ["float-for-vector,default", "before-graph=float-for-vector"])
def test_passes_before_all_stages_determine_what_a_program_takes(passes: str) -> None:
    module = dlc.parse("func.func @f(%x: vector<4xf32>) -> vector<4xf32> { return %x : vector<4xf32> }")
    assert dlc.compile(module, passes=passes, level=0).run("f", 1.5) == 1.5


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        ("before-shedule=cse", "there is no point 'before-shedule' in the pipeline, did you mean 'before-schedule'?"),
        (
            {"loops": "cse"},
            "there is no point 'loops' in the pipeline; write 'before-' or 'after-' and one of the stages",
        ),
        ("before-llvm=cse; before-llvm=dce", "'before-llvm' is given twice: separate its passes by commas"),
    ],
)
def test_points_that_do_not_exist(passes: str | Mapping[str, str], message: str) -> None:
    with pytest.raises(InvalidStage) as error:
        dlc.compile(TWICE, passes=passes)
    assert str(error.value).startswith(message)


def test_passes_are_named() -> None:
    with pytest.raises(InvalidStage, match=r"'passes' must be pipeline text, .*; register a pass by dlc.register_pass"):
        dlc.compile(TWICE, passes=CSE)  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidPipeline, match="; a pass of your own must be loaded or registered first"):
        dlc.compile(TWICE, passes="quite-unknown,default")


def test_mistakes_are_shown_in_the_text_of_the_user() -> None:
    with pytest.raises(InvalidPipeline) as error:
        dlc.compile(TWICE, passes="cse,defalt")
    assert "'defalt' does not refer to a registered pass or pass pipeline, did you mean 'default'?" in str(error.value)
    assert "\n  cse,defalt\n      ^" in str(error.value)


def test_the_machine_that_a_module_names_stays() -> None:
    stated = f"module attributes {{loop.machine = {{vector_bits = 64}}}} {{\n{TWICE}\n}}"
    machines: list[str] = []

    class Machines(Pass):
        """Note the machine"""

        name = "note-machine"

        def run(self, op: dlc.Operation, run: PassRun) -> None:
            machines.append(str(op.attributes["loop.machine"]))

    REGISTRY.register(Machines)
    dlc.compile(stated, passes="after-schedule=note-machine", threads=1)
    assert "vector_bits = 64 : i64" in machines[0]


# -- Pipelines that run nothing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        ("func.func(cse)", "pipeline 'func.func(…)' ran nothing: 'builtin.module' directly contains no 'func.func' op"),
        (
            "builtin.module(any(cse),dce)",
            "pipeline 'any(…)' ran nothing: 'builtin.module' directly contains no isolated op",
        ),
        ("builtin.module()", r"pipeline 'builtin.module\(\)' ran nothing: it has no passes"),
    ],
)
def test_a_pipeline_that_runs_nothing_says_so(passes: str, message: str) -> None:
    with pytest.warns(UserWarning, match=message.replace("(…)", r"\(…\)")):
        dlc.run_pipeline(dlc.parse("module {}"), passes)


def test_pipelines_that_nobody_wrote_are_silent() -> None:
    dlc.run_pipeline(dlc.parse("module {}"), "lower-to-gpu,mem2reg")
    dlc.run_pipeline(dlc.parse("module {}"), "")
    dlc.run_pipeline(dlc.parse(TWICE), "func.func(cse)")


def test_compile_warns_too() -> None:
    with pytest.warns(UserWarning, match="'gpu.module"):
        dlc.compile(TWICE, passes="gpu.module(cse),default", threads=1)


# -- Printing ----------------------------------------------------------------------------------------------------------


def test_dlc_opt_prints_the_list() -> None:
    command = [sys.executable, str(ROOT / "tools" / "dlc-opt.py"), "--print-pipeline"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == overview()
