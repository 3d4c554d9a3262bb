"""The meaning of `memref`'s loads, stores, copies and atomic updates."""

from __future__ import annotations

from typing import Any

from dlc.dialects import memref as dialect
from dlc.dialects.arith import ASSIGN, COMBINERS
from dlc.interp.combining import combination
from dlc.interp.semantics import Binary, Enter, Kernel, Leave, Machine, RegionRun, semantics
from dlc.interp.values import used_indices

from .checks import used_memref


@semantics(dialect.LoadOp)
def load(op: dialect.LoadOp, machine: Machine) -> Kernel:
    """One element."""
    del op, machine

    def run(source: Any, *indices: Any) -> Any:
        return used_memref(source).load(used_indices(indices))

    return run


@semantics(dialect.StoreOp)
def store(op: dialect.StoreOp, machine: Machine) -> Kernel:
    """One element."""
    del op, machine

    def run(value: Any, target: Any, *indices: Any) -> None:
        used_memref(target).store(used_indices(indices), value)

    return run


@semantics(dialect.CopyOp)
def copy(op: dialect.CopyOp, machine: Machine) -> Binary:
    """All elements, whether written or not."""
    del op, machine
    return lambda source, target: used_memref(target).copy_from(used_memref(source))


@semantics(dialect.PrefetchOp)
def prefetch(op: dialect.PrefetchOp, machine: Machine) -> Kernel:
    """Nothing that a program could see."""
    del op, machine
    return lambda *_: None


@semantics(dialect.AtomicRMWOp)
def atomic_update(op: dialect.AtomicRMWOp, machine: Machine) -> Kernel:
    """The old element is given back and the combination with the operand put there."""
    del machine
    combine = _update(op)

    def run(value: Any, target: Any, *indices: Any) -> Any:
        memref, place = used_memref(target), used_indices(indices)
        old = memref.load(place)
        memref.store(place, combine(old, value))
        return old

    return run


def _update(op: dialect.AtomicRMWOp) -> Binary:
    """The function of the old element and the operand."""
    name = op.kind_name
    return (lambda _, new: new) if name == ASSIGN else combination(COMBINERS[name].kind, op.value.type)


@semantics(dialect.GenericAtomicRMWOp)
def generic_atomic_update(op: dialect.GenericAtomicRMWOp, machine: Machine) -> Kernel:
    """The element is replaced by what the region makes of it; that is given back."""
    del machine

    def run(target: Any, *indices: Any) -> RegionRun:
        memref, place = used_memref(target), used_indices(indices)
        leave = yield Enter(op.atomic_body, [memref.load(place)])
        memref.store(place, leave.values[0])
        return leave.values[0]

    return run


@semantics(dialect.AtomicYieldOp)
def leave_atomic_update(op: dialect.AtomicYieldOp, machine: Machine) -> Kernel:
    """Forward the new element to the enclosing op."""
    del machine
    return lambda *values: Leave(op, values)
