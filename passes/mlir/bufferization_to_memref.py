"""The pass `bufferization-to-memref`: where memory begins and ends is said by ops of `tensor` and `memref`.

What is left are the ops between tensors and memrefs, which the pass `bufferize` replaces: it decides what is in the
same memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dlc.dialects import arith, loop, memref, tensor
from dlc.dialects.bufferization import AllocTensorOp, CloneOp, DeallocOp, DeallocTensorOp
from dlc.dialects.tensor.shapes import as_value
from dlc.ir import Builder, InsertionPoint, Operation, Value
from dlc.ir.builtin_attributes import FALSE, TRUE
from dlc.ir.builtin_types import DYNAMIC, MemRefType, TensorType
from dlc.ir.strided_layout import is_strided

from ..manager import Pass, PassRun, statistic
from ..rewriting.cannot_lower import CannotLower


class BufferizationToMemRef(Pass):
    """Convert allocations, clones and deallocations of MLIR's `bufferization` to `tensor` and `memref`

    Example: bufferization-to-memref
        func.func @f(%n: index, %m: memref<?xf32>) -> (tensor<?xf32>, memref<?xf32>) {
          %t = bufferization.alloc_tensor(%n) : tensor<?xf32>
          %c = bufferization.clone %m : memref<?xf32> to memref<?xf32>
          return %t, %c : tensor<?xf32>, memref<?xf32>
        }
    """

    name = "bufferization-to-memref"
    converted = statistic("num-converted", "Number of ops converted")

    def run(self, op: Operation, run: PassRun) -> None:
        for each in [each for each in op.walk() if type(each) in REPLACEMENTS]:
            try:
                values = REPLACEMENTS[type(each)](each, Builder.before(each))
            except CannotLower as refusal:
                refusal.report(run, each)
                continue
            for old, new in zip(each.results, values, strict=True):
                old.replace_all_uses_with(new)
            each.erase()
            run.count(self.converted)


def replace_alloc_tensor(op: AllocTensorOp, b: Builder) -> list[Value]:
    """alloc_tensor copy(t) -> t, as tensors do not change; alloc_tensor(n) -> tensor.empty(n)"""
    if op.copy is not None:
        return [op.copy]
    type = op.result.type
    if not isinstance(type, TensorType):
        raise CannotLower(f"has a tensor without a rank, '{type}'")
    return [b.insert(tensor.EmptyOp(list(op.dynamic_sizes), type)).result]


def replace_dealloc_tensor(op: DeallocTensorOp, b: Builder) -> list[Value]:
    """dealloc_tensor(t) -> nothing: memory of tensors is freed after its last use"""
    del op, b
    return []


def replace_clone(op: CloneOp, b: Builder) -> list[Value]:
    """clone(m) -> copy(m, alloc)"""
    source, type = op.input.type, op.output.type
    if not isinstance(source, MemRefType) or not isinstance(type, MemRefType):
        raise CannotLower(f"clones a memref without a rank, from '{source}' to '{type}'")
    fresh = MemRefType(source.shape, source.element_type, None, type.memory_space)
    if not memref.are_cast_compatible(fresh, type):
        raise CannotLower(f"clones '{source}' to '{type}', which is not a type of fresh memory of its shape")
    sizes = [
        b.insert(memref.DimOp(op.input, as_value(b, dim))).result
        for dim, size in enumerate(source.shape)
        if size == DYNAMIC
    ]
    new = b.insert(memref.AllocOp(fresh, sizes)).memref
    b.insert(memref.CopyOp(op.input, new))
    return [new if fresh is type else b.insert(memref.CastOp(new, type)).dest]


def replace_dealloc(op: DeallocOp, b: Builder) -> list[Value]:
    """dealloc(m if c) retain(n) -> conditional deallocations, with comparisons of where the memory is

    A memref may show a part of what was allocated, so what is compared and freed is the memref that the allocation
    gave.
    """
    bases = [_base(each, b) for each in op.memrefs]
    places = [_place(each, b) for each in bases]
    retained = [_place(_base(each, b), b) for each in op.retained]
    conditions = list(op.conditions)
    no = b.insert(arith.ConstantOp(FALSE)).result if retained else None
    owned: list[Value] = [no] * len(retained) if no is not None else []
    for position, (base, place, condition) in enumerate(zip(bases, places, conditions, strict=True)):
        to_be_freed: Value = condition
        for number, other in enumerate(retained):
            is_there = b.insert(arith.CmpIOp(arith.cmpi_attr("eq"), place, other)).result
            taken_over = b.insert(arith.AndIOp(condition, is_there)).result
            owned[number] = b.insert(arith.OrIOp(owned[number], taken_over)).result
            to_be_freed = _and_not(to_be_freed, is_there, b)
        for before in range(position):
            is_same = b.insert(arith.CmpIOp(arith.cmpi_attr("eq"), place, places[before])).result
            to_be_freed = _and_not(to_be_freed, b.insert(arith.AndIOp(conditions[before], is_same)).result, b)
        _free_if(to_be_freed, base, b)
    return owned


def _base(value: Value, b: Builder) -> Value:
    """Return the memref that the allocation of the memory gave."""
    if not isinstance(value.type, MemRefType):
        raise CannotLower(f"frees or retains a memref without a rank, '{value.type}'")
    if not is_strided(value.type):
        raise CannotLower(f"frees or retains a memref without strides, '{value.type}'")
    return b.insert(memref.ExtractStridedMetadataOp(value)).base_buffer


def _place(base: Value, b: Builder) -> Value:
    """Return the address where the memory begins."""
    return b.insert(memref.ExtractAlignedPointerAsIndexOp(base)).aligned_pointer


def _and_not(condition: Value, other: Value, b: Builder) -> Value:
    opposite = b.insert(arith.XOrIOp(other, b.insert(arith.ConstantOp(TRUE)).result)).result
    return b.insert(arith.AndIOp(condition, opposite)).result


def _free_if(condition: Value, base: Value, b: Builder) -> None:
    when = b.insert(loop.WhenOp.on(condition))
    with b.at(InsertionPoint.at_end(when.then_region.entry)):
        b.insert(memref.DeallocOp(base))
        b.insert(loop.YieldOp())


REPLACEMENTS: dict[type[Operation], Callable[[Any, Builder], list[Value]]] = {
    AllocTensorOp: replace_alloc_tensor,
    DeallocTensorOp: replace_dealloc_tensor,
    CloneOp: replace_clone,
    DeallocOp: replace_dealloc,
}
