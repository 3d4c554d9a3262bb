"""Affine expressions over a growing list of operands, and conditionals on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import loop
from dlc.ir import Block, Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr, IntegerSet
from dlc.ir.affine.expr import replace_leaves

Renamed = Mapping[Value, Value]
"""Induction variables by the ones that they replace."""


class Terms:
    """A growing list of operands, over which affine expressions are built."""

    def __init__(self, renamed: Renamed | None = None) -> None:
        self._renamed = renamed or {}
        self._dims: dict[Value, AffineExpr] = {}
        self._symbols: dict[Value, AffineExpr] = {}

    def dim(self, value: Value) -> AffineExpr:
        value = self._renamed.get(value, value)
        return self._dims.setdefault(value, AffineDimExpr(len(self._dims)))

    def _symbol(self, value: Value) -> AffineExpr:
        return self._symbols.setdefault(value, AffineSymbolExpr(len(self._symbols)))

    def of(self, source: loop.Expressions) -> list[AffineExpr]:
        """Return expressions over other operands as expressions over these."""
        dims = [self.dim(value) for value in source.operands[: source.num_dims]]
        symbols = [self._symbol(value) for value in source.operands[source.num_dims :]]
        return list(replace_leaves(source.exprs, dims, symbols))

    def expressions(self, exprs: Sequence[AffineExpr]) -> loop.Expressions:
        return loop.Expressions(exprs, len(self._dims), [*self._dims, *self._symbols])

    def simplified(self, exprs: Sequence[AffineExpr], user: Operation) -> tuple[AffineMap, list[Value]]:
        """Return the expressions as a map and its operands, simplified for use by an op."""
        simple = loop.simplified(self.expressions(exprs), user)
        return simple.map, simple.operands


# -- Conditionals ------------------------------------------------------------------------------------------------------


def put_guard(
    block: Block, before: Operation | None, exprs: Sequence[AffineExpr], equal: Sequence[bool], terms: Terms
) -> Block:
    """Insert a conditional and return its block, with terminator, that runs if expressions are zero or not negative."""
    op = _conditional(block, exprs, equal, terms, has_else=False)
    block.insert_before(op, before)
    return op.then_block


def put_choice(
    block: Block, before: Operation | None, exprs: Sequence[AffineExpr], terms: Terms
) -> tuple[Block, Block]:
    """Insert a conditional; return the block that runs if no expression is negative, and the other, both with
    terminator.
    """
    op = _conditional(block, exprs, [False] * len(exprs), terms, has_else=True)
    block.insert_before(op, before)
    assert op.else_block is not None
    return op.then_block, op.else_block


def put_guard_unless(
    block: Block, before: Operation | None, exprs: Sequence[AffineExpr], terms: Terms, equal: AffineExpr | None = None
) -> Block:
    """Insert a conditional and return its block, with terminator, that runs if one of the expressions is negative.

    If `equal` is given, it is zero exactly then. All constraints of a set must hold, so with several expressions the
    block is that of the `else` branch.
    """
    if equal is not None:
        return put_guard(block, before, [equal], [True], terms)
    if len(exprs) == 1:
        return put_guard(block, before, [-exprs[0] - 1], [False], terms)
    op = _conditional(block, exprs, [False] * len(exprs), terms, has_else=True)
    block.insert_before(op, before)
    assert op.else_block is not None
    return op.else_block


def _conditional(
    block: Block, exprs: Sequence[AffineExpr], equal: Sequence[bool], terms: Terms, *, has_else: bool
) -> loop.IfOp:
    assert block.parent_op is not None
    condition = loop.simplified(terms.expressions(exprs), block.parent_op)
    points = IntegerSet(condition.num_dims, len(condition.operands) - condition.num_dims, condition.exprs, equal)
    op = loop.IfOp.on(points, condition.operands, has_else=has_else)
    for region in op.regions:
        if not region.is_empty:
            region.entry.append(loop.YieldOp.of(()))
    return op
