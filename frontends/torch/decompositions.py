"""Decompositions of ops before the import: PyTorch's own ones, except of ops that `graph` has."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from .composed_ops import COMPOSED, OF_COMPLEX
from .gradients import GRADIENTS
from .installed import torch
from .interpolations import NEAREST, WEIGHTED, has_open_sizes, is_not_interpolated
from .kernel_strides import with_strides_of_kernels
from .lists_of_tensors import decompositions_of_lists
from .quantization import decompositions_of_quantization
from .recurrent import LAYERS
from .torchvision_gradients import gradients_of_torchvision

_common: Any = importlib.import_module("torch._prims_common")
_decompositions: Any = importlib.import_module("torch._decomp")

KEPT = (
    "_scaled_dot_product_flash_attention_for_cpu",
    "bernoulli.default",
    "hardswish",
    "index_add",
    "index_copy",
    "index_fill",
    "linear",
    "mish",
    "roll",
    "silu",
    "tril",
    "triu",
    "baddbmm",
)
"""Ops that have an importer, although PyTorch decomposes them."""
PADDINGS = [f"{kind}_pad{rank}d" for kind in ("reflection", "replication") for rank in (1, 2, 3)]
"""Ops of which only those on complex numbers are decomposed."""
ADDED = ("dist", "narrow_copy", "tril_indices", "triu_indices")
"""Ops that PyTorch's list of core ops keeps, although it can decompose them."""


def decompositions() -> dict[Any, Callable[..., Any]]:
    """Return the decompositions by op: those of PyTorch's ops, and of ops that are there since a library was loaded."""
    return {**_of_pytorch(), **gradients_of_torchvision(), **decompositions_of_quantization()}


@cache
def _of_pytorch() -> dict[Any, Callable[..., Any]]:
    table: dict[Any, Callable[..., Any]] = dict(_decompositions.core_aten_decompositions().items())
    for op in (each for name in KEPT for each in _overloads(name)):
        table.pop(op, None)
    table[torch.ops.aten._transformer_encoder_layer_fwd.default] = transformer_encoder_layer
    table[torch.ops.aten._weight_norm_interface_backward.default] = weight_norm_backward
    every = _decompositions.decomposition_table
    table.update({op: every[op] for name in ADDED for op in _overloads(name) if op in every})
    for op in (each for name in PADDINGS for each in _overloads(name) if each in table):
        table[op] = _where(torch.is_complex, table[op])
    table[torch.ops.aten.linalg_vector_norm.default] = _where(torch.is_complex, norm_of_moduli)
    sampler = torch.ops.aten.grid_sampler_2d.default
    table[sampler] = _where(has_open_sizes, every[sampler])
    for names, is_nearest in ((NEAREST, True), (WEIGHTED, False)):
        for op in (each for name in names for each in _overloads(name) if each in table):
            table[op] = _where(partial(is_not_interpolated, is_nearest=is_nearest), table[op])
    table.update(_RANDOM)
    table.update(GRADIENTS)
    table.update(COMPOSED)
    table.update({op: _where(torch.is_complex, each) for op, each in OF_COMPLEX.items()})
    table.update(decompositions_of_lists())
    table.update(LAYERS)  # PyTorch's own are in its list, as they are when that is asked for
    return with_strides_of_kernels(table)


def _where(applies: Callable[[Any], bool], decomposition: Callable[..., Any]) -> Callable[..., Any]:
    """Return a decomposition that is applied only where a condition holds for the first tensor."""

    def decomposed(x: Any, *rest: Any, **named: Any) -> Any:
        return decomposition(x, *rest, **named) if applies(x) else NotImplemented

    return decomposed


def _overloads(name: str) -> list[Any]:
    packet = getattr(torch.ops.aten, name.partition(".")[0], None)
    overload = name.partition(".")[2]
    names = [overload] if overload else (packet.overloads() if packet is not None else [])
    return [getattr(packet, each) for each in names if hasattr(packet, each)]


# -- Weights of which the directions and the lengths are trained -------------------------------------------------------


def norm_of_moduli(x: Any, order: float = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """Return the norm of complex numbers: that of their absolute values."""
    real = None if dtype is None else torch.empty((), dtype=dtype).abs().dtype
    return torch.linalg.vector_norm(x.abs(), order, dim, keepdim, dtype=real)


def weight_norm_backward(gradient: Any, directions: Any, lengths: Any, norms: Any, dim: int) -> tuple[Any, Any]:
    """Return the gradients of directions and lengths, for that of directions * lengths / norms along a dimension."""
    others = [each for each in range(directions.dim()) if each != dim]
    along = (gradient * directions).sum(others, keepdim=True) / norms
    of_directions = lengths / norms * (gradient - directions * (along / norms))
    return of_directions.to(directions.dtype), along.to(lengths.dtype)


# -- Random numbers ----------------------------------------------------------------------------------------------------


def _dropped(x: Any, probability: float, trains: bool | None) -> Any:
    """Return a tensor of which elements are dropped, and which are kept.

    These are drawn without the tensor, so that what computes it and what uses it can be one part.
    """
    if trains is False:
        return x.clone(), torch.ones_like(x, dtype=torch.bool)
    if not trains or not 0 < probability < 1 or not x.is_floating_point() or not _is_usual(x):
        return NotImplemented
    kept = torch.bernoulli(torch.empty(x.shape, dtype=torch.bool, device=x.device), 1 - probability)
    return x * kept * (1 / (1 - probability)), kept


def _leaky(
    x: Any, noise: Any, lower: float = 1 / 8, upper: float = 1 / 3, trains: bool = False, generator: Any = None
) -> tuple[Any, Any]:
    """Return a function whose slopes are drawn only in training; otherwise they are the mean of their limits."""
    del generator
    return NotImplemented if trains else (torch.nn.functional.leaky_relu(x, (lower + upper) / 2), noise)


def _of_size(draw: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that draws as many numbers as a tensor has elements, without the tensor."""

    def drawn(x: Any, *, dtype: Any = None, device: Any = None, memory_format: Any = None, **others: Any) -> Any:
        if memory_format not in (None, torch.preserve_format, torch.contiguous_format) or not _is_usual(x):
            return NotImplemented
        return draw(x.shape, dtype=dtype or x.dtype, device=device or x.device, **others)

    return drawn


def _is_usual(x: Any) -> bool:
    """Return whether a tensor is on the CPU and contiguous: others get random numbers in another order.

    Where its sizes depend on elements, it may not be known.
    """
    return x.device.type == "cpu" and _common.is_contiguous_or_false(x)


_RANDOM: dict[Any, Callable[..., Any]] = {
    torch.ops.aten.native_dropout.default: _dropped,
    torch.ops.aten.rand_like.default: _of_size(torch.rand),
    torch.ops.aten.randn_like.default: _of_size(torch.randn),
    torch.ops.aten.rrelu_with_noise_functional.default: _leaky,
}


# -- Transformers ------------------------------------------------------------------------------------------------------


def transformer_encoder_layer(
    x: Any,
    width: int,
    heads: int,
    qkv_weight: Any,
    qkv_bias: Any,
    out_weight: Any,
    out_bias: Any,
    use_gelu: bool,
    norm_first: bool,
    epsilon: float,
    *rest: Any,
) -> Any:
    """Return a layer of an encoder, which eager PyTorch computes by one op, as the ops that it stands for.

    `rest` has weights and offsets of two normalizations and of two products, and a mask with its kind.
    """
    weights, (mask, kind) = rest[:8], (*rest[8:], None, None)[:2]
    functional = torch.nn.functional

    def normalized(value: Any, number: int) -> Any:
        return functional.layer_norm(value, (width,), weights[2 * number], weights[2 * number + 1], epsilon)

    def attended(value: Any) -> Any:
        batch, length, _ = value.shape
        parts = functional.linear(value, qkv_weight, qkv_bias).reshape(batch, length, 3, heads, width // heads)
        query, key, values = parts.permute(2, 0, 3, 1, 4).unbind(0)
        seen = None if mask is None else _seen(mask, kind)
        result = functional.scaled_dot_product_attention(query, key, values, attn_mask=seen)
        return functional.linear(result.transpose(1, 2).reshape(value.shape), out_weight, out_bias)

    def fed(value: Any) -> Any:
        inner = functional.linear(value, weights[4], weights[5])
        inner = functional.gelu(inner) if use_gelu else functional.relu(inner)
        return functional.linear(inner, weights[6], weights[7])

    if norm_first:
        x = x + attended(normalized(x, 0))
        return x + fed(normalized(x, 1))
    x = normalized(x + attended(x), 0)
    return normalized(x + fed(x), 1)


def _seen(mask: Any, kind: int | None) -> Any:
    """Return which scores take part: a mask of queries and keys, of the keys of a batch, or of all scores."""
    hidden = mask.to(torch.bool)
    return ~(hidden[:, None, None, :] if kind == 1 else hidden)
