"""What the ops inside a loop do to memory: which element, as linear forms of induction variables and symbols.

A form is a sum of multiples of values, and of quotients for `floordiv` and `mod`. Where the indices of an access are no
such forms, or the element is not said at all, the access has a reason instead: it may touch any element.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from dlc.dialects import loop, memref
from dlc.ir.affine.errors import AffineError
from dlc.ir.affine.expr import AffineExpr
from dlc.ir.affine.flatten import Flattener
from dlc.ir.affine.integer_systems import CONSTANT, Row
from dlc.ir.affine.map import AffineMap
from dlc.ir.effects import iterate_effects
from dlc.ir.interfaces import MemoryEffects
from dlc.ir.operations import Operation
from dlc.ir.traits import Pure, RecursiveMemoryEffects
from dlc.ir.values import BlockArgument, Value
from dlc.passes.memory.origins import Origin, origin_of


class Quotient:
    """A whole number: `dividend floordiv divisor`."""

    __slots__ = ("dividend", "divisor")

    def __init__(self, dividend: Form, divisor: int) -> None:
        self.dividend = dividend
        self.divisor = divisor

    @property
    def key(self) -> Hashable:
        """What is equal for quotients of the same terms."""
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
        """What is equal for forms of the same terms."""
        return self.constant, frozenset([(key_of(term), factor) for term, factor in self.terms.items()])


def key_of(term: Term) -> Hashable:
    """What is equal for equal terms."""
    return term if isinstance(term, Value) else term.key


def forms_of(affine_map: AffineMap, operands: Sequence[Value], user: Operation) -> list[Form] | None:
    """The results of a map as forms, seen through `loop.apply`; `None` where one is not affine."""
    given = loop.simplified(loop.Expressions.of(affine_map, operands), user)
    flat = _flattened(given.exprs, given.num_dims, len(given.operands) - given.num_dims)
    if flat is None:
        return None
    rows, locals_ = flat
    quotients: list[Quotient] = []
    for dividend, divisor in locals_:
        quotients.append(Quotient(_form(dividend, given.operands, quotients), divisor))
    return [_form(row, given.operands, quotients) for row in rows]


@lru_cache(maxsize=1 << 14)
def _flattened(
    exprs: tuple[AffineExpr, ...], num_dims: int, num_symbols: int
) -> tuple[list[Row], list[tuple[Row, int]]] | None:
    """Expressions as rows of the operands and of quotients, and what those are; `None` where one is not affine."""
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


Touch = loop.LoadOp | loop.StoreOp | loop.VectorLoadOp | loop.VectorStoreOp
"""What touches elements at affine indices."""


class Access:
    """One op that touches memory inside a loop."""

    __slots__ = (
        *("conditions", "extents", "forms", "is_write", "ivs", "op", "order", "origin", "reason", "subscripts"),
        "value",
    )

    def __init__(
        self, op: Operation, order: int, ivs: Sequence[BlockArgument], conditions: Sequence[loop.IfOp]
    ) -> None:
        self.op = op
        self.order = order
        """The number of the op, in the order in which the ops stand."""
        self.ivs = ivs
        """The induction variables of the loops around, outermost first."""
        self.conditions = conditions
        """Those around whose sets hold where the access is made."""
        self.is_write = True
        self.value: Value | None = None
        """The memref; `None`: any memory."""
        self.origin: Origin | None = None
        self.forms: list[Form] | None = None
        """The indices of the element, or of the first one."""
        self.extents: Sequence[int] = ()
        """How many elements of each dimension are touched, one behind the other."""
        self.subscripts: Hashable = None
        """What is equal for accesses that touch the same elements; `None` where indices are not affine."""
        self.reason: str | None = None
        """Why it is not known which element is touched."""

    @property
    def has_quotients(self) -> bool:
        """Whether indices are divided."""
        return any(isinstance(term, Quotient) for form in self.forms or () for term in form.terms)

    @property
    def place(self) -> Hashable:
        """What is equal for accesses in the same loops and under the same conditions."""
        return self.ivs, self.conditions


class Accesses:
    """All accesses inside loops, in the order in which they stand."""

    def __init__(self, roots: Sequence[Operation]) -> None:
        self.found: list[Access] = []
        self._origins: dict[Value, Origin] = {}
        self._order = 0
        for root in roots:
            self._collect(root)

    def _collect(self, root: Operation) -> None:
        """Walk with a stack: nests may be deep."""
        pending: list[tuple[Operation, tuple[BlockArgument, ...], tuple[loop.IfOp, ...]]] = [(root, (), ())]
        while pending:
            op, ivs, conditions = pending.pop()
            self._order += 1
            if not op.regions or Pure in op.traits:
                self._take(op, ivs, conditions)
                continue
            if not _is_walked_into(op):
                self._take_whole(op, ivs, conditions)
                continue
            inside = (*ivs, *induction_variables(op))
            ops: list[tuple[Operation, tuple[BlockArgument, ...], tuple[loop.IfOp, ...]]] = []
            for number, region in enumerate(op.regions):
                holding = (*conditions, op) if isinstance(op, loop.IfOp) and number == 0 else conditions
                ops += [(inner, inside, holding) for block in region.blocks for inner in block.ops]
            pending += reversed(ops)

    def _take(self, op: Operation, ivs: tuple[BlockArgument, ...], conditions: tuple[loop.IfOp, ...]) -> None:
        if Pure in op.traits or isinstance(op, (loop.PrefetchOp, memref.PrefetchOp)):
            return  # what is brought into the cache stays what it is
        if isinstance(op, (loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp)):
            access = self._add(op, ivs, conditions)
            access.is_write = isinstance(op, (loop.StoreOp, loop.VectorStoreOp))
            self._touch(access, op.memref)
            access.forms = forms_of(op.affine_map, op.indices, op)
            access.extents = extents_of(op)
            if access.forms is None:
                access.reason = "its indices are not affine"
            else:
                access.subscripts = access.extents, tuple([form.key for form in access.forms])
            return
        effects = MemoryEffects.of(op)
        if effects is None:
            if RecursiveMemoryEffects not in op.traits:
                self._add(op, ivs, conditions).reason = "nothing is known of its effects"
            return
        for effect in effects.effects(op):
            if effect.kind == "alloc":
                continue
            access = self._add(op, ivs, conditions)
            access.is_write = effect.kind != "read"
            access.reason = "its indices are not affine maps of induction variables and symbols"
            if effect.value is not None and effect.resource == "memory":
                self._touch(access, effect.value)
            else:
                access.is_write, access.reason = True, "it has effects beyond memrefs"

    def _take_whole(self, op: Operation, ivs: tuple[BlockArgument, ...], conditions: tuple[loop.IfOp, ...]) -> None:
        """An op whose regions run nobody knows how often."""
        if any(effect is None or effect.kind != "alloc" for effect in iterate_effects(op)):
            self._add(op, ivs, conditions).reason = "nothing is known of how often it does what it does"

    def _add(self, op: Operation, ivs: tuple[BlockArgument, ...], conditions: tuple[loop.IfOp, ...]) -> Access:
        access = Access(op, self._order, ivs, conditions)
        self.found.append(access)
        return access

    def _touch(self, access: Access, value: Value) -> None:
        access.value = value
        origin = self._origins.get(value)
        if origin is None:
            origin = self._origins[value] = origin_of(value)
        access.origin = origin


def extents_of(op: Touch) -> tuple[int, ...]:
    """How many elements of each dimension an op touches."""
    rank, shape = len(op.memref.shape), ()
    if isinstance(op, (loop.VectorLoadOp, loop.VectorStoreOp)):
        shape = (op.result if isinstance(op, loop.VectorLoadOp) else op.value).shape
    return (1,) * (rank - len(shape)) + shape


def induction_variables(op: Operation) -> Sequence[BlockArgument]:
    """What a loop counts with."""
    if isinstance(op, loop.ForOp):
        return (op.induction_variable,)
    return op.induction_variables if isinstance(op, loop.ParallelOp) else ()


def _is_walked_into(op: Operation) -> bool:
    """Whether each op inside runs once for each value of the induction variables around, or not at all."""
    return isinstance(op, (loop.ForOp, loop.ParallelOp, loop.IfOp, loop.WhenOp, memref.AllocaScopeOp))
