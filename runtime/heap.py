"""The allocator of compiled programs: the functions that are linked as `malloc` and `free`.

They keep large freed blocks for reuse (`memory_blocks`). If a program can fail, and its memory cannot be in use after a
failure, they also keep a list of the memory allocated during the call (`call_memory.mlir`), to free it then.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field

from dlc.dialects import llvm
from dlc.ir import Operation

from .image import HeapUse
from .memory_blocks import ALLOCATE, FREE, allocator
from .numpy_memory import Free, free_of_c
from .thread_pool import ALLOCATE_IN_CALL, CATCH, FAIL, FREE_IN_CALL, PARALLEL_FOR, thread_pool

C_ALLOCATE, C_FREE = "malloc", "free"
HARMLESS = (C_ALLOCATE, C_FREE, "write", "abort", CATCH, FAIL, PARALLEL_FOR)
"""Functions that neither allocate or free memory in another way, nor store addresses."""


@dataclass(frozen=True)
class Heap:
    """The functions that allocate and free a program's memory."""

    symbols: Mapping[str, int] = field(default_factory=dict[str, int])
    """The symbols that are linked instead of functions of C."""
    free: Free = free_of_c


def heap_use(module: Operation, *, goes_with_call: bool) -> HeapUse:
    """Return how a module of the llvm dialect allocates. If its memory `goes_with_call`, a failing call frees it."""
    functions = {op.sym_name.value: op for op in module.regions[0].entry.ops if isinstance(op, llvm.FuncOp)}
    used = [name for name in (C_ALLOCATE, C_FREE) if name in functions]
    if not used:
        return HeapUse()
    declared = [name for name in used if functions[name].is_declaration()]
    is_call = goes_with_call and used == declared and not any(map(_touches_memory, functions.values()))
    return HeapUse("call" if is_call else "process", tuple(declared))


def heap_for(use: HeapUse) -> Heap:
    """Return the functions of this process with which a program allocates."""
    if use.kind == "none":
        return Heap()
    if use.kind == "call":
        pool = thread_pool()
        symbols = {C_ALLOCATE: pool[ALLOCATE_IN_CALL], C_FREE: pool[FREE_IN_CALL]}
    else:
        addresses = allocator()
        symbols = {C_ALLOCATE: addresses[ALLOCATE], C_FREE: addresses[FREE]}
    free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(symbols[C_FREE])
    return Heap({name: symbols[name] for name in use.declared}, free)


def _touches_memory(function: llvm.FuncOp) -> bool:
    """Return whether an external function may have unknown effects on memory."""
    if not function.is_declaration() or function.sym_name.value in HARMLESS:
        return False
    return any(isinstance(type, llvm.PointerType) for type in (*function.type.inputs, function.type.result))
