"""Buffers with a dimension for each of some loops, and copy nests over them.

A *layout* is a list of loops: a buffer has a dimension for each loop, and an element for each iteration. Tiles are
dimensions as well: the loops `jr`, `k` and `jj`, with `jj` inside a tile of 16, give panels of 16 columns. A dimension
may be *padded*: it has a fixed size, although the loop may end earlier.

A *copy nest* runs the same iterations at another program point, and those of the padding.

Not here: whether copying is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Literal, NamedTuple

from dlc.dialects import gpu, loop, memref
from dlc.ir import Block, BlockArgument, Operation, Type, Value
from dlc.ir.affine import CONSTANT, AffineExpr, AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, StringAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, LARGEST_SIZE, MemRefType, i64

from ..analysis.facts import Facts, difference, max_trip_count, tighten_bounds, tightened
from ..analysis.loop_ranges import range_of
from ..analysis.nests import NAME, lower_bound, name_of, upper_bound
from ..analysis.terms import Renamed, Terms, put_choice, put_guard_unless
from .loop_names import copy_of, pad_of
from .refusals import Refusal

ALIGNMENT = 64
"""Buffers begin where a cache line does."""
Space = Literal["", "workgroup", "private"]
"""The memory of a GPU that a buffer is in; empty: the memory of the program."""


class InsertPoint(NamedTuple):
    """A program point at which ops are inserted: before an op of a block, or at its end."""

    block: Block
    before: Operation | None

    def insert(self, op: Operation) -> None:
        self.block.insert_before(op, self.before)


# -- Layouts -----------------------------------------------------------------------------------------------------------


class Dimension(NamedTuple):
    """A dimension of a buffer: its loop, the bounds of the loop, and the size."""

    loop: loop.ForOp
    lower: loop.Expressions
    uppers: loop.Expressions
    size: int | None
    """The static size, or `None` if the size is the dynamic trip count."""
    is_padded: bool

    @property
    def has_rest(self) -> bool:
        """Whether there may be elements after the end of the loop."""
        return self.is_padded and self.loop.constant_trip_count() != self.size


class Layout:
    """The dimensions of a buffer."""

    def __init__(self, dimensions: Sequence[Dimension], order: Sequence[Dimension], joined: int = 1) -> None:
        self.dimensions = dimensions
        self.order = order
        """The same dimensions, each after those that its bounds depend on."""
        self.joined = joined
        """The number of last dimensions that are one dimension of the buffer, so that vectors can contain them."""
        dynamic = [each for each in dimensions[-joined:] if each.size is None]
        if joined > 1 and dynamic:
            raise Refusal(dynamic[0].loop, "a dimension that is joined with others must have a static size")

    @classmethod
    def of(
        cls,
        loops: Sequence[loop.ForOp],
        padded: Mapping[loop.ForOp, int],
        facts: Facts,
        what: str,
        joined: int = 1,
    ) -> Layout:
        """Return a layout with a dimension for each loop, the last ones joined; `padded` has the sizes of padded ones.

        `facts` are those at the point where the copy nest will run, which contains no other loops.
        """
        if len(set(loops)) < len(loops) or any(each not in loops for each in padded):
            raise Refusal([*padded, *loops][0], f"{what}: the dimensions of the buffer must be different loops")
        order: list[Dimension] = []
        for each in _in_order_of_bounds(loops):
            dimension = _dimension(each, padded.get(each), facts, what)
            order.append(dimension)
            if dimension.is_padded:
                _add_padded_range(dimension, facts)
            else:
                facts.add_ranges(each)
        return cls([dimension for each in loops for dimension in order if dimension.loop is each], order, joined)

    @property
    def loops(self) -> list[loop.ForOp]:
        return [each.loop for each in self.dimensions]

    @property
    def has_rest(self) -> bool:
        """Whether there may be elements that belong to no iteration."""
        return any(each.has_rest for each in self.dimensions)

    @property
    def shape(self) -> list[int]:
        sizes = [DYNAMIC if each.size is None else each.size for each in self.dimensions]
        return [*sizes[: -self.joined], prod(sizes[-self.joined :])] if self.joined > 1 else sizes

    def access(self, renamed: Renamed, user: Operation) -> tuple[AffineMap, list[Value]]:
        """Return the indices of the element of the current iteration, with induction variables as in `renamed`."""
        terms = Terms(renamed)
        exprs: list[AffineExpr] = []
        for each in self.dimensions:
            [start] = terms.of(each.lower)
            exprs.append((terms.dim(each.loop.induction_variable) - start) // each.loop.step_value)
        place = exprs[-self.joined] if exprs else None
        for each, expr in zip(self.dimensions[-self.joined :][1:], exprs[-self.joined :][1:], strict=True):
            assert each.size is not None
            assert place is not None
            place = place * each.size + expr
        return terms.simplified(exprs if place is None else [*exprs[: -self.joined], place], user)

    def size_operands(self) -> list[Value]:
        """Return the values that dynamic sizes are computed from."""
        dynamic = [each for each in self.dimensions if each.size is None]
        return [value for each in dynamic for value in (*each.lower.operands, *each.uppers.operands)]


def _in_order_of_bounds(loops: Sequence[loop.ForOp]) -> list[loop.ForOp]:
    """Return loops in their order, but each after those that its bounds depend on."""
    counters = {each.induction_variable for each in loops}
    needed = {each: [value for value in _bound_operands(each) if value in counters] for each in loops}
    remaining, ordered, known = list(loops), list[loop.ForOp](), set[Value]()
    while remaining:
        ready = next(each for each in remaining if all(value in known for value in needed[each]))
        remaining.remove(ready)
        ordered.append(ready)
        known.add(ready.induction_variable)
    return ordered


def _bound_operands(op: loop.ForOp) -> list[Value]:
    bounds = (lower_bound(op), upper_bound(op))
    return [value for bound in bounds for value in loop.simplified(loop.Expressions.of(*bound), op).operands]


def _dimension(op: loop.ForOp, padded: int | None, facts: Facts, what: str) -> Dimension:
    if op.lower_map.num_results != 1:
        raise Refusal(op, f"{what}: its lower bound is the maximum of several, so that elements have no affine index")
    lower = loop.simplified(loop.Expressions.of(*lower_bound(op)), op)
    uppers = tightened(loop.simplified(loop.Expressions.of(*upper_bound(op)), op), op, facts)
    max_trips = max_trip_count(op, facts)
    if padded is not None and (max_trips is None or max_trips > padded):
        shown = "any number" if max_trips is None else str(max_trips)
        raise Refusal(op, f"{what}: it cannot be padded to {padded} iterations, but may have {shown}")
    size = max_trips if padded is None else padded
    if size is None and len(uppers.exprs) != 1:
        raise Refusal(
            op, f"{what}: its upper bound is the minimum of several, so that the size of the buffer is unknown"
        )
    return Dimension(op, lower, uppers, size, padded is not None)


def _add_padded_range(dimension: Dimension, facts: Facts) -> None:
    """Assume that the induction variable is within a padded dimension."""
    iv = dimension.loop.induction_variable
    starts = range_of(iv).lower
    if starts is not None and dimension.size is not None:
        offset = difference(facts.value(iv), facts.row(starts[0]))
        facts.system.add_inequality(offset)
        last = (dimension.size - 1) * dimension.loop.step_value
        facts.system.add_inequality(difference({CONSTANT: last}, offset))


# -- Allocation --------------------------------------------------------------------------------------------------------


def is_available_before(value: Value, op: Operation) -> bool:
    """Return whether a value that is available inside an op is also available before it."""
    if value.is_inside(op):
        return False
    definer = value.defining_op
    return definer is None or definer.parent is not op.parent or definer.is_before(op)


def check_sizes(layout: Layout, at: loop.ForOp | loop.ParallelOp, what: str) -> None:
    """Refuse sizes that are unknown at the last point where the buffer can be allocated."""
    for each in layout.dimensions:
        operands = (*each.lower.operands, *each.uppers.operands) if each.size is None else ()
        for value in operands:
            is_known = is_available_in(value, at) if isinstance(at, loop.ParallelOp) else is_available_before(value, at)
            if not is_known:
                raise Refusal(each.loop, f"{what}: its trip count is unknown where the buffer is allocated")


def allocate(
    layout: Layout, at: loop.ForOp | loop.ParallelOp, type: Type, name: str, space: Space = "", skew: int = 0
) -> Value:
    """Allocate a buffer that lives as long as the outermost sequential loop around, or as an iteration of a parallel
    one. Rows of a known size are lengthened by `skew` elements.
    """
    operands = layout.size_operands()
    memory_space = gpu.AddressSpaceAttr(space) if space else None
    shape = tuple(layout.shape)
    if skew and shape and shape[-1] != DYNAMIC:
        shape = (*shape[:-1], shape[-1] + skew)
    if any(size > LARGEST_SIZE for size in shape):
        raise Refusal(at, f"requires a buffer of sizes {list(shape)}, of which one does not fit in 64 bits")
    buffer_type = MemRefType(shape, type, None, memory_space)
    if isinstance(at, loop.ParallelOp):
        first, last = at.body.first, at.body.last
        block = at.body
    else:
        outermost: Operation = at
        while isinstance(outermost.parent_op, loop.ForOp):
            if not all(is_available_before(value, outermost.parent_op) for value in operands):
                break
            outermost = outermost.parent_op
        block, first, last = outermost.block, outermost, outermost.next
    sizes = [_size_before(each, block, first) for each in layout.dimensions if each.size is None]
    alloc = memref.AllocOp(buffer_type, sizes, alignment=int_attr(ALIGNMENT, i64))
    alloc.memref.name_hint = name
    block.insert_before(alloc, first)
    block.insert_before(memref.DeallocOp(alloc.memref), last)
    return alloc.memref


def local_buffer(layout: Layout, place: InsertPoint, type: Type, name: str) -> Value:
    """Allocate a buffer of static size that lives as long as the enclosing iteration; return it."""
    alloca = memref.AllocaOp(MemRefType(tuple(layout.shape), type), alignment=int_attr(ALIGNMENT, i64))
    alloca.memref.name_hint = name
    place.insert(alloca)
    return alloca.memref


def _size_before(dimension: Dimension, block: Block, before: Operation | None) -> Value:
    """Return the dynamic size of a dimension, computed before an op."""
    terms = Terms()
    [start], [end] = terms.of(dimension.lower), terms.of(dimension.uppers)
    user = before if before is not None else dimension.loop
    affine_map, operands = terms.simplified([(end - start).ceildiv(dimension.loop.step_value)], user)
    size = loop.MaxOp(AffineMapAttr(affine_map.with_results([0, *affine_map.results])), operands)
    block.insert_before(size, before)
    return size.result


# -- Copy nests --------------------------------------------------------------------------------------------------------

Emit = Callable[[InsertPoint, Renamed], None]
"""Emits the ops of one iteration at a program point."""


class CopyNest:
    """Loops over the elements of a layout, at the beginning of an iteration of a loop, or at its end."""

    def __init__(self, layout: Layout, at: loop.ForOp | loop.ParallelOp, name: str, what: str) -> None:
        self.layout = layout
        self.at = at
        self.name = name
        self.order = layout.order
        for each in layout.order:
            _check_bounds(each, layout, at, what)

    def emit(self, place: InsertPoint, copy: Emit | None = None, pad: Emit | None = None) -> None:
        """Emit loops over the iterations, and over the padding after the ends of padded loops."""
        _Emission(self, copy, pad).run(0, place, {}, is_beyond=False)

    def emit_whole(self, place: InsertPoint, copy: Emit, pad: Emit | None) -> None:
        """Emit one nest over all elements, padding included, with a condition that tells the padding apart.

        So the nest is a box of any sizes, and threads can share its iterations.
        """
        renamed: dict[Value, Value] = {}
        loops: list[loop.ForOp] = []
        for each in self.order:
            bounds = self.full if each.is_padded else self.bounds
            loops.append(self.loop(each, bounds(each, renamed)))
            place.insert(loops[-1])
            tighten_bounds(loops[-1])
            renamed[each.loop.induction_variable] = loops[-1].induction_variable
            place = InsertPoint(loops[-1].body, None)
        terms = Terms(renamed)
        inside = [room for each in self.order if each.has_rest for room in self._room(each, terms)]
        if inside and pad is not None:
            then_block, else_block = put_choice(place.block, None, inside, terms)
            copy(InsertPoint(then_block, then_block.last), renamed)
            pad(InsertPoint(else_block, else_block.last), renamed)
        else:
            copy(place, renamed)
        for each in reversed(loops):
            each.close()

    def _room(self, each: Dimension, terms: Terms) -> list[AffineExpr]:
        """Return expressions that are negative after the end of a padded loop."""
        assert each.size is not None
        [start] = terms.of(each.lower)
        ends = terms.of(each.uppers)
        spans = terms.simplified([end - start for end in ends], self.at)[0].results
        return [
            end - terms.dim(each.loop.induction_variable) - 1
            for end, span in zip(ends, spans, strict=True)
            if span.constant_value is None or span.constant_value < each.size * each.loop.step_value
        ]

    def guard_padding(self, place: InsertPoint) -> InsertPoint:
        """Return where to insert a nest over the padding only: under a condition that there is padding, if possible."""
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
        return InsertPoint(inside, inside.last)

    def loop(self, dimension: Dimension, bounds: _Bounds, *, is_padding: bool = False) -> loop.ForOp:
        """Return a loop without terminator for a dimension, named after the loop that it copies."""
        new_loop = loop.ForOp.over(*bounds, dimension.loop.step_value, location=dimension.loop.location)
        name, hint = name_of(dimension.loop), dimension.loop.induction_variable.name_hint
        if name is not None:
            new_loop.attributes[NAME] = StringAttr(self._name(name, is_padding=is_padding))
        if hint is not None:
            new_loop.induction_variable.name_hint = self._name(hint, is_padding=is_padding)
        return new_loop

    def _name(self, name: str, *, is_padding: bool) -> str:
        return pad_of(copy_of(self.name, name)) if is_padding else copy_of(self.name, name)

    def bounds(self, dimension: Dimension, renamed: Renamed) -> _Bounds:
        """Return the bounds of the loop itself."""
        lower, upper = Terms(renamed), Terms(renamed)
        return lower.simplified(lower.of(dimension.lower), self.at), upper.simplified(
            upper.of(dimension.uppers), self.at
        )

    def full(self, dimension: Dimension, renamed: Renamed) -> _Bounds:
        """Return bounds over a whole padded dimension."""
        lower, upper = Terms(renamed), Terms(renamed)
        [end] = upper.of(dimension.lower)
        assert dimension.size is not None
        end = end + dimension.size * dimension.loop.step_value
        return lower.simplified(lower.of(dimension.lower), self.at), upper.simplified([end], self.at)

    def rest(self, dimension: Dimension, renamed: Renamed) -> _Bounds | None:
        """Return bounds over the padding, or `None` if there is none; the whole dimension if there are several ends."""
        full, step = self.full(dimension, renamed), dimension.loop.step_value
        assert dimension.size is not None
        terms = Terms(renamed)
        [start] = terms.of(dimension.lower)
        spans = [end - start for end in terms.of(dimension.uppers)]
        simple = terms.simplified(spans, self.at)[0].results
        ends = [
            start + span.ceildiv(step) * step
            for span, known in zip(spans, simple, strict=True)
            if known.constant_value is None or known.constant_value < dimension.size * step
        ]
        if len(ends) > 1:
            return full
        return (terms.simplified([start, ends[0]], self.at), full[1]) if ends else None


_Bounds = tuple[tuple[AffineMap, list[Value]], tuple[AffineMap, list[Value]]]


class _Emission:
    """The emission of one copy nest."""

    def __init__(self, nest: CopyNest, copy: Emit | None, pad: Emit | None) -> None:
        self.nest = nest
        self.copy = copy
        self.pad = pad

    def run(self, level: int, place: InsertPoint, renamed: dict[Value, Value], *, is_beyond: bool) -> None:
        """Emit the loops from a level on; the padding first, so that it does not overwrite copied elements."""
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
        for copy_loop, beyond in parts:
            place.insert(copy_loop)
            tighten_bounds(copy_loop)
            inner = renamed | {each.loop.induction_variable: copy_loop.induction_variable}
            self.run(level + 1, InsertPoint(copy_loop.body, None), inner, is_beyond=beyond)
            copy_loop.close()


def _check_bounds(each: Dimension, layout: Layout, at: Operation, what: str) -> None:
    counters = {other.loop.induction_variable for other in layout.dimensions}
    for value in (*each.lower.operands, *each.uppers.operands):
        if value not in counters and not is_available_in(value, at):
            raise Refusal(each.loop, f"{what}: its bounds are unknown where the iteration begins")


def is_available_in(value: Value, at: Operation) -> bool:
    """Return whether a value is available where an iteration of a loop begins."""
    block = value.parent_block
    if block is not None and block.parent_op is at:
        return isinstance(value, BlockArgument)
    return not value.is_inside(at)
