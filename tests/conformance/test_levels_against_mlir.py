"""Results of our levels, computed by MLIR: programs are lowered to structured ops or to loops here, passed to
mlir-opt-22 as `linalg` or `affine`, compiled by it to machine code and run. The output must agree with our interpreter
on the graph.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import dlc
from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.interp.interpreter import Interpreter
from dlc.tools import dlc_opt

RUNNER = shutil.which("mlir-runner-22")
LIBRARIES = sorted(Path("/usr/lib/llvm-22/lib").glob("libmlir_*runner_utils.so*"))
needs_runner = pytest.mark.skipif(
    MLIR_OPT is None or RUNNER is None or len(LIBRARIES) < 2, reason="mlir-opt-22 or mlir-runner-22 is not installed"
)

FROM_LINALG = ("--one-shot-bufferize=bufferize-function-boundaries", "--convert-linalg-to-loops")
TO_MACHINE_CODE = (
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
)

MATRIX = "dense<[[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]]> : tensor<2x3xf32>"
WEIGHTS = "dense<[[1.0, 2.0], [-0.5, 0.5], [3.0, -1.0]]> : tensor<3x2xf32>"
PROGRAMS = {
    "a matrix product with bias and activation": f"""
      func.func @f() -> tensor<2x2xf32> {{
        %a = graph.constant {MATRIX}
        %w = graph.constant {WEIGHTS}
        %v = graph.constant dense<[0.5, -0.25]> : tensor<2xf32>
        %p = graph.contract %a, %w, batch = [] x [], contracting = [1] x [0]
            : tensor<2x3xf32>, tensor<3x2xf32> -> tensor<2x2xf32>
        %b = graph.broadcast %v, [1] : tensor<2xf32> -> tensor<2x2xf32>
        %s = graph.add %p, %b : tensor<2x2xf32>
        %r = graph.tanh %s : tensor<2x2xf32>
        return %r : tensor<2x2xf32>
      }}""",
    "a softmax along rows": f"""
      func.func @f() -> tensor<2x3xf32> {{
        %a = graph.constant {MATRIX}
        %m = graph.reduce <max> %a, [1] : tensor<2x3xf32> -> tensor<2xf32>
        %n = graph.broadcast %m, [0] : tensor<2xf32> -> tensor<2x3xf32>
        %d = graph.sub %a, %n : tensor<2x3xf32>
        %e = graph.exp %d : tensor<2x3xf32>
        %s = graph.reduce <sum> %e, [1] : tensor<2x3xf32> -> tensor<2xf32>
        %t = graph.broadcast %s, [0] : tensor<2xf32> -> tensor<2x3xf32>
        %r = graph.div %e, %t : tensor<2x3xf32>
        return %r : tensor<2x3xf32>
      }}""",
    "transposes": f"""
      func.func @f() -> tensor<3x2xf32> {{
        %a = graph.constant {MATRIX}
        %w = graph.constant {WEIGHTS}
        %t = graph.transpose %a, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
        %r = graph.maximum %t, %w : tensor<3x2xf32>
        return %r : tensor<3x2xf32>
      }}""",
}


def ours(text: str, *flags: str) -> str:
    """Return a program after dlc-opt, in generic form."""
    output, errors = io.StringIO(), io.StringIO()
    everything = [*flags, "--allow-unregistered-dialect", "--mlir-print-op-generic"]
    assert dlc_opt.run(everything, text, output, errors) == 0, errors.getvalue()
    return output.getvalue()


def run_by_mlir(text: str, *flags: str) -> list[float]:
    """The numbers that a program without arguments prints when MLIR has compiled it."""
    custom = run_mlir_opt(text, *flags)
    assert custom.status == 0, custom.errors
    match = re.search(r"func\.func @f\(\) -> (memref<[^>]*>)", custom.output)
    assert match is not None, custom.output
    main = f"""
      func.func private @printMemrefF32(memref<*xf32>) attributes {{llvm.emit_c_interface}}
      func.func @main() {{
        %r = call @f() : () -> {match[1]}
        %u = memref.cast %r : {match[1]} to memref<*xf32>
        call @printMemrefF32(%u) : (memref<*xf32>) -> ()
        return
      }}
    }}"""
    body = custom.output.rstrip().removesuffix("}")
    compiled = run_mlir_opt(body + main, *TO_MACHINE_CODE)
    assert compiled.status == 0, compiled.errors
    assert RUNNER is not None
    libraries = [f"-shared-libs={library}" for library in LIBRARIES]
    command = [RUNNER, "-e", "main", "-entry-point-result=void", *libraries]
    done = subprocess.run(command, input=compiled.output, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [float(word) for word in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", done.stdout.partition("data =")[2])]


def expected(text: str) -> list[float]:
    [result] = Interpreter(dlc.parse(text)).run("f")
    return np.ravel(result).tolist()


@needs_runner
@pytest.mark.parametrize("name", PROGRAMS)
def test_loops_run_as_affine(name: str) -> None:
    text = PROGRAMS[name]
    loops = ours(text, "--lower-to-loops", "--loop-to-affine")
    assert run_by_mlir(loops) == pytest.approx(expected(text), rel=1e-4, abs=1e-5)


@needs_runner
@pytest.mark.parametrize("name", PROGRAMS)
def test_structured_ops_run_as_linalg(name: str) -> None:
    text = PROGRAMS[name]
    structured = ours(text, "--lower-to-tensor", "--tensor-to-linalg")
    assert run_by_mlir(structured, *FROM_LINALG) == pytest.approx(expected(text), rel=1e-4, abs=1e-5)


@needs_runner
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_mlir_writes_comes_back(name: str) -> None:
    text = PROGRAMS[name]
    structured = run_mlir_opt(ours(text, "--lower-to-tensor", "--tensor-to-linalg"), "--mlir-print-op-generic")
    assert structured.status == 0, structured.errors
    again = ours(structured.output, "--linalg-to-tensor", "--bufferize", "--tensor-to-loop", "--loop-to-affine")
    returned = run_mlir_opt(again, "--mlir-print-op-generic")
    assert returned.status == 0, returned.errors
    module = dlc.parse(ours(returned.output, "--affine-to-loop", "--scf-to-loop"))
    [result] = Interpreter(module).run("f")
    assert np.ravel(result).tolist() == pytest.approx(expected(text), rel=1e-5, abs=1e-6)
