"""How values and addresses vary along a loop whose iterations become the lanes of vectors.

A value is *varying* if it may differ between iterations: what is computed from the induction variable, from what is
carried, or from what was loaded at an address that varies; and what a conditional gives whose condition varies.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.affine.expr import AffineDimExpr, AffineSymbolExpr, replace_leaves
from dlc.ir.affine.map import AffineMap
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import Value

from ..analysis.accesses import Form, Quotient, forms_of
from ..transforms.refusals import Refusal

LARGEST_GAP = 4
"""How far apart elements may be for vectors of all between them to be loaded."""


def varying_values(op: loop.ForOp, what: str) -> set[Value]:
    """The values inside a loop that may differ between its iterations; refuses inner loops that run differently."""
    pending: list[Value] = [op.induction_variable, *op.carried]
    found = set(pending)
    while pending:
        for user, number in pending.pop().uses:
            for each in _affected(user, number, op, what):
                if each not in found:
                    found.add(each)
                    pending.append(each)
    return found


def _affected(user: Operation, number: int, op: loop.ForOp, what: str) -> Sequence[Value]:
    """What varies because an operand does."""
    if isinstance(user, loop.ForOp):
        place = number - (len(user.operands) - len(user.iter_inits))
        if place < 0:
            note = (op.location, "this is the loop")
            raise Refusal(user, f"{what}: the bounds of an inner loop vary with the outer one", [note])
        return user.carried[place], user.results[place]
    parent = user.parent_op
    if isinstance(user, loop.YieldOp) and parent is not None:
        if isinstance(parent, loop.ForOp):
            return () if parent is op else (parent.carried[number], parent.results[number])
        return (parent.results[number],)
    return user.results


class Increments:
    """By how much each index of an access grows from one iteration to the next."""

    def __init__(self, steps: Sequence[int]) -> None:
        self.steps = steps

    @property
    def are_zero(self) -> bool:
        """Whether it is the same element in all iterations."""
        return not any(self.steps)

    def is_contiguous(self, type: MemRefType) -> bool:
        """Whether the elements of successive iterations lie one behind the other, as those of a vector do."""
        if not self.steps or any(self.steps[:-1]) or self.steps[-1] != 1 or not fills_bytes(type):
            return False
        strided = strides_of(type)
        return strided is not None and strided.strides[-1] == 1

    def is_dense(self, type: MemRefType) -> bool:
        """Whether elements are every second of a row, or the like, so that it pays to load those between as well."""
        if not self.is_along_last or abs(self.steps[-1]) > LARGEST_GAP or not fills_bytes(type):
            return False
        strided = strides_of(type)
        return strided is not None and strided.strides[-1] == 1

    @property
    def is_along_last(self) -> bool:
        """Whether the last index grows, and no other."""
        return any(self.steps) and not any(self.steps[:-1])


def increments_of(op: AccessOp, counter: Value, step: int) -> Increments | None:
    """How the indices of an access grow with an induction variable; `None`: not by constants."""
    forms = forms_of(op.affine_map, op.indices, op)
    if forms is None:
        return None
    steps = [increment_of(form, counter, step) for form in forms]
    known = [each for each in steps if each is not None]
    return Increments(known) if len(known) == len(steps) else None


def increment_of(form: Form, counter: Value, step: int) -> int | None:
    """By how much a form grows; `None` if it has quotients of the induction variable."""
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


def fills_bytes(type: MemRefType) -> bool:
    """Whether elements are whole bytes; vectors of others are packed more densely than memory is."""
    element = type.element_type
    return isinstance(element, (FloatType, IndexType)) or (isinstance(element, IntegerType) and element.width % 8 == 0)


def composed(affine_map: AffineMap, operands: Sequence[Value], user: Operation, around: loop.ForOp) -> loop.Expressions:
    """A map seen through what computes its operands, in which symbols are what are symbols where a loop stands.

    In a conditional inside, anything from outside may be written as a symbol, also an induction variable.
    """
    given = loop.simplified(loop.Expressions.of(affine_map, operands), user)
    scope = loop.affine_scope(around)
    dims, symbols = given.operands[: given.num_dims], given.operands[given.num_dims :]
    kept = [each for each in symbols if loop.is_valid_symbol(each, scope)]
    if len(kept) == len(symbols):
        return given
    moved = [each for each in symbols if each not in kept]
    places = [
        AffineSymbolExpr(kept.index(each)) if each in kept else AffineDimExpr(len(dims) + moved.index(each))
        for each in symbols
    ]
    own = [AffineDimExpr(place) for place in range(len(dims))]
    exprs = replace_leaves(given.exprs, own, places)
    return loop.Expressions(exprs, len(dims) + len(moved), [*dims, *moved, *kept])
