"""Rules about sizes that types leave open, checked at run time by the op's own shape inference; and sizes that operands
give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from dlc.dialects.graph.bases import infer_shapes
from dlc.dialects.graph.movement import ReshapeOp
from dlc.dialects.graph.rules import OpenRule, OpenRules
from dlc.dialects.graph.tensors import shape_of
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine
from dlc.interp.values import Array
from dlc.ir import Operation
from dlc.ir.affine import AffineOverflowError
from dlc.ir.sizes import Dim, substitute


def check_rules(op: Operation, arrays: Sequence[Array], sizes: Mapping[str, int]) -> None:
    """Refuse operands that break a rule of the op about sizes; names of sizes have these values."""
    given = arrays[-1] if getattr(op, "sizes", None) is not None else None
    if given is not None and isinstance(op, ReshapeOp):
        given = with_last_size([int(size) for size in given], arrays[0].size)
    rules = OpenRules([int(size) for size in given] if given is not None else ())
    try:
        infer_shapes(op, [getattr(array, "shape", ()) for array in arrays], rules)
    except AffineOverflowError as error:
        raise Fault(f"has a size without a value: {error}") from error
    if rules.found:
        raise Fault(rules.found[0])
    fault_if_broken(rules.open, sizes)


def fault_if_broken(rules: Iterable[OpenRule], sizes: Mapping[str, int]) -> None:
    """Refuse sizes that break one of the rules; names of sizes have these values."""
    for rule in rules:
        known = rule.at(sizes)
        if known.fails:
            raise Fault(known.message)


MOST_ELEMENTS = 1 << 28
"""Larger tensors are not made: a size that is computed may be any number."""


def numbers_of(dims: Sequence[Dim], sizes: dict[str, int]) -> list[int | None]:
    """Sizes with the values that names have now; `None` for those that are not known."""
    known_sizes = [substitute(dim, dict(sizes)) for dim in dims]
    return [size if isinstance(size, int) else None for size in known_sizes]


def with_last_size(sizes: Sequence[int], count: int) -> list[int]:
    """Return the sizes of a reshape with the one that makes up `count` elements in the place of a single -1, unless it
    is beside a 0.
    """
    others = prod(size for size in sizes if size != -1)
    follows = others > 0 and sizes.count(-1) == 1
    return [count // others if size == -1 and follows else size for size in sizes]


def stated_shape(op: Operation, machine: Machine, given: Array | None) -> list[int | None]:
    """Return the sizes that the type of an op's result declares, or else an operand gives."""
    stated = numbers_of(shape_of(op.results[0]), machine.sizes)
    if given is None:
        return stated
    return [int(size) if declared is None else declared for size, declared in zip(given, stated, strict=True)]


def checked_shape(shape: Sequence[int | None]) -> tuple[int, ...]:
    """Sizes, all of which must be known, not negative, and not too large for this interpreter."""
    count, sizes = 1, list[int]()
    for number, size in enumerate(shape):
        if size is None or size < 0:
            raise Fault(f"has no size {number}: {'it has no value here' if size is None else f'{size} is negative'}")
        count *= size
        sizes.append(size)
    if count > MOST_ELEMENTS:
        raise Fault(f"makes a tensor of {count} elements, more than {MOST_ELEMENTS}")
    return tuple(sizes)
