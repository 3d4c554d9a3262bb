"""Intrinsics that say which variable of the source a value or a place in memory is. They change nothing at run time."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.definition import Attr, Op, Operand, attr, op, operand
from dlc.ir.interfaces import Effect, MemoryEffects

from .constraints import any_llvm, pointer
from .debug_attributes import DIExpressionAttr, DILabelAttr, DILocalVariableAttr

NO_OPERATIONS = DIExpressionAttr()


class DebugIntrinsic(Op):
    """A statement about the source, which stays where it is."""

    def effects(self) -> Sequence[Effect]:
        return (Effect("write", resource="debug information"),)


@op("llvm.intr.dbg.declare", interfaces=(MemoryEffects,))
class DbgDeclareOp(DebugIntrinsic):
    """A variable of the source lies at the address, as long as its function runs.

    Example:
        llvm.intr.dbg.declare #llvm.di_local_variable<scope = #llvm.di_file<"a.c" in "">, name = "x"> = %p : !llvm.ptr
    """

    addr: Operand = operand(pointer)
    varInfo: Attr[DILocalVariableAttr] = attr(DILocalVariableAttr)  # noqa: N815 (MLIR's name)
    locationExpr: Attr[DIExpressionAttr] = attr(DIExpressionAttr, default=NO_OPERATIONS)  # noqa: N815
    syntax = "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) attr-dict"


@op("llvm.intr.dbg.value", interfaces=(MemoryEffects,))
class DbgValueOp(DebugIntrinsic):
    """A variable of the source has the value from here on.

    Example:
        llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_file<"a.c" in "">, name = "x"> = %x : i32
    """

    value: Operand = operand(any_llvm)
    varInfo: Attr[DILocalVariableAttr] = attr(DILocalVariableAttr)  # noqa: N815 (MLIR's name)
    locationExpr: Attr[DIExpressionAttr] = attr(DIExpressionAttr, default=NO_OPERATIONS)  # noqa: N815
    syntax = "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict"


@op("llvm.intr.dbg.label", interfaces=(MemoryEffects,))
class DbgLabelOp(DebugIntrinsic):
    """A label of the source stands here.

    Example: llvm.intr.dbg.label #llvm.di_label<scope = #llvm.di_file<"a.c" in "">, name = "retry">
    """

    label: Attr[DILabelAttr] = attr(DILabelAttr)
    syntax = "$label attr-dict"
