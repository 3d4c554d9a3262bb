"""Constant memory: the memory of constant globals, through any view, holds the same numbers at all times.

So does that of globals which only a function writes that runs when the program is loaded. A private function is given
such memory by an argument if every call passes some, though each may pass other.
"""

from __future__ import annotations

from dlc.dialects import func, loop, memref
from dlc.dialects.memref.globals import ELEMENTS
from dlc.ir import BlockArgument, Operation, Value
from dlc.ir.builtin_types import MemRefType
from dlc.ir.symbol_table import PRIVATE, SymbolTable, symbol_uses, visibility
from dlc.ir.traits import ConstantLike, Pure

READ_ONLY = "llvm.readonly"
"""The attribute of arguments that a function only reads, for functions whose bodies are elsewhere."""


class ConstantMemory:
    """The constant memory of a module; valid as long as only calls and functions are added."""

    def __init__(self, module: Operation) -> None:
        self._symbols = SymbolTable(module)
        self._calls: dict[str, list[func.CallOp]] = {}
        self._others: set[str] = set()
        self._uses_of_globals: dict[str, list[memref.GetGlobalOp]] = {}
        self._known: dict[str, bool] = {}
        """For each global that was looked at, whether it is constant."""
        for user, reference in symbol_uses(module):
            if isinstance(user, func.CallOp):
                self._calls.setdefault(reference.root, []).append(user)
                continue
            self._others.add(reference.root)
            if isinstance(user, memref.GetGlobalOp):
                self._uses_of_globals.setdefault(reference.root, []).append(user)

    def add_filled(self, name: str) -> None:
        """Note that a new global is written only when the program is loaded."""
        self._known[name] = True

    def holds(self, value: Value) -> bool:
        """Return whether every call site passes constant memory for a memref."""
        if self.recipe(value) is not None:
            return True
        calls = self.calls_that_pass(value)
        return bool(calls) and all(self.recipe(passed) is not None for _, passed in calls)

    def calls_that_pass(self, value: Value) -> list[tuple[func.CallOp, Value]]:
        """Return the calls of an argument's function, if all are known, and what they pass; otherwise nothing."""
        owner = value.owner.parent_op if isinstance(value, BlockArgument) and value.owner.is_entry else None
        if not isinstance(owner, func.FuncOp) or not isinstance(value, BlockArgument):
            return []
        return [(call, call.operands[value.index]) for call in self.calls_of(owner)]

    def calls_of(self, function: func.FuncOp) -> list[func.CallOp]:
        """The calls of a function, if nobody else can call it."""
        name = function.sym_name.value
        return [] if visibility(function) != PRIVATE or name in self._others else self._calls.get(name, [])

    def recipe(self, value: Value) -> list[Operation] | None:
        """The ops that make a memref, in order, if they start from nothing but constants."""
        if not isinstance(value.type, MemRefType):
            return None
        ops: dict[Operation, None] = {}
        return list(ops) if self._collect(value, ops) else None

    def _collect(self, value: Value, ops: dict[Operation, None]) -> bool:
        op = value.defining_op
        if op is None or op.regions or Pure not in op.traits:
            return False
        if isinstance(op, memref.GetGlobalOp):
            if not self._is_constant(op):
                return False
        elif not op.operands and ConstantLike not in op.traits:
            return False
        if not all(self._collect(operand, ops) for operand in op.operands):
            return False
        ops[op] = None
        return True

    def _is_constant(self, op: memref.GetGlobalOp) -> bool:
        name = op.name_.root
        if name not in self._known:
            symbol = self._symbols.lookup(name)
            self._known[name] = isinstance(symbol, memref.GlobalOp) and self._keeps_its_numbers(symbol, name)
        return self._known[name]

    def _keeps_its_numbers(self, symbol: memref.GlobalOp, name: str) -> bool:
        is_constant = isinstance(symbol.constant_initial_value(), ELEMENTS)
        return is_constant or (visibility(symbol) == PRIVATE and self._is_filled_at_load(name))

    def _is_filled_at_load(self, name: str) -> bool:
        """Return whether a function that runs when the program is loaded uses a global, and others only read it."""
        uses = self._uses_of_globals.get(name, [])
        others = [op for op in uses if not _runs_at_load(op)]
        return len(others) < len(uses) and all(is_only_read(op.result, self._symbols) for op in others)


def is_only_read(value: Value, symbols: SymbolTable | None = None) -> bool:
    """Return whether a memref is only read, by views as well; calls are followed to functions among some symbols."""
    return all(_only_reads(user, number, symbols) for user, number in value.uses)


def _only_reads(user: Operation, number: int, symbols: SymbolTable | None) -> bool:
    if isinstance(user, (loop.LoadOp, loop.VectorLoadOp, loop.PrefetchOp)):
        return True
    if isinstance(user, func.CallOp):
        callee = symbols.lookup(user.callee.root) if symbols is not None else None
        if not isinstance(callee, func.FuncOp):
            return False
        if callee.is_declaration():
            return READ_ONLY in callee.argument_attributes(number)
        return is_only_read(callee.entry.args[number], symbols)
    return Pure in user.traits and all(is_only_read(result, symbols) for result in user.results)


def _runs_at_load(op: Operation) -> bool:
    function = op.parent_op
    return isinstance(function, func.FuncOp) and func.GLOBAL_CTOR in function.attributes
