"""The memory that an op reads and writes, calls included, and whether two ops of a block depend on each other.

Calls are followed to functions that call nothing themselves, such as kernels. An op is *unknown* if it, or a function
that it calls, may use memory of unknown origin, end the program, or run for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects.func import CallOp, FuncOp
from dlc.ir import BlockArgument, Operation, Value
from dlc.ir.effects import own_effects
from dlc.ir.symbol_table import SymbolTable

from ..generic.captured_values import used_values
from .aliases import Origin, may_share_memory, origin_of


class MemoryUse(NamedTuple):
    """A use of some memory."""

    value: Value
    """The memref through which it is used."""
    origin: Origin
    writes: bool


class MemoryUses:
    """The memory that ops use; valid as long as ops are only moved."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols
        self._of_ops: dict[Operation, Sequence[MemoryUse] | None] = {}
        self._of_functions: dict[Operation, Sequence[tuple[int, bool]] | None] = {}

    def of(self, op: Operation) -> Sequence[MemoryUse] | None:
        """Return the memory from outside an op that it uses, or `None` if the op is unknown."""
        if op not in self._of_ops:
            self._of_ops[op] = self._uses_of(op)
        return self._of_ops[op]

    def depends(self, later: Operation, earlier: Operation) -> bool:
        """Return whether an op must stay behind an earlier one of its block."""
        if any(value.defining_op is earlier for value in used_values(later)):
            return True
        first, second = self.of(earlier), self.of(later)
        if first is None or second is None:
            return bool(first is None or first) and bool(second is None or second)
        return any(_conflict(own, other) for own in first for other in second)

    def _uses_of(self, op: Operation) -> list[MemoryUse] | None:
        uses: list[MemoryUse] = []
        for inner in op.walk():
            own = self._uses_of_call(inner) if isinstance(inner, CallOp) else _own_uses(inner)
            if own is None:
                return None
            uses += [use for use in own if not (use.origin.is_fresh and _is_made_in(op, use.origin.base))]
        return uses

    def _uses_of_call(self, call: CallOp) -> list[MemoryUse] | None:
        """Return the uses of what a call passes."""
        function = self._symbols.lookup(call.callee.root)
        if not isinstance(function, FuncOp) or function.is_declaration():
            return None
        if function not in self._of_functions:
            self._of_functions[function] = _uses_of_arguments(function)
        known = self._of_functions[function]
        if known is None:
            return None
        return [_use_of(call.operands[position], writes=writes) for position, writes in known]


def _use_of(value: Value, *, writes: bool) -> MemoryUse:
    return MemoryUse(value, origin_of(value), writes)


def _conflict(first: MemoryUse, second: MemoryUse) -> bool:
    return (first.writes or second.writes) and may_share_memory(first.origin, second.origin)


def _is_made_in(op: Operation, value: Value) -> bool:
    definer = value.defining_op
    return definer is not None and definer is not op and op.is_ancestor_of(definer)


def _own_uses(op: Operation) -> list[MemoryUse] | None:
    """Return what an op itself uses, without ops inside it; to allocate memory is not to use it."""
    effects = own_effects(op)
    if effects is None:
        return None
    uses: list[MemoryUse] = []
    for effect in effects:
        if effect.kind == "alloc":
            continue
        if effect.value is None or effect.kind not in ("read", "write", "free"):
            return None
        uses.append(_use_of(effect.value, writes=effect.kind != "read"))
    return uses


def _uses_of_arguments(function: FuncOp) -> list[tuple[int, bool]] | None:
    """Return the positions of the arguments whose memory a function uses, and whether it writes it.

    `None` if the function is unknown.
    """
    if function.type.results:
        return None
    uses = [_own_uses(op) for op in function.walk() if op is not function]
    positions: dict[int, bool] = {}
    for use in uses:
        if use is None:
            return None
        for _, origin, writes in use:
            if isinstance(origin.base, BlockArgument) and origin.base.owner is function.entry:
                positions[origin.base.index] = positions.get(origin.base.index, False) or writes
            elif not origin.is_fresh:
                return None
    return list(positions.items())
