"""The vendor's part in the code of kernels: how a thread asks who it is, and how threads act together.

Kernels that were made for no architecture have subgroups of 32 threads; where the hardware runs 64 in step, these are
then two subgroups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from dlc.dialects import gpu, llvm, nvgpu
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_attributes import ArrayAttr, StringAttr
from dlc.ir.builtin_types import i32
from dlc.ir.patterns import Rewriter
from dlc.passes.llvm.lowering.index_math import INDEX
from dlc.passes.llvm.lowering.type_converter import LLVMTypeConverter, LoweringOptions
from dlc.passes.loops.schedules.gpu_machine import GPUMachine
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter


class At:
    """Inserts ops before one op."""

    def __init__(self, rewriter: Rewriter, anchor: Operation) -> None:
        self.rewriter = rewriter
        self.anchor = anchor

    def put(self, op: Operation) -> Value:
        return self.insert(op).results[0]

    def insert(self, op: Operation) -> Operation:
        return self.rewriter.insert_before(self.anchor, op)

    def number(self, value: int, type: Type = i32) -> Value:
        return self.put(llvm.ConstantOp.of(value, type))

    def intrinsic(self, name: str, arguments: Sequence[Value], result: Type) -> Value:
        return self.put(llvm.CallIntrinsicOp.of(name, arguments, result))

    def as_index(self, value: Value) -> Value:
        return self.put(llvm.ZExtOp(value, INDEX))

    def multiply(self, a: Value, b: Value) -> Value:
        return self.put(llvm.MulOp(a, b))

    def add(self, a: Value, b: Value) -> Value:
        return self.put(llvm.AddOp(a, b))


Exchange = Callable[[Value], tuple[Value, Value]]
"""Gives the word of another lane, and whether there is such a lane."""


class Device:
    """A vendor's GPUs."""

    def __init__(self, machine: GPUMachine | None) -> None:
        """Take the GPU that kernels are for, if it is known."""
        self.subgroup = (machine or GPUMachine()).subgroup_size
        self.largest_bytes = self.static_bytes if machine is None else machine.largest_bytes
        """The largest size of the workgroup memory of a block."""

    kernel_convention: ClassVar[str]
    """The calling convention of kernels."""
    stack: ClassVar[int]
    """The address space of a thread's stack."""
    static_bytes: ClassVar[int]
    """The largest size of all variables in workgroup memory of a kernel; only a launch can give it more."""
    exp2: ClassVar[str]
    """The intrinsic for an approximate power of two, of f32."""

    def converted(self, type: Type) -> Type | None:
        """Return what a type of `nvgpu` becomes, or `None` if it is not one; nothing reads the integer of a token."""
        return i32 if type is nvgpu.TOKEN else None

    def bounds(self, sizes: Sequence[int]) -> dict[str, str]:
        """Return the attributes of LLVM for a kernel whose blocks have these sizes."""
        raise NotImplementedError

    def position(self, at: At, kind: type[Operation], dimension: str) -> Value:
        """Return what an op such as `gpu.thread_id` gives for a dimension, as an i32."""
        raise NotImplementedError

    def lane(self, at: At) -> Value:
        """Return the number of the thread in its subgroup, as an i32."""
        raise NotImplementedError

    def barrier(self, at: At) -> None:
        """Let the threads of a block wait for each other, and see what others have written."""
        raise NotImplementedError

    def exchange(self, at: At, mode: str, offset: Value, lanes: Value) -> Exchange:
        """Return a function that exchanges words of 32 bits among the first `lanes` lanes of a subgroup."""
        raise NotImplementedError


def text_attributes(given: dict[str, str]) -> ArrayAttr:
    """Return attributes of LLVM with values as those of a function."""
    return ArrayAttr(tuple(ArrayAttr((StringAttr(name), StringAttr(value))) for name, value in given.items()))


class DeviceTypeConverter(LLVMTypeConverter):
    """Converts types of kernels for a device."""

    def __init__(self, device: Device) -> None:
        super().__init__(LoweringOptions(asserts="trap"))
        self.device = device
        self.add(device.converted)


def device_of(rw: ConversionRewriter) -> Device:
    """Return the device that kernels are converted for."""
    converter = rw.converter
    if not isinstance(converter, DeviceTypeConverter):
        raise CannotLower("the conversion is not one of kernels")
    return converter.device


POSITIONS = (gpu.ThreadIdOp, gpu.BlockDimOp, gpu.BlockIdOp, gpu.GridDimOp)
"""The ops whose results `Device.position` gives."""
