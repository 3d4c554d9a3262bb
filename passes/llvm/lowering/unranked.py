"""Unranked memrefs: a rank, and a pointer to a descriptor in memory.

If one is the result of a function, its descriptor is passed on the heap: the callee copies it there, and the caller
copies it back to its own stack and frees it, as in MLIR.
"""

from __future__ import annotations

from dlc.dialects import func, llvm, memref
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import FALSE
from dlc.ir.builtin_types import i8
from dlc.passes.rewriting.conversion import ConversionRewriter

from .index_math import NOT_NEGATIVE, IndexMath
from .needed_functions import call_c

POINTER_BYTES = 8


DONE_WITH_IT = (
    *(func.CallOp, func.CallIndirectOp, func.ReturnOp, memref.CastOp, memref.DeallocOp, memref.DimOp, memref.RankOp),
    *(memref.ExtractAlignedPointerAsIndexOp, memref.ReinterpretCastOp, memref.ReshapeOp),
)
"""Ops that read a descriptor and keep no pointer to it: callees keep none, and copy those that they return."""


def placed_on_stack(math: IndexMath, descriptor: Value) -> Value:
    """Return a pointer to stack memory for the descriptor of the op's unranked result.

    If no user outlives the block of the op, the memory is allocated once, at the beginning of the function, so that a
    loop does not use more and more of the stack. Otherwise it is allocated at the op.
    """
    op, rw, one = math.anchor, math.rewriter, math.value(1)
    alloca = llvm.AllocaOp.of(descriptor.type, one)
    users = op.results[0].users
    is_local = all(user.parent is op.parent and isinstance(user, DONE_WITH_IT) for user in users)
    following = one.defining_op.next if one.defining_op is not None else None
    place = rw.insert_before(following if is_local and following is not None else op, alloca).res
    math.insert(llvm.StoreOp(descriptor, place))
    return place


def descriptor_bytes(math: IndexMath, rank: Value) -> Value:
    """Return the size of the descriptor of a memref of this rank: two pointers, an offset, sizes and strides."""
    return math.value(math.add(math.mul(rank, 2 * POINTER_BYTES), 3 * POINTER_BYTES))


def copied_to_heap(rw: ConversionRewriter, op: Operation, value: Value) -> Value:
    """Return an unranked memref with its descriptor copied to the heap."""
    math = IndexMath(rw, op, NOT_NEGATIVE)
    size = descriptor_bytes(math, math.insert(llvm.ExtractValueOp.of(value, 0)).res)
    memory = call_c(rw, op, "malloc", [size]).result
    assert memory is not None, "malloc gives something"
    return _moved(math, value, memory, size)


def moved_to_stack(rw: ConversionRewriter, op: Operation, value: Value) -> Value:
    """Return an unranked memref with its descriptor moved from the heap to the stack."""
    math = IndexMath(rw, op, NOT_NEGATIVE)
    size = descriptor_bytes(math, math.insert(llvm.ExtractValueOp.of(value, 0)).res)
    memory = math.insert(llvm.AllocaOp.of(i8, size)).res
    moved = _moved(math, value, memory, size)
    call_c(rw, op, "free", [math.insert(llvm.ExtractValueOp.of(value, 1)).res])
    return moved


def _moved(math: IndexMath, value: Value, memory: Value, size: Value) -> Value:
    address = math.insert(llvm.ExtractValueOp.of(value, 1)).res
    math.insert(llvm.MemcpyOp(memory, address, size, FALSE))
    return math.insert(llvm.InsertValueOp.of(memory, value, 1)).res
