"""Canonicalizations of the ops that move elements: what needs another op than it had, and so is no fold."""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir import Value
from dlc.ir.builtin_attributes import i64_array, int_attr
from dlc.ir.builtin_types import VectorType, index
from dlc.ir.dense_folds import slice_of
from dlc.ir.index_lists import known_index
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .constraints import ints, vector_type
from .elements import ExtractOp, FromElementsOp, InsertOp, InterleaveOp, ShuffleOp, ToElementsOp
from .masks import ConstantMaskOp, CreateMaskOp
from .shapes import BroadcastOp, ShapeCastOp, TransposeOp, broadcast_problem
from .slices import ExtractStridedSliceOp, InsertStridedSliceOp

# -- Extract, insert -------------------------------------------------------------------------------------------------


@canonicalization(ExtractOp)
def extract_from_broadcast(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(broadcast(x)) -> broadcast(x).  Terminates: the shape gets smaller."""
    inner = op.vector.defined_by(BroadcastOp)
    type = op.result.type
    if inner is None or not isinstance(type, VectorType) or broadcast_problem(inner.source.type, type) is not None:
        return rw.no_match("source is not a broadcast whose source can be broadcast to the result")
    return rw.replace(op, inner.source if inner.source.type is type else BroadcastOp(inner.source, type))


@canonicalization(ExtractOp)
def extract_scalar_from_stretched(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(broadcast(v))[i, j] -> extract(v)[j], where j is a dimension of v; 0 where v has 1.

    Terminates: removes a broadcast."""
    inner = op.vector.defined_by(BroadcastOp)
    if inner is None or not isinstance(inner.source.type, VectorType):
        return rw.no_match("source is not a broadcast of a vector")
    source = inner.source.type
    lead = len(op.vector.shape) - len(source.shape)
    position = op.position
    if len(position) <= lead:
        return rw.no_match("only added dimensions are indexed")
    kept = [
        0 if size == 1 and not scales else place
        for place, size, scales in zip(position[lead:], source.shape, source.scalable_dims, strict=False)
    ]
    new_extract = ExtractOp.of(inner.source, kept)
    if new_extract.result.type is not op.result.type:
        return rw.no_match("the rest is stretched")
    return rw.replace(op, new_extract)


@canonicalization(ExtractOp)
def extract_from_elements(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(from_elements(…))[i] -> from_elements of the part.  Terminates: there are fewer elements."""
    inner = op.vector.defined_by(FromElementsOp)
    type = op.result.type
    if inner is None or not isinstance(type, VectorType) or op.dynamic_position or -1 in op.static_position:
        return rw.no_match("source is not made of elements, or the place is not known")
    start, count = slice_of(op.vector.shape, op.static_position.elements)
    return rw.replace(op, FromElementsOp(inner.elements[start : start + count], type))  # type: ignore[arg-type]


@canonicalization(ExtractOp)
def extract_everything_of_shape_cast(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(shape_cast(x)) -> shape_cast(x), where nothing is left out.  Terminates: removes an extract."""
    inner = op.vector.defined_by(ShapeCastOp)
    type = op.result.type
    if inner is None or not isinstance(type, VectorType):
        return rw.no_match("source is not a shape cast")
    if type.num_elements != vector_type(op.vector).num_elements:
        return rw.no_match("it takes a part")
    return rw.replace(op, ShapeCastOp(inner.source, type))


@canonicalization(ExtractOp)
def extract_from_create_mask(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(create_mask(a, b))[i] -> create_mask(b), if provably i < a; all 0 if provably not.
    Terminates: the mask gets smaller.
    """
    inner = op.vector.defined_by(CreateMaskOp)
    type = op.result.type
    if inner is None or not isinstance(type, VectorType) or op.dynamic_position:
        return rw.no_match("source is not a mask, or the position is not known")
    mask = vector_type(inner.result)
    if not mask.shape or any(mask.scalable_dims[: len(op.static_position)]):
        return rw.no_match("the mask is scalable")
    inside = True
    for place, bound in zip(op.static_position, inner.bounds, strict=False):
        value = known_index(bound)
        if value is None:
            return rw.no_match("a bound is not known")
        inside = inside and place < value
    if not inside:
        return rw.replace(op, ConstantMaskOp(i64_array([0] * len(type.shape)), type))
    return rw.replace(op, CreateMaskOp(inner.bounds[len(op.static_position) :], type))  # type: ignore[arg-type]


@canonicalization(InsertOp)
def insert_everything(op: InsertOp, rw: Rewriter) -> Match:
    """insert(x, v), where x replaces all of v -> broadcast(x).  Terminates: the result is a different op."""
    source, type = op.valueToStore.type, vector_type(op.dest)
    size = source.num_elements if isinstance(source, VectorType) else 1
    if type.num_elements != size or type.is_scalable or -1 in op.static_position:
        return rw.no_match("something of the destination stays")
    return rw.replace(op, BroadcastOp(op.valueToStore, type))


@canonicalization(InsertOp)
def insert_same_splat(op: InsertOp, rw: Rewriter) -> Match:
    """insert(splat c, splat c) -> splat c.  Terminates: removes an op."""
    outer = op.dest.defined_by(BroadcastOp)
    inner = op.valueToStore.defined_by(BroadcastOp)
    if outer is None or isinstance(outer.source.type, VectorType):
        return rw.no_match("destination is not a splat")
    same = op.valueToStore is outer.source or (inner is not None and inner.source is outer.source)
    return rw.replace(op, op.dest) if same else rw.no_match("what is put in is something else")


@canonicalization(InsertOp)
def inserts_of_everything(op: InsertOp, rw: Rewriter) -> Match:
    """A chain of inserts that gives every element of a vector -> from_elements.
    Terminates: the result is a different op.
    """
    type = vector_type(op.dest)
    if type.is_scalable or any(isinstance(user, InsertOp) and user.dest is op.result for user in op.result.users):
        return rw.no_match("it is not the last of its chain")
    elements: dict[int, Value] = {}
    current: InsertOp | None = op
    while current is not None and len(elements) < type.num_elements:
        position = current.static_position.elements
        full = len(position) == len(type.shape) and not current.dynamic_position and -1 not in position
        if not full or isinstance(current.valueToStore.type, VectorType):
            return rw.no_match("an insertion of the chain is not of a known element")
        if current is not op and not current.result.has_one_use:
            return rw.no_match("the chain has other users")
        elements.setdefault(slice_of(type.shape, position)[0], current.valueToStore)
        current = current.dest.defined_by(InsertOp)
    if len(elements) != type.num_elements or len(elements) == 1:
        return rw.no_match("some elements stay")
    return rw.replace(op, FromElementsOp([elements[i] for i in range(len(elements))], type))  # type: ignore[arg-type]


# -- Elements --------------------------------------------------------------------------------------------------------


@canonicalization(FromElementsOp)
def splat_of_elements(op: FromElementsOp, rw: Rewriter) -> Match:
    """from_elements(x, x, …) -> broadcast(x).  Terminates: the result is a different op."""
    first = op.elements[0]
    if any(value is not first for value in op.elements):
        return rw.no_match("the elements differ")
    return rw.replace(op, BroadcastOp(first, op.dest.type))


@canonicalization(FromElementsOp)
def elements_of_one_part(op: FromElementsOp, rw: Rewriter) -> Match:
    """from_elements(extract(v)[0], extract(v)[1], …) -> v, or a part of it, in another shape.
    Terminates: the result is a different op.
    """
    first = op.elements[0].defined_by(ExtractOp)
    if first is None or len(op.elements) < 2:
        return rw.no_match("the elements are not taken out of a vector")
    type = vector_type(first.vector)
    numbers = [_element_number(value, first.vector, type) for value in op.elements]
    start = numbers[0]
    if start is None or numbers != list(range(start, start + len(numbers))):
        return rw.no_match("they are not known elements of one vector that follow one another")
    for depth in range(len(type.shape)):
        position = list(first.static_position.elements[:depth])
        if slice_of(type.shape, position) == (start, len(numbers)):
            part = rw.insert_before(op, ExtractOp.of(first.vector, position)).result if depth else first.vector
            same = part.type is op.dest.type
            return rw.replace(op, part if same else ShapeCastOp(part, op.dest.type))
    return rw.no_match("the elements are not a whole part of a vector")


def _element_number(value: Value, vector: Value, type: VectorType) -> int | None:
    """Return the position of the element of `vector` that a value is."""
    extract = value.defined_by(ExtractOp)
    if extract is None or extract.vector is not vector or type.is_scalable or extract.dynamic_position:
        return None
    position = extract.static_position.elements
    if len(position) != len(type.shape) or -1 in position or isinstance(extract.result.type, VectorType):
        return None
    return slice_of(type.shape, position)[0]


@canonicalization(ToElementsOp)
def elements_of_broadcast(op: ToElementsOp, rw: Rewriter) -> Match:
    """to_elements(broadcast(v)) -> to_elements(v), each several times.  Terminates: removes a broadcast."""
    inner = op.source.defined_by(BroadcastOp)
    if inner is None or not isinstance(inner.source.type, VectorType):
        return rw.no_match("source is not a broadcast of a vector")
    source, result = inner.source.type, vector_type(op.source)
    if source.shape != result.shape[len(result.shape) - len(source.shape) :]:
        return rw.no_match("a dimension is stretched")
    parts = list(rw.insert_before(op, ToElementsOp(inner.source)).results)
    return rw.replace(op, parts * (result.num_elements // source.num_elements))


@canonicalization(ShuffleOp)
def shuffle_of_one_splat(op: ShuffleOp, rw: Rewriter) -> Match:
    """shuffle(splat c, splat c) -> splat c.  Terminates: the result is a different op."""
    a, b = op.v1.defined_by(BroadcastOp), op.v2.defined_by(BroadcastOp)
    if a is None or b is None or a.source is not b.source or isinstance(a.source.type, VectorType):
        return rw.no_match("not both are splats of one value")
    return rw.replace(op, BroadcastOp(a.source, op.vector.type))


@canonicalization(ShuffleOp)
def shuffle_to_interleave(op: ShuffleOp, rw: Rewriter) -> Match:
    """shuffle(a, b) [0, n, 1, n + 1, …] -> interleave(a, b).  Terminates: the result is a different op."""
    a, b = op.v1.type, op.v2.type
    count = op.v1.shape[0] if len(op.v1.shape) == 1 else 0
    mask = op.mask.elements
    turns = len(mask) == 2 * count and all(n == i // 2 + i % 2 * count for i, n in enumerate(mask))
    if a is not b or not count or not turns:
        return rw.no_match("the elements do not come by turns")
    return rw.replace(op, InterleaveOp(op.v1, op.v2))


# -- Shapes ----------------------------------------------------------------------------------------------------------


@canonicalization(ShapeCastOp)
def shape_cast_of_broadcast(op: ShapeCastOp, rw: Rewriter) -> Match:
    """shape_cast(broadcast(x)) -> broadcast(x), or shape_cast(x) where nothing was repeated.
    Terminates: removes an op.
    """
    inner = op.source.defined_by(BroadcastOp)
    if inner is None:
        return rw.no_match("source is not a broadcast")
    source, result = inner.source.type, vector_type(op.result)
    if not isinstance(source, VectorType) or _adds_only_dims(source, result):
        return rw.replace(op, BroadcastOp(inner.source, result))
    if source.num_elements == result.num_elements and sum(source.scalable_dims) == sum(result.scalable_dims):
        return rw.replace(op, ShapeCastOp(inner.source, result))
    return rw.no_match("elements are repeated in another way")


def _adds_only_dims(source: VectorType, result_type: VectorType) -> bool:
    """Return whether a type ends in the shape of `source`, without stretching."""
    rank = len(source.shape)
    same = result_type.shape[len(result_type.shape) - rank :] == source.shape if rank else True
    return rank <= len(result_type.shape) and same and broadcast_problem(source, result_type) is None


@canonicalization(ShapeCastOp)
def shape_cast_of_elements(op: ShapeCastOp, rw: Rewriter) -> Match:
    """shape_cast(from_elements(…)) -> from_elements(…).  Terminates: removes an op."""
    inner = op.source.defined_by(FromElementsOp)
    if inner is None:
        return rw.no_match("source is not made of elements")
    return rw.replace(op, FromElementsOp(inner.elements, op.result.type))  # type: ignore[arg-type]


@canonicalization(ShapeCastOp)
def shape_cast_of_mask(op: ShapeCastOp, rw: Rewriter) -> Match:
    """shape_cast(mask) that drops trailing 1s -> a mask of fewer dimensions.  Terminates: removes an op."""
    source, result = vector_type(op.source), vector_type(op.result)
    rank = len(result.shape)
    drops = source.shape[:rank] == result.shape and source.scalable_dims[:rank] == result.scalable_dims
    rest = source.shape[rank:]
    if not rank or not rest or not drops or any(size != 1 for size in rest) or any(source.scalable_dims[rank:]):
        return rw.no_match("it drops something else than trailing 1s")
    constant = op.source.defined_by(ConstantMaskOp)
    if constant is not None:
        return rw.replace(op, ConstantMaskOp(i64_array(constant.mask_dim_sizes.elements[:rank]), result))
    mask = op.source.defined_by(CreateMaskOp)
    if mask is None or any(known_index(bound) != 1 for bound in mask.bounds[rank:]):
        return rw.no_match("source is not a mask whose last bounds are 1")
    return rw.replace(op, CreateMaskOp(mask.bounds[:rank], result))  # type: ignore[arg-type]


@canonicalization(TransposeOp)
def merge_transposes(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(transpose(v, p), q) -> transpose(v, p after q).  Terminates: the chain gets shorter."""
    inner = op.vector.defined_by(TransposeOp)
    if inner is None:
        return rw.no_match("source is not a transpose")
    order = i64_array(inner.permutation[dim] for dim in op.permutation)
    return rw.replace(op, TransposeOp(inner.vector, order, op.result.type))


@canonicalization(TransposeOp)
def transpose_of_broadcast(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(broadcast(x)) -> broadcast(x), where the order of what is repeated does not matter.

    Terminates: removes an op."""
    inner = op.vector.defined_by(BroadcastOp)
    if inner is None:
        return rw.no_match("source is not a broadcast")
    source, result = inner.source.type, vector_type(op.result)
    if isinstance(source, VectorType) and source.num_elements != 1:
        lead = len(op.permutation) - len(source.shape)
        # Each dimension of the source must stay where it is, or change places with ones of size 1 only.
        moved = [dim for dim in op.permutation.elements[lead:] if dim >= lead and source.shape[dim - lead] != 1]
        stays = [dim for dim in range(lead, len(op.permutation)) if source.shape[dim - lead] != 1]
        places = [i for i, dim in enumerate(op.permutation) if dim >= lead and source.shape[dim - lead] != 1]
        if moved != stays or places != stays:
            return rw.no_match("dimensions of the source move")
    if broadcast_problem(source, result) is not None:
        return rw.no_match("the result is not a broadcast of the source")
    return rw.replace(op, BroadcastOp(inner.source, result))


@canonicalization(TransposeOp)
def transpose_of_elements(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(from_elements(…)) -> from_elements in another order.  Terminates: removes an op."""
    inner = op.vector.defined_by(FromElementsOp)
    if inner is None:
        return rw.no_match("source is not made of elements")
    strides = [slice_of(op.vector.shape, [0] * (dim + 1))[1] for dim in range(len(op.permutation))]
    numbers = [0]
    for dim in op.permutation:
        numbers = [number + place * strides[dim] for number in numbers for place in range(op.vector.shape[dim])]
    return rw.replace(op, FromElementsOp([inner.elements[number] for number in numbers], op.result.type))  # type: ignore[arg-type]


@canonicalization(TransposeOp)
def transpose_of_mask(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(create_mask(a, b)) -> create_mask(b, a).  Terminates: removes an op."""
    inner = op.vector.defining_op
    if isinstance(inner, CreateMaskOp):
        bounds = [inner.bounds[dim] for dim in op.permutation]
        return rw.replace(op, CreateMaskOp(bounds, op.result.type))  # type: ignore[arg-type]
    if isinstance(inner, ConstantMaskOp):
        sizes = i64_array(inner.mask_dim_sizes[dim] for dim in op.permutation)
        return rw.replace(op, ConstantMaskOp(sizes, op.result.type))
    return rw.no_match("source is not a mask")


# -- Slices ----------------------------------------------------------------------------------------------------------


@canonicalization(ExtractStridedSliceOp)
def slice_of_broadcast(op: ExtractStridedSliceOp, rw: Rewriter) -> Match:
    """slice(broadcast(x)) -> broadcast(x), of a slice of x where that is not repeated.
    Terminates: the shape gets smaller.
    """
    inner = op.vector.defined_by(BroadcastOp)
    if inner is None:
        return rw.no_match("source is not a broadcast")
    source, result, value = inner.source.type, vector_type(op.result), inner.source
    if isinstance(source, VectorType):
        lead = len(result.shape) - len(source.shape)
        offsets, sizes = ints(op.offsets)[lead:], ints(op.sizes)[lead:]
        pairs = list(zip(offsets, sizes, source.shape, strict=False))
        offsets = [0 if extent == 1 else offset for offset, _, extent in pairs]
        sizes = [1 if extent == 1 else size for _, size, extent in pairs]
        if any(size != extent for size, extent in zip(sizes, source.shape, strict=False)):
            value = rw.insert_before(op, ExtractStridedSliceOp.of(value, offsets, sizes)).result
    return rw.replace(op, value if value.type is result else BroadcastOp(value, result))


@canonicalization(ExtractStridedSliceOp)
def slice_of_constant_mask(op: ExtractStridedSliceOp, rw: Rewriter) -> Match:
    """slice(constant_mask) -> constant_mask.  Terminates: removes an op."""
    inner = op.vector.defined_by(ConstantMaskOp)
    if inner is None:
        return rw.no_match("source is not a constant mask")
    result = vector_type(op.result)
    offsets = [*ints(op.offsets), *[0] * (len(result.shape) - len(op.offsets))]
    rows = zip(inner.mask_dim_sizes, offsets, result.shape, strict=True)
    sizes = [min(max(size - offset, 0), extent) for size, offset, extent in rows]
    return rw.replace(op, ConstantMaskOp(i64_array([0] * len(sizes) if 0 in sizes else sizes), result))


@canonicalization(ExtractStridedSliceOp)
def slice_of_mask(op: ExtractStridedSliceOp, rw: Rewriter) -> Match:
    """slice(create_mask(n)) from offset o on -> create_mask(n - o).  Terminates: the mask gets smaller."""
    inner = op.vector.defined_by(CreateMaskOp)
    if inner is None:
        return rw.no_match("source is not a mask")
    bounds = list(inner.bounds)
    for dim, offset in enumerate(ints(op.offsets)):
        if offset:
            shift = rw.insert_before(op, arith.ConstantOp(int_attr(offset, index))).result
            bounds[dim] = rw.insert_before(op, arith.SubIOp(bounds[dim], shift)).results[0]
    return rw.replace(op, CreateMaskOp(bounds, op.result.type))  # type: ignore[arg-type]


@canonicalization(ExtractStridedSliceOp)
def contiguous_slice_to_extract(op: ExtractStridedSliceOp, rw: Rewriter) -> Match:
    """A slice of one row of leading dimensions -> shape_cast(extract).  Terminates: the result is a different op."""
    source, result = vector_type(op.vector), vector_type(op.result)
    if source.is_scalable:
        return rw.no_match("the vector is scalable")
    sizes, offsets = ints(op.sizes), ints(op.offsets)
    count = 0
    while count < len(sizes) and sizes[count] == 1 and count < len(source.shape) - 1:
        count += 1
    if (
        any(size != extent for size, extent in zip(result.shape[count:], source.shape[count:], strict=True))
        or not count
    ):
        return rw.no_match("the slice is not a whole row")
    row = rw.insert_before(op, ExtractOp.of(op.vector, offsets[:count])).result
    return rw.replace(op, ShapeCastOp(row, result))


@canonicalization(InsertStridedSliceOp)
def insert_same_splat_slice(op: InsertStridedSliceOp, rw: Rewriter) -> Match:
    """A splat put into a splat of the same value -> that.  Terminates: removes an op."""
    a, b = op.valueToStore.defined_by(BroadcastOp), op.dest.defined_by(BroadcastOp)
    if a is None or b is None or a.source is not b.source or isinstance(a.source.type, VectorType):
        return rw.no_match("not both are splats of one value")
    return rw.replace(op, op.dest)


@canonicalization(InsertStridedSliceOp)
def insert_what_was_taken(op: InsertStridedSliceOp, rw: Rewriter) -> Match:
    """A slice put back where it was taken -> the vector.  Terminates: removes an op."""
    inner = op.valueToStore.defined_by(ExtractStridedSliceOp)
    if inner is None or inner.vector is not op.dest:
        return rw.no_match("it was not taken from here")
    offsets = [*ints(inner.offsets), *[0] * (len(op.offsets) - len(inner.offsets))]
    return rw.replace(op, op.dest) if offsets == ints(op.offsets) else rw.no_match("it goes elsewhere")
