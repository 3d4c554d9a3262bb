"""Loops whose bodies importers write themselves, so that what they carry keeps its types."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..dialects import graph
from ..dialects.graph.tensors import element_of, shape_of, tensor_of
from ..ir import Block, Region, Value
from .emitter import Emitter

Body = Callable[[Emitter, Sequence[Value]], Sequence[Value]]


def scanned(emitter: Emitter, body: Body, carried: Sequence[Value], sources: Sequence[Value]) -> list[Value]:
    """Return the carried values after a loop over the leading dimension of sources, and what the body stacks.

    The body gets carried values and slices; it returns new carried values and, behind them, slices.
    """
    types = [value.type for value in carried]
    block = Block([*types, *(tensor_of(shape_of(source)[1:], element_of(source)) for source in sources)])
    inner = emitter.nested(block)
    with inner.builder:
        results = body(inner, block.args)
    block.append(graph.YieldOp(results))
    length = shape_of(sources[0])[0]
    stacks = [tensor_of((length, *shape_of(value)), element_of(value)) for value in results[len(types) :]]
    return emitter.add_all(graph.ScanOp(carried, sources, types, stacks, None, Region([block])))


def repeated(
    emitter: Emitter, goes_on: Callable[[Emitter, Sequence[Value]], Value], body: Body, carried: Sequence[Value]
) -> list[Value]:
    """Return the carried values that a body makes of those before, as long as a condition of them holds."""
    types = [value.type for value in carried]
    before, after = Block(types), Block(types)
    inner = emitter.nested(before)
    with inner.builder:
        condition = goes_on(inner, before.args)
    before.append(graph.ConditionOp(condition, before.args))
    inner = emitter.nested(after)
    with inner.builder:
        results = body(inner, after.args)
    after.append(graph.YieldOp(results))
    return emitter.add_all(graph.WhileOp(carried, types, Region([before]), Region([after])))
