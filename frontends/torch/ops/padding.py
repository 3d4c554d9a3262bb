"""More elements around a tensor, or fewer."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ..node import Node
from ..registry import imports

MODES = {"reflection": "reflect", "replication": "edge"}


@imports("constant_pad_nd")
def import_constant_pad(node: Node, x: Value, pads: Sequence[Dim], number: float = 0) -> Value:
    """A number around a tensor; negative padding takes elements away."""
    return _padded("constant", x, pads, node.number(number, element_of(x)))


@imports(*(f"{kind}_pad{rank}d" for kind in MODES for rank in (1, 2, 3)))
def import_mirror_pad(node: Node, x: Value, pads: Sequence[Dim]) -> Value:
    """Mirrored elements, or those at the edge, around a tensor."""
    return _padded(MODES[node.op.split(".")[1].split("_")[0]], x, pads, None)


def _padded(mode: str, x: Value, pads: Sequence[Dim], number: Value | None) -> Value:
    """Return a padded value; the last dimension comes first in `pads`."""
    rank = len(shape_of(x))
    low: list[Dim] = [0] * rank
    high: list[Dim] = [0] * rank
    for place in range(len(pads) // 2):
        low[rank - 1 - place], high[rank - 1 - place] = pads[2 * place], pads[2 * place + 1]
    return graph.pad(mode, x, low, high, [0] * rank, value=number)  # type: ignore[arg-type]
