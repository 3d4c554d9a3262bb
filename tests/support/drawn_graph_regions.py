"""Regions in random programs: `graph.if`, `while`, `scan` and `call`, with their bodies.

Inside a region each value is what it is the first time around, so that ops can be tried there as elsewhere; the op with
the whole region is run when it is complete, and goes if that comes to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph import (
    AddOp,
    CallOp,
    CompareOp,
    ConditionOp,
    IfOp,
    PredicateAttr,
    ScanOp,
    WhileOp,
    YieldOp,
)
from dlc.dialects.graph.carried import slice_type
from dlc.dialects.graph.scan import common_length, stacked_type
from dlc.dialects.graph.tensors import shape_of, shape_of_type, tensor_of
from dlc.interp.conversion import elements_from_python
from dlc.interp.values import Elements
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import UNIT, TypeAttr
from dlc.ir.builtin_types import FunctionType, TensorType, i1, i32
from dlc.ir.operations import Operation
from dlc.ir.sizes import Shape, Size
from dlc.ir.values import Value

from .drawn_graphs import GraphDrawer, Unfit, World
from .shadowed_values import Shadows

DrawOp = Callable[[GraphDrawer], object]
MOST_TURNS = 3


def _deeper(d: GraphDrawer) -> None:
    if d.depth >= d.options.deepest:
        raise Unfit


def _recent(d: GraphDrawer, count: int) -> list[Value]:
    """Return values to be forwarded; later ones are more likely."""
    recent = d.pool[-6:]
    return [d.choose(recent) for _ in range(count)]


def _kept_or_erased(d: GraphDrawer, op: Operation, regions: Sequence[Region]) -> None:
    """Add an op with its regions; if it goes, so do the values inside."""
    try:
        d.add(op)
    except Unfit:
        for region in regions:
            region.drop_all_references()
        raise


def draw_if(d: GraphDrawer, draw: DrawOp) -> None:
    """A condition, and two regions that yield values of the same types; where sizes differ, the type says less."""
    _deeper(d)
    condition = d.value_of(TensorType((), i1))
    first, second = Block(), Block()
    with d.inside(first):
        d.draw_ops(d.random.randint(1, 4), draw)
        yielded = _recent(d, d.random.randint(1, 2))
    with d.inside(second):
        d.draw_ops(d.random.randint(0, 3), draw)
        others = [_counterpart(d, value.type) for value in yielded]
    types = [_common_type(a.type, b.type) or a.type for a, b in zip(yielded, others, strict=True)]
    first.append(YieldOp(yielded))
    second.append(YieldOp(others))
    regions = [Region([first]), Region([second])]
    _kept_or_erased(d, IfOp.create([condition], types, regions=regions), regions)


def _counterpart(d: GraphDrawer, type: Type) -> Value:
    """A value of this type, or at times of another size."""
    assert isinstance(type, TensorType)
    alike = [v for v in d.pool if v.type is not type and _common_type(v.type, type) is not None]
    return d.choose(alike) if alike and d.chance(0.25) else d.value_of(type)


def _common_type(a: Type, b: Type) -> Type | None:
    assert isinstance(a, TensorType)
    assert isinstance(b, TensorType)
    if a.element_type is not b.element_type or len(a.shape) != len(b.shape):
        return None
    pairs = zip(shape_of_type(a), shape_of_type(b), strict=True)
    return tensor_of(tuple(x if x == y else None for x, y in pairs), a.element_type)


def draw_while(d: GraphDrawer, draw: DrawOp) -> None:
    """A counter and values that are carried around, a few times at most."""
    _deeper(d)
    counter = TensorType((), i32)
    start, one = d.constant(0, counter), d.constant(1, counter)
    limit = d.constant(d.random.randint(0, MOST_TURNS), counter)
    inits = [start, *(d.pick(lambda _: True) for _ in range(d.random.randint(1, 2)))]
    types = [value.type for value in inits]
    before, after = Block(types), Block(types)
    for block in (before, after):
        _begin_as(d, block, inits)
    with d.inside(before):
        d.draw_ops(d.random.randint(0, 1), draw)
        goes_on = d.add(CompareOp(PredicateAttr("lt"), before.args[0], limit))[0]
        before.append(ConditionOp(goes_on, [before.args[0], *_handed_on(d, before.args[1:])]))
    with d.inside(after):
        d.draw_ops(d.random.randint(1, 3), draw)
        next_count = d.add(AddOp(after.args[0], one))[0]
        after.append(YieldOp([next_count, *_handed_on(d, after.args[1:])]))
    regions = [Region([before]), Region([after])]
    _kept_or_erased(d, WhileOp.create(inits, types, regions=regions), regions)


def _begin_as(d: GraphDrawer, block: Block, values: Sequence[Value]) -> None:
    """The arguments of a block are these values the first time."""
    for world in d.worlds:
        world.values.update(zip(block.args, [world.values[value] for value in values], strict=True))


def _handed_on(d: GraphDrawer, wanted: Sequence[Value]) -> list[Value]:
    """Return for each argument a value of its type, preferably one that was made inside."""
    chosen: list[Value] = []
    for argument in wanted:
        fitting = [value for value in d.pool if value.type is argument.type]
        inner = [value for value in fitting if value.parent_block is d.block and value is not argument]
        chosen.append(d.choose(inner if inner and d.chance(0.8) else fitting))
    return chosen


def draw_scan(d: GraphDrawer, draw: DrawOp) -> None:
    """Sources of one length, values that are carried along them, and slices that become results."""
    _deeper(d)
    sources = [d.pick(lambda _: True, 1)]
    alike = [v for v in d.pool if shape_of(v) and shape_of(v)[0] == shape_of(sources[0])[0]]
    sources += [d.choose(alike) for _ in range(d.random.randint(0, 1)) if alike]
    inits = [d.pick(lambda _: True) for _ in range(d.random.randint(0, 2))]
    slices = [slice_type(value.type) for value in sources]
    body = Block([*(value.type for value in inits), *(type for type in slices if type is not None)])
    for world in d.worlds:
        firsts = [_first_slice(world, value) for value in sources]
        world.values.update(zip(body.args, [*(world.values[value] for value in inits), *firsts], strict=True))
    with d.inside(body):
        d.draw_ops(d.random.randint(1, 4), draw)
        carried = _handed_on(d, body.args[: len(inits)])
        stacked = _recent(d, d.random.randint(0 if inits else 1, 2))
        body.append(YieldOp([*carried, *stacked]))
    length = common_length(sources)
    types = [stacked_type(length, value.type) for value in stacked]
    region = Region([body])
    reverse = UNIT if d.chance(0.3) else None
    _kept_or_erased(d, ScanOp(inits, sources, [value.type for value in inits], types, reverse, region), [region])


def _first_slice(world: World, source: Value) -> Shadows:
    """Return the first slice; any value if there is none."""
    values, type = world.values[source], slice_type(source.type)
    assert isinstance(type, TensorType)
    if values.plain.shape[0] == 0:
        return Shadows.exact(elements_from_python(np.zeros(values.plain.shape[1:]), _sized(type, values.plain), 1))
    if values.is_exact:
        return Shadows.exact(Elements(values.plain.bits[0]))
    return Shadows(*(Elements(each.bits[0]) for each in values))


def _sized(type: TensorType, source: Elements) -> TensorType:
    return TensorType(source.shape[1:], type.element_type)


def draw_call(d: GraphDrawer, draw: DrawOp) -> None:
    """A function of a few ops, for arguments of the types that some values have."""
    _deeper(d)
    if not d.may_add_arguments:
        raise Unfit
    arguments = [value for value in (d.pick(lambda _: True) for _ in range(d.random.randint(1, 3))) if _is_plain(value)]
    if not arguments:
        raise Unfit
    function = FuncOp.of(d.new_name().value, [value.type for value in arguments], visibility="private")
    _begin_as(d, function.entry, arguments)
    outer, pool = (d.function, d.names), d.pool
    bound = {size.single_name for value in arguments for size in shape_of(value) if isinstance(size, Size)}
    d.function, d.names, d.pool, d.may_add_arguments = function, [name for name in d.names if name in bound], [], False
    d.module.block.insert_before(function, outer[0])
    try:
        with d.inside(function.entry):
            d.draw_ops(d.random.randint(1, 5), draw)
            results = _recent(d, d.random.randint(1, 2))
            function.entry.append(ReturnOp(results))
    finally:
        (d.function, d.names), d.pool, d.may_add_arguments = outer, pool, True
    types = FunctionType(tuple(function.entry.arg_types), tuple(value.type for value in results))
    function.function_type = TypeAttr(types)
    d.add(CallOp.of(function, arguments))


def _is_plain(value: Value) -> bool:
    """Return whether all sizes are constants or plain names, which a call can specify."""
    shape: Shape = shape_of(value)
    return all(isinstance(size, int) or (isinstance(size, Size) and size.single_name is not None) for size in shape)


NESTED: dict[type[Operation], Callable[[GraphDrawer, DrawOp], None]] = {
    IfOp: draw_if,
    WhileOp: draw_while,
    ScanOp: draw_scan,
    CallOp: draw_call,
}
"""How ops with programs in them are drawn."""
