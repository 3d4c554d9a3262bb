"""`dlc check`: a compiled program against the interpreter, and the pass after which it is wrong."""

from __future__ import annotations

import io
import json
import sys
import types
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from dlc.interp.compared_results import Result, compared
from dlc.tools import dlc_command

NET = """
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %y = graph.tanh %x : tensor<4x8xf32>
  %z = graph.add %x, %x : tensor<4x8xf32>
  return %y, %z : tensor<4x8xf32>, tensor<4x8xf32>
}
"""
FILL = """
func.func @main(%m: memref<6xf32>, %value: f32) {
  loop.for %i = 0 to 6 { loop.store %value, %m[%i] : memref<6xf32> }
  return
}
"""
MISTAKES = '''
from __future__ import annotations

from dlc.dialects.graph import ReluOp, TanhOp
from dlc.dialects.math import CosOp, TanhOp as ScalarTanhOp
from dlc.ir import Operation
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.passes.manager import Pass, PassRun
from dlc.passes.rewriting.greedy import rewrite_greedily


@pattern(TanhOp)
def tanh_to_relu(op: TanhOp, rw: Rewriter) -> Match:
    """tanh(x) -> relu(x).  Terminates: removes the op."""
    return rw.replace(op, ReluOp(op.operands[0]))


@pattern(ScalarTanhOp)
def tanh_to_cos(op: ScalarTanhOp, rw: Rewriter) -> Match:
    """tanh(x) -> cos(x).  Terminates: removes the op."""
    return rw.replace(op, CosOp(op.operands[0]))


class OfGraphs(Pass):
    """Replace tanh by relu"""

    name = "wrong-graph"

    def run(self, op: Operation, run: PassRun) -> None:
        run.pattern_hits.update(rewrite_greedily(op, [tanh_to_relu], run.context).hits)


class OfScalars(Pass):
    """Replace tanh by cos"""

    name = "wrong-scalars"

    def run(self, op: Operation, run: PassRun) -> None:
        rewrite_greedily(op, [tanh_to_cos], run.context)
'''
PLAIN = ("--level", "0", "--threads", "1")
"""Without LLVM's optimizer, which takes most of the time."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mistakes", raising=False)
    (tmp_path / "net.mlir").write_text(NET)
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    return tmp_path


def check(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_command.run(["check", *arguments, *PLAIN], out, err)
    return status, out.getvalue(), err.getvalue()


WRONG = ("--load-pass", "mistakes", "--passes")


def test_a_right_program_is_said_to_be_right_with_its_largest_error(folder: Path) -> None:
    status, out, err = check("net.mlir")
    assert (status, err) == (0, "")
    assert out.startswith("compiled program: computes the same as the interpreter, largest error ")
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize(
    ("passes", "name"),
    [
        ("wrong-graph,default", "wrong-graph"),
        ("before-tensor=func.func(wrong-graph)", "wrong-graph"),
        ("after-memory=wrong-scalars", "wrong-scalars"),
        ("before-llvm=func.func(cse,wrong-scalars)", "wrong-scalars"),
    ],
)
def test_a_wrong_pass_is_found(folder: Path, passes: str, name: str) -> None:
    status, out, err = check("net.mlir", *WRONG, passes, "--dump-dir", "steps")
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert lines[0] == "compiled program: differs from the interpreter"
    assert lines[1].startswith("  output0: largest error ")
    assert f"'{name}' is the first pass after which the result differs" in lines
    before, after = (path.read_text() for path in sorted((folder / "steps").iterdir(), reverse=True))
    old, new = ("graph.tanh", "graph.relu") if name == "wrong-graph" else ("math.tanh", "math.cos")
    assert [(name in before, name in after) for name in (old, new)] == [(True, False), (False, True)]


def test_findings_as_json_name_the_patterns_of_the_pass(folder: Path) -> None:
    status, out, _ = check("net.mlir", *WRONG, "before-tensor=wrong-graph", "--json")
    findings = json.loads(out)
    assert status == 1
    assert not findings["agrees"]
    assert [each["is_wrong"] for each in findings["compared"]["compiled program"]] == [True, False, False]
    assert findings["pass"]["name"] == "wrong-graph"
    assert findings["pass"]["patterns"] == {"tanh_to_relu": 1}


def test_chosen_passes_are_checked_in_order(folder: Path) -> None:
    status, out, _ = check("net.mlir", "--after", "graph-to-tensor,bufferize,to-llvm")
    assert status == 0
    assert [line.split(", ", 1)[1].split(":")[0] for line in out.splitlines()[1:]] == [
        "graph-to-tensor",
        "bufferize",
        "to-llvm",
    ]
    assert out.splitlines()[1].endswith("right")
    assert "cannot tell: " in out.splitlines()[3]
    assert (
        "'--after' expects passes, or 'all', but got 'bufferise', did you mean 'bufferize'"
        in check("net.mlir", "--after", "bufferise")[2]
    )


def test_memory_that_a_program_writes_is_compared(folder: Path) -> None:
    (folder / "fill.mlir").write_text(FILL)
    assert check("fill.mlir")[:2] == (0, "compiled program: computes the same as the interpreter, largest error 0\n")


def test_a_fault_of_machine_code_is_told_apart(folder: Path) -> None:
    """The dialect `llvm` has no interpreter, so passes on it, and LLVM, are named together."""
    (folder / "mistakes.py").write_text(
        MISTAKES
        + """

from dlc.dialects.llvm import FAddOp, FSubOp


@pattern(FAddOp)
def add_to_subtract(op: FAddOp, rw: Rewriter) -> Match:
    \"\"\"x + y -> x - y.  Terminates: removes the op.\"\"\"
    return rw.replace(op, FSubOp(*op.operands))


class OfLLVM(Pass):
    \"\"\"Replace sums by differences\"\"\"

    name = "wrong-llvm"

    def run(self, op: Operation, run: PassRun) -> None:
        rewrite_greedily(op, [add_to_subtract], run.context)
"""
    )
    status, out, _ = check("net.mlir", *WRONG, "after-llvm=wrong-llvm")
    assert status == 1
    assert "the interpreter cannot run the module behind it:" in out
    assert "wrong-llvm, in LLVM, or in the call" in out


def test_what_cannot_be_checked_is_one_error(folder: Path) -> None:
    (folder / "long.mlir").write_text(
        "func.func @main() -> index {\n  %c0 = arith.constant 0 : index\n"
        "  %r = loop.for %i = 0 to 100000 iter_args(%x = %c0) -> (index) { loop.yield %i : index }\n"
        "  return %r : index\n}\n"
    )
    assert "takes more than 1000 steps (max_steps); give smaller sizes" in _without_place(
        check("long.mlir", "--most-steps", "1000")
    )
    (folder / "undefined.mlir").write_text(
        "func.func @main(%x: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n"
        "  %r = arith.divsi %x, %c0 : i32\n  return %x : i32\n}\n"
    )
    assert "the interpreter cannot run the program, so there is nothing to compare: " in _without_place(
        check("undefined.mlir")
    )


def _without_place(outcome: tuple[int, str, str]) -> str:
    status, out, err = outcome
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    return err


def test_an_onnx_model_is_compared_with_onnxruntime(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    onnx: Any = pytest.importorskip("onnx")
    helper = onnx.helper
    value = helper.make_tensor_value_info("x", 1, ["n"]), helper.make_tensor_value_info("y", 1, ["n"])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [value[0]], [value[1]])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), "relu.onnx")
    factor = 1.0

    class Session:
        def __init__(self, *_: Any, **__: Any) -> None: ...
        def run(self, _: None, inputs: dict[str, Any]) -> list[Any]:
            return [factor * np.maximum(inputs["x"], 0)]

    fake = types.ModuleType("onnxruntime")
    vars(fake).update(InferenceSession=Session, SessionOptions=types.SimpleNamespace)
    monkeypatch.setitem(sys.modules, "onnxruntime", fake)
    status, out, _ = check("relu.onnx", "--size", "n=5")
    assert status == 0
    assert "onnxruntime: computes the same as the interpreter, largest error 0" in out
    factor = 2.0
    status, out, _ = check("relu.onnx", "--size", "n=5")
    assert status == 1
    assert "onnxruntime: differs from the interpreter\n  y: largest error 1, " in out
    assert out.endswith("the passes are right: what differs is how the model is read, or the other engine\n")


# -- Comparing ---------------------------------------------------------------------------------------------------------


def is_wrong(actual: Any, expected: Any, tolerance: float | None = None) -> bool:
    return bool(compared({"r": Result.of(actual)}, {"r": Result.of(expected)}, tolerance).wrong)


def test_floats_may_be_rounded_and_others_may_not() -> None:
    assert not is_wrong(np.array([1, 100], np.float32), np.array([1.00001, 100], np.float32))
    assert is_wrong(np.array([1, 100], np.float32), np.array([1.1, 100], np.float32))
    assert not is_wrong(np.array([1, 100], np.float32), np.array([1.1, 100], np.float32), tolerance=0.2)
    assert is_wrong(np.array([1], np.float64), np.array([1.00001], np.float64))
    assert not is_wrong(np.array([1.0], ml_dtypes.bfloat16), np.array([1.01], ml_dtypes.bfloat16))
    assert is_wrong(np.array([1 + 1j], np.complex64), np.array([1 + 1.1j], np.complex64))
    assert is_wrong(np.array([1, 2], np.int32), np.array([1, 3], np.int32))
    assert is_wrong(True, False)
    assert not is_wrong(np.array([255], np.uint8), np.array([-1], np.int8))


def test_one_huge_element_hides_no_errors_of_others() -> None:
    mask = -3e38
    assert is_wrong(np.array([mask, 1, 2, 3], np.float32), np.array([mask, 1, 2, 4], np.float32))


def test_terms_that_cancel_may_leave_something_small() -> None:
    assert not is_wrong(np.array([1e-7, 1, 2], np.float32), np.array([0, 1, 2], np.float32))


def test_infinities_nans_and_shapes_are_compared() -> None:
    assert not is_wrong(np.array([np.inf, np.nan], np.float32), np.array([np.inf, np.nan], np.float32))
    assert is_wrong(np.array([np.inf, 1], np.float32), np.array([-np.inf, 1], np.float32))
    assert is_wrong(np.array([np.nan, 1], np.float32), np.array([0, 1], np.float32))
    assert is_wrong(np.array([1, 1], np.float32), np.array([1], np.float32))
    assert not is_wrong(np.zeros((0, 4), np.float32), np.zeros((0, 4), np.float32))


def test_poison_may_be_anything_and_nothing_may_be_poison() -> None:
    some = np.array([True, False])
    given, wanted = Result(np.array([1, 2], np.float32)), Result(np.array([9, 2], np.float32), some)
    assert not compared({"r": given}, {"r": wanted}, None).wrong
    assert compared({"r": wanted}, {"r": given}, None).wrong
