"""The meaning of `vector`'s arithmetic: fused multiply-add, reductions, outer products and scans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import vector as dialect
from dlc.dialects.arith import combiner_of
from dlc.interp import float_arithmetic as floats
from dlc.interp.combining import combination
from dlc.interp.semantics import Kernel, Machine, ScalarFunction, Ternary, Unary, elementwise, semantics
from dlc.interp.values import POISON, Elements, float_format, positions, scalar_width
from dlc.ir import FloatAttr, IntegerAttr, Type
from dlc.ir.builtin_types import FloatType, ShapedType, VectorType

from .values import Position, as_elements


@elementwise(dialect.FMAOp)
def fused_multiply_add(op: dialect.FMAOp) -> Ternary:
    """a * b + c, rounded once; of integers it is that modulo 2^width."""
    if isinstance(op.lhs.type, VectorType) and not isinstance(op.lhs.type.element_type, FloatType):
        mask = (1 << scalar_width(op.lhs.type)) - 1
        return lambda a, b, c: a * b + c & mask
    return floats.fused_multiply_add(float_format(op.lhs.type))


def reduce_to(groups: dict[Position, Any], combine: ScalarFunction, position: Position, item: Any) -> None:
    """Combine one more element with what there is at a position."""
    groups[position] = combine(groups[position], item) if position in groups else item


def active(machine: Machine) -> Callable[[Position], bool]:
    """Return whether the mask of the running op is set at a position."""
    mask = machine.mask
    return (lambda _: True) if mask is None else (lambda position: bool(mask.item(position)))


@semantics(dialect.ReductionOp)
def reduction(op: dialect.ReductionOp, machine: Machine) -> Kernel:
    """All elements, to a scalar. Where none is active and there is no accumulator, what changes nothing."""
    combine, identity = combination(op.kind.value, op.dest.type), _identity(op.kind.value, op.dest.type)

    def run(source: Elements, *accumulator: Any) -> Any:
        is_active = active(machine)
        groups = {(): accumulator[0]} if accumulator else {}
        for position in positions(*source.shape):
            if is_active(position):
                reduce_to(groups, combine, (), source.item(position))
        return groups.get((), identity)

    return run


def _identity(kind: str, type: Type) -> Any:
    """Return the number that changes no other one when they are combined."""
    combiner = combiner_of(kind, type)
    known = combiner.identity_of(type) if combiner is not None else None
    if isinstance(known, FloatAttr):
        return known.bits
    return known.value & (1 << scalar_width(type)) - 1 if isinstance(known, IntegerAttr) else POISON


@semantics(dialect.MultiDimReductionOp)
def multi_reduction(op: dialect.MultiDimReductionOp, machine: Machine) -> Kernel:
    """The elements along some dimensions."""
    type = op.dest.type
    combine, reduced = combination(op.kind.value, type), set(op.reduction_dims.elements)

    def run(source: Elements, accumulator: Any) -> Any:
        start, is_active = as_elements(accumulator, type), active(machine)
        groups = {position: start.item(position) for position in positions(*start.shape)}
        for position in positions(*source.shape):
            kept = tuple(index for dim, index in enumerate(position) if dim not in reduced)
            if is_active(position):
                groups[kept] = combine(groups[kept], source.item(position))
        return from_groups(groups, start.shape, type)

    return run


def from_groups(groups: dict[Position, Any], shape: Sequence[int], type: Type) -> Any:
    """A vector (or scalar) of the items by position."""
    items = [groups[position] for position in positions(*shape)]
    return Elements.of(items, shape, scalar_width(type)) if isinstance(type, VectorType) else items[0]


def widening(source: Type, target: Type) -> Unary:
    """Elements of lhs and rhs in the accumulator's type: floats are extended, integers with their sign."""
    before, after = scalar_width(source), scalar_width(target)
    if before == after:
        return lambda item: item
    element = source.element_type if isinstance(source, ShapedType) else source
    if isinstance(element, FloatType):
        extend = floats.convert(float_format(source), float_format(target))
        return lambda item: item if item is POISON else extend(item)
    sign, mask = 1 << before - 1, (1 << after) - 1
    return lambda item: item if item is POISON else (item ^ sign) - sign & mask


@semantics(dialect.OuterProductOp)
def outer_product(op: dialect.OuterProductOp, machine: Machine) -> Kernel:
    """All products, combined with the accumulator."""
    type = op.result.type
    product, combine, rhs_type = combination("mul", type), combination(op.kind.value, type), op.rhs.type

    def run(lhs: Elements, rhs: Any, accumulator: Elements | None = None) -> Elements:
        right, is_active = as_elements(rhs, rhs_type), active(machine)
        shape = (*lhs.shape, *right.shape)
        items: list[Any] = []
        for position in positions(*shape):
            item = product(lhs.item(position[:1]), right.item(position[1:]))
            if accumulator is not None:
                old = accumulator.item(position)
                item = combine(old, item) if is_active(position) else old
            items.append(item)
        return Elements.of(items, shape, scalar_width(type))

    return run


@semantics(dialect.ScanOp)
def scan(op: dialect.ScanOp, machine: Machine) -> Kernel:
    """Running combinations along a dimension, each with (inclusive) or without its own element."""
    del machine
    dim, inclusive, type = op.reduction_dim.value, bool(op.inclusive.value), op.dest.type
    combine, width = combination(op.kind.value, type), scalar_width(type)

    def run(source: Elements, initial: Elements) -> list[Any]:
        groups = {position: initial.item(position) for position in positions(*initial.shape)}
        totals: dict[Position, Any] = {}
        for position in positions(*source.shape):
            kept = position[:dim] + position[dim + 1 :]
            if inclusive and position[dim] == 0:
                groups[kept] = source.item(position)
            elif inclusive:
                groups[kept] = combine(groups[kept], source.item(position))
            totals[position] = groups[kept]
            if not inclusive:
                groups[kept] = combine(groups[kept], source.item(position))
        last = source.shape[dim] - 1
        ends = [totals[(*kept[:dim], last, *kept[dim:])] for kept in positions(*initial.shape)]
        return [Elements.of(list(totals.values()), source.shape, width), Elements.of(ends, initial.shape, width)]

    return run
