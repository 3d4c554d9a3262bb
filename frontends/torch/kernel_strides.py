"""Ops whose results PyTorch traces with other strides than its kernels give them.

What is traced decides in which order a result lies in memory, and so whether views of it are possible and which numbers
are dropped. For tensors that are not row-major, these ops are run once while they are traced, to see the strides.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from .installed import torch
from .symbolic import are_known

_dispatch: Any = importlib.import_module("torch.utils._python_dispatch")
_proxies: Any = importlib.import_module("torch.fx.experimental.proxy_tensor")
_pytree: Any = torch.utils._pytree

DOUBTFUL = (
    *("copysign.Tensor", "div.Tensor_mode", "heaviside", "ldexp.Tensor", "log_sigmoid_forward", "logaddexp"),
    *("logaddexp2", "logical_and", "logical_or", "logical_xor", "xlogy.Tensor"),
    *("adaptive_max_pool2d", "adaptive_max_pool3d", "max_pool3d_with_indices", "native_group_norm"),
    *("cat", "reflection_pad3d", "replication_pad3d", "roll", "select_scatter", "triangular_solve"),
)
"""Ops that are traced with other strides for some tensors that are not row-major."""
DOUBTFUL_IN_RARE_ORDERS = ("_native_batch_norm_legit", "_native_batch_norm_legit.no_stats")
"""Ops that are traced with other strides only for tensors in no memory format of PyTorch."""
FORMATS = {4: torch.channels_last, 5: torch.channels_last_3d}
"""The memory formats other than row-major, by rank."""

Decomposition = Callable[..., Any]


def with_strides_of_kernels(table: Mapping[Any, Decomposition]) -> dict[Any, Decomposition]:
    """Return decompositions of a table by which ops give results with the strides that their kernels give."""
    result: dict[Any, Decomposition] = {}
    for names, is_usual in ((DOUBTFUL, _is_row_major), (DOUBTFUL_IN_RARE_ORDERS, _is_in_a_format)):
        for op in map(_op, names):
            result[op] = _as_run(op, table.get(op, _kept), is_usual)
    return {**table, **result}


def _op(name: str) -> Any:
    packet, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, packet), overload or "default")


def _kept(*_: Any, **__: Any) -> Any:
    return NotImplemented


def _is_row_major(tensor: Any) -> bool:
    return tensor.is_contiguous()


def _is_in_a_format(tensor: Any) -> bool:
    other = FORMATS.get(tensor.dim())
    return tensor.is_contiguous() or (other is not None and tensor.is_contiguous(memory_format=other))


def _as_run(op: Any, decomposition: Decomposition, is_usual: Callable[[Any], bool]) -> Decomposition:
    """Return a decomposition of an op whose results have the strides that its kernel gives.

    An op that is not decomposed is applied to row-major copies, and so not decomposed again.
    """

    def decomposed(*given: Any, **named: Any) -> Any:
        tensors = _tensors_in((given, named))
        if not _are_at_known_places(given, named) or all(map(is_usual, tensors)):
            return decomposition(*given, **named)
        strides = _strides_when_run(op, given, named)
        results = decomposition(*given, **named)
        if results is NotImplemented:
            with _proxies.disable_proxy_modes_tracing():
                traced = op(*given, **named)
            if strides is None or _strides_of(traced) == strides:
                return NotImplemented
            results = op(*_each_tensor(_row_major, given), **_each_tensor(_row_major, named))
        return results if strides is None else _laid_out(results, strides)

    return decomposed


def _strides_when_run(op: Any, given: Any, named: Any) -> list[Any] | None:
    """Return the strides of what the kernel of an op gives for ones that lie as tensors do, `None` if it refuses."""
    with _dispatch._disable_current_modes(), torch.no_grad():
        try:
            results = op(*_each_tensor(_ones_like, given), **_each_tensor(_ones_like, named))
        except (IndexError, RuntimeError, TypeError, ValueError):
            return None
        return _strides_of(results)


def _ones_like(tensor: Any) -> Any:
    """Return ones that lie in memory as a traced tensor does."""
    reach = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    count = 0 if 0 in tensor.shape else 1 + reach
    return torch.ones(count, dtype=tensor.dtype).as_strided(tensor.shape, tensor.stride())


def _row_major(tensor: Any) -> Any:
    return tensor.contiguous()


def _laid_out(results: Any, strides: list[Any]) -> Any:
    """Return results with other strides."""
    left = iter(strides)

    def laid_out(tensor: Any) -> Any:
        own = next(left)
        if tensor.stride() == own or 0 in tensor.shape:
            return tensor
        memory = torch.empty_strided(tensor.shape, own, dtype=tensor.dtype, device=tensor.device)
        return torch.ops.aten.copy.default(memory, tensor)

    return _each_tensor(laid_out, results)


def _are_at_known_places(given: Any, named: Any) -> bool:
    """Return whether arguments are numbers that are known and tensors on the CPU whose sizes and strides are."""
    leaves = _pytree.tree_leaves((given, named))
    is_open = any(isinstance(each, (torch.SymInt, torch.SymFloat, torch.SymBool)) for each in leaves)
    return not is_open and all(map(_has_known_place, _tensors_in(leaves)))


def _has_known_place(tensor: Any) -> bool:
    is_strided = tensor.device.type == "cpu" and tensor.layout is torch.strided
    return is_strided and are_known((*tensor.shape, *tensor.stride()))


def _each_tensor(function: Callable[[Any], Any], tree: Any) -> Any:
    return _pytree.tree_map_only(torch.Tensor, function, tree)


def _tensors_in(tree: Any) -> list[Any]:
    return [each for each in _pytree.tree_leaves(tree) if isinstance(each, torch.Tensor)]


def _strides_of(tree: Any) -> list[Any]:
    return [each.stride() for each in _tensors_in(tree)]
