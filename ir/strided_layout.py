"""Strided layouts: the positions of a memref's elements, as far as its type tells strides and offset.

`DYNAMIC` stands for what is only known when the program runs, and spreads: what is computed from it is dynamic too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .affine.expr import (
    AffineAddExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMulExpr,
    AffineSymbolExpr,
)
from .affine.map import AffineMap
from .attributes import Type
from .builtin_attributes import AffineMapAttr, StridedLayoutAttr
from .builtin_types import DYNAMIC, MemRefType


class Strides(NamedTuple):
    """Element (i, j, …) lies `offset + i * strides[0] + j * strides[1] + …` elements behind the base."""

    strides: tuple[int, ...]
    offset: int


def add_sizes(a: int, b: int) -> int:
    """Return the sum of two numbers either of which may be dynamic."""
    return DYNAMIC if DYNAMIC in (a, b) else a + b


def multiply_sizes(a: int, b: int) -> int:
    """Return the product of two numbers either of which may be dynamic; nothing times anything is nothing."""
    if a == 0 or b == 0:
        return 0
    return DYNAMIC if DYNAMIC in (a, b) else a * b


def row_major_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of elements that follow one another, the last index running fastest.

    >>> row_major_strides((2, 3, 4))
    (12, 4, 1)
    """
    strides: list[int] = []
    stride = 1
    for size in reversed(shape):
        strides.append(stride)
        stride = multiply_sizes(stride, size)
    return tuple(reversed(strides))


def strides_of(type: MemRefType) -> Strides | None:
    """Return the strides of a memref; `None` if its layout is not a sum of indices times strides."""
    layout = type.layout
    if layout is None:
        return Strides(row_major_strides(type.shape), 0)
    if isinstance(layout, StridedLayoutAttr):
        return Strides(layout.strides, layout.offset)
    return _strides_of_map(layout.value) if isinstance(layout, AffineMapAttr) else None


def _strides_of_map(layout: AffineMap) -> Strides | None:
    if len(layout.results) != 1:
        return None
    strides = [0] * layout.num_dims
    offset = 0
    pending: list[tuple[AffineExpr, int]] = [(layout.results[0], 1)]
    while pending:
        expr, factor = pending.pop()
        if isinstance(expr, AffineAddExpr):
            pending += [(expr.lhs, factor), (expr.rhs, factor)]
        elif isinstance(expr, AffineMulExpr):
            pending.append((expr.lhs, multiply_sizes(factor, _constant(expr.rhs))))
        elif isinstance(expr, AffineDimExpr):
            strides[expr.position] = add_sizes(strides[expr.position], factor)
        elif isinstance(expr, (AffineConstantExpr, AffineSymbolExpr)):
            offset = add_sizes(offset, multiply_sizes(factor, _constant(expr)))
        else:
            return None
    return Strides(tuple(strides), offset)


def _constant(expr: AffineExpr) -> int:
    return DYNAMIC if expr.constant_value is None else expr.constant_value


def is_strided(type: Type) -> bool:
    return isinstance(type, MemRefType) and strides_of(type) is not None


def has_identity_layout(type: MemRefType) -> bool:
    """Return whether index and place are the same thing: no layout, or one that says nothing else."""
    return layout_map(type).is_identity


def layout_map(type: MemRefType) -> AffineMap:
    """Return the layout as a map from indices; the identity where the type has none."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return layout.affine_map()
    return layout.value if isinstance(layout, AffineMapAttr) else AffineMap.identity(len(type.shape))


def with_layout(
    type: MemRefType, shape: Sequence[int], strides: Sequence[int], offset: int, *, keep_identity: bool = False
) -> MemRefType:
    """`type` with another shape and a strided layout; with none, if that is allowed and elements follow one another."""
    shape = tuple(shape)
    plain = keep_identity and offset == 0 and tuple(strides) == row_major_strides(shape)
    layout = None if plain else StridedLayoutAttr(tuple(strides), offset)
    return MemRefType(shape, type.element_type, layout, type.memory_space)


def canonical_layout(type: MemRefType) -> MemRefType:
    """Return the type with one spelling for each layout: none for row-major elements, else strides, if it can."""
    known = strides_of(type)
    if known is None or type.layout is None:
        return type
    return with_layout(type, type.shape, known.strides, known.offset, keep_identity=True)
