"""Control flow: If, Loop and Scan as regions of graph ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from onnx import GraphProto

from dlc.ir.sizes import Dim, may_equal

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, shape_of_type, tensor_of
from ....ir import Block, Region, Type, Value
from ....ir.builtin_attributes import i64_array, int_attr
from ....ir.builtin_types import TensorType, i1, i64
from ...emitter import Emitter
from ...problems import CannotImport, Skipped
from ..node import Node
from ..problems import ConditionNeeded, HostOnly, UnknownOp
from ..registry import imports

MOST_ATTEMPTS = 4
"""The maximum number of times that a body is imported until the types of carried values no longer change."""
Body = Callable[[Emitter, Sequence[Value]], list[Value]]


@imports("If")
def import_if(node: Node) -> Sequence[Value]:
    """One of two subgraphs, chosen by a condition."""
    known = node.known(node[0])
    if known is not None:
        return node.regions.body(node.graph("then_branch" if known.reshape(-1)[0] else "else_branch"), node, ())
    blocks: list[Block] = []
    yielded: list[list[Value]] = []
    try:
        for name in ("then_branch", "else_branch"):
            block = Block()
            inner = node.nested(block)
            yielded.append(node.regions.body(node.graph(name), inner, ()))
            blocks.append(block)
        types = [common_type(a.type, b.type) for a, b in zip(yielded[0], yielded[1], strict=True)]
    except (Skipped, UnknownOp):
        raise
    except CannotImport as error:
        raise ConditionNeeded(
            f"a branch cannot be imported alone ({error}): the condition", node.proto.input[0], node[0]
        ) from None
    for block, values in zip(blocks, yielded, strict=True):
        block.append(graph.YieldOp(values))
    condition = node.reshape(node[0], ())
    return node.add_all(graph.IfOp(condition, types, Region([blocks[0]]), Region([blocks[1]])))


def common_type(a: Type, b: Type) -> TensorType:
    """Return the type that says what is known about two values."""
    if not isinstance(a, TensorType) or not isinstance(b, TensorType):
        raise HostOnly("values that control flow yields are not tensors")
    shapes = shape_of_type(a), shape_of_type(b)
    if a.element_type is not b.element_type:
        raise CannotImport(f"branches must yield the same elements, but got '{a.element_type}' and '{b.element_type}'")
    if len(shapes[0]) != len(shapes[1]):
        raise HostOnly(f"values that control flow yields have ranks {len(shapes[0])} and {len(shapes[1])}")
    sizes: list[Dim] = [x if x is not None and x == y else None for x, y in zip(*shapes, strict=True)]
    return tensor_of(tuple(sizes), a.element_type)


# -- Loops -------------------------------------------------------------------------------------------------------------


@imports("Loop")
def import_loop(node: Node) -> Sequence[Value]:
    """A loop that runs a number of times, or as long as a condition holds."""
    body = node.graph("body")
    carried = [node[number] for number in range(2, len(node.inputs))]
    counts, states = (len(body.input), len(body.output)), len(carried)
    if counts[0] != 2 + states or counts[1] < 1 + states:
        wanted = (
            f"the body of a loop with {states} carried values must have {2 + states} inputs and {1 + states} outputs"
        )
        raise CannotImport(f"{wanted} or more, but got {counts[0]} and {counts[1]}")
    count = node.get(0)
    if count is not None and _always_goes_on(node, body):
        return _counted_loop(node, body, node.reshape(count, ()), carried)
    return _conditional_loop(node, body, count, carried)


def _always_goes_on(node: Node, body: GraphProto) -> bool:
    """Return whether only the count ends a loop."""
    start = node.get(1)
    if start is not None:
        known = node.known(start)
        if known is None or not known.reshape(-1)[0]:
            return False
    name = body.output[0].name
    for _ in range(len(body.node) + 1):  # nodes in a circle are an error elsewhere
        if name == body.input[1].name:
            return True
        makers = [inner for inner in body.node if name in inner.output]
        if not makers:
            return False
        if makers[0].op_type == "Constant" and makers[0].attribute:
            tensor = makers[0].attribute[0].t
            return bool(tensor.int32_data and tensor.int32_data[0]) or bool(tensor.raw_data and tensor.raw_data[0])
        if makers[0].op_type != "Identity":
            return False
        name = makers[0].input[0]
    return False


def _counted_loop(node: Node, body: GraphProto, count: Value, carried: Sequence[Value]) -> Sequence[Value]:
    """Return the results of a loop as a scan over the numbers of its iterations."""
    known = node.sizes(node.vector_of(count))
    length = known[0] if known is not None else None
    if isinstance(length, int):
        numbers = node.iota([max(length, 0)], 0)
    else:
        positive = node.add(graph.MaximumOp(count, node.constant(0, i64)))
        iota = graph.IotaOp(int_attr(0), tensor_of((None,), i64), sizes=node.vector_of(positive))
        numbers = node.add(iota)

    def run(inner: Emitter, arguments: Sequence[Value]) -> list[Value]:
        *state, number = arguments
        goes_on = inner.constant(True, i1)
        return node.regions.body(body, inner, [number, goes_on, *state])[1:]

    return scan(node, run, carried, [numbers])


def scan(at: Emitter, body: Body, carried: Sequence[Value], sources: Sequence[Value]) -> list[Value]:
    """Return the carried values at the end of a loop over the leading dimension of sources, and what it stacks."""
    types = [value.type for value in carried]
    slices = [tensor_of(shape_of(source)[1:], element_of(source)) for source in sources]
    for _ in range(MOST_ATTEMPTS):
        block = Block([*types, *slices])
        yielded = body(at.nested(block), block.args)
        state, stacked = yielded[: len(types)], yielded[len(types) :]
        wider = [common_type(old, value.type) for old, value in zip(types, state, strict=True)]
        if wider == types:
            block.append(graph.YieldOp(yielded))
            length = shape_of(sources[0])[0]
            stacks = [tensor_of((length, *shape_of(value)), element_of(value)) for value in stacked]
            return at.add_all(graph.ScanOp(carried, sources, types, stacks, None, Region([block])))
        block.drop_all_references()
        types = wider
    raise HostOnly("types of carried values change with every iteration")


def _conditional_loop(node: Node, body: GraphProto, count: Value | None, carried: Sequence[Value]) -> Sequence[Value]:
    """Return the results of a loop with a condition; what it stacks is carried around and grows."""
    start = node.get(1)
    goes_on = node.reshape(start, ()) if start is not None else node.constant(True, i1)
    stacked = _stacked_types(node, body, carried)
    empty = [node.zeros((0, *shape_of_type(type)), type.element_type) for type in stacked]
    types: list[Type] = [value.type for value in (*carried, *empty)]
    states = len(carried)
    for _ in range(MOST_ATTEMPTS):
        after = Block([tensor_of((), i64), tensor_of((), i1), *types])
        inner = node.nested(after)
        number, condition, *state = after.args
        results = node.regions.body(body, inner, [number, condition, *state[:states]])
        grown = [_appended(inner, old, new) for old, new in zip(state[states:], results[1 + states :], strict=True)]
        following = [*results[1 : 1 + states], *grown]
        wider = [common_type(old, value.type) for old, value in zip(types, following, strict=True)]
        if wider == types:
            break
        after.drop_all_references()
        types = [*wider]
    else:
        raise HostOnly("types of carried values change with every iteration")
    one = inner.constant(1, i64)
    next_number = inner.add(graph.AddOp(number, one))
    after.append(graph.YieldOp([next_number, inner.reshape(results[0], ()), *following]))
    before = Block([argument.type for argument in after.args])
    _end_condition(node.nested(before), before, count)
    inits = [node.constant(0, i64), goes_on, *carried, *empty]
    outputs = [argument.type for argument in after.args]
    loop = graph.WhileOp(inits, outputs, Region([before]), Region([after]))
    return node.add_all(loop)[2:]


def _end_condition(inner: Emitter, before: Block, count: Value | None) -> None:
    """Let a loop go on while its condition holds and it has not run as often as it may."""
    number, condition = before.args[:2]
    if count is not None:
        limit = inner.reshape(count, ())
        condition = inner.add(graph.AndOp(condition, inner.compare("lt", number, limit)))
    before.append(graph.ConditionOp(condition, before.args))


def _stacked_types(node: Node, body: GraphProto, carried: Sequence[Value]) -> list[TensorType]:
    """Return the types of the slices that a body stacks."""
    if len(body.output) == 1 + len(carried):
        return []
    block = Block([tensor_of((), i64), tensor_of((), i1), *(value.type for value in carried)])
    results = node.regions.body(body, node.nested(block), block.args)
    types = [value.type for value in results[1 + len(carried) :]]
    block.drop_all_references()
    for type in types:
        if not isinstance(type, TensorType) or None in shape_of_type(type):
            raise HostOnly("slices that a loop stacks have unknown sizes")
    return types  # type: ignore[return-value]


def _appended(inner: Emitter, stack: Value, value: Value) -> Value:
    """Return stacked slices with one more."""
    return inner.concat([stack, inner.expand(value, [0])], 0)


@imports("Scan")
def import_batched_scan(node: Node) -> list[Value]:
    """A scan of each sequence of a batch, as before opset 9."""
    body, count = node.graph("body"), node.int("num_scan_inputs")
    if node.get(0) is not None:
        raise CannotImport("sequences of different lengths are not supported")
    batch = [node[number] for number in range(1, len(node.inputs))]
    directions = node.optional_ints("directions") or [0] * count
    states = len(batch) - count

    def run(inner: Emitter, sequence: Sequence[Value]) -> list[Value]:
        sources = [_directed(inner, source, each) for source, each in zip(sequence[states:], directions, strict=True)]
        return scan(inner, lambda innermost, args: node.regions.body(body, innermost, args), sequence[:states], sources)

    return scan(node, run, [], batch)


def _directed(at: Emitter, value: Value, is_reversed: int) -> Value:
    """Return the slices of a value in the direction of a scan."""
    return at.add(graph.ReverseOp(value, i64_array([0]))) if is_reversed else value


@imports("Scan", since=9)
def import_scan(node: Node) -> list[Value]:
    """A loop over slices of some inputs that stacks slices of some outputs."""
    body, count = node.graph("body"), node.int("num_scan_inputs")
    states = len(node.inputs) - count
    carried = [node[number] for number in range(states)]
    axes = node.optional_ints("scan_input_axes") or [0] * count
    directions = node.optional_ints("scan_input_directions") or [0] * count
    sources: list[Value] = []
    for number in range(count):
        source = node[states + number]
        axis = node.dim_of(axes[number], len(shape_of(source)))
        source = node.move_dim(source, axis, 0)
        sources.append(_directed(node, source, directions[number]))
    lengths = [shape_of(source)[0] for source in sources]
    if not all(may_equal(lengths[0], length) for length in lengths):
        raise CannotImport(f"scanned inputs must have one length, but got {lengths}")
    results = scan(node, lambda inner, arguments: node.regions.body(body, inner, arguments), carried, sources)
    stacks = len(results) - states
    out_axes = node.optional_ints("scan_output_axes") or [0] * stacks
    out_directions = node.optional_ints("scan_output_directions") or [0] * stacks
    for number in range(stacks):
        value = _directed(node, results[states + number], out_directions[number])
        results[states + number] = node.move_dim(value, 0, node.dim_of(out_axes[number], len(shape_of(value))))
    return results
