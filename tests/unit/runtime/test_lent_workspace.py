"""Memory that the caller lends for the buffers of a program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.runtime.lent_workspace import borrowed

NETWORK = """
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x48xf32>) -> tensor<32x48xf32> {
  %p = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<32x64xf32>, tensor<64x48xf32> -> tensor<32x48xf32>
  %s = graph.softmax %p, [0] : tensor<32x48xf32>
  return %s : tensor<32x48xf32>
}
"""
RANDOM = np.random.default_rng(0)
X, W = (RANDOM.standard_normal(shape).astype(np.float32) for shape in ((32, 64), (64, 48)))


@pytest.fixture(scope="module")
def network() -> dlc.Executable:
    return dlc.compile(NETWORK, threads=1, level=0)


def workspace_of(program: dlc.Executable) -> Any:
    return np.zeros(program.workspace_size, np.uint8)


def test_buffers_are_in_the_workspace(network: dlc.Executable, tmp_path: Path) -> None:
    network.save(tmp_path / "network.dlc")
    expected, out = network(X, W), np.empty((32, 48), np.float32)
    for program in (network, dlc.load(tmp_path / "network.dlc")):
        workspace = workspace_of(program)
        np.testing.assert_array_equal(program(X, W, workspace=workspace), expected)
        assert workspace.any()
        workspace[:] = 0
        np.testing.assert_array_equal(program(X, W), expected)
        assert not workspace.any()
        assert program(X, W, out=out, workspace=bytearray(program.workspace_size)) is out
        np.testing.assert_array_equal(out, expected)


def test_any_address_will_do(network: dlc.Executable) -> None:
    memory = np.zeros(network.workspace_size + 256, np.uint8)
    expected = network(X, W)
    for start in (0, 1, 63):
        part = memory[start : start + network.workspace_size]
        memory[:] = 7
        np.testing.assert_array_equal(network(X, W, workspace=part), expected)
        assert (memory[:start] == 7).all()
        assert (memory[start + part.size :] == 7).all()


WRONG: list[tuple[str, Any, str]] = [
    ("small", np.zeros(5, np.uint8), "must have .* bytes or more, but got 5"),
    ("read-only", bytes(1 << 16), "must be writable"),
    ("strided", np.zeros((1 << 10, 64), np.uint8)[:, ::2], "must be contiguous"),
    ("a number", 3, "must be memory, such as a numpy array, but got a 'int'"),
    ("an argument", X, "must not share memory with arrays of the call"),
]


@pytest.mark.parametrize(("workspace", "message"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_what_cannot_be_a_workspace(network: dlc.Executable, workspace: Any, message: str) -> None:
    with pytest.raises(dlc.InvalidArgument, match=f"the workspace of @main {message}"):
        network(X, W, workspace=workspace)


def test_a_workspace_serves_one_call_at_a_time(network: dlc.Executable) -> None:
    memory = np.zeros(network.workspace_size + 1, np.uint8)
    workspace = memory[:-1]
    with borrowed(workspace, network.main.signature, ()):
        with pytest.raises(dlc.InvalidArgument, match="is in use by another call"):
            network(X, W, workspace=memory[1:])
        network(X, W, workspace=workspace_of(network))
    with pytest.raises(dlc.InvalidArgument, match="argument 'x' of @main must have shape"):
        network(X[1:], W, workspace=workspace)
    network(X, W, workspace=workspace)


def test_programs_without_buffers_use_none() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>, %workspace: f32) -> tensor<?xf32> {
      %r = graph.exp %x : tensor<?xf32>
      return %r : tensor<?xf32>
    }"""
    program = dlc.compile(text, threads=1, level=0)
    assert program.workspace_size == 0
    np.testing.assert_array_equal(program(np.zeros(3, np.float32), workspace=2.0), np.ones(3))
