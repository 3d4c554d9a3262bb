"""Copies of adjacent elements that each thread makes in the background, and the groups in which it waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import IntegerAttr, Operation, Type, UnitAttr, type_
from dlc.ir.builtin_constraints import index_type, typed_int, unit_attr
from dlc.ir.builtin_types import MemRefType, bit_width, i32, index
from dlc.ir.constraints import ExactType
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    variadic_operand,
)
from dlc.ir.interfaces import Effect, Touches

from .chunks import memref

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


COPY_BYTES = (4, 8, 16)
"""The numbers of bytes that a thread copies in the background."""


@type_("nvgpu.device.async.token")
class DeviceAsyncTokenType(Type):
    """The type of tokens of copies in the background, and of groups of them: `!nvgpu.device.async.token`."""


TOKEN = DeviceAsyncTokenType()
token = ExactType(TOKEN, "device async token type")


class OrdersCopies(Touches):
    """The effects of an op that must stay between the same copies, and those on its operands."""

    def effects(self, op: Operation) -> Sequence[Effect]:
        return [*super().effects(op), Effect("write", resource="copies")]


@op("nvgpu.device_async_copy", interfaces=(Touches(read="src", write="dst"),))
class DeviceAsyncCopyOp(Op):
    """Begin to copy adjacent elements to workgroup memory; until the thread has waited, they may be there or not.

    With `srcElements`, only that many are read, and zeros are written for the others. `bypassL1` leaves them out of the
    first cache.

    Rules: (device_async_copy_c1) there are as many indices as dimensions. (device_async_copy_c2) both memrefs have
    elements of one type. (device_async_copy_c3) 4, 8 or 16 bytes are copied, and 16 with `bypassL1`.
    Example:
        %t = nvgpu.device_async_copy %from[%i, %j], %to[%k, %l], 8 {bypassL1}
            : memref<128x64xf16> to memref<64x72xf16, #gpu.address_space<workgroup>>
    """

    dst: Operand = operand(memref)
    dstIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's names)
    src: Operand = operand(memref)
    srcIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    srcElements: OptionalOperand = optional_operand(index_type, default=None)  # noqa: N815
    dstElements: Attr[IntegerAttr] = attr(typed_int(index), kw_only=True)  # noqa: N815
    bypassL1: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    asyncToken: Result = inferred_result(token)  # noqa: N815
    syntax = (
        "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $dstElements (`,` $srcElements^)? attr-dict "
        "`:` type($src) `to` type($dst)"
    )

    def verify(self, report: Report) -> None:
        types = self.src.type, self.dst.type
        for type, indices in zip(types, (self.srcIndices, self.dstIndices), strict=True):
            assert isinstance(type, MemRefType)
            if len(indices) != type.rank:
                report.error("device_async_copy_c1", f"expected {type.rank} indices, but got {len(indices)}")
        source, target = (type.element_type for type in types if isinstance(type, MemRefType))
        if source is not target:
            report.error("device_async_copy_c2", f"expected elements of type '{source}', but got '{target}'")
        size = self.dstElements.value * (bit_width(source) or 0)
        if size not in [8 * each for each in COPY_BYTES[-1 if self.bypassL1 is not None else 0 :]]:
            allowed = "16 bytes" if self.bypassL1 is not None else "4, 8 or 16 bytes"
            got = f"{self.dstElements.value} elements of type '{source}'"
            report.error("device_async_copy_c3", f"expected to copy {allowed}, but got {got}")


@op("nvgpu.device_async_create_group", interfaces=(OrdersCopies(),))
class DeviceAsyncCreateGroupOp(Op):
    """Make a group of all copies that the thread has begun since its last group; there may be none.

    Example: %g = nvgpu.device_async_create_group %t
    """

    inputTokens: VariadicOperand = variadic_operand(token, default=())  # noqa: N815 (MLIR's names)
    asyncToken: Result = inferred_result(token)  # noqa: N815
    syntax = "$inputTokens attr-dict"


@op("nvgpu.device_async_wait", interfaces=(OrdersCopies(),))
class DeviceAsyncWaitOp(Op):
    """Wait until no more than `numGroups` of the thread's last groups of copies are unfinished; until none is, if it is
    not given. Other threads see what was copied after the next barrier.

    Rules: (device_async_wait_c1) the number of groups is not negative.
    Example: nvgpu.device_async_wait %g {numGroups = 1 : i32}
    """

    asyncDependencies: Operand = operand(token)  # noqa: N815 (MLIR's names)
    numGroups: Attr[IntegerAttr | None] = optional_attr(typed_int(i32), default=None, kw_only=True)  # noqa: N815
    syntax = "$asyncDependencies attr-dict"

    @property
    def unfinished(self) -> int:
        """The number of groups that may be unfinished."""
        return self.numGroups.value if self.numGroups is not None else 0

    def verify(self, report: Report) -> None:
        if self.unfinished < 0:
            report.error("device_async_wait_c1", f"expected a number of groups, but got '{self.unfinished}'")
