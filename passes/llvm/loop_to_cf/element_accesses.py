"""Lowering of affine indices and accesses to `arith`, `memref` and `vector`, for `loop-to-cf`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, loop, memref, vector
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Operation, Value
from dlc.passes.rewriting.affine_arithmetic import NSW, extreme_value, map_values

from .loop_lowering import LoopLowering, indexing


def _replace(op: Operation, values: Sequence[Value]) -> None:
    for old, new in zip(op.results, values, strict=True):
        if new.name_hint is None and new.defining_op is not None:
            new.name_hint = old.name_hint
    op.replace_all_uses_with(values)
    op.erase()


# -- Indices -----------------------------------------------------------------------------------------------------------


@indexing(loop.ApplyOp)
def lower_apply(op: loop.ApplyOp, rw: LoopLowering) -> None:
    """loop.apply  ->  arith"""
    _replace(op, map_values(rw, rw.constants.index, op.affine_map, op.operands))


@indexing(loop.MinOp)
def lower_min(op: loop.MinOp, rw: LoopLowering) -> None:
    """loop.min  ->  arith.minsi of the results"""
    _replace(op, [extreme_value(rw, map_values(rw, rw.constants.index, op.affine_map, op.operands), "min")])


@indexing(loop.MaxOp)
def lower_max(op: loop.MaxOp, rw: LoopLowering) -> None:
    """loop.max  ->  arith.maxsi of the results"""
    _replace(op, [extreme_value(rw, map_values(rw, rw.constants.index, op.affine_map, op.operands), "max")])


@indexing(loop.LinearizeIndexOp)
def lower_linearize(op: loop.LinearizeIndexOp, rw: LoopLowering) -> None:
    """loop.linearize_index [%i, %j] by (%n)  ->  %i * %n + %j"""
    linear: Value = op.multi_index[0] if op.multi_index else rw.constants.index(0)
    flags = NSW if op.is_disjoint else arith.NO_OVERFLOW_FLAGS
    for part, size in zip(op.multi_index[1:], op.inner_basis, strict=True):
        factor = rw.constants.index(size) if isinstance(size, int) else size
        linear = rw.emit(arith.AddIOp(rw.emit(arith.MulIOp(linear, factor, flags)), part, flags))
    _replace(op, [linear])


@indexing(loop.DelinearizeIndexOp)
def lower_delinearize(op: loop.DelinearizeIndexOp, rw: LoopLowering) -> None:
    """loop.delinearize_index %i into (%n)  ->  %i floordiv %n, and the remainder"""
    rest, remainders = op.linear_index, list[Value]()
    for size in reversed(op.inner_basis):
        divisor = rw.constants.index(size) if isinstance(size, int) else size
        quotient = rw.emit(arith.FloorDivSIOp(rest, divisor))
        remainders.append(rw.emit(arith.SubIOp(rest, rw.emit(arith.MulIOp(quotient, divisor)))))
        rest = quotient
    _replace(op, [rest, *reversed(remainders)])


# -- Accesses ----------------------------------------------------------------------------------------------------------


def _indices(op: AccessOp, rw: LoopLowering) -> list[Value]:
    return map_values(rw, rw.constants.index, op.affine_map, op.map_operands)


@indexing(loop.LoadOp)
def lower_load(op: loop.LoadOp, rw: LoopLowering) -> None:
    """loop.load  ->  memref.load"""
    _replace(op, [rw.emit(_like(op, memref.LoadOp(op.memref, _indices(op, rw))))])


@indexing(loop.StoreOp)
def lower_store(op: loop.StoreOp, rw: LoopLowering) -> None:
    """loop.store  ->  memref.store"""
    rw.insert(_like(op, memref.StoreOp(op.value, op.memref, _indices(op, rw))))
    op.erase()


@indexing(loop.VectorLoadOp)
def lower_vector_load(op: loop.VectorLoadOp, rw: LoopLowering) -> None:
    """loop.vector_load  ->  vector.load"""
    _replace(op, [rw.emit(_like(op, vector.LoadOp(op.memref, _indices(op, rw), op.result.type)))])


@indexing(loop.VectorStoreOp)
def lower_vector_store(op: loop.VectorStoreOp, rw: LoopLowering) -> None:
    """loop.vector_store  ->  vector.store"""
    rw.insert(_like(op, vector.StoreOp(op.value, op.memref, _indices(op, rw))))
    op.erase()


@indexing(loop.PrefetchOp)
def lower_prefetch(op: loop.PrefetchOp, rw: LoopLowering) -> None:
    """loop.prefetch  ->  memref.prefetch"""
    rw.insert(_like(op, memref.PrefetchOp(op.memref, _indices(op, rw), op.isWrite, op.localityHint, op.isDataCache)))
    op.erase()


def _like(op: Operation, new_op: Operation) -> Operation:
    """Return the new op with the discardable attributes of the old one, such as hints for LLVM."""
    new_op.attributes.update(op.attributes)
    return new_op
