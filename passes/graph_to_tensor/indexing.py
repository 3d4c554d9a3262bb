"""Lowerings of graph ops that find elements by computed positions, or check these: gather, scatter, nonzero,
check_indices."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, graph, tensor
from dlc.dialects.graph.indexing import IndexedOp
from dlc.dialects.tensor.structured import selection
from dlc.ir import Value
from dlc.ir.builtin_types import i1, i64

from .accumulating import reduced
from .lowering import SizeValue, ToTensor, lowers
from .parallel_rows import counts_of, first_above, is_in_steps, places_of
from .positions import Positions, has_nothing, insert_at, nest, when
from .scalars import Scalars, is_float


def window_start(
    op: IndexedOp, to: ToTensor, at: Positions, counted: Sequence[SizeValue], index: Value | None = None
) -> list[SizeValue]:
    """Return the position in the source at which the window of an index vector begins; `counted` picks the vector.

    `index` is its only component where that has been read.
    """
    source, indices = to.operands[0], to.operands[1]
    rank, dim = len(indices.shape), op.index_vector_dim.value
    start: list[SizeValue] = [0] * len(source.shape)
    for component, mapped in enumerate(op.index_map):
        place = list(counted)
        if dim < rank:
            place.insert(dim, component)
        element = at.at(indices, place) if index is None else index
        start[mapped] = at.as_index(element, unsigned=to.is_unsigned(1))
    counting = op.counting_dims(rank)
    for mine, theirs in zip(op.batch_dims, op.index_batch_dims, strict=True):
        start[mine] = counted[counting.index(theirs)]
    return start


def split_place(windows: Sequence[int], places: Sequence[SizeValue]) -> tuple[list[SizeValue], list[SizeValue]]:
    """A place in the result of a gather: which vector, and where in its window."""
    counted = [place for dim, place in enumerate(places) if dim not in windows]
    return counted, [places[dim] for dim in windows]


@lowers(graph.GatherOp)
def lower_gather(op: graph.GatherOp, to: ToTensor) -> Value:
    """gather -> generic that reads the element at a position which it computes from indices

    Vectors of one component are read as an operand, so that an op which absorbs the generic knows how many there are.
    """
    source, indices = to.operands
    sizes = to.result_sizes()
    if has_nothing(sizes):
        return to.empty(sizes)
    last = _last_starts(op, to)
    kept = op.kept_dims(len(source.shape))
    counted_dims = [dim for dim in range(len(sizes)) if dim not in op.window_dims.elements]
    is_read = op.index_vector_dim.value == len(indices.shape)

    def element(scalars: Scalars, index: Value | None = None) -> Value:
        at = Positions(to, scalars.builder)
        places = [scalars.insert(tensor.IndexOp.of(dim)) for dim in range(len(sizes))]
        counted, inside = split_place(op.window_dims.elements, places)
        position = window_start(op, to, at, counted, index)
        for dim in op.index_map:
            position[dim] = at.clamped(position[dim], last[dim], unsigned=to.is_unsigned(1))
        for dim, place in zip(kept, inside, strict=True):
            position[dim] = at.add(position[dim], place)
        return at.at(source, position)

    inputs, maps = ([indices], [selection(len(sizes), tuple(counted_dims))]) if is_read else ([], [])
    return to.each(inputs, maps, to.empty(sizes), element)


def _last_starts(op: graph.GatherOp, to: ToTensor) -> list[SizeValue]:
    """Return the last positions at which windows fit."""
    source, at = to.operands[0], Positions(to)
    starts: list[SizeValue] = []
    for dim, size in enumerate(op.slice_sizes.entries):
        whole = to.size(source, dim)
        wanted = whole if size is None else to.size_of_dim(size)
        starts.append(0 if wanted is whole else at.sub(whole, wanted))
    return starts


# -- Scatter -----------------------------------------------------------------------------------------------------------


@lowers(graph.ScatterOp)
def lower_scatter(op: graph.ScatterOp, to: ToTensor) -> Value:
    """scatter -> loops over the updates, in order"""
    source, _, updates = to.operands
    sizes = to.sizes(updates)
    if has_nothing(sizes) or has_nothing(to.sizes(source)):
        return source
    kept, own = op.kept_dims(len(source.shape)), to.sizes(source)
    windows = op.window_dims.elements

    def are_inside(at: Positions, position: Sequence[SizeValue], dims: Sequence[int]) -> Value | None:
        return at.both([at.compare("ult", position[dim], own[dim]) for dim in dims if dim in op.index_map.elements])

    def update(at: Positions, start: Sequence[SizeValue], places: list[Value], carried: list[Value]) -> Sequence[Value]:
        position = list(start)
        for dim, place in zip(kept, [places[dim] for dim in windows], strict=True):
            position[dim] = at.add(position[dim], place)
        new = at.at(updates, places)

        def put(inner: Positions, none: list[Value], values: list[Value]) -> Sequence[Value]:
            del none
            element = _combined(op, to, inner, inner.at(values[0], position), new) if op.kind.value != "assign" else new
            return [inner.insert(tensor.InsertOp(element, values[0], inner.values(position)))]

        dims = kept if windows_are_last else range(len(own))
        return when(at, are_inside(at, position, dims), carried, put)

    def update_window(at: Positions, counted: list[Value], carried: list[Value]) -> Sequence[Value]:
        start = window_start(op, to, at, counted)
        collapsed = [dim for dim in range(len(own)) if dim not in kept]

        def put(inner: Positions, none: list[Value], values: list[Value]) -> Sequence[Value]:
            del none
            whole = sizes[len(counted) :]
            return nest(inner, whole, values, lambda at, places, old: update(at, start, [*counted, *places], old))

        return when(at, are_inside(at, start, collapsed), carried, put)

    def update_element(at: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        counted, _ = split_place(windows, places)
        return update(at, window_start(op, to, at, counted), places, carried)

    # What depends on the window alone is computed once for all of its elements where they follow one another.
    windows_are_last = bool(windows) and list(windows) == [*range(len(sizes) - len(windows), len(sizes))]
    if windows_are_last:
        return nest(Positions(to), sizes[: len(sizes) - len(windows)], [source], update_window)[0]
    return nest(Positions(to), sizes, [source], update_element)[0]


def _combined(op: graph.ScatterOp, to: ToTensor, at: Positions, old: Value, new: Value) -> Value:
    """Return the combination of an element with an update."""
    scalars = at.scalars(unsigned=to.is_unsigned())
    combine = {"add": scalars.add, "mul": scalars.mul, "max": scalars.maximum, "min": scalars.minimum}
    return combine[op.kind.value](old, new)


@lowers(graph.NonzeroOp)
def lower_nonzero(op: graph.NonzeroOp, to: ToTensor) -> Value:
    """nonzero -> loops that count, and loops that write down positions; or parallel steps that count, and bisection"""
    del op
    source = to.operands[0]
    sizes, outside = to.sizes(source), Positions(to)

    def is_there(at: Positions, places: list[Value]) -> Value:
        element, scalars = at.at(source, places), at.scalars()
        zero = to.constant(0.0 if is_float(element) else 0, element.type)
        return scalars.compare("ne", element, zero)

    def count(at: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [at.value(at.add(carried[0], at.select(is_there(at, places), 1, 0)))]

    def write(at: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        def put(inner: Positions, none: list[Value], values: list[Value]) -> Sequence[Value]:
            del none
            rows, row = values
            for column, place in enumerate(places):
                rows = inner.insert(tensor.InsertOp(inner.as_integer(place, i64), rows, inner.values([row, column])))
            return [rows, inner.value(inner.add(row, 1))]

        return when(at, is_there(at, places), carried, put)

    count_of_rows = nest(outside, sizes, [outside.value(0)], count)[0]
    init = to.empty([count_of_rows, len(sizes)])
    length = outside.product(sizes)
    if not is_in_steps(to, length):
        return nest(outside, sizes, [init, outside.value(0)], write)[0]
    counts = counts_of(to, length, lambda at, position: is_there(at, places_of(at, position, sizes)))

    def find(at: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        [row], [rows] = places, carried
        for column, place in enumerate(places_of(at, first_above(at, counts, length, row), sizes)):
            rows = insert_at(at, at.as_integer(place, i64), rows, [row, column])
        return [rows]

    return nest(outside, [count_of_rows], [init], find)[0]


@lowers(graph.CheckIndicesOp)
def lower_check_indices(op: graph.CheckIndicesOp, to: ToTensor) -> Value:
    """check_indices -> a reduction over comparisons with limits, and an assertion"""
    indices, limits = to.operands
    rank, at = len(indices.shape), Positions(to)

    def body(s: Scalars, index: Value, limit: Value, so_far: Value) -> Value:
        number = s.to_width(index, i64, unsigned=to.is_unsigned())
        return s.insert(arith.AndIOp(so_far, s.insert(arith.CmpIOp.of("ult", number, limit))))

    maps = [tensor.identity(rank), selection(rank, (rank - 1,) if limits.shape else ())]
    are_below = reduced(to, [indices, limits], maps, range(rank), 1, i1, body)
    at.require_that(at.at(are_below, []), op.msg.value)
    return indices
