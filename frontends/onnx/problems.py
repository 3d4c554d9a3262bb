"""Errors of the import of ONNX models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...ir import Value
from ...ir.errors import DlcError
from ..problems import CannotImport, listed


class InvalidModel(DlcError):
    """A file or a proto that is not a well-formed ONNX model."""


class ValueNeeded(CannotImport):
    """A node needs the elements or the sizes of a tensor that are only known when the model runs."""

    def __init__(self, purpose: str, name: str, value: Value | None) -> None:
        super().__init__(f"{purpose} must be known when compiling, but '{name}' is computed when the model runs")
        self.value = value
        """The tensor; `None` for an input of the model whose type is not known."""


class ConditionNeeded(ValueNeeded):
    """Two branches do not fit one function: their results have different ranks, or one does not fit the inputs."""


class UnknownOp(CannotImport):
    """An op that nothing translates."""


class HostOnly(CannotImport):
    """A node works on sequences, optional values or strings, which no tensor of a graph can hold."""


class Problem(NamedTuple):
    """A node that cannot be imported."""

    node: str
    op: str
    version: int
    reason: str

    def __str__(self) -> str:
        return f"node '{self.node}' ({self.op}, opset {self.version}): {self.reason}"


class UnsupportedModel(DlcError):
    """A model with nodes that cannot be imported; the message and `problems` list all of them."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        super().__init__(listed(source, problems))
        self.problems = tuple(problems)
