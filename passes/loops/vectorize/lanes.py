"""The variation of values and addresses along a loop whose iterations become the lanes of vectors.

A value is *varying* if it may differ between iterations: if it is computed from the induction variable, from an
iteration argument or from a load at a varying address, or if it is the result of a conditional on a varying condition.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineMap, AffineSymbolExpr
from dlc.ir.affine.expr import replace_leaves
from dlc.ir.builtin_types import MemRefType
from dlc.ir.strided_layout import strides_of

from ..analysis.accesses import Form, Quotient, forms_of
from ..transforms.refusals import Refusal

LARGEST_GAP = 4
"""The maximum stride for which the elements in the gaps are loaded as well."""


def varying_values(op: loop.ForOp, what: str) -> set[Value]:
    """Return the values inside a loop that may vary between iterations; refuse inner loops with varying bounds."""
    pending: list[Value] = [op.induction_variable, *op.carried]
    varying = set(pending)
    while pending:
        for user, operand_index in pending.pop().uses:
            for each in _affected(user, operand_index, op, what):
                if each not in varying:
                    varying.add(each)
                    pending.append(each)
    return varying


def _affected(user: Operation, operand_index: int, op: loop.ForOp, what: str) -> Sequence[Value]:
    """Return the values that vary because an operand does."""
    if isinstance(user, loop.ForOp):
        position = operand_index - (len(user.operands) - len(user.iter_inits))
        if position < 0:
            note = (op.location, "this is the loop")
            raise Refusal(user, f"{what}: the bounds of an inner loop vary with the outer one", [note])
        return user.carried[position], user.results[position]
    parent = user.parent_op
    if isinstance(user, loop.YieldOp) and parent is not None:
        if isinstance(parent, loop.ForOp):
            return () if parent is op else (parent.carried[operand_index], parent.results[operand_index])
        return (parent.results[operand_index],)
    return user.results


class Increments:
    """The difference of each index of an access between successive iterations."""

    def __init__(self, steps: Sequence[int]) -> None:
        self.steps = steps

    @property
    def are_zero(self) -> bool:
        """Whether the element is the same in all iterations."""
        return not any(self.steps)

    def is_contiguous(self, type: MemRefType) -> bool:
        """Return whether the elements of successive iterations are contiguous in memory, as in a vector."""
        if not self.steps or any(self.steps[:-1]) or self.steps[-1] != 1:
            return False
        strided = strides_of(type)
        return strided is not None and strided.strides[-1] == 1

    def is_dense(self, type: MemRefType) -> bool:
        """Return whether the stride along a row is so small that it pays to load the elements in the gaps as well."""
        if not self.is_along_last or abs(self.steps[-1]) > LARGEST_GAP:
            return False
        strided = strides_of(type)
        return strided is not None and strided.strides[-1] == 1

    @property
    def is_along_last(self) -> bool:
        """Whether the last index changes, and no other."""
        return any(self.steps) and not any(self.steps[:-1])


def increments_of(op: AccessOp, counter: Value, step: int) -> Increments | None:
    """Return the increments of the indices of an access, or `None` if one is not constant."""
    forms = forms_of(op.affine_map, op.indices, op)
    if forms is None:
        return None
    steps = [increment_of(form, counter, step) for form in forms]
    known = [each for each in steps if each is not None]
    return Increments(known) if len(known) == len(steps) else None


def increment_of(form: Form, counter: Value, step: int) -> int | None:
    """Return the increment of a form per step, or `None` if it has quotients of the induction variable."""
    if any(isinstance(term, Quotient) and _uses(term, counter) for term in form.terms):
        return None
    return form.terms.get(counter, 0) * step


def _uses(quotient: Quotient, value: Value) -> bool:
    pending = [quotient]
    while pending:
        terms = pending.pop().dividend.terms
        if value in terms:
            return True
        pending += [term for term in terms if isinstance(term, Quotient)]
    return False


def composed(affine_map: AffineMap, operands: Sequence[Value], user: Operation, around: loop.ForOp) -> loop.Expressions:
    """Return a map composed with the maps of its operands, with symbols that are valid at a loop.

    Inside a conditional, any value from outside may be a symbol, even an induction variable.
    """
    exprs = loop.simplified(loop.Expressions.of(affine_map, operands), user)
    scope = loop.affine_scope(around)
    dims, symbols = exprs.operands[: exprs.num_dims], exprs.operands[exprs.num_dims :]
    valid_symbols = [each for each in symbols if loop.is_valid_symbol(each, scope)]
    if len(valid_symbols) == len(symbols):
        return exprs
    new_dims = [each for each in symbols if each not in valid_symbols]
    symbol_exprs = [
        AffineSymbolExpr(valid_symbols.index(each))
        if each in valid_symbols
        else AffineDimExpr(len(dims) + new_dims.index(each))
        for each in symbols
    ]
    dim_exprs = [AffineDimExpr(dim) for dim in range(len(dims))]
    exprs = replace_leaves(exprs.exprs, dim_exprs, symbol_exprs)
    return loop.Expressions(exprs, len(dims) + len(new_dims), [*dims, *new_dims, *valid_symbols])
