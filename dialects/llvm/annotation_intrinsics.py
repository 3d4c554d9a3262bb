"""Annotations of the source that LLVM passes on: strings about values, pointers and variables."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Operand, Result, inferred_result, op, operand
from dlc.ir.interfaces import Effect, MemoryEffects

from .constraints import P, any_integer, i32_type, pointer
from .intrinsic_bases import IntrinsicOp

N = TypeVariable("N", any_integer)


class _Annotation(IntrinsicOp):
    """An op that stays where it is."""

    def effects(self) -> Sequence[Effect]:
        return (Effect("write", resource="annotations"),)


@op("llvm.intr.annotation", interfaces=(MemoryEffects,))
class AnnotationOp(_Annotation):
    """The integer itself, with a string about it and the place where it is said.

    Example: %r = "llvm.intr.annotation"(%x, %text, %file, %line) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
    """

    integer: Operand = operand(N)
    annotation: Operand = operand(pointer)
    fileName: Operand = operand(pointer)  # noqa: N815 (MLIR's name)
    line: Operand = operand(i32_type)
    res: Result = inferred_result(N)


@op("llvm.intr.ptr.annotation", interfaces=(MemoryEffects,))
class PtrAnnotationOp(_Annotation):
    """The pointer itself, with a string about it and the place where it is said.

    Example:
        %r = "llvm.intr.ptr.annotation"(%p, %text, %file, %line, %more)
            : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
    """

    ptr: Operand = operand(P)
    annotation: Operand = operand(pointer)
    fileName: Operand = operand(pointer)  # noqa: N815 (MLIR's name)
    line: Operand = operand(i32_type)
    attr: Operand = operand(pointer)
    res: Result = inferred_result(P)


@op("llvm.intr.var.annotation", interfaces=(MemoryEffects,))
class VarAnnotationOp(_Annotation):
    """A string about the variable at the address, and the place where it is said.

    Example:
        "llvm.intr.var.annotation"(%p, %text, %file, %line, %more)
            : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
    """

    val: Operand = operand(pointer)
    annotation: Operand = operand(pointer)
    fileName: Operand = operand(pointer)  # noqa: N815 (MLIR's name)
    line: Operand = operand(i32_type)
    attr: Operand = operand(pointer)
