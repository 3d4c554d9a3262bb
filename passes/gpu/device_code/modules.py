"""Modules of kernels, converted for a device by the patterns of this folder and those of `to-llvm`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dlc.dialects import gpu, llvm
from dlc.ir import Attribute, IntegerAttr, Operation, Type, TypeAttr, Value
from dlc.ir.builtin_types import FunctionType, MemRefType, UnrankedMemRefType, i32
from dlc.ir.patterns import Pattern
from dlc.passes.llvm.to_llvm import PATTERNS as TO_LLVM
from dlc.passes.loops.schedules.gpu_machine import gpu_machine_for
from dlc.passes.loops.transforms.refusals import Refusal
from dlc.passes.manager import PassRun, Statistic
from dlc.passes.rewriting.conversion import apply_full_conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget

from . import kernels, threads
from .address_spaces import NUMBERS
from .device import Device, DeviceTypeConverter

PATTERNS: Iterable[Pattern[Any]] = (*kernels.PATTERNS, *threads.PATTERNS, *TO_LLVM)


def lower_modules(
    op: Operation, run: PassRun, kind: type[Device], patterns: Iterable[Pattern[Any]], lowered: Statistic
) -> None:
    """Convert the modules of kernels in an op, and count their functions."""
    modules = [inner for inner in op.walk() if isinstance(inner, gpu.GPUModuleOp)]
    for module in modules:
        try:
            device = kind(gpu_machine_for(module))
        except Refusal as refusal:
            refusal.report(run)
            return
        run.count(lowered, sum(isinstance(inner, gpu.GPUFuncOp) for inner in module.block.ops))
        number_spaces(module)
        target = ConversionTarget()
        target.add_legal_dialect("llvm")
        if not apply_full_conversion(module, target, (*patterns, *PATTERNS), run.context, DeviceTypeConverter(device)):
            run.fail()
            return
        _move_stack(module, device.stack)
    if not modules:
        run.mark_idle("there is no 'gpu.module'")


def _move_stack(module: Operation, space: int) -> None:
    """Let memory on the stack be in the address space that the device has for it, with generic pointers to it."""
    pointer = llvm.PointerType(space)
    for op in [inner for inner in module.walk() if isinstance(inner, llvm.AllocaOp)]:
        if op.res.type is llvm.PTR and pointer is not llvm.PTR:
            block = op.parent
            assert block is not None, "it is in a function"
            op.res.type = pointer
            generic = llvm.AddrSpaceCastOp(op.res, llvm.PTR)
            block.insert_after(generic, op)
            op.res.replace_all_uses_with(generic.res)
            generic.set_operand(0, op.res)


def number_spaces(root: Operation) -> None:
    """Replace the memory spaces in all types by integers."""
    for op in root.walk():
        for result in op.results:
            _number(result)
        for block in op.blocks:
            for argument in block.args:
                _number(argument)
        for name, attr in list(op.properties.items()):
            if isinstance(attr, TypeAttr):
                op.properties[name] = TypeAttr(numbered(attr.type))


def _number(value: Value) -> None:
    type = numbered(value.type)
    if type is not value.type:
        value.type = type


def numbered(type: Type) -> Type:
    """Return a type with integers for its memory spaces."""
    if isinstance(type, MemRefType):
        return MemRefType(type.shape, type.element_type, type.layout, _space(type.memory_space))
    if isinstance(type, UnrankedMemRefType):
        return UnrankedMemRefType(type.element_type, _space(type.memory_space))
    if isinstance(type, FunctionType):
        return type.mapped(numbered)
    return type


def _space(space: Attribute | None) -> Attribute | None:
    return IntegerAttr(NUMBERS[space.value], i32) if isinstance(space, gpu.AddressSpaceAttr) else space
