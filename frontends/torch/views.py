"""Views: results of ops that share the memory of an argument.

PyTorch says where each of them lies in the memory of the tensor that they are views of. `as_strided` looks at that
memory, whichever view of it is given.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from .installed import torch
from .symbolic import several

_OTHER_ELEMENTS = frozenset({"_conj", "_neg_view", "view_as_real", "view_as_complex", "real", "imag"})
"""Views whose elements are others than those in memory."""


def is_view(node: Any) -> bool:
    """Return whether the results of a node share the memory of an argument."""
    schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
    return schema is not None and any(each.alias_info is not None for each in schema.returns)


def stride_bases(graph: Any) -> None:
    """Let `as_strided` take the tensors whose memory views share, and not the views, which need not lie as traced.

    Where the offset of a view depends on sizes, it stays as it is.
    """
    for node in graph.find_nodes(op="call_function", target=torch.ops.aten.as_strided.default):
        view, *rest = node.args
        named = dict(node.kwargs)
        offset = rest[2] if len(rest) > 2 else named.pop("storage_offset", None)
        offset = view.meta["val"].storage_offset() if offset is None else offset
        *views, base = [view, *bases_of(view)]
        if views and isinstance(offset, (int, torch.fx.Node)):
            node.args, node.kwargs = (base, *rest[:2]), {**named, "storage_offset": offset}
            for each in views:
                if not each.users:
                    graph.erase_node(each)


def bases_of(node: Any) -> Iterator[Any]:
    """Yield the nodes of which a node is a view with the same elements, the nearest one first."""
    while (base := _base_of(node)) is not None:
        yield base
        node = base


def _base_of(node: Any) -> Any | None:
    if node.target is operator.getitem:
        return node.args[0] if is_view(node.args[0]) else None
    if not is_view(node) or node.target._opname in _OTHER_ELEMENTS:
        return None
    base = node.args[0]
    is_same = several(node.meta["val"])[0].dtype == base.meta["val"].dtype
    return base if is_same else None
