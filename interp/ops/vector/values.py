"""Vectors as numpy arrays, and positions in them, as `vector`'s meanings use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from dlc.interp.semantics import Machine, Unary
from dlc.interp.values import POISON, Array, Elements, run_shape, scalar_width, used_index
from dlc.ir import ArrayAttr, IntegerAttr, Type
from dlc.ir.builtin_types import DYNAMIC, ShapedType

Position = tuple[int, ...]


def shape_of(type: Type, machine: Machine) -> tuple[int, ...]:
    """The shape of a vector when the program runs; that of a scalar is empty."""
    return run_shape(type, machine.vscale) if isinstance(type, ShapedType) else ()


def as_elements(value: Any, type: Type) -> Elements:
    """A scalar as elements of rank 0."""
    return value if isinstance(value, Elements) else Elements.splat(value, (), scalar_width(type))


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


def filled_position(static: Sequence[int], dynamic: Iterator[Any]) -> list[int | None]:
    """A position; `None` for an index that is poison."""
    numbers = [next(dynamic) if index == DYNAMIC else index for index in static]
    return [None if number is POISON or number == -1 else used_index(number) for number in numbers]


def names_element(position: Sequence[int | None], shape: Sequence[int]) -> bool:
    """Return whether a position is in bounds."""
    return all(index is not None and 0 <= index < size for index, size in zip(position, shape, strict=False))
