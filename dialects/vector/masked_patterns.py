"""Reads and writes under a mask whose bits are all set, or none, and casts that reads and writes need not see."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Operation, Value
from dlc.ir.builtin_types import MemRefType
from dlc.ir.dense_folds import dense_constant
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .constraints import innermost_stride_is_one
from .masks import StepOp, mask_state
from .memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
)
from .transfer import TransferReadOp, TransferWriteOp


@canonicalization(MaskedLoadOp, ExpandLoadOp)
def read_with_known_mask(op: MaskedLoadOp | ExpandLoadOp, rw: Rewriter) -> Match:
    """maskedload(m, all) -> load(m); maskedload(m, none, w) -> w.  Terminates: removes a masked op."""
    state = mask_state(op.mask)
    if state is None:
        return rw.no_match("not all bits of the mask are the same")
    if not state:
        return rw.replace(op, op.pass_thru)
    if isinstance(op, ExpandLoadOp) and len(op.mask.shape) > 1:
        return rw.no_match("only the last dimension expands")
    return rw.replace(op, LoadOp(op.base, op.indices, op.result.type, alignment=op.alignment))  # type: ignore[arg-type]


@canonicalization(MaskedStoreOp, CompressStoreOp)
def write_with_known_mask(op: MaskedStoreOp | CompressStoreOp, rw: Rewriter) -> Match:
    """maskedstore(m, all, v) -> store(m, v); maskedstore(m, none, v) -> nothing.  Terminates: removes a masked op."""
    state = mask_state(op.mask)
    if state is None:
        return rw.no_match("not all bits of the mask are the same")
    if state:
        rw.insert_before(op, StoreOp(op.valueToStore, op.base, op.indices, alignment=op.alignment))
    return rw.erase(op)


@canonicalization(TransferReadOp, TransferWriteOp)
def transfer_without_mask(op: TransferReadOp | TransferWriteOp, rw: Rewriter) -> Match:
    """transfer(m, all) -> transfer(m).  Terminates: removes a mask."""
    if op.mask is None or not mask_state(op.mask):
        return rw.no_match("some bits of the mask may not be set")
    if isinstance(op, TransferReadOp):
        return rw.replace(
            op, TransferReadOp(op.base, op.indices, op.permutation_map, op.padding, op.in_bounds, op.vector.type)
        )
    result_type = op.result.type if op.result is not None else None
    write = TransferWriteOp(op.valueToStore, op.base, op.indices, op.permutation_map, op.in_bounds, result_type)
    if op.result is not None:
        return rw.replace(op, write)
    rw.insert_before(op, write)
    return rw.erase(op)


@canonicalization(GatherOp)
def gather_nothing(op: GatherOp, rw: Rewriter) -> Match:
    """gather(m, none, w) -> w.  Terminates: removes an op."""
    return rw.replace(op, op.pass_thru) if mask_state(op.mask) is False else rw.no_match("some bits may be set")


@canonicalization(ScatterOp)
def scatter_nothing(op: ScatterOp, rw: Rewriter) -> Match:
    """scatter(m, none, v) -> m, or nothing.  Terminates: removes an op."""
    if mask_state(op.mask) is not False:
        return rw.no_match("some bits may be set")
    return rw.replace(op, op.base) if op.result is not None else rw.erase(op)


@canonicalization(GatherOp)
def gather_in_order(op: GatherOp, rw: Rewriter) -> Match:
    """gather(m)[0, 1, 2, …] -> maskedload(m).  Terminates: the result is a different op."""
    if not _is_contiguous(op.base, op.index_vec):
        return rw.no_match("the elements do not follow one another in memory")
    load = MaskedLoadOp(op.base, op.indices, op.mask, op.pass_thru, op.result.type, alignment=op.alignment)  # type: ignore[arg-type]
    return rw.replace(op, load)


@canonicalization(ScatterOp)
def scatter_in_order(op: ScatterOp, rw: Rewriter) -> Match:
    """scatter(m)[0, 1, 2, …] -> maskedstore(m).  Terminates: the result is a different op."""
    if not _is_contiguous(op.base, op.index_vec):
        return rw.no_match("the elements do not follow one another in memory")
    rw.insert_before(op, MaskedStoreOp(op.base, op.indices, op.mask, op.valueToStore, alignment=op.alignment))
    return rw.erase(op)


def _is_contiguous(base: Value, indices: Value) -> bool:
    """Return whether the indexed elements follow one another in memory."""
    return isinstance(base.type, MemRefType) and _counts_up(indices) and innermost_stride_is_one(base.type)


def _counts_up(indices: Value) -> bool:
    """Return whether it is 0, 1, 2 and so on."""
    if len(indices.shape) != 1:
        return False
    if indices.defined_by(StepOp) is not None:
        return True
    value = dense_constant(constant_of(indices))
    count = indices.shape[0]
    if value is None or (value.is_splat and count > 1):
        return False
    return all(number == position for position, number in enumerate(value.ints()))


_ACCESSES = (
    LoadOp,
    StoreOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ExpandLoadOp,
    CompressStoreOp,
    GatherOp,
    ScatterOp,
    TransferReadOp,
    TransferWriteOp,
)


@canonicalization(*_ACCESSES)
def access_source_of_cast(op: Operation, rw: Rewriter) -> Match:
    """load(memref.cast(m)) -> load(m).  Terminates: removes a use of a cast."""
    casts = [index for index, value in enumerate(op.operands) if _ranked_cast_source(value) is not None]
    for index in casts:
        source = _ranked_cast_source(op.operands[index])
        assert source is not None
        op.set_operand(index, source)
    return rw.modify(op) if casts else rw.no_match("nothing is cast")


def _ranked_cast_source(value: Value) -> Value | None:
    """Return the source of a `memref.cast`; the op is known by name, since this dialect does not import the other."""
    cast = value.defining_op
    if cast is None or cast.name != "memref.cast":
        return None
    operands: Sequence[Value] = cast.operands
    return operands[0] if isinstance(operands[0].type, MemRefType) else None
