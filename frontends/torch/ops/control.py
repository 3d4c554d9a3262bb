"""Control flow: `torch.cond`, `while_loop` and `scan`, whose graphs become regions of graph ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Block, Region, Type, Value
from ...emitter import Emitter
from ...problems import CannotImport
from ..node import Node
from ..registry import imports


@imports("higher_order.cond")
def import_cond(
    node: Node, condition: Value, then: Any, otherwise: Any, operands: Sequence[Any] = ()
) -> Sequence[Value]:
    """The results of one of two graphs, chosen by a condition."""
    blocks: list[Block] = []
    yielded: list[list[Value]] = []
    for called in (then, otherwise):
        block = Block()
        yielded.append(node.call(called, operands, node.nested(block)))
        block.append(graph.YieldOp(yielded[-1]))
        blocks.append(block)
    types = [_common_type(*values) for values in zip(*yielded, strict=True)]
    return node.add_all(graph.IfOp(node.reshape(condition, ()), types, Region([blocks[0]]), Region([blocks[1]])))


@imports("higher_order.while_loop")
def import_while_loop(
    node: Node, condition: Any, body: Any, carried: Sequence[Any], others: Sequence[Any] = ()
) -> Sequence[Value]:
    """The values that a graph makes of those before, as long as another graph says so; `others` stay as they are."""
    if not all(isinstance(each, Value) for each in carried):
        raise CannotImport("it carries numbers that are not tensors")
    types = [value.type for value in carried]
    before, after = Block(types), Block(types)
    inner = node.nested(before)
    [goes_on] = node.call(condition, [*before.args, *others], inner)
    before.append(graph.ConditionOp(inner.reshape(goes_on, ()), before.args))
    inner = node.nested(after)
    results = node.call(body, [*after.args, *others], inner)
    after.append(graph.YieldOp([_fitted(inner, *each) for each in zip(results, types, strict=True)]))
    return node.add_all(graph.WhileOp(carried, types, Region([before]), Region([after])))


@imports("higher_order.scan")
def import_scan(
    node: Node, body: Any, carried: Sequence[Value], sources: Sequence[Value], others: Sequence[Value] = ()
) -> Sequence[Value]:
    """The values that a graph carries along the leading dimension of sources, and what it stacks."""
    types = [value.type for value in carried]
    slices = [tensor_of(shape_of(source)[1:], element_of(source)) for source in sources]
    block = Block([*types, *slices])
    inner = node.nested(block)
    results = node.call(body, [*block.args, *others], inner)
    state, stacked = results[: len(types)], results[len(types) :]
    block.append(graph.YieldOp([*(_fitted(inner, *each) for each in zip(state, types, strict=True)), *stacked]))
    length = shape_of(sources[0])[0]
    stacks = [tensor_of((length, *shape_of(value)), element_of(value)) for value in stacked]
    return node.add_all(graph.ScanOp(carried, sources, types, stacks, None, Region([block])))


def _common_type(a: Value, b: Value) -> Type:
    """Return the type that says what is known about two values."""
    sizes = tuple(x if x == y else None for x, y in zip(shape_of(a), shape_of(b), strict=True))
    return tensor_of(sizes, element_of(a))


def _fitted(emitter: Emitter, value: Value, type: Type) -> Value:
    """Return a value with a type that says its sizes in another way."""
    if value.type is type:
        return value
    return emitter.add(graph.WithShapeOp(emitter.without_names(value), type))
