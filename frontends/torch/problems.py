"""Errors of the import of PyTorch programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...ir.errors import DlcError
from ..problems import listed

DRAWS = "it draws random numbers, which PyTorch's generator gives"


class Problem(NamedTuple):
    """A node that cannot be imported."""

    node: str
    op: str
    place: str
    """The line of Python that called the op, `model.py:12`; empty if it is unknown."""
    reason: str

    @property
    def is_by_design(self) -> bool:
        """Whether the op stays in eager PyTorch on purpose: with the same seed, it draws the same numbers there."""
        return self.reason == DRAWS

    def __str__(self) -> str:
        place = f" at {self.place}" if self.place else ""
        return f"node '{self.node}' ({self.op}){place}: {self.reason}"


class UnsupportedProgram(DlcError):
    """A program with nodes that cannot be imported; the message and `problems` list all of them."""

    def __init__(self, source: str, problems: Sequence[Problem], advice: str = "") -> None:
        super().__init__(listed(source, problems) + advice)
        self.problems = tuple(problems)


class InvalidTorchProgram(DlcError):
    """A PyTorch program cannot be compiled as a whole: it is on another device, or it changes its buffers."""
