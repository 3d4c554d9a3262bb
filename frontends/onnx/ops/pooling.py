"""Importers of pooling."""

from __future__ import annotations

from math import prod

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, i64_array
from ...positions import scatter_rows
from ...problems import CannotImport
from ..node import Node
from ..registry import imports
from .windows import windows_of


def _arguments(node: Node, source: Value) -> tuple[list[int], dict[str, object]]:
    """Return the sizes of windows, and the other parameters of pooling ops."""
    window, spatial = node.ints("kernel_shape"), shape_of(source)[2:]
    if len(window) != len(spatial):
        raise CannotImport(f"attribute 'kernel_shape' must have {len(spatial)} entries, but got {window}")
    windows = windows_of(node, spatial, window)
    lists: dict[str, object] = {**windows.lists()}
    if node.int("ceil_mode", 0):
        lists["ceil_mode"] = UNIT
    return window, lists


def pool(node: Node, kind: str, source: Value, *, count_padding: bool = False) -> Value:
    """Return windows of a value combined."""
    window, lists = _arguments(node, source)
    if count_padding:
        lists["count_padding"] = UNIT
    dims = i64_array(range(2, len(shape_of(source))))
    return node.add(graph.PoolOp(source, dims, i64_array(window), graph.PoolingAttr(kind), **lists))  # type: ignore[arg-type]


@imports("AveragePool")
def import_average_pool(node: Node) -> Value:
    """The mean of each window."""
    return pool(node, "average", node[0], count_padding=bool(node.int("count_include_pad", 0)))


@imports("LpPool")
def import_lp_pool(node: Node) -> Value:
    """The norm of each window."""
    power = node.int("p")
    magnitudes = node.add(graph.AbsOp(node[0]))
    powers = node.add(graph.PowOp(magnitudes, node.full(power, magnitudes)))
    total = pool(node, "sum", powers)
    return node.add(graph.PowOp(total, node.full(1 / power, total)))


@imports("MaxPool")
def import_max_pool(node: Node) -> list[Value]:
    """The largest element of each window, and where it is in the input."""
    if not node.wants(1):
        return [pool(node, "max", node[0])]
    window, lists = _arguments(node, node[0])
    dims = i64_array(range(2, node.rank()))
    values, places = node.add_all(graph.ArgmaxPoolOp(node[0], dims, i64_array(window), **lists))  # type: ignore[arg-type]
    return [values, _places_in_tensor(node, places)]


def _places_in_tensor(node: Node, places: Value) -> Value:
    """Return positions in the whole tensor for positions in one channel."""
    batch, channels, *spatial = node.static_shape(0, "positions in the input")
    if node.int("storage_order", 0):
        places = _column_major(node, places, spatial)
    numbers = node.add(graph.MulOp(*_pair(node, node.iota((batch * channels,), 0), prod(spatial))))
    starts = node.reshape(numbers, [batch, channels])
    return node.add(graph.AddOp(places, node.broadcast(starts, [0, 1], shape_of(places))))


def _column_major(node: Node, places: Value, spatial: list[int]) -> Value:
    """Return positions that count along the first dimension fastest."""
    result, weight = node.full(0, places), 1
    sizes = list(spatial)
    rest = places
    coordinates: list[Value] = []
    for size in reversed(sizes):
        coordinates.insert(0, node.add(graph.RemOp(*_pair(node, rest, size))))
        rest = node.add(graph.DivOp(*_pair(node, rest, size)))
    for size, coordinate in zip(sizes, coordinates, strict=True):
        result = node.add(graph.AddOp(result, node.add(graph.MulOp(*_pair(node, coordinate, weight)))))
        weight *= size
    return result


def _pair(node: Node, value: Value, factor: int) -> tuple[Value, Value]:
    return value, node.full(factor, value)


@imports("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def import_global_pool(node: Node) -> Value:
    """All elements of a channel combined."""
    dims = range(2, node.rank())
    if node.op == "GlobalLpPool":
        power = node.int("p")
        powers = node.add(graph.PowOp(node.add(graph.AbsOp(node[0])), node.full(power, node[0])))
        total = node.reduce("sum", powers, dims, keep=True)
        return node.add(graph.PowOp(total, node.full(1 / power, total)))
    return node.reduce("mean" if node.op == "GlobalAveragePool" else "max", node[0], dims, keep=True)


@imports("MaxUnpool")
def import_max_unpool(node: Node) -> Value:
    """Elements where a pooling found them, and 0 elsewhere."""
    shape = node.static_shape(0, "the result")
    kernel = node.ints("kernel_shape")
    rank = len(kernel)
    strides = node.optional_ints("strides") or [1] * rank
    pads = node.optional_ints("pads") or [0] * (2 * rank)
    spatial = [
        (size - 1) * strides[dim] + kernel[dim] - pads[dim] - pads[rank + dim] for dim, size in enumerate(shape[2:])
    ]
    inferred = [*shape[:2], *spatial]
    target = node.known_ints(2, "the shape of the result") if node.get(2) is not None else inferred
    places = _in_larger(node, node[1], inferred, target) if target != inferred else node[1]
    flat = node.zeros((prod(target),), node.element())
    rows = node.reshape(places, [prod(shape), 1])
    return node.reshape(scatter_rows(flat, rows, node.reshape(node[0], [prod(shape)]), "assign"), target)


def _in_larger(node: Node, places: Value, shape: list[int], target: list[int]) -> Value:
    """Return positions in a tensor of one shape as positions in a larger one."""
    result = node.full(0, places)
    rest, weight = places, 1
    for size, larger in zip(reversed(shape), reversed(target), strict=True):
        coordinate = node.add(graph.RemOp(*_pair(node, rest, size)))
        result = node.add(graph.AddOp(result, node.add(graph.MulOp(*_pair(node, coordinate, weight)))))
        rest = node.add(graph.DivOp(*_pair(node, rest, size)))
        weight *= larger
    return result
