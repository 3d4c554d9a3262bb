"""What is certain of the integers that an op sees: the bounds of the loops around it, and the conditions that hold.

    facts = Facts().know_surroundings(op)
    facts.holds(facts.row(form))               # whether the form is never negative where `op` runs

A fact is proved when its opposite contradicts what is known (`integer_systems`), so that nothing is taken for granted
that no loop says: a size may be negative. Bounds and conditions that are not affine are left out, which proves less.

Not here: the values of what is computed by anything but affine maps.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop, memref
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.affine.integer_systems import CONSTANT, Answer, Row, System, add_multiple, combined
from dlc.ir.affine.map import AffineMap
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value, constant_of

from .accesses import Form, Quotient, Touch, extents_of, forms_of, induction_variables
from .loop_ranges import LoopRanges, range_of
from .nests import simplify_bounds

LARGEST = 1 << 24
"""From here on a number is as good as any: no buffer is so large."""


class Facts:
    """Linear constraints over values. Two iterations of the same loops are told apart by what is inside a root."""

    def __init__(
        self, others: Facts | None = None, root: Operation | None = None, ranges: LoopRanges | None = None
    ) -> None:
        """Further facts beside others': values are the same, but those that are defined in regions inside `root`'s.

        `ranges` are those of loops, where they are known already.
        """
        self.system = others.system if others is not None else System()
        self._shared: dict[object, Row] = others._shared if others is not None else {}
        self._root = root
        self._ranges = ranges or (others._ranges if others is not None else LoopRanges())
        self._own: dict[object, Row] = {}
        self._quotients: dict[Quotient, Row] = {}

    def copy(self) -> Facts:
        """The same facts, to which others can be added."""
        made = Facts(root=self._root, ranges=self._ranges)
        made.system = self.system.copy()
        made._shared, made._own, made._quotients = dict(self._shared), dict(self._own), dict(self._quotients)
        return made

    # -- Values ------------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> Row:
        """The variable of a value."""
        size = _size_asked_for(value)
        if size is not None:
            return self.size_of(*size)
        return self._variable(value, value)

    def _variable(self, value: Value, key: object) -> Row:
        rows = self._own if self._root is not None and is_inside(value, self._root) else self._shared
        row = rows.get(key)
        if row is None:
            row = rows[key] = {self.system.new_variable(): 1}
        return row

    def row(self, form: Form) -> Row:
        """A form over the variables."""
        row: Row = {CONSTANT: form.constant} if form.constant else {}
        for term, factor in form.terms.items():
            add_multiple(row, self._quotient(term) if isinstance(term, Quotient) else self.value(term), factor)
        return row

    def _quotient(self, quotient: Quotient) -> Row:
        row = self._quotients.get(quotient)
        if row is None:
            row = self._quotients[quotient] = {self.system.new_variable(): 1}
            rest = combined(self.row(quotient.dividend), 1, row, -quotient.divisor)
            self.system.add_inequality(rest)
            self.system.add_inequality(difference({CONSTANT: quotient.divisor - 1}, rest))
        return row

    # -- Learning ----------------------------------------------------------------------------------------------------

    def know_surroundings(self, op: Operation, until: Operation | None = None) -> Facts:
        """The loops and conditions around an op, up to another one, which is left out, or all."""
        inner, current = op, op.parent_op
        while current is not None and current is not until:
            self.know_ranges(current)
            if isinstance(current, loop.IfOp) and inner.parent_region is current.then_region:
                self.know_condition(current.integer_set, current.operands, current)
            inner, current = current, current.parent_op
        return self

    def know_ranges(self, op: Operation) -> None:
        """An iteration of a loop is run."""
        for iv in induction_variables(op):
            self.know_range(iv)

    def know_range(self, iv: BlockArgument) -> None:
        """A loop runs for this value of what it counts with."""
        bounds, row = self._ranges.of(iv), self.value(iv)
        if bounds.step != 1 and bounds.lower is not None and len(bounds.lower) == 1:
            count = {self.system.new_variable(): bounds.step}
            self.system.add_equality(difference(difference(row, self.row(bounds.lower[0])), count))
        for form in bounds.lower or ():
            self.system.add_inequality(difference(row, self.row(form)))
        for form in bounds.upper or ():
            self.system.add_inequality(difference(self.row(form), row, -1))

    def know_condition(self, points: IntegerSet, operands: Sequence[Value], user: Operation) -> None:
        """These operands are in a set."""
        as_map = AffineMap(points.num_dims, points.num_symbols, points.constraints)
        for form, is_equality in zip(forms_of(as_map, operands, user) or (), points.eq_flags, strict=False):
            (self.system.add_equality if is_equality else self.system.add_inequality)(self.row(form))

    def size_of(self, value: Value, number: int) -> Row:
        """The size of a dimension of a memref."""
        type = value.type
        assert isinstance(type, MemRefType)
        if type.shape[number] != DYNAMIC:
            return {CONSTANT: type.shape[number]} if type.shape[number] else {}
        op = value.defining_op
        if isinstance(op, (memref.AllocOp, memref.AllocaOp)):
            return self.value(op.dynamicSizes[type.shape[:number].count(DYNAMIC)])
        return self._variable(value, (value, number))

    # -- Asking ------------------------------------------------------------------------------------------------------

    def holds(self, row: Row) -> bool:
        """Whether a row is certain not to be negative."""
        return self.system.excludes(difference({}, row, -1))

    def most(self, row: Row, limit: int) -> int | None:
        """The greatest value from -1 on that a row can have, if it is certain to be less than a limit."""
        return self.system.most(row, limit)

    def is_within_shape(self, op: Touch) -> bool:
        """Whether the elements that an op touches exist."""
        forms, extents = forms_of(op.affine_map, op.indices, op), extents_of(op)
        for number, form in enumerate(forms or ()):
            size, index = self.size_of(op.memref, number), self.row(form)
            if not self.holds(index) or not self.holds(difference(size, index, -extents[number])):
                return False
        return forms is not None

    @property
    def contradict(self) -> bool:
        """Whether there is nothing for which all of this holds."""
        return self.system.examine() is Answer.EMPTY


def is_inside(value: Value, root: Operation) -> bool:
    """Whether a value is defined in a region inside of `root`'s."""
    owner = value.parent_block.parent_op if value.parent_block is not None else None
    return owner is not None and owner is not root and root.is_ancestor_of(owner)


def _size_asked_for(value: Value) -> tuple[Value, int] | None:
    """The memref whose size a value is, and of which dimension."""
    op = value.defining_op
    if not isinstance(op, memref.DimOp):
        return None
    number, type = constant_of(op.index), op.source.type
    if not isinstance(number, IntegerAttr) or not isinstance(type, MemRefType):
        return None
    return (op.source, number.value) if 0 <= number.value < len(type.shape) else None


def difference(first: Row, second: Row, constant: int = 0) -> Row:
    """`first - second + constant`"""
    row = dict(first)
    add_multiple(row, second, -1)
    if constant:
        add_multiple(row, {CONSTANT: constant}, 1)
    return row


def is_sure_to_run(op: loop.ForOp | loop.ParallelOp) -> bool:
    """Whether a loop has an iteration wherever it is reached."""
    if isinstance(op, loop.ForOp) and (trips := op.constant_trip_count()) is not None:
        return trips > 0
    facts = Facts().know_surroundings(op)
    for bounds in map(range_of, induction_variables(op)):
        if bounds.lower is None or bounds.upper is None:
            return False
        lower, upper = [facts.row(form) for form in bounds.lower], [facts.row(form) for form in bounds.upper]
        if not all(facts.holds(difference(end, start, -1)) for end in upper for start in lower):
            return False
    return True


def most_iterations(op: loop.ForOp, facts: Facts | None = None) -> int | None:
    """How often a loop runs at most, if that can be said without what is known only when it runs."""
    trips = op.constant_trip_count()
    if trips is not None:
        return trips
    bounds = range_of(op.induction_variable)
    if bounds.lower is None or bounds.upper is None:
        return None
    facts = facts if facts is not None else Facts().know_surroundings(op)
    lower, upper = [facts.row(form) for form in bounds.lower], [facts.row(form) for form in bounds.upper]
    spans = sorted((difference(end, start) for end in upper for start in lower), key=len)  # constants come first
    limit = LARGEST
    for span in spans:
        found = facts.most(span, limit)
        limit = limit if found is None else max(0, found)
    return None if limit == LARGEST else -(-limit // op.step_value)


def tightened(uppers: loop.Expressions, op: loop.ForOp, facts: Facts | None = None) -> loop.Expressions:
    """The upper bounds of a loop without those that are never less than another one."""
    if len(uppers.exprs) < 2:
        return uppers
    forms = forms_of(uppers.map, uppers.operands, op)
    if forms is None:
        return uppers
    facts = facts if facts is not None else Facts().know_surroundings(op)
    rows = [facts.row(form) for form in forms]
    kept = list(range(len(rows)))
    for number, row in enumerate(rows):
        if any(other != number and facts.holds(difference(row, rows[other])) for other in kept):
            kept.remove(number)
    return loop.Expressions([uppers.exprs[number] for number in kept], uppers.num_dims, uppers.operands)


def tighten_bounds(op: loop.ForOp) -> loop.ForOp:
    """Bounds of as few results and operands as is known to suffice, once the loop stands where it is to stay."""
    simplify_bounds(op)
    uppers = loop.Expressions.of(op.upper_map, op.upper_operands)
    kept = tightened(uppers, op)
    if len(kept.exprs) < len(uppers.exprs):
        op.set_upper_bound((kept.map, kept.operands))
        simplify_bounds(op)
    return op
