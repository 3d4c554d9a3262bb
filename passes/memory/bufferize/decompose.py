"""Before memory is given to tensors: ops that are made of simpler ones are written out, still on tensors.

What puts parts together (`concat`, `pad` with one value) becomes insertions into an empty tensor, so that the parts can
be computed where they belong. What moves single elements (`gather`, `pack`, `unpack`, `bitcast`, arithmetic on whole
tensors) becomes `tensor.generic`, and a choice between tensors a conditional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from math import prod
from typing import Any, NamedTuple

from dlc.dialects import arith, loop, tensor, ub
from dlc.dialects.tensor.constraints import tensor_type
from dlc.dialects.tensor.pack import outer_order
from dlc.dialects.tensor.shapes import add_indices, as_value, multiply_indices
from dlc.ir import Block, Builder, DenseArrayAttr, Operation, Value
from dlc.ir.affine import AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_types import DYNAMIC, IndexType, TensorType, bit_width, index
from dlc.ir.index_lists import Index, split_indices
from dlc.ir.op_table import OpTable
from dlc.ir.slice_lists import out_of_bounds
from dlc.ir.traits import Elementwise

LARGE_INSIDE = 64 << 10
"""The bytes of a tensor from which on it pays to fill only what is around it."""

WITHOUT_SCALARS = ("chlo", "graph", "stablehlo", "tosa")
"""Dialects whose elementwise ops are on tensors alone."""

Expansion = Callable[[Any, Builder], Value]
expands = OpTable[Expansion]("expansion")
"""Makes a function the expansion of some kinds of op; it returns the replacement of the result."""


def expansion_of(op: Operation, *, slabs: bool = False) -> Expansion | None:
    """Return the expansion of an op, if it has one; with `slabs`, one that fills only what is around a large tensor."""
    kind = type(op)
    if not _may_be_written_out(kind):
        return None
    if kind is tensor.PadOp:
        if not has_one_padding(op):  # type: ignore[arg-type]
            return None
        return expand_pad_around if slabs else expand_pad
    expand = expands.get(kind)
    if expand is None and Elementwise in kind.traits and _is_on_tensors(op):
        return expand_elementwise
    if kind is arith.SelectOp and isinstance(op.operands[0].type, TensorType):
        return expand_elementwise
    return expand if expand is None or isinstance(op.results[0].type, TensorType) else None


@cache
def _may_be_written_out(kind: type[Operation]) -> bool:
    return kind is tensor.PadOp or kind in expands or Elementwise in kind.traits


def write_out(ops: Sequence[Operation], *, slabs: bool) -> None:
    """Replace ops that are made of simpler ones."""
    for op in ops:
        expansion = expansion_of(op, slabs=slabs)
        if expansion is not None:
            builder = Builder.before(op)
            replacement = expansion(op, builder)
            if replacement.type is not op.results[0].type:
                replacement = builder.insert(tensor.CastOp(replacement, op.results[0].type)).results[0]
            op.results[0].replace_all_uses_with(replacement)
            op.erase()


def _is_on_tensors(op: Operation) -> bool:
    """Return whether an elementwise op on tensors accepts scalars as well."""
    if op.dialect_name in WITHOUT_SCALARS:
        return False
    ranked = all(isinstance(value.type, TensorType) for value in op.operands)
    return ranked and len(op.results) == 1 and isinstance(op.results[0].type, TensorType) and not op.regions


def empty_of(b: Builder, type: TensorType, sizes: Sequence[Index]) -> Value:
    """An empty tensor of a type, whose dynamic sizes are given in a list of all sizes."""
    dynamic = [as_value(b, size) for size, known in zip(sizes, type.shape, strict=True) if known == DYNAMIC]
    return b.insert(tensor.EmptyOp(dynamic, TensorType(type.shape, type.element_type))).results[0]  # type: ignore[arg-type]


def _result_type(op: Operation) -> TensorType:
    return op.results[0].type_as(TensorType)


# -- Parts put together ------------------------------------------------------------------------------------------------


@expands(tensor.ConcatOp)
def expand_concat(op: tensor.ConcatOp, b: Builder) -> Value:
    """concat(a, b) -> insert_slice(b, insert_slice(a, empty))"""
    type, along = _result_type(op), op.dim.value
    parts = [tensor.sizes_of(b, value) for value in op.inputs]
    offsets: list[Index] = [0]
    for sizes in parts:
        offsets.append(add_indices(b, offsets[-1], sizes[along]))
    total = [offsets[-1] if dim == along else size for dim, size in enumerate(parts[0])]
    joined = empty_of(b, type, total)
    for value, sizes, offset in zip(op.inputs, parts, offsets, strict=False):
        starts: list[Index] = [offset if dim == along else 0 for dim in range(len(sizes))]
        joined = _with_part(value, joined, starts, sizes, b)
    return joined


def _with_part(part: Value, whole: Value, starts: Sequence[Index], sizes: Sequence[Index], b: Builder) -> Value:
    """Insert a part into a tensor; return the tensor itself if the part provably does not fit.

    Then the part has no elements, or what the program does is undefined.
    """
    (places, o), (lengths, s), steps = split_indices(starts), split_indices(sizes), _unit_steps(len(sizes))
    shape = tensor_type(whole).shape
    if 0 in lengths.elements or out_of_bounds(shape, places.elements, lengths.elements, steps.elements) is not None:
        return whole
    return b.insert(tensor.InsertSliceOp(part, whole, o, s, (), places, lengths, steps)).results[0]  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _unit_steps(rank: int) -> DenseArrayAttr:
    return split_indices([1] * rank)[0]


def has_one_padding(op: tensor.PadOp) -> bool:
    """Return whether the padding is one value."""
    return op.padding_value() is not None


def expand_pad(op: tensor.PadOp, b: Builder) -> Value:
    """pad(x) -> insert_slice(x, fill(empty))"""
    value = _padding_of(op, b)
    low, sizes = op.mixed_low, tensor.sizes_of(b, op.source) if DYNAMIC in op.source.shape else op.source.shape
    whole = empty_of(b, _result_type(op), _padded_sizes(op, sizes, b))
    filled = b.insert(tensor.FillOp([value], [whole], [whole.type])).results[0]
    return _with_part(op.source, filled, low, sizes, b)


def expand_pad_around(op: tensor.PadOp, b: Builder) -> Value:
    """pad(x) -> insert_slice(x, insert_slice(fill(empty), empty)): if x is large, only slabs around it are filled."""
    if not _is_mostly_source(op):
        return expand_pad(op, b)
    value, type, shape = _padding_of(op, b), _result_type(op), op.source.shape
    whole = empty_of(b, type, type.shape)
    for offsets, sizes, steps in _slabs_around(shape, op.static_low.elements, op.static_high.elements):
        slab = empty_of(b, TensorType(sizes, type.element_type), sizes)
        filled = b.insert(tensor.FillOp([value], [slab], [slab.type])).results[0]
        whole = b.insert(tensor.InsertSliceOp.of(filled, whole, offsets, sizes, steps)).results[0]
    return _with_part(op.source, whole, op.mixed_low, shape, b)


def _padding_of(op: tensor.PadOp, b: Builder) -> Value:
    """Return the value of the padding, where the builder can use it."""
    value = op.padding_value()
    assert value is not None
    definer = value.defining_op
    if definer is not None and definer.parent is op.body.entry:
        return b.insert(definer.clone()).results[0]
    return value


def _is_mostly_source(op: tensor.PadOp) -> bool:
    """Return whether filling only what is around the source saves enough bytes for several loop nests."""
    type, shape = _result_type(op), op.source.shape
    if DYNAMIC in (*shape, *op.static_low.elements, *op.static_high.elements):
        return False
    bytes_inside = prod(shape) * (bit_width(type.element_type) or 0) // 8
    return 2 * prod(shape) > prod(type.shape) and bytes_inside >= LARGE_INSIDE


class Slab(NamedTuple):
    """A slice: one of those around a tensor that is padded."""

    offsets: Sequence[int]
    sizes: tuple[int, ...]
    steps: Sequence[int]


def _slabs_around(shape: Sequence[int], low: Sequence[int], high: Sequence[int]) -> Iterator[Slab]:
    """Yield offsets, sizes and steps of what is around a tensor, dimension by dimension: earlier dimensions are those
    of the tensor, later ones are whole. One element before it and one behind it are one slab.
    """
    for dim, size in enumerate(shape):
        rest = zip(low[dim + 1 :], shape[dim + 1 :], high[dim + 1 :], strict=True)
        inner = [before + inside + behind for before, inside, behind in rest]
        slabs = [(0, low[dim], 1), (low[dim] + size, high[dim], 1)]
        if low[dim] == high[dim] == 1:
            slabs = [(0, 2, 1 + size)]
        for start, length, step in slabs:
            if length:
                offsets = [*low[:dim], start, *[0] * len(inner)]
                yield Slab(offsets, (*shape[:dim], length, *inner), [*[1] * dim, step, *[1] * len(inner)])


def _padded_sizes(op: tensor.PadOp, sizes: Sequence[Index], b: Builder) -> Sequence[Index]:
    if DYNAMIC not in (*op.source.shape, *op.static_low.elements, *op.static_high.elements):
        return _result_type(op).shape
    padded = zip(op.mixed_low, sizes, op.mixed_high, strict=True)
    return [add_indices(b, add_indices(b, before, size), behind) for before, size, behind in padded]


@expands(ub.PoisonOp)
def expand_poison(op: ub.PoisonOp, b: Builder) -> Value:
    """poison -> empty, without elements along dimensions of whose size nothing is known"""
    type = _result_type(op)
    return empty_of(b, type, [0 if size == DYNAMIC else size for size in type.shape])


@expands(tensor.SplatOp)
def expand_splat(op: tensor.SplatOp, b: Builder) -> Value:
    """splat(x) -> fill(empty)"""
    type = _result_type(op)
    plain = TensorType(type.shape, type.element_type)
    whole = b.insert(tensor.EmptyOp(list(op.dynamicSizes), plain)).results[0]  # type: ignore[arg-type]
    return b.insert(tensor.FillOp([op.input], [whole], [plain])).results[0]


@expands(arith.SelectOp)
def expand_select(op: arith.SelectOp, b: Builder) -> Value:
    """select(c, x, y) -> when c { x } else { y }"""
    conditional = b.insert(loop.WhenOp.on(op.condition, [op.result.type]))
    for region, value in zip(conditional.regions, (op.true_value, op.false_value), strict=True):
        Builder.at_end(region.entry, b.location).insert(loop.YieldOp.of([value]))
    return conditional.results[0]


# -- Elements that move ------------------------------------------------------------------------------------------------


def _generic(
    b: Builder, inputs: Sequence[Value], output: Value, maps: Sequence[AffineMap]
) -> tuple[tensor.GenericOp, Block]:
    """A generic over all of an output, with an open body."""
    rank = len(output.type.shape)  # type: ignore[attr-defined]
    all_maps = [*maps, tensor.identity(rank)]
    generic = tensor.GenericOp.over(inputs, [output], all_maps, [tensor.PARALLEL] * rank, location=b.location)
    return b.insert(generic), generic.body.entry


def expand_elementwise(op: Operation, b: Builder) -> Value:
    """arith.addf(x, y) -> generic { addf }, and so for every op that works on each element by itself"""
    made_type = _result_type(op)
    rank = len(made_type.shape)
    whole = empty_of(b, made_type, tensor.sizes_of(b, op.operands[-1]))
    generic, body = _generic(b, op.operands, whole, [tensor.identity(rank)] * len(op.operands))
    elements = list(body.args[:-1])
    inner = type(op).create(elements, [made_type.element_type], op.properties, op.attributes, location=op.location)
    body.append(inner)
    Builder.at_end(body, b.location).insert(tensor.YieldOp(inner.results))
    return generic.results[0]


@expands(tensor.BitcastOp)
def expand_bitcast(op: tensor.BitcastOp, b: Builder) -> Value:
    """bitcast(x) -> generic { bitcast }"""
    type = _result_type(op)
    rank = len(type.shape)
    generic, body = _generic(b, [op.source], empty_of(b, type, tensor.sizes_of(b, op.source)), [tensor.identity(rank)])
    inner = arith.BitcastOp(body.args[0], type.element_type)
    body.append(inner)
    Builder.at_end(body, b.location).insert(tensor.YieldOp(inner.results))
    return generic.results[0]


@expands(tensor.GatherOp)
def expand_gather(op: tensor.GatherOp, b: Builder) -> Value:
    """gather(x, places) -> generic { x[places[i], j] }"""
    type, source_rank = _result_type(op), len(op.source.shape)
    batch, dims = len(op.indices.shape) - 1, op.gather_dims.elements
    sizes = tensor.sizes_of(b, op.indices)[:-1]
    is_full = len(type.shape) == batch + source_rank
    own: list[int] = [dim for dim in range(source_rank) if is_full or dim not in dims]
    sizes += [1 if dim in dims else tensor.size_of(b, op.source, dim) for dim in own]
    generic, body = _generic(b, [], empty_of(b, type, sizes), [])
    inner = Builder.at_end(body, b.location)
    at = [inner.insert(tensor.IndexOp.of(dim)).result for dim in range(len(type.shape))]
    place: dict[int, Value] = {dim: at[batch + position] for position, dim in enumerate(own)}
    for number, dim in enumerate(dims):
        place[dim] = _listed(op.indices, [*at[:batch], as_value(inner, number)], inner)
    element = inner.insert(tensor.ExtractOp(op.source, [place[dim] for dim in range(source_rank)])).result
    inner.insert(tensor.YieldOp([element]))
    return generic.results[0]


def _listed(indices: Value, where: Sequence[Value], b: Builder) -> Value:
    """A place that a tensor of integers lists, as an index."""
    listed = b.insert(tensor.ExtractOp(indices, where)).result
    return listed if isinstance(listed.type, IndexType) else b.insert(arith.IndexCastOp(listed, index)).results[0]


# -- Tiles -------------------------------------------------------------------------------------------------------------


@expands(tensor.PackOp)
def expand_pack(op: tensor.PackOp, b: Builder) -> Value:
    """pack(x) -> generic { x[outer * tile + inner] }, or the padding where that is past the end"""
    order, tiles = outer_order(op), dict(zip(op.inner_dims_pos.elements, op.mixed_tiles, strict=True))
    rank, inner_place = len(op.source.shape), {dim: at for at, dim in enumerate(op.inner_dims_pos.elements)}
    outer_place = {dim: at for at, dim in enumerate(order)}
    if op.padding_value is None and not any(isinstance(tile, Value) for tile in tiles.values()):
        dims = affine_dims(rank + len(tiles))
        exprs: list[AffineExpr] = []
        for dim in range(rank):
            expr: AffineExpr = dims[outer_place[dim]]
            tile = tiles.get(dim)
            if isinstance(tile, int):
                expr = expr * tile + dims[rank + inner_place[dim]]
            exprs.append(expr)
        generic, body = _generic(b, [op.source], op.dest, [AffineMap(len(dims), 0, exprs)])
        Builder.at_end(body, b.location).insert(tensor.YieldOp([body.args[0]]))
        return generic.results[0]
    limits = {dim: as_value(b, tensor.size_of(b, op.source, dim)) for dim in tiles}
    generic, body = _generic(b, [], op.dest, [])
    inner = Builder.at_end(body, b.location)
    at = [inner.insert(tensor.IndexOp.of(dim)).result for dim in range(rank + len(tiles))]
    place: list[Value] = []
    for dim in range(rank):
        own: Index = at[outer_place[dim]]
        if dim in tiles:
            own = add_indices(inner, multiply_indices(inner, own, tiles[dim]), at[rank + inner_place[dim]])
        place.append(as_value(inner, own))
    inner.insert(tensor.YieldOp([_inside_or(op.source, place, limits, op.padding_value, inner)]))
    return generic.results[0]


def _inside_or(
    source: Value, place: Sequence[Value], limits: dict[int, Value], padding: Value | None, b: Builder
) -> Value:
    """An element, or the padding where there is none."""
    if padding is None or not limits:
        return b.insert(tensor.ExtractOp(source, place)).result
    inside: Value | None = None
    for dim, limit in limits.items():
        test = b.insert(arith.CmpIOp(arith.cmpi_attr("slt"), place[dim], limit)).results[0]
        inside = test if inside is None else b.insert(arith.AndIOp(inside, test)).results[0]
    assert inside is not None
    conditional = b.insert(loop.WhenOp.on(inside, [padding.type]))
    there, elsewhere = (Builder.at_end(region.entry, b.location) for region in conditional.regions)
    there.insert(loop.YieldOp.of([there.insert(tensor.ExtractOp(source, place)).result]))
    elsewhere.insert(loop.YieldOp.of([padding]))
    return conditional.results[0]


@expands(tensor.UnpackOp)
def expand_unpack(op: tensor.UnpackOp, b: Builder) -> Value:
    """unpack(x) -> generic { x[i / tile, i mod tile] }"""
    order, dims_cut = outer_order(op), list(op.inner_dims_pos.elements)
    tiles = dict(zip(dims_cut, op.mixed_tiles, strict=True))
    rank = len(op.dest.shape)
    generic, body = _generic(b, [], op.dest, [])
    inner = Builder.at_end(body, b.location)
    at = [inner.insert(tensor.IndexOp.of(dim)).result for dim in range(rank)]
    sizes = {dim: as_value(inner, tile) for dim, tile in tiles.items()}
    place = [_divided(arith.DivUIOp, at[dim], sizes.get(dim), inner) for dim in order]
    place += [_divided(arith.RemUIOp, at[dim], sizes[dim], inner) for dim in dims_cut]
    inner.insert(tensor.YieldOp([inner.insert(tensor.ExtractOp(op.source, place)).result]))
    return generic.results[0]


def _divided(kind: type[arith.DivUIOp] | type[arith.RemUIOp], value: Value, size: Value | None, b: Builder) -> Value:
    return value if size is None else b.insert(kind(value, size)).results[0]
