"""Accumulators in memory: iteration arguments of a loop become elements of memory.

    %s = for %k iter_args(%a = %x) {       store %x, %c[%i]
      %1 = f(%a)                           for %k {
      yield %1                               %a = load %c[%i]
    }                                 =>     %1 = f(%a)
    %2 = g(%s)                               store %1, %c[%i]
    store %2, %c[%i]                       }
                                           %s = load %c[%i]
                                           %2 = g(%s)
                                           store %2, %c[%i]

It is the inverse of scalar replacement. Without iteration arguments, the ops before and after the loop can move into it
(`sink`), and the loop can be interchanged with an outer one.

The element is the one that the result is stored to, if it has the type of the iteration argument and no other op
accesses it from the beginning of the loop to that store. Otherwise it is an element of a new buffer, which has one for
each iteration of the enclosing loops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.ir import Operation, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_types import MemRefType, TensorType
from dlc.ir.effects import only_computes
from dlc.passes.manager import option, statistic

from ..analysis.dependences import LoopDependences, may_meet
from ..analysis.facts import Facts
from ..analysis.nests import replace_loop
from .buffers import InsertPoint, Layout, Space, allocate, check_sizes, is_available_before, local_buffer
from .loop_pass import SingleLoopPass
from .refusals import Refusal

WHAT = "cannot accumulate in memory"


class Element(NamedTuple):
    """An element of a memref: the memref and its indices."""

    memref: Value
    map: AffineMap
    operands: Sequence[Value]

    @classmethod
    def of(cls, op: loop.LoadOp | loop.StoreOp) -> Element:
        return cls(op.memref, op.affine_map, list(op.indices))


class NewBuffer(NamedTuple):
    """The name, padding and memory space of a new buffer for a loop-carried value."""

    name: str = ""
    """The name of the buffer; if empty, there is no buffer for values that an existing element can hold."""
    sizes: Sequence[int] = ()
    """The size to which the dimension of each loop around is padded, outermost first, or 0; as in `pack`."""
    space: Space = ""


IF_NEEDED = NewBuffer()
"""A new buffer for values that no existing element can hold."""


def accumulate_in_memory(op: loop.ForOp, new: NewBuffer = IF_NEEDED) -> loop.ForOp:
    """Keep all loop-carried values in memory; return the loop that replaces `op`."""
    if not op.results:
        raise Refusal(op, f"{WHAT}: it carries nothing")
    tensor = next((each.type for each in op.results if isinstance(each.type, TensorType)), None)
    if tensor is not None:
        raise Refusal(op, f"{WHAT}: '{tensor}' cannot be an element of a buffer; bufferize first")
    stores = _stores_of_results(op) if not new.name else [None] * len(op.results)
    around = _layout_around(op, new.sizes) if None in stores else None
    elements: list[Element] = []
    for number, store in enumerate(stores):
        if store is not None:
            elements.append(Element.of(store))
        else:
            assert around is not None
            elements.append(_new_element(op, around, number, new))
    return _accumulate(op, elements, stores)


# -- Choosing elements -------------------------------------------------------------------------------------------------


def _stores_of_results(op: loop.ForOp) -> list[loop.StoreOp | None]:
    """Return for each result a store whose element can hold it, or `None`."""
    block = op.block
    dependences = LoopDependences(*[each for each in block.ops if each is not block.last])
    chosen: list[loop.StoreOp | None] = []
    for result in op.results:
        dependent = _computed_from(result, op)
        stores = [each for each in dependent if isinstance(each, loop.StoreOp) and each not in chosen]
        chosen.append(next((each for each in stores if _can_hold(each, result, op, dependences)), None))
    return chosen


def _computed_from(value: Value, op: loop.ForOp) -> list[Operation]:
    """Return the ops after a loop that depend on a value, in their order."""
    values, dependent = {value}, list[Operation]()
    current = op.next
    while current is not None:
        if any(operand in values for inner in current.walk() for operand in inner.operands):
            dependent.append(current)
            values.update(current.results)
        current = current.next
    return dependent


def _can_hold(store: loop.StoreOp, result: Value, op: loop.ForOp, dependences: LoopDependences) -> bool:
    """Return whether the element of a store can hold a result from the beginning of the loop to the store."""
    type = store.memref.type
    if not isinstance(type, MemRefType) or type.element_type is not result.type:
        return False
    if not all(is_available_before(value, op) for value in (store.memref, *store.indices)):
        return False
    [own] = dependences.inside(store)
    if own.forms is None:
        return False
    between = [access for each in _from_to(op, store) for access in dependences.inside(each)]
    return not any(may_meet(access, own) and dependences.within(access, own, ()) for access in between)


def _from_to(op: Operation, end: Operation) -> Iterator[Operation]:
    current: Operation | None = op
    while current is not None and current is not end:
        yield current
        current = current.next


# -- New buffers -------------------------------------------------------------------------------------------------------


def _layout_around(op: loop.ForOp, sizes: Sequence[int]) -> Layout:
    """Return a layout with an element for each iteration of the enclosing loops, as far as their trip counts are
    invariant.
    """
    around: list[loop.ForOp] = []
    parent = op.parent_op
    while isinstance(parent, loop.ForOp):
        around.insert(0, parent)
        parent = parent.parent_op
    if len(sizes) > len(around):
        raise Refusal(op, f"{WHAT}: it is in {len(around)} loops, but got {len(sizes)} sizes")
    padded = {each: size for each, size in zip(around, sizes, strict=False) if size}
    layout = Layout.of(around, padded, Facts().add_surroundings(around[0] if around else op), WHAT)
    if around:
        check_sizes(layout, around[0], WHAT)
    return layout


def _new_element(op: loop.ForOp, layout: Layout, number: int, new: NewBuffer) -> Element:
    result = op.results[number]
    hint = new.name or op.carried[number].name_hint or "sums"
    if layout.loops:
        buffer = allocate(layout, layout.loops[0], result.type, hint, new.space)
    else:
        buffer = local_buffer(layout, InsertPoint(op.block, op), result.type, hint)
    return Element(buffer, *layout.access({}, op))


# -- Rewriting ---------------------------------------------------------------------------------------------------------


def _accumulate(op: loop.ForOp, elements: Sequence[Element], stores: Sequence[loop.StoreOp | None]) -> loop.ForOp:
    block = op.block
    new_loop = op.with_carried(())
    for init, element in zip(op.iter_inits, elements, strict=True):
        if not _holds(element, init, op):
            block.insert_before(_store(init, element, op), op)
    block.insert_before(new_loop, op)
    new_loop.body.take_all_ops(op.body)
    first = new_loop.body.first
    for carried, element in zip(op.carried, elements, strict=True):
        load = _load(element, op)
        load.result.name_hint = carried.name_hint
        new_loop.body.insert_before(load, first)
        carried.replace_all_uses_with(load.result)
    op.induction_variable.replace_all_uses_with(new_loop.induction_variable)
    terminator = new_loop.terminator
    for value, element in zip(list(terminator.operands), elements, strict=True):
        new_loop.body.insert_before(_store(value, element, op), terminator)
    terminator.set_operands(())
    values: list[Value] = []
    for result, element, store in zip(op.results, elements, stores, strict=True):
        if store is not None and store.value is result:
            store.erase()  # the element holds the result already
        if result.has_uses:
            load = _load(element, op)
            block.insert_before(load, op)
            values.append(load.result)
        else:
            values.append(result)
    inits = list(op.iter_inits)
    replace_loop(op, values)
    for init in inits:
        if isinstance(init.defining_op, loop.LoadOp) and not init.has_uses:
            init.defining_op.erase()
    return new_loop


def _holds(element: Element, init: Value, op: loop.ForOp) -> bool:
    """Return whether an element has an initial value already: it was loaded from there, and nothing wrote since."""
    load = init.defining_op
    if not isinstance(load, loop.LoadOp) or load.parent is not op.parent or Element.of(load) != element:
        return False
    return all(isinstance(each, loop.LoadOp) or only_computes(each) for each in _from_to(load, op))


def _load(element: Element, op: Operation) -> loop.LoadOp:
    return loop.LoadOp.mapped(element.memref, element.map, element.operands, location=op.location)


def _store(value: Value, element: Element, op: Operation) -> loop.StoreOp:
    return loop.StoreOp.mapped(value, element.memref, element.map, element.operands, location=op.location)


class LoopAccumulateInMemory(SingleLoopPass):
    """Keep the values that loops carry in memory

    A value is kept in the element that it is stored to in the end, if possible, and otherwise in a buffer. With
    `buffer` it is always kept in a new buffer of that name.

    Example: loop-accumulate-in-memory{loops=k}
        func.func @sums(%a: memref<8x9xf32>, %c: memref<8xf32> {llvm.noalias}, %x: f32) {
          loop.for %i = 0 to 8 {
            %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
              %0 = loop.load %a[%i, %k] : memref<8x9xf32>
              %1 = arith.addf %s, %0 : f32
              loop.yield %1 : f32
            } {loop.name = "k"}
            loop.store %sum, %c[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "loop-accumulate-in-memory"
    loops: tuple[str, ...] = option("The names of the loops; all that carry values if empty", default=())
    buffer: str = option("The name of a new buffer for the values; existing elements are used if empty", default="")
    sizes: tuple[int, ...] = option(
        "For each loop around the size to which a new buffer is padded, or 0", default=(), least=0
    )
    space: Space = option("The memory space of new buffers on a GPU", default="")
    done = statistic("num-accumulating", "Number of loops that carry nothing any more")
    refused = statistic("num-refused", "Number of loops that must carry what they do")

    def is_candidate(self, op: loop.ForOp) -> bool:
        return bool(op.results)

    def transform(self, op: loop.ForOp) -> object:
        return accumulate_in_memory(op, NewBuffer(self.buffer, self.sizes, self.space))
