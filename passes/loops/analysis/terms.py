"""Putting affine expressions together over operands, and conditionals on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import loop
from dlc.ir.affine.expr import AffineDimExpr, AffineExpr, AffineSymbolExpr, replace_leaves
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.affine.map import AffineMap
from dlc.ir.blocks import Block
from dlc.ir.operations import Operation
from dlc.ir.values import Value

Renamed = Mapping[Value, Value]
"""Induction variables, and those that take their place."""


class Terms:
    """Operands over which affine expressions are put together."""

    def __init__(self, renamed: Renamed | None = None) -> None:
        self._renamed = renamed or {}
        self._dims: dict[Value, AffineExpr] = {}
        self._symbols: dict[Value, AffineExpr] = {}

    def dim(self, value: Value) -> AffineExpr:
        value = self._renamed.get(value, value)
        return self._dims.setdefault(value, AffineDimExpr(len(self._dims)))

    def _symbol(self, value: Value) -> AffineExpr:
        return self._symbols.setdefault(value, AffineSymbolExpr(len(self._symbols)))

    def of(self, given: loop.Expressions) -> list[AffineExpr]:
        """Expressions over other operands, over these."""
        dims = [self.dim(value) for value in given.operands[: given.num_dims]]
        symbols = [self._symbol(value) for value in given.operands[given.num_dims :]]
        return list(replace_leaves(given.exprs, dims, symbols))

    def expressions(self, exprs: Sequence[AffineExpr]) -> loop.Expressions:
        return loop.Expressions(exprs, len(self._dims), [*self._dims, *self._symbols])

    def simplified(self, exprs: Sequence[AffineExpr], user: Operation) -> tuple[AffineMap, list[Value]]:
        """The expressions as a map with its operands, as simple as it can be where an op stands."""
        made = loop.simplified(self.expressions(exprs), user)
        return made.map, made.operands


# -- Conditionals ------------------------------------------------------------------------------------------------------


def put_guard(
    block: Block, before: Operation | None, exprs: Sequence[AffineExpr], equal: Sequence[bool], terms: Terms
) -> Block:
    """A block that runs where expressions are zero, or not negative; it ends already."""
    op = _conditional(block, exprs, equal, terms, has_else=False)
    block.insert_before(op, before)
    return op.then_block


def put_choice(
    block: Block, before: Operation | None, exprs: Sequence[AffineExpr], terms: Terms
) -> tuple[Block, Block]:
    """A block that runs where no expression is negative, and one that runs elsewhere; both end already."""
    op = _conditional(block, exprs, [False] * len(exprs), terms, has_else=True)
    block.insert_before(op, before)
    assert op.else_block is not None
    return op.then_block, op.else_block


def put_guard_unless(
    block: Block, before: Operation | None, exprs: Sequence[AffineExpr], terms: Terms, equal: AffineExpr | None = None
) -> Block:
    """A block that runs where one of some expressions is negative, or, in other words, one is zero; it ends already.

    A set is where all of its constraints hold: with several expressions, it is what is outside that runs.
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
    made = loop.simplified(terms.expressions(exprs), block.parent_op)
    points = IntegerSet(made.num_dims, len(made.operands) - made.num_dims, made.exprs, equal)
    op = loop.IfOp.on(points, made.operands, has_else=has_else)
    for region in op.regions:
        if not region.is_empty:
            region.entry.append(loop.YieldOp.of(()))
    return op
