"""Decompositions of ops before the import: PyTorch's own ones, except of ops that `graph` has."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

from .installed import torch

_decompositions: Any = importlib.import_module("torch._decomp")

KEPT = (
    "_scaled_dot_product_flash_attention_for_cpu",
    "hardswish",
    "linear",
    "mish",
    "roll",
    "silu",
    "tril",
    "triu",
    "baddbmm",
)
"""Ops that have an importer, although PyTorch decomposes them."""
ADDED = ("grid_sampler_2d",)
"""Ops that PyTorch's list of core ops keeps, although it can decompose them."""


@cache
def decompositions() -> dict[Any, Callable[..., Any]]:
    """Return the decompositions by op."""
    table: dict[Any, Callable[..., Any]] = dict(_decompositions.core_aten_decompositions().items())
    for op in (each for name in KEPT for each in _overloads(name)):
        table.pop(op, None)
    every = _decompositions.decomposition_table
    table.update({op: every[op] for name in ADDED for op in _overloads(name) if op in every})
    return table


def _overloads(name: str) -> list[Any]:
    packet = getattr(torch.ops.aten, name.partition(".")[0], None)
    overload = name.partition(".")[2]
    names = [overload] if overload else (packet.overloads() if packet is not None else [])
    return [getattr(packet, each) for each in names if hasattr(packet, each)]
