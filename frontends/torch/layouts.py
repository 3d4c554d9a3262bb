"""Layouts in which tensors are passed to compiled functions: dimensions have the order in which they lie in memory,
so that permuted tensors are not copied, and complex tensors are passed by their parts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .complex_values import is_complex, pairs_of
from .installed import torch
from .symbolic import are_known


class Layout(NamedTuple):
    """The way in which a tensor is passed."""

    order: tuple[int, ...] | None = None
    """The order of its dimensions in memory, in which it is passed; `None` if it is the usual one."""
    is_complex: bool = False
    """True of a complex tensor, which is passed with its parts along one more dimension, the last one."""

    @staticmethod
    def of(traced: Any) -> Layout:
        """Return the layout of a traced tensor."""
        order = order_of(traced)
        if not is_complex(traced):
            return Layout(order)
        return Layout(None if order is None else (*order, len(order)), is_complex=True)

    @property
    def inverse(self) -> list[int] | None:
        """The order that puts the dimensions back; `None` if they are not moved."""
        return None if self.order is None else sorted(range(len(self.order)), key=self.order.__getitem__)

    def passed(self, tensor: Any) -> Any:
        """Return a tensor as it is passed, over the same memory."""
        tensor = pairs_of(tensor) if self.is_complex else tensor
        return tensor if self.order is None else tensor.permute(self.order)

    def shown(self, tensor: Any) -> Any:
        """Return the tensor that is passed in this way."""
        tensor = tensor if self.inverse is None else tensor.permute(self.inverse)
        return torch.view_as_complex(tensor) if self.is_complex else tensor


def order_of(tensor: Any) -> tuple[int, ...] | None:
    """Return the dimensions of a traced tensor from the one with the largest stride on.

    `None` if they lie in memory as they are, or if no order of them lies there densely.
    """
    shape, strides = tensor.shape, tensor.stride()
    if tensor.dim() < 2 or not are_known((*shape, *strides)) or 0 in shape:
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
