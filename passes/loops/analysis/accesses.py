"""Memory accesses of the ops inside a loop, with their indices as linear forms of induction variables and symbols.

A form is a sum of multiples of values, and of quotients for `floordiv` and `mod`. If the indices of an access are not
affine, or the op has no indices, the access has a reason instead: it may touch any element.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

from dlc.dialects import cf, gpu, loop, memref
from dlc.ir import BlockArgument, Operation, Value
from dlc.ir.affine import CONSTANT, AffineError, AffineExpr, AffineMap, Flattener, Row
from dlc.ir.affine.integer_systems import System, add_multiple, combined
from dlc.ir.effects import iterate_effects
from dlc.ir.interfaces import MemoryEffects
from dlc.ir.traits import Pure, RecursiveMemoryEffects
from dlc.passes.memory.aliases import Origin, origin_of


class Quotient:
    """An integer quotient: `dividend floordiv divisor`."""

    __slots__ = ("dividend", "divisor")

    def __init__(self, dividend: Form, divisor: int) -> None:
        self.dividend = dividend
        self.divisor = divisor

    @property
    def key(self) -> Hashable:
        """A key that is equal for quotients of the same terms."""
        return self.dividend.key, self.divisor


Term = Value | Quotient


class Form:
    """A linear form: a constant, and multiples of values and quotients."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: dict[Term, int], constant: int) -> None:
        self.terms = terms
        self.constant = constant

    @property
    def key(self) -> Hashable:
        """A key that is equal for forms of the same terms."""
        return self.constant, frozenset([(key_of(term), factor) for term, factor in self.terms.items()])


def key_of(term: Term) -> Hashable:
    """Return a key that is equal for equal terms."""
    return term if isinstance(term, Value) else term.key


def accessed(op: loop.LoadOp | loop.StoreOp) -> tuple[object, ...]:
    """Return a key that is the same for ops on one element: one memref, at the same indices."""
    return op.memref, op.affine_map, *op.indices


def forms_of(affine_map: AffineMap, operands: Sequence[Value], user: Operation) -> list[Form] | None:
    """Return the results of a map as forms, looking through `loop.apply`, or `None` if one is not affine."""
    composed = loop.simplified(loop.Expressions.of(affine_map, operands), user)
    flattened = _flattened(composed.exprs, composed.num_dims, len(composed.operands) - composed.num_dims)
    if flattened is None:
        return None
    rows, locals_ = flattened
    quotients: list[Quotient] = []
    for dividend, divisor in locals_:
        quotients.append(Quotient(_form(dividend, composed.operands, quotients), divisor))
    return [_form(row, composed.operands, quotients) for row in rows]


@lru_cache(maxsize=1 << 14)
def _flattened(
    exprs: tuple[AffineExpr, ...], num_dims: int, num_symbols: int
) -> tuple[list[Row], list[tuple[Row, int]]] | None:
    """Return the expressions as rows over operands and quotients, and the quotients, or `None` if one is not affine."""
    flattener = Flattener(num_dims, num_symbols)
    try:
        rows = [flattener.flatten(expr) for expr in exprs]
    except AffineError:
        return None
    locals_ = [(local.dividend, local.divisor) for local in flattener.locals if local.dividend is not None]
    return (rows, locals_) if len(locals_) == len(flattener.locals) else None


def _form(row: Row, values: Sequence[Value], quotients: Sequence[Quotient]) -> Form:
    terms: dict[Term, int] = {}
    constant = 0
    for column, factor in row.items():
        if column == CONSTANT:
            constant = factor
            continue
        term = values[column] if column < len(values) else quotients[column - len(values)]
        terms[term] = terms.get(term, 0) + factor
    return Form(terms if all(terms.values()) else {term: factor for term, factor in terms.items() if factor}, constant)


class FormRows:
    """Rows over the variables of a system. Each quotient has a variable of its own."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._quotients: dict[Quotient, Row] = {}

    def value(self, value: Value) -> Row:
        """Return the row of a value."""
        raise NotImplementedError

    def row(self, form: Form) -> Row:
        """Return the row of a form."""
        row: Row = {CONSTANT: form.constant} if form.constant else {}
        for term, factor in form.terms.items():
            add_multiple(row, self._quotient(term) if isinstance(term, Quotient) else self.value(term), factor)
        return row

    def _quotient(self, quotient: Quotient) -> Row:
        row = self._quotients.get(quotient)
        if row is None:
            row = self._quotients[quotient] = {self.system.new_variable(): 1}
            remainder = combined(self.row(quotient.dividend), 1, row, -quotient.divisor)
            self.system.add_inequality(remainder)
            self.system.add_inequality(combined({CONSTANT: quotient.divisor - 1}, 1, remainder, -1))
        return row


Touch = loop.LoadOp | loop.StoreOp | loop.VectorLoadOp | loop.VectorStoreOp
"""An op that accesses elements at affine indices."""


class Access:
    """A memory access of an op inside a loop."""

    __slots__ = (
        *("conditions", "extents", "forms", "is_write", "ivs", "op", "order", "origin", "reason", "subscripts"),
        "value",
    )

    def __init__(
        self, op: Operation, order: int, ivs: Sequence[BlockArgument], conditions: Sequence[loop.IfOp]
    ) -> None:
        self.op = op
        self.order = order
        """The position of the op in program order."""
        self.ivs = ivs
        """The induction variables of the enclosing loops, outermost first."""
        self.conditions = conditions
        """The enclosing conditionals whose sets hold at the access."""
        self.is_write = True
        self.value: Value | None = None
        """The memref, or `None` for any memory."""
        self.origin: Origin | None = None
        self.forms: list[Form] | None = None
        """The indices of the element, or of the first one."""
        self.extents: Sequence[int] = ()
        """The number of adjacent elements accessed in each dimension."""
        self.subscripts: Hashable = None
        """A key that is equal for accesses of the same elements, or `None` if the indices are not affine."""
        self.reason: str | None = None
        """Why the accessed element is unknown: a predicate whose subject is the op."""

    def at(self, value: Value, forms: Sequence[Form], extents: Sequence[int]) -> Access:
        """Return the same access as one of another memref, which shares its memory."""
        access = Access(self.op, self.order, self.ivs, self.conditions)
        access.is_write, access.value, access.origin = self.is_write, value, origin_of(value)
        access.forms, access.extents = list(forms), tuple(extents)
        access.subscripts = access.extents, tuple([form.key for form in forms])
        return access

    @property
    def has_quotients(self) -> bool:
        """Whether an index contains a quotient."""
        return any(isinstance(term, Quotient) for form in self.forms or () for term in form.terms)

    @property
    def surroundings(self) -> Hashable:
        """A key that is equal for accesses in the same loops and under the same conditions."""
        return self.ivs, self.conditions

    @property
    def kind(self) -> Hashable:
        """A key that is equal for accesses that depend on others alike: of the same elements, in loops of equal bounds.

        Counters of inner loops are known by their position, so they may be those of different loops.
        """
        if self.subscripts is None:
            return self.value, self.is_write, self.reason, self.surroundings
        names: dict[Value, Hashable] = {}
        loops: list[Hashable] = []
        for position, iv in enumerate(self.ivs[1:]):
            op = iv.owner.parent_op
            if isinstance(op, loop.ForOp):
                bounds = (op.lower_map, op.lower_operands), (op.upper_map, op.upper_operands)
                loops += [
                    op.step_value,
                    *((map, *[names.get(each, each) for each in values]) for map, values in bounds),
                ]
                names[iv] = position
            else:
                loops.append(iv)
        forms = tuple([_named(form, names) for form in self.forms or ()])
        return self.value, self.is_write, self.conditions, self.ivs[:1], tuple(loops), self.extents, forms


def _named(form: Form, names: Mapping[Value, Hashable]) -> Hashable:
    """Return a key of a form in which some values are known by names."""
    terms = [
        (names.get(term, term) if isinstance(term, Value) else (_named(term.dividend, names), term.divisor), factor)
        for term, factor in form.terms.items()
    ]
    return form.constant, frozenset(terms)


class Accesses:
    """All accesses inside the given ops, in program order; `ivs` are the counters of loops around them."""

    def __init__(self, roots: Sequence[Operation], ivs: tuple[BlockArgument, ...] = ()) -> None:
        self.all: list[Access] = []
        self._origins: dict[Value, Origin] = {}
        self._order = 0
        for root in roots:
            self._collect(root, ivs)

    def _collect(self, root: Operation, ivs: tuple[BlockArgument, ...]) -> None:
        """Collect the accesses of an op, with an explicit stack because nests may be deep."""
        pending: list[tuple[Operation, tuple[BlockArgument, ...], tuple[loop.IfOp, ...]]] = [(root, ivs, ())]
        while pending:
            op, ivs, conditions = pending.pop()
            self._order += 1
            if not op.regions or Pure in op.traits:
                self._add_op(op, ivs, conditions)
                continue
            if not _runs_regions_at_most_once(op):
                self._add_opaque(op, ivs, conditions)
                continue
            inner_ivs = (*ivs, *induction_variables(op))
            ops: list[tuple[Operation, tuple[BlockArgument, ...], tuple[loop.IfOp, ...]]] = []
            for index, region in enumerate(op.regions):
                inner_conditions = (*conditions, op) if isinstance(op, loop.IfOp) and index == 0 else conditions
                ops += [(inner, inner_ivs, inner_conditions) for block in region.blocks for inner in block.ops]
            pending += reversed(ops)

    def _add_op(self, op: Operation, ivs: tuple[BlockArgument, ...], conditions: tuple[loop.IfOp, ...]) -> None:
        if Pure in op.traits or isinstance(op, (loop.PrefetchOp, memref.PrefetchOp)):
            return  # a prefetch changes no memory
        if isinstance(op, cf.AssertOp) and gpu.DEFERRED in op.attributes:
            return
        if isinstance(op, (loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp)):
            access = self._add(op, ivs, conditions)
            access.is_write = isinstance(op, (loop.StoreOp, loop.VectorStoreOp))
            self._touch(access, op.memref)
            access.forms = forms_of(op.affine_map, op.indices, op)
            access.extents = extents_of(op)
            if access.forms is None:
                access.reason = "has indices that are not affine"
            else:
                access.subscripts = access.extents, tuple([form.key for form in access.forms])
            return
        effects = MemoryEffects.of(op)
        if effects is None:
            if RecursiveMemoryEffects not in op.traits:
                self._add(op, ivs, conditions).reason = "has unknown effects"
            return
        for effect in effects.effects(op):
            if effect.kind == "alloc":
                continue
            access = self._add(op, ivs, conditions)
            access.is_write = effect.kind != "read"
            access.reason = "has indices that are not affine maps of induction variables and symbols"
            if effect.value is not None and effect.resource == "memory":
                self._touch(access, effect.value)
            else:
                access.is_write, access.reason = True, "has effects on other resources than memrefs"

    def _add_opaque(self, op: Operation, ivs: tuple[BlockArgument, ...], conditions: tuple[loop.IfOp, ...]) -> None:
        """Add an op whose regions run an unknown number of times."""
        if any(effect is None or effect.kind != "alloc" for effect in iterate_effects(op)):
            self._add(op, ivs, conditions).reason = "runs its regions an unknown number of times"

    def _add(self, op: Operation, ivs: tuple[BlockArgument, ...], conditions: tuple[loop.IfOp, ...]) -> Access:
        access = Access(op, self._order, ivs, conditions)
        self.all.append(access)
        return access

    def _touch(self, access: Access, value: Value) -> None:
        access.value = value
        origin = self._origins.get(value)
        if origin is None:
            origin = self._origins[value] = origin_of(value)
        access.origin = origin


def extents_of(op: Touch) -> tuple[int, ...]:
    """Return the number of elements of each dimension that an op accesses."""
    rank, shape = len(op.memref.shape), ()
    if isinstance(op, (loop.VectorLoadOp, loop.VectorStoreOp)):
        shape = (op.result if isinstance(op, loop.VectorLoadOp) else op.value).shape
    return (1,) * (rank - len(shape)) + shape


def induction_variables(op: Operation) -> Sequence[BlockArgument]:
    """Return the induction variables of an op; none if it is not a loop."""
    if isinstance(op, loop.ForOp):
        return (op.induction_variable,)
    return op.induction_variables if isinstance(op, loop.ParallelOp) else ()


def _runs_regions_at_most_once(op: Operation) -> bool:
    """Return whether each op inside runs at most once for each value of the enclosing induction variables."""
    return isinstance(op, (loop.ForOp, loop.ParallelOp, loop.IfOp, loop.WhenOp, memref.AllocaScopeOp))
