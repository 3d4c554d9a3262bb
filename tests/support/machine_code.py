"""Single ops as machine code: a function for each, that reads operands from memory and writes results to it.

    code = OpsAsCode([(instance, properties), …])
    code.run(0, values)  ->  the results, as values of the interpreter

Values lie in memory as elements of memrefs do: in as many bytes as a power of two says.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dlc.codegen.emission import object_file
from dlc.codegen.jit import link
from dlc.codegen.libraries import exported
from dlc.dialects.arith import ConstantOp
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.memref import LoadOp, StoreOp
from dlc.dialects.vector import LoadOp as VectorLoadOp, StoreOp as VectorStoreOp
from dlc.interp.errors import Fault
from dlc.interp.interpreter import Interpreter
from dlc.interp.semantics import find_semantics
from dlc.interp.values import Elements, scalar_width
from dlc.ir.attributes import Attribute, Type
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder
from dlc.ir.builtin_types import FloatType, MemRefType, ShapedType, VectorType, element_type, index
from dlc.ir.values import Value
from dlc.runtime.helpers import helper_addresses
from dlc.runtime.image import HELPERS
from support.compiled_programs import run_pipeline
from support.op_instances import Instance
from support.programs import assert_valid, new_context

MACHINE = Interpreter(ModuleOp.containing())
PIPELINE = "widen-small-floats,expand-math,to-llvm,reconcile-unrealized-casts,widen-half-floats"


def in_rows(instance: Instance, count: int = 2) -> Instance:
    """The same op on vectors of one more dimension."""

    def deepened(type: Type) -> Type:
        return type.with_shape((count, *type.shape)) if isinstance(type, VectorType) else type

    return Instance(instance.kind, tuple(map(deepened, instance.operands)), tuple(map(deepened, instance.results)))


def is_for_llvm(instance: Instance) -> bool:
    """Return whether LLVM and our library compute with all the types."""
    elements = [element_type(type) for type in (*instance.operands, *instance.results)]
    return all(
        type.format_name in ("f16", "bf16", "f32", "f64") if isinstance(type, FloatType) else scalar_width(type) <= 128
        for type in elements
    )


def meaning(instance: Instance, properties: Mapping[str, Attribute], values: Sequence[Any]) -> list[Any] | None:
    """Return the results of the interpreter for an op, or `None` if it is undefined."""
    block = Block(instance.operands)
    op = block.append(instance.make(block.args, properties))
    prepare = find_semantics(instance.kind)
    assert prepare is not None, f"'{op.name}' has no meaning"
    try:
        with np.errstate(all="ignore"):
            results = prepare(op, MACHINE)(*values)
    except Fault:
        return None
    return [results] if len(op.results) == 1 else list(results)


class OpsAsCode:
    """Some ops, each with its properties."""

    def __init__(self, ops: Sequence[tuple[Instance, Mapping[str, Attribute]]], pipeline: str = PIPELINE) -> None:
        self.instances = [instance for instance, _ in ops]
        context = new_context()
        self.module = ModuleOp.containing([_function(f"f{n}", *each) for n, each in enumerate(ops)])
        assert_valid(self.module, context)
        run_pipeline(self.module, pipeline, context)
        code = object_file(self.module, context.diagnostics)
        shown = [context.diagnostics.render(each) for each in context.diagnostics.diagnostics]
        assert code is not None, "\n".join(shown)
        library = link([code], exported(self.module), helper_addresses(HELPERS))
        self.functions: list[Any] = []
        for number, instance in enumerate(self.instances):
            kinds: list[Any] = []
            for type in (*instance.operands, *instance.results):
                kinds += [ctypes.c_void_p] * 2 + [ctypes.c_int64] * (1 + 2 * _rank(type))
            self.functions.append(library.function(f"f{number}", None, *kinds))

    def run(self, number: int, values: Sequence[Any]) -> list[Any]:
        """Return the results of an op for some values."""
        instance = self.instances[number]
        given = [_to_bytes(value, type) for value, type in zip(values, instance.operands, strict=True)]
        written = [bytearray(_byte_count(type)) for type in instance.results]
        passed: list[int] = []
        kept: list[Any] = []
        for buffer, type in zip((*given, *written), (*instance.operands, *instance.results), strict=True):
            room = (ctypes.c_char * (len(buffer) + 64)).from_buffer_copy(bytes(buffer) + bytes(64))
            kept.append(room)
            address = ctypes.addressof(room)
            passed += [address, address, 0, *[0] * 2 * _rank(type)]
        self.functions[number](*passed)
        rooms = kept[len(given) :]
        return [_from_bytes(bytes(room), type) for room, type in zip(rooms, instance.results, strict=True)]


def _rank(type: Type) -> int:
    return max(len(type.shape), 1) if isinstance(type, ShapedType) else 0


def _memref_of(type: Type) -> MemRefType:
    if isinstance(type, VectorType):
        return MemRefType(type.shape, type.element_type)
    return MemRefType((), type)


def _function(name: str, instance: Instance, properties: Mapping[str, Attribute]) -> FuncOp:
    """func @name(operands, results in memory): load, do, store."""
    types = (*instance.operands, *instance.results)
    function = FuncOp.of(name, list(map(_memref_of, types)), [])
    block = function.body.entry
    builder = Builder.at_end(block)
    zero = builder.insert(ConstantOp.integer(0, index)).result

    def indices(type: Type) -> list[Value]:
        return [zero] * len(type.shape) if isinstance(type, VectorType) else []

    operands = [
        builder.insert(
            VectorLoadOp(arg, indices(type), type) if isinstance(type, VectorType) else LoadOp(arg, [])
        ).result
        for arg, type in zip(block.args, instance.operands, strict=False)
    ]
    op = builder.insert(instance.make(operands, properties))
    for result, arg in zip(op.results, block.args[len(operands) :], strict=True):
        if isinstance(result.type, VectorType):
            builder.insert(VectorStoreOp(result, arg, indices(result.type)))
        else:
            builder.insert(StoreOp(result, arg, []))
    builder.insert(ReturnOp([]))
    return function


# -- Bytes -------------------------------------------------------------------------------------------------------------


def _size(type: Type) -> int:
    """The bytes from one element to the next."""
    width = scalar_width(type)
    return max(1, 1 << (width - 1).bit_length() >> 3) if width > 1 else 1


def _byte_count(type: Type) -> int:
    count = type.num_elements if isinstance(type, ShapedType) else 1
    return count * _size(element_type(type))


def _to_bytes(value: Any, type: Type) -> bytes:
    items = value.items() if isinstance(value, Elements) else [value]
    size = _size(element_type(type))
    return b"".join(item.to_bytes(size, "little") for item in items)


def _from_bytes(raw: bytes, type: Type) -> Any:
    size, width = _size(element_type(type)), scalar_width(element_type(type))
    count = type.num_elements if isinstance(type, ShapedType) else 1
    items = [int.from_bytes(raw[at : at + size], "little") & ((1 << width) - 1) for at in range(0, count * size, size)]
    return Elements.of(items, type.shape, width) if isinstance(type, ShapedType) else items[0]
