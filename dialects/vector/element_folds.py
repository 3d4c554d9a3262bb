"""Folds of `extract`, `insert`, `shuffle`, `from_elements` and `to_elements`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Operation, Value
from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, element_attribute
from dlc.ir.builtin_types import DYNAMIC, ComplexType, VectorType
from dlc.ir.dense_folds import LARGEST_FOLD, LARGEST_REBUILD, bits_of, dense_constant, element_at, from_bits, slice_of
from dlc.ir.index_lists import mixed_indices, split_indices, with_known_indices
from dlc.ir.interfaces import FoldResult
from dlc.ir.poison import POISON

from .constraints import ints, vector_type

if TYPE_CHECKING:
    from .elements import ExtractOp, FromElementsOp, InsertOp, ShuffleOp, ToElementsOp

Operands = Sequence["Attribute | None"]
POISON_INDEX = -1


# -- Positions -------------------------------------------------------------------------------------------------------


def _use_known_positions(op: ExtractOp | InsertOp) -> bool:
    """Replace operands that are constants, and inside, by their numbers; return whether that changed anything."""
    if not op.dynamic_position:
        return False
    shape = op.operands[0 if op.name == "vector.extract" else 1].shape
    old = op.position
    known = with_known_indices(old)
    merged = [
        new if isinstance(new, Value) or new == POISON_INDEX or 0 <= new < size else before
        for before, new, size in zip(old, known, shape, strict=False)
    ]
    static, dynamic = split_indices(merged)
    if static is op.static_position:
        return False
    op.static_position = static
    op.dynamic_position = dynamic
    return True


def _static(position: DenseArrayAttr) -> tuple[int, ...] | None:
    """The indices, if all are known and mean elements."""
    return position.elements if DYNAMIC not in position.elements and POISON_INDEX not in position.elements else None


# -- Extract ---------------------------------------------------------------------------------------------------------


def fold_extract(op: ExtractOp, operands: Operands) -> FoldResult | None:
    """Fold an extract without indices, of poison, of constants, of an extract, and of what defines the source."""
    if not op.static_position.elements and op.vector.type is op.result.type:
        return [op.vector]
    if POISON_INDEX in op.static_position or operands[0] is POISON:
        return [POISON]
    folded = _extract_constant(op, operands[0])
    if folded is not None:
        return [folded]
    changed = _extract_from_extract(op)
    for step in _STEPS:
        folded_value = step(op)
        if folded_value is not None:
            return [folded_value]
    changed = _use_known_positions(op) or changed
    return op.results if changed else None


def _extract_constant(op: ExtractOp, value: Attribute | None) -> Attribute | None:
    constant = dense_constant(value)
    type = op.result.type
    if constant is None:
        return None
    vector = type if isinstance(type, VectorType) else None
    if constant.is_splat:
        return element_at(constant, (), vector)
    position = _static(op.static_position)
    return element_at(constant, position, vector) if position is not None else None


def _extract_from_extract(op: ExtractOp) -> bool:
    """extract(extract(v)[a])[b] -> extract(v)[a, b]"""
    inner = op.vector.defined_by(type(op))
    if inner is None or not isinstance(inner.result.type, VectorType):
        return False
    if len(inner.static_position) + len(inner.result.shape) != len(inner.vector.shape):
        return False  # one element as a vector of one
    _move(op, inner.vector, [*inner.position, *op.position])
    return True


def _extract_from_insert(op: ExtractOp) -> Value | None:
    """Return the value inserted at this position or a part of it, or the vector before insertions elsewhere."""
    vector, position = op.vector, op.position
    while True:
        insert = vector.defining_op
        if insert is None or insert.name != "vector.insert":
            break
        place = _position_of_insert(insert)
        source = insert.operands[0]
        if place == position[: len(place)]:
            rest = position[len(place) :]
            if not rest:
                return source if source.type is op.result.type else None
            if len(rest) <= len(getattr(source.type, "shape", ())):
                _move(op, source, rest)
                return op.result
            break
        if not _surely_apart(place, position):
            break
        vector = insert.operands[1]
    if vector is op.vector:
        return None
    op.vector = vector
    return op.result


def _position_of_insert(insert: Operation) -> list[int | Value]:
    """The position of a `vector.insert`, whose class is not known here."""
    static = insert.properties["static_position"]
    assert isinstance(static, DenseArrayAttr)
    return mixed_indices(static, insert.operands[2:])


def _move(op: ExtractOp, vector: Value, position: Sequence[int | Value]) -> None:
    static, dynamic = split_indices(position)
    op.vector = vector
    op.static_position = static
    op.dynamic_position = dynamic


def _surely_apart(a: Sequence[int | Value], b: Sequence[int | Value]) -> bool:
    """Return whether two positions differ in an index that both know."""
    return any(isinstance(x, int) and isinstance(y, int) and x != y for x, y in zip(a, b, strict=False))


def _extract_from_broadcast(op: ExtractOp) -> Value | None:
    """Return the broadcast value if it is exactly what is extracted."""
    broadcast = op.vector.defining_op
    if broadcast is None or broadcast.name != "vector.broadcast":
        return None
    source = broadcast.operands[0]
    if source.type is op.result.type:
        lead = len(op.vector.shape) - len(getattr(source.type, "shape", ()))
        return source if len(op.static_position) == lead or not isinstance(source.type, VectorType) else None
    return None


def _extract_from_elements(op: ExtractOp) -> Value | None:
    """The scalar at a full position."""
    producer = op.vector.defining_op
    position = _static(op.static_position)
    if producer is None or producer.name != "vector.from_elements":
        return None
    if position is None or isinstance(op.result.type, VectorType):
        return None
    start, _ = slice_of(op.vector.shape, position)
    return producer.operands[start]


def _extract_from_shape_cast(op: ExtractOp) -> Value | None:
    """Return the cast value or a part of it if the cast keeps the dimensions of the result."""
    cast = op.vector.defining_op
    if cast is None or cast.name != "vector.shape_cast":
        return None
    source, type, position = cast.operands[0], op.result.type, op.position
    vector = vector_type(source)
    if source.type is type and all(size == 1 for size in op.vector.shape[: len(position)]):
        return source
    static = _static(op.static_position)
    kept = len(op.vector.shape) - len(position)
    inner = vector.shape[len(vector.shape) - kept :]
    if static is None or vector.is_scalable or kept > len(vector.shape) or inner != op.vector.shape[len(position) :]:
        return None
    number, _ = slice_of(op.vector.shape[: len(position)], static)
    _move(op, source, _position_of(vector.shape[: len(vector.shape) - kept], number))
    return op.result


def _position_of(shape: Sequence[int], number: int) -> list[int]:
    """The indices of an element by its row-major number."""
    position: list[int] = []
    for size in reversed(shape):
        number, index = divmod(number, size)
        position.append(index)
    return position[::-1]


def _extract_from_transpose(op: ExtractOp) -> Value | None:
    """The part before its dimensions were moved, where those of the result were not."""
    transpose = op.vector.defining_op
    if transpose is None or transpose.name != "vector.transpose":
        return None
    permutation = transpose.properties["permutation"]
    assert isinstance(permutation, DenseArrayAttr)
    order, position = permutation.elements, op.position
    count = len(position)
    if list(order[count:]) != list(range(count, len(order))):
        return None
    moved: list[int | Value] = [0] * count
    for index, dim in zip(position, order, strict=False):
        moved[dim] = index
    _move(op, transpose.operands[0], moved)
    return op.result


def _extract_from_strided_slice(op: ExtractOp) -> Value | None:
    """The part of the whole vector, where the slice took all of the result's dimensions."""
    inner = op.vector.defining_op
    if inner is None or inner.name != "vector.extract_strided_slice":
        return None
    position = op.position
    whole, part = inner.operands[0], op.vector
    if whole.shape[len(position) :] != part.shape[len(position) :]:
        return None
    offsets = _offsets(inner)
    moved: list[int | Value] = []
    for dim, index in enumerate(position):
        offset = offsets[dim] if dim < len(offsets) else 0
        if offset and not isinstance(index, int):
            return None
        moved.append(index + offset if isinstance(index, int) else index)
    _move(op, whole, moved)
    return op.result


def _offsets(slice_op: Operation) -> list[int]:
    offsets = slice_op.properties["offsets"]
    assert isinstance(offsets, ArrayAttr)
    return ints(offsets)


def _extract_from_inserted_slice(op: ExtractOp) -> Value | None:
    """The part of what was put in, or of the vector before, where the place is provably inside, or provably outside."""
    insert = op.vector.defining_op
    position = _static(op.static_position)
    if insert is None or insert.name != "vector.insert_strided_slice" or position is None:
        return None
    block, whole = insert.operands
    offsets = _offsets(insert)
    lead = len(whole.shape) - len(block.shape)
    sizes = (*[1] * lead, *block.shape)
    local = [index - offset for index, offset in zip(position, offsets, strict=False)]
    if any(not 0 <= index < size for index, size in zip(local, sizes, strict=False)):
        _move(op, whole, position)
        return op.result
    if len(position) < lead or block.shape[len(position) - lead :] != whole.shape[len(position) :]:
        return None
    _move(op, block, local[lead:])
    return op.result


_STEPS = (
    _extract_from_insert,
    _extract_from_broadcast,
    _extract_from_elements,
    _extract_from_shape_cast,
    _extract_from_transpose,
    _extract_from_strided_slice,
    _extract_from_inserted_slice,
)


# -- Insert ----------------------------------------------------------------------------------------------------------


def fold_insert(op: InsertOp, operands: Operands) -> FoldResult | None:
    """Everything replaced: the value. A poison position: poison. Constants into a small constant: a constant."""
    if op.valueToStore.type is op.dest.type and all(size == 1 for size in op.dest.shape[: len(op.static_position)]):
        return [op.valueToStore]
    if POISON_INDEX in op.static_position:
        return [POISON]
    value, dest = operands[0], operands[1]
    if value is POISON and dest is POISON:
        return [POISON]
    folded = _insert_constant(op, value, dest)
    if folded is not None:
        return [folded]
    changed = _insert_over_insert(op)
    changed = _use_known_positions(op) or changed
    return op.results if changed else None


def _insert_constant(op: InsertOp, value: Attribute | None, dest: Attribute | None) -> Attribute | None:
    constant, position = dense_constant(dest), _static(op.static_position)
    type = vector_type(op.dest)
    if value is None or constant is None or position is None or type.is_scalable:
        return None
    if type.num_elements > (LARGEST_REBUILD if op.dest.has_one_use else LARGEST_FOLD):
        return None
    start, count = slice_of(type.shape, position)
    part = dense_constant(value)
    scalar = bits_of(value)
    fresh = part.bits() if part is not None else [scalar] if scalar is not None else None
    if fresh is None:
        return None
    bits = constant.bits()
    bits[start : start + count] = fresh
    return from_bits(type, bits)


def _insert_over_insert(op: InsertOp) -> bool:
    """insert(x, insert(y, v)[p])[p] -> insert(x, v)[p]"""
    inner = op.dest.defined_by(type(op))
    if inner is None or inner.position != op.position:
        return False
    op.dest = inner.dest
    return True


# -- Shuffle, from_elements, to_elements -------------------------------------------------------------------------------


def fold_shuffle(op: ShuffleOp, operands: Operands) -> FoldResult | None:
    """Fold a shuffle that takes one source in order, or whose elements are all poison, or whose sources are
    constants.
    """
    mask = op.mask.elements
    a, b = vector_type(op.v1), vector_type(op.v2)
    if not a.shape:
        return None
    count = a.shape[0]
    if _is_run(mask, 0, count):
        return [op.v1]
    if _is_run(mask, count, b.shape[0]):
        return [op.v2]
    first, second = operands
    if all(index == POISON_INDEX for index in mask) or (first is POISON and second is POISON):
        return [POISON]
    return _shuffle_constants(op, first, second)


def _is_run(mask: Sequence[int], start: int, length: int) -> bool:
    """Return whether it is start, start + 1 and so on, so many."""
    return len(mask) == length and all(index == number for number, index in enumerate(mask, start))


def _shuffle_constants(op: ShuffleOp, first: Attribute | None, second: Attribute | None) -> FoldResult | None:
    a, b = dense_constant(first), dense_constant(second)
    if len(op.v1.shape) != 1 or max(op.v1.shape[0], op.v2.shape[0]) > LARGEST_REBUILD:
        return None
    if (a is None and first is not POISON) or (b is None and second is not POISON):
        return None
    count = op.v1.shape[0]
    columns = [a.bits() if a is not None else None, b.bits() if b is not None else None]
    bits: list[int] = []
    for number in op.mask:
        index = 0 if number == POISON_INDEX and a is not None else number  # anything will do for poison
        if index == POISON_INDEX:
            return None
        column = columns[index >= count]
        if column is None:
            return None
        bits.append(column[index - count if index >= count else index])
    return [from_bits(vector_type(op.vector), bits)]


def fold_from_elements(op: FromElementsOp, operands: Operands) -> FoldResult | None:
    """Fold all elements of one vector in order to the vector, constants to a constant, and poison to poison."""
    elements = list(op.elements)
    producer = elements[0].defining_op if elements else None
    if producer is not None and producer.name == "vector.to_elements" and list(producer.results) == elements:
        source = producer.operands[0]
        if source.type is op.dest.type:
            return [source]
    if operands and all(value is POISON for value in operands):
        return [POISON]
    bits = [bits_of(value) if value is not None else None for value in operands]
    known = [each for each in bits if each is not None]
    type = vector_type(op.dest)
    if len(known) != len(bits) or isinstance(type.element_type, ComplexType):
        return None
    return [from_bits(type, known)]


def fold_to_elements(op: ToElementsOp, operands: Operands) -> FoldResult | None:
    """to_elements(from_elements(x...)) -> x...; also of a broadcast scalar and of constants."""
    producer = op.source.defining_op
    if producer is not None and producer.name == "vector.from_elements":
        return list(producer.operands)
    if (
        producer is not None
        and producer.name == "vector.broadcast"
        and not isinstance(producer.operands[0].type, VectorType)
    ):
        return [producer.operands[0]] * len(op.elements)
    constant = dense_constant(operands[0])
    if constant is not None:
        element = constant.type.element_type
        return [element_attribute(bits, element) for bits in constant.bits()]
    return [POISON] * len(op.elements) if operands[0] is POISON else None
