"""Lowerings of graph ops that move all elements: transpose, broadcast, reshape, reverse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from dlc.dialects import graph, tensor
from dlc.dialects.graph.tensors import shape_of_type
from dlc.dialects.tensor.structured import element_of
from dlc.ir import Type, Value
from dlc.ir.affine import AffineConstantExpr, AffineMap, affine_dims
from dlc.ir.builtin_types import DYNAMIC, TensorType

from .accumulating import element
from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, generate, has_nothing


@lowers(graph.TransposeOp)
def lower_transpose(op: graph.TransposeOp, to: ToTensor) -> Value:
    """transpose -> tensor.transpose"""
    if list(op.order) == sorted(op.order):
        return to.operands[0]
    init = to.empty()
    return to.insert(tensor.TransposeOp([to.operands[0]], [init], [init.type], op.order)).results[0]


@lowers(graph.ReverseOp)
def lower_reverse(op: graph.ReverseOp, to: ToTensor) -> Value:
    """reverse -> generic that reads from the other end"""
    return reversed_along(to, to.operands[0], set(op.dims))


def reversed_along(to: ToTensor, source: Value, dims: Collection[int]) -> Value:
    """Return a tensor with the order of elements reversed along some dimensions."""
    last = {dim: Positions(to).sub(to.size(source, dim), 1) for dim in dims}

    def element(at: Positions, places: list[Value]) -> Value:
        return at.at(source, [at.sub(last[dim], place) if dim in dims else place for dim, place in enumerate(places)])

    return generate(to, to.sizes(source), element, element=element_of(source.type))


# -- Broadcast ---------------------------------------------------------------------------------------------------------


@lowers(graph.BroadcastOp)
def lower_broadcast(op: graph.BroadcastOp, to: ToTensor) -> Value:
    """broadcast -> generic that reads element 0 along repeated dimensions"""
    source, dims = to.operands[0], op.dims.elements
    types = to.operand_types[0], to.result_types[0]
    doubtful = _doubtful_dims(*types, dims, has_sizes=op.sizes is not None)
    if doubtful:
        return _broadcast_of_unknown(op, to, to.result_sizes(), doubtful)
    init = to.empty()
    return to.each([source], [_reading(dims, source.shape, init.shape)], init, element)


@lru_cache(maxsize=1024)
def _reading(dims: tuple[int, ...], given: tuple[int, ...], wanted: tuple[int, ...]) -> AffineMap:
    """The map to some dimensions, and to 0 where one that has a single element is repeated."""
    all_dims, zero = affine_dims(len(wanted)), AffineConstantExpr(0)
    pairs = zip(dims, given, strict=True)
    return AffineMap(len(wanted), 0, [zero if size == 1 and wanted[dim] != 1 else all_dims[dim] for dim, size in pairs])


@lru_cache(maxsize=1024)
def _doubtful_dims(source: Type, result: Type, dims: tuple[int, ...], *, has_sizes: bool) -> tuple[int, ...]:
    """The dimensions of which only the program knows whether the source has one element, and the result another
    size."""
    assert isinstance(source, TensorType)
    assert isinstance(result, TensorType)
    wanted = shape_of_type(result)
    doubtful: list[int] = []
    for dim, size in zip(dims, shape_of_type(source), strict=True):
        is_open = has_sizes and wanted[dim] is None
        if not isinstance(size, int) if is_open else size is None and wanted[dim] is not None:
            doubtful.append(dim)
    return tuple(doubtful)


def _broadcast_of_unknown(
    op: graph.BroadcastOp, to: ToTensor, sizes: Sequence[SizeValue], doubtful: Sequence[int]
) -> Value:
    """The position is 0 where the source turns out to have one element only."""
    source, at = to.operands[0], Positions(to)
    last: list[SizeValue | None] = []
    for i, dim in enumerate(op.dims):
        size = to.size(source, i)
        last.append(at.sub(size, 1) if dim in doubtful or size == 1 else None)

    def element(inner: Positions, places: list[Value]) -> Value:
        pairs = zip(op.dims, last, strict=True)
        return inner.at(source, [places[dim] if end is None else inner.minimum(places[dim], end) for dim, end in pairs])

    return generate(to, sizes, element)


# -- Reshape -----------------------------------------------------------------------------------------------------------


@lowers(graph.ReshapeOp)
def lower_reshape(op: graph.ReshapeOp, to: ToTensor) -> Value:
    """reshape -> collapse, expand"""
    del op
    return reshaped(to, to.operands[0], to.result_sizes())


def reshaped(to: ToTensor, source: Value, sizes: Sequence[SizeValue]) -> Value:
    """The elements of a tensor, row by row, in another shape."""
    if has_nothing(sizes):
        return to.empty(sizes, source.type_as(TensorType).element_type)
    given = to.sizes(source)
    if not given:
        ones = to.insert(tensor.ExpandShapeOp.of(source, [], [1] * len(sizes))).result if sizes else source
        return _with_shape(to, ones, [size if isinstance(size, int) else DYNAMIC for size in sizes])
    if not sizes:
        ones = _with_shape(to, source, [1] * len(given))
        return to.insert(tensor.CollapseShapeOp.of(ones, [])).result
    parts = segments(given, sizes)
    result = source
    if any(len(left) > 1 for left, _ in parts):
        result = to.insert(tensor.CollapseShapeOp.of(result, [left for left, _ in parts])).result
    if any(len(right) > 1 for _, right in parts):
        result = _with_shape(to, result, [_known_product([sizes[dim] for dim in right]) for _, right in parts])
        result = to.insert(tensor.ExpandShapeOp.of(result, [right for _, right in parts], sizes)).result
    return result


def _known_product(sizes: Sequence[SizeValue]) -> int:
    product = 1
    for size in sizes:
        if not isinstance(size, int):
            return DYNAMIC
        product *= size
    return product


def _with_shape(to: ToTensor, value: Value, shape: Sequence[int]) -> Value:
    """Cast a tensor to a shape. If the sizes provably differ, the program has stopped before."""
    assert isinstance(value.type, TensorType)
    pairs = zip(value.type.shape, shape, strict=True)
    if any(DYNAMIC not in pair and pair[0] != pair[1] for pair in pairs):
        value = to.cast(value, TensorType((DYNAMIC,) * len(shape), value.type.element_type))
    return to.cast(value, TensorType(tuple(shape), value.type.element_type))  # type: ignore[attr-defined]


class _Count:
    """A product of sizes: a number, and values that it is multiplied by."""

    def __init__(self, sizes: Sequence[SizeValue] = ()) -> None:
        self.number = 1
        self.values: Counter[Value] = Counter()
        for size in sizes:
            self.take(size)

    def take(self, size: SizeValue) -> None:
        if isinstance(size, int):
            self.number *= size
        else:
            self.values[size] += 1

    def equals(self, other: _Count) -> bool:
        return self.number == other.number and self.values == other.values

    def lacks(self, other: _Count) -> bool:
        """Return whether more factors are needed for this product to reach the other one."""
        if self.values != other.values:
            return not other.values <= self.values
        return self.number < other.number


def segments(source: Sequence[SizeValue], wanted: Sequence[SizeValue]) -> list[tuple[list[int], list[int]]]:
    """Runs of dimensions of two shapes with as many elements each, as short as can be; what is left joins the last."""
    groups: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(source) or j < len(wanted):
        left, right, a, b = list[int](), list[int](), _Count(), _Count()
        while not (left and right and a.equals(b)) and (i < len(source) or j < len(wanted)):
            if i < len(source) and (not left or j == len(wanted) or (bool(right) and a.lacks(b))):
                left.append(i)
                a.take(source[i])
                i += 1
            elif j < len(wanted):
                right.append(j)
                b.take(wanted[j])
                j += 1
            else:
                break
        if (left and right) or not groups:
            groups.append((left, right))
        else:
            groups[-1][0].extend(left)
            groups[-1][1].extend(right)
    return groups
