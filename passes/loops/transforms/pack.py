"""Packing: elements that inner loops read are copied to a buffer first, in the order of the reads.

    for %kc step 64 {                          for %kc step 64 {
      for %jr step 16 {                          for %jr, %k, %jj { store b[%k, %jj], %p[%jr', %k', %jj'] }
        for %k = %kc …, %jj = %jr … {     =>     for %jr step 16 {
          load %b[%k, %jj]                         for %k …, %jj … { load %p[%jr', %k', %jj'] }

The buffer has a dimension for each of some inner loops, in any order. It is indexed by iterations: each element is the
value that an iteration reads. So the access need only be affine. The one of a convolution,
`x[c, oh * 2 + kh, ow * 2 + kw]`, gives panels of pixels by positions of the window, and elements that are read
repeatedly are copied repeatedly. A padded dimension is filled up with zeros.

Legal if no op in an iteration of the outer loop writes the elements, and if the indices depend on no other loops. If
the element may not be read in that iteration, or may not exist, the copy is made under the condition that it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from dlc.dialects import arith, loop
from dlc.dialects.memref.allocation import zero_of
from dlc.ir import Operation, Type, TypedAttribute, Value
from dlc.passes.manager import option, statistic

from ..analysis.accesses import Access
from ..analysis.dependences import Dependence, LoopDependences, common, may_meet
from ..analysis.terms import Renamed
from ..analysis.tile_elements import Element, Outer, ReachGuard, facts_in
from .buffers import CopyNest, Emit, InsertPoint, Layout, Space, allocate, check_sizes
from .loop_names import Names, copy_of, pad_of
from .loop_pass import LoopPass
from .refusals import Refusal, forbidden
from .tile_selection import dimensions_around, nests_with, outer_loops, touching

WHAT = "cannot be packed"


def pack(
    at: Outer,
    load: loop.LoadOp,
    order: Sequence[loop.ForOp],
    padded: Mapping[loop.ForOp, int],
    name: str = "packed",
    space: Space = "",
    joined: int = 1,
    skew: int = 0,
) -> Value:
    """Copy the elements that a load reads in an iteration of `at` to a buffer with a dimension per loop of `order`.

    The last ones are joined to one dimension. Padded loops have sizes. Other loads of the same element read the buffer
    as well. Copy loops are named `name_jj` after the loop `jj`, those that fill the padding `name_jj_pad`. In a memory
    space of a GPU, one nest does both, so that threads can share its iterations. Rows of the buffer are lengthened by
    `skew` elements. Returns the buffer.
    """
    layout = Layout.of(order, padded, facts_in(at), WHAT, joined)
    check_sizes(layout, at, WHAT)
    element = Element(load, at, order, WHAT)
    guard = ReachGuard(element, WHAT)
    nest = CopyNest(layout, at, name, WHAT)
    zero = zero_for(load.result.type, load, WHAT) if layout.has_rest else None
    alike = _loads_to_redirect(element, guard)
    place = InsertPoint(at.body, at.body.first)
    buffer = allocate(layout, at, load.result.type, name, space, skew)
    _put_copies(nest, Mover(element, layout, buffer), guard, zero, place, is_whole=bool(space))
    for each in alike:
        redirect(each, layout, buffer)
    return buffer


@contextmanager
def once_around(nest: loop.ForOp, what: str) -> Generator[loop.ForOp]:
    """Wrap a nest in a loop of one iteration while ops are inserted before the nest; yield the loop."""
    block = nest.block
    if nest.results:
        raise Refusal(nest, f"{what}: the nest has results")
    around = loop.ForOp.over(0, 1, location=nest.location)
    block.insert_before(around, nest)
    nest.detach()
    around.body.append(nest)
    around.close()
    try:
        yield around
    finally:
        around.body.end.erase()
        block.take_all_ops(around.body, around)
        around.erase()


def zero_for(type: Type, op: Operation, what: str) -> TypedAttribute:
    """Return the zero that a padded dimension is filled with."""
    zero = zero_of(type)
    if zero is None:
        raise Refusal(op, f"{what}: there is no zero of type '{type}'")
    return zero


def dependence_on_write(load: loop.LoadOp, dependences: LoopDependences) -> Dependence | None:
    """Return a dependence if the element of a load may be written in the same outer iteration, otherwise `None`."""
    [own] = dependences.inside(load)
    for access in dependences.accesses:
        if access.is_write and may_meet(access, own) and dependences.within(access, own, ()):
            return _dependence(dependences, access, own)
    return None


def _dependence(dependences: LoopDependences, write: Access, read: Access) -> Dependence:
    """Return a dependence between two accesses that meet in an iteration."""
    levels = common(write, read)
    first, second = (write, read) if write.order < read.order else (read, write)
    candidates = [
        *dependences.carried_between(write, read, levels),
        *dependences.carried_between(read, write, levels),
        *dependences.within(first, second, levels),
    ]
    return candidates[0] if candidates else dependences.within(write, read, ())[0]


def _loads_to_redirect(element: Element, guard: ReachGuard) -> list[loop.LoadOp]:
    """Return the load, and other loads of the same element for which the copy is available."""
    at = element.at
    dependences = LoopDependences(*[op for op in at.body.ops if op is not at.body.last])
    chosen: list[loop.LoadOp] = []
    for op in element.innermost.walk():
        if not isinstance(op, loop.LoadOp) or op.memref is not element.memref or not guard.covers(op):
            continue
        if loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op) != element.indices:
            continue
        broken = dependence_on_write(op, dependences)
        if op is element.op and broken is not None:
            raise forbidden(op, WHAT, broken)
        if broken is None:
            chosen.append(op)
    return chosen


class Mover:
    """Moves an element between memory and the buffer."""

    def __init__(self, element: Element, layout: Layout, buffer: Value) -> None:
        self.element = element
        self.layout = layout
        self.buffer = buffer
        self.location = element.op.location

    def fill(self, place: InsertPoint, renamed: Renamed) -> None:
        """Copy an element from memory to the buffer."""
        element = self.element
        read = loop.LoadOp.mapped(element.memref, *element.access(renamed), location=self.location)
        place.insert(read)
        self.put(place, renamed, read.result)

    def put(self, place: InsertPoint, renamed: Renamed, value: Value) -> None:
        """Store a value to the buffer."""
        access = self.layout.access(renamed, self.element.at)
        place.insert(loop.StoreOp.mapped(value, self.buffer, *access, location=self.location))

    def write_back(self, place: InsertPoint, renamed: Renamed) -> None:
        """Copy an element from the buffer to memory."""
        element = self.element
        read = loop.LoadOp.mapped(self.buffer, *self.layout.access(renamed, element.at), location=self.location)
        place.insert(read)
        access = element.access(renamed)
        place.insert(loop.StoreOp.mapped(read.result, element.memref, *access, location=self.location))


def _put_copies(
    nest: CopyNest, mover: Mover, guard: ReachGuard, zero: TypedAttribute | None, place: InsertPoint, *, is_whole: bool
) -> None:
    place = guard.put(place)
    filler = arith.ConstantOp(zero, location=mover.location) if zero is not None else None
    if filler is not None:
        place.insert(filler)
    pad: Emit | None = None if filler is None else lambda at, renamed: mover.put(at, renamed, filler.result)
    emit = nest.emit_whole if is_whole else nest.emit
    emit(place, mover.fill, pad)


def redirect(op: loop.LoadOp | loop.StoreOp, layout: Layout, buffer: Value) -> None:
    """Replace the access by one to the buffer's element of the iteration."""
    affine_map, operands = layout.access({}, op)
    op.replace_access(affine_map, operands)
    op.set_operand(0 if isinstance(op, loop.LoadOp) else 1, buffer)


class LoopPack(LoopPass):
    """Pack elements that inner loops read into a buffer in the order of the reads

    `loops=jr,k,jj sizes=0,0,16` makes a buffer of panels of 16 columns, padded with zeros. In a buffer named `packed`,
    copy loops are named `packed_jj` after the loop `jj`, and `packed_jj_pad` if they fill the padding. Without `at`,
    all elements that the nest reads are copied once, before its outermost loop. With `space=workgroup` the buffer is in
    the memory of a block of a GPU.

    Example: loop-pack{loops=j,i sizes=0,0 at=t}
        func.func @columns(%a: memref<4x8xf32>, %b: memref<4x8xf32> {llvm.noalias}) {
          loop.for %t = 0 to 1 {
            loop.for %j = 0 to 8 {
              loop.for %i = 0 to 4 {
                %0 = loop.load %a[%i, %j] : memref<4x8xf32>
                loop.store %0, %b[%i, %j] : memref<4x8xf32>
              } {loop.name = "i"}
            } {loop.name = "j"}
          } {loop.name = "t"}
          return
        }
    """

    name = "loop-pack"
    at: str = option(
        "The name of the loop with a copy in each iteration; one copy before the nest if empty", default=""
    )
    read: int = option(
        "The index of the element among those that the loop reads, in the order of the reads", default=0, least=0
    )
    loops: tuple[str, ...] = option("The names of the loops that are dimensions of the buffer", default=())
    sizes: tuple[int, ...] = option("For each of them the size to which it is filled up, or 0", default=(), least=0)
    join: int = option("The number of last loops that are one dimension of the buffer", default=1, least=1)
    buffer: str = option("What the buffer is called", default="packed")
    space: Space = option("The memory space of the buffer on a GPU", default="")
    skew: int = option("The number of elements by which rows of the buffer are lengthened", default=0, least=0)
    done = statistic("num-packed", "Number of buffers made")
    refused = statistic("num-refused", "Number of times that it could not be")

    def uses(self) -> Sequence[str]:
        return (self.at, *self.loops) if self.at else self.loops

    def names_after(self, names: Names) -> Names:
        copies = {copy_of(self.buffer, name) for name in self.loops}
        return names.union(copies, () if self.space else map(pad_of, copies))

    def problem(self) -> str | None:
        if len(self.sizes) > len(self.loops):
            return f"expects at most one size per loop ({len(self.loops)}), but got {len(self.sizes)}"
        if not 1 <= self.join <= max(1, len(self.loops)):
            return f"can join between one loop and all of them, but got {self.join} of {len(self.loops)}"
        if not self.at and not self.loops:
            return "requires one of the options 'at' and 'loops'"
        return f"expects rows to be lengthened, but got '{self.skew}'" if self.skew < 0 else None

    def anchors(self) -> Sequence[str]:
        return (self.at,) if self.at else self.loops

    def idle_reason(self) -> str:
        return super().idle_reason() if self.at else f"no nest has all of these loops: {', '.join(self.loops)}"

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        if self.at:
            return [partial(self._pack, each) for each in outer_loops(root, self.at)]
        return [partial(self._pack_once, each) for each in nests_with(root, self.loops)]

    def _pack_once(self, nest: loop.ForOp) -> object:
        with once_around(nest, WHAT) as at:
            return self._pack(at)

    def _pack(self, at: Outer) -> object:
        load = touching(at, loop.LoadOp, self.read, self.loops, WHAT)
        dimensions = dimensions_around(load, at, self.loops, self.sizes, WHAT)
        order = dimensions.loops
        return pack(at, load, order, dimensions.padded, self.buffer, self.space, self.join, self.skew)
