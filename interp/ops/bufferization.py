"""The meaning of `bufferization`: tensors are read from memory when an op runs, and put in memory of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import bufferization as dialect
from dlc.ir import Type
from dlc.ir.builtin_types import MemRefType, ShapedType, TensorType

from ..errors import Fault
from ..memory import MemRef
from ..semantics import Kernel, Machine, Unary, semantics
from ..values import POISON, Elements, scalar_width, used
from .memref.allocation import allocate, free
from .memref.checks import checked_against, used_memref
from .tensor.values import new_sizes, tensor_semantics


@semantics(dialect.ToTensorOp)
def to_tensor(op: dialect.ToTensorOp, machine: Machine) -> Unary:
    """The elements that are in memory now."""
    del machine
    if isinstance(dialect.element_of(op.buffer.type), ShapedType):
        raise Fault(f"a tensor of '{dialect.element_of(op.buffer.type)}' cannot be interpreted")
    return lambda buffer: used_memref(buffer).contents()


@tensor_semantics(dialect.ToBufferOp)
def to_buffer(op: dialect.ToBufferOp, machine: Machine) -> Kernel:
    """Memory of its own, in the layout that the type specifies, with all elements of the tensor."""
    type = op.buffer.type

    def run(value: Elements) -> MemRef:
        if isinstance(type, MemRefType) and type.layout is None:
            memory = allocate(type, value.shape, (), machine, "heap")
        else:  # any layout with open strides has place for elements that follow one another
            memory = checked_against(_dense(dialect.element_of(type), value.shape, machine), type)
        memory.fill(value)
        return memory

    return run


def _dense(element: Type, sizes: Sequence[int], machine: Machine) -> MemRef:
    """Fresh memory whose elements follow one another."""
    return allocate(MemRefType(tuple(sizes), element), sizes, (), machine, "heap")


@tensor_semantics(dialect.AllocTensorOp)
def alloc_tensor(op: dialect.AllocTensorOp, machine: Machine) -> Kernel:
    """The tensor that is copied, or poison everywhere."""
    del machine
    type, is_copy = op.result.type, op.copy is not None
    if not isinstance(type, TensorType):
        raise Fault(f"allocates '{type}', which has no sizes")
    width, count = scalar_width(type), len(op.dynamic_sizes)

    def run(*operands: Any) -> Elements:
        if is_copy:
            copied: Elements = operands[0]
            return copied
        return Elements.splat(POISON, new_sizes(type.shape, operands[:count], width), width)

    return run


@semantics(dialect.DeallocTensorOp)
def dealloc_tensor(op: dialect.DeallocTensorOp, machine: Machine) -> Unary:
    """Nothing: tensors are values."""
    del op, machine
    return lambda _: None


@tensor_semantics(dialect.MaterializeInDestinationOp)
def materialize(op: dialect.MaterializeInDestinationOp, machine: Machine) -> Kernel:
    """The elements of the source; those of a memref are replaced by them."""
    del machine
    is_memory = op.result is None

    def run(source: Elements, dest: Any) -> Elements | None:
        if is_memory:
            used_memref(dest).fill(source)
            return None
        if source.shape != dest.shape:
            raise Fault(f"puts sizes {list(source.shape)} in the place of sizes {list(dest.shape)}")
        return source

    return run


@semantics(dialect.CloneOp)
def clone(op: dialect.CloneOp, machine: Machine) -> Unary:
    """Memory of its own, with the same elements one after another."""
    type = op.output.type

    def run(source: Any) -> MemRef:
        old = used_memref(source)
        new = _dense(dialect.element_of(type), old.sizes, machine)
        new.copy_from(old)
        return checked_against(new, type)

    return run


@semantics(dialect.DeallocOp)
def dealloc(op: dialect.DeallocOp, machine: Machine) -> Kernel:
    """Buffers are freed by what they are, whatever the memrefs show of them."""
    del machine
    count = len(op.memrefs)

    def run(*operands: Any) -> Any:
        buffers = [used_memref(each).buffer for each in operands[:count]]
        flags = [used(flag, "a condition") for flag in operands[count : 2 * count]]
        freed = {buffer: None for buffer, flag in zip(buffers, flags, strict=True) if flag}
        retained = [used_memref(each).buffer for each in operands[2 * count :]]
        for buffer in freed:
            if buffer not in retained:
                free(buffer)
        results = [int(buffer in freed) for buffer in retained]
        return None if not results else results[0] if len(results) == 1 else results

    return run
