"""Canonicalization of maps with their operands: in `loop.apply`, extremes, accesses, and linear indices."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Value
from dlc.ir.affine import AffineExpr
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.ir.definition import counterpart, is_like
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .apply import ApplyOp, ExtremeOp, MaxOp, MinOp
from .composition import Expressions, extreme_results, simplified, simplified_map
from .inlining import constant_index, is_constant_index
from .linear_index import Basis, DelinearizeIndexOp, LinearizeIndexOp
from .memory import AccessOp, LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp
from .scopes import affine_scope, is_valid_symbol


@canonicalization(ApplyOp, "affine.apply")
def simplify_apply(op: ApplyOp, rw: Rewriter) -> Match:
    """apply(f, apply(g, x), c, x) -> apply(h, x), simplified.  Terminates: the simplified form is final."""
    after = simplified_map(op.affine_map, op.operands, op)
    if after is None:
        return rw.no_match("map and operands are as simple as can be")
    return rw.replace(op, counterpart(op, ApplyOp)(AffineMapAttr(after.map), after.operands))


@canonicalization(MinOp, MaxOp, "affine.min", "affine.max")
def simplify_extreme(op: ExtremeOp, rw: Rewriter) -> Match:
    """min(d0, d0 + 1, 8)(apply(g, x)) -> min(h, 8)(x), without what is never least.  Terminates: removes results."""
    is_min = is_like(op, MinOp)
    before = Expressions.of(op.affine_map, op.operands)
    after = extreme_results(simplified(before, op), "min" if is_min else "max")
    after = _with_inner_extremes(after, type(op))
    after = simplified(after, op)
    scope = affine_scope(op)
    if len(after.exprs) == 1 and all(is_valid_symbol(value, scope) for value in after.operands[after.num_dims :]):
        return rw.replace(op, counterpart(op, ApplyOp)(AffineMapAttr(after.map), after.operands))
    if after == before:
        return rw.no_match("map and operands are as simple as can be")
    return rw.replace(op, type(op)(AffineMapAttr(after.map), after.operands))


def _with_inner_extremes(given: Expressions, kind: type[ExtremeOp]) -> Expressions:
    """min(min(a, b), c) -> min(a, b, c), for results that are such an operand."""
    exprs: list[AffineExpr] = []
    dims, symbols = list(given.operands[: given.num_dims]), list(given.operands[given.num_dims :])
    changed = False
    for expr in given.exprs:
        inner = _extreme_that_is(expr, given, kind)
        if inner is None:
            exprs.append(expr)
            continue
        changed = True
        shifted = inner.affine_map.shift_dims(len(dims)).shift_symbols(len(symbols))
        exprs += shifted.results
        dims += inner.operands[: inner.affine_map.num_dims]
        symbols += inner.operands[inner.affine_map.num_dims :]
    return _flattened(given, exprs, dims, symbols) if changed else given


def _flattened(
    given: Expressions, exprs: Sequence[AffineExpr], dims: Sequence[Value], symbols: Sequence[Value]
) -> Expressions:
    """Expressions over more operands, unless that repeats what is written too often."""
    return Expressions(exprs, len(dims), [*dims, *symbols]) if len(exprs) <= MOST_RESULTS else given


MOST_RESULTS = 64
"""The maximum number of results of a min or max after merging others into it."""


def _extreme_that_is(expr: AffineExpr, given: Expressions, kind: type[ExtremeOp]) -> ExtremeOp | None:
    """The op of the same kind that computes the operand which a result is."""
    if expr.kind not in ("dim", "symbol"):
        return None
    place = expr.dim_bound - 1 if expr.kind == "dim" else given.num_dims + expr.symbol_bound - 1
    return given.operands[place].defined_by(kind)


@canonicalization(
    *(LoadOp, StoreOp, VectorLoadOp, VectorStoreOp, PrefetchOp),
    *("affine.load", "affine.store", "affine.vector_load", "affine.vector_store", "affine.prefetch"),
)
def simplify_access(op: AccessOp, rw: Rewriter) -> Match:
    """load m[apply(g, x) + 1] -> load m[g(x) + 1], simplified.  Terminates: the simplified form is final."""
    after = simplified_map(op.affine_map, op.indices, op)
    if after is None:
        return rw.no_match("map and operands are as simple as can be")
    op.replace_access(after.map, after.operands)
    return rw.modify(op)


# -- Linear indices ----------------------------------------------------------------------------------------------------


@canonicalization(DelinearizeIndexOp, "affine.delinearize_index")
def delinearize_linearized(op: DelinearizeIndexOp, rw: Rewriter) -> Match:
    """delinearize(linearize disjoint (x, y) by b) into b -> x, y.  Terminates: removes an op."""
    inner = op.linear_index.defined_by(counterpart(op, LinearizeIndexOp))
    if inner is None or not inner.is_disjoint:
        return rw.no_match("it is not the number of disjoint indices")
    if len(inner.multi_index) != len(op.results) or inner.inner_basis != op.inner_basis:
        return rw.no_match("the places differ")
    return rw.replace(op, list(inner.multi_index))


@canonicalization(DelinearizeIndexOp, "affine.delinearize_index")
def drop_unit_places(op: DelinearizeIndexOp, rw: Rewriter) -> Match:
    """delinearize(x) into (a, 1, b) -> that into (a, b), with 0 between.  Terminates: there are fewer positions."""
    inner = op.inner_basis
    if 1 not in [size for size in inner if isinstance(size, int)]:
        return rw.no_match("every inner place has more than one number")
    outer: Basis = op.basis[: len(op.basis) - len(inner)]
    kept = [size for size in inner if isinstance(size, Value) or size != 1]
    new_op = rw.insert_before(op, type(op).of(op.linear_index, [*outer, *kept], has_outer_size=bool(outer)))
    zero = rw.insert_before(op, constant_index(0)).results[0]
    results = iter(new_op.results)
    values: list[Value] = [next(results)]
    values += [next(results) if isinstance(size, Value) or size != 1 else zero for size in inner]
    return rw.replace(op, values)


@canonicalization(LinearizeIndexOp, "affine.linearize_index")
def linearize_delinearized(op: LinearizeIndexOp, rw: Rewriter) -> Match:
    """linearize(delinearize(x) into b) by b -> x.  Terminates: removes an op."""
    inner = op.multi_index[0].defined_by(counterpart(op, DelinearizeIndexOp)) if op.multi_index else None
    if inner is None or list(op.multi_index) != list(inner.results):
        return rw.no_match("the indices are not those of one number")
    if inner.inner_basis != op.inner_basis:
        return rw.no_match("the places differ")
    return rw.replace(op, inner.linear_index)


@canonicalization(LinearizeIndexOp, "affine.linearize_index")
def drop_leading_zero(op: LinearizeIndexOp, rw: Rewriter) -> Match:
    """linearize(0, x, y) by (a, b, c) -> linearize(x, y) by (b, c).  Terminates: there are fewer positions."""
    if len(op.multi_index) < 2 or not is_constant_index(op.multi_index[0], 0):
        return rw.no_match("the first index is not zero")
    new_op = type(op).of(op.multi_index[1:], op.inner_basis, is_disjoint=op.is_disjoint)
    return rw.replace(op, new_op)


@canonicalization(LinearizeIndexOp, "affine.linearize_index")
def drop_unit_indices(op: LinearizeIndexOp, rw: Rewriter) -> Match:
    """linearize(x, 0, y) by (a, 1, b) -> linearize(x, y) by (a, b).  Terminates: there are fewer positions."""
    inner, indices = op.inner_basis, op.multi_index
    dropped = [
        place
        for place, size in enumerate(inner, 1)
        if size == 1 and (op.is_disjoint or is_constant_index(indices[place], 0))
    ]
    if not dropped:
        return rw.no_match("no inner place has a single number")
    outer: Basis = op.basis[: len(op.basis) - len(inner)]
    kept = [size for place, size in enumerate(inner, 1) if place not in dropped]
    values = [value for place, value in enumerate(indices) if place not in dropped]
    return rw.replace(op, type(op).of(values, [*outer, *kept], is_disjoint=op.is_disjoint))
