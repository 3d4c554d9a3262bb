"""Inputs and outputs by name: what they are called, dictionaries, and arrays of the caller for results."""

from __future__ import annotations

import sys
import types
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from dlc.runtime.dlpack import results_like

NAMED = """
func.func @main(%0: tensor<?x4xf32, #graph.dims<n>> {dlc.name = "image.1", dlc.doc = "RGB"}, %bias: tensor<4xf32>)
    -> (tensor<?x4xf32, #graph.dims<n>> {dlc.name = "scores"}, f32) {
  %b = graph.broadcast %bias, [1] : tensor<4xf32> -> tensor<?x4xf32, #graph.dims<n>>
  %r = graph.add %0, %b : tensor<?x4xf32, #graph.dims<n>>
  %half = arith.constant 0.5 : f32
  return %r, %half : tensor<?x4xf32, #graph.dims<n>>, f32
}
"""
COPY = """
func.func @main(%x: tensor<?xELEMENT>) -> tensor<?xELEMENT> {
  return %x : tensor<?xELEMENT>
}
"""
TWICE_AND_SQUARE = """
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %twice = graph.add %x, %x : tensor<4xf32>
  %square = graph.mul %x, %x : tensor<4xf32>
  return %twice, %square : tensor<4xf32>, tensor<4xf32>
}
"""
X, BIAS = np.ones((3, 4), np.float32), np.arange(4, dtype=np.float32)


@pytest.fixture(scope="module")
def named() -> Executable:
    return dlc.compile(NAMED, threads=1)


def message(call: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(dlc.InvalidArgument) as error:
        call(*arguments, **named)
    return str(error.value)


def test_names_come_from_attributes_and_from_the_text(named: Executable) -> None:
    first, second = named.inputs
    assert (first.name, first.doc, first.dtype, first.shape) == ("image.1", "RGB", np.float32, ("n", 4))
    assert (second.name, second.doc, second.shape) == ("bias", "", (4,))
    scores, half = named.outputs
    assert (scores.name, scores.shape) == ("scores", ("n", 4))
    assert (half.name, half.dtype, half.shape) == ("output1", np.float32, ())


def test_duplicate_names_become_unique() -> None:
    exe = dlc.compile("""
    func.func @main(%a: f32 {dlc.name = "x"}, %b: f32 {dlc.name = "x_1"}, %c: f32 {dlc.name = "x"}) -> f32 {
      return %c : f32
    }""")
    assert [each.name for each in exe.inputs] == ["x", "x_1", "x_2"]
    assert [each.name for each in exe.outputs] == ["output"]


def test_a_dictionary_of_arguments_returns_one_of_results(named: Executable) -> None:
    results = named({"bias": BIAS, "image.1": X})
    assert list(results) == ["scores", "output1"]
    np.testing.assert_array_equal(results["scores"], X + BIAS)
    assert results["output1"] == 0.5
    only = dlc.compile(COPY.replace("ELEMENT", "f32"), threads=1)
    assert only({"x": BIAS})["output"].tolist() == BIAS.tolist()
    assert "no argument 'bais', did you mean 'bias'?" in message(named, {"bais": BIAS, "image.1": X})
    assert "takes 2 arguments (image.1, bias), but got 1" in message(named, {"bias": BIAS})
    assert "takes 1 argument (x), but got 0" in message(only, {})


def test_results_in_arrays_of_the_caller(named: Executable) -> None:
    target = np.zeros((3, 4), np.float32)
    results = named(X, BIAS, out=(target, None))
    assert results[0] is target
    np.testing.assert_array_equal(target, X + BIAS)
    strided = np.zeros((3, 8), np.float32)[:, ::2]
    assert named({"image.1": X, "bias": BIAS}, out={"scores": strided})["scores"] is strided
    np.testing.assert_array_equal(strided, X + BIAS)
    only = dlc.compile(COPY.replace("ELEMENT", "f32"), threads=1)
    assert only(BIAS, out=BIAS) is BIAS


def test_wrong_arrays_for_results(named: Executable) -> None:
    assert "has 2 outputs, but 'out' has 1 arrays" in message(named, X, BIAS, out=X)
    text = "'out' for output 'scores' of @main must be float32[3, 4], but got"
    assert f"{text} float32[4]" in message(named, X, BIAS, out=(BIAS, None))
    assert f"{text} float64[3, 4]" in message(named, X, BIAS, out=(X.astype(float), None))
    assert "must be an array, but got a 'str'" in message(named, X, BIAS, out=("x", None))
    frozen = X.copy()
    frozen.flags.writeable = False
    assert "is read-only" in message(named, X, BIAS, out=(frozen, None))
    assert "no output 'score', did you mean 'scores'?" in message(named, X, BIAS, out={"score": X})


def test_arrays_for_results_in_another_byte_order(named: Executable) -> None:
    swapped = np.zeros((3, 4), np.dtype(np.float32).newbyteorder())
    text = message(named, X, BIAS, out=(swapped, None))
    assert "must be float32[3, 4], but got float32[3, 4] in another byte order; pass" in text


def test_elements_of_an_array_for_a_result_must_not_overlap(named: Executable) -> None:
    rows = np.lib.stride_tricks.as_strided(np.zeros(4, np.float32), (3, 4), (0, 4))
    text = "'out' for output 'scores' of @main must have elements that do not overlap, but got strides (0, 4) in bytes"
    assert message(named, X, BIAS, out=(rows, None)) == text
    windows = np.lib.stride_tricks.as_strided(np.zeros(6, np.float32), (3, 4), (4, 4))
    assert "do not overlap, but got strides (4, 4)" in message(named, X, BIAS, out=(windows, None))
    halves = np.lib.stride_tricks.as_strided(np.zeros(16, np.float32), (3, 4), (16, 2))
    assert "do not overlap, but got strides (16, 2)" in message(named, X, BIAS, out=(halves, None))
    woven = np.lib.stride_tricks.as_strided(np.zeros(18, np.float32), (3, 4), (8, 12))
    assert named(X, BIAS, out=(woven, None))[0] is woven
    np.testing.assert_array_equal(woven, X + BIAS)
    backwards = np.zeros((3, 4), np.float32)[::-1]
    assert named(X, BIAS, out=(backwards, None))[0] is backwards
    np.testing.assert_array_equal(backwards, X + BIAS)


def test_arrays_for_results_must_not_share_memory() -> None:
    exe = dlc.compile(TWICE_AND_SQUARE, threads=1)
    x, memory = np.arange(4, dtype=np.float32), np.zeros(8, np.float32)
    for second in (memory[:4], memory[3:7], memory[::2]):
        text = message(exe, x, out=(memory[:4], second))
        assert text.startswith("'out' for output ")
        assert "must not share memory with that for output" in text
    for pair in ((memory[::2], memory[1::2]), (memory[4:], memory[:4])):
        exe(x, out=pair)
        np.testing.assert_array_equal(pair[0], x + x)
        np.testing.assert_array_equal(pair[1], x * x)


def test_functions_write_to_arrays_of_the_caller(named: Executable) -> None:
    assert [each.is_lent for each in named.outputs] == [True, False]
    room = np.zeros((6, 4), np.float32)
    result = named.main._results_for((X, BIAS), (room[1:4], None))[0]
    assert result.ctypes.data == room[1:4].ctypes.data
    np.testing.assert_array_equal(result, X + BIAS)


def test_arrays_of_the_caller_that_overlap_arguments_or_have_gaps_are_copied_to(named: Executable) -> None:
    memory = np.arange(16, dtype=np.float32)
    x, shifted = memory[:12].reshape(3, 4), memory[4:].reshape(3, 4)
    expected = x + BIAS
    assert named(x, BIAS, out=(shifted, None))[0] is shifted
    np.testing.assert_array_equal(shifted, expected)
    spread = np.zeros((3, 8), np.float32)[:, ::2]
    assert named(X, BIAS, out=(spread, None))[0] is spread
    np.testing.assert_array_equal(spread, X + BIAS)


def test_large_results_own_memory_of_the_allocator() -> None:
    exe = dlc.compile(COPY.replace("ELEMENT", "f32").replace("?", "20000"), threads=1)
    x = np.arange(20000, dtype=np.float32)
    results = [exe(x) for _ in range(3)]
    del exe
    assert len({each.ctypes.data for each in results}) == 3
    for each in results:
        np.testing.assert_array_equal(each, x)


def test_an_argument_may_be_called_out() -> None:
    exe = dlc.compile("func.func @main(%out: f32) -> f32 { return %out : f32 }")
    assert exe(out=2.0) == 2.0


# -- Arrays of other libraries -----------------------------------------------------------------------------------------


class Tensor:
    """An array of a library that imports DLPack."""

    def __init__(self, array: Any, records: bool = False) -> None:
        self.array = array
        self.records = records

    def __dlpack__(self, **options: Any) -> Any:
        if self.records:
            raise RuntimeError("it records gradients")
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()

    def detach(self) -> Tensor:
        return Tensor(self.array)

    def view(self, dtype: Any) -> Tensor:
        return Tensor(self.array.view(dtype))


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = types.ModuleType("tensors")
    fake.__dict__.update(from_dlpack=lambda array: Tensor(np.from_dlpack(array)), bfloat16=ml_dtypes.bfloat16)
    monkeypatch.setitem(sys.modules, "tensors", fake)
    monkeypatch.setattr(Tensor, "__module__", "tensors.classes")


@pytest.mark.usefixtures("library")
def test_results_are_arrays_of_the_library_of_the_arguments(named: Executable) -> None:
    scores, half = named(Tensor(X, records=True), BIAS)
    assert isinstance(scores, Tensor)
    assert half == 0.5
    np.testing.assert_array_equal(scores.array, X + BIAS)
    target = Tensor(np.zeros((3, 4), np.float32))
    assert named(Tensor(X), BIAS, out=(target, None))[0] is target
    np.testing.assert_array_equal(target.array, X + BIAS)


@pytest.mark.usefixtures("library")
def test_elements_that_numpy_cannot_export() -> None:
    exe = dlc.compile(COPY.replace("ELEMENT", "bf16"), threads=1)
    values = np.arange(5).astype(ml_dtypes.bfloat16)
    trigger = Tensor(np.arange(5, dtype=np.float32))
    results = exe.main._results_for((values,))
    (result,) = results_like([trigger], results)
    assert isinstance(result, Tensor)
    assert result.array.dtype == ml_dtypes.bfloat16
    assert result.array.tolist() == values.tolist()
