"""Ops on lists of tensors, such as `_foreach_add`, as the op that they apply to each tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from .installed import torch

_NAMES = (
    *("add", "sub", "mul", "div", "pow", "lerp", "maximum", "minimum", "addcdiv", "addcmul"),
    *("abs", "ceil", "erf", "erfc", "exp", "expm1", "floor", "frac", "lgamma", "log", "log10", "log1p", "log2", "max"),
    *("neg", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sqrt", "trunc"),
    *("acos", "asin", "atan", "cos", "cosh", "sin", "sinh", "tan", "tanh"),
)
_WITH_VALUE = ("addcdiv", "addcmul")
"""Functions whose factor is given by name."""
_OTHERS = ("pow.ScalarAndTensor", "addcdiv.Tensor", "addcmul.Tensor")
"""Overloads of another form: a number to many powers, and factors that are elements of one tensor."""


def decompositions_of_lists() -> dict[Any, Callable[..., Any]]:
    """Return the decompositions of ops on lists of tensors that return new ones."""
    functions = {name: getattr(torch, name) for name in _NAMES}
    functions |= {name: partial(_with_value, functions[name]) for name in _WITH_VALUE}
    functions |= {"norm": _norm, "zero": torch.zeros_like, "clamp_max": torch.clamp_max, "clamp_min": torch.clamp_min}
    table: dict[Any, Callable[..., Any]] = {}
    for name, function in functions.items():
        packet = getattr(torch.ops.aten, f"_foreach_{name}", None)
        for overload in packet.overloads() if packet is not None else ():
            if f"{name}.{overload}" not in _OTHERS and not overload.endswith("out"):
                table[getattr(packet, overload)] = partial(_each, function)
    table[torch.ops.aten._foreach_pow.ScalarAndTensor] = _powers
    return table


def _each(function: Callable[..., Any], tensors: Sequence[Any], *others: Any, **named: Any) -> list[Any]:
    """Return the results for each tensor; of other lists, each has an element for it."""
    results: list[Any] = []
    for number, tensor in enumerate(tensors):
        given = {name: _element(each, number) for name, each in named.items()}
        results.append(function(tensor, *(_element(each, number) for each in others), **given))
    return results


def _element(given: Any, number: int) -> Any:
    return given[number] if isinstance(given, (list, tuple)) else given  # pyright: ignore[reportUnknownVariableType]


def _with_value(function: Callable[..., Any], x: Any, one: Any, other: Any, value: Any = 1) -> Any:
    return function(x, one, other, value=value)


def _norm(x: Any, order: Any = 2, dtype: Any = None) -> Any:
    return torch.linalg.vector_norm(x, order, dtype=dtype)


def _powers(base: Any, powers: Sequence[Any]) -> list[Any]:
    return [torch.pow(base, power) for power in powers]
