"""Checks, when the program runs, of the rules about sizes that types leave open.

Each op states its rules by `rules.require`; a relation that does not provably hold becomes a comparison and a
`cf.assert`. It stands where its sizes are known, once for each pair of sizes, so that it is not between ops that could
be computed together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import arith, graph
from dlc.dialects.graph.rules import OpenRule, Relation
from dlc.ir import Block, Builder, InsertionPoint, Operation, Value
from dlc.ir.sizes import Shape

from .lowering import SizeValue, ToTensor
from .positions import Positions


def check_sizes(to: ToTensor) -> None:
    """Check all rules of the op that is being lowered about sizes that are known when the program runs."""
    to.given = _given_sizes(to)
    for rule in to.infer():
        check_rule(to, rule)


def check_rule(to: ToTensor, rule: OpenRule) -> None:
    """Stop the program if a rule is broken, unless that has been checked before.

    Sizes of which inference says nothing are `None`; an op that has such sizes checks them in its lowering.
    """
    if any(None in shape for relation in rule.relations for shape in relation[1:]):
        return
    if any(relation.kind == "equal" and _are_same(to, relation) for relation in rule.relations):
        return
    key = tuple(_key(to, relation) for relation in rule.relations)
    if _is_inside(to.block, to.checked.get(key)):
        return
    to.checked[key] = to.block
    before, at = to.op.prev, Positions(to)
    choices = [_HOLDS[each.kind](at, _sizes(to, each.a), _sizes(to, each.b)) for each in rule.relations]
    check = at.require_that(at.either(choices), f"'{to.op.name}' op {rule.requirement}")
    first = before.next if before is not None else to.block.first
    assert first is not None
    _hoist(first, to.op, to.last_check)
    to.last_check = check


def _key(to: ToTensor, relation: Relation) -> object:
    """Return what identifies a relation: its sizes as expressions over values."""
    sides = [[(getattr(dim, "expr", dim), *to.values_of_names(dim)) for dim in shape] for shape in relation[1:]]
    return (relation.kind, *map(tuple, sides))


def _are_same(to: ToTensor, relation: Relation) -> bool:
    """Return whether sizes that must be equal are one value."""
    [a], [b] = relation.a, relation.b
    return a == b or to.size_of_dim(a) == to.size_of_dim(b)


def _sizes(to: ToTensor, shape: Shape) -> list[SizeValue]:
    return [to.size_of_dim(dim) for dim in shape]


def _hoist(first: Operation, end: Operation, place: Operation | None) -> None:
    """Move the ops from `first` to before `end` behind `place`, to where the values that they use are defined."""
    block, group = first.parent, [first]
    while (following := group[-1].next) is not None and following is not end:
        group.append(following)
    makers = [value.defining_op for op in group for value in op.operands]
    for maker in makers:
        if maker is not None and maker.parent is block and maker not in group:
            place = maker if place is None or place.is_before(maker) else place
    assert block is not None
    builder = Builder(InsertionPoint(block, place.next if place is not None else block.first))
    for op in group if builder.point is not None and builder.point.before is not first else ():
        op.detach()
        builder.insert(op)


def _given_sizes(to: ToTensor) -> list[Value]:
    """Return the elements of the operand `sizes`. In a reshape, an entry of -1 becomes the size that is left."""
    sizes, at = getattr(to.op, "sizes", None), Positions(to)
    if not isinstance(sizes, Value):
        return []
    [result] = to.op.results
    given = [at.value(at.index_at(sizes, [number])) for number in range(len(result.shape))]
    return _with_last_size(to, at, given) if isinstance(to.op, graph.ReshapeOp) else given


def _with_last_size(to: ToTensor, at: Positions, given: Sequence[Value]) -> list[Value]:
    """Put the size that makes up the number of elements in the place of a single -1, unless it is beside a 0."""
    is_left = [at.compare("eq", size, -1) for size in given]
    others = at.product([at.select(left, 1, size) for left, size in zip(is_left, given, strict=True)])
    count = at.product([at.select(left, 2, 1) for left in is_left])
    follows = at.both([at.compare("sle", 1, others), at.compare("eq", count, 2)])
    last = at.quotient(at.product(to.sizes(to.operands[0])), at.maximum(others, 1))
    return [
        size if follows is None else at.select(at.insert(arith.AndIOp(left, follows)), last, size)
        for left, size in zip(is_left, given, strict=True)
    ]


def _is_inside(block: Block, outer: Block | None) -> bool:
    """Return whether a block is another one, or nested in it."""
    current: Block | None = block
    while current is not None and current is not outer:
        op = current.parent_op
        current = op.parent if op is not None else None
    return current is not None


def _equal(at: Positions, a: list[SizeValue], b: list[SizeValue]) -> Value:
    return at.compare("eq", a[0], b[0])


def _at_most(at: Positions, a: list[SizeValue], b: list[SizeValue]) -> Value:
    return at.compare("sle", a[0], b[0])


def _multiple(at: Positions, a: list[SizeValue], b: list[SizeValue]) -> Value:
    """Return whether a is a multiple of b; a multiple of 0 is 0."""
    [dividend], [divisor] = a, b
    rest = at.insert(arith.RemUIOp(at.value(dividend), at.value(at.maximum(divisor, 1))))
    if isinstance(divisor, int):
        return at.compare("eq", rest if divisor else dividend, 0)
    return at.compare("eq", at.select(at.compare("eq", divisor, 0), dividend, rest), 0)


def _as_many(at: Positions, a: list[SizeValue], b: list[SizeValue]) -> Value:
    """Return whether two products are equal; one that does not fit an index is not equal to any."""
    (left, left_fits), (right, right_fits) = at.whole_product(a), at.whole_product(b)
    conditions = [at.compare("eq", left, right), *left_fits, *right_fits]
    holds = at.both(conditions)
    assert holds is not None
    return holds


_HOLDS: dict[str, Callable[[Positions, list[SizeValue], list[SizeValue]], Value]] = {
    "equal": _equal,
    "at_most": _at_most,
    "multiple": _multiple,
    "as_many": _as_many,
}
