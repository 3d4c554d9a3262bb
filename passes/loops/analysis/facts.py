"""Known constraints on the integers that an op uses: bounds of the enclosing loops, and conditions that hold there.

    facts = Facts().add_surroundings(op)
    facts.holds(facts.row(form))               # whether the form is never negative at `op`

A fact is proved if its negation contradicts the known constraints (`integer_systems`). Nothing else is assumed: a size
may be negative. Bounds and conditions that are not affine are left out, so that less can be proved.

Not here: values computed by anything but affine maps.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dlc.dialects import loop, memref
from dlc.ir import BlockArgument, IntegerAttr, Operation, Value
from dlc.ir.affine import CONSTANT, IntegerSet, Row
from dlc.ir.affine.integer_systems import Answer, System, add_multiple
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.values import constant_of

from .accesses import FormRows, Touch, extents_of, forms_of, induction_variables
from .loop_ranges import LoopRanges, range_of
from .nests import simplify_bounds

LARGEST = 1 << 24
"""Integers from here on count as unbounded: no buffer is so large."""


class Facts(FormRows):
    """Linear constraints over values. Values defined inside a root op differ between two iterations of its loops."""

    def __init__(
        self, others: Facts | None = None, root: Operation | None = None, ranges: LoopRanges | None = None
    ) -> None:
        """Add to the facts of `others`: values are shared, except those defined in regions inside those of `root`.

        `ranges` are ranges of loops that have been computed already.
        """
        super().__init__(others.system if others is not None else System())
        self._shared: dict[object, Row] = others._shared if others is not None else {}
        self._root = root
        self._ranges = ranges or (others._ranges if others is not None else LoopRanges())
        self._own: dict[object, Row] = {}

    def copy(self) -> Facts:
        """Return a copy of the facts, to which others can be added."""
        copied = Facts(root=self._root, ranges=self._ranges)
        copied.system = self.system.copy()
        copied._shared, copied._own, copied._quotients = dict(self._shared), dict(self._own), dict(self._quotients)
        return copied

    # -- Values ------------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> Row:
        """Return the variable of a value."""
        size = _queried_size(value)
        if size is not None:
            return self.size_of(*size)
        return self._variable(value, value)

    def _variable(self, value: Value, key: object) -> Row:
        rows = self._own if self._root is not None and is_defined_below(value, self._root) else self._shared
        row = rows.get(key)
        if row is None:
            row = rows[key] = {self.system.new_variable(): 1}
        return row

    # -- Assumptions -------------------------------------------------------------------------------------------------

    def add_surroundings(self, op: Operation, until: Operation | None = None) -> Facts:
        """Add the constraints of the loops and conditionals around an op, below `until`; return the facts."""
        inner, current = op, op.parent_op
        while current is not None and current is not until:
            self.add_ranges(current)
            if isinstance(current, loop.IfOp):
                self._add_branch(current, is_then=inner.parent_region is current.then_region)
            inner, current = current, current.parent_op
        return self

    def add_ranges(self, op: Operation) -> None:
        """Assume that an iteration of a loop runs."""
        for iv in induction_variables(op):
            self.add_range(iv)

    def add_range(self, iv: BlockArgument) -> None:
        """Assume that an induction variable is within the bounds of its loop."""
        bounds, row = self._ranges.of(iv), self.value(iv)
        if bounds.step != 1 and bounds.lower is not None and len(bounds.lower) == 1:
            count = {self.system.new_variable(): bounds.step}
            self.system.add_equality(difference(difference(row, self.row(bounds.lower[0])), count))
        for form in bounds.lower or ():
            self.system.add_inequality(difference(row, self.row(form)))
        for form in bounds.upper or ():
            self.system.add_inequality(difference(self.row(form), row, -1))

    def _add_branch(self, op: loop.IfOp, *, is_then: bool) -> None:
        """Assume that a branch of a conditional runs. The other one says something only if there is one inequality."""
        if is_then:
            self.add_condition(op.integer_set, op.operands, op)
        elif list(op.integer_set.eq_flags) == [False]:
            [form] = forms_of(op.integer_set.as_map, op.operands, op) or [None]
            if form is not None:
                self.system.add_inequality(difference({}, self.row(form), -1))

    def add_condition(self, points: IntegerSet, operands: Sequence[Value], user: Operation) -> None:
        """Assume that these operands are in a set."""
        for form, is_equality in zip(forms_of(points.as_map, operands, user) or (), points.eq_flags, strict=False):
            (self.system.add_equality if is_equality else self.system.add_inequality)(self.row(form))

    def size_of(self, value: Value, dim: int) -> Row:
        """Return the size of a dimension of a memref."""
        type = value.type_as(MemRefType)
        if type.shape[dim] != DYNAMIC:
            return {CONSTANT: type.shape[dim]} if type.shape[dim] else {}
        op = value.defining_op
        if isinstance(op, (memref.AllocOp, memref.AllocaOp)):
            return self.value(op.dynamicSizes[type.shape[:dim].count(DYNAMIC)])
        return self._variable(value, (value, dim))

    # -- Queries -----------------------------------------------------------------------------------------------------

    def holds(self, row: Row) -> bool:
        """Return whether a row is provably not negative."""
        return self.system.excludes(difference({}, row, -1))

    def most(self, row: Row, limit: int) -> int | None:
        """Return the greatest value from -1 on of a row, or `None` unless it is provably less than a limit."""
        return self.system.most(row, limit)

    def is_within_shape(self, op: Touch, without: Collection[int] = ()) -> bool:
        """Return whether the elements that an op accesses provably exist; some dimensions are known to be right."""
        forms, extents = forms_of(op.affine_map, op.indices, op), extents_of(op)
        for dim, form in enumerate(forms or ()):
            if dim in without:
                continue
            size, index = self.size_of(op.memref, dim), self.row(form)
            if not self.holds(index) or not self.holds(difference(size, index, -extents[dim])):
                return False
        return forms is not None

    @property
    def contradict(self) -> bool:
        """Whether no values satisfy all constraints."""
        return self.system.examine() is Answer.EMPTY


def is_defined_below(value: Value, root: Operation) -> bool:
    """Return whether a value is defined in a region inside those of `root`."""
    owner = value.parent_block.parent_op if value.parent_block is not None else None
    return owner is not None and owner is not root and root.is_ancestor_of(owner)


def _queried_size(value: Value) -> tuple[Value, int] | None:
    """Return the memref and the dimension whose size a value is, or `None`."""
    op = value.defining_op
    if not isinstance(op, memref.DimOp):
        return None
    dim, type = constant_of(op.index), op.source.type
    if not isinstance(dim, IntegerAttr) or not isinstance(type, MemRefType):
        return None
    return (op.source, dim.value) if 0 <= dim.value < len(type.shape) else None


def difference(first: Row, second: Row, constant: int = 0) -> Row:
    """Return `first - second + constant`."""
    row = dict(first)
    add_multiple(row, second, -1)
    if constant:
        add_multiple(row, {CONSTANT: constant}, 1)
    return row


def always_runs(op: loop.ForOp | loop.ParallelOp) -> bool:
    """Return whether a loop provably has an iteration wherever it is reached."""
    if isinstance(op, loop.ForOp) and (trips := op.constant_trip_count()) is not None:
        return trips > 0
    facts = Facts().add_surroundings(op)
    for bounds in map(range_of, induction_variables(op)):
        if bounds.lower is None or bounds.upper is None:
            return False
        lower, upper = [facts.row(form) for form in bounds.lower], [facts.row(form) for form in bounds.upper]
        if not all(facts.holds(difference(end, start, -1)) for end in upper for start in lower):
            return False
    return True


def max_trip_count(op: loop.ForOp, facts: Facts | None = None) -> int | None:
    """Return the maximum trip count of a loop, or `None` if no constant bounds it."""
    trips = op.constant_trip_count()
    if trips is not None:
        return trips
    bounds = range_of(op.induction_variable)
    if bounds.lower is None or bounds.upper is None:
        return None
    facts = facts if facts is not None else Facts().add_surroundings(op)
    lower, upper = [facts.row(form) for form in bounds.lower], [facts.row(form) for form in bounds.upper]
    spans = sorted((difference(end, start) for end in upper for start in lower), key=len)  # constants come first
    limit = LARGEST
    for span in spans:
        maximum = facts.most(span, limit)
        limit = limit if maximum is None else max(0, maximum)
    return None if limit == LARGEST else -(-limit // op.step_value)


def tightened(uppers: loop.Expressions, op: loop.ForOp, facts: Facts | None = None) -> loop.Expressions:
    """Return the upper bounds of a loop without those that are never less than another one."""
    if len(uppers.exprs) < 2:
        return uppers
    forms = forms_of(uppers.map, uppers.operands, op)
    if forms is None:
        return uppers
    facts = facts if facts is not None else Facts().add_surroundings(op)
    rows = [facts.row(form) for form in forms]
    needed = list(range(len(rows)))
    for position, row in enumerate(rows):
        if any(index != position and facts.holds(difference(row, rows[index])) for index in needed):
            needed.remove(position)
    return loop.Expressions([uppers.exprs[position] for position in needed], uppers.num_dims, uppers.operands)


def tighten_bounds(op: loop.ForOp) -> loop.ForOp:
    """Reduce the bounds of a loop in its final place to the results and operands that they need."""
    simplify_bounds(op)
    uppers = loop.Expressions.of(op.upper_map, op.upper_operands)
    needed = tightened(uppers, op)
    if len(needed.exprs) < len(uppers.exprs):
        op.set_upper_bound((needed.map, needed.operands))
        simplify_bounds(op)
    return op
