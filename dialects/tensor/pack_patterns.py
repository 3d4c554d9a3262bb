"""Canonicalization of `tensor.pack` and `tensor.unpack`, and of `linalg.pack` and `linalg.unpack`."""

from __future__ import annotations

from dlc.ir import Value
from dlc.ir.builtin_types import DYNAMIC
from dlc.ir.definition import counterpart, is_like
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .casts import CastOp, source_if_more_static
from .constraints import tensor_type
from .pack import Packing, PackOp, UnpackOp, outer_order, packed_problem, tiles_may_be_full
from .slices import same_indices


def _same_tiles(a: Packing, b: Packing) -> bool:
    same_dims = a.inner_dims_pos is b.inner_dims_pos and list(outer_order(a)) == list(outer_order(b))
    return same_dims and same_indices(a.mixed_tiles, b.mixed_tiles)


def _replace_by(origin: Value, op: Packing, rw: Rewriter) -> Match:
    """Replace an op that undoes another one by what that was given, if it has the same sizes."""
    type = tensor_type(op.result)
    if origin is op.result or origin.type is not type:
        return rw.no_match("the sizes are others, or it is made of itself, in code that is never reached")
    if not type.has_static_shape and origin is not op.dest:
        return rw.no_match("the sizes may be others")
    return rw.replace(op, origin)


@canonicalization(UnpackOp, "linalg.unpack")
def unpack_of_pack(op: UnpackOp, rw: Rewriter) -> Match:
    """unpack(pack(t)) -> t, in the same tiles.  Terminates: removes two ops."""
    inner = op.source.defined_by(counterpart(op, PackOp))
    if inner is None or not _same_tiles(op, inner):
        return rw.no_match("source is not packed in the same tiles")
    return _replace_by(inner.source, op, rw)


@canonicalization(PackOp, "linalg.pack")
def pack_of_unpack(op: PackOp, rw: Rewriter) -> Match:
    """pack(unpack(t)) -> t, in the same tiles, without padding.  Terminates: removes two ops."""
    inner = op.source.defined_by(counterpart(op, UnpackOp))
    if inner is None or not _same_tiles(op, inner) or op.padding_value is not None:
        return rw.no_match("source is not unpacked from the same tiles, or there is padding")
    return _replace_by(inner.source, op, rw)


@canonicalization(PackOp, "linalg.pack")
def pack_without_padding(op: PackOp, rw: Rewriter) -> Match:
    """pack(t, padding) -> pack(t), where all tiles are known to be full.  Terminates: removes an operand."""
    source, dims, tiles = tensor_type(op.source), op.inner_dims_pos.elements, op.static_inner_tiles.elements
    known = all(DYNAMIC not in (source.shape[dim], tile) for dim, tile in zip(dims, tiles, strict=True))
    if op.padding_value is None or not known or not tiles_may_be_full(source, dims, op.static_inner_tiles):
        return rw.no_match("there is no padding, or it may be needed")
    order = op.outer_dims_perm.elements if op.outer_dims_perm is not None else None
    return rw.replace(op, type(op).of(op.source, op.dest, dims, op.mixed_tiles, order))


@canonicalization(PackOp, UnpackOp, "linalg.pack", "linalg.unpack")
def packing_before_source_cast(op: Packing, rw: Rewriter) -> Match:
    """pack(cast(t)) -> pack(t), and so for unpack.  Terminates: removes a cast."""
    source = source_if_more_static(op.source)
    if source is None:
        return rw.no_match("source is not a cast to a less precise type")
    whole, packed = (source, op.dest) if is_like(op, PackOp) else (op.dest, source)
    if packed_problem(op, tensor_type(whole), tensor_type(packed)) is not None:
        return rw.no_match("the sizes contradict each other, or a tile's size would have to be written")
    if (
        is_like(op, PackOp)
        and op.padding_value is None
        and not tiles_may_be_full(tensor_type(source), op.inner_dims_pos.elements, op.static_inner_tiles)
    ):
        return rw.no_match("tiles are not full")
    return rw.set_operand(op, 0, source)


@canonicalization(PackOp, UnpackOp, "linalg.pack", "linalg.unpack")
def packing_before_destination_cast(op: Packing, rw: Rewriter) -> Match:
    """pack(t, cast(d)) -> cast(pack(t, d)), and so for unpack.  Terminates: moves a cast towards the uses."""
    dest = source_if_more_static(op.dest)
    if dest is None:
        return rw.no_match("the destination is not a cast to a less precise type")
    whole, packed = (op.source, dest) if is_like(op, PackOp) else (dest, op.source)
    if packed_problem(op, tensor_type(whole), tensor_type(packed)) is not None:
        return rw.no_match("the sizes contradict each other, or a tile's size would have to be written")
    properties = dict(op.properties)
    new_op = type(op).create([op.source, dest, *op.operands[2:]], [dest.type], properties, dict(op.attributes))
    return rw.replace(op, CastOp(rw.insert_before(op, new_op).results[0], op.result.type))
