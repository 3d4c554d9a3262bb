"""Coroutines: functions that are suspended and resumed. LLVM's passes make ordinary functions of them."""

from __future__ import annotations

from dlc.ir.builtin_constraints import bool_type
from dlc.ir.constraints import ExactType
from dlc.ir.definition import Op, Operand, Result, op, operand, result

from .constraints import any_llvm, i32_type, pointer
from .types import TokenType

token = ExactType(TokenType(), "LLVM token type")


@op("llvm.intr.coro.id")
class CoroIdOp(Op):
    """A token for this coroutine: the alignment of its frame, the promise, and what LLVM fills in.

    Example: %id = llvm.intr.coro.id %align, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
    """

    align: Operand = operand(i32_type)
    promise: Operand = operand(pointer)
    coroaddr: Operand = operand(pointer)
    fnaddrs: Operand = operand(pointer)
    res: Result = result(any_llvm)
    syntax = "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)"


@op("llvm.intr.coro.begin")
class CoroBeginOp(Op):
    """The handle of the coroutine, whose frame lies at `mem`.

    Example: %h = llvm.intr.coro.begin %id, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    """

    token: Operand = operand(token)
    mem: Operand = operand(pointer)
    res: Result = result(any_llvm)
    syntax = "$token `,` $mem attr-dict `:` functional-type(operands, results)"


@op("llvm.intr.coro.size")
class CoroSizeOp(Op):
    """The size of the frame in bytes.

    Example: %n = llvm.intr.coro.size : i64
    """

    res: Result = result(any_llvm)
    syntax = "attr-dict `:` type($res)"


@op("llvm.intr.coro.align")
class CoroAlignOp(Op):
    """The alignment of the frame in bytes.

    Example: %n = llvm.intr.coro.align : i64
    """

    res: Result = result(any_llvm)
    syntax = "attr-dict `:` type($res)"


@op("llvm.intr.coro.save")
class CoroSaveOp(Op):
    """Note that the coroutine may be resumed from here on; the token is for `coro.suspend`.

    Example: %s = llvm.intr.coro.save %h : (!llvm.ptr) -> !llvm.token
    """

    handle: Operand = operand(pointer)
    res: Result = result(any_llvm)
    syntax = "$handle attr-dict `:` functional-type(operands, results)"


@op("llvm.intr.coro.suspend")
class CoroSuspendOp(Op):
    """Suspend the coroutine, for the last time if `final`; the result tells how it goes on.

    Example: %r = llvm.intr.coro.suspend %s, %final : i8
    """

    save: Operand = operand(token)
    final: Operand = operand(bool_type)
    res: Result = result(any_llvm)
    syntax = "$save `,` $final attr-dict `:` type($res)"


@op("llvm.intr.coro.end")
class CoroEndOp(Op):
    """The end of the coroutine.

    Example: %r = llvm.intr.coro.end %h, %unwind, %t : (!llvm.ptr, i1, !llvm.token) -> i1
    """

    handle: Operand = operand(pointer)
    unwind: Operand = operand(bool_type)
    retvals: Operand = operand(token)
    res: Result = result(any_llvm)
    syntax = "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)"


@op("llvm.intr.coro.free")
class CoroFreeOp(Op):
    """The memory of the frame, which the caller frees; null if there is none.

    Example: %p = llvm.intr.coro.free %id, %h : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    """

    id: Operand = operand(token)
    handle: Operand = operand(pointer)
    res: Result = result(any_llvm)
    syntax = "$id `,` $handle attr-dict `:` functional-type(operands, results)"


@op("llvm.intr.coro.resume")
class CoroResumeOp(Op):
    """Resume the suspended coroutine.

    Example: llvm.intr.coro.resume %h : !llvm.ptr
    """

    handle: Operand = operand(pointer)
    syntax = "$handle attr-dict `:` qualified(type($handle))"


@op("llvm.intr.coro.promise")
class CoroPromiseOp(Op):
    """The promise of the coroutine with this handle, or the other way round with `from`.

    Example: %p = llvm.intr.coro.promise %h, %align, %from : (!llvm.ptr, i32, i1) -> !llvm.ptr
    """

    handle: Operand = operand(pointer)
    align: Operand = operand(i32_type)
    from_: Operand = operand(bool_type)
    res: Result = result(any_llvm)
    syntax = "$handle `,` $align `,` $from_ attr-dict `:` functional-type(operands, results)"
