"""Memory of the device as the host sees it: allocation, copies, and waiting for what runs in the background."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Operation, UnitAttr, Value
from dlc.ir.builtin_constraints import any_memref_or_unranked, index_type, unit_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, ShapedType, element_type, i8
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalResult,
    Result,
    VariadicOperand,
    op,
    operand,
    optional_attr,
    optional_result,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import Effect, MemoryEffects, Touches
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.strided_layout import layout_map
from dlc.ir.traits import Pure

from .attributes import TOKEN, WORKGROUP
from .constraints import memref, signless_i32, token, unranked
from .text import DEPENDENCIES

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_DEPENDENCIES = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies)"


class WaitsForTokens(MemoryEffects):
    """Does with memory what others began: nothing moves over it."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return [Effect("write", resource="stream")]


class InBackground(Touches):
    """The memory effects of an op that runs asynchronously if it produces or takes tokens."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        own = super().effects(op)
        is_async = any(value.type is TOKEN for value in (*op.operands, *op.results))
        return [*own, Effect("write", resource="stream")] if is_async else own


@op("gpu.wait", interfaces=(WaitsForTokens,))
class WaitOp(Op):
    """Wait until what gave the tokens is done. With `async` nothing waits: the result stands for all of them.

    Example: %t = gpu.wait async [%a, %b]
    """

    asyncDependencies: VariadicOperand = variadic_operand(token, default=())  # noqa: N815 (MLIR's names)
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    directives = DEPENDENCIES
    syntax = f"{_DEPENDENCIES} attr-dict"


@op("gpu.alloc", interfaces=(InBackground(alloc="memref"),))
class AllocOp(Op):
    """Allocate device memory; with `host_shared`, memory that the host can access too. There is an operand for each
    dynamic size, then for each symbol of the layout.

    Rules: (gpu_alloc_c1) there are as many size operands as dynamic sizes. (gpu_alloc_c2) and as many symbol operands
    as symbols in the layout.
    Example: %m = gpu.alloc host_shared (%n) : memref<8x?xf32>
    """

    asyncDependencies: VariadicOperand = variadic_operand(token)  # noqa: N815 (MLIR's names)
    dynamicSizes: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    symbolOperands: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    hostShared: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    memref: Result = result(memref)
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    directives = DEPENDENCIES
    syntax = (
        f"{_DEPENDENCIES} (`host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` "
        "(`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def result_names(self) -> Sequence[str | None]:
        return ("memref", "asyncToken")[: len(self.results)]

    def verify(self, report: Report) -> None:
        type = self.memref.type
        assert isinstance(type, MemRefType)
        dynamic, sizes = type.shape.count(DYNAMIC), len(self.dynamicSizes)
        if sizes != dynamic:
            report.error(
                "gpu_alloc_c1",
                f"dimension operand count does not equal memref dynamic dimension count, expected {dynamic} but "
                f"got {sizes}",
            )
        symbols, given = layout_map(type).num_symbols, len(self.symbolOperands)
        if symbols != given:
            report.error(
                "gpu_alloc_c2",
                f"symbol operand count does not equal memref symbol count, expected {symbols} but got {given}",
            )


@op("gpu.dealloc", interfaces=(InBackground(free="memref"),))
class DeallocOp(Op):
    """Free what `gpu.alloc` made.

    Example: gpu.dealloc %m : memref<8x?xf32>
    """

    asyncDependencies: VariadicOperand = variadic_operand(token)  # noqa: N815 (MLIR's names)
    memref: Operand = operand(any_memref_or_unranked)
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    directives = DEPENDENCIES
    syntax = f"{_DEPENDENCIES} $memref attr-dict `:` type($memref)"


@op("gpu.memcpy", interfaces=(InBackground(write="dst", read="src"),))
class MemcpyOp(Op):
    """Copy all elements from one memref to another; either can be in the memory of the host or the device.

    Rules: (memcpy_c1) both have elements of one type. (memcpy_c2) both have one shape.
    Example: gpu.memcpy %to, %from : memref<8xf32>, memref<8xf32, 1>
    """

    asyncDependencies: VariadicOperand = variadic_operand(token)  # noqa: N815 (MLIR's names)
    dst: Operand = operand(any_memref_or_unranked)
    src: Operand = operand(any_memref_or_unranked)
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    directives = DEPENDENCIES
    syntax = f"{_DEPENDENCIES} $dst `,` $src `:` type($dst) `,` type($src) attr-dict"

    def verify(self, report: Report) -> None:
        dst, src = self.dst.type, self.src.type
        if element_type(dst) is not element_type(src):
            report.error("memcpy_c1", f"arguments have incompatible element type, but got '{dst}' and '{src}'")
        if isinstance(dst, ShapedType) and isinstance(src, ShapedType) and not _are_compatible(dst.shape, src.shape):
            report.error("memcpy_c2", f"arguments have incompatible shape, but got '{dst}' and '{src}'")


def _are_compatible(first: Sequence[int], second: Sequence[int]) -> bool:
    """Return whether two shapes can be the same."""
    if len(first) != len(second):
        return False
    return all(a == b or DYNAMIC in (a, b) for a, b in zip(first, second, strict=True))


@op("gpu.memset", interfaces=(InBackground(write="dst"),))
class MemsetOp(Op):
    """Write a value to all elements of a memref.

    Rules: (memset_c1) the value is of the type of the elements.
    Example: gpu.memset %m, %x : memref<8xf32>, f32
    """

    asyncDependencies: VariadicOperand = variadic_operand(token)  # noqa: N815 (MLIR's names)
    dst: Operand = operand(any_memref_or_unranked)
    value: Operand = operand(any_type)
    asyncToken: OptionalResult = optional_result(token, default=None)  # noqa: N815
    directives = DEPENDENCIES
    syntax = f"{_DEPENDENCIES} $dst `,` $value `:` type($dst) `,` type($value) attr-dict"

    def verify(self, report: Report) -> None:
        element = element_type(self.dst.type)
        if element is not self.value.type:
            report.error(
                "memset_c1", f"value must have the type '{element}' of the elements, but got '{self.value.type}'"
            )


# -- Canonicalization ------------------------------------------------------------------------------------------------


@canonicalization(WaitOp)
def erase_idle_wait(op: WaitOp, rw: Rewriter) -> Match:
    """gpu.wait -> nothing; gpu.wait async [t], whose token is unused -> nothing.  Terminates: removes an op."""
    if op.asyncDependencies if op.asyncToken is None else op.asyncToken.has_uses:
        return rw.no_match("it waits for something, or something waits for it")
    return rw.erase(op)


@canonicalization(WaitOp)
def wait_for_less(op: WaitOp, rw: Rewriter) -> Match:
    """wait [wait async, t, t] -> wait [t].  Terminates: the op has fewer operands.

    A token that stands for nothing is not waited for, and none twice.
    """
    kept = [value for value in dict.fromkeys(op.asyncDependencies) if not _stands_for_nothing(value)]
    if len(kept) == len(op.asyncDependencies):
        return rw.no_match("each token stands for something, once")
    op.asyncDependencies = kept
    return rw.modify(op)


def _stands_for_nothing(value: Value) -> bool:
    wait = value.defined_by(WaitOp)
    return wait is not None and not wait.asyncDependencies


@canonicalization(AllocOp)
def erase_unread_allocation(op: AllocOp, rw: Rewriter) -> Match:
    """alloc that is only written and freed, nothing of it in the background -> nothing.  Terminates: removes ops."""
    users = op.memref.users
    if op.asyncToken is not None:
        return rw.no_match("something may wait for it")
    for user in users:
        is_written = isinstance(user, (MemcpyOp, MemsetOp)) and user.dst is op.memref and not _reads(user, op.memref)
        if user.results or not (is_written or isinstance(user, DeallocOp)):
            return rw.no_match(f"'{user.name}' needs it")
    for user in users:
        rw.erase(user)
    return rw.erase(op)


def _reads(user: MemcpyOp | MemsetOp, value: Value) -> bool:
    return isinstance(user, MemcpyOp) and user.src is value


# -- Host memory and devices -------------------------------------------------------------------------------------------


@op("gpu.host_register")
class HostRegisterOp(Op):
    """Make memory of the host accessible to the device.

    Example: gpu.host_register %m : memref<*xf32>
    """

    value: Operand = operand(unranked)
    syntax = "$value attr-dict `:` type($value)"


@op("gpu.host_unregister")
class HostUnregisterOp(Op):
    """Undo `gpu.host_register`.

    Example: gpu.host_unregister %m : memref<*xf32>
    """

    value: Operand = operand(unranked)
    syntax = "$value attr-dict `:` type($value)"


@op("gpu.set_default_device")
class SetDefaultDeviceOp(Op):
    """Use another device from here on in this thread of the host.

    Example: gpu.set_default_device %d
    """

    devIndex: Operand = operand(signless_i32)  # noqa: N815 (MLIR's name)
    syntax = "attr-dict $devIndex"


@op("gpu.dynamic_shared_memory", traits=(Pure,))
class DynamicSharedMemoryOp(Op):
    """The memory of the block whose size the launch decides, in bytes.

    Rules: (dynamic_shared_memory_c1) it is a row of bytes of dynamic size, in the memory of the block.
    Example: %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    """

    resultMemref: Result = result(memref)  # noqa: N815 (MLIR's name)
    syntax = "attr-dict `:` type($resultMemref)"

    def verify(self, report: Report) -> None:
        type = self.resultMemref.type
        assert isinstance(type, MemRefType)
        if type.shape != (DYNAMIC,) or type.element_type is not i8 or type.memory_space is not WORKGROUP:
            report.error("dynamic_shared_memory_c1", f"expected 'memref<?xi8, {WORKGROUP}>', but got '{type}'")
