"""The meaning of `loop`'s loads, stores and prefetches."""

from __future__ import annotations

from typing import Any

from dlc.dialects import loop as dialect
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import Elements, positions, scalar_width

from ..memref.checks import used_memref
from ..vector.memory import minor, vector_shape
from .affine import map_function


@semantics(dialect.LoadOp)
def load(op: dialect.LoadOp, machine: Machine) -> Kernel:
    """The element at the results of the map."""
    del machine
    function = map_function(op.affine_map)

    def run(source: Any, *operands: Any) -> Any:
        return used_memref(source).load(function(operands))

    return run


@semantics(dialect.StoreOp)
def store(op: dialect.StoreOp, machine: Machine) -> Kernel:
    """The element at the results of the map."""
    del machine
    function = map_function(op.affine_map)

    def run(value: Any, target: Any, *operands: Any) -> None:
        used_memref(target).store(function(operands), value)

    return run


@semantics(dialect.PrefetchOp)
def prefetch(op: dialect.PrefetchOp, machine: Machine) -> Kernel:
    """Nothing that a program could see."""
    del op, machine
    return lambda *_: None


@semantics(dialect.VectorLoadOp)
def vector_load(op: dialect.VectorLoadOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    function, type = map_function(op.affine_map), op.result.type
    shape, width = vector_shape(type, machine), scalar_width(type)

    def run(source: Any, *operands: Any) -> Elements:
        memref, start = used_memref(source), function(operands)
        row = memref.load_row(start, shape[0]) if len(shape) == 1 else None
        if row is not None:
            return row
        return Elements.of([memref.load(minor(start, offset)) for offset in positions(*shape)], shape, width)

    return run


@semantics(dialect.VectorStoreOp)
def vector_store(op: dialect.VectorStoreOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    function, shape = map_function(op.affine_map), vector_shape(op.value.type, machine)

    def run(value: Elements, target: Any, *operands: Any) -> None:
        memref, start = used_memref(target), function(operands)
        if len(shape) == 1 and memref.store_row(start, value):
            return
        for offset in positions(*shape):
            memref.store(minor(start, offset), value.item(offset))

    return run
