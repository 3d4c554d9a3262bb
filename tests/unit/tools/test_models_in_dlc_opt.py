"""`dlc-opt` reads models as well as text, and tells them by their content."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from dlc.tools import dlc_opt

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx import parser  # noqa: E402

GRAPH = '<ir_version: 8, opset_import: ["" : 18]>\ng (float[n] x) => (float[n] y) { y = Relu(x) }'


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_opt.run(list(arguments), "", out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    onnx.save(parser.parse_model(GRAPH), "model.onnx")
    onnx.save(parser.parse_model(GRAPH.replace("Relu", "Nothing")), "unknown.onnx")
    return tmp_path


def test_a_model_goes_through_passes(folder: Path) -> None:
    status, out, err = run("model.onnx")
    assert (status, err) == (0, "")
    assert "%y = graph.relu %x : tensor<?xf32, #graph.dims<n>>" in out
    assert "loop.for" in run("model.onnx", "--lower-to-loops")[1]
    assert run("model.onnx", "--verify-diagnostics")[0] == 0


def test_a_model_that_runs_step_by_step(folder: Path) -> None:
    graph = "g (float[n, m] x, int64[k] axes) => (float y) { y = ReduceSum(x, axes) }"
    onnx.save(parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]>\n{graph}'), "steps.onnx")
    status, out, err = run("steps.onnx")
    assert (status, out) == (1, "")
    assert err == (
        "dlc-opt: error: the model runs step by step, so it is not one module; only dlc.compile and dlc run accept it\n"
    )


def test_what_is_no_model(folder: Path) -> None:
    (folder / "zeros.mlir").write_bytes(b"func.func private @f()\n" + bytes(8))
    for name, message in {
        "zeros.mlir": "'zeros.mlir' is a binary file, which cannot be compiled: expected MLIR text or an ONNX model",
        "unknown.onnx": "unknown.onnx: 1 node of the model cannot be imported",
        "nowhere.onnx": "cannot open input file 'nowhere.onnx'",
    }.items():
        status, out, err = run(name)
        assert (status, out) == (1, "")
        assert err.startswith(f"dlc-opt: error: {message}")
    assert run("model.onnx", "--format")[2] == "dlc-opt: error: '--format' is for text, which 'model.onnx' is not\n"
