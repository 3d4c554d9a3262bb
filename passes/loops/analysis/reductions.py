"""Reductions: loop-carried values that combine a value of each iteration: sums, products, min and max, bits.

    %s = loop.for %i … iter_args(%a = %init) { %b = arith.addf %a, %x fastmath<reassoc>  loop.yield %b }

Such a value may be computed as partial results, which are combined at the end. Float sums and products require
`reassoc` on every op; min, max, integers and bits do not.

Not here: scans, which use the partial results; values that are combined under a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dlc.dialects import arith, loop, math
from dlc.dialects.arith import Combiner, FastMathAttr
from dlc.ir import Operation, Type, TypedAttribute, Value

from ..transforms.refusals import Refusal
from .nests import forwarding_loop_in

COMBINERS: dict[type[Operation], Combiner] = {
    **arith.COMBINER_OF_OP,
    **dict.fromkeys((arith.SubFOp, math.FmaOp), arith.COMBINERS["addf"]),
    arith.SubIOp: arith.COMBINERS["addi"],
}
"""The combiner of each op that updates a partial result."""
_ONLY_LEFT = (arith.SubFOp, arith.SubIOp)
"""Ops that subtract from a partial result."""


class Reduction(NamedTuple):
    """A loop-carried value that combines a value of each iteration."""

    position: int
    combiner: Combiner
    combiners: dict[Operation, int]
    """The ops that update the partial result, in their order, and the position of the operand that is the partial
    result.
    """

    @property
    def fastmath(self) -> FastMathAttr | None:
        """The flags that all combining ops have; `None` for integers."""
        given = [each.properties.get("fastmath") for each in self.combiners]
        flags = [each for each in given if isinstance(each, FastMathAttr)]
        if not flags:
            return None
        return FastMathAttr.of(*[word for word in flags[0].words if all(word in each for each in flags)])

    @property
    def combined_value(self) -> Value:
        """The value that the only combining op combines with the partial result."""
        [(op, position)] = self.combiners.items()
        return op.operands[1 - position]

    def combined(self, first: Value, second: Value) -> Operation:
        """Return an op that combines two partial results."""
        return self.combiner.combine(first, second, self.fastmath)

    def neutral(self, type: Type) -> TypedAttribute | None:
        """Return the initial value of further partial results; `None` if all may begin with that of the loop."""
        return None if self.combiner.is_idempotent else self.combiner.identity_of(type)


def are_reductions(op: loop.ForOp) -> bool:
    """Return whether all that a loop carries may be combined in any order."""
    try:
        reductions_of(op, "")
    except Refusal:
        return False
    return True


class ReductionNest(NamedTuple):
    """Loops that carry the same values, each the only op in the enclosing one, and the reductions of these values."""

    loops: Sequence[loop.ForOp]
    reductions: Sequence[Reduction]
    """The reductions in the order of the values; all their combining ops are in the innermost loop, and of one kind."""


def reduction_nest(op: loop.ForOp, most: int = 1) -> ReductionNest | None:
    """Return a loop as a nest of reductions, or `None` if it is not one, subtracts from a value, or combines a value
    more than `most` times in an iteration.
    """
    if not op.results:
        return None
    loops = [op]
    while (inner := forwarding_loop_in(loops[-1])) is not None:
        loops.append(inner)
    try:
        reductions = reductions_of(op, "")
    except Refusal:
        return None
    are_simple = all(_is_combined_in(loops[-1], each, most) for each in reductions)
    return ReductionNest(loops, reductions) if are_simple else None


def _is_combined_in(op: loop.ForOp, reduction: Reduction, most: int) -> bool:
    """Return whether all ops that combine a value are in the body of a loop and of one kind, and at most so many."""
    kinds = {type(combiner) for combiner in reduction.combiners if combiner.parent is op.body}
    in_body = all(combiner.parent is op.body for combiner in reduction.combiners)
    return in_body and len(reduction.combiners) <= most and len(kinds) == 1 and kinds <= arith.COMBINER_OF_OP.keys()


def reductions_of(op: loop.ForOp, what: str) -> list[Reduction]:
    """Return the reductions of all loop-carried values; refuse other values."""
    return [_reduction(op, position, what) for position in range(len(op.results))]


def _reduction(op: loop.ForOp, position: int, what: str) -> Reduction:
    combiners = _chain(op, position, what)
    kinds = {COMBINERS[type(each)] for each in combiners}
    if len(kinds) != 1:
        raise _refused(op, position, what, "is combined in more than one way" if kinds else "is forwarded unchanged")
    [combiner] = kinds
    if combiner.needs_reassoc:
        _check_order(op, position, combiners, what)
    if not combiner.is_idempotent and combiner.identity_of(op.result_types[position]) is None:
        raise _refused(
            op, position, what, f"is of type '{op.result_types[position]}', for which the combiner has no identity"
        )
    return Reduction(position, combiner, combiners)


def _check_order(op: loop.ForOp, position: int, combiners: Iterable[Operation], what: str) -> None:
    for each in combiners:
        flags = each.properties.get("fastmath")
        if not isinstance(flags, FastMathAttr) or "reassoc" not in flags:
            fact = f"must be combined in its order, as '{each.name}' is not marked 'fastmath<reassoc>'"
            raise _refused(op, position, what, fact, each)


def _chain(op: loop.ForOp, position: int, what: str) -> dict[Operation, int]:
    """Return the ops that update a loop-carried value, also in inner loops that carry it."""
    value: Value = op.carried[position]
    inside: list[tuple[loop.ForOp, int]] = []
    combiners: dict[Operation, int] = {}
    while True:
        if not value.has_one_use:
            fact = "is used for more than to be combined" if value.has_uses else "is not used"
            raise _refused(op, position, what, fact)
        [(user, number)] = value.uses
        around = inside[-1] if inside else (op, position)
        if user is around[0].terminator and number == around[1]:
            if not inside:
                return combiners
            inner, place = inside.pop()
            value = inner.results[place]
        elif isinstance(user, loop.ForOp) and user.parent is around[0].body and value in user.iter_inits:
            place = number - (len(user.operands) - len(user.iter_inits))
            inside.append((user, place))
            value = user.carried[place]
        elif user.parent is around[0].body and type(user) in COMBINERS and _takes_part(user, number):
            combiners[user] = number
            value = user.results[0]
        else:
            raise _refused(op, position, what, f"is used by '{user.name}', which combines nothing with it", user)


def _takes_part(op: Operation, number: int) -> bool:
    if isinstance(op, math.FmaOp):
        return number == 2
    return number == 0 or not isinstance(op, _ONLY_LEFT)


def _refused(op: loop.ForOp, position: int, what: str, fact: str, at: Operation | None = None) -> Refusal:
    notes = [(at.location, "here")] if at is not None else []
    hint = op.carried[position].name_hint
    shown = f"'%{hint}'" if hint is not None else f"number {position}"
    return Refusal(op, f"{what}: the carried value {shown} {fact}", notes)
