"""What the meanings of `vector`'s ops share: shapes at run time, and scalars as elements."""

from __future__ import annotations

from typing import Any

from dlc.interp.semantics import Machine
from dlc.interp.values import Elements, run_shape, scalar_width
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import ShapedType

Position = tuple[int, ...]


def shape_of(type: Type, machine: Machine) -> tuple[int, ...]:
    """The shape of a vector when the program runs; that of a scalar is empty."""
    return run_shape(type, machine.vscale) if isinstance(type, ShapedType) else ()


def as_elements(value: Any, type: Type) -> Elements:
    """A scalar as elements of rank 0."""
    return value if isinstance(value, Elements) else Elements.splat(value, (), scalar_width(type))
