"""Perfect nests, names of loops, simplified bounds, and substitution of induction variables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from dlc.dialects import arith, loop
from dlc.dialects.loop.composition import extreme_results
from dlc.dialects.loop.for_loop import SCHEDULE, TRY_SCHEDULE
from dlc.ir import Block, Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr
from dlc.ir.builtin_attributes import AffineMapAttr, StringAttr, int_attr
from dlc.ir.builtin_types import index

from ..transforms.refusals import Refusal

NAME = "loop.name"
"""The attribute that names a loop. Loops derived from it keep the name or add a suffix to it."""

Point = tuple[AffineExpr, Sequence[Value], int]
"""An index as an affine expression, its operands, and how many of these are dimensions."""


# -- Names -------------------------------------------------------------------------------------------------------------


def name_of(op: loop.ForOp) -> str | None:
    """Return the name of a loop, or `None` if it has none."""
    name = op.attributes.get(NAME)
    return name.value if isinstance(name, StringAttr) else None


def keep_attributes(old: loop.ForOp, new: loop.ForOp, suffix: str = "") -> loop.ForOp:
    """Copy the attributes of a loop to one derived from it, with a suffix added to its name; return the new loop."""
    new.attributes.update(old.attributes)
    name = name_of(old)
    if name is not None and suffix:
        new.attributes[NAME] = StringAttr(name + suffix)
    hint = old.induction_variable.name_hint
    if hint is not None:
        new.induction_variable.name_hint = hint + suffix
    return new


def rename(op: loop.ForOp, name: str) -> None:
    """Change the name of a loop."""
    op.attributes[NAME] = StringAttr(name)
    op.induction_variable.name_hint = name


def loops_in(root: Operation) -> list[loop.ForOp]:
    """Return all `loop.for` ops in an op, outer ones first."""
    return [op for op in root.owners_of_regions() if isinstance(op, loop.ForOp)]


def is_scheduled(op: loop.ForOp) -> bool:
    """Return whether a schedule is written on a loop, or on one around or inside it."""
    return any(
        SCHEDULE in each.attributes or TRY_SCHEDULE in each.attributes for each in (*op.ancestors, *loops_in(op))
    )


# -- Perfect nests -----------------------------------------------------------------------------------------------------


def only_loop_in(op: loop.ForOp) -> loop.ForOp | None:
    """Return the loop that is the only op in a loop's body if neither has iteration arguments, otherwise `None`."""
    first = op.body.first
    if op.results or not isinstance(first, loop.ForOp) or first.results or first.next is not op.body.last:
        return None
    return first


def forwarding_loop_in(op: loop.ForOp) -> loop.ForOp | None:
    """Return the loop that is the only op in a loop's body and forwards all its iteration arguments, or `None`."""
    first = op.body.first
    if not isinstance(first, loop.ForOp) or first.next is not op.body.last:
        return None
    forwards_all = list(first.iter_inits) == list(op.carried) and list(op.yielded) == list(first.results)
    return first if forwards_all else None


def perfect_nest(op: loop.ForOp) -> list[loop.ForOp]:
    """Return a loop and the loops inside it that form a perfect nest, outermost first."""
    nest = [op]
    while (inner := only_loop_in(nest[-1])) is not None:
        nest.append(inner)
    return nest


def check_nest(band: Sequence[loop.ForOp], what: str) -> None:
    """Refuse loops that are not a perfect nest, or that have iteration arguments."""
    for outer, inner in itertools.pairwise(band):
        if only_loop_in(outer) is not inner:
            notes = [(inner.location, "this is the next loop")]
            if outer.results or inner.results:
                raise Refusal(outer, f"{what}: it has iteration arguments", notes)
            raise Refusal(outer, f"{what}: it contains more than the next loop", notes)
    if band and band[-1].results:
        raise Refusal(band[-1], f"{what}: it has iteration arguments")


def check_rectangular(band: Sequence[loop.ForOp], what: str) -> None:
    """Refuse a nest in which the bounds of a loop depend on the induction variable of another one."""
    for each in band:
        check_bounds_independent(each, band, what)


def check_bounds_independent(op: loop.ForOp, others: Sequence[loop.ForOp], what: str) -> None:
    """Refuse a loop whose bounds depend on the induction variable of one of the others."""
    for other in _bounding(op, others):
        note = (other.location, "this is the loop that they depend on")
        raise Refusal(op, f"{what}: its bounds depend on '{_shown(other.induction_variable)}'", [note])


def is_rectangular(band: Sequence[loop.ForOp]) -> bool:
    """Return whether the bounds of no loop depend on the induction variable of another one."""
    return not any(other for each in band for other in _bounding(each, band))


def _bounding(op: loop.ForOp, others: Sequence[loop.ForOp]) -> Iterator[loop.ForOp]:
    """Yield those of the other loops on whose induction variables the bounds of a loop depend."""
    counters: dict[Value, loop.ForOp] = {each.induction_variable: each for each in others}
    for value in (*op.lower_operands, *op.upper_operands):
        for used in operands_through_apply(value, op):
            if used in counters:
                yield counters[used]


def operands_through_apply(value: Value, user: Operation) -> list[Value]:
    """Return the operands that an index is computed from by `loop.apply`."""
    return loop.simplified(loop.Expressions([AffineDimExpr(0)], 1, [value]), user).operands


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
    """Return a map with the results of both maps, and its operands."""
    (left, operands), (right, others) = first, second
    dims, symbols = operands[: left.num_dims], operands[left.num_dims :]
    moved = right.shift_dims(left.num_dims).shift_symbols(left.num_symbols)
    values = [*dims, *others[: right.num_dims], *symbols, *others[right.num_dims :]]
    num_dims, num_symbols = left.num_dims + right.num_dims, left.num_symbols + right.num_symbols
    return AffineMap(num_dims, num_symbols, [*left.results, *moved.results]), values


def simplify_bounds(op: loop.ForOp) -> loop.ForOp:
    """Simplify the bounds of a loop in its final place; return the loop."""
    for is_lower in (True, False):
        bound = loop.Expressions.of(*(lower_bound(op) if is_lower else upper_bound(op)))
        simplified = loop.simplified(bound, op)
        simplified = loop.simplified(extreme_results(simplified, "max" if is_lower else "min"), op)
        if simplified != bound:
            (op.set_lower_bound if is_lower else op.set_upper_bound)((simplified.map, simplified.operands))
    return op


# -- Other iterations --------------------------------------------------------------------------------------------------


def shifted(value: Value, by: int) -> Point:
    """Return an index plus a constant."""
    return AffineDimExpr(0) + by, [value], 1


def substitute_point(
    ops: Iterable[Operation], old: Value, point: Point, block: Block, before: Operation | None
) -> None:
    """Replace an index by an affine expression in ops and those inside: in maps, and as a value elsewhere.

    If the value is needed, it is created before `before` in `block`.
    """
    replacement: Value | None = None
    for user in [inner for op in ops for inner in op.walk() if old in inner.operands]:
        for position in _put_in_maps(user, old, point):
            if user.operands[position] is old:
                replacement = replacement or _value_of(point, block, before)
                user.set_operand(position, replacement)


def index_before(point: Point, op: Operation) -> Value:
    """Return an index as a value, created before an op if necessary."""
    return _value_of(point, op.block, op)


def _value_of(point: Point, block: Block, before: Operation | None) -> Value:
    expr, operands, num_dims = point
    if isinstance(expr, AffineDimExpr):
        return operands[expr.position]
    constant = expr.constant_value
    if constant is not None:
        index_op: Operation = arith.ConstantOp(int_attr(constant, index))
    else:
        affine_map = AffineMap(num_dims, len(operands) - num_dims, [expr])
        index_op = loop.ApplyOp(AffineMapAttr(affine_map), operands)
    block.insert_before(index_op, before)
    return index_op.results[0]


def _put_in_maps(op: Operation, old: Value, point: Point) -> Sequence[int]:
    """Replace a value by an expression in the maps of an op; return the indices of operands that belong to no map."""
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
    """Return a map and its operands with a value replaced by an expression."""
    expr, values, num_dims = point
    dims, symbols = operands[: affine_map.num_dims], operands[affine_map.num_dims :]
    replaced = tuple([operand is old for operand in operands])
    substituted_map = _with_point(affine_map, replaced, expr, num_dims, len(values) - num_dims)
    return _compressed(substituted_map, [*dims, *values[:num_dims], *symbols, *values[num_dims:]])


@lru_cache(maxsize=1 << 12)
def _with_point(
    affine_map: AffineMap, replaced: tuple[bool, ...], expr: AffineExpr, num_dims: int, num_symbols: int
) -> AffineMap:
    """Return a map with the marked inputs replaced by an expression, whose inputs follow the others."""
    dims, symbols = replaced[: affine_map.num_dims], replaced[affine_map.num_dims :]
    shifted_map = AffineMap(num_dims, num_symbols, [expr]).shift_dims(len(dims)).shift_symbols(len(symbols))
    moved = shifted_map.results[0]
    new_dims = [moved if is_replaced else AffineDimExpr(i) for i, is_replaced in enumerate(dims)]
    new_symbols = [moved if is_replaced else AffineSymbolExpr(i) for i, is_replaced in enumerate(symbols)]
    sizes = len(dims) + num_dims, len(symbols) + num_symbols
    return affine_map.replace_dims_and_symbols(new_dims, new_symbols, *sizes).simplify()


def _compressed(affine_map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, list[Value]]:
    """Return a map and its operands without unused and repeated operands."""
    first_uses: dict[Value, int] = {}
    same = tuple([first_uses.setdefault(value, position) for position, value in enumerate(operands)])
    compressed_map, used = _without_repeated(affine_map, same)
    return compressed_map, [operands[position] for position in used]


@lru_cache(maxsize=1 << 12)
def _without_repeated(affine_map: AffineMap, same: tuple[int, ...]) -> tuple[AffineMap, tuple[int, ...]]:
    """Return a map without unused and repeated inputs, and the inputs that it uses.

    `same` has, for each input, the first one that is equal to it.
    """
    num_dims = affine_map.num_dims
    dims: list[AffineExpr | int] = [0] * num_dims
    symbols: list[AffineExpr | int] = [0] * affine_map.num_symbols
    dim_indices: dict[int, int] = {}
    for position in affine_map.used_dims():
        dims[position] = AffineDimExpr(dim_indices.setdefault(same[position], len(dim_indices)))
    symbol_indices: dict[int, int] = {}
    for position in affine_map.used_symbols():
        symbols[position] = AffineSymbolExpr(symbol_indices.setdefault(same[num_dims + position], len(symbol_indices)))
    compressed = affine_map.replace_dims_and_symbols(dims, symbols, len(dim_indices), len(symbol_indices))
    return compressed, (*dim_indices, *symbol_indices)


def clone_after(op: loop.ForOp, suffix: str) -> loop.ForOp:
    """Insert a copy of a loop after it that continues with its results; names in the copy end in a suffix."""
    block, copy = op.block, op.clone()
    keep_attributes(op, copy, suffix)
    for inner in loops_in(copy)[1:]:
        name = name_of(inner)
        if name is not None:
            inner.attributes[NAME] = StringAttr(name + suffix)
    block.insert_after(copy, op)
    op.replace_all_uses_with(copy.results)
    start = len(copy.operands) - len(copy.iter_inits)
    for position, value in enumerate(op.results, start):
        copy.set_operand(position, value)
    return copy


def replace_loop(old: loop.ForOp, values: Sequence[Value]) -> None:
    """Replace the results of a loop by values, and erase it."""
    old.replace_all_uses_with(values)
    old.erase()
