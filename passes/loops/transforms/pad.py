"""Padding: a loop runs the iterations of a whole tile, although it had fewer.

    for %j = %t to min(%t + 16, %n) { … }    =>    for %j = %t to %t + 16 { … }

So the loops of a micro kernel have constant sizes. Legal if the added iterations have no visible effect: all elements
that they access exist, they write only local buffers, and only such iterations read the elements that they write.
Adjacent loops are padded in their order. An added iteration may read elements of a local buffer that were not written:
they may have any value. A loop with iteration arguments sums products of elements of buffers that are filled up with
zeros, as `loop-pack` makes them.

With a guard, the added iterations do nothing, so that it is always legal:

    for %j = %t to min(%t + 16, %n) { … }    =>    for %j = %t to %t + 16 { if %j < %n { … } }
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, partial

from dlc.dialects import loop, memref
from dlc.ir import BlockArgument, Operation, Region, Value
from dlc.ir.affine import CONSTANT, AffineExpr, AffineMap
from dlc.ir.effects import is_speculatable
from dlc.ir.traits import Pure
from dlc.passes.manager import option, statistic

from ..analysis.accesses import Form, Term, forms_of
from ..analysis.contractions import factors_of
from ..analysis.facts import Facts, always_runs, difference, is_defined_below, max_trip_count
from ..analysis.loop_ranges import LoopRanges
from ..analysis.nests import loops_in, lower_bound, name_of, perfect_nest, simplify_bounds, upper_bound
from ..analysis.terms import Terms, put_guard
from .loop_pass import LoopPass, problem_of_sizes
from .padded_copies import PaddedCopy, padded_copies
from .refusals import Refusal

WHAT = "cannot be padded"


def pad_to_full(op: loop.ForOp, size: int) -> loop.ForOp:
    """Pad a loop to `size` iterations; return it."""
    _check_size(op, size)
    if op.constant_trip_count() != size:
        _check_ops(op)
        beyond = Beyond(op, size)
        beyond.check()
        if op.results:
            check_zero_products(op, beyond)
        _set_size(op, size)
    return simplify_bounds(op)


def check_zero_products(op: loop.ForOp, beyond: Beyond) -> None:
    """Refuse a loop with iteration arguments unless it sums products, and both factors are zero in added iterations."""
    factors = factors_of(op) if len(op.results) == 1 else None
    if factors is None:
        raise Refusal(op, f"{WHAT}: it has iteration arguments that are not a sum of products")
    for load in factors:
        if not any(beyond.reads_zero(load, copy) for copy in padded_copies(load, op)):
            note = (load.location, "this is read")
            raise Refusal(op, f"{WHAT}: it would sum products of elements that are not known to be zero", [note])


def pad_with_guard(op: loop.ForOp, size: int) -> loop.ForOp:
    """Let a loop run `size` times, and do nothing in the added iterations.

    The guard is in the innermost loop of the perfect nest, so that the nest stays perfect.
    """
    innermost = perfect_nest(op)[-1]
    if innermost.results:
        raise Refusal(op, f"{WHAT}: it carries values")
    _check_size(op, size)
    if op.constant_trip_count() != size:
        terms = Terms()
        ends = _ends_before(op, size, terms)
        _set_size(op, size)
        spans = [end - terms.dim(op.induction_variable) - 1 for end in ends]
        inside = put_guard(innermost.body, innermost.body.first, spans, [False] * len(spans), terms)
        condition, end = inside.parent_op, inside.last
        for each in list(innermost.body.ops):
            if each is not condition and each is not innermost.body.last:
                each.detach()
                inside.insert_before(each, end)
    return simplify_bounds(op)


def _ends_before(op: loop.ForOp, size: int, terms: Terms) -> list[AffineExpr]:
    """Return the upper bounds of a loop that may be less than that of `size` iterations."""
    [start] = terms.of(loop.simplified(loop.Expressions.of(*lower_bound(op)), op))
    ends = terms.of(loop.simplified(loop.Expressions.of(*upper_bound(op)), op))
    spans = terms.simplified([end - start for end in ends], op)[0].results
    least = size * op.step_value
    return [
        end for end, span in zip(ends, spans, strict=True) if span.constant_value is None or span.constant_value < least
    ]


def _set_size(op: loop.ForOp, size: int) -> None:
    [start] = op.lower_map.results
    end = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start + size * op.step_value])
    op.set_upper_bound((end, op.lower_operands))


def _check_size(op: loop.ForOp, size: int) -> None:
    if op.lower_map.num_results != 1:
        raise Refusal(op, f"{WHAT}: its lower bound is the maximum of several")
    max_trips = max_trip_count(op)
    if max_trips is None or max_trips > size:
        shown = "any number" if max_trips is None else max_trips
        raise Refusal(op, f"{WHAT} to {size} iterations: it may have {shown}")


def _check_ops(op: loop.ForOp) -> None:
    """Refuse ops that an added iteration must not run."""
    for inner in op.walk():
        if inner is op or isinstance(inner, (loop.ForOp, loop.ParallelOp, loop.IfOp, loop.LoadOp, loop.StoreOp)):
            continue
        if not is_speculatable(inner) or not (Pure in inner.traits or isinstance(inner, (loop.ApplyOp, loop.YieldOp))):
            note = (inner.location, "this is the op")
            raise Refusal(op, f"{WHAT}: it contains '{inner.name}', which is not speculatable", [note])


class Beyond:
    """The iterations that padding adds to a loop."""

    def __init__(self, op: loop.ForOp, size: int) -> None:
        self.op = op
        self.size = size
        self._ranges = LoopRanges()
        self.bounds = self._ranges.of(op.induction_variable)
        if self.bounds.lower is None or self.bounds.upper is None:
            raise Refusal(op, f"{WHAT}: its bounds are not affine")
        self._known: dict[tuple[Operation | None, Region | None], list[Facts]] = {}

    def check(self) -> None:
        """Refuse the iterations if they have a visible effect."""
        accesses = [op for op in self.op.walk() if isinstance(op, (loop.LoadOp, loop.StoreOp))]
        for access in accesses:
            same = self._same_dims(access)
            if not all(facts.is_within_shape(access, same) for facts in self._facts(access, None)):
                note = (access.location, f"this '{access.name}' may be out of bounds")
                raise Refusal(self.op, f"{WHAT}: it may access elements out of bounds", [note])
        for access in accesses:
            if isinstance(access, loop.StoreOp):
                self._check_store(access)

    def _same_dims(self, access: loop.LoadOp | loop.StoreOp) -> Collection[int]:
        """Return the dimensions along which added iterations access what the first one has accessed.

        Only loops that run as often in each iteration may be around the access.
        """
        around: list[loop.ForOp] = []
        while (op := around[-1].parent_op if around else access.parent_op) is not self.op:
            if not isinstance(op, loop.ForOp):
                return ()
            around.append(op)
        counters: set[Value] = set()
        for op in reversed(around):
            if any(self._may_change(each, counters) for each in (*op.lower_operands, *op.upper_operands)):
                return ()
            counters.add(op.induction_variable)
        forms = forms_of(access.affine_map, access.indices, access)
        if forms is None or self._may_change(access.memref, counters) or not self._runs:
            return ()
        return [n for n, form in enumerate(forms) if not any(self._may_change(each, counters) for each in form.terms)]

    def _may_change(self, term: Term, counters: Collection[Value]) -> bool:
        """Return whether a term may have another value in another iteration; the counters are of loops that all of them
        run."""
        if not isinstance(term, Value):
            return True
        owner = term.parent_block.parent_op if term.parent_block is not None else None
        return term not in counters and (owner is None or owner is self.op or self.op.is_ancestor_of(owner))

    @cached_property
    def _runs(self) -> bool:
        return always_runs(self.op)

    def _facts(self, inner: Operation, root: Operation | None) -> Iterator[Facts]:
        """Iterate over the constraints on an op in these iterations, one set for each upper bound that is exceeded."""
        key = root, inner.parent_region
        if key not in self._known:
            facts_by_end = [self._facts_at(end, root) for end in self.bounds.upper or ()]
            self._known[key] = [facts.add_surroundings(inner, until=self.op) for facts in facts_by_end]
        for facts in self._known[key]:
            yield facts.copy()

    def _facts_at(self, end: Form, root: Operation | None) -> Facts:
        facts, op = Facts(root=root, ranges=self._ranges).add_surroundings(self.op), self.op
        row, [start] = facts.value(op.induction_variable), [facts.row(form) for form in self.bounds.lower or ()]
        offset, system = difference(row, start), facts.system
        system.add_inequality(difference({CONSTANT: op.step_value * (self.size - 1)}, offset))
        system.add_equality(difference(offset, {system.new_variable(): op.step_value}))
        system.add_inequality(offset)
        system.add_inequality(difference(row, facts.row(end)))
        return facts

    def _check_store(self, store: loop.StoreOp) -> None:
        """Refuse a store if other iterations may read what it writes."""
        note = (store.location, f"'{store.name}' writes it")
        buffer = store.memref.defining_op
        if not isinstance(buffer, (memref.AllocOp, memref.AllocaOp)):
            raise Refusal(self.op, f"{WHAT}: it writes memory that is not a local buffer", [note])
        for user in store.memref.users:
            if isinstance(user, loop.LoadOp):
                if self._sees(user, store, buffer):
                    notes = [note, (user.location, f"'{user.name}' reads it")]
                    raise Refusal(self.op, f"{WHAT}: it would write an element that is read elsewhere", notes)
            elif not isinstance(user, (loop.StoreOp, memref.DeallocOp)):
                notes = [note, (user.location, f"'{user.name}' uses the buffer")]
                raise Refusal(self.op, f"{WHAT}: it writes a buffer that other ops may access", notes)

    def reads_zero(self, load: loop.LoadOp, copy: PaddedCopy) -> bool:
        """Return whether a load reads zeros in these iterations, where a copy before them has filled up its buffer."""
        read = forms_of(load.affine_map, load.indices, load)
        written = forms_of(copy.store.affine_map, copy.store.indices, copy.store)
        if read is None or written is None:
            return False
        for reader in self._facts(load, None):
            writer = reader.add_surroundings(copy.store, until=copy.nest.parent_op)
            for first, second in zip(written, read, strict=True):
                writer.system.add_equality(difference(writer.row(first), writer.row(second)))
            if not writer.contradict:
                return False
        return True

    def _sees(self, load: loop.LoadOp, store: loop.StoreOp, buffer: Operation) -> bool:
        """Return whether a load may read what a store writes in these iterations."""
        written = forms_of(store.affine_map, store.indices, store)
        read = forms_of(load.affine_map, load.indices, load)
        if written is None or read is None:
            return True
        root = buffer.parent_op
        if any(self._stays_below(second, first, root) for first, second in zip(written, read, strict=True)):
            return False
        for writer in self._facts(store, root):
            reader = Facts(writer, root).add_surroundings(load)
            for first, second in zip(written, read, strict=True):
                reader.system.add_equality(difference(writer.row(first), reader.row(second)))
            if not reader.contradict:
                return True
        return False

    def _stays_below(self, read: Form, written: Form, root: Operation | None) -> bool:
        """Return whether a read index is provably less than every written one: a cheap test that covers most cases.

        Both add the same terms to an induction variable, and the loop around the load ends where this one did.
        """
        other_terms = dict(written.terms)
        extra_terms = dict(read.terms.items() - (other_terms.items() - {(self.op.induction_variable, 1)}))
        if (
            other_terms.pop(self.op.induction_variable, 0) != 1
            or len(read.terms) != len(written.terms)
            or len(extra_terms) != 1
        ):
            return False
        [(reader, factor)] = extra_terms.items()
        if factor != 1 or not isinstance(reader, BlockArgument) or not loop.is_induction_variable(reader):
            return False
        ends, limits = self.bounds.upper or (), self._ranges.of(reader).upper or ()
        fixed = [other_terms, *(end.terms for end in ends)]
        if root is None or any(
            not isinstance(term, Value) or is_defined_below(term, root) for each in fixed for term in each
        ):
            return False
        offset = written.constant - read.constant
        return all(
            any(limit.terms == end.terms and limit.constant <= end.constant + offset for limit in limits)
            for end in ends
        )


class LoopPad(LoopPass):
    """Pad loops to whole tiles

    Loops are padded in program order. With `guard=true` the added iterations do nothing.

    Example: loop-pad{loops=j sizes=8 guard=true}
        func.func @fill(%m: memref<12xf32>, %x: f32) {
          loop.for %t = 0 to 12 step 8 {
            loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 8, 12)>(%t) {
              loop.store %x, %m[%j] : memref<12xf32>
            } {loop.name = "j"}
          }
          return
        }
    """

    name = "loop-pad"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    sizes: tuple[int, ...] = option("How often each of them is to run", default=(), least=1)
    guard: bool = option("Do nothing in the iterations that a loop did not have", default=False)
    done = statistic("num-padded", "Number of loops that run as often as they are to")
    refused = statistic("num-refused", "Number of loops that cannot")

    def problem(self) -> str | None:
        return problem_of_sizes(self.loops, self.sizes)

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        sizes = dict(zip(self.loops, self.sizes, strict=True))
        pad = pad_with_guard if self.guard else pad_to_full
        return [partial(pad, each, sizes[name]) for each in loops_in(root) if (name := name_of(each)) in sizes]
