"""Sizes that types leave open, checked at run time, by the op's own shape inference where that has rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects.graph.bases import Problems, infer_shapes
from dlc.dialects.graph.sizes import Dim, substitute
from dlc.dialects.graph.tensors import shape_of
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine
from dlc.interp.values import Array
from dlc.ir.operations import Operation

from .arrays import ArrayFunction, PerOp, on_arrays


def on_checked_arrays(*kinds: type[Operation]) -> Any:
    """`on_arrays` for ops whose rules about sizes must hold for the sizes that arrays have."""

    def register(function: PerOp) -> PerOp:
        return on_arrays(*kinds)(lambda op: _checked(op, function(op)))

    return register


def _checked(op: Operation, function: ArrayFunction) -> ArrayFunction:
    def run(*arrays: Array) -> Any:
        problems = Problems()
        infer_shapes(op, [array.shape for array in arrays], problems)
        if problems.found:
            raise Fault("; ".join(problems.found))
        return function(*arrays)

    return run


MOST_ELEMENTS = 1 << 28
"""Larger tensors are not made: a size that is computed may be any number."""


def numbers_of(dims: Sequence[Dim], sizes: dict[str, int]) -> list[int | None]:
    """Sizes with the values that names have now; `None` for those that are not known."""
    known_sizes = [substitute(dim, dict(sizes)) for dim in dims]
    return [size if isinstance(size, int) else None for size in known_sizes]


def stated_shape(op: Operation, machine: Machine, given: Array | None) -> list[int | None]:
    """The sizes of an op's result that its type says, and those that an operand gives; they must not differ."""
    stated = numbers_of(shape_of(op.results[0]), machine.sizes)
    if given is None:
        return stated
    sizes = [int(size) for size in given]
    if len(sizes) != len(stated):
        raise Fault(f"is given {len(sizes)} sizes, but makes a tensor of rank {len(stated)}")
    for number, (size, wanted) in enumerate(zip(sizes, stated, strict=True)):
        if wanted is not None and size not in (wanted, -1):
            raise Fault(f"is given {size} as size {number}, but the result's type says {wanted}")
    return [size if wanted is None else wanted for size, wanted in zip(sizes, stated, strict=True)]


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


class Unreported:
    """A report that ignores errors, which the verifier has reported already."""

    def error(self, rule: str | None, message: str) -> object:
        del rule, message
        return None
