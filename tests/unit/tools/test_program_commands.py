"""`dlc compile`, `dlc bench`, `dlc inspect` and `dlc cache`, and what all commands have in common."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.tools import dlc_command
from dlc.tools.text_files import show_warnings_as_messages
from dlc.tools.views.explorer import unpacked

LAYER = """
!rows = tensor<?x8xf32, #graph.dims<n>>
func.func @main(%x: !rows {dlc.doc = "the rows"}) -> (!rows {dlc.name = "y"}) {
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %b = graph.broadcast %c, [1] : tensor<8xf32> -> !rows
  %y = graph.add %x, %b : !rows
  return %y : !rows
}
"""
STATIC = """
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = graph.exp %x : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "layer.mlir").write_text(LAYER)
    (tmp_path / "static.mlir").write_text(STATIC)
    return tmp_path


def run(*arguments: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_command.run(arguments, out, err)
    assert (status, err.getvalue()) == (0, "")
    return out.getvalue()


def error(*arguments: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    assert dlc_command.run(arguments, out, err) == 1
    assert out.getvalue() == ""
    return err.getvalue().removeprefix("dlc: error: ")


class ClosedPipe(io.StringIO):
    def write(self, s: str, /) -> int:
        raise BrokenPipeError(32, "Broken pipe")


@pytest.mark.parametrize("arguments", [["--help"], ["run", "static.mlir", "--json"], ["compile", "--help"]])
def test_a_reader_that_has_seen_enough_is_no_error(folder: Path, arguments: list[str]) -> None:
    err = io.StringIO()
    with pytest.raises(BrokenPipeError):  # `main` ends quietly
        dlc_command.run(arguments, ClosedPipe(), err)
    assert err.getvalue() == ""


def test_compiled_programs_run(folder: Path) -> None:
    assert run("compile", "layer.mlir", "-o", "layer.dlc").startswith("layer.dlc: ")
    x = np.ones((2, 8), np.float32)
    np.save("x.npy", x)
    outputs = json.loads(run("run", "layer.dlc", "-i", "x.npy", "--json"))["outputs"]
    assert outputs == {"y": (x + np.arange(1, 9)).tolist()}


def test_object_files(folder: Path) -> None:
    described = json.loads(run("compile", "layer.mlir", "-o", "layer.o", "--header", "layer.h", "--json"))
    assert described["functions"] == [{"name": "layer_main", "workspace_bytes": 0}]
    assert described["bytes"] == os.stat("layer.o").st_size
    assert (
        "layer_main(int64_t n, const float *x, float *y, void *workspace, int64_t workspace_bytes)"
        in Path("layer.h").read_text()
    )
    options = ("--freestanding", "--target", "aarch64-linux-gnu", "--level", "1")
    assert "layer_main: workspace of 0 bytes" in run("compile", "layer.mlir", "-o", "layer.a", *options)


def test_files_to_be_read(folder: Path) -> None:
    run("compile", "layer.mlir", "-o", "layer.s", "--target", "aarch64-linux-gnu")
    assert "layer_main:" in Path("layer.s").read_text()
    run("compile", "layer.mlir", "-o", "layer.ll")
    assert "@layer_main(" in Path("layer.ll").read_text()
    run("compile", "layer.mlir", "-o", "layer.ptx", "--target", "cuda", "--gpu-arch", "sm_80")
    assert ".target sm_80" in Path("layer.ptx").read_text()


def test_what_cannot_be_compiled_to_a_file(folder: Path) -> None:
    assert "must end in .dlc, .o, .a, .so" in error("compile", "layer.mlir", "-o", "layer")
    assert "'--header' and '--freestanding' are for object files" in error(
        "compile", "layer.mlir", "-o", "layer.dlc", "--freestanding"
    )
    assert "must end in .dlc, .ptx" in error("compile", "layer.mlir", "-o", "layer.s", "--target", "cuda")
    assert "must end in .dlc" in error("compile", "layer.mlir", "-o", "layer.ptx", "--target", "hip")
    assert "unknown target 'z80'" in error("compile", "layer.mlir", "-o", "layer.o", "--target", "z80")
    run("compile", "layer.mlir", "-o", "layer.dlc")
    assert "is a compiled program" in error("compile", "layer.dlc", "-o", "again.dlc")
    several = ("--target=x86_64-linux-gnu", "--cpu=x86-64,znver4")
    assert "are levels of x86-64, but got 'znver4'" in error("compile", "layer.mlir", "-o", "a.o", *several)
    assert "the following arguments are required: --output/-o" in error("compile", "layer.mlir")
    assert sorted(os.listdir()) == ["layer.dlc", "layer.mlir", "static.mlir"]


def test_times(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--runs", "3", "--warm-up", "1", "--threads", "1")
    lines = run("bench", "layer.mlir", "--size", "n=2", *options).splitlines()
    assert lines[0].split() == ["ms", "min", "p50", "p90", "p99", "max", "mean", "runs"]
    assert lines[1].split()[0] == "dlc"
    assert lines[1].split()[-1] == "3"
    described = json.loads(run("bench", "static.mlir", "--json", "--profile", "--trace", "trace.json", *options))
    assert set(described["ms"]["dlc"]) == {"min", "p50", "p90", "p99", "max", "mean", "runs"}
    assert [each["name"] for each in described["profile"]["kernels"]] == ["main_kernel"]
    assert json.loads(Path("trace.json").read_text())["traceEvents"]
    assert "'--runs' must be at least 1" in error("bench", "layer.mlir", "--runs", "0")
    assert "'--compare' knows onnxruntime, torch, but got 'tvm'" in error(
        "bench", "layer.mlir", "--compare", "tvm", *options
    )


def test_times_beside_another_engine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Session:
        def __init__(self, path: str, options: Any, providers: Any) -> None:
            if path == "static.mlir":
                raise RuntimeError("it is not a model")

        def run(self, names: None, inputs: dict[str, Any]) -> None:
            assert list(inputs) == ["x"]

    fake = types.ModuleType("onnxruntime")
    fake.__dict__.update(SessionOptions=types.SimpleNamespace, InferenceSession=Session)
    monkeypatch.setitem(sys.modules, "onnxruntime", fake)
    options = ("--runs", "2", "--threads", "1", "--compare", "onnxruntime")
    assert [line.split()[0] for line in run("bench", "layer.mlir", *options).splitlines()[1:]] == ["dlc", "onnxruntime"]
    assert "'onnxruntime' cannot load 'static.mlir': it is not a model" in error("bench", "static.mlir", *options)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert "'onnxruntime' is not installed" in error("bench", "layer.mlir", *options)


def test_contents(folder: Path) -> None:
    lines = run("inspect", "layer.mlir").splitlines()
    assert lines[:3] == ["@main", "  input   x: float32[n, 8]  the rows", "  output  y: float32[n, 8]"]
    assert "parameters: 8" in lines
    assert "  flops   n * 8" in lines
    assert "     1 graph.add                         flops: n * 8  bytes: n * 96" in lines
    described = json.loads(run("inspect", "static.mlir", "--json"))
    assert described["flops"] == {"main": 64 * 64}
    assert sum(each["flops"] for each in described["work"].values()) == 64 * 64
    run("compile", "static.mlir", "-o", "static.dlc", "--threads", "1")
    described = json.loads(run("inspect", "static.dlc", "--json"))
    assert described["entries"]["main"]["inputs"][0]["shape"] == [64, 64]
    assert described["threads"] == 1


def test_contents_that_do_not_compile(folder: Path) -> None:
    Path("bad.mlir").write_text("func.func @f(%x: vector<4xf32>) { return }\nfunc.func @g() { return }")
    assert "@f cannot be called: it takes a 'vector<4xf32>'" in run("inspect", "bad.mlir")


def test_the_work_behind_a_reshape_is_known(folder: Path) -> None:
    (folder / "flat.mlir").write_text("""
      func.func @main(%x: tensor<?x8x13x13xf32, #graph.dims<batch>>, %w: tensor<1352x10xf32>)
          -> tensor<?x10xf32, #graph.dims<batch>> {
        %f = graph.reshape %x : tensor<?x8x13x13xf32, #graph.dims<batch>> -> tensor<?x1352xf32, #graph.dims<batch>>
        %l = graph.contract %f, %w, batch = [] x [], contracting = [1] x [0]
          : tensor<?x1352xf32, #graph.dims<batch>>, tensor<1352x10xf32> -> tensor<?x10xf32, #graph.dims<batch>>
        return %l : tensor<?x10xf32, #graph.dims<batch>>
      }""")
    assert "flops   batch * 27040" in run("inspect", "flat.mlir")


def test_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no cache: DLC_CACHE_DIR is empty" in error("cache")
    monkeypatch.setenv("DLC_CACHE_DIR", str(folder / "cache"))
    assert json.loads(run("cache", "--json"))["programs"] == 0
    run("run", "layer.mlir", "--threads", "1")
    described = json.loads(run("cache", "--info", "--json"))
    assert described["programs"] >= 1
    assert described["folder"] == str(folder / "cache")
    assert f"programs: {described['programs']}\n" in run("cache")
    assert run("cache", "--clear") == f"removed {described['programs']} programs from {folder / 'cache'}\n"
    assert "cannot be used together" in error("cache", "--info", "--clear")


def test_dumped_modules(folder: Path) -> None:
    run("run", "layer.mlir", "--threads", "1", "--dump-dir", "dumps/of/this")
    run("compile", "layer.mlir", "--level", "0", "-o", "layer.o", "--dump-dir", "dumps/of/object")
    assert any("lend-memory" in name for name in os.listdir("dumps/of/object"))
    err = io.StringIO()
    assert dlc_command.run(("run", "layer.mlir", "--level", "0", "--print-ir-after=bufferize"), io.StringIO(), err) == 0
    assert "IR Dump After Bufferize (bufferize)" in err.getvalue()
    assert "there is no pass 'bufferise' to print after" in error("run", "layer.mlir", "--print-ir-after=bufferise")
    names = sorted(os.listdir("dumps/of/this"))
    assert names[0].startswith("01-")
    assert any(name.endswith("-bufferize.mlir") for name in names)
    assert Path("dumps/of/this", names[-1]).read_text().startswith("// -----// IR Dump After")


@pytest.mark.parametrize("command", dlc_command.COMMANDS)
def test_every_command_has_a_help_text(command: str) -> None:
    assert run(command, "--help").startswith(f"usage: dlc {command} ")
    assert "see 'dlc " in error(command, "--no-such-option", *(["x"] if command != "cache" else []))


def test_progress_is_shown_on_a_terminal_only(folder: Path) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out, err = io.StringIO(), Terminal()
    assert dlc_command.run(["run", "layer.mlir", "--threads", "1"], out, err) == 0
    assert err.getvalue().startswith("\r\x1b[Kcompiling layer.mlir …")
    assert err.getvalue().endswith("\r\x1b[K")


def test_progress_says_stages_and_passes(folder: Path) -> None:
    steps: list[str] = []
    dlc.compile(Path("layer.mlir"), level=0, threads=1, progress=steps.append)
    expected = ["parse", "passes", "bufferize", "to-llvm", "llvm", "link"]
    assert [step for step in steps if step in expected and steps.count(step) == 1] == [
        step for step in expected if steps.count(step) == 1
    ]


class FakeTorch(types.ModuleType):
    """As much of torch as the comparison calls."""

    export = types.SimpleNamespace(load=lambda _path: types.SimpleNamespace(module=lambda: lambda *tensors: tensors))
    as_tensor = staticmethod(np.asarray)
    inference_mode = contextlib.nullcontext


def test_torch_is_compared_on_a_model_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", FakeTorch("torch"))
    options = ("bench", "layer.mlir", "--level=0", "--runs=2", "--compare=torch")
    assert "'--compare=torch' requires a model for it: '--torch-model=FILE'" in error(*options)
    assert set(json.loads(run(*options, "--torch-model=a.pt2", "--json"))["ms"]) == {"dlc", "torch"}


DOUBLES = """
from dlc.dialects.arith import AddFOp
from dlc.ir.builtin_types import f32
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.dialect import Dialect
from dlc.ir.patterns import pattern
from dlc.ir.traits import Pure
from dlc.passes.manager.declaration import Pass
from dlc.passes.rewriting.greedy import rewrite_greedily

@op("doubles.twice", traits=(Pure,))
class TwiceOp(Op):
    x: Operand = operand(f32)
    out: Result = inferred_result(f32)
    syntax = "$x attr-dict"

@pattern(TwiceOp)
def lower_twice(op, rw):
    return rw.replace(op, AddFOp(op.x, op.x))

class LowerDoubles(Pass):
    "Lower doubles"
    name = "lower-doubles"
    def run(self, op, run):
        rewrite_greedily(op, [lower_twice], run.context)

DIALECT = Dialect.collect("doubles", globals())
"""


def test_modules_of_dialects_and_passes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (folder / "doubles.py").write_text(DOUBLES)
    (folder / "twice.mlir").write_text(
        "func.func @main(%x: f32) -> f32 {\n  %y = doubles.twice %x\n  return %y : f32\n}\n"
    )
    said = error("run", "twice.mlir")
    assert "dialect 'doubles' not found for custom op 'doubles.twice'; --load-dialect=MODULE, in" in said
    loaded = ("twice.mlir", "--load-dialect=doubles", "--load-pass=doubles")
    passes = "--passes=lower-doubles,default"
    assert run("run", *loaded, passes, "--input", "x=2.5") == "result 0: f32: 5.0\n"
    for command in (("compile", "-o", "twice.o"), ("compile", "-o", "twice.dlc"), ("explore", "-o", "twice.html")):
        run(*command, *loaded, passes)
    assert run("run", "twice.dlc", "--input", "x=2.5") == "result 0: f32: 5.0\n"
    assert "%y = doubles.twice %x" in str(unpacked((folder / "twice.html").read_text())["lines"])
    assert "doubles.twice" in run("inspect", *loaded)
    run("explain-schedule", *loaded, passes)
    path = "this is a path; give the name of the module, 'doubles'"
    assert (
        error("run", "twice.mlir", "--load-dialect=doubles.py") == f"cannot load dialect module 'doubles.py': {path}\n"
    )
    assert f"{path}, and run in 'x' or put that into PYTHONPATH" in error(
        "run", "twice.mlir", "--load-pass=x/doubles.py"
    )
    sys.modules.pop("doubles")


POLYGEIST = """
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"dlti.endianness", "little">,
    #dlti.dl_entry<i64, dense<64> : vector<2xi32>>>, llvm.data_layout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128",
    llvm.target_triple = "x86_64-unknown-linux-gnu", "polygeist.target-cpu" = "x86-64"} {
  func.func @sum(%n: i32, %x: memref<?xf64> {llvm.noundef}) -> f64
      attributes {llvm.linkage = #llvm.linkage<external>, "polygeist.device_only_func" = "1"} {
    %size = arith.index_cast %n : i32 to index
    %zero = arith.constant 0.0 : f64
    %sum = affine.for %i = 0 to %size iter_args(%before = %zero) -> f64 {
      %each = affine.load %x[%i] {polygeist.note} : memref<?xf64>
      %after = arith.addf %before, %each : f64
      affine.yield %after : f64
    }
    return %sum : f64
  }
}
"""
"""A module as Polygeist writes it, with its attributes of modules, functions and ops."""


def test_modules_of_polygeist(folder: Path) -> None:
    (folder / "sum.mlir").write_text(POLYGEIST)
    run("compile", "sum.mlir", "-o", "sum.dlc")
    for file in ("sum.mlir", "sum.dlc"):
        assert run("run", file, "--input", "n=2", "--input", "x=1.5,2,4") == "result 0: f64: 3.5\n"


def test_modules_are_compiled_for_this_machine_whatever_they_say(folder: Path) -> None:
    (folder / "big.mlir").write_text("""
module attributes {llvm.data_layout = "E-p:32:32", llvm.target_triple = "powerpc-unknown-linux-gnu"} {
  func.func @main() -> i64 {
    %x = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
    %y = vector.bitcast %x : vector<4xi32> to vector<2xi64>
    %first = vector.extract %y[0] : i64 from vector<2xi64>
    return %first : i64
  }
}
""")
    lower_half_first = 1 + (2 << 32)
    assert run("run", "big.mlir") == f"result 0: i64: {lower_half_first}\n"


CIR = """
module attributes {cir.lang = #cir.lang<c>} {
  func.func @main(%x: f32 {cir.kind = #cir<kind 1>}) -> f32 attributes {cir.call = #cir.call<"fast">} {
    %y = arith.addf %x, %x {cir.note = !cir.int<s, 32>} : f32
    return %y : f32
  }
}
"""


def test_attributes_of_unknown_dialects(folder: Path) -> None:
    (folder / "twice.mlir").write_text(CIR)
    unknown_op = '"cir.twice"(%x) : (f32) -> f32'
    (folder / "op.mlir").write_text(CIR.replace("arith.addf %x, %x {cir.note = !cir.int<s, 32>} : f32", unknown_op))
    allow = "--allow-unregistered-dialect"
    assert "is of the unregistered dialect 'cir'" in error("run", "twice.mlir")
    assert allow in error("run", "twice.mlir")
    assert run("run", "twice.mlir", allow, "--input", "x=2.5") == "result 0: f32: 5.0\n"
    for command in ("compile -o twice.dlc", "explore -o twice.html", "explain-schedule", "inspect", "bench --runs=1"):
        run(*command.split(), "twice.mlir", allow)
    context = dlc.make_context(allow_unregistered=True)
    assert dlc.compile(folder / "twice.mlir", context=context)(2.5) == 5.0
    assert "1 op of 'cir' is left, which no pass of the compiler rewrites" in error("run", "op.mlir", allow)


def test_a_page_up_to_a_pass_that_fails(folder: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert dlc_command.run(("explore", "layer.mlir", "-o", "page.html", "--passes=bufferize"), out, err) == 1
    assert out.getvalue().endswith("; 0 of 1 passes changed the program\n")
    assert "op has no bufferization" in err.getvalue()
    assert [each["name"] for each in unpacked((folder / "page.html").read_text())["passes"]] == ["bufferize"]


def test_options_that_a_command_does_not_have(folder: Path) -> None:
    assert error("run", "layer.mlir", "--inputs", "x=1") == (
        "unrecognized arguments: --inputs x=1, did you mean '--input'?; see 'dlc run --help'\n"
    )


def test_a_seed_is_not_negative(folder: Path) -> None:
    for command in ("run", "bench"):
        assert error(command, "layer.mlir", "--seed", "-1") == "'--seed' must be at least 0, but got -1\n"
    assert error("run", "layer.mlir", "--seed=x") == "argument --seed: invalid seed value: 'x'; see 'dlc run --help'\n"


@pytest.mark.parametrize("module", ["dlc", "dlc.tools.dlc_opt"])
def test_commands_can_be_run_as_modules(module: str) -> None:
    finished = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert finished.stdout.startswith("dlc ")


def test_warnings_show_no_source(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(warnings, "showwarning", None)
    show_warnings_as_messages("dlc")
    warnings.showwarning("it is 2G", UserWarning, "cache.py", 3)
    warnings.showwarning("net.mlir:1:1: warning: it is slow", UserWarning, "cache.py", 3)
    assert capsys.readouterr().err == "dlc: warning: it is 2G\nnet.mlir:1:1: warning: it is slow\n"


def test_wrong_processors_and_sizes(folder: Path) -> None:
    text = error("compile", "static.mlir", "-o", "x.o", "--cpu", "x86-64,")
    assert text == "'--cpu' must be the name of a processor, or several between commas, but got 'x86-64,'\n"
    for command in (("run", "layer.mlir"), ("compile", "layer.mlir", "-o", "x.o")):
        text = error(*command, "--size", "n=99999999999999999999")
        assert text == "'--size' expects a number of at most 2^63 - 1, but got 'n=99999999999999999999'\n"
        assert "at most 2^63 - 1" in error(*command, "--size", f"n={'9' * 5000}")
    assert sorted(each.name for each in folder.iterdir()) == ["layer.mlir", "static.mlir"]


def test_sizes_are_fixed_when_compiling(folder: Path) -> None:
    run("compile", "layer.mlir", "-o", "layer.dlc", "--size", "n=5")
    assert dlc.load("layer.dlc").inputs[0].shape == (5, 8)
    assert "workspace of" in run("compile", "layer.mlir", "-o", "layer.wasm", "--target=wasm32", "--size", "n=5")
    assert "has no open size 'k'; the open sizes are: n" in error("compile", "layer.mlir", "-o", "x.o", "--size", "k=5")
    del folder


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("tool", ["dlc", "dlc_opt"])
def test_standard_output_that_cannot_be_written(folder: Path, tool: str) -> None:
    arguments = ["inspect", "layer.mlir"] if tool == "dlc" else ["layer.mlir"]
    program = f"import sys; from dlc.tools.console import {tool}; sys.argv[1:] = {arguments}; sys.exit({tool}())"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    name = tool.replace("_", "-")
    assert done.stderr == f"{name}: error: cannot write to the standard output: No space left on device\n"
    assert done.returncode == 1
    del folder
