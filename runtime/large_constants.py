"""Large globals are not compiled by LLVM: compiled code refers to their addresses instead.

The weights of a network may be hundreds of megabytes. As text for LLVM they would take several times that, and once
more in the object file. So a large global of numbers becomes an external one, in the memory of its attribute, or in a
copy if that is not aligned or has a different layout in LLVM. An uninitialized global gets new memory.

Constants that only functions at load read, such as weights that they pack, are read once. They need no alignment for
vectors, so hundreds of megabytes are not copied for it.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Mapping

import numpy as np

from dlc.dialects import llvm
from dlc.ir import Attribute, Operation, Type
from dlc.ir.builtin_attributes import (
    DenseElementsAttr,
    DenseResourceElementsAttr,
    FloatAttr,
    IntegerAttr,
    SymbolRefAttr,
    int_attr,
)
from dlc.ir.builtin_types import FloatType, IntegerType, i64
from dlc.ir.diagnostics import DiagnosticEngine

from .image import LargeGlobal
from .numpy_memory import NdArray

LARGE = 1 << 10
"""The minimum number of bytes of a large constant."""
LEAST_ALIGNMENT = 16
_DECLARATION = re.compile(r'^(?P<symbol>@(?:[\w.$-]+|"[^"\n]*")) = external (constant|global) .*$', re.MULTILINE)

_BIG_ENDIAN = re.compile(r'^target datalayout = "E', re.MULTILINE)


def check_globals(module: Operation, diagnostics: DiagnosticEngine) -> bool:
    """Report the first global that is larger than the memory of this machine; return whether there is none."""
    most = memory_bytes()
    for op in module.regions[0].entry.ops:
        size = array_bytes(op.type) if isinstance(op, llvm.GlobalOp) else None
        if size is not None and size > most:
            diagnostics.error(
                op.location, f"a constant of {size} bytes does not fit into memory, which has {most} bytes"
            )
            return False
    return True


def memory_bytes() -> int:
    """Return the bytes of memory that this process may have; where the system does not say, no limit."""
    try:
        import resource  # noqa: PLC0415 (not on Windows)

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ImportError, OSError, ValueError):
        return sys.maxsize
    return physical if limit == resource.RLIM_INFINITY else min(physical, limit)


def take_out_globals(module: Operation, least: int = LARGE) -> dict[str, LargeGlobal]:
    """Turn large globals into declarations; return them by name."""
    large: dict[str, LargeGlobal] = {}
    only_at_load = _only_read_at_load(module)
    for op in module.regions[0].entry.ops:
        if isinstance(op, llvm.GlobalOp) and op.is_thread_local is None:
            memory = _memory_of(op, least)
            if memory is not None:
                if memory.contents is not None and op.sym_name.value in only_at_load:
                    memory = memory._replace(alignment=min(memory.alignment, LEAST_ALIGNMENT))
                    op.alignment = int_attr(memory.alignment, i64)
                large[op.sym_name.value] = memory
                op.value = None
                for block in list(op.initializer.blocks):
                    block.erase()
                op.linkage = llvm.EXTERNAL
    return large


def _only_read_at_load(module: Operation) -> set[str]:
    """Return the names of globals that functions at load refer to, and nothing else."""
    ops = list(module.regions[0].entry.ops)
    constructors = {
        each.root
        for op in ops
        if isinstance(op, llvm.GlobalCtorsOp)
        for each in op.ctors
        if isinstance(each, SymbolRefAttr)
    }
    at_load, later = set[str](), set[str]()
    for op in ops:
        is_constructor = isinstance(op, llvm.FuncOp) and op.sym_name.value in constructors
        users = at_load if is_constructor else later
        users.update(each.global_name.root for each in op.walk() if isinstance(each, llvm.AddressOfOp))
    return at_load - later


def with_large_globals(text: str, large: Mapping[str, LargeGlobal]) -> str:
    """Return LLVM IR text in which large globals are defined, as bytes, which LLVM reads quickly.

    Their types do not matter, because all references are opaque pointers.
    """
    is_big_endian = _BIG_ENDIAN.search(text) is not None

    def definition(match: re.Match[str]) -> str:
        symbol = match["symbol"]
        given = large.get(symbol[1:].strip('"'))
        if given is None:
            return match[0]
        kind = f"[{given.size} x i8]"
        if given.contents is None:
            return f"{symbol} = internal global {kind} undef, align {given.alignment}"
        numbers: NdArray = np.ascontiguousarray(given.contents)
        bits: NdArray = numbers.view(np.dtype(f"u{numbers.itemsize}"))
        raw = (bits.byteswap() if is_big_endian else bits).tobytes()
        return f'{symbol} = internal constant {kind} c"\\{raw.hex(chr(92))}", align {given.alignment}'

    return _DECLARATION.sub(definition, text)


def _memory_of(op: llvm.GlobalOp, least: int) -> LargeGlobal | None:
    """Return a global's memory, or `None` if it is small or has a different layout in LLVM."""
    size = array_bytes(op.type)
    if size is None or size < least or op.addr_space.value:
        return None
    alignment = op.alignment.value if op.alignment is not None else LEAST_ALIGNMENT
    if _is_undefined(op):
        return LargeGlobal(size, alignment, None)
    array = _elements_of(op.value) if op.constant is not None else None
    if array is None or array.size * array.itemsize != size:
        return None
    return LargeGlobal(size, alignment, array)


def _is_undefined(op: llvm.GlobalOp) -> bool:
    """Return whether the initial contents of a global are undefined."""
    last = None if op.initializer.is_empty else op.initializer.entry.last
    return last is not None and isinstance(last.operands[0].defining_op, llvm.UndefOp)


def _elements_of(value: Attribute | None) -> NdArray | None:
    """Return the elements of an attribute, sharing its memory if it stores each element."""
    if isinstance(value, DenseElementsAttr):
        return value.to_numpy()
    if isinstance(value, (IntegerAttr, FloatAttr)):
        size = max(getattr(value.type, "width", 64), 8) // 8
        bits = value.bits if isinstance(value, FloatAttr) else value.unsigned
        return np.frombuffer(bits.to_bytes(size, "little"), f"<u{size}")
    if isinstance(value, DenseResourceElementsAttr) and value.blob.raw is not None:
        width = getattr(value.type.element_type, "width", 8)
        return None if width < 8 else np.frombuffer(value.blob.raw, f"<u{width // 8}")
    return None


def array_bytes(type: Type) -> int | None:
    """Return the bytes of a number or of nested arrays of numbers, or `None` for other types."""
    sizes: list[int] = []
    while isinstance(type, llvm.ArrayType):
        sizes.append(type.count)
        type = type.element_type
    if not isinstance(type, (IntegerType, FloatType)) or type.width not in (1, 8, 16, 32, 64):
        return None
    return math.prod(sizes) * max(type.width, 8) // 8
