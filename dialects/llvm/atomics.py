"""Accesses that no other thread sees the middle of, and fences between accesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import IntegerAttr, StringAttr, Type, UnitAttr
from dlc.ir.builtin_constraints import string_attr, unit_attr
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType, i1
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand, optional_attr
from dlc.ir.interfaces import Effect, MemoryEffects

from .attributes import ATOMIC_OPERATIONS, ORDERINGS, atomic_operation, atomic_ordering, word_of
from .bases import MemoryAccess, check_alignment, is_atomic_type
from .constraints import any_integer, any_struct, llvm_float, pointer, vector_of
from .types import PointerType, StructType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

A = TypeVariable("A", llvm_float | vector_of(llvm_float) | pointer | any_integer)
X = TypeVariable("X", any_integer | pointer)

FLOAT_OPERATIONS = frozenset({"fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum"})


@op("llvm.atomicrmw", interfaces=(MemoryEffects,))
class AtomicRMWOp(MemoryAccess):
    """Replace what is in memory by what an operation makes of it and a value, in one step; gives what was there.

    Rules: (atomicrmw_c1) operations on floats take floats. (atomicrmw_c2) others take integers; `xchg` takes both and
    pointers. (atomicrmw_c3) the ordering is at least monotonic. (atomicrmw_c4) the alignment is a power of two.
    (atomicrmw_c5) the value has a size that can be atomic.
    Example: %old = llvm.atomicrmw fadd %p, %v monotonic {alignment = 4 : i64} : !llvm.ptr, f32
    """

    bin_op: Attr[IntegerAttr] = attr(atomic_operation)
    ptr: Operand = operand(pointer)
    val: Operand = operand(A)
    ordering: Attr[IntegerAttr] = attr(atomic_ordering)
    res: Result = inferred_result(A)
    syntax = (
        "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict `:` "
        "type($ptr) `,` type($val)"
    )

    def effects(self) -> Sequence[Effect]:
        return self.access_effects(Effect("read", self.ptr), Effect("write", self.ptr), ordering=self.ordering)

    def verify(self, report: Report) -> None:
        kind, type = word_of(ATOMIC_OPERATIONS, self.bin_op), self.val.type
        if kind in FLOAT_OPERATIONS:
            if not isinstance(type, (FloatType, VectorType)):
                report.error("atomicrmw_c1", f"expected LLVM IR floating point type for '{kind}', but got '{type}'")
        elif kind == "xchg":
            if isinstance(type, VectorType):
                report.error("atomicrmw_c2", f"unexpected LLVM IR type for 'xchg' bin_op, but got '{type}'")
        elif not isinstance(type, IntegerType):
            report.error("atomicrmw_c2", f"expected LLVM IR integer type for '{kind}', but got '{type}'")
        if self.ordering.value < ORDERINGS["monotonic"]:
            word = word_of(ORDERINGS, self.ordering)
            report.error("atomicrmw_c3", f"expected at least 'monotonic' ordering, but got '{word}'")
        check_alignment(report, "atomicrmw_c4", self.alignment)
        if isinstance(type, (IntegerType, FloatType)) and not is_atomic_type(type):
            report.error("atomicrmw_c5", f"unsupported type '{type}' for atomic access")


def with_success(type: Type) -> Type:
    """The type of a result that pairs the old value with the success flag."""
    return StructType((type, i1))


@op("llvm.cmpxchg", interfaces=(MemoryEffects,))
class AtomicCmpXchgOp(MemoryAccess):
    """Put a value in memory if another is there, in one step; gives what was there and whether it was so. `weak` may
    fail for no reason.

    Rules: (cmpxchg_c1) both orderings are at least monotonic. (cmpxchg_c2) the ordering of a failure does not release.
    (cmpxchg_c3) the alignment is a power of two. (cmpxchg_c4) the value has a size that can be atomic.
    Example: %r = llvm.cmpxchg weak %p, %old, %new acq_rel monotonic : !llvm.ptr, i32
    """

    ptr: Operand = operand(pointer)
    cmp: Operand = operand(X)
    val: Operand = operand(X)
    success_ordering: Attr[IntegerAttr] = attr(atomic_ordering)
    failure_ordering: Attr[IntegerAttr] = attr(atomic_ordering)
    weak: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    res: Result = inferred_result(any_struct, type_from=("val", with_success))
    syntax = (
        "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` $syncscope^ `)`)? "
        "$success_ordering $failure_ordering attr-dict `:` type($ptr) `,` type($val)"
    )

    def effects(self) -> Sequence[Effect]:
        own = Effect("read", self.ptr), Effect("write", self.ptr)
        return self.access_effects(*own, ordering=self.success_ordering)

    def verify(self, report: Report) -> None:
        failure, type = word_of(ORDERINGS, self.failure_ordering), self.val.type
        for ordering in (self.success_ordering, self.failure_ordering):
            if ordering.value < ORDERINGS["monotonic"]:
                word = word_of(ORDERINGS, ordering)
                report.error("cmpxchg_c1", f"ordering must be at least 'monotonic', but got '{word}'")
        if failure in ("release", "acq_rel"):
            report.error("cmpxchg_c2", f"failure ordering cannot be 'release' or 'acq_rel', but got '{failure}'")
        check_alignment(report, "cmpxchg_c3", self.alignment)
        if not isinstance(type, PointerType) and not is_atomic_type(type):
            report.error("cmpxchg_c4", f"unsupported type '{type}' for atomic access")


@op("llvm.fence", interfaces=(MemoryEffects,))
class FenceOp(Op):
    """Keep accesses before the fence from those behind it, as other threads see them.

    Rules: (fence_c1) the ordering is at least acquire.
    Example: llvm.fence syncscope("agent") seq_cst
    """

    ordering: Attr[IntegerAttr] = attr(atomic_ordering)
    syncscope: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    syntax = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"

    def effects(self) -> Sequence[Effect]:
        return Effect("read"), Effect("write")

    def verify(self, report: Report) -> None:
        if self.ordering.value < ORDERINGS["acquire"]:
            word = word_of(ORDERINGS, self.ordering)
            report.error(
                "fence_c1", f"can be given only acquire, release, acq_rel, and seq_cst orderings, but got '{word}'"
            )
