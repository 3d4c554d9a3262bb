"""Scalars between the host and kernels: what a kernel computes stays in memory, until the host needs it.

    %sum = loop.for … iter_args(%s = %zero) -> (f32)      %cell = memref.alloc() : memref<f32>
    loop.for … { … %sum … }                           =>  %sum = loop.for …
                                                          memref.store %sum, %cell[]
                                                          loop.for … { … memref.load %cell[] … }
                                                          memref.dealloc %cell

A load that the host runs is read back from the device, which waits for all kernels before it. So a sequence of accesses
and computations stays on the host only if the host needs its results to go on (conditions, sizes, offsets), has nothing
to do but read, and computes with integers. The host does not compute with floats: `sink_computations` copies those
computations to the launches that use them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import gpu, loop, memref
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_types import IndexType, IntegerType, MemRefType
from dlc.ir.effects import only_computes
from dlc.ir.traits import ConstantLike

from ..generic.captured_values import outside_values

LOADS = (loop.LoadOp, memref.LoadOp)


def without_reads_of_host(run: Sequence[Operation]) -> list[Operation]:
    """Return a sequence without the ops at its end that the host runs, to read what it needs."""
    kept = list(run)
    while kept and _is_read_of_host(kept[-1]):
        kept.pop()
    only_reads = all(isinstance(op, LOADS) for op in kept)
    return [] if only_reads and all(_is_used_beside(op) for op in kept) else kept


def _is_used_beside(op: Operation) -> bool:
    """Return whether all users of the results of an op are in its own block: loads for them are read by the host."""
    return all(user.parent is op.parent for value in op.results for user in value.users)


def _is_read_of_host(op: Operation) -> bool:
    """Return whether an op reads or computes integers, which the host needs itself."""
    scalars = [value for value in (*op.operands, *op.results) if not isinstance(value.type, MemRefType)]
    if not isinstance(op, LOADS) and not only_computes(op):
        return False
    if not all(isinstance(value.type, (IntegerType, IndexType)) for value in scalars):
        return False
    return _is_used_beside(op) and not any(isinstance(user, memref.StoreOp) for user in op.results[0].users)


def is_decided_by_floats(op: Operation) -> bool:
    """Return whether an op computes a number from floats that something else than computations needs."""
    if not only_computes(op) or not op.results or not isinstance(op.results[0].type, (IntegerType, IndexType)):
        return False
    is_number = [isinstance(value.type, (IntegerType, IndexType, MemRefType)) for value in op.operands]
    return not all(is_number) and _decides(op)


def _decides(op: Operation) -> bool:
    """Return whether something else than computations needs an integer, or what its block computes from it."""
    pending, seen = [op], {op}
    while pending:
        for user in pending.pop().results[0].users:
            if not only_computes(user):
                return True
            is_integer = user.results and isinstance(user.results[0].type, (IntegerType, IndexType))
            if is_integer and user.parent is op.parent and user not in seen:
                seen.add(user)
                pending.append(user)
    return False


def keep_in_memory(run: Sequence[Operation]) -> tuple[list[Operation], bool]:
    """Store the results of a sequence that other ops use, and load them before these.

    Return the sequence with the stores, and whether the host has a load more.
    """
    stores: list[Operation] = []
    adds_loads = False
    for op in run:
        for value in op.results:
            uses = [(user, number) for user, number in value.uses if not _is_in(user, run)]
            if uses:
                stores.append(_keep_value(value, uses, run, stores))
                adds_loads = adds_loads or any(user.parent is run[0].parent for user, _ in uses)
    return [*run, *stores], adds_loads


def _is_in(op: Operation, run: Sequence[Operation]) -> bool:
    return any(each is op or each.is_ancestor_of(op) for each in run)


def _keep_value(
    value: Value, uses: Sequence[tuple[Operation, int]], run: Sequence[Operation], stores: Sequence[Operation]
) -> Operation:
    before = Builder.before(run[0])
    cell = before.insert(memref.AllocOp(MemRefType((), value.type))).memref
    after = Builder.after(stores[-1] if stores else run[-1], run[-1].location)
    store = after.insert(memref.StoreOp(value, cell, []))
    for user, number in uses:
        builder = Builder.before(user)
        user.set_operand(number, builder.insert(memref.LoadOp(cell, [])).results[0])
    block = run[0].block
    assert block.last is not None
    Builder.before(block.last).insert(memref.DeallocOp(cell))
    return store


# -- Computations ------------------------------------------------------------------------------------------------------


def sink_computations(launch: gpu.LaunchOp) -> None:
    """Copy computations of floats that a launch uses into it."""
    pending = [value for value in outside_values(launch) if _is_computed_float(value)]
    first = launch.body.first
    assert first is not None
    replacements: dict[Value, Value] = {}

    def copied(value: Value) -> Value:
        if value in replacements:
            return replacements[value]
        op = value.defining_op
        if op is None or not (_is_computed_float(value) or ConstantLike in op.traits):
            return value
        operands = [copied(each) for each in op.operands]
        copy = op.clone()
        for number, operand in enumerate(operands):
            copy.set_operand(number, operand)
        launch.body.insert_before(copy, first)
        replacements.update(zip(op.results, copy.results, strict=True))
        return replacements[value]

    for value in pending:
        copy = copied(value)
        for user, number in list(value.uses):
            if launch.is_ancestor_of(user) and user is not copy.defining_op:
                user.set_operand(number, copy)


def _is_computed_float(value: Value) -> bool:
    op = value.defining_op
    if op is None or not only_computes(op) or ConstantLike in op.traits or isinstance(value.type, MemRefType):
        return False
    return not isinstance(value.type, (IntegerType, IndexType)) or any(
        not isinstance(each.type, (IntegerType, IndexType, MemRefType)) for each in op.operands
    )
