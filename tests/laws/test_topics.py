"""The files of a dialect, of its meanings and of its lowerings have the same names, so that a first guess is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from dlc.interp.semantics import find_semantics
from dlc.ir.definition import Op
from dlc.passes.graph_grad import differentiates
from dlc.passes.graph_to_tensor.lowering import lowers
from dlc.passes.memory.bufferize.bufferization import bufferizes
from support.project import ops
from support.run_lines import ROOT

ELSEWHERE = {
    "tensor.index": "structured",  # part of the meaning of the op that it is in
}
"""Ops whose meaning is in a file of another name."""


def topics(op: type[Op]) -> list[str]:
    """The names of the dialect's files that define an op or one of its base classes."""
    folder = f"dlc.dialects.{op.name.partition('.')[0]}."
    return [kind.__module__.removeprefix(folder) for kind in op.__mro__ if kind.__module__.startswith(folder)]


def lacking(folder: Path, kinds: list[type[Op]]) -> list[str]:
    """Ops that no file of `folder` with the name of one of their topics mentions."""

    def is_there(op: type[Op]) -> bool:
        files = [folder / f"{topic}.py" for topic in [*topics(op), ELSEWHERE.get(op.name, "")]]
        return any(op.__name__ in file.read_text(encoding="utf-8") for file in files if file.exists())

    return [op.name for op in kinds if not is_there(op)]


@pytest.mark.parametrize("dialect", ["graph", "loop", "memref", "tensor", "vector"])
def test_meanings(dialect: str) -> None:
    kinds = [op for op in ops() if op.name.startswith(f"{dialect}.") and find_semantics(op) is not None]
    assert lacking(ROOT / "interp" / "ops" / dialect, kinds) == []


def test_lowerings_of_graph() -> None:
    kinds = [op for op in ops() if op.name.startswith("graph.") and op in lowers]
    assert lacking(ROOT / "passes" / "graph_to_tensor", kinds) == []


def test_gradients_of_graph() -> None:
    kinds = [op for op in ops() if op.name.startswith("graph.") and op in differentiates]
    assert lacking(ROOT / "passes" / "graph_grad", kinds) == []


def test_bufferizations_of_tensor() -> None:
    kinds = [op for op in ops() if op.name.startswith("tensor.") and op in bufferizes]
    assert lacking(ROOT / "passes" / "memory" / "bufferize" / "ops", kinds) == []
