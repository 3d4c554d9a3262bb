"""Ops that PyTorch traces as other ops while dlc compiles: recurrent layers, attention with functions of scores, and
images of other sizes.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from .installed import torch
from .interpolations import INTERPOLATIONS
from .recurrent import LAYERS

_flexible: Any = importlib.import_module("torch._higher_order_ops.flex_attention")
_keys: Any = torch._C.DispatchKey


@contextmanager
def traced_as_other_ops() -> Generator[None]:
    """Trace ops as others as long as the context lasts.

    PyTorch's own decompositions of recurrent layers repeat a step for each place of the sequence, so graphs grow with
    its length; here they are scans. `flex_attention` stays one op; here it is the ops that eager PyTorch computes.
    Interpolation becomes sums of elements at computed places; here it stays one op where no gradient is needed.
    """
    at = (_keys.CompositeImplicitAutograd, _keys.Autograd)
    kernels = {op: dict.fromkeys(at, layer) for op, layer in LAYERS.items()}
    for op, each in INTERPOLATIONS.items():
        kernels[op] = {key: each for key in at if key in op.py_kernels}
    kernels[_flexible.flex_attention] = {_keys.Autograd: _flexible_attention}
    saved = {op: dict(op.py_kernels) for op in kernels}
    try:
        for op, each in kernels.items():
            op.py_kernels.update(each)
            op._dispatch_cache.clear()
        yield
    finally:
        for op, before in saved.items():
            op.py_kernels.clear()
            op.py_kernels.update(before)
            op._dispatch_cache.clear()


def _flexible_attention(query: Any, *others: Any) -> tuple[Any, ...]:
    """Return attention with functions of scores, and what it adds up; the result lies in memory like the queries."""
    result, *sums = _flexible.math_attention(query, *others)
    order = [*sorted(range(query.dim() - 1), key=query.stride, reverse=True), query.dim() - 1]
    back = sorted(range(query.dim()), key=order.__getitem__)
    return result.permute(order).contiguous().permute(back), *sums
