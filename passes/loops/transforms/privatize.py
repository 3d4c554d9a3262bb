"""Privatization: a tile of memory that inner loops write is kept in a local buffer while an iteration works on it.

    for %i step 6 {                        for %i step 6 {
      for %ii = %i …, %jj … {                %t = alloca
        f(%c[%ii, %jj])             =>       for %ii, %jj { %t[%ii', %jj'] = %c[%ii, %jj] }
      }                                      for %ii, %jj { f(%t[%ii', %jj']) }
                                             for %ii, %jj { %c[%ii, %jj] = %t[%ii', %jj'] }

The buffer has a dimension for each of some inner loops, as in `packing`, and a static size. Of memory nothing is
touched that was not; but a padded dimension of the buffer is there as a whole, so that the loops that work on it may
run over all of it (`padding`). It is filled only where it is not written before it is read: not at all, or only outside
of the condition on which the first write depends, as it is when the loops around that write begin.

Allowed if each iteration of the loops has an element of its own and writes it, and nothing else touches that memory
meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import arith, loop
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import TypedAttribute
from dlc.ir.builtin_types import DYNAMIC
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.dependences import LoopDependences, levels_of, may_meet
from ..analysis.nests import lower_bound, substituted
from ..analysis.terms import Renamed
from ..analysis.tile_elements import Element, Outer, facts_in, is_in_region
from .buffers import CopyNest, Layout, Place, is_known_in, local_buffer
from .loop_names import BACK, FILL, Names, back_of, copy_of, fill_of, pad_of
from .loop_pass import LoopPass
from .pack import redirect, zero_for
from .refusals import Refusal, forbidden
from .selection import Attempts
from .tile_selection import dimensions_around, outer_loops, touching

WHAT = "cannot be kept in a local buffer"


def privatize(
    at: Outer,
    store: loop.StoreOp,
    order: Sequence[loop.ForOp],
    padded: Mapping[loop.ForOp, int],
    name: str = "tile",
) -> Value:
    """Keep what a store writes in an iteration of `at` in a local buffer with a dimension for each loop of an order.

    It may be written under a condition, if another store of the same element is not.
    The loops that fill it are called `name_fill_jj` after the loop `jj`, those that write it back `name_back_jj`.
    Returns the buffer.
    """
    layout = Layout.of(order, padded, facts_in(at), WHAT)
    if DYNAMIC in layout.shape:
        raise Refusal(at, f"{WHAT}: its size must be known, but got {_shown(layout)}")
    element = _certain(Element(store, at, order, WHAT))
    touched = _touched(element)
    fill, back = (CopyNest(layout, at, copy_of(name, part), WHAT) for part in (FILL, BACK))
    zero = zero_for(store.value.type, store, WHAT) if layout.has_rest else None
    place = Place(at.body, at.body.first)
    buffer = local_buffer(layout, place, store.value.type, name)
    mover = _Mover(element, layout, buffer)
    _put_fill(fill, mover, touched[0], zero, place)
    back.emit(Place(at.body, at.body.last), mover.write_back)
    for each in touched:
        redirect(each.op, layout, buffer)
    return buffer


def _shown(layout: Layout) -> str:
    return "x".join("?" if size == DYNAMIC else str(size) for size in layout.shape)


# -- Legality ----------------------------------------------------------------------------------------------------------


def _certain(element: Element) -> Element:
    """The same element by a store that is sure to be made, so that writing it back does nothing new."""
    for op in element.innermost.walk():
        other = _same_element(op, element) if isinstance(op, loop.StoreOp) else None
        if other is not None and not other.conditions and not other.idle_loops():
            return other
    reasons = [*element.conditions, *element.idle_loops()]
    raise Refusal(
        element.op, f"{WHAT}: it may not be written", [(each.location, "because of this") for each in reasons]
    )


def _touched(element: Element) -> list[Element]:
    """All that touches the elements, in order: each iteration its own, and nothing else any of them."""
    at, store = element.at, element.op
    found = LoopDependences(*[op for op in at.body.ops if op is not at.body.last])
    [own] = found.inside(store)
    shared = next(iter(found.carried_between(own, own, levels_of(element.loops))), None)
    if shared is not None:
        raise forbidden(store, WHAT, shared)
    members: list[Element] = []
    for access in found.accesses:
        member = _same_element(access.op, element)
        if member is not None:
            members.append(member)
        elif may_meet(access, own) and found.within(access, own, ()):
            note = (access.op.location, f"'{access.op.name}' may touch it as well")
            raise Refusal(store, f"{WHAT}: others may touch it", [note])
    return members


def _same_element(op: Operation, element: Element) -> Element | None:
    """An op as one that touches the same element in each iteration, if it does."""
    if not isinstance(op, (loop.LoadOp, loop.StoreOp)) or op.memref is not element.memref:
        return None
    if not all(each.is_ancestor_of(op) for each in element.loops):
        return None
    other = Element(op, element.at, element.loops, WHAT)
    return other if other.is_like(element) else None


# -- Copies ------------------------------------------------------------------------------------------------------------


class _Mover:
    """Moves an element between memory and the buffer."""

    def __init__(self, element: Element, layout: Layout, buffer: Value) -> None:
        self.element = element
        self.layout = layout
        self.buffer = buffer
        self.location = element.op.location

    def fill(self, place: Place, renamed: Renamed) -> None:
        """From memory."""
        element = self.element
        read = loop.LoadOp.mapped(element.memref, *element.access(renamed), location=self.location)
        place.insert(read)
        self.put(place, renamed, read.result)

    def put(self, place: Place, renamed: Renamed, value: Value) -> None:
        """A value into the buffer."""
        access = self.layout.access(renamed, self.element.at)
        place.insert(loop.StoreOp.mapped(value, self.buffer, *access, location=self.location))

    def write_back(self, place: Place, renamed: Renamed) -> None:
        """To memory."""
        element = self.element
        read = loop.LoadOp.mapped(self.buffer, *self.layout.access(renamed, element.at), location=self.location)
        place.insert(read)
        access = element.access(renamed)
        place.insert(loop.StoreOp.mapped(read.result, element.memref, *access, location=self.location))


def _put_fill(nest: CopyNest, mover: _Mover, first: Element, zero: TypedAttribute | None, place: Place) -> None:
    if zero is not None:
        inside = nest.where_there_is_a_rest(place)
        filler = arith.ConstantOp(zero, location=mover.location)
        inside.insert(filler)
        nest.emit(inside, pad=lambda at, renamed: mover.put(at, renamed, filler.result))
    where = _where_read(first, place)
    if where is not None:
        nest.emit(where, mover.fill)


def _where_read(first: Element, place: Place) -> Place | None:
    """Where the buffer must be filled, because it is read before it is written; `None`: it never is."""
    if isinstance(first.op, loop.LoadOp) or first.idle_loops():
        return place
    if not first.conditions:
        return None
    [condition, *others] = first.conditions
    begins = _in_first_iteration(first, condition) if not others else None
    if begins is None:
        return place
    points, operands = begins
    is_then = is_in_region(first.op, condition.then_region)
    if not operands:
        return None if points.contains(()) is is_then else place
    made = loop.IfOp.on(points, operands, has_else=is_then, location=condition.location)
    for region in made.regions:
        if not region.is_empty:
            region.entry.append(loop.YieldOp.of(()))
    place.insert(made)
    target = made.else_block if is_then else made.then_block
    assert target is not None
    return Place(target, target.last)


def _in_first_iteration(first: Element, condition: loop.IfOp) -> tuple[IntegerSet, list[Value]] | None:
    """A condition as it is when the loops begin that come back to the element; `None`: it depends on other things."""
    counters = {each.induction_variable: each for each in first.around if isinstance(each, loop.ForOp)}
    points, operands = condition.integer_set, list(condition.operands)
    given = AffineMap(points.num_dims, points.num_symbols, points.constraints)
    while (inner := next((each for each in operands if not is_known_in(each, first.at)), None)) is not None:
        around = counters.get(inner) if isinstance(inner, BlockArgument) else None
        if around is None or around in first.loops or around.lower_map.num_results != 1:
            return None
        lower, values = lower_bound(around)
        given, operands = substituted(given, operands, inner, (lower.results[0], values, lower.num_dims))
    found = loop.simplified(loop.Expressions.of(given, operands), condition)
    num_symbols = len(found.operands) - found.num_dims
    return IntegerSet(found.num_dims, num_symbols, found.exprs, points.eq_flags), found.operands


class LoopPrivatize(LoopPass):
    """Keep what inner loops write in a local buffer that is laid out by them

    Loops that fill the buffer are called `tile_fill_jj` after the loop `jj`, if `tile` is the name of the buffer,
    those that write it back `tile_back_jj`.
    """

    name = "loop-privatize"
    at: str = option("The name of the loop in each iteration of which there is a buffer", default="")
    write: int = option("Which of the memrefs that it writes, counted from 0 in the order of writing", default=0)
    loops: tuple[str, ...] = option("The names of the loops that are dimensions of the buffer", default=())
    sizes: tuple[int, ...] = option("For each of them the size to which it is filled up, or 0", default=())
    buffer: str = option("What the buffer is called", default="tile")
    privatized = statistic("num-privatized", "Number of buffers made")
    refused = statistic("num-refused", "Number of times that it could not be")

    def uses(self) -> Sequence[str]:
        return (self.at, *self.loops)

    def names_after(self, names: Names) -> Names:
        fills = {fill_of(self.buffer, name) for name in self.loops}
        return names.union(fills, map(pad_of, fills), (back_of(self.buffer, name) for name in self.loops))

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.sizes) > len(self.loops) or not self.at:
            what = "the name of a loop to work in" if not self.at else f"as many sizes as loops, {len(self.loops)}"
            run.error(op, f"needs {what}, but got {len(self.sizes) if self.at else 'none'}")
            return
        attempt = Attempts(run, (self.at,), self.privatized, self.refused)
        found = outer_loops(op, self.at)
        for each in found:
            attempt(lambda each=each: self._privatize(each))
        attempt.finish(found=bool(found))

    def _privatize(self, at: Outer) -> object:
        store = touching(at, loop.StoreOp, self.write, self.loops, WHAT)
        dimensions = dimensions_around(store, at, self.loops, self.sizes, WHAT)
        return privatize(at, store, dimensions.loops, dimensions.padded, self.buffer)
