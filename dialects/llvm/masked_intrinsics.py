"""Intrinsics that go to memory for some elements of a vector only."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Type, UnitAttr
from dlc.ir.builtin_constraints import typed_int, unit_attr
from dlc.ir.builtin_types import i32
from dlc.ir.definition import (
    Attr,
    Operand,
    OptionalOperand,
    Result,
    attr,
    op,
    operand,
    optional_attr,
    optional_operand,
    result,
)
from dlc.ir.interfaces import Touches

from .constraints import llvm_vector, mask_vector, pointer, pointer_vector, vector_shape
from .intrinsic_bases import IntrinsicOp, MemoryIntrinsic

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

i32_attr = typed_int(i32)


def check_shapes(report: Report, rule: str, wanted: Type, *others: Type) -> None:
    """Report vectors of another length."""
    for other in others:
        if vector_shape(wanted) != vector_shape(other):
            report.error(rule, f"expected vectors of the shape of '{wanted}', but got '{other}'")


def check_power_of_two(report: Report, rule: str, alignment: IntegerAttr) -> None:
    if alignment.value <= 0 or alignment.value & (alignment.value - 1):
        report.error(rule, f"alignment must be a power of 2, but got '{alignment.value}'")


@op("llvm.intr.masked.load", interfaces=(Touches(read="data"),))
class MaskedLoadOp(IntrinsicOp):
    """Read the elements whose bit in the mask is set, side by side; the others are those of `pass_thru`, or poison.

    Rules: (masked_load_c1) mask and other elements fit. (masked_load_c2) the alignment is a power of two.
    Example:
        %v = llvm.intr.masked.load %p, %m, %w {alignment = 4 : i32}
          : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    """

    data: Operand = operand(pointer)
    mask: Operand = operand(mask_vector)
    res: Result = result(llvm_vector)
    alignment: Attr[IntegerAttr] = attr(i32_attr)
    pass_thru: OptionalOperand = optional_operand(llvm_vector, default=None, kw_only=True)
    nontemporal: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    syntax = "operands attr-dict `:` functional-type(operands, results)"
    call_arguments: ClassVar = ("data", "mask", "pass_thru")
    align_argument: ClassVar = 0

    def verify(self, report: Report) -> None:
        other = (self.pass_thru.type,) if self.pass_thru is not None else ()
        check_shapes(report, "masked_load_c1", self.res.type, self.mask.type, *other)
        if other and other[0] is not self.res.type:
            report.error("masked_load_c1", f"expected other elements of type '{self.res.type}', but got '{other[0]}'")
        check_power_of_two(report, "masked_load_c2", self.alignment)


@op("llvm.intr.masked.store", interfaces=(Touches(write="data"),))
class MaskedStoreOp(IntrinsicOp):
    """Write the elements whose bit in the mask is set, side by side.

    Rules: (masked_store_c1) the mask fits. (masked_store_c2) the alignment is a power of two.
    Example:
        llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
    """

    value: Operand = operand(llvm_vector)
    data: Operand = operand(pointer)
    mask: Operand = operand(mask_vector)
    alignment: Attr[IntegerAttr] = attr(i32_attr)
    syntax = "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($data)"
    align_argument: ClassVar = 1

    def verify(self, report: Report) -> None:
        check_shapes(report, "masked_store_c1", self.value.type, self.mask.type)
        check_power_of_two(report, "masked_store_c2", self.alignment)


@op("llvm.intr.masked.gather", interfaces=(Touches(read="ptrs"),))
class MaskedGatherOp(IntrinsicOp):
    """Read from many places, where the bit in the mask is set; the others are those of `pass_thru`, or poison.

    Rules: (masked_gather_c1) pointers, mask and other elements fit. (masked_gather_c2) the alignment is a power of two.
    Example:
        %v = llvm.intr.masked.gather %ps, %m, %w {alignment = 4 : i32}
          : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    """

    ptrs: Operand = operand(pointer_vector)
    mask: Operand = operand(mask_vector)
    res: Result = result(llvm_vector)
    alignment: Attr[IntegerAttr] = attr(i32_attr)
    pass_thru: OptionalOperand = optional_operand(llvm_vector, default=None, kw_only=True)
    syntax = "operands attr-dict `:` functional-type(operands, results)"
    call_arguments: ClassVar = ("ptrs", "mask", "pass_thru")
    align_argument: ClassVar = 0

    def verify(self, report: Report) -> None:
        other = (self.pass_thru.type,) if self.pass_thru is not None else ()
        check_shapes(report, "masked_gather_c1", self.res.type, self.ptrs.type, self.mask.type, *other)
        if other and other[0] is not self.res.type:
            report.error("masked_gather_c1", f"expected other elements of type '{self.res.type}', but got '{other[0]}'")
        check_power_of_two(report, "masked_gather_c2", self.alignment)


@op("llvm.intr.masked.scatter", interfaces=(Touches(write="ptrs"),))
class MaskedScatterOp(IntrinsicOp):
    """Write to many places, from the first to the last, where the bit in the mask is set.

    Rules: (masked_scatter_c1) pointers and mask fit. (masked_scatter_c2) the alignment is a power of two.
    Example:
        llvm.intr.masked.scatter %v, %ps, %m {alignment = 4 : i32}
          : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
    """

    value: Operand = operand(llvm_vector)
    ptrs: Operand = operand(pointer_vector)
    mask: Operand = operand(mask_vector)
    alignment: Attr[IntegerAttr] = attr(i32_attr)
    syntax = "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)"
    align_argument: ClassVar = 1

    def verify(self, report: Report) -> None:
        check_shapes(report, "masked_scatter_c1", self.value.type, self.ptrs.type, self.mask.type)
        check_power_of_two(report, "masked_scatter_c2", self.alignment)


@op("llvm.intr.masked.expandload", interfaces=(Touches(read="ptr"),))
class MaskedExpandLoadOp(MemoryIntrinsic):
    """Read elements that lie side by side to the places whose bit in the mask is set; the others are given.

    Rules: (masked_expandload_c1) mask and other elements fit.
    Example:
        %v = "llvm.intr.masked.expandload"(%p, %m, %w) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    """

    ptr: Operand = operand(pointer)
    mask: Operand = operand(mask_vector)
    passthru: Operand = operand(llvm_vector)
    res: Result = result(llvm_vector)

    def verify(self, report: Report) -> None:
        check_shapes(report, "masked_expandload_c1", self.res.type, self.mask.type, self.passthru.type)


@op("llvm.intr.masked.compressstore", interfaces=(Touches(write="ptr"),))
class MaskedCompressStoreOp(MemoryIntrinsic):
    """Write the elements whose bit in the mask is set to places that lie side by side.

    Rules: (masked_compressstore_c1) the mask fits.
    Example: "llvm.intr.masked.compressstore"(%v, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
    """

    value: Operand = operand(llvm_vector)
    ptr: Operand = operand(pointer)
    mask: Operand = operand(mask_vector)

    def verify(self, report: Report) -> None:
        check_shapes(report, "masked_compressstore_c1", self.value.type, self.mask.type)
