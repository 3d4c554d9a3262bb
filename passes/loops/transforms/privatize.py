"""Privatization: an iteration keeps a tile of memory that its inner loops write in a local buffer.

    for %i step 6 {                        for %i step 6 {
      for %ii = %i …, %jj … {                %t = alloca
        f(%c[%ii, %jj])             =>       for %ii, %jj { %t[%ii', %jj'] = %c[%ii, %jj] }
      }                                      for %ii, %jj { f(%t[%ii', %jj']) }
                                             for %ii, %jj { %c[%ii, %jj] = %t[%ii', %jj'] }

The buffer has a dimension for each of some inner loops, as in `pack`, and a static size. The same elements of memory
are accessed as before; but padded dimensions of the buffer exist as a whole, so that loops over them can be padded
(`pad`). The buffer is filled from memory only if it may be read before it is written: not at all, or only if the
condition of the first write does not hold in the first iteration of the loops around that write.

Legal if each iteration of the loops has an element of its own and writes it, and no other op accesses that memory in
the meantime.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from dlc.dialects import arith, loop
from dlc.ir import BlockArgument, Operation, TypedAttribute, Value
from dlc.ir.affine import IntegerSet
from dlc.ir.builtin_types import DYNAMIC
from dlc.passes.manager import option, statistic

from ..analysis.dependences import LoopDependences, levels_of, may_meet
from ..analysis.nests import lower_bound, substituted
from ..analysis.tile_elements import Element, Outer, facts_in, is_in_region
from .buffers import CopyNest, InsertPoint, Layout, is_available_in, local_buffer
from .loop_names import BACK, FILL, Names, back_of, copy_of, fill_of, pad_of
from .loop_pass import LoopPass
from .pack import Mover, redirect, zero_for
from .refusals import Refusal, forbidden
from .tile_selection import dimensions_around, outer_loops, touching

WHAT = "cannot be kept in a local buffer"


def privatize(
    at: Outer,
    store: loop.StoreOp,
    order: Sequence[loop.ForOp],
    padded: Mapping[loop.ForOp, int],
    name: str = "tile",
) -> Value:
    """Keep the elements of a store in an iteration of `at` in a local buffer with a dimension for each loop of `order`.

    The store may be conditional if another store of the same element is not. The loops that fill the buffer are named
    `name_fill_jj` after the loop `jj`, those that write it back `name_back_jj`. Returns the buffer.
    """
    layout = Layout.of(order, padded, facts_in(at), WHAT)
    if DYNAMIC in layout.shape:
        raise Refusal(at, f"{WHAT}: its shape must be static, but got {_shape_text(layout)}")
    element = _certain(Element(store, at, order, WHAT))
    touched = _touched(element)
    fill, back = (CopyNest(layout, at, copy_of(name, part), WHAT) for part in (FILL, BACK))
    zero = zero_for(store.value.type, store, WHAT) if layout.has_rest else None
    place = InsertPoint(at.body, at.body.first)
    buffer = local_buffer(layout, place, store.value.type, name)
    mover = Mover(element, layout, buffer)
    _put_fill(fill, mover, touched[0], zero, place)
    back.emit(InsertPoint(at.body, at.body.last), mover.write_back)
    for each in touched:
        redirect(each.op, layout, buffer)
    return buffer


def _shape_text(layout: Layout) -> str:
    return "x".join("?" if size == DYNAMIC else str(size) for size in layout.shape)


# -- Legality ----------------------------------------------------------------------------------------------------------


def _certain(element: Element) -> Element:
    """Return the element of a store that always runs, so that writing the element back adds no new write."""
    for op in element.innermost.walk():
        other = _same_element(op, element) if isinstance(op, loop.StoreOp) else None
        if other is not None and not other.conditions and not other.loops_that_may_not_run():
            return other
    reasons = [*element.conditions, *element.loops_that_may_not_run()]
    raise Refusal(element.op, f"{WHAT}: it may not run", [(each.location, "because of this op") for each in reasons])


def _touched(element: Element) -> list[Element]:
    """Return the accesses of the element, in order; refuse other accesses that may touch it."""
    at, store = element.at, element.op
    dependences = LoopDependences(*[op for op in at.body.ops if op is not at.body.last])
    [own] = dependences.inside(store)
    shared = next(iter(dependences.carried_between(own, own, levels_of(element.loops))), None)
    if shared is not None:
        raise forbidden(store, WHAT, shared)
    members: list[Element] = []
    for access in dependences.accesses:
        member = _same_element(access.op, element)
        if member is not None:
            members.append(member)
        elif may_meet(access, own) and dependences.within(access, own, ()):
            note = (access.op.location, f"'{access.op.name}' may access it")
            raise Refusal(store, f"{WHAT}: another op may access the same element", [note])
    return members


def _same_element(op: Operation, element: Element) -> Element | None:
    """Return the element of an op if it is the same in each iteration, otherwise `None`."""
    if not isinstance(op, (loop.LoadOp, loop.StoreOp)) or op.memref is not element.memref:
        return None
    if not all(each.is_ancestor_of(op) for each in element.loops):
        return None
    other = Element(op, element.at, element.loops, WHAT)
    return other if other.is_like(element) else None


# -- Copies ------------------------------------------------------------------------------------------------------------


def _put_fill(nest: CopyNest, mover: Mover, first: Element, zero: TypedAttribute | None, place: InsertPoint) -> None:
    if zero is not None:
        inside = nest.guard_padding(place)
        filler = arith.ConstantOp(zero, location=mover.location)
        inside.insert(filler)
        nest.emit(inside, pad=lambda at, renamed: mover.put(at, renamed, filler.result))
    fill_place = _where_read(first, place)
    if fill_place is not None:
        nest.emit(fill_place, mover.fill)


def _where_read(first: Element, place: InsertPoint) -> InsertPoint | None:
    """Return where the buffer must be filled because it may be read before it is written, or `None` if it never is."""
    if isinstance(first.op, loop.LoadOp) or first.loops_that_may_not_run():
        return place
    if not first.conditions:
        return None
    [condition, *others] = first.conditions
    first_condition = _in_first_iteration(first, condition) if not others else None
    if first_condition is None:
        return place
    points, operands = first_condition
    is_then = is_in_region(first.op, condition.then_region)
    if not operands:
        return None if points.contains(()) is is_then else place
    branch = loop.IfOp.on(points, operands, has_else=is_then, location=condition.location)
    for region in branch.regions:
        if not region.is_empty:
            region.entry.append(loop.YieldOp.of(()))
    place.insert(branch)
    target = branch.else_block if is_then else branch.then_block
    assert target is not None
    return InsertPoint(target, target.last)


def _in_first_iteration(first: Element, condition: loop.IfOp) -> tuple[IntegerSet, list[Value]] | None:
    """Return a condition as in the first iteration of the loops that revisit the element, or `None` if unknown."""
    counters = {each.induction_variable: each for each in first.around if isinstance(each, loop.ForOp)}
    points, operands = condition.integer_set, list(condition.operands)
    condition_map = points.as_map
    while (inner := next((each for each in operands if not is_available_in(each, first.at)), None)) is not None:
        around = counters.get(inner) if isinstance(inner, BlockArgument) else None
        if around is None or around in first.loops or around.lower_map.num_results != 1:
            return None
        lower, values = lower_bound(around)
        condition_map, operands = substituted(
            condition_map, operands, inner, (lower.results[0], values, lower.num_dims)
        )
    simplified = loop.simplified(loop.Expressions.of(condition_map, operands), condition)
    num_symbols = len(simplified.operands) - simplified.num_dims
    return IntegerSet(simplified.num_dims, num_symbols, simplified.exprs, points.eq_flags), simplified.operands


class LoopPrivatize(LoopPass):
    """Keep elements that inner loops write in a local buffer

    Loops that fill the buffer are named `tile_fill_jj` after the loop `jj`, if `tile` is the name of the buffer, and
    those that write it back `tile_back_jj`.

    Example: loop-privatize{at=i loops=j sizes=8}
        func.func @negate(%m: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            loop.for %j = 0 to 8 {
              %0 = loop.load %m[%i, %j] : memref<4x8xf32>
              %1 = arith.negf %0 : f32
              loop.store %1, %m[%i, %j] : memref<4x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-privatize"
    at: str = option("The name of the loop with a buffer in each iteration", default="")
    write: int = option(
        "The index of the element among those that the loop writes, in the order of the writes", default=0, least=0
    )
    loops: tuple[str, ...] = option("The names of the loops that are dimensions of the buffer", default=())
    sizes: tuple[int, ...] = option("The padded size of each dimension, or 0 for none", default=(), least=0)
    buffer: str = option("The name of the buffer", default="tile")
    done = statistic("num-privatized", "Number of buffers created")
    refused = statistic("num-refused", "Number of stores that could not be privatized")

    def uses(self) -> Sequence[str]:
        return (self.at, *self.loops)

    def names_after(self, names: Names) -> Names:
        fills = {fill_of(self.buffer, name) for name in self.loops}
        return names.union(fills, map(pad_of, fills), (back_of(self.buffer, name) for name in self.loops))

    def problem(self) -> str | None:
        if not self.at:
            return "requires the option 'at', the name of a loop"
        if len(self.sizes) > len(self.loops):
            return f"expects at most one size per loop ({len(self.loops)}), but got {len(self.sizes)}"
        return None

    def anchors(self) -> Sequence[str]:
        return (self.at,)

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        return [partial(self._privatize, each) for each in outer_loops(root, self.at)]

    def _privatize(self, at: Outer) -> object:
        store = touching(at, loop.StoreOp, self.write, self.loops, WHAT)
        dimensions = dimensions_around(store, at, self.loops, self.sizes, WHAT)
        return privatize(at, store, dimensions.loops, dimensions.padded, self.buffer)
