"""The pass `check-allocations`: a program stops with an error if there is no memory for an allocation.

The number of bytes is computed without overflow, and the address of the allocated memory is compared with null, so that
nothing is written to memory that is not there. Allocations on the stack are not checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, cf, memref
from dlc.ir import Builder, InsertionPoint, Operation, Value
from dlc.ir.builtin_attributes import StringAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, i1, index

from ..manager import Pass, PassRun, statistic
from .plan_memory import element_bytes

MESSAGE, NEGATIVE = "there is not enough memory", "a size must not be negative"
UNKNOWN_ELEMENT = 1 << 10
"""More bytes than an element of unknown size has."""
MOST_BYTES = 1 << 62


def check_allocations(root: Operation) -> int:
    """Check all allocations on the heap inside an op, and return their number."""
    allocations = [op for op in root.walk() if isinstance(op, memref.AllocOp)]
    for op in allocations:
        b = Builder.before(op)
        _check_size(b, op.memref.type, op.dynamicSizes)
        b.point = InsertionPoint.after_op(op)
        address = b.insert(memref.ExtractAlignedPointerAsIndexOp(op.memref)).aligned_pointer
        _require(b, _compare(b, "ne", address, _number(b, 0)))
    return len(allocations)


def _check_size(b: Builder, type: object, sizes: Sequence[Value]) -> None:
    """Stop the program if a size is negative, or there are more bytes than can be counted."""
    assert isinstance(type, MemRefType)
    known = prod(size for size in type.shape if size != DYNAMIC)
    known *= element_bytes(type.element_type) or UNKNOWN_ELEMENT
    if known >= MOST_BYTES:
        _require(b, b.insert(arith.ConstantOp(int_attr(0, i1))).results[0])
    elif sizes and known:
        zero, bytes = _number(b, 0), _number(b, known)
        products: list[Value] = []
        for size in sizes:
            factors = b.insert(arith.MulUIExtendedOp(bytes, size))
            bytes, more = factors.results
            products.append(more)
        _require(b, _compare(b, "sge", _either(b, sizes), zero), NEGATIVE)
        fits = _compare(b, "eq", _either(b, products), zero)
        is_count = _compare(b, "sge", bytes, zero)
        is_empty = _either(b, [_compare(b, "eq", size, zero) for size in sizes])
        _require(b, _either(b, [b.insert(arith.AndIOp(fits, is_count)).results[0], is_empty]))


def _either(b: Builder, values: Sequence[Value]) -> Value:
    """Return the bits that are in any of the values."""
    either, *others = values
    for value in others:
        either = b.insert(arith.OrIOp(either, value)).results[0]
    return either


def _compare(b: Builder, predicate: str, left: Value, right: Value) -> Value:
    return b.insert(arith.CmpIOp.of(predicate, left, right)).results[0]


def _number(b: Builder, number: int) -> Value:
    return b.insert(arith.ConstantOp(int_attr(number, index))).results[0]


def _require(b: Builder, condition: Value, message: str = MESSAGE) -> None:
    b.insert(cf.AssertOp(condition, StringAttr(message)))


class CheckAllocations(Pass):
    """Stop the program if there is no memory for an allocation

    Example: check-allocations
        func.func @buffer(%n: index) -> memref<?xf32> {
          %m = memref.alloc(%n) : memref<?xf32>
          return %m : memref<?xf32>
        }
    """

    name = "check-allocations"
    checked = statistic("num-checked", "Number of allocations checked")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.checked, check_allocations(op))
