"""Buffers that are laid out by loops, and nests of loops that go over them.

A *layout* is a list of loops: a buffer has a dimension for each, and a place for each iteration. Tiles are dimensions
as well, so that the loops `jr`, `k` and `jj` of which the last counts within a tile of 16 give panels of 16 columns. A
dimension may be *padded*: it has so many places though the loop may end before.

A *copy nest* runs over the same iterations somewhere else, and over what is padded. It says nothing of whether that is
allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from dlc.dialects import gpu, loop, memref
from dlc.ir.affine.expr import AffineExpr
from dlc.ir.affine.integer_systems import CONSTANT
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import AffineMapAttr, StringAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, i64
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value

from ..analysis.facts import Facts, difference, most_iterations, tighten_bounds, tightened
from ..analysis.loop_ranges import range_of
from ..analysis.nests import NAME, lower_bound, name_of, upper_bound
from ..analysis.terms import Renamed, Terms, put_choice, put_guard_unless
from .loop_names import copy_of, pad_of
from .refusals import Refusal

ALIGNMENT = 64
"""Buffers begin where a cache line does."""
Space = Literal["", "workgroup", "private"]
"""The memory of a GPU that a buffer is in; empty: the memory of the program."""


class Place(NamedTuple):
    """Where ops are to stand: in a block, in front of another one, or at its end."""

    block: Block
    before: Operation | None

    def insert(self, op: Operation) -> None:
        self.block.insert_before(op, self.before)


# -- Layouts -----------------------------------------------------------------------------------------------------------


class Dimension(NamedTuple):
    """One dimension of a buffer: the loop that counts it, and of which size it is."""

    loop: loop.ForOp
    lower: loop.Expressions
    uppers: loop.Expressions
    size: int | None
    """`None`: as many as there are iterations, which is known when it runs."""
    is_padded: bool

    @property
    def has_rest(self) -> bool:
        """Whether there may be places behind the end of the loop."""
        return self.is_padded and self.loop.constant_trip_count() != self.size


class Layout:
    """What a buffer looks like."""

    def __init__(self, dimensions: Sequence[Dimension], order: Sequence[Dimension]) -> None:
        self.dimensions = dimensions
        self.order = order
        """The same dimensions, but none in front of one on which its bounds depend."""

    @classmethod
    def of(cls, loops: Sequence[loop.ForOp], padded: Mapping[loop.ForOp, int], facts: Facts, what: str) -> Layout:
        """A dimension for each of the loops; those that are to be padded have sizes of their own.

        The facts are those that hold where the loops are to run; no others count, as only these loops will be there.
        """
        if len(set(loops)) < len(loops) or any(each not in loops for each in padded):
            raise Refusal([*padded, *loops][0], f"{what}: the dimensions of the buffer must be different loops")
        order: list[Dimension] = []
        for each in _in_order_of_bounds(loops):
            made = _dimension(each, padded.get(each), facts, what)
            order.append(made)
            if made.is_padded:
                _know_places(made, facts)
            else:
                facts.know_ranges(each)
        return cls([made for each in loops for made in order if made.loop is each], order)

    @property
    def loops(self) -> list[loop.ForOp]:
        return [each.loop for each in self.dimensions]

    @property
    def has_rest(self) -> bool:
        """Whether there may be places that belong to no iteration."""
        return any(each.has_rest for each in self.dimensions)

    @property
    def shape(self) -> list[int]:
        return [DYNAMIC if each.size is None else each.size for each in self.dimensions]

    def access(self, renamed: Renamed, user: Operation) -> tuple[AffineMap, list[Value]]:
        """The place of the iteration that an op is in, or that of other induction variables."""
        terms = Terms(renamed)
        exprs: list[AffineExpr] = []
        for each in self.dimensions:
            [start] = terms.of(each.lower)
            exprs.append((terms.dim(each.loop.induction_variable) - start) // each.loop.step_value)
        return terms.simplified(exprs, user)

    def size_operands(self) -> list[Value]:
        """What sizes are computed from that are known when it runs."""
        dynamic = [each for each in self.dimensions if each.size is None]
        return [value for each in dynamic for value in (*each.lower.operands, *each.uppers.operands)]


def _in_order_of_bounds(loops: Sequence[loop.ForOp]) -> list[loop.ForOp]:
    """Loops in their order, but none in front of one on which its bounds depend."""
    counters = {each.induction_variable for each in loops}
    needed = {each: [value for value in _bound_operands(each) if value in counters] for each in loops}
    left, found, known = list(loops), list[loop.ForOp](), set[Value]()
    while left:
        ready = next(each for each in left if all(value in known for value in needed[each]))
        left.remove(ready)
        found.append(ready)
        known.add(ready.induction_variable)
    return found


def _bound_operands(op: loop.ForOp) -> list[Value]:
    bounds = (lower_bound(op), upper_bound(op))
    return [value for bound in bounds for value in loop.simplified(loop.Expressions.of(*bound), op).operands]


def _dimension(op: loop.ForOp, padded: int | None, facts: Facts, what: str) -> Dimension:
    if op.lower_map.num_results != 1:
        raise Refusal(op, f"{what}: it begins at the greatest of several bounds, so places cannot be counted from one")
    lower = loop.simplified(loop.Expressions.of(*lower_bound(op)), op)
    uppers = tightened(loop.simplified(loop.Expressions.of(*upper_bound(op)), op), op, facts)
    most = most_iterations(op, facts)
    if padded is not None and (most is None or most > padded):
        shown = "any number" if most is None else str(most)
        raise Refusal(op, f"{what}: it cannot be padded to {padded} iterations, because it may have {shown}")
    size = most if padded is None else padded
    if size is None and len(uppers.exprs) != 1:
        raise Refusal(op, f"{what}: it ends at the least of several bounds, none of which is so far from its beginning")
    return Dimension(op, lower, uppers, size, padded is not None)


def _know_places(each: Dimension, facts: Facts) -> None:
    """The loop is at any place of a padded dimension."""
    counter, starts = each.loop.induction_variable, range_of(each.loop.induction_variable).lower
    if starts is not None and each.size is not None:
        offset = difference(facts.value(counter), facts.row(starts[0]))
        facts.system.add_inequality(offset)
        facts.system.add_inequality(difference({CONSTANT: (each.size - 1) * each.loop.step_value}, offset))


# -- Allocation --------------------------------------------------------------------------------------------------------


def is_known_before(value: Value, op: Operation) -> bool:
    """Whether a value is there in front of an op, of those that are there somewhere inside it."""
    block = value.parent_block
    owner = block.parent_op if block is not None else None
    if owner is not None and op.is_ancestor_of(owner):
        return False
    definer = value.defining_op
    return definer is None or definer.parent is not op.parent or definer.is_before(op)


def check_sizes(layout: Layout, at: loop.ForOp | loop.ParallelOp, what: str) -> None:
    """Refuse sizes that are not known where the buffer is to be made at the latest."""
    for each in layout.dimensions:
        operands = (*each.lower.operands, *each.uppers.operands) if each.size is None else ()
        for value in operands:
            is_known = is_known_in(value, at) if isinstance(at, loop.ParallelOp) else is_known_before(value, at)
            if not is_known:
                raise Refusal(each.loop, f"{what}: it is not known where the buffer is made how often it runs")


def allocate(layout: Layout, at: loop.ForOp | loop.ParallelOp, type: Type, name: str, space: Space = "") -> Value:
    """A buffer that lives as long as the outermost loop around that is not parallel, or as an iteration of a parallel
    one."""
    operands = layout.size_operands()
    memory_space = gpu.AddressSpaceAttr(space) if space else None
    buffer_type = MemRefType(tuple(layout.shape), type, None, memory_space)
    if isinstance(at, loop.ParallelOp):
        first, last = at.body.first, at.body.last
        block = at.body
    else:
        outermost: Operation = at
        while isinstance(outermost.parent_op, loop.ForOp):
            if not all(is_known_before(value, outermost.parent_op) for value in operands):
                break
            outermost = outermost.parent_op
        assert outermost.parent is not None
        block, first, last = outermost.parent, outermost, outermost.next
    sizes = [_size_in_front(each, block, first) for each in layout.dimensions if each.size is None]
    made = memref.AllocOp(buffer_type, sizes, alignment=int_attr(ALIGNMENT, i64))
    made.memref.name_hint = name
    block.insert_before(made, first)
    block.insert_before(memref.DeallocOp(made.memref), last)
    return made.memref


def local_buffer(layout: Layout, place: Place, type: Type, name: str) -> Value:
    """A buffer of static size, which lives as long as the iteration around it."""
    made = memref.AllocaOp(MemRefType(tuple(layout.shape), type), alignment=int_attr(ALIGNMENT, i64))
    made.memref.name_hint = name
    place.insert(made)
    return made.memref


def _size_in_front(each: Dimension, block: Block, before: Operation | None) -> Value:
    terms = Terms()
    [start], [end] = terms.of(each.lower), terms.of(each.uppers)
    user = before if before is not None else each.loop
    affine_map, operands = terms.simplified([(end - start).ceildiv(each.loop.step_value)], user)
    made = loop.MaxOp(AffineMapAttr(affine_map.with_results([0, *affine_map.results])), operands)
    block.insert_before(made, before)
    return made.result


# -- Copy nests --------------------------------------------------------------------------------------------------------

Emit = Callable[[Place, Renamed], None]
"""Puts what is to be done for an iteration somewhere."""


class CopyNest:
    """Loops over the iterations of a layout, at the beginning of an iteration of a loop, or at its end."""

    def __init__(self, layout: Layout, at: loop.ForOp | loop.ParallelOp, name: str, what: str) -> None:
        self.layout = layout
        self.at = at
        self.name = name
        self.order = layout.order
        for each in layout.order:
            _check_bounds(each, layout, at, what)

    def emit(self, place: Place, copy: Emit | None = None, pad: Emit | None = None) -> None:
        """Put loops somewhere, over the iterations, and over places of padded loops that are behind their ends."""
        _Emission(self, copy, pad).run(0, place, {}, is_beyond=False)

    def emit_whole(self, place: Place, copy: Emit, pad: Emit | None) -> None:
        """Put one nest somewhere over all places of the dimensions, in which a condition tells what is padded.

        So the nest is a box, whatever the sizes are, and threads can share its iterations.
        """
        renamed: dict[Value, Value] = {}
        made: list[loop.ForOp] = []
        for each in self.order:
            bounds = self.full if each.is_padded else self.bounds
            made.append(self.loop(each, bounds(each, renamed)))
            place.insert(made[-1])
            tighten_bounds(made[-1])
            renamed[each.loop.induction_variable] = made[-1].induction_variable
            place = Place(made[-1].body, None)
        terms = Terms(renamed)
        inside = [room for each in self.order if each.has_rest for room in self._room(each, terms)]
        if inside and pad is not None:
            then_block, else_block = put_choice(place.block, None, inside, terms)
            copy(Place(then_block, then_block.last), renamed)
            pad(Place(else_block, else_block.last), renamed)
        else:
            copy(place, renamed)
        for each in reversed(made):
            each.close()

    def _room(self, each: Dimension, terms: Terms) -> list[AffineExpr]:
        """What is negative behind the end of a padded loop."""
        assert each.size is not None
        [start] = terms.of(each.lower)
        ends = terms.of(each.uppers)
        spans = terms.simplified([end - start for end in ends], self.at)[0].results
        return [
            end - terms.dim(each.loop.induction_variable) - 1
            for end, span in zip(ends, spans, strict=True)
            if span.constant_value is None or span.constant_value < each.size * each.loop.step_value
        ]

    def where_there_is_a_rest(self, place: Place) -> Place:
        """Where to put what is done for nothing but places behind the ends of loops: under the condition that there
        are some, if that can be said in front of all the loops."""
        padded = [each for each in self.order if each.has_rest]
        counters = {each.loop.induction_variable for each in self.order}
        operands = [value for each in padded for value in (*each.lower.operands, *each.uppers.operands)]
        if any(value in counters for value in operands):
            return place
        terms, are_full = Terms(), list[AffineExpr]()
        for each in padded:
            [start] = terms.of(each.lower)
            assert each.size is not None
            last = start + (each.size - 1) * each.loop.step_value
            are_full += [end - last - 1 for end in terms.of(each.uppers)]
        known = [expr.constant_value for expr in terms.simplified(are_full, self.at)[0].results]
        if any(value is not None and value < 0 for value in known):
            return place
        inside = put_guard_unless(place.block, place.before, are_full, terms)
        return Place(inside, inside.last)

    def loop(self, each: Dimension, bounds: _Bounds, *, is_padding: bool = False) -> loop.ForOp:
        """Return an open loop for a dimension, called after the loop of that dimension."""
        made = loop.ForOp.over(*bounds, each.loop.step_value, location=each.loop.location)
        name, hint = name_of(each.loop), each.loop.induction_variable.name_hint
        if name is not None:
            made.attributes[NAME] = StringAttr(self._name(name, is_padding=is_padding))
        if hint is not None:
            made.induction_variable.name_hint = self._name(hint, is_padding=is_padding)
        return made

    def _name(self, name: str, *, is_padding: bool) -> str:
        return pad_of(copy_of(self.name, name)) if is_padding else copy_of(self.name, name)

    def bounds(self, each: Dimension, renamed: Renamed) -> _Bounds:
        """Those of the loop itself."""
        lower, upper = Terms(renamed), Terms(renamed)
        return lower.simplified(lower.of(each.lower), self.at), upper.simplified(upper.of(each.uppers), self.at)

    def full(self, each: Dimension, renamed: Renamed) -> _Bounds:
        """All places of a padded dimension."""
        lower, upper = Terms(renamed), Terms(renamed)
        [end] = upper.of(each.lower)
        assert each.size is not None
        end = end + each.size * each.loop.step_value
        return lower.simplified(lower.of(each.lower), self.at), upper.simplified([end], self.at)

    def rest(self, each: Dimension, renamed: Renamed) -> _Bounds | None:
        """The places of a dimension behind the end of the loop, if there are any; all, if there are several ends."""
        full, step = self.full(each, renamed), each.loop.step_value
        assert each.size is not None
        terms = Terms(renamed)
        [start] = terms.of(each.lower)
        spans = [end - start for end in terms.of(each.uppers)]
        simple = terms.simplified(spans, self.at)[0].results
        ends = [
            start + span.ceildiv(step) * step
            for span, known in zip(spans, simple, strict=True)
            if known.constant_value is None or known.constant_value < each.size * step
        ]
        if len(ends) > 1:
            return full
        return (terms.simplified([start, ends[0]], self.at), full[1]) if ends else None


_Bounds = tuple[tuple[AffineMap, list[Value]], tuple[AffineMap, list[Value]]]


class _Emission:
    """One nest that is being put somewhere."""

    def __init__(self, nest: CopyNest, copy: Emit | None, pad: Emit | None) -> None:
        self.nest = nest
        self.copy = copy
        self.pad = pad

    def run(self, level: int, place: Place, renamed: dict[Value, Value], *, is_beyond: bool) -> None:
        """The loops from a level on; what is padded comes first, so that what is copied stays."""
        nest = self.nest
        if level == len(nest.order):
            emit = self.pad if is_beyond else self.copy
            if emit is not None:
                emit(place, renamed)
            return
        each = nest.order[level]
        bounds = nest.full if is_beyond and each.is_padded else nest.bounds
        parts: list[tuple[loop.ForOp, bool]] = []
        if is_beyond or self.copy is not None or any(inner.has_rest for inner in nest.order[level + 1 :]):
            parts.append((nest.loop(each, bounds(each, renamed)), is_beyond))
        rest = nest.rest(each, renamed) if each.has_rest and self.pad is not None and not is_beyond else None
        if rest is not None:
            parts.insert(0, (nest.loop(each, rest, is_padding=True), True))
        for made, beyond in parts:
            place.insert(made)
            tighten_bounds(made)
            inner = renamed | {each.loop.induction_variable: made.induction_variable}
            self.run(level + 1, Place(made.body, None), inner, is_beyond=beyond)
            made.close()


def _check_bounds(each: Dimension, layout: Layout, at: Operation, what: str) -> None:
    counters = {other.loop.induction_variable for other in layout.dimensions}
    for value in (*each.lower.operands, *each.uppers.operands):
        if value not in counters and not is_known_in(value, at):
            raise Refusal(each.loop, f"{what}: its bounds depend on what is not known where an iteration begins")


def is_known_in(value: Value, at: Operation) -> bool:
    """Whether a value is there where an iteration of a loop begins."""
    block = value.parent_block
    owner = block.parent_op if block is not None else None
    if owner is at:
        return isinstance(value, BlockArgument)
    return owner is None or not at.is_ancestor_of(owner)
