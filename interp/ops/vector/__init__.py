"""The meaning of `vector`'s ops on values: moving elements, shapes, masks, printing.

The rest of the dialect is in `vector_combining` and `vector_memory`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from dlc.dialects import vector as dialect
from dlc.interp.conversion import scalar_to_python
from dlc.interp.semantics import Binary, Enter, Kernel, Leave, Machine, Nullary, RegionRun, Unary, semantics
from dlc.interp.values import POISON, Array, Elements, joined, scalar_width, used_index
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import ArrayAttr, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, ShapedType, VectorType

from . import combining as combining, memory as memory
from .shapes import as_elements, shape_of


def moving(move: Callable[[Array], Array]) -> Unary:
    """A kernel that gives the elements of a vector in another order or shape."""

    def run(source: Elements) -> Elements:
        return source.moved(move)

    return run


def as_array(item: Any) -> Array:
    """An array, also where numpy gave the only element of one."""
    return np.asarray(item)


def ints_of(attr: ArrayAttr) -> list[int]:
    """The integers of an array attribute."""
    return [each.value for each in attr if isinstance(each, IntegerAttr)]


# -- Taking apart and putting together ---------------------------------------------------------------------------------


def filled_position(static: Sequence[int], dynamic: Iterator[Any]) -> list[int | None]:
    """A position; `None` for an index that is poison."""
    numbers = [next(dynamic) if index == DYNAMIC else index for index in static]
    return [None if number is POISON or number == -1 else used_index(number) for number in numbers]


def is_inside(position: Sequence[int | None], shape: Sequence[int]) -> bool:
    """Whether a position names a part that there is."""
    return all(index is not None and 0 <= index < size for index, size in zip(position, shape, strict=False))


@semantics(dialect.ExtractOp)
def extract(op: dialect.ExtractOp, machine: Machine) -> Kernel:
    """A part; where there is none, poison."""
    static, type = op.static_position.elements, op.result.type
    shape, width = shape_of(type, machine), scalar_width(type)

    def run(source: Elements, *dynamic: Any) -> Any:
        position = filled_position(static, iter(dynamic))
        if not is_inside(position, source.shape):
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
        if not is_inside(position, dest.shape):
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
        made = joined(parts, lambda arrays: np.concatenate(arrays)[chosen])
        if not lacking.any():
            return made
        mask = made.mask()
        mask[lacking] = True
        return Elements(made.bits, mask)

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
    """By turns along the last dimension."""
    shape = shape_of(op.result.type, machine)
    return lambda a, b: joined([a, b], lambda arrays: as_array(np.stack(arrays, axis=-1)).reshape(shape))


@semantics(dialect.DeinterleaveOp)
def deinterleave(op: dialect.DeinterleaveOp, machine: Machine) -> Unary:
    """Even and odd elements of the last dimension."""
    del op, machine
    even, odd = moving(lambda array: array[..., 0::2]), moving(lambda array: array[..., 1::2])
    return lambda source: [even(source), odd(source)]


@semantics(dialect.ExtractStridedSliceOp)
def extract_slice(op: dialect.ExtractStridedSliceOp, machine: Machine) -> Unary:
    """A block."""
    type = op.vector.type
    assert isinstance(type, VectorType)
    factors = [machine.vscale if grows else 1 for grows in type.scalable_dims]
    block = tuple(
        slice(offset * factor, (offset + size) * factor)
        for offset, size, factor in zip(ints_of(op.offsets), ints_of(op.sizes), factors, strict=False)
    )
    return moving(lambda array: array[block])


@semantics(dialect.InsertStridedSliceOp)
def insert_slice(op: dialect.InsertStridedSliceOp, machine: Machine) -> Binary:
    """The vector with another block."""
    offsets, sizes = ints_of(op.offsets), shape_of(op.valueToStore.type, machine)
    leading = len(offsets) - len(sizes)
    block = (*offsets[:leading], *(slice(at, at + n) for at, n in zip(offsets[leading:], sizes, strict=True)))
    return lambda value, dest: dest.with_items_at(block, value)


# -- Shapes ----------------------------------------------------------------------------------------------------------


@semantics(dialect.BroadcastOp)
def broadcast(op: dialect.BroadcastOp, machine: Machine) -> Unary:
    """Repeat along new dimensions, and along those that are 1."""
    source, shape = op.source.type, shape_of(op.vector.type, machine)
    return lambda value: as_elements(value, source).moved(lambda array: np.broadcast_to(array, shape))


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
        made: list[Any] = []
        for start in range(0, len(items), row):
            made += recut(items[start : start + row], before, after)
        return Elements.of(made, shape, after)

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


# -- Masks -----------------------------------------------------------------------------------------------------------


def _box(sizes: Sequence[int], shape: Sequence[int]) -> Elements:
    """Bits that are set where each index is less than a size."""
    bits = np.zeros(tuple(shape), np.uint8)
    if shape:
        bits[tuple(slice(0, max(size, 0)) for size in sizes)] = 1
    else:
        bits[()] = int(sizes[0] > 0)
    return Elements(bits)


@semantics(dialect.CreateMaskOp)
def create_mask(op: dialect.CreateMaskOp, machine: Machine) -> Kernel:
    """Set where each index is less than the operand."""
    shape = shape_of(op.result.type, machine)
    return lambda *bounds: _box([used_index(bound) for bound in bounds], shape)


@semantics(dialect.ConstantMaskOp)
def constant_mask(op: dialect.ConstantMaskOp, machine: Machine) -> Nullary:
    """Set where each index is less than the size; of scalable dimensions that counts in multiples."""
    type = op.result.type
    assert isinstance(type, VectorType)
    factors = [machine.vscale if grows else 1 for grows in type.scalable_dims] or [1]
    sizes = [size * factor for size, factor in zip(op.mask_dim_sizes.elements, factors, strict=True)]
    value = _box(sizes, shape_of(type, machine))
    return lambda: value


@semantics(dialect.MaskOp)
def mask(op: dialect.MaskOp, machine: Machine) -> Kernel:
    """The region, whose op looks at the mask; results of the mask's shape are the pass-through where it is not set."""

    def run(bits: Elements, *pass_through: Any) -> RegionRun:
        outer, machine.mask = machine.mask, bits
        leave = yield Enter(op.maskRegion, ())
        machine.mask = outer
        results = list(leave.values)
        if pass_through:
            results = [_where(bits, result, other) for result, other in zip(results, pass_through, strict=True)]
        return results[0] if len(op.results) == 1 else results

    return run


def _where(bits: Elements, result: Any, other: Any) -> Any:
    """The result where the mask is set; a result of another shape has been masked by the op itself."""
    if not isinstance(result, Elements) or result.shape != bits.shape:
        return result
    width = 8 * result.bits.dtype.itemsize if result.bits.dtype != object else 65
    triples = zip(bits.items(), result.items(), other.items(), strict=True)
    return Elements.of([POISON if m is POISON else a if m else b for m, a, b in triples], result.shape, width)


@semantics(dialect.YieldOp)
def leave_region(op: dialect.YieldOp, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)


@semantics(dialect.StepOp)
def step(op: dialect.StepOp, machine: Machine) -> Nullary:
    """0, 1, 2, and so on."""
    shape = shape_of(op.result.type, machine)
    value = Elements.of(list(range(shape[0])), shape, 64)
    return lambda: value


@semantics(dialect.VectorScaleOp)
def vscale(op: dialect.VectorScaleOp, machine: Machine) -> Nullary:
    """How many times larger scalable vectors are than what is written."""
    del op
    return lambda: machine.vscale


# -- Printing --------------------------------------------------------------------------------------------------------

_PUNCTUATION = {"no_punctuation": "", "newline": "\n", "comma": ", ", "open": "( ", "close": " )"}


@semantics(dialect.PrintOp)
def print_value(op: dialect.PrintOp, machine: Machine) -> Kernel:
    """Add the text to what the program has printed."""
    text = op.stringLiteral.value if op.stringLiteral is not None else ""
    tail = _PUNCTUATION[op.punctuation.value] if op.stringLiteral is None else ""
    type = op.source.type if op.source is not None else None

    def run(*values: Any) -> None:
        shown = text if type is None else spelled(as_elements(values[0], type), type)
        machine.output.append(shown + tail)

    return run


def spelled(value: Elements, type: Type) -> str:
    """A vector as the runtime prints it: `( ( 1, 2 ), ( 3, 4 ) )`."""
    if value.shape:
        rows = range(value.shape[0])
        return f"( {', '.join(spelled(value.moved(lambda array, r=r: np.asarray(array[r])), type) for r in rows)} )"
    element = type.element_type if isinstance(type, ShapedType) else type
    item = value.item(())
    if item is POISON:
        return "poison"
    number = scalar_to_python(item, element)
    return f"{number:g}" if isinstance(number, float) else str(number)
