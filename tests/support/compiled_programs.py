"""Programs for tests as machine code: lowered to `llvm`, compiled and linked into this process, called with arrays.

Functions are called through their wrappers for C, which take pointers to descriptors of memrefs. Arrays that a program
returns are copied; what it allocated for them is not freed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.codegen.jit import Library
from dlc.codegen.libraries import compile_library
from dlc.dialects.func import FuncOp
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, FunctionType, IndexType, IntegerType, MemRefType
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.pipelines import LLVM
from support.programs import assert_valid, module_of, new_context

FROM_LOOPS = ",".join("to-llvm{c-interface=true}" if name == "to-llvm" else name for name in LLVM.passes)
INTEGERS: dict[int, Any] = {1: ctypes.c_bool, 8: ctypes.c_int8, 16: ctypes.c_int16, 32: ctypes.c_int32}
FLOATS: dict[str, Any] = {"f32": ctypes.c_float, "f64": ctypes.c_double}
ELEMENTS: dict[str, Any] = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


class Compiled:
    """The functions of a program."""

    def __init__(self, library: Library, types: dict[str, FunctionType]) -> None:
        self.library = library
        self.types = types

    def __call__(self, name: str, *args: Any) -> list[Any]:
        """The results of a function; arrays among the arguments are written to where it writes to them."""
        inputs, results = self.types[name].inputs, self.types[name].results
        passed = [to_c(value, type) for value, type in zip(args, inputs, strict=True)]
        kinds = [c_type(type) for type in results]
        by_pointer = len(kinds) > 1 or any(isinstance(type, MemRefType) for type in results)
        place = structure(kinds)() if by_pointer else None
        pointers = [*([] if place is None else [place]), *passed]
        parameters = [
            ctypes.POINTER(type(each)) if isinstance(each, ctypes.Structure) else type(each) for each in pointers
        ]
        result = None if by_pointer or not kinds else kinds[0]
        given = [ctypes.byref(each) if isinstance(each, ctypes.Structure) else each for each in pointers]
        returned = self.library.function(f"_mlir_ciface_{name}", result, *parameters)(*given)
        members = [returned] if result is not None else []
        if place is not None:
            members = [getattr(place, f"m{index}") for index in range(len(kinds))]
        return [from_c(value, type) for value, type in zip(members, results, strict=True)]


def compiled(
    text: str | Operation, before: str = "", level: int = 2, context: Context | None = None, options: str = ""
) -> Compiled:
    """A program in the dialects up to `loop`, or one that the passes `before` lower that far, as machine code."""
    context = context or new_context()
    module = text if isinstance(text, Operation) else module_of(text, context)
    if before:
        run_pipeline(module, before, context)
    types = {op.sym_name.value: op.type for op in module.walk() if isinstance(op, FuncOp)}
    run_pipeline(module, FROM_LOOPS.replace("c-interface=true", f"c-interface=true{options}"), context)
    library = compile_library(module, context.diagnostics, level)
    assert library is not None, _shown(context)
    return Compiled(library, types)


def run_pipeline(module: Operation, pipeline: str, context: Context) -> None:
    """Run passes, which must succeed, and verify what they leave."""
    assert parse_pipeline(f"builtin.module({pipeline})").run(module, context), _shown(context)
    assert_valid(module, context)


def _shown(context: Context) -> str:
    return "\n".join(context.diagnostics.render(each) for each in context.diagnostics.diagnostics)


# -- Values as C has them ----------------------------------------------------------------------------------------------


def descriptor(rank: int) -> type[ctypes.Structure]:
    """The structure that stands for a memref."""
    pointers = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64)]
    numbers = [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)] if rank else []
    return type(f"Descriptor{rank}", (ctypes.Structure,), {"_fields_": [*pointers, *numbers]})


def structure(kinds: Sequence[Any]) -> type[ctypes.Structure]:
    """The structure that results are written to."""
    return type("Results", (ctypes.Structure,), {"_fields_": [(f"m{index}", kind) for index, kind in enumerate(kinds)]})


def c_type(type: Type) -> Any:
    """Return the C type for values of a type."""
    if isinstance(type, MemRefType):
        return descriptor(len(type.shape))
    if isinstance(type, IntegerType):
        return INTEGERS.get(type.width, ctypes.c_int64)
    return FLOATS[type.format_name] if isinstance(type, FloatType) else ctypes.c_int64


def to_c(value: Any, type: Type) -> Any:
    """A number or an array as it is passed."""
    if not isinstance(type, MemRefType):
        return c_type(type)(int(value) if isinstance(type, (IntegerType, IndexType)) else float(value))
    filled: Any = descriptor(len(type.shape))()
    filled.allocated = filled.aligned = value.ctypes.data
    if type.shape:
        filled.sizes[:] = value.shape
        filled.strides[:] = [stride // value.itemsize for stride in value.strides]
    return filled


def from_c(value: Any, type: Type) -> Any:
    """A number, or a copy of the array that a descriptor describes."""
    if not isinstance(type, MemRefType):
        return value
    kind = np.dtype(element_of(type))
    shape, strides = (list(value.sizes), list(value.strides)) if type.shape else ([], [])
    if 0 in shape:
        return np.zeros(shape, kind)
    reach = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
    start = value.aligned + value.offset * kind.itemsize
    raw = np.frombuffer(bytearray((ctypes.c_char * (reach * kind.itemsize)).from_address(start)), kind)
    return np.lib.stride_tricks.as_strided(raw, shape, [stride * kind.itemsize for stride in strides]).copy()


def element_of(type: MemRefType) -> Any:
    """The numpy type of a memref's elements."""
    element = type.element_type
    if isinstance(element, FloatType):
        return ELEMENTS[element.format_name]
    width = element.width if isinstance(element, IntegerType) else 64
    return np.bool_ if width == 1 else np.dtype(f"i{width // 8}")
