"""Arithmetic of positions, loops and single elements, for lowerings of ops that find elements by position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import NamedTuple

from dlc.dialects import arith, cf, loop, tensor
from dlc.ir import Builder, InsertionPoint, Operation, StringAttr, Type, Value
from dlc.ir.builtin_types import IndexType, i1, index
from dlc.ir.index_arithmetic import IndexArithmetic, Operator

from ..kernels.index_scopes import can_be_bounds
from .lowering import SizeValue, ToTensor
from .scalars import Scalars


class Positions(IndexArithmetic):
    """Arithmetic of positions and sizes at a builder's insertion point; known numbers are computed at once."""

    def __init__(self, to: ToTensor, builder: Builder | None = None) -> None:
        self.to = to
        self.builder = to.builder if builder is None else builder

    def value(self, a: SizeValue) -> Value:
        """Return a position as a value of type index."""
        return self.to.as_value(a)

    def values(self, positions: Sequence[SizeValue]) -> list[Value]:
        """Return positions as values of type index."""
        return [self.to.as_value(each) for each in positions]

    def insert(self, op: Operation) -> Value:
        """Put an op of one result where the builder is."""
        return self.builder.insert(op).results[0]

    def compute(self, operator: Operator, a: SizeValue, b: SizeValue) -> Value:
        """Insert the op of `arith`."""
        return self.insert(_OPS[operator](self.value(a), self.value(b)))

    def maximum(self, a: SizeValue, b: SizeValue) -> SizeValue:
        """Return the maximum of a and b."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        return self.insert(arith.MaxSIOp(self.value(a), self.value(b)))

    def minimum(self, a: SizeValue, b: SizeValue) -> SizeValue:
        """Return the minimum of a and b."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        return self.insert(arith.MinSIOp(self.value(a), self.value(b)))

    def clamped(self, a: SizeValue, last: SizeValue, *, unsigned: bool = False) -> SizeValue:
        """Return a clamped to 0 .. last, which is not negative; an unsigned position may be 2^63 or more."""
        if unsigned:
            return self.insert(arith.MinUIOp(self.value(a), self.value(last)))
        return self.minimum(self.maximum(a, 0), last)

    def rest(self, a: SizeValue, b: SizeValue) -> SizeValue:
        """Return a modulo b, which is positive; the result is not negative."""
        if isinstance(a, int) and isinstance(b, int):
            return a % b
        divisor = self.value(b)
        once = self.insert(arith.RemSIOp(self.value(a), divisor))
        return self.insert(arith.RemSIOp(self.insert(arith.AddIOp(once, divisor)), divisor))

    def quotient(self, a: SizeValue, b: SizeValue) -> SizeValue:
        """Return a / b; neither is negative."""
        if isinstance(a, int) and isinstance(b, int):
            return a // b
        return a if b == 1 else self.insert(arith.DivSIOp(self.value(a), self.value(b)))

    def whole_product(self, sizes: Sequence[SizeValue]) -> tuple[SizeValue, list[Value]]:
        """Return the product of sizes, and the conditions under which it fits an index."""
        product: SizeValue = prod(size for size in sizes if isinstance(size, int))
        values = [size for size in sizes if isinstance(size, Value)]
        if product in (0, 1):
            product = values.pop(0) if product and values else product
        if product == 0 or not values:
            return product, []
        high: Value | None = None
        for size in values:
            factors = arith.MulUIExtendedOp(self.value(product), size)
            self.builder.insert(factors)
            product, more = factors.results
            high = more if high is None else self.insert(arith.OrIOp(high, more))
        assert high is not None
        is_empty = [self.compare("eq", size, 0) for size in sizes if isinstance(size, Value)]
        return product, [self.either([self.compare("eq", high, 0), *is_empty])]

    # -- Choices -----------------------------------------------------------------------------------------------------

    def compare(self, predicate: str, a: SizeValue, b: SizeValue) -> Value:
        """Return whether `eq`, `slt`, `sle` … holds."""
        return self.insert(arith.CmpIOp.of(predicate, self.value(a), self.value(b)))

    def both(self, conditions: Sequence[Value]) -> Value | None:
        """Return whether all conditions hold; `None` if there are none."""
        conjunction: Value | None = None
        for condition in conditions:
            conjunction = condition if conjunction is None else self.insert(arith.AndIOp(conjunction, condition))
        return conjunction

    def either(self, conditions: Sequence[Value]) -> Value:
        """Return whether one of the conditions holds."""
        holds, *others = conditions
        for condition in others:
            holds = self.insert(arith.OrIOp(holds, condition))
        return holds

    def select(self, condition: Value, a: SizeValue, b: SizeValue) -> Value:
        """Return a if the condition holds, and b otherwise."""
        return self.insert(arith.SelectOp(condition, self.value(a), self.value(b)))

    def require(self, predicate: str, a: SizeValue, b: SizeValue, message: str) -> None:
        """Stop the program if a condition on sizes does not hold. A condition that provably holds needs no op."""
        if isinstance(a, int) and isinstance(b, int) and _HOLDS[predicate](a, b):
            return
        if a is not b:
            self.require_that(self.compare(predicate, a, b), message)

    def require_that(self, condition: Value, message: str) -> cf.AssertOp:
        """Stop the program if a condition does not hold."""
        return self.builder.insert(cf.AssertOp(condition, StringAttr(message)))

    # -- Elements ----------------------------------------------------------------------------------------------------

    def at(self, source: Value, positions: Sequence[SizeValue]) -> Value:
        """One element of a tensor."""
        return self.insert(tensor.ExtractOp(source, self.values(positions)))

    def index_at(self, source: Value, positions: Sequence[SizeValue], *, unsigned: bool = False) -> Value:
        """Return an element of an integer tensor as an index."""
        return self.as_index(self.at(source, positions), unsigned=unsigned)

    def as_index(self, element: Value, *, unsigned: bool = False) -> Value:
        """Return an integer as an index."""
        if isinstance(element.type, IndexType):
            return element
        return self.insert((arith.IndexCastUIOp if unsigned else arith.IndexCastOp)(element, index))

    def as_integer(self, position: SizeValue, type: Type) -> Value:
        """A position as an integer of some width."""
        return self.insert(arith.IndexCastOp(self.value(position), type))

    def scalars(self, *, unsigned: bool = False) -> Scalars:
        """Computations with elements, where the builder is."""
        return Scalars(self.builder, unsigned=unsigned, constant=self.to.constant)


_HOLDS: dict[str, Callable[[int, int], bool]] = {"eq": lambda a, b: a == b, "sle": lambda a, b: a <= b}

Body = Callable[[Positions, list[Value], list[Value]], Sequence[Value]]
"""The body of a loop nest: a function of the positions to write at, the indices, and the iteration arguments."""


def nest(at: Positions, sizes: Sequence[SizeValue], inits: Sequence[Value], body: Body) -> list[Value]:
    """Loops over all positions in a shape, in row-major order, that carry values along; the last ones of these.

    They get a scope of their own where the sizes could not be bounds of loops otherwise (`index_scopes`).
    """
    point = at.builder.here
    if not can_be_bounds(sizes, point.block):
        always = at.to.constant(1, i1)
        return when(at, always, inits, lambda inner, _, values: nest(inner, sizes, values, body))
    loops: list[loop.ForOp] = []
    inner, carried = at, inits
    for size in sizes:
        new_loop = loop.ForOp.over(0, size, 1, carried, location=at.builder.location)
        inner.builder.insert(new_loop)
        loops.append(new_loop)
        inner, carried = Positions(at.to, Builder.at_end(new_loop.body, at.builder.location)), new_loop.carried
    results: list[Value] = [*body(inner, [each.induction_variable for each in loops], [*carried])]
    for new_loop in reversed(loops):
        new_loop.close(results)
        results = [*new_loop.results]
    return results


def when(at: Positions, condition: Value | None, values: Sequence[Value], body: Body) -> list[Value]:
    """Return the results of the body if a condition holds, and the values themselves otherwise."""
    if condition is None:
        return list(body(at, [], list(values)))
    conditional = loop.WhenOp.on(condition, [value.type for value in values], location=at.builder.location)
    at.builder.insert(conditional)
    inner = Positions(at.to, Builder.at_end(conditional.then_block, at.builder.location))
    inner.builder.insert(loop.YieldOp.of(body(inner, [], list(values))))
    assert conditional.else_block is not None
    Builder.at_end(conditional.else_block, at.builder.location).insert(loop.YieldOp.of(list(values)))
    return list(conditional.results)


def one_of_two(
    to: ToTensor, condition: Value, type: Type, first: Callable[[], Value], second: Callable[[], Value]
) -> Value:
    """Return a tensor that is computed in one way if a condition holds, and in another one if it does not."""
    conditional = loop.WhenOp.on(condition, [type], location=to.builder.location)
    to.insert(conditional)
    for block, compute in ((conditional.then_block, first), (conditional.else_block, second)):
        assert block is not None
        with to.builder.at(InsertionPoint.at_end(block)):
            to.insert(loop.YieldOp.of([to.cast(compute(), type)]))
    return conditional.results[0]


def insert_at(at: Positions, element: Value, into: Value, places: Sequence[SizeValue]) -> Value:
    """Return a tensor with an element at these places."""
    return at.insert(tensor.InsertOp(element, into, at.values(places)))


class Two(NamedTuple):
    """Two tensors of one type, each of which is computed from the other in turn."""

    source: Value
    target: Value


def alternate(
    at: Positions,
    tensors: Two,
    numbers: Sequence[SizeValue],
    goes_on: Callable[[Positions, list[Value]], Value],
    step: Callable[[Positions, Two, list[Value]], Value],
    following: Callable[[Positions, list[Value]], Sequence[SizeValue]],
) -> Two:
    """Return the tensors after all steps; the source is what the last one wrote.

    A step gets the current numbers, and returns the target that it has written. Two steps are one iteration, so that
    tensors do not change places, which would copy both of them. So one more step may follow the last one: it must copy
    what it is given.
    """
    steps = loop.WhileOp.over([*tensors, *at.values(numbers)], location=at.builder.location)
    at.builder.insert(steps)
    before, after = steps.before_block, steps.after_block
    test, body = (Positions(at.to, Builder.at_end(block, at.builder.location)) for block in (before, after))
    test.builder.insert(loop.ConditionOp(goes_on(test, list[Value](before.args[2:])), [*before.args]))
    source, target, now = after.args[0], after.args[1], list[Value](after.args[2:])
    target = step(body, Two(source, target), now)
    now = body.values(following(body, now))
    source = step(body, Two(target, source), now)
    body.builder.insert(loop.YieldOp.of([source, target, *body.values(following(body, now))]))
    return Two(steps.results[0], steps.results[1])


def generate(
    to: ToTensor,
    sizes: Sequence[SizeValue],
    compute: Callable[[Positions, list[Value]], Value],
    *,
    element: Type | None = None,
) -> Value:
    """A tensor, each element of which `compute` makes from its position."""

    def body(scalars: Scalars) -> Value:
        places = [scalars.insert(tensor.IndexOp.of(dim)) for dim in range(len(sizes))]
        return compute(Positions(to, scalars.builder), places)

    return to.each([], [], to.empty(sizes, element), body)


def has_nothing(sizes: Sequence[SizeValue]) -> bool:
    """Return whether a tensor of these sizes provably has no elements."""
    return any(isinstance(size, int) and size == 0 for size in sizes)


_OPS: dict[Operator, type[arith.AddIOp | arith.SubIOp | arith.MulIOp]] = {
    "add": arith.AddIOp,
    "sub": arith.SubIOp,
    "mul": arith.MulIOp,
}
