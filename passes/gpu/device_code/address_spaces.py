"""The address spaces of NVPTX."""

from __future__ import annotations

from dlc.dialects import llvm
from dlc.ir import Operation, Value
from dlc.ir.patterns import Rewriter

GLOBAL, WORKGROUP, PRIVATE = 1, 3, 5
NUMBERS = {"global": GLOBAL, "workgroup": WORKGROUP, "private": PRIVATE}
"""The number of each memory space of `gpu`."""


def in_space(rw: Rewriter, anchor: Operation, pointer: Value, space: int) -> Value:
    """Return a pointer as one to an address space, converted before an op."""
    type = llvm.PointerType(space)
    return pointer if pointer.type is type else rw.insert_before(anchor, llvm.AddrSpaceCastOp(pointer, type)).res
