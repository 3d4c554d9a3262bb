"""Kernels that are lowered to the dialect `llvm` before the rest of their module, so that LLVM can begin with them.

What refers to no symbol is lowered in a module of its own as it is in any other. `KernelsApart` moves such functions
into modules, and leaves declarations until the module itself is lowered, which say of memory that is passed whether
the function keeps it, and whether it only reads it. What the lowering adds (functions of C, messages) has the same
names in all modules. Not here: which passes run on the modules, and who compiles them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dlc.dialects import llvm, memref
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.ir import Operation
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DictionaryAttr
from dlc.ir.builtin_types import MemRefType
from dlc.ir.symbol_table import PRIVATE, symbol_name, visibility

from ..loops.schedules.schedule import has_schedule
from ..memory.constant_memory import READ_ONLY, is_only_read
from ..memory.escapes import NO_CAPTURE, is_kept
from .lowering.needed_functions import RESERVED, SIGNATURES

FEWEST_OPS = 30
"""The number of ops of a function from which on it is worth a declaration."""
OPS_AT_ONCE = 800
"""The number of ops that are lowered together: LLVM should not wait for long, but each run of passes has a price."""
OPS_TO_SCHEDULE, GROWTH = 250, 1.5
"""The number of ops that are scheduled together first, of which there are several times as many afterwards, and how
many times as many are next: each group has its price in the whole module, so there are few in large ones.
"""
_DIALECTS = frozenset({"arith", "cf", "loop", "math", "memref", "vector"})


class KernelsApart:
    """The functions of a module that are lowered before it."""

    def __init__(self, module: Operation) -> None:
        self._body = module.regions[0].entry
        self._attributes = module.attributes
        self._added: dict[str, Operation] = {}
        """The symbols that the lowering of the functions has added, by name."""
        self._lowered: list[llvm.FuncOp] = []
        self._is_divisible = all(
            isinstance(op, (FuncOp, memref.GlobalOp)) and not _is_reserved(op.sym_name.value) for op in self._body.ops
        )
        """Whether the module has functions and globals only, with other names than what is added."""
        self._known = set(self._functions())
        self._waiting: set[Operation] = set()
        """The functions that will be scheduled."""

    def _functions(self) -> list[FuncOp]:
        """Return the functions of the module that have a body, if it can be divided."""
        functions = (op for op in self._body.ops if isinstance(op, FuncOp) and not op.body.is_empty)
        return list(functions) if self._is_divisible else []

    def to_schedule(self) -> Iterator[list[FuncOp]]:
        """Yield groups of functions that have nothing but a nest with a schedule; the modules contain none before."""
        kernels = [(op, count) for op in self._functions() if _is_scheduled(op) and (count := _ops_in_kernel(op))]
        groups = _groups(kernels, OPS_TO_SCHEDULE, GROWTH)
        if len(groups) < 2:
            return
        self._waiting.update(function for group in groups for function in group)
        for group in groups:
            self._waiting.difference_update(group)
            yield group

    def new_functions(self, scheduled: Iterable[FuncOp]) -> list[FuncOp]:
        """Return the functions that were scheduled, and those that passes have added since the last call."""
        added = [op for op in self._functions() if op not in self._known]
        self._known.update(added)
        return [*scheduled, *added]

    def modules(self) -> Iterator[ModuleOp]:
        """Yield modules with some functions each, of which declarations remain; there may be none."""
        kernels = self._kernels()
        for group in _groups(kernels, OPS_AT_ONCE) if sum(count for _, count in kernels) >= OPS_AT_ONCE else ():
            module = ModuleOp.containing(op.clone() for op in self._added.values())
            module.attributes.update(self._attributes)
            for function in group:
                self._body.insert_before(declaration_of(function), function)
                function.detach()
                module.block.append(function)
            yield module

    def _kernels(self) -> list[tuple[FuncOp, int]]:
        """Return the functions that can be lowered apart, with the number of their ops."""
        private = [op for op in self._functions() if visibility(op) == PRIVATE and op not in self._waiting]
        counts = [(function, _ops_in_kernel(function)) for function in private]
        return [(function, count) for function, count in counts if count >= FEWEST_OPS]

    def take_lowered(self, module: ModuleOp) -> set[Operation]:
        """Return the functions of a module that has been lowered, and share what the lowering has added."""
        functions, added = divided(module)
        self._lowered += functions
        self.share(added)
        return set(functions)

    def share(self, added: Iterable[Operation]) -> None:
        """Let the module, and those that are yielded from now on, have what the lowering of a module has added."""
        known = {symbol_name(op) for op in self._body.ops}
        for op in added:
            name = symbol_name(op) or ""
            self._added.setdefault(name, op)
            if name not in known:
                self._body.append(op.clone())

    def put_back(self) -> None:
        """Replace declarations in the module, which has been lowered, by the functions that were lowered here."""
        named = {symbol_name(op): op for op in self._body.ops}
        for function in self._lowered:
            declaration = named[function.sym_name.value]
            function.detach()
            self._body.insert_before(function, declaration)
            declaration.erase()


def divided(module: ModuleOp) -> tuple[list[llvm.FuncOp], list[Operation]]:
    """Return the functions of a module that has been lowered, and what the lowering has added."""
    functions: list[llvm.FuncOp] = []
    added: list[Operation] = []
    for op in module.block.ops:
        if isinstance(op, llvm.FuncOp) and not op.is_declaration() and not _is_reserved(op.sym_name.value):
            functions.append(op)
        else:
            added.append(op)
    return functions, added


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


def _is_scheduled(function: FuncOp) -> bool:
    return visibility(function) == PRIVATE and any(map(has_schedule, function.walk()))


def declaration_of(function: FuncOp) -> FuncOp:
    """Return a declaration that says of each memref whether the function keeps it, and whether it only reads it."""
    declaration = FuncOp.declaration(function.sym_name.value, function.type.inputs, function.type.results)
    declaration.attributes.update(function.attributes)
    attributes: list[DictionaryAttr] = []
    for argument in function.entry.args:
        facts = function.argument_attributes(argument.index)
        if isinstance(argument.type, MemRefType):
            facts |= {} if is_kept(argument) else {NO_CAPTURE: UNIT}
            facts |= {READ_ONLY: UNIT} if is_only_read(argument) else {}
        attributes.append(DictionaryAttr.of(facts))
    declaration.arg_attrs = ArrayAttr(tuple(attributes))
    return declaration


def _groups(kernels: list[tuple[FuncOp, int]], together: float, growth: float = 1) -> list[list[FuncOp]]:
    """Divide functions into groups with enough ops each, which grow, unless all have too few together."""
    groups: list[list[FuncOp]] = []
    room, left = 0.0, sum(count for _, count in kernels)
    for function, count in kernels:
        if room <= 0 and (left >= together or not groups):
            together *= growth if groups else 1
            groups.append([])
            room = together
        groups[-1].append(function)
        room -= count
        left -= count
    return groups
