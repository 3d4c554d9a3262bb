"""Loops as transformations take them: perfect nests, names, and copies of bodies for other iterations."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache

from dlc.dialects import arith, loop
from dlc.dialects.loop.composition import extreme_results
from dlc.ir.affine.expr import AffineDimExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import AffineMapAttr, StringAttr, int_attr
from dlc.ir.builtin_types import index
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from ..transforms.refusals import Refusal

NAME = "loop.name"
"""The attribute by which a loop is asked for; loops that come of it keep it or are named after it."""

Point = tuple[AffineExpr, Sequence[Value], int]
"""An index as an expression of operands, of which so many are dimensions."""


# -- Names -------------------------------------------------------------------------------------------------------------


def name_of(op: loop.ForOp) -> str | None:
    """What a loop is called."""
    name = op.attributes.get(NAME)
    return name.value if isinstance(name, StringAttr) else None


def keep_attributes(old: loop.ForOp, new: loop.ForOp, suffix: str = "") -> loop.ForOp:
    """The attributes of a loop for another that comes of it; a suffix tells its name apart."""
    new.attributes.update(old.attributes)
    name = name_of(old)
    if name is not None and suffix:
        new.attributes[NAME] = StringAttr(name + suffix)
    hint = old.induction_variable.name_hint
    if hint is not None:
        new.induction_variable.name_hint = hint + suffix
    return new


def rename(op: loop.ForOp, name: str) -> None:
    """Call a loop something else."""
    op.attributes[NAME] = StringAttr(name)
    op.induction_variable.name_hint = name


def loops_in(root: Operation) -> list[loop.ForOp]:
    """All `loop.for` in an op, outer ones first."""
    return [op for op in root.walk() if isinstance(op, loop.ForOp)]


# -- Perfect nests -----------------------------------------------------------------------------------------------------


def only_loop_in(op: loop.ForOp) -> loop.ForOp | None:
    """The loop that is all that a loop contains, if neither carries values."""
    first = op.body.first
    if op.results or not isinstance(first, loop.ForOp) or first.results or first.next is not op.body.last:
        return None
    return first


def carrying_on(op: loop.ForOp) -> loop.ForOp | None:
    """The loop that is all that a loop contains, and hands on all that this carries."""
    first = op.body.first
    if not isinstance(first, loop.ForOp) or first.next is not op.body.last:
        return None
    hands_on = list(first.iter_inits) == list(op.carried) and list(op.yielded) == list(first.results)
    return first if hands_on else None


def perfect_nest(op: loop.ForOp) -> list[loop.ForOp]:
    """A loop with those inside it, as long as each is all that the one around it contains."""
    found = [op]
    while (inner := only_loop_in(found[-1])) is not None:
        found.append(inner)
    return found


def check_nest(band: Sequence[loop.ForOp], what: str) -> None:
    """Refuse loops that are not each all that the one before contains."""
    for outer, inner in itertools.pairwise(band):
        if only_loop_in(outer) is not inner:
            notes = [(inner.location, "this is the other")]
            carries = outer.results or inner.results
            fact = "carries values" if carries else "contains more than the next one"
            raise Refusal(outer, f"{what}: it {fact}", notes)
    if band and band[-1].results:
        raise Refusal(band[-1], f"{what}: it carries values")


def check_box(band: Sequence[loop.ForOp], what: str) -> None:
    """Refuse loops of which one's bounds depend on another's induction variable."""
    for each in band:
        check_bounds_without(each, band, what)


def check_bounds_without(op: loop.ForOp, others: Sequence[loop.ForOp], what: str) -> None:
    """Refuse a loop whose bounds depend on the induction variable of another one."""
    counters: dict[Value, loop.ForOp] = {each.induction_variable: each for each in others}
    for value in (*op.lower_operands, *op.upper_operands):
        for used in counters_below(value, op):
            if used in counters:
                note = (counters[used].location, "this is the loop on which they depend")
                raise Refusal(op, f"{what}: its bounds depend on '{_shown(used)}'", [note])


def counters_below(value: Value, user: Operation) -> list[Value]:
    """The operands that an index is computed from by `loop.apply`."""
    made = loop.simplified(loop.Expressions([AffineDimExpr(0)], 1, [value]), user)
    return made.operands


def _shown(value: Value) -> str:
    return f"%{value.name_hint}" if value.name_hint is not None else "an induction variable"


# -- Bounds ------------------------------------------------------------------------------------------------------------


def lower_bound(op: loop.ForOp) -> tuple[AffineMap, Sequence[Value]]:
    return op.lower_map, op.lower_operands


def upper_bound(op: loop.ForOp) -> tuple[AffineMap, Sequence[Value]]:
    return op.upper_map, op.upper_operands


def joined(
    first: tuple[AffineMap, Sequence[Value]], second: tuple[AffineMap, Sequence[Value]]
) -> tuple[AffineMap, list[Value]]:
    """A map with the results of both."""
    (left, operands), (right, others) = first, second
    dims, symbols = operands[: left.num_dims], operands[left.num_dims :]
    moved = right.shift_dims(left.num_dims).shift_symbols(left.num_symbols)
    values = [*dims, *others[: right.num_dims], *symbols, *others[right.num_dims :]]
    num_dims, num_symbols = left.num_dims + right.num_dims, left.num_symbols + right.num_symbols
    return AffineMap(num_dims, num_symbols, [*left.results, *moved.results]), values


def simplify_bounds(op: loop.ForOp) -> loop.ForOp:
    """Bounds of fewer operands and results, once the loop stands where it is to stay."""
    for is_lower in (True, False):
        given = loop.Expressions.of(*(lower_bound(op) if is_lower else upper_bound(op)))
        made = loop.simplified(given, op)
        made = loop.simplified(extreme_results(made, "max" if is_lower else "min"), op)
        if made != given:
            (op.set_lower_bound if is_lower else op.set_upper_bound)((made.map, made.operands))
    return op


# -- Other iterations --------------------------------------------------------------------------------------------------


def shifted(value: Value, by: int) -> Point:
    """An index a number further on."""
    return AffineDimExpr(0) + by, [value], 1


def put_point(ops: Iterable[Operation], old: Value, point: Point, block: Block, before: Operation | None) -> None:
    """Use an affine expression in place of an index in ops and those inside: in maps, and as a value elsewhere.

    The value is made in front of `before` in `block`, if it is needed.
    """
    made: Value | None = None
    for user in [inner for op in ops for inner in op.walk() if old in inner.operands]:
        for number in _put_in_maps(user, old, point):
            if user.operands[number] is old:
                made = made or _value_of(point, block, before)
                user.set_operand(number, made)


def index_before(point: Point, op: Operation) -> Value:
    """An index as a value, made in front of an op if need be."""
    block = op.parent
    assert block is not None
    return _value_of(point, block, op)


def _value_of(point: Point, block: Block, before: Operation | None) -> Value:
    expr, operands, num_dims = point
    if isinstance(expr, AffineDimExpr):
        return operands[expr.position]
    constant = expr.constant_value
    if constant is not None:
        made: Operation = arith.ConstantOp(int_attr(constant, index))
    else:
        affine_map = AffineMap(num_dims, len(operands) - num_dims, [expr])
        made = loop.ApplyOp(AffineMapAttr(affine_map), operands)
    block.insert_before(made, before)
    return made.results[0]


def _put_in_maps(op: Operation, old: Value, point: Point) -> Sequence[int]:
    """Let an op's maps take the expression for the value; the numbers of the operands that are no part of maps."""
    if isinstance(op, (loop.LoadOp, loop.StoreOp, loop.PrefetchOp, loop.VectorLoadOp, loop.VectorStoreOp)):
        op.replace_access(*substituted(op.affine_map, op.indices, old, point))
        return range(len(op.operands) - len(op.indices))
    if isinstance(op, loop.ForOp):
        op.set_lower_bound(substituted(op.lower_map, op.lower_operands, old, point))
        op.set_upper_bound(substituted(op.upper_map, op.upper_operands, old, point))
        return range(len(op.operands) - len(op.iter_inits), len(op.operands))
    if isinstance(op, loop.ApplyOp):
        affine_map, operands = substituted(op.affine_map, op.operands, old, point)
        op.properties["map"] = AffineMapAttr(affine_map)
        op.set_operands(operands)
        return ()
    return range(len(op.operands))


def substituted(
    affine_map: AffineMap, operands: Sequence[Value], old: Value, point: Point
) -> tuple[AffineMap, list[Value]]:
    """A map of other operands, in which an expression stands for a value."""
    expr, values, num_dims = point
    dims, symbols = operands[: affine_map.num_dims], operands[affine_map.num_dims :]
    wanted = tuple([each is old for each in operands])
    made = _with_point(affine_map, wanted, expr, num_dims, len(values) - num_dims)
    return _compressed(made, [*dims, *values[:num_dims], *symbols, *values[num_dims:]])


@lru_cache(maxsize=1 << 12)
def _with_point(
    affine_map: AffineMap, wanted: tuple[bool, ...], expr: AffineExpr, num_dims: int, num_symbols: int
) -> AffineMap:
    """A map in which an expression stands for the inputs that are wanted; what it takes comes behind the others."""
    dims, symbols = wanted[: affine_map.num_dims], wanted[affine_map.num_dims :]
    shifted_map = AffineMap(num_dims, num_symbols, [expr]).shift_dims(len(dims)).shift_symbols(len(symbols))
    moved = shifted_map.results[0]
    new_dims = [moved if is_wanted else AffineDimExpr(i) for i, is_wanted in enumerate(dims)]
    new_symbols = [moved if is_wanted else AffineSymbolExpr(i) for i, is_wanted in enumerate(symbols)]
    sizes = len(dims) + num_dims, len(symbols) + num_symbols
    return affine_map.replace_dims_and_symbols(new_dims, new_symbols, *sizes).simplify()


def _compressed(affine_map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, list[Value]]:
    """Without operands that nothing uses, and each one once."""
    numbers: dict[Value, int] = {}
    same = tuple([numbers.setdefault(value, place) for place, value in enumerate(operands)])
    made, kept = _without_repeated(affine_map, same)
    return made, [operands[place] for place in kept]


@lru_cache(maxsize=1 << 12)
def _without_repeated(affine_map: AffineMap, same: tuple[int, ...]) -> tuple[AffineMap, tuple[int, ...]]:
    """A map without unused inputs, and each one once; which those are. Of each input the first that is the same."""
    num_dims = affine_map.num_dims
    dims: list[AffineExpr | int] = [0] * num_dims
    symbols: list[AffineExpr | int] = [0] * affine_map.num_symbols
    places: dict[int, int] = {}
    for place in affine_map.used_dims():
        dims[place] = AffineDimExpr(places.setdefault(same[place], len(places)))
    known: dict[int, int] = {}
    for place in affine_map.used_symbols():
        symbols[place] = AffineSymbolExpr(known.setdefault(same[num_dims + place], len(known)))
    made = affine_map.replace_dims_and_symbols(dims, symbols, len(places), len(known))
    return made, (*places, *known)


def copy_behind(op: loop.ForOp, suffix: str) -> loop.ForOp:
    """A copy of a loop behind it, which goes on with what it carries; names of the copy and inside end in a suffix."""
    block, made = op.parent, op.clone()
    assert block is not None
    keep_attributes(op, made, suffix)
    for inner in loops_in(made)[1:]:
        name = name_of(inner)
        if name is not None:
            inner.attributes[NAME] = StringAttr(name + suffix)
    block.insert_after(made, op)
    op.replace_all_uses_with(made.results)
    start = len(made.operands) - len(made.iter_inits)
    for number, value in enumerate(op.results, start):
        made.set_operand(number, value)
    return made


def replace_loop(old: loop.ForOp, values: Sequence[Value]) -> None:
    """Let values take the place of a loop's results, and remove it."""
    old.replace_all_uses_with(values)
    old.erase()
