"""Simplifying affine expressions together with the values that they take.

`simplified` puts what `loop.apply` computes, and constants, into the expressions; makes symbols of dimensions that can
be symbols; drops operands that nothing uses, and those that occur twice; and uses the bounds of induction variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dlc.ir import BlockArgument, IntegerAttr, Operation, Region, Value
from dlc.ir.affine import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineError,
    AffineExpr,
    AffineMap,
    AffineSymbolExpr,
    Range,
    affine_bounds,
    simplify_affine_expr,
)
from dlc.ir.affine.expr import replace_leaves
from dlc.ir.affine.traversal import postorder
from dlc.ir.definition import is_like
from dlc.ir.values import constant_of

from .apply import ApplyOp
from .for_loop import ForOp
from .parallel import ParallelOp
from .scopes import affine_scope, is_valid_symbol

LARGEST_TEXT = 2000
"""The maximum number of parts of an expression composed from `loop.apply` ops, as it is written."""

DIVISIONS = ("mod", "floordiv", "ceildiv")
"""The kinds of expressions that are simpler where their operands have bounds."""

Leaf = tuple[Value, bool]
"""A value, and whether it is to be a symbol."""


class Expressions:
    """Expressions, how many dimensions and symbols they take, and which."""

    __slots__ = ("exprs", "num_dims", "operands")

    def __init__(self, exprs: Sequence[AffineExpr], num_dims: int, operands: Sequence[Value]) -> None:
        self.exprs = tuple(exprs)
        self.num_dims = num_dims
        self.operands = list(operands)

    @classmethod
    def of(cls, affine_map: AffineMap, operands: Sequence[Value]) -> Expressions:
        return cls(affine_map.results, affine_map.num_dims, operands)

    @property
    def map(self) -> AffineMap:
        return AffineMap(self.num_dims, len(self.operands) - self.num_dims, self.exprs)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Expressions)
            and self.exprs == other.exprs
            and self.num_dims == other.num_dims
            and self.operands == other.operands
        )

    __hash__ = None  # type: ignore[assignment]


def simplified_map(affine_map: AffineMap, operands: Sequence[Value], user: Operation) -> Expressions | None:
    """Return a simpler map with the same values at `user`, or `None` if there is none."""
    before = Expressions.of(affine_map, operands)
    after = simplified(before, user)
    return None if after == before else after


def simplified(given: Expressions, user: Operation) -> Expressions:
    """Return simpler expressions with the same values and fewer operands, at `user`."""
    scope = affine_scope(user) if given.operands else None
    try:
        composed = given if _takes_plain_values(given) else _composed(given, scope)
        operands, num_dims = composed.operands, composed.num_dims
        symbols = tuple([is_valid_symbol(value, scope) for value in operands[:num_dims]])
        ranges = tuple(map(known_range, operands)) if _divides(composed.exprs) else ()
        exprs, num_dims, places = _arranged(composed.exprs, symbols, len(operands), ranges)
    except AffineError:  # what is put together is not affine, or does not fit: it stays as it was written
        return given
    if len(places) == len(given.operands) and exprs == given.exprs and num_dims == given.num_dims:
        return given
    return Expressions(exprs, num_dims, [operands[place] for place in places])


def _takes_plain_values(given: Expressions) -> bool:
    """Return whether no operand is computed by `loop.apply`, constant, or there twice."""
    operands = given.operands
    if len(set(operands)) < len(operands):
        return False
    definers = (value.defining_op for value in operands)
    return not any(op is not None and (is_like(op, ApplyOp) or op.constant_value() is not None) for op in definers)


def _composed(given: Expressions, scope: Region | None) -> Expressions:
    """Return expressions that take what `loop.apply` takes instead of its results, unless they are too long then."""
    composed = _Composition(given, scope, composes=True).result()
    if composed != given and _text_size(composed.exprs) > max(LARGEST_TEXT, _text_size(given.exprs)):
        return _Composition(given, scope, composes=False).result()
    return composed


@lru_cache(maxsize=1 << 14)
def _arranged(
    exprs: tuple[AffineExpr, ...], are_symbols: tuple[bool, ...], num_inputs: int, ranges: tuple[Range, ...]
) -> tuple[tuple[AffineExpr, ...], int, tuple[int, ...]]:
    """Return simpler expressions, their number of dimensions, and the places of the operands that they take.

    `are_symbols` says of each dimension whether it can be a symbol; `ranges` are those of all operands, if any.
    Most maps are asked about again and again, with other operands of the same kinds, so answers are remembered.
    """
    num_dims = len(are_symbols)
    if ranges:
        exprs = tuple([_within_bounds(expr, ranges[:num_dims], ranges[num_dims:]) for expr in exprs])
    exprs = tuple([simplify_affine_expr(expr, num_dims, num_inputs - num_dims) for expr in exprs])
    used = _used_leaves(exprs, num_dims)
    dims = [place for place in range(num_dims) if place in used and not are_symbols[place]]
    symbols = [place for place in range(num_inputs) if place in used and place not in dims]
    replacements: list[AffineExpr] = [AffineConstantExpr(0)] * num_inputs
    for number, place in enumerate(dims):
        replacements[place] = AffineDimExpr(number)
    for number, place in enumerate(symbols):
        replacements[place] = AffineSymbolExpr(number)
    exprs = tuple(replace_leaves(exprs, replacements[:num_dims], replacements[num_dims:]))
    return exprs, len(dims), (*dims, *symbols)


@lru_cache(maxsize=1 << 14)
def _divides(exprs: tuple[AffineExpr, ...]) -> bool:
    return any(part.kind in DIVISIONS for part in postorder(exprs))


class _Composition:
    """The expression for each leaf after composing the `loop.apply` ops that compute operands."""

    def __init__(self, given: Expressions, scope: Region | None, *, composes: bool) -> None:
        self.given = given
        self.scope = scope
        self.composes = composes
        self._symbols: dict[Value, bool] = {}
        self._exprs: dict[Leaf, AffineExpr] = {}

    def result(self) -> Expressions:
        given = self.given
        used = _used_leaves(given.exprs, given.num_dims)
        roots = [
            self._leaf(value, place >= given.num_dims) if place in used else None
            for place, value in enumerate(given.operands)
        ]
        leaves = self._discover([root for root in roots if root is not None])
        dims = [leaf for leaf in leaves if not leaf[1]]
        symbols = [leaf for leaf in leaves if leaf[1]]
        self._exprs.update((leaf, AffineDimExpr(place)) for place, leaf in enumerate(dims))
        self._exprs.update((leaf, AffineSymbolExpr(place)) for place, leaf in enumerate(symbols))
        replacements = [AffineConstantExpr(0) if root is None else self._resolved(root) for root in roots]
        exprs = replace_leaves(given.exprs, replacements[: given.num_dims], replacements[given.num_dims :])
        return Expressions(exprs, len(dims), [value for value, _ in (*dims, *symbols)])

    def _leaf(self, value: Value, is_symbol: bool) -> Leaf:
        """Return the leaf of a value, as a symbol if it can be one."""
        if not is_symbol:
            known = self._symbols.get(value)
            if known is None:
                known = self._symbols[value] = is_valid_symbol(value, self.scope)
            is_symbol = known
        return value, is_symbol

    def _discover(self, roots: Sequence[Leaf]) -> list[Leaf]:
        """The values that remain, in the order in which they are met: those of the map, then those inside."""
        pending, leaves = list(dict.fromkeys(roots)), list[Leaf]()
        known = set(pending)
        for leaf in pending:  # it grows
            constant = constant_of(leaf[0])
            if isinstance(constant, IntegerAttr):
                self._exprs[leaf] = AffineConstantExpr(constant.value)
                continue
            inner = self._inner_leaves(leaf)
            if inner is None:
                leaves.append(leaf)
                continue
            for each in inner:
                if each not in known:
                    known.add(each)
                    pending.append(each)
        return leaves

    def _inner_leaves(self, leaf: Leaf) -> list[Leaf] | None:
        """Return the leaves from which a value is computed, or `None` if it is not decomposed."""
        value, is_symbol = leaf
        apply = value.defining_op if self.composes else None
        if (
            not is_like(apply, ApplyOp)
            or apply.affine_map.num_inputs != len(apply.operands)
            or len(apply.affine_map.results) != 1
        ):
            return None
        inner = [self._leaf(each, place >= apply.affine_map.num_dims) for place, each in enumerate(apply.operands)]
        if is_symbol and not all(is_valid_symbol(each, self.scope) for each, _ in inner):
            return None  # what is no symbol cannot stand in the place of one
        return inner

    def _resolved(self, root: Leaf) -> AffineExpr:
        """The expression for a value, operands of `loop.apply` first: a stack, for chains of any length."""
        pending = [root]
        while pending:
            leaf = pending[-1]
            if leaf not in self._exprs:
                inner = self._inner_leaves(leaf)
                assert inner is not None
                missing = [each for each in inner if each not in self._exprs]
                if missing:
                    pending += missing
                    continue
                self._exprs[leaf] = self._substituted(leaf[0], inner)
            pending.pop()
        return self._exprs[root]

    def _substituted(self, value: Value, inner: Sequence[Leaf]) -> AffineExpr:
        apply = value.defining_op
        assert is_like(apply, ApplyOp)
        exprs, num_dims = [self._exprs[each] for each in inner], apply.affine_map.num_dims
        return replace_leaves(apply.affine_map.results, exprs[:num_dims], exprs[num_dims:])[0]


@lru_cache(maxsize=1 << 14)
def _used_leaves(exprs: tuple[AffineExpr, ...], num_dims: int) -> frozenset[int]:
    """Return the operands that the expressions use."""
    leaves: set[int] = set()
    for part in postorder(exprs):
        if isinstance(part, AffineDimExpr):
            leaves.add(part.position)
        elif isinstance(part, AffineSymbolExpr):
            leaves.add(num_dims + part.position)
    return frozenset(leaves)


def _text_size(exprs: Sequence[AffineExpr]) -> int:
    """Return the number of parts of the expressions' text, where shared parts count each time."""
    sizes: dict[AffineExpr, int] = {}
    for part in postorder(exprs):
        sizes[part] = 1 + sum(sizes[operand] for operand in part.operands)
    return sum(sizes[expr] for expr in exprs)


# -- Bounds of induction variables -------------------------------------------------------------------------------------


def known_range(value: Value) -> Range:
    """The least and the greatest number that an operand can be, as the loop that counts with it says."""
    constant = constant_of(value)
    if isinstance(constant, IntegerAttr):
        return constant.value, constant.value
    if not isinstance(value, BlockArgument):
        return None, None
    loop = value.owner.parent_op
    if is_like(loop, ForOp) and value.index == 0:
        return _counted(loop.constant_lower, loop.constant_upper, loop.step_value)
    if is_like(loop, ParallelOp) and value.index < len(loop.steps):
        lows, highs = ([each.constant_value for each in groups[value.index]] for groups in _groups_of(loop))
        low = lows[0] if len(lows) == 1 else None
        high = highs[0] if len(highs) == 1 else None
        return _counted(low, high, loop.step_values[value.index])
    return None, None


def _groups_of(loop: ParallelOp) -> tuple[list[list[AffineExpr]], list[list[AffineExpr]]]:
    return loop.lower_groups, loop.upper_groups


def _counted(lower: int | None, upper: int | None, step: int) -> Range:
    if lower is None or upper is None or step <= 0:
        return lower, None if upper is None else upper - 1
    if upper <= lower:
        return None, None  # the body never runs
    return lower, upper - 1 - (upper - 1 - lower) % step


def ranges_of(given: Expressions) -> tuple[list[Range], list[Range]]:
    """Return the ranges of the dimensions and those of the symbols."""
    ranges = [known_range(value) for value in given.operands]
    return ranges[: given.num_dims], ranges[given.num_dims :]


def _within_bounds(expr: AffineExpr, dims: Sequence[Range], symbols: Sequence[Range]) -> AffineExpr:
    """Quotients and remainders that do not vary within the bounds of the operands are resolved."""
    if not _divides((expr,)):
        return expr
    rebuilt: dict[AffineExpr, AffineExpr] = {}
    for part in postorder((expr,)):
        rebuilt_part = part.with_operands(*[rebuilt[operand] for operand in part.operands]) if part.operands else part
        rebuilt[part] = _resolved_division(rebuilt_part, dims, symbols)
    return rebuilt[expr]


def _resolved_division(expr: AffineExpr, dims: Sequence[Range], symbols: Sequence[Range]) -> AffineExpr:
    if expr.kind not in DIVISIONS:
        return expr
    lhs, rhs = expr.operands
    divisor = rhs.constant_value
    if divisor is None or divisor <= 0:
        return expr
    low, high = affine_bounds(lhs, dims, symbols)
    if low is None or high is None:
        return expr
    if expr.kind == "ceildiv":
        first, last = -(-low // divisor), -(-high // divisor)
    else:
        first, last = low // divisor, high // divisor
    if first != last:
        return expr
    return lhs - first * divisor if expr.kind == "mod" else AffineConstantExpr(first)


def extreme_results(given: Expressions, extreme: str) -> Expressions:
    """The results without those that are never the least (or greatest): equal ones, and those beyond another one."""
    dims, symbols = ranges_of(given)
    num_symbols = len(given.operands) - given.num_dims
    kept = list(dict.fromkeys(given.exprs))
    for expr in list(kept):
        others = [other for other in kept if other is not expr]
        differences = (expr - other if extreme == "min" else other - expr for other in others)
        for difference in differences:
            low, _ = affine_bounds(simplify_affine_expr(difference, given.num_dims, num_symbols), dims, symbols)
            if low is not None and low >= 0:
                kept.remove(expr)
                break
    return Expressions(kept, given.num_dims, given.operands)
