"""Large constants stay where they are: compiled code gets their addresses, instead of a copy through LLVM.

The weights of a network may be hundreds of megabytes. As text for LLVM they would be several times that, and then once
more in the object file. So a large global of numbers becomes one that is defined elsewhere, in the memory of its
attribute, or of a copy where that is not aligned well enough or not laid out as LLVM expects.
"""

from __future__ import annotations

import math
from typing import Any

from dlc.dialects import llvm
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import DenseElementsAttr, DenseResourceElementsAttr
from dlc.ir.builtin_types import FloatType, IntegerType, ShapedType
from dlc.ir.operations import Operation

from .numpy_memory import NdArray, address_of, aligned_copy

LARGE = 1 << 14
"""The bytes from which on a constant is large."""


def take_out_constants(module: Operation, least: int = LARGE) -> dict[str, NdArray]:
    """Make large constants declarations; the memory of each, by name, which must live as long as the code."""
    found: dict[str, NdArray] = {}
    for op in module.regions[0].entry.ops:
        if isinstance(op, llvm.GlobalOp) and op.constant is not None and op.is_thread_local is None:
            memory = _memory_of(op, least)
            if memory is not None:
                found[op.sym_name.value] = memory
                op.value = None
                op.linkage = llvm.EXTERNAL
    return found


def _memory_of(op: llvm.GlobalOp, least: int) -> NdArray | None:
    """The elements of a global as they lie in memory; `None` where it is small, or LLVM has another layout for it."""
    value, alignment = op.value, op.alignment.value if op.alignment is not None else 16
    if isinstance(value, DenseResourceElementsAttr) and isinstance(value.type, ShapedType) and value.blob.raw:
        value = DenseElementsAttr.from_bytes(value.type, value.blob.raw)
    if not isinstance(value, DenseElementsAttr):
        return None
    bytes_of_all = array_bytes(op.type)
    if bytes_of_all is None or op.addr_space.value or bytes_of_all < least:
        return None
    array: Any = value.numpy()
    if array.size * array.itemsize != bytes_of_all:
        return None
    if array.flags.c_contiguous and address_of(array) % alignment == 0:
        return array
    return aligned_copy(array, alignment)


def array_bytes(type: Type) -> int | None:
    """The bytes of nested arrays of numbers; `None` of anything else."""
    sizes: list[int] = []
    while isinstance(type, llvm.ArrayType):
        sizes.append(type.count)
        type = type.element_type
    if not sizes or not isinstance(type, (IntegerType, FloatType)) or type.width not in (1, 8, 16, 32, 64):
        return None
    return math.prod(sizes) * max(type.width, 8) // 8
