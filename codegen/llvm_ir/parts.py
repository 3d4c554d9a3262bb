"""Parts of a module: which functions and globals a text defines, and which it only declares.

The texts of one module in several parts are linked together again. So symbols that were internal to the module are
external in them; only the linker knows their names.
"""

from __future__ import annotations

from collections.abc import Container

from dlc.dialects.llvm import FuncOp, GlobalOp
from dlc.ir import Operation


class Part:
    """A whole module, or some of its functions, with or without its globals, and declarations of all others."""

    __slots__ = ("_functions", "_has_globals", "module")

    module: Operation
    """The module with the functions; it may change as long as they are in it."""

    def __init__(
        self, module: Operation, functions: Container[Operation] | None = None, *, has_globals: bool = True
    ) -> None:
        """Contain all functions of the module if `functions` is not given."""
        self.module = module
        self._functions = functions
        self._has_globals = has_globals

    @classmethod
    def of(cls, given: Operation | Part) -> Part:
        """Return a module as one part, or the given part."""
        return given if isinstance(given, Part) else cls(given)

    def functions(self) -> list[FuncOp]:
        """Return the functions that the part defines."""
        ops = self.module.regions[0].entry.ops
        return [op for op in ops if isinstance(op, FuncOp) and self.defines(op)]

    def defines(self, op: FuncOp | GlobalOp) -> bool:
        """Return whether the part defines a function or global, instead of declaring it."""
        return self._has(op) and not op.is_declaration()

    def linkage(self, op: FuncOp | GlobalOp) -> str:
        """Return the linkage of a function or global in this part."""
        linkage = op.linkage.value
        if self._functions is None or (self._has(op) and linkage not in ("internal", "private")):
            return linkage
        return "external"

    def _has(self, op: FuncOp | GlobalOp) -> bool:
        if self._functions is None:
            return True
        return op in self._functions if isinstance(op, FuncOp) else self._has_globals
