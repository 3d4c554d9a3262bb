"""The meaning of `vector`'s ops that change the shape of a vector or the width of its elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import vector as dialect
from dlc.interp.memory import ElementCodec, MemRef
from dlc.interp.semantics import Kernel, Machine, Unary, semantics
from dlc.interp.values import POISON, Elements, is_vector_like, scalar_width
from dlc.ir.builtin_types import MemRefType
from dlc.ir.strided_layout import strides_of

from ..memref.checks import used_memref
from .values import moving, shape_of


@semantics(dialect.BroadcastOp)
def broadcast(op: dialect.BroadcastOp, machine: Machine) -> Unary:
    """Repeat along new dimensions, and along those that are 1."""
    source, shape = op.source.type, shape_of(op.vector.type, machine)
    if is_vector_like(source):
        return moving(lambda array: np.broadcast_to(array, shape))
    width = scalar_width(source)
    return lambda value: Elements.splat(value, shape, width)


@semantics(dialect.ShapeCastOp)
def shape_cast(op: dialect.ShapeCastOp, machine: Machine) -> Unary:
    """The same elements, in order, in another shape."""
    shape = shape_of(op.result.type, machine)
    return moving(lambda array: array.reshape(shape))


@semantics(dialect.TransposeOp)
def transpose(op: dialect.TransposeOp, machine: Machine) -> Unary:
    """The dimensions in another order."""
    del machine
    order = tuple(op.permutation.elements)
    return moving(lambda array: array.transpose(order))


@semantics(dialect.BitCastOp)
def bitcast(op: dialect.BitCastOp, machine: Machine) -> Kernel:
    """The bits of the last dimension, the first element lowest, cut anew."""
    before, after = scalar_width(op.source.type), scalar_width(op.result.type)
    shape = shape_of(op.result.type, machine)

    def run(source: Elements) -> Elements:
        if before == after:
            return source
        row = source.shape[-1] if source.shape else 1
        items = source.items()
        elements: list[Any] = []
        for start in range(0, len(items), row):
            elements += recut(items[start : start + row], before, after)
        return Elements.of(elements, shape, after)

    return run


def recut(items: Sequence[Any], before: int, after: int) -> list[Any]:
    """Scalars of one width as scalars of another; what has poison in it is poison."""
    bits, poison = 0, 0
    for number, item in enumerate(items):
        if item is POISON:
            poison |= (1 << before) - 1 << number * before
        else:
            bits |= item << number * before
    mask = (1 << after) - 1
    places = range(0, len(items) * before, after)
    return [POISON if poison >> place & mask else bits >> place & mask for place in places]


@semantics(dialect.TypeCastOp)
def type_cast(op: dialect.TypeCastOp, machine: Machine) -> Kernel:
    """A memref seen as one of vectors."""
    type, layout = op.result.type, strides_of(op.result.type_as(MemRefType))
    assert isinstance(type, MemRefType)
    assert layout is not None, "checked by the verifier"
    codec = ElementCodec(type.element_type, machine.vscale)

    def run(source: Any) -> MemRef:
        memref = used_memref(source)
        base = memref.base + memref.offset * memref.codec.size
        return MemRef(memref.buffer, codec, type.shape, layout.strides, 0, base)

    return run
