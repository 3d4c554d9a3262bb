"""Bufferization of loops and conditionals.

A loop-carried tensor has one buffer outside the loop if its shape is static, or if each iteration computes it from the
previous one; what an iteration computes elsewhere is copied there. The same holds for the results of a conditional. In
all other cases ownership is passed on: whoever receives a memref as an iteration argument or a result owns it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from dlc.dialects import loop
from dlc.ir import Block, Operation, Region, Type, Value
from dlc.ir.builtin_types import MemRefType, TensorType

from ..bufferization import Bufferization, bufferizes
from ..buffers import Buffer, buffer_type

Steps = Generator[Block, None, None]
Conditional = loop.WhenOp | loop.IfOp
TERMINATORS = (loop.YieldOp, loop.ConditionOp)


# -- Places that outlive iterations ------------------------------------------------------------------------------------


class Carried:
    """One loop-carried value: a scalar, a tensor in an outside buffer (`is_fixed`), or memory whose owner changes.

    A fixed one without a value is unused.
    """

    __slots__ = ("buffer", "home", "is_fixed", "is_tensor", "type", "value")

    def __init__(self, value: Value, state: Bufferization, *, is_fixed: bool) -> None:
        self.is_tensor = state.is_tensor(value)
        self.type: Type = buffer_type(value.type) if self.is_tensor else value.type
        self.is_fixed = is_fixed and self.is_tensor
        self.value: Value | None = None
        self.buffer: Buffer | None = None
        self.home: Block | None = None

    def put(self, target: Value, state: Bufferization) -> None:
        """Say which buffer it is."""
        self.value, self.buffer = target, state.buffers[target]
        self.home = self.buffer.home

    def begin(self, block: Block) -> None:
        """Declare that a loop's region works on the buffer from here on."""
        if self.buffer is not None:
            self.buffer.home = block

    def end(self) -> None:
        """The loop is over."""
        if self.buffer is not None and self.home is not None:
            self.buffer.home = self.home


def _start(carried: Carried, op: Operation, position: int, state: Bufferization) -> Value | None:
    """Return the initial value of a loop: a buffer outside is filled; memory that is passed on becomes the loop's."""
    value = op.operands[position]
    if not carried.is_tensor:
        return value
    if not carried.is_fixed:
        return state.owned_copy(value, op)
    carried.put(state.destination(op, position, needs_contents=True), state)
    state.claimed.add(state.buffers[carried.value])  # type: ignore[index]
    return None


def _enter(old: Block, new: Block, places: Sequence[Carried], first: int, state: Bufferization) -> None:
    """Move the ops of a loop's region to the new one, and say what each argument is now."""
    given = iter(new.args[first:])
    for argument, place in zip(list(old.args[first:]), places, strict=True):
        if place.is_fixed:
            assert place.value is not None
            place.begin(new)
            state.define(argument, place.value, place.buffer)
            continue
        passed = next(given)
        if place.is_tensor:
            buffer = Buffer(passed, new, is_writable=True, owned=True)
            state.buffers[passed] = buffer
            state.allocated.append(buffer)
            state.define(argument, passed)
        else:
            argument.replace_all_uses_with(passed)
    for op in list(old.ops):
        op.detach()
        new.append(op)


def _expect(end: Operation, first: int, places: Sequence[Carried], state: Bufferization) -> None:
    """Let ops that make what is passed at the end of a region write straight to where it goes."""
    for position, place in enumerate(places):
        if place.value is not None:
            state.yielded[end, first + position] = place.value


def _hand_on(end: Operation, first: int, places: Sequence[Carried], state: Bufferization) -> list[Value]:
    """Return the values forwarded at the end of a region; tensors with outside buffers are copied there in one step."""
    state.at(end)
    state.claimed.clear()
    passed: list[Value] = []
    moves: list[tuple[Value, Value]] = []
    for value, place in zip(end.operands[first:], places, strict=True):
        if not place.is_fixed:
            passed.append(state.owned_copy(value, end) if place.is_tensor else value)
        elif not state.is_unwritten(value):
            source = state.memref_of(value) if place.value is not None else None
            if source is not place.value:
                assert source is not None
                assert place.value is not None
                moves.append((source, place.value))
    targets = {state.buffers[target] for _, target in moves}
    moves = [(state.copy_of(s) if state.buffers[s] in targets else s, target) for s, target in moves]
    for source, target in moves:
        state.copy(source, target)
    return passed


def _close(op: Operation, new_op: Operation, places: Sequence[Carried], state: Bufferization) -> None:
    """The results of a loop or conditional."""
    state.at(op)
    results: Iterator[Value] = iter(new_op.results)
    for place in places:
        place.end()
    for old, place in zip(op.results, places, strict=True):
        if place.is_fixed:
            if place.value is not None:
                state.define(old, place.value, place.buffer)
        elif place.is_tensor:
            buffer = next(results)
            state.own(buffer)
            state.define(old, buffer)
        else:
            old.replace_all_uses_with(next(results))
    state.finish(op)


# -- Loops -------------------------------------------------------------------------------------------------------------


@bufferizes(loop.ForOp)
def rewrite_for(op: loop.ForOp, state: Bufferization) -> Steps:
    """for with tensors -> for on memory"""
    old_body, end = op.body, op.terminator
    if not any(map(state.is_tensor, op.iter_inits)):
        yield old_body
        return
    start, fixed = len(op.operands) - len(op.iter_inits), state.origins.is_fixed
    places = [Carried(r, state, is_fixed=fixed(op, at, r)) for at, r in enumerate(op.results)]
    inits = [_start(place, op, start + number, state) for number, place in enumerate(places)]
    bounds = (op.lower_map, op.lower_operands), (op.upper_map, op.upper_operands)
    passed = [init for init in inits if init is not None]
    new_loop = state.insert(loop.ForOp.over(*bounds, op.step_value, passed, location=op.location))
    new_loop.attributes.update(op.attributes)
    old_body.args[0].replace_all_uses_with(new_loop.induction_variable)
    _enter(old_body, new_loop.body, places, 1, state)
    _expect(end, 0, places, state)
    yield new_loop.body
    passed = _hand_on(end, 0, places, state)
    end.erase()
    new_loop.close(passed)
    _close(op, new_loop, places, state)


@bufferizes(loop.WhileOp)
def rewrite_while(op: loop.WhileOp, state: Bufferization) -> Steps:
    """while with tensors -> while on memory"""
    if not any(map(state.is_tensor, (*op.operands, *op.results))):
        yield op.before_block
        yield op.after_block
        return
    fixed = state.origins.is_fixed
    places = [Carried(v, state, is_fixed=fixed(op, at, v)) for at, v in enumerate(op.before_block.args)]
    inits = [_start(place, op, number, state) for number, place in enumerate(places)]
    outs = [_passed_on(op, number, places, state) for number in range(len(op.results))]
    types = [out.type for out in outs if not out.is_fixed]
    new_loop = state.insert(
        loop.WhileOp.over([init for init in inits if init is not None], types, location=op.location)
    )
    new_loop.attributes.update(op.attributes)
    condition, end = op.condition, op.after_block.end
    _enter(op.before_block, new_loop.before_block, places, 0, state)
    for out in outs:
        out.begin(new_loop.before_block)
    _expect(condition, 1, outs, state)
    yield new_loop.before_block
    passed = _hand_on(condition, 1, outs, state)
    state.insert(loop.ConditionOp(condition.condition, passed))
    condition.erase()
    _enter(op.after_block, new_loop.after_block, outs, 0, state)
    for place in places:
        place.begin(new_loop.after_block)
    _expect(end, 0, places, state)
    yield new_loop.after_block
    passed = _hand_on(end, 0, places, state)
    state.insert(loop.YieldOp.of(passed))
    end.erase()
    for place in places:
        place.end()
    _close(op, new_loop, outs, state)


def _passed_on(op: loop.WhileOp, number: int, places: Sequence[Carried], state: Bufferization) -> Carried:
    """Return the memory of a result of a while's first region: the buffer that it is a version of, or its own."""
    result = op.results[number]
    source = state.origins.passed_on.get((op, number))
    if source is not None and places[source].is_fixed:
        out = Carried(result, state, is_fixed=True)
        assert places[source].value is not None
        out.put(places[source].value, state)  # type: ignore[arg-type]
        return out
    type = result.type
    out = Carried(result, state, is_fixed=isinstance(type, TensorType) and type.has_static_shape)
    if out.is_fixed:
        assert isinstance(out.type, MemRefType)
        out.put(state.allocate(out.type, out.type.shape), state)
    return out


# -- Conditionals ------------------------------------------------------------------------------------------------------


@bufferizes(loop.WhenOp, loop.IfOp)
def rewrite_conditional(op: Conditional, state: Bufferization) -> Steps:
    """when with tensors -> when on memory"""
    _tell_branches_apart(op, state)
    if not any(map(state.is_tensor, op.results)):
        for region in op.regions:
            yield from list(region.blocks)
        return
    outs = [_result_place(op, number, state) for number in range(len(op.results))]
    regions = [Region() for _ in op.regions]
    for new, old in zip(regions, op.regions, strict=True):
        new.take_blocks(old)
    types = [out.type for out in outs if not out.is_fixed]
    conditional = type(op).create(op.operands, types, op.properties, op.attributes, regions, location=op.location)
    state.insert(conditional)
    for region in regions:
        end = region.entry.end
        _expect(end, 0, outs, state)
        yield region.entry
        passed = _hand_on(end, 0, outs, state)
        state.insert(loop.YieldOp.of(passed))
        end.erase()
    _close(op, conditional, outs, state)


def _tell_branches_apart(op: Conditional, state: Bufferization) -> None:
    """Note which ops run instead of those of a branch: none, if there is no other branch."""
    spans = [_numbers_inside(region.first, state) for region in op.regions]
    for region, others in zip(op.regions, reversed(spans), strict=True):
        if region.first is not None:
            state.other_branches[region.first] = others


def _numbers_inside(block: Block | None, state: Bufferization) -> tuple[int, int]:
    """The numbers of the first and the last op in a block and all inside it."""
    if block is None or block.first is None or block.last is None:
        return 0, -1
    return state.numbers[block.first], _last_number(block.last, state)


def _last_number(op: Operation, state: Bufferization) -> int:
    """The number of the last op inside an op, or its own."""
    while True:
        inside = [region.last.last for region in op.regions if region.last is not None and region.last.last is not None]
        if not inside:
            return state.numbers[op]
        op = inside[-1]


def _result_place(op: Conditional, number: int, state: Bufferization) -> Carried:
    """Return the memory that the branches write a result to: that of the tensor they change, or fresh memory."""
    result = op.results[number]
    if not state.is_tensor(result):
        return Carried(result, state, is_fixed=False)
    if not result.has_uses:
        return Carried(result, state, is_fixed=True)
    root, kept = state.origins.roots.get((op, number)), (op, number) in state.origins.kept
    type = buffer_type(result.type)
    if root is not None:
        target = state.memref_of(root)
        has_same_sizes = root.type is result.type and (kept or type.has_static_shape)
        if has_same_sizes and state.may_write(op, target, -1, after=_last_number(op, state)):
            state.claim(state.buffers[target])
            return _fixed(result, target, state)
        if kept and not type.has_static_shape:
            return _fixed(result, state.allocate_like(target), state)
    if not type.has_static_shape:
        return Carried(result, state, is_fixed=False)
    return _fixed(result, state.fresh(op, number, type.shape), state)


def _fixed(result: Value, target: Value, state: Bufferization) -> Carried:
    out = Carried(result, state, is_fixed=True)
    out.put(target, state)
    state.claimed.add(state.buffers[target])
    return out
