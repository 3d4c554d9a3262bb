"""The pass `gpu-to-nvvm`: modules of kernels become modules of the dialect `llvm`, for NVPTX.

Kernels, and ops that query or combine threads, are lowered in `nvvm/`, all other ops by the patterns of `to-llvm`.
Memory spaces become the integers of NVPTX. Earlier passes must have expanded reductions over threads
(`gpu-expand-reductions`), loops (`loop-to-cf`) and math functions (`expand-math`). Code for the host stays unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dlc.dialects import gpu
from dlc.ir import Attribute, IntegerAttr, Operation, Type, TypeAttr, Value
from dlc.ir.builtin_types import FunctionType, MemRefType, UnrankedMemRefType, i32
from dlc.ir.patterns import Pattern

from ..llvm.lowering import LLVMTypeConverter, LoweringOptions
from ..llvm.to_llvm import PATTERNS as TO_LLVM
from ..manager import Pass, PassRun, statistic
from ..rewriting.conversion import apply_full_conversion
from ..rewriting.conversion_target import ConversionTarget
from .nvvm import intrinsics, kernels, nvgpu
from .nvvm.address_spaces import NUMBERS

PATTERNS: Iterable[Pattern[Any]] = (*kernels.PATTERNS, *intrinsics.PATTERNS, *nvgpu.PATTERNS, *TO_LLVM)


class GPUToNVVM(Pass):
    """Turn modules of kernels into the dialect `llvm` for NVPTX

    Example: gpu-to-nvvm
        gpu.module @kernels {
          gpu.func @fill(%m: memref<32xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
            %i = gpu.thread_id x
            memref.store %x, %m[%i] : memref<32xf32>
            gpu.return
          }
        }
    """

    name = "gpu-to-nvvm"
    lowered = statistic("num-lowered", "Number of kernels and other functions lowered")

    def run(self, op: Operation, run: PassRun) -> None:
        modules = [inner for inner in op.walk() if isinstance(inner, gpu.GPUModuleOp)]
        for module in modules:
            functions = [inner for inner in module.block.ops if isinstance(inner, gpu.GPUFuncOp)]
            run.count(self.lowered, len(functions))
            number_spaces(module)
            target = ConversionTarget()
            target.add_legal_dialect("llvm")
            if not apply_full_conversion(
                module, target, PATTERNS, run.context, LLVMTypeConverter(LoweringOptions(asserts="trap"))
            ):
                run.fail()
        if not modules:
            run.mark_idle("there is no 'gpu.module'")


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
        return FunctionType(tuple(map(numbered, type.inputs)), tuple(map(numbered, type.results)))
    return type


def _space(space: Attribute | None) -> Attribute | None:
    return IntegerAttr(NUMBERS[space.value], i32) if isinstance(space, gpu.AddressSpaceAttr) else space
