"""Joint graphs of forward and backward, prepared for their division where parts are computed again."""

from __future__ import annotations

import operator
from typing import Any

from .installed import torch

_AGAIN = "recompute"
"""The key of the note at nodes of a checkpoint, of which the backward graph computes the results a second time."""


def keep_statistics_of_checkpoints(graph: Any) -> None:
    """Let batch normalization in checkpoints compute running statistics once, apart from what is computed again.

    A node that computes both needs the old statistics in the backward graph, but the forward one has changed them.
    """
    aten = torch.ops.aten
    for node in graph.find_nodes(op="call_function", target=aten._native_batch_norm_legit_functional.default):
        x, weight, bias, _mean, _variance, training, *rest = node.args
        if not training or _AGAIN not in node.meta:
            continue
        with graph.inserting_after(node):
            of_batch = graph.call_function(
                aten._native_batch_norm_legit.no_stats, (x, weight, bias, training, *rest), dict(node.kwargs)
            )
        of_batch.meta = {**node.meta, "val": tuple(node.meta["val"][:3])}
        del node.meta[_AGAIN]
        for pick in [user for user in node.users if user.target is operator.getitem]:
            if pick.args[1] < len(of_batch.meta["val"]):
                pick.args = (of_batch, pick.args[1])
            else:
                pick.meta.pop(_AGAIN, None)
