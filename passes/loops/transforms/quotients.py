"""Quotients and remainders of the induction variable of a loop inside a tile, by terms that are invariant in the loop.

    for %l = 0 to 784 step 28 {                            for %l = 0 to 784 step 28 {
      for %i = %l to %l + 28 {                     =>        for %i = %l to %l + 28 {
        load %m[%i floordiv 28, %i mod 28]                     load %m[%l floordiv 28, %i - %l]

The dividend is split into an invariant multiple of the divisor and a remainder from 0 to less than the divisor. So a
coalesced loop over rows accesses whole rows again once it is tiled by the size of a row.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.ir.affine.traversal import postorder

from ..analysis.accesses import Form, Quotient, forms_of
from ..analysis.divisibility import divisor_of
from ..analysis.loop_ranges import range_of
from ..analysis.nests import joined, lower_bound


def resolve_quotients(op: loop.ForOp) -> None:
    """Rewrite the accesses inside a loop that divide its induction variable."""
    farthest = range_of(op.induction_variable).farthest
    if farthest is None or farthest < 0 or op.lower_map.num_results != 1:
        return
    for user in op.induction_variable.users:
        if isinstance(user, AccessOp) and any(part.kind in ("floordiv", "mod") for part in user.affine_map.walk()):
            _Resolution(op, user, farthest).run()


class _Resolution:
    """The rewrite of one access: its indices and the lower bound of the loop, over the same operands."""

    def __init__(self, op: loop.ForOp, user: AccessOp, farthest: int) -> None:
        self.op, self.user, self.farthest = op, user, farthest
        given, self.operands = joined(lower_bound(op), (user.affine_map, user.indices))
        self.num_dims = given.num_dims
        self.start, *self.exprs = given.results
        self.counters = [
            AffineDimExpr(place)
            for place, value in enumerate(self.operands[: self.num_dims])
            if value is op.induction_variable
        ]

    def run(self) -> None:
        rebuilt: dict[AffineExpr, AffineExpr] = {}
        for part in postorder(self.exprs):
            new_part = part.with_operands(*[rebuilt[each] for each in part.operands]) if part.operands else part
            rebuilt[part] = self._resolved(new_part)
        exprs = [rebuilt[each] for each in self.exprs]
        if exprs != self.exprs:
            access = loop.simplified(loop.Expressions(exprs, self.num_dims, self.operands), self.user)
            self.user.replace_access(access.map, access.operands)

    def _resolved(self, expr: AffineExpr) -> AffineExpr:
        if expr.kind not in ("floordiv", "mod"):
            return expr
        dividend, divisor = expr.operands[0], expr.operands[1].constant_value
        if divisor is None or divisor <= 0:
            return expr
        first = dividend.replace(dict.fromkeys(self.counters, self.start))
        start_and_dividend = loop.Expressions([first, dividend], self.num_dims, self.operands)
        forms = forms_of(start_and_dividend.map, start_and_dividend.operands, self.user)
        if forms is None or any(isinstance(term, Quotient) for term in forms[1].terms):
            return expr
        factor = forms[1].terms.get(self.op.induction_variable, 0)
        offset = forms[0].constant % divisor
        is_multiple = divisor_of(Form(forms[0].terms, forms[0].constant - offset)) % divisor == 0
        if not is_multiple or factor < 0 or offset + factor * self.farthest >= divisor:
            return expr
        multiple = first - offset
        return multiple // divisor if expr.kind == "floordiv" else dividend - multiple
