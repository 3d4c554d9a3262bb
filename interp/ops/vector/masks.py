"""The meaning of `vector`'s masks, of `step`, `vscale` and `print`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import vector as dialect
from dlc.interp.conversion import scalar_to_python
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, Nullary, RegionRun, semantics
from dlc.interp.values import POISON, Elements, used_index
from dlc.ir import Type
from dlc.ir.builtin_types import IndexType, ShapedType, VectorType

from .values import as_elements, shape_of


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
    """Return the factor of scalable sizes."""
    del op
    return lambda: machine.vscale


@semantics(dialect.PrintOp)
def print_value(op: dialect.PrintOp, machine: Machine) -> Kernel:
    """Add the text to what the program has printed."""
    text = op.stringLiteral.value if op.stringLiteral is not None else ""
    tail = op.punctuation.text if op.stringLiteral is None else ""
    type = op.source.type if op.source is not None else None

    def run(*values: Any) -> None:
        shown = text if type is None else spelled(as_elements(values[0], type), type)
        machine.output.append(shown + tail)

    return run


def spelled(value: Elements, type: Type) -> str:
    """A vector as the runtime prints it: `( ( 1, 2 ), ( 3, 4 ) )`."""
    if isinstance(type, VectorType) and not type.shape:
        return f"( {spelled(value, type.element_type)} )"
    if value.shape:
        rows = range(value.shape[0])
        return f"( {', '.join(spelled(value.moved(lambda array, r=r: np.asarray(array[r])), type) for r in rows)} )"
    element = type.element_type if isinstance(type, ShapedType) else type
    item = value.item(())
    if item is POISON:
        return "poison"
    number = scalar_to_python(item, element)
    if isinstance(element, IndexType):
        number %= 1 << 64
    return f"{number:g}" if isinstance(number, float) else str(number)
