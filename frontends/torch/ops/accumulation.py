"""Running sums and products."""

from __future__ import annotations

from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ..node import Node
from ..registry import imports
from .functions import wide


@imports("cumsum", "cumprod")
def import_accumulation(node: Node, x: Value, dim: int, dtype: Any = None) -> Value:
    """The sum or the product of all elements up to each one."""
    x = wide(node, node.cast(x, node.result_element))
    if not shape_of(x):
        return x
    return graph.cumulative("sum" if "cumsum" in node.op else "product", x, node.dim_in(dim, len(shape_of(x))))
