"""The order in which the dimensions of a tensor lie in memory, so that permuted tensors are passed without a copy."""

from __future__ import annotations

from typing import Any


def order_of(tensor: Any) -> tuple[int, ...] | None:
    """Return the dimensions of a traced tensor from the one with the largest stride on.

    `None` if they lie in memory as they are, or if no order of them lies there densely.
    """
    shape, strides = tensor.shape, tensor.stride()
    if tensor.dim() < 2 or not all(isinstance(each, int) for each in (*shape, *strides)) or 0 in shape:
        return None
    order = sorted(range(len(shape)), key=lambda dim: (-strides[dim], shape[dim] == 1, dim))
    order = _with_ones_in_place(order, shape)
    expected = 1
    for dim in reversed(order):
        if shape[dim] != 1 and strides[dim] != expected:
            return None
        expected *= shape[dim]
    moved = [dim for dim in order if shape[dim] != 1]
    return None if moved == sorted(moved) else tuple(order)


def _with_ones_in_place(order: list[int], shape: Any) -> list[int]:
    """Return an order in which dimensions of size 1 stay behind the one before them."""
    result = [dim for dim in order if shape[dim] != 1]
    for dim, size in enumerate(shape):
        if size == 1:
            result.insert(result.index(dim - 1) + 1 if dim else 0, dim)
    return result
