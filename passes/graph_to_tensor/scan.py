"""Lowering of `graph.scan` to `loop.for`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, graph, loop, tensor
from dlc.dialects.graph.tensors import shape_of_type
from dlc.ir import Block, InsertionPoint, Type, Value
from dlc.ir.affine import AffineMap, affine_dims, affine_symbols
from dlc.ir.builtin_types import DYNAMIC, TensorType, i1, index

from ..kernels.index_scopes import can_be_bounds
from .control import cast_all, with_names
from .lowering import SizeValue, ToTensor, lowers, plain_type
from .positions import Positions, has_nothing, when


@lowers(graph.ScanOp)
def lower_scan(op: graph.ScanOp, to: ToTensor) -> Sequence[Value]:
    """scan -> loop.for that takes a slice of each source and puts slices into the results

    It gets a scope of its own where its length could not be the bound of a loop otherwise (`index_scopes`).
    """
    body, length = op.body.entry, _length(op, to)
    carried = [plain_type(argument.type) for argument in op.carried_args]
    inits = [to.cast(value, type) for value, type in zip(op.inits, carried, strict=True)]
    last = body.last
    assert isinstance(last, graph.YieldOp)
    slices = last.operands[len(inits) :]
    grows = [value.parent_block is body and _has_unknown_size(value.type) for value in slices]
    stacks = [_stack(to, length, value, body) for value in slices]
    point = to.builder.here
    if can_be_bounds([length], point.block):
        return with_names(to, _loop(op, to, length, [*inits, *stacks], grows))

    def body_of_scope(inner: Positions, _: list[Value], values: list[Value]) -> Sequence[Value]:
        with to.builder.at(inner.builder.here, op.location):
            return _loop(op, to, length, values, grows)

    return with_names(to, when(Positions(to), to.constant(1, i1), [*inits, *stacks], body_of_scope))


def _loop(
    op: graph.ScanOp, to: ToTensor, length: SizeValue, inits: Sequence[Value], grows: Sequence[bool]
) -> Sequence[Value]:
    """Emit the loop of a scan and return its results; the initial values end with tensors for stacked results."""
    first, count = 1 + len(op.inits), 1 + len(inits)
    last = op.body.entry.end
    new_loop = to.insert(loop.ForOp.over(0, length, inits=inits))
    new_loop.attributes.update({name: attr for name, attr in op.attributes.items() if name != "must_progress"})
    counter = _open(new_loop, op)
    block = new_loop.body_region.entry
    with to.builder.at(InsertionPoint.at_start(block), op.location):
        place = _reversed(to, counter, length) if op.reverse is not None else counter
        for argument, source in zip(block.args[count:], op.sources, strict=True):
            argument.replace_all_uses_with(_slice(to, source, place))
    for argument in reversed(block.args[count:]):
        block.erase_argument(argument.index)
    with to.builder.at(InsertionPoint.before_op(last), last.location):
        values = cast_all(to, last.operands[: first - 1], [value.type for value in inits[: first - 1]])
        slices, held = last.operands[first - 1 :], block.args[first:]
        for slice, stack, is_grown in zip(slices, held, grows, strict=True):
            values.append(_stacked(to, slice, stack, counter if is_grown else None, place))
        to.insert(loop.YieldOp.of(values))
    last.erase()
    to.pending.append(block)
    return new_loop.results


def _length(op: graph.ScanOp, to: ToTensor) -> SizeValue:
    """The number of places: a number, if one of the sources has it."""
    sizes = [to.size(source, 0) for source in op.sources]
    return next((size for size in sizes if isinstance(size, int)), sizes[0])


def _open(new_loop: loop.ForOp, op: graph.ScanOp) -> Value:
    """Move the scan's block into the loop: its arguments are the counter, what is carried, results, and the slices."""
    old, opened = op.body.entry, new_loop.body_region.entry
    types = [argument.type for argument in opened.args]
    opened.erase()
    new_loop.body_region.take_blocks(op.body)
    counter = old.insert_argument(0, index, op.location)
    first = 1 + len(op.inits)
    for position, type in enumerate(types[first:], first):
        old.insert_argument(position, type, op.location)
    return counter


def _reversed(to: ToTensor, counter: Value, length: SizeValue) -> Value:
    """length - 1 - counter"""
    [d], [n] = affine_dims(1), affine_symbols(1)
    if isinstance(length, int):
        return to.insert(loop.ApplyOp.of(AffineMap(1, 0, [-d + (length - 1)]), [counter])).results[0]
    return to.insert(loop.ApplyOp.of(AffineMap(1, 1, [n - d - 1]), [counter, length])).results[0]


def _slice(to: ToTensor, source: Value, place: Value) -> Value:
    sizes = to.sizes(source)
    offsets: list[SizeValue] = [place, *[0] * (len(sizes) - 1)]
    assert isinstance(source.type, TensorType)
    if has_nothing(sizes[1:]):
        return to.empty(sizes[1:], source.type.element_type)
    result = TensorType(source.type.shape[1:], source.type.element_type)
    return to.insert(tensor.ExtractSliceOp.of(source, offsets, [1, *sizes[1:]], result=result)).results[0]


def _stack(to: ToTensor, length: SizeValue, slice: Value, body: Block) -> Value:
    """Return the tensor that slices are inserted into; the first slice gives sizes that are not known yet."""
    type = plain_type(slice.type)
    assert isinstance(type, TensorType)
    assert isinstance(slice.type, TensorType)
    if slice.parent_block is not body:  # it has been lowered, and its type says no names of sizes any more
        return to.empty([length, *to.sizes(slice)], type.element_type)
    if _has_unknown_size(slice.type):
        sizes = [0 if known == DYNAMIC else known for known in type.shape]
        shape = (length if isinstance(length, int) else DYNAMIC, *type.shape)
        return to.cast(to.empty([length, *sizes], type.element_type), TensorType(shape, type.element_type))
    return to.empty([length, *map(to.size_of_dim, shape_of_type(slice.type))], type.element_type)


def _has_unknown_size(type: Type) -> bool:
    return isinstance(type, TensorType) and None in shape_of_type(type)


def _stacked(to: ToTensor, slice: Value, held: Value, counter: Value | None, place: Value) -> Value:
    """The results so far, with a slice at its place. Where there is a counter, the first slice says their sizes."""
    sizes = [to.size(slice, dim) for dim in range(len(slice.shape))]
    if counter is not None:
        held = _made_by_first(to, sizes, held, counter)
    if has_nothing(sizes):
        return held
    offsets: list[SizeValue] = [place, *[0] * len(sizes)]
    return to.insert(tensor.InsertSliceOp.of(slice, held, offsets, [1, *sizes])).results[0]


def _made_by_first(to: ToTensor, sizes: Sequence[SizeValue], held: Value, counter: Value) -> Value:
    """Return the tensor of the results, which the first iteration creates with the sizes of its slice."""
    type = held.type_as(TensorType)
    is_first = to.insert(arith.CmpIOp.of("eq", counter, to.constant(0, index))).results[0]
    conditional = to.insert(loop.WhenOp.on(is_first, [type], has_else=True))
    with to.builder.at(InsertionPoint.at_end(conditional.then_region.entry), to.builder.location):
        fresh = to.empty([to.size(held, 0), *sizes], type.element_type)
        to.insert(loop.YieldOp.of([to.cast(fresh, type)]))
    with to.builder.at(InsertionPoint.at_end(conditional.else_region.entry), to.builder.location):
        to.insert(loop.YieldOp.of([held]))
    return conditional.results[0]
