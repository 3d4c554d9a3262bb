"""Escape analysis of memrefs: which ops may keep one or hand it on, and which calls return memory of their own.

What a call gives is memory of its own, as that of `memref.alloc` is, if the function that is called allocates it, and
neither keeps it nor gives it twice. So it is with functions that bufferization makes.
"""

from __future__ import annotations

from dlc.dialects import loop, memref
from dlc.dialects.func import CallOp, FuncOp, ReturnOp
from dlc.ir import Operation, OpResult, Value
from dlc.ir.builtin_types import MemRefType, UnrankedMemRefType
from dlc.ir.interfaces import Call, ViewLike
from dlc.ir.symbol_table import SymbolTables
from dlc.ir.views import memory_of, uses_of_memory

NO_CAPTURE = "llvm.nocapture"
"""The attribute of arguments that a function does not keep, for functions whose bodies are elsewhere."""
MOST_CALLS = 8
"""The depth to which calls are followed."""


def may_keep(user: Operation, position: int) -> bool:
    """Return whether an op may pass on or keep its memref operand at a position, other than by a view of it."""
    if ViewLike.of(user) is not None:
        return False
    if not user.is_registered or user.may_be_terminator or Call.of(user) is not None:
        return True
    if isinstance(user, (memref.StoreOp, loop.StoreOp)) and position == 0:
        return True
    if isinstance(user, memref.ExtractAlignedPointerAsIndexOp):
        return True
    return any(isinstance(result.type, (MemRefType, UnrankedMemRefType)) for result in user.results)


def is_fresh_result(value: Value) -> bool:
    """Return whether a value is memory that a call has allocated, and that nothing else refers to."""
    return _is_fresh_result(value, SymbolTables(), MOST_CALLS)


def _is_fresh_result(value: Value, tables: SymbolTables, calls: int) -> bool:
    if not isinstance(value, OpResult) or not isinstance(value.owner, CallOp) or not calls:
        return False
    function = _function_called(value.owner, tables)
    ends = [block.last for block in function.body.blocks] if function is not None else []
    returns = [end for end in ends if isinstance(end, ReturnOp)]
    return bool(returns) and all(_gives_fresh(end, value.index, tables, calls) for end in returns)


def _gives_fresh(end: ReturnOp, index: int, tables: SymbolTables, calls: int) -> bool:
    memory = memory_of(end.operands[index])
    is_made = isinstance(memory.defining_op, memref.AllocOp) or _is_fresh_result(memory, tables, calls - 1)
    returned = [memory_of(value) for value in end.operands]
    return is_made and returned.count(memory) == 1 and not _is_kept(memory, end.parent, tables, calls)


def is_kept(argument: Value) -> bool:
    """Return whether a function may store, return or forward its memref argument."""
    return _is_kept(argument, None, SymbolTables(), MOST_CALLS - 1)


def _is_kept(memory: Value, home: object, tables: SymbolTables, calls: int) -> bool:
    """Return whether memory escapes other than by a return from the block `home`."""
    for user, position in uses_of_memory(memory):
        if isinstance(user, CallOp):
            if keeps_argument(user, position, tables, calls):
                return True
        elif may_keep(user, position) and not (isinstance(user, ReturnOp) and user.parent is home):
            return True
    return False


def keeps_argument(call: CallOp, position: int, tables: SymbolTables, calls: int = MOST_CALLS) -> bool:
    """Return whether a called function may store, return or forward its memref argument at a position."""
    function = _function_called(call, tables) if calls else None
    if function is None:
        return True
    if function.is_declaration():
        return NO_CAPTURE not in function.argument_attributes(position)
    return _is_kept(function.body.entry.args[position], None, tables, calls - 1)


def _function_called(call: CallOp, tables: SymbolTables) -> FuncOp | None:
    """The function, or its declaration, if it is here."""
    callee = tables.lookup_nearest(call, call.callee)
    return callee if isinstance(callee, FuncOp) else None
