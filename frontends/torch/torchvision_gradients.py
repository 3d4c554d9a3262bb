"""Gradients of ops that torchvision adds, as the ops of PyTorch that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .gradients import corners_around, samples_backward
from .installed import torch

Decomposition = Callable[..., Any]


def deformable_convolution_backward(
    gradient: Any, x: Any, kernel: Any, offset: Any, mask: Any, bias: Any, *numbers: Any
) -> tuple[Any, Any, Any, Any, Any]:
    """Return the gradients of all operands, for that of a convolution whose samples are moved.

    The numbers are strides, padding and dilations along both dimensions, the groups, and whether there is a mask.
    """
    del bias
    *windows, groups, offset_groups, uses_mask = numbers
    batch, channels, height, width = x.shape
    taps, (rows, columns) = kernel.shape[2] * kernel.shape[3], offset.shape[2:]
    image = x.reshape(batch * offset_groups, channels // offset_groups, height, width)
    weights = mask.reshape(batch * offset_groups, taps, rows, columns) if uses_mask else None
    places = _moved_places(offset.reshape(batch * offset_groups, taps, 2, rows, columns), kernel.shape[3], windows)
    samples: Any = sum(corner.weighted(corner.elements(image)) for corner in corners_around(image, places))

    by_group = gradient.reshape(batch, groups, -1, rows * columns)
    taken = samples if weights is None else samples * weights.unsqueeze(1)
    taken = taken.reshape(batch, groups, -1, rows * columns)
    of_kernel = torch.einsum("bgop,bgkp->gok", by_group, taken).reshape(kernel.shape)
    of_taken = torch.einsum("bgop,gok->bgkp", by_group, kernel.reshape(groups, -1, taken.shape[2]))
    of_taken = of_taken.reshape(samples.shape)
    of_mask = torch.zeros_like(mask) if weights is None else (of_taken * samples).sum(1).reshape(mask.shape)
    of_samples = of_taken if weights is None else of_taken * weights.unsqueeze(1)

    of_image, along = samples_backward(of_samples, image, places)
    of_offset = torch.stack(along, 2).reshape(offset.shape)
    return of_image.reshape(x.shape), of_kernel, of_offset, of_mask, gradient.sum([0, 2, 3])


def _moved_places(moved: Any, window_width: int, windows: Sequence[int]) -> list[Any]:
    """Return where the samples of each tap are along both dimensions: in the window, and moved by an offset."""
    taps = torch.arange(moved.shape[1])
    places: list[Any] = []
    for dim, tap in enumerate((taps // window_width, taps % window_width)):
        stride, padding, dilation = windows[dim], windows[2 + dim], windows[4 + dim]
        starts = torch.arange(moved.shape[3 + dim]) * stride - padding
        fixed = (tap * dilation)[:, None] + starts
        places.append(moved[:, :, dim] + (fixed.unsqueeze(-1) if dim == 0 else fixed.unsqueeze(1)))
    return places


def gradients_of_torchvision() -> dict[Any, Decomposition]:
    """Return the decompositions by op, if torchvision has been imported, which adds the ops."""
    backward = getattr(torch.ops.torchvision, "_deform_conv2d_backward", None)
    return {} if backward is None else {backward.default: deformable_convolution_backward}
