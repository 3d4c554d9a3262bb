"""Recognition of copies that fill a buffer up with zeros, as `loop-pack` emits them for a GPU.

for %a = %k to %k + 32 {
  if %a < %n { store (load %m[%a]), %buffer[%a - %k] }
  else { store 0, %buffer[%a - %k] }
}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dlc.dialects import loop, memref
from dlc.dialects.memref.allocation import zero_of
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import MemRefType
from dlc.ir.values import constant_of

from ..analysis.accesses import forms_of, induction_variables
from ..analysis.loop_ranges import range_of


class PaddedCopy(NamedTuple):
    """A nest that writes all elements of a buffer: under a condition other ones, and zeros where it does not hold."""

    nest: Operation
    """The outermost loop of the nest."""
    store: loop.StoreOp
    """The store under the condition."""


def padded_copies(load: loop.LoadOp, reader: Operation) -> Iterator[PaddedCopy]:
    """Return the copy that fills the buffer of a load, if nothing else writes it and it runs before the reader."""
    buffer = load.memref
    stores = [user for user in buffer.users if isinstance(user, loop.StoreOp)]
    choices = {store.parent_op for store in stores}
    others = [user for user in buffer.users if not isinstance(user, (loop.LoadOp, loop.StoreOp, memref.DeallocOp))]
    if not isinstance(buffer.defining_op, memref.AllocOp) or others or len(choices) != 1:
        return
    [choice] = choices
    copy = _padded_copy(choice, buffer) if isinstance(choice, loop.IfOp) else None
    around = copy.nest.block.find_ancestor_op_in(reader) if copy is not None else None
    if copy is not None and around is not None and copy.nest.is_before(around):
        yield copy


def _padded_copy(choice: loop.IfOp, buffer: Value) -> PaddedCopy | None:
    """Return the nest around a choice between a copy and a zero if it writes each element of a buffer once."""
    blocks = [choice.then_block, *([choice.else_block] if choice.else_block is not None else [])]
    stores = [op for block in blocks for op in block.ops if isinstance(op, loop.StoreOp)]
    if len(blocks) != 2 or len(stores) != 2 or [store.memref for store in stores] != [buffer, buffer]:
        return None
    copy, fill = stores
    constant = constant_of(fill.value)
    if constant is None or constant is not zero_of(fill.value.type):
        return None
    if copy.affine_map != fill.affine_map or list(copy.indices) != list(fill.indices):
        return None
    nest = _nest_around(choice)
    return PaddedCopy(nest[0], copy) if nest and _covers(nest, copy) else None


def _nest_around(op: Operation) -> list[Operation]:
    """Return the loops around an op that contain nothing else, outermost first."""
    nest: list[Operation] = []
    inner, around = op, op.parent_op
    while isinstance(around, (loop.ForOp, loop.ParallelOp)) and around.body.first is inner and not around.results:
        if inner.next is not around.body.last:
            break
        nest.insert(0, around)
        inner, around = around, around.parent_op
    return nest


def _covers(nest: list[Operation], store: loop.StoreOp) -> bool:
    """Return whether the loops of a nest run over a buffer: each index counts the iterations of another loop."""
    type, forms = store.memref.type, forms_of(store.affine_map, store.indices, store)
    ivs = [iv for op in nest for iv in induction_variables(op)]
    if not isinstance(type, MemRefType) or forms is None or len(forms) != len(ivs):
        return False
    sizes = {iv: trips for op in nest for iv, trips in zip(induction_variables(op), _trip_counts(op), strict=True)}
    for form, size in zip(forms, type.shape, strict=True):
        moving = [iv for iv in sizes if form.terms.get(iv) == 1]
        if len(moving) != 1 or sizes.pop(moving[0]) != size:
            return False
        bounds = range_of(moving[0])
        start = dict(form.terms)
        del start[moving[0]]
        if bounds.step != 1 or bounds.lower is None or len(bounds.lower) != 1:
            return False
        [lower] = bounds.lower
        if start != {term: -factor for term, factor in lower.terms.items()} or form.constant != -lower.constant:
            return False
    return True


def _trip_counts(op: Operation) -> list[int | None]:
    if isinstance(op, loop.ForOp):
        return [op.constant_trip_count()]
    return list(op.constant_trip_counts()) if isinstance(op, loop.ParallelOp) else []
