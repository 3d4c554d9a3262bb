"""Intrinsics that copy and fill memory, and that say something of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, integer_attr_any, typed_int
from dlc.ir.builtin_types import i32
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand, result
from dlc.ir.interfaces import NO_EFFECTS, Effect, MemoryEffects
from dlc.ir.traits import Pure

from .alias_attributes import AliasScopeAttr
from .constraints import P, any_integer, i8_type, integer_like, pointer, pointer_like
from .intrinsic_bases import IntrinsicOp, MemoryIntrinsic

L = TypeVariable("L", pointer_like)
i32_attr = typed_int(i32)

# -- Copying and filling -----------------------------------------------------------------------------------------------


class _Copying(MemoryIntrinsic):
    """From one place to another."""

    dst: Operand = operand(pointer)
    src: Operand = operand(pointer)
    len: Operand = operand(any_integer)
    isVolatile: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    call_arguments: ClassVar = ("dst", "src", "len", "isVolatile")

    def effects(self) -> Sequence[Effect]:
        own = Effect("write", self.dst), Effect("read", self.src)
        return (*own, Effect("read"), Effect("write")) if self.isVolatile.value else own


@op("llvm.intr.memcpy", interfaces=(MemoryEffects,))
class MemcpyOp(_Copying):
    """Copy `len` bytes to memory that is the same or does not overlap.

    Example: "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    """


@op("llvm.intr.memmove", interfaces=(MemoryEffects,))
class MemmoveOp(_Copying):
    """Copy `len` bytes to memory that may overlap.

    Example: "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    """


@op("llvm.intr.memcpy.inline", interfaces=(MemoryEffects,))
class MemcpyInlineOp(MemoryIntrinsic):
    """Copy a known number of bytes, without a call of a function.

    Example: "llvm.intr.memcpy.inline"(%p, %q) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
    """

    dst: Operand = operand(pointer)
    src: Operand = operand(pointer)
    len: Attr[IntegerAttr] = attr(integer_attr_any)
    isVolatile: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    call_arguments: ClassVar = ("dst", "src", "len", "isVolatile")

    def effects(self) -> Sequence[Effect]:
        own = Effect("write", self.dst), Effect("read", self.src)
        return (*own, Effect("read"), Effect("write")) if self.isVolatile.value else own


@op("llvm.intr.memset", interfaces=(MemoryEffects,))
class MemsetOp(MemoryIntrinsic):
    """Fill `len` bytes with one value.

    Example: "llvm.intr.memset"(%p, %x, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    """

    dst: Operand = operand(pointer)
    val: Operand = operand(i8_type)
    len: Operand = operand(any_integer)
    isVolatile: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    call_arguments: ClassVar = ("dst", "val", "len", "isVolatile")

    def effects(self) -> Sequence[Effect]:
        own = (Effect("write", self.dst),)
        return (*own, Effect("read"), Effect("write")) if self.isVolatile.value else own


@op("llvm.intr.memset.inline", interfaces=(MemoryEffects,))
class MemsetInlineOp(MemoryIntrinsic):
    """Fill a known number of bytes with one, without a call of a function.

    Example: "llvm.intr.memset.inline"(%p, %x) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
    """

    dst: Operand = operand(pointer)
    val: Operand = operand(i8_type)
    len: Attr[IntegerAttr] = attr(integer_attr_any)
    isVolatile: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    call_arguments: ClassVar = ("dst", "val", "len", "isVolatile")

    def effects(self) -> Sequence[Effect]:
        own = (Effect("write", self.dst),)
        return (*own, Effect("read"), Effect("write")) if self.isVolatile.value else own


@op("llvm.intr.prefetch")
class PrefetchOp(IntrinsicOp):
    """Bring a line of memory nearer, to read (0) or write (1) it, to be kept long (3) or not (0), as data (1).

    Example: "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
    """

    addr: Operand = operand(pointer)
    rw: Attr[IntegerAttr] = attr(i32_attr)
    hint: Attr[IntegerAttr] = attr(i32_attr)
    cache: Attr[IntegerAttr] = attr(i32_attr, default=IntegerAttr(1, i32))
    call_arguments: ClassVar = ("addr", "rw", "hint", "cache")


# -- The stack ---------------------------------------------------------------------------------------------------------


@op("llvm.intr.stacksave")
class StackSaveOp(IntrinsicOp):
    """Save the current stack pointer.

    Example: %s = llvm.intr.stacksave : !llvm.ptr
    """

    res: Result = result(pointer)
    syntax = "attr-dict `:` type($res)"


class _OnPointer(IntrinsicOp):
    """Takes a pointer."""

    ptr: Operand = operand(pointer)
    syntax = "$ptr attr-dict `:` type($ptr)"


_on_pointer = Family(_OnPointer, __name__, "{name} %p : !llvm.ptr", traits=())

StackRestoreOp = _on_pointer(
    "StackRestoreOp", "llvm.intr.stackrestore", "Free what was put on the stack since the pointer was saved."
)
LifetimeStartOp = _on_pointer(
    "LifetimeStartOp",
    "llvm.intr.lifetime.start",
    "From here on what `llvm.alloca` made is used; what was in it before is not.",
)
LifetimeEndOp = _on_pointer(
    "LifetimeEndOp", "llvm.intr.lifetime.end", "From here on what `llvm.alloca` made is not used any more."
)


# -- What does not change ----------------------------------------------------------------------------------------------


@op("llvm.intr.invariant.start")
class InvariantStartOp(IntrinsicOp):
    """Declare that the given number of bytes is not written from here on; -1 for an unknown number.

    Example: %i = llvm.intr.invariant.start 8, %p : !llvm.ptr
    """

    size: Attr[IntegerAttr] = attr(i64_attr)
    ptr: Operand = operand(P)
    res: Result = inferred_result(P)
    syntax = "$size `,` $ptr attr-dict `:` type($ptr)"
    call_arguments: ClassVar = ("size", "ptr")


@op("llvm.intr.invariant.end")
class InvariantEndOp(IntrinsicOp):
    """From here on these bytes may be written again.

    Example: llvm.intr.invariant.end %i, 8, %p : !llvm.ptr
    """

    start: Operand = operand(P)
    size: Attr[IntegerAttr] = attr(i64_attr)
    ptr: Operand = operand(P)
    syntax = "$start `,` $size `,` $ptr attr-dict `:` type($ptr)"
    call_arguments: ClassVar = ("start", "size", "ptr")


@op("llvm.intr.launder.invariant.group", interfaces=(NO_EFFECTS,))
class LaunderInvariantGroupOp(IntrinsicOp):
    """Return the pointer without the facts that invariant groups imply.

    Example: %q = llvm.intr.launder.invariant.group %p : !llvm.ptr
    """

    ptr: Operand = operand(P)
    res: Result = inferred_result(P)
    syntax = "$ptr attr-dict `:` type($ptr)"


@op("llvm.intr.strip.invariant.group", traits=(Pure,))
class StripInvariantGroupOp(IntrinsicOp):
    """Return the pointer without its invariant group.

    Example: %q = llvm.intr.strip.invariant.group %p : !llvm.ptr
    """

    ptr: Operand = operand(P)
    res: Result = inferred_result(P)
    syntax = "$ptr attr-dict `:` type($ptr)"


@op("llvm.intr.experimental.noalias.scope.decl")
class NoAliasScopeDeclOp(Op):
    """Declare the start of an aliasing scope, anew in each iteration of a loop.

    Example: llvm.intr.experimental.noalias.scope.decl <id = "s", domain = <id = "d">>
    """

    scope: Attr[AliasScopeAttr] = attr(AliasScopeAttr)
    syntax = "$scope attr-dict"


# -- Pointers ----------------------------------------------------------------------------------------------------------


@op("llvm.intr.ptrmask", traits=(Pure,))
class PtrMaskOp(IntrinsicOp):
    """A pointer with those bits only that a mask has.

    Example: %q = llvm.intr.ptrmask %p, %m : (!llvm.ptr, i64) -> !llvm.ptr
    """

    ptr: Operand = operand(L)
    mask: Operand = operand(integer_like)
    res: Result = inferred_result(L)
    syntax = "$ptr `,` $mask attr-dict `:` functional-type(operands, results)"


@op("llvm.intr.threadlocal.address", traits=(Pure,))
class ThreadlocalAddressOp(IntrinsicOp):
    """The address of a global in this thread.

    Example: %p = "llvm.intr.threadlocal.address"(%g) : (!llvm.ptr) -> !llvm.ptr
    """

    address: Operand = operand(P)
    res: Result = inferred_result(P)


# -- Any number of arguments -------------------------------------------------------------------------------------------


@op("llvm.intr.vastart")
class VaStartOp(IntrinsicOp):
    """Begin to read the further arguments of a function.

    Example: llvm.intr.vastart %list : !llvm.ptr
    """

    arg_list: Operand = operand(pointer)
    syntax = "$arg_list attr-dict `:` type($arg_list)"


@op("llvm.intr.vacopy")
class VaCopyOp(IntrinsicOp):
    """Remember how far they have been read.

    Example: llvm.intr.vacopy %list to %copy : !llvm.ptr, !llvm.ptr
    """

    dest_list: Operand = operand(pointer)
    src_list: Operand = operand(pointer)
    syntax = "$src_list `to` $dest_list attr-dict `:` type(operands)"


@op("llvm.intr.vaend")
class VaEndOp(IntrinsicOp):
    """End reading them.

    Example: llvm.intr.vaend %list : !llvm.ptr
    """

    arg_list: Operand = operand(pointer)
    syntax = "$arg_list attr-dict `:` type($arg_list)"
