"""Which functions and globals of a module a text has, and which it only declares.

Texts of one module in several parts are linked together again. So what was internal to the module is external in them:
only what links them knows these names.
"""

from __future__ import annotations

from collections.abc import Container

from dlc.dialects.llvm import FuncOp, GlobalOp
from dlc.ir.operations import Operation


class Part:
    """A whole module, or some of its functions, with its globals or without, and declarations of all others."""

    __slots__ = ("_functions", "_has_globals", "module")

    def __init__(
        self, module: Operation, functions: Container[Operation] | None = None, *, has_globals: bool = True
    ) -> None:
        """All functions, where none are given."""
        self.module = module
        self._functions = functions
        self._has_globals = has_globals

    @classmethod
    def of(cls, given: Operation | Part) -> Part:
        """A module as a whole, or the part that is given."""
        return given if isinstance(given, Part) else cls(given)

    def defines(self, op: FuncOp | GlobalOp) -> bool:
        """Whether a function or global of the module is more than declared."""
        return self._has(op) and not op.is_declaration()

    def linkage(self, op: FuncOp | GlobalOp) -> str:
        """How a function or global is seen by others."""
        linkage = op.linkage.value
        if self._functions is None or (self._has(op) and linkage not in ("internal", "private")):
            return linkage
        return "external"

    def _has(self, op: FuncOp | GlobalOp) -> bool:
        if self._functions is None:
            return True
        return op in self._functions if isinstance(op, FuncOp) else self._has_globals
