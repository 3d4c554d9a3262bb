"""Ops that round tensors to small integers, and give numbers back, which PyTorch's quantization puts into graphs.

PyTorch defines most of them by functions in Python, which are their decompositions. Those that read scales or elements
as numbers of Python are written here without.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from .installed import torch

LIBRARY = "torch.ao.quantization.fx._decomposed"
"""The module that adds the ops."""
NAMESPACE = "quantized_decomposed"
DEFINED = (
    *("quantize_per_tensor", "dequantize_per_tensor", "quantize_per_channel", "dequantize_per_channel"),
    *("quantize_per_token", "dequantize_per_token", "dequantize_per_channel_group"),
    *("choose_qparams_per_token", "choose_qparams_per_token_asymmetric"),
)
"""Ops whose definitions in PyTorch are functions of tensors."""

Decomposition = Callable[..., Any]


def quantize(x: Any, scale: Any, zero: Any, least: Any, most: Any, dtype: Any) -> Any:
    """Return numbers divided by a scale and moved by a zero point, rounded to integers within limits."""
    inverse = (1.0 / scale.reshape(()).double()).float()
    rounded = torch.round(x.float() * inverse) + zero.reshape(())
    return torch.clamp(
        rounded, *(each.reshape(()) if isinstance(each, torch.Tensor) else each for each in (least, most))
    ).to(dtype)


def dequantize(x: Any, scale: Any, zero: Any, least: Any, most: Any, dtype: Any, *, out_dtype: Any = None) -> Any:
    """Return the numbers that integers stand for."""
    del least, most, dtype
    moved = x.to(out_dtype or torch.float32) - zero.reshape(())
    computed = torch.promote_types(moved.dtype, torch.float32)
    return (moved.to(computed) * scale.reshape(()).to(computed)).to(moved.dtype)


def quantize_groups(x: Any, scales: Any, zeros: Any, least: int, most: int, dtype: Any, group_size: int) -> Any:
    """Return the integers for numbers, of which each group along the rows has a scale and a zero point."""
    size = x.shape[-1] if group_size > x.shape[-1] and scales.shape[-1] == 1 else group_size
    moved = x.reshape(-1, size) * (1.0 / scales.reshape(-1, 1)) + zeros.reshape(-1, 1)
    return moved.round().clamp(least, most).to(dtype).reshape(x.shape)


def choose_scale(x: Any, least: int, most: int, smallest: float, dtype: Any, *, is_symmetric: bool) -> tuple[Any, Any]:
    """Return the scale and the zero point by which all numbers of a tensor can be told apart best."""
    low, high = (each.reshape(1) for each in torch.aminmax(x))
    low, high = low.clamp(max=0), high.clamp(min=0)
    limit = torch.full((1,), smallest)
    if is_symmetric:
        scale = torch.maximum(torch.maximum(-low, high) / ((most - least) / 2), limit)
        zero = torch.full((1,), 128 if dtype is torch.uint8 else 0)
    else:
        scale = torch.maximum((high - low) / (most - least), limit)
        zero = torch.clamp(least - torch.round(low / scale).to(torch.int32), least, most)
    return scale.double(), zero.long()


def convert(x: Any, dtype: Any) -> Any:
    """Return the same numbers as elements of another type."""
    return x.to(dtype)


_OWN: dict[str, Decomposition] = {
    "choose_qparams.tensor": partial(choose_scale, is_symmetric=False),
    "choose_qparams_symmetric.tensor": partial(choose_scale, is_symmetric=True),
    "convert_element_type.no_fuse": convert,
    "dequantize_per_tensor.tensor": dequantize,
    "dequantize_per_tensor.tensor2": dequantize,
    "quantize_per_channel_group.default": quantize_groups,
    "quantize_per_tensor.tensor": quantize,
    "quantize_per_tensor.tensor2": quantize,
}


def decompositions_of_quantization() -> dict[Any, Decomposition]:
    """Return the decompositions by op, if PyTorch's module for quantized graphs has been imported, which adds them."""
    ops = getattr(torch.ops, NAMESPACE)
    if not hasattr(ops, "quantize_per_tensor"):
        return {}
    library = importlib.import_module(LIBRARY)
    table = {f"{name}.default": getattr(library, name) for name in DEFINED if hasattr(library, name)} | _OWN
    names = {name: name.partition(".") for name in table}
    overloads = {name: getattr(getattr(ops, op, None), overload, None) for name, (op, _, overload) in names.items()}
    return {op: table[name] for name, op in overloads.items() if op is not None}
