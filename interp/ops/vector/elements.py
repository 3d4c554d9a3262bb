"""The meaning of `vector`'s ops that move single elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import vector as dialect
from dlc.interp.semantics import Binary, Kernel, Machine, Unary, semantics
from dlc.interp.values import POISON, Elements, joined, scalar_width
from dlc.ir import Type
from dlc.ir.builtin_types import VectorType

from .values import as_array, as_elements, filled_position, moving, names_element, shape_of


@semantics(dialect.ExtractOp)
def extract(op: dialect.ExtractOp, machine: Machine) -> Kernel:
    """A part; where there is none, poison."""
    static, type = op.static_position.elements, op.result.type
    shape, width = shape_of(type, machine), scalar_width(type)

    def run(source: Elements, *dynamic: Any) -> Any:
        position = filled_position(static, iter(dynamic))
        if not names_element(position, source.shape):
            return Elements.splat(POISON, shape, width) if isinstance(type, VectorType) else POISON
        part = source.moved(lambda array: as_array(array[tuple(position)]).reshape(shape))
        return part if isinstance(type, VectorType) else part.item(())

    return run


@semantics(dialect.InsertOp)
def insert(op: dialect.InsertOp, machine: Machine) -> Kernel:
    """The vector with another part; poison where there is no such part."""
    del machine
    static, type = op.static_position.elements, op.valueToStore.type

    def run(value: Any, dest: Elements, *dynamic: Any) -> Elements:
        position = filled_position(static, iter(dynamic))
        if not names_element(position, dest.shape):
            return Elements.splat(POISON, dest.shape, scalar_width(type))
        return dest.with_items_at(tuple(position), as_elements(value, type))

    return run


@semantics(dialect.ShuffleOp)
def shuffle(op: dialect.ShuffleOp, machine: Machine) -> Kernel:
    """Parts of two vectors by number; -1 is poison."""
    del machine
    numbers = list(op.mask.elements)
    chosen, lacking = [max(number, 0) for number in numbers], np.array([number < 0 for number in numbers])

    def run(first: Elements, second: Elements) -> Elements:
        parts = [part.moved(np.atleast_1d) for part in (first, second)]
        shuffled = joined(parts, lambda arrays: np.concatenate(arrays)[chosen])
        if not lacking.any():
            return shuffled
        mask = shuffled.mask()
        mask[lacking] = True
        return Elements(shuffled.bits, mask)

    return run


@semantics(dialect.FromElementsOp)
def from_elements(op: dialect.FromElementsOp, machine: Machine) -> Kernel:
    """A vector of scalars."""
    shape, width = shape_of(op.dest.type, machine), scalar_width(op.dest.type)
    return lambda *items: Elements.of(items, shape, width)


@semantics(dialect.ToElementsOp)
def to_elements(op: dialect.ToElementsOp, machine: Machine) -> Unary:
    """All elements."""
    del machine
    single = len(op.results) == 1
    return lambda source: source.items()[0] if single else source.items()


@semantics(dialect.ScalableExtractOp)
def scalable_extract(op: dialect.ScalableExtractOp, machine: Machine) -> Unary:
    """A shorter vector; the position counts in multiples of `vscale` if the part is scalable."""
    size = shape_of(op.res.type, machine)[0]
    start = op.pos.value * (machine.vscale if _is_scalable(op.res.type) else 1)
    return moving(lambda array: array[start : start + size])


@semantics(dialect.ScalableInsertOp)
def scalable_insert(op: dialect.ScalableInsertOp, machine: Machine) -> Binary:
    """The vector with a shorter one at a position."""
    size = shape_of(op.valueToStore.type, machine)[0]
    start = op.pos.value * (machine.vscale if _is_scalable(op.valueToStore.type) else 1)
    return lambda value, dest: dest.with_items_at(slice(start, start + size), value)


def _is_scalable(type: Type) -> bool:
    return isinstance(type, VectorType) and type.is_scalable


@semantics(dialect.InterleaveOp)
def interleave(op: dialect.InterleaveOp, machine: Machine) -> Binary:
    """Take elements of both vectors in turn along the last dimension."""
    shape = shape_of(op.result.type, machine)
    return lambda a, b: joined([a, b], lambda arrays: as_array(np.stack(arrays, axis=-1)).reshape(shape))


@semantics(dialect.DeinterleaveOp)
def deinterleave(op: dialect.DeinterleaveOp, machine: Machine) -> Unary:
    """Even and odd elements of the last dimension."""
    del op, machine
    even, odd = moving(lambda array: array[..., 0::2]), moving(lambda array: array[..., 1::2])
    return lambda source: [even(source), odd(source)]
