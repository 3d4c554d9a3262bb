"""Kernels that are lowered to the dialect `llvm` before the rest of their module, so that LLVM can begin with them.

What refers to no symbol is lowered in a module of its own as it is in any other. `KernelsApart` moves such functions
into modules, and leaves declarations until the module itself is lowered. What the lowering adds (functions of C,
messages) has the same names in all modules. Not here: which passes lower the modules, and who compiles them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dlc.dialects import llvm, memref
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.ir import Operation
from dlc.ir.symbol_table import PRIVATE, symbol_name, visibility

from .lowering.needed_functions import RESERVED, SIGNATURES

FEWEST_OPS = 30
"""The number of ops of a function from which on it is worth a declaration."""
OPS_AT_ONCE = 800
"""The number of ops that are lowered together: LLVM should not wait for long, but each run of passes has a price."""
_DIALECTS = frozenset({"arith", "cf", "loop", "math", "memref", "vector"})


class KernelsApart:
    """The functions of a module that are lowered before it."""

    def __init__(self, module: Operation) -> None:
        self._body = module.regions[0].entry
        self._attributes = module.attributes
        self._added: dict[str, Operation] = {}
        """The symbols that the lowering of the functions has added, by name."""
        self._lowered: list[llvm.FuncOp] = []

    def modules(self) -> Iterator[ModuleOp]:
        """Yield modules with some functions each, of which declarations remain; there may be none."""
        for group in _groups(self._kernels()):
            module = ModuleOp.containing(op.clone() for op in self._added.values())
            module.attributes.update(self._attributes)
            for function in group:
                declaration = FuncOp.declaration(function.sym_name.value, function.type.inputs, function.type.results)
                declaration.attributes.update(function.attributes)
                self._body.insert_before(declaration, function)
                function.detach()
                module.block.append(function)
            yield module

    def _kernels(self) -> list[tuple[FuncOp, int]]:
        """Return the functions that can be lowered apart, with the number of their ops."""
        functions = [op for op in self._body.ops if isinstance(op, FuncOp) and not op.body.is_empty]
        globals = [op for op in self._body.ops if isinstance(op, memref.GlobalOp)]
        symbols = [*functions, *globals]
        names = [op.sym_name.value for op in symbols]
        if len(symbols) < sum(1 for _ in self._body.ops) or any(map(_is_reserved, names)):
            return []
        counts = [(function, _ops_in_kernel(function)) for function in functions if visibility(function) == PRIVATE]
        return [(function, count) for function, count in counts if count >= FEWEST_OPS]

    def take_lowered(self, module: ModuleOp) -> set[Operation]:
        """Return the functions of a module that has been lowered, and share what the lowering has added."""
        functions: set[Operation] = set()
        for op in module.block.ops:
            name = symbol_name(op) or ""
            if isinstance(op, llvm.FuncOp) and not op.is_declaration() and not _is_reserved(name):
                functions.add(op)
                self._lowered.append(op)
            elif name not in self._added:
                self._added[name] = op
                self._body.append(op.clone())
        return functions

    def put_back(self) -> None:
        """Replace the declarations in the module, which has been lowered, by the functions."""
        named = {symbol_name(op): op for op in self._body.ops}
        for function in self._lowered:
            declaration = named[function.sym_name.value]
            function.detach()
            self._body.insert_before(function, declaration)
            declaration.erase()


def _is_reserved(name: str) -> bool:
    """Return whether a lowering may add a symbol of this name."""
    return name in SIGNATURES or name.startswith(RESERVED)


def _ops_in_kernel(function: FuncOp) -> int:
    """Return the number of ops in a function, or 0 if one might refer to a symbol."""
    count = 0
    for op in function.walk():
        if op.dialect_name not in _DIALECTS and not isinstance(op, (FuncOp, ReturnOp)):
            return 0
        if isinstance(op, memref.GetGlobalOp):
            return 0
        count += 1
    return count


def _groups(kernels: list[tuple[FuncOp, int]]) -> list[list[FuncOp]]:
    """Divide functions into groups with enough ops each; return none if one group has all."""
    groups: list[list[FuncOp]] = []
    room = 0
    for function, count in kernels:
        if room <= 0:
            groups.append([])
            room = OPS_AT_ONCE
        groups[-1].append(function)
        room -= count
    return groups if len(groups) > 1 else []
