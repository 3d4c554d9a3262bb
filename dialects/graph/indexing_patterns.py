"""Canonicalizations of gathers and scatters: indices that are repeated along batch dimensions become dimensions of
windows, and vectors of one component become elements of the indices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.ir import DenseArrayAttr, IntegerAttr, Value
from dlc.ir.builtin_attributes import i64_array, int_attr
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .indexing import CheckIndicesOp, GatherOp, IndexedOp, ScatterOp
from .movement import BroadcastOp, ReshapeOp, typed_as
from .size_lists import SizesAttr, surely_at_most
from .tensors import element_of, shape_of, tensor_of


@canonicalization(CheckIndicesOp)
def check_before_repeating(op: CheckIndicesOp, rw: Rewriter) -> Match:
    """check_indices(broadcast(i)) -> broadcast(check_indices(i)), where each index is there at least once.

    Terminates: the check moves up."""
    repeat = op.indices.defined_by(BroadcastOp)
    if repeat is None:
        return rw.no_match("the indices are not repeated")
    shape, repeated = shape_of(repeat.result), _repeated_dims(repeat)
    if not all(surely_at_most(1, shape[dim]) for dim in repeated):
        return rw.no_match("there may be no indices to check")
    if shape_of(op.limits) and len(shape) - 1 in repeated:
        return rw.no_match("the components of a vector are one index that is repeated")
    check = rw.insert_before(op, CheckIndicesOp(repeat.source, op.limits, op.msg))
    return rw.replace(op, BroadcastOp(check.result, repeat.dims, op.result.type, sizes=repeat.sizes))


def _repeated_dims(op: BroadcastOp) -> list[int]:
    """Return the dimensions of the result along which elements are equal."""
    sizes = dict(zip(op.dims, shape_of(op.source), strict=True))
    return [dim for dim, size in enumerate(shape_of(op.result)) if dim not in sizes or (sizes[dim] == 1 and size != 1)]


# -- Windows -----------------------------------------------------------------------------------------------------------


class _Windows(NamedTuple):
    """The fields of a gather or a scatter that say where its windows are, after they were changed."""

    indices: Value
    window_dims: DenseArrayAttr
    batch_dims: DenseArrayAttr
    index_batch_dims: DenseArrayAttr
    vector_dim: IntegerAttr
    new: Sequence[int]
    """The dimensions of the source that windows did not have."""


@canonicalization(GatherOp, ScatterOp)
def windows_at_repeated_indices(op: GatherOp | ScatterOp, rw: Rewriter) -> Match:
    """gather(x, broadcast(i)) -> gather(x, i), where i is repeated along batch dimensions: these become dimensions of
    windows.  Terminates: there are fewer batch dimensions.
    """
    wider = _with_wider_windows(op, rw)
    if wider is None:
        return rw.no_match("the indices are not repeated along batch dimensions")
    return rw.replace(op, _with(op, wider))


def _with(op: GatherOp | ScatterOp, fields: _Windows) -> GatherOp | ScatterOp:
    """Return a gather or a scatter with other indices and windows."""
    common = (
        op.source,
        fields.indices,
        fields.window_dims,
        op.collapsed_dims,
        fields.batch_dims,
        fields.index_batch_dims,
        op.index_map,
        fields.vector_dim,
    )
    if isinstance(op, ScatterOp):
        return typed_as(op, ScatterOp(*common, op.updates, op.kind, unique=op.unique))
    sizes = [None if dim in fields.new else size for dim, size in enumerate(op.slice_sizes.entries)]
    return typed_as(op, GatherOp(*common, SizesAttr.of(sizes)))


def _with_wider_windows(op: IndexedOp, rw: Rewriter) -> _Windows | None:
    """Return the fields of an op without the batch dimensions along which indices are repeated, if there are any."""
    repeat = op.indices.defined_by(BroadcastOp)
    if repeat is None:
        return None
    repeated, rank = _repeated_dims(repeat), len(shape_of(op.indices))
    pairs = list(zip(op.batch_dims, op.index_batch_dims, strict=True))
    moved = dict(pair for pair in pairs if pair[1] in repeated)
    if not moved:
        return None
    windows = _window_places(op, moved, rank)
    if list(windows.values()) != sorted(windows.values()):
        return None  # windows would be transposed
    gone = sorted(moved.values())
    places = {dim: number for number, dim in enumerate(dim for dim in range(rank + 1) if dim not in gone)}
    kept = [pair for pair in pairs if pair[0] not in moved]
    return _Windows(
        _without_dims(repeat, places, rw, op),
        i64_array(windows.values()),
        i64_array(mine for mine, _ in kept),
        i64_array(places[theirs] for _, theirs in kept),
        int_attr(places[op.index_vector_dim.value]),
        list(moved),
    )


def _window_places(op: IndexedOp, moved: dict[int, int], rank: int) -> dict[int, int]:
    """Return the dimensions of the result, or of the updates, for those of the source that windows have, in order."""
    counting, sources = op.counting_dims(rank), len(shape_of(op.source))
    others = [dim for dim in range(len(counting) + len(op.window_dims)) if dim not in op.window_dims.elements]
    places = dict(zip(op.kept_dims(sources), op.window_dims, strict=True))
    places |= {mine: others[counting.index(theirs)] for mine, theirs in moved.items()}
    return dict(sorted(places.items()))


def _without_dims(op: BroadcastOp, places: dict[int, int], rw: Rewriter, before: IndexedOp) -> Value:
    """Return what a broadcast gives, without dimensions along which elements are repeated; `places` has the others."""
    kept = [dim for dim in op.dims if dim in places]
    source = op.source
    if len(kept) < len(op.dims):
        sizes = [size for size, dim in zip(shape_of(source), op.dims, strict=True) if dim in places]
        source = rw.insert_before(before, ReshapeOp(source, tensor_of(tuple(sizes), element_of(source)))).result
    shape = [size for dim, size in enumerate(shape_of(op.result)) if dim in places]
    if list(shape_of(source)) == shape and None not in shape:
        return source
    result = tensor_of(tuple(shape), element_of(source))
    return rw.insert_before(before, BroadcastOp(source, i64_array(places[dim] for dim in kept), result)).result


# -- Vectors of one component ------------------------------------------------------------------------------------------


@canonicalization(GatherOp, ScatterOp)
def elements_as_indices(op: GatherOp | ScatterOp, rw: Rewriter) -> Match:
    """gather(x, i) -> gather(x, reshape(i)), where the vectors in i have one component each.
    Terminates: the indices have a dimension less.
    """
    elements = _at_elements(op, rw)
    if elements is None:
        return rw.no_match("vectors have several components, or are elements already")
    return rw.replace(op, _with(op, elements))


def _at_elements(op: IndexedOp, rw: Rewriter) -> _Windows | None:
    """Return the fields of an op whose vectors have one component each, with elements instead; `None` of others."""
    shape, dim = shape_of(op.indices), op.index_vector_dim.value
    if dim == len(shape) or len(op.index_map) != 1 or shape.count(None) > 1:
        return None
    type = tensor_of((*shape[:dim], *shape[dim + 1 :]), element_of(op.indices))
    return _Windows(
        rw.insert_before(op, ReshapeOp(op.indices, type)).result,
        op.window_dims,
        op.batch_dims,
        i64_array(each - (each > dim) for each in op.index_batch_dims),
        int_attr(len(shape) - 1),
        (),
    )
