"""Importer of padding."""

from __future__ import annotations

from dlc.ir.sizes import Dim, subtract

from ....dialects import graph
from ....dialects.graph.size_lists import SizesAttr
from ....ir import Value
from ....ir.builtin_attributes import i64_array
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

MODES = {"constant": "constant", "reflect": "reflect", "edge": "edge", "wrap": "wrap"}


@imports("Pad")
def import_pad(node: Node) -> Value:
    """More elements around a tensor, or fewer."""
    mode = node.string("mode")
    if mode not in MODES:
        raise CannotImport(f"attribute 'mode' must be one of {', '.join(MODES)}, but got '{mode}'")
    low, high = _amounts(node)
    inner = i64_array([0] * node.rank())
    value = _fill(node) if mode == "constant" else None
    return node.add(
        graph.PadOp(graph.PaddingAttr(MODES[mode]), node[0], SizesAttr.of(low), SizesAttr.of(high), inner, value=value)
    )


def _amounts(node: Node) -> tuple[list[Dim], list[Dim]]:
    """Return what is added before and behind each dimension."""
    rank = node.rank()
    names = [name for name in ("pads", "paddings") if node.has(name)]
    pads = [*node.ints(names[0])] if names else _computed_amounts(node)
    axes = node.known_ints(3, "axes") if node.get(3) is not None else list(range(rank))
    if len(pads) != 2 * len(axes):
        raise CannotImport(f"the padding must have {2 * len(axes)} entries, but got {len(pads)}")
    low: list[Dim] = [0] * rank
    high: list[Dim] = [0] * rank
    for number, axis in enumerate(axes):
        dim = node.dim_of(axis, rank)
        low[dim], high[dim] = pads[number], pads[len(axes) + number]
    return low, high


def _computed_amounts(node: Node) -> list[Dim]:
    """Return the second input as sizes; computed ones are differences of two with names, so as to be negative too."""
    amounts = node.sizes_of(1, "the padding")
    if None in amounts and not node.may_name_computed_sizes:
        raise node.needed(1, "the padding")
    return [_difference(node, node.entry(1, n)) if each is None else each for n, each in enumerate(amounts)]


def _difference(node: Node, amount: Value) -> Dim:
    more, fewer = (node.size_from(node.vector_of(graph.maximum(each, 0))) for each in (amount, graph.neg(amount)))
    return subtract(more, fewer)


def _fill(node: Node) -> Value:
    """Return the value of new elements as a scalar."""
    value = node.get(2)
    if value is not None:
        return node.reshape(value, ())
    return node.constant(node.float("value", 0.0), node.element())
