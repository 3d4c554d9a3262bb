"""Vector-predicated intrinsics `llvm.intr.vp.…`: they compute the first `evl` elements whose bit in the mask is set.

The other elements of a result are poison. What is computed for an element is what the op of the same name without
predicate computes, so the ops are listed, not described. They are written in generic form only.
"""

from __future__ import annotations

from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Family, Op, Operand, Result, op, operand, result
from dlc.ir.interfaces import Touches
from dlc.ir.traits import Pure

from .constraints import (
    any_integer,
    any_llvm,
    float_vector,
    i32_type,
    integer_vector,
    llvm_float,
    llvm_vector,
    mask_vector,
    pointer,
    pointer_vector,
)
from .intrinsic_bases import IntrinsicOp

I = TypeVariable("I", integer_vector)  # noqa: E741 (the name says integers)
F = TypeVariable("F", float_vector)
V = TypeVariable("V", llvm_vector)


class _OnIntegers(IntrinsicOp):
    """Two vectors of integers to a third."""

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _OnFloats(IntrinsicOp):
    """Two vectors of floats to a third."""

    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _OnOneFloat(IntrinsicOp):
    """A vector of floats to another."""

    op: Operand = operand(float_vector)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _OnThreeFloats(IntrinsicOp):
    """Three vectors of floats to a fourth."""

    op1: Operand = operand(F)
    op2: Operand = operand(F)
    op3: Operand = operand(F)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _ConvertedIntegers(IntrinsicOp):
    """A vector of integers to one of another type."""

    src: Operand = operand(integer_vector)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _ConvertedFloats(IntrinsicOp):
    """A vector of floats to one of another type."""

    src: Operand = operand(float_vector)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _ConvertedPointers(IntrinsicOp):
    """A vector of pointers to one of integers."""

    src: Operand = operand(pointer_vector)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _Chosen(IntrinsicOp):
    """One of two vectors, element by element."""

    cond: Operand = operand(mask_vector)
    true_val: Operand = operand(V)
    false_val: Operand = operand(V)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _ReducedIntegers(IntrinsicOp):
    """A start value and a vector of integers to one of them."""

    satrt_value: Operand = operand(any_integer)
    val: Operand = operand(integer_vector)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


class _ReducedFloats(IntrinsicOp):
    """A start value and a vector of floats to one of them."""

    satrt_value: Operand = operand(llvm_float)
    val: Operand = operand(float_vector)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


_INTEGERS = "%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>"
_FLOATS = "%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>"
_NEGATED = "%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>"
_FUSED = "%x, %x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>"
_WIDENED = "%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>"
_FROM_FLOATS = "%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>"
_FROM_POINTERS = "%p, %m, %n) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>"
_CHOSEN = "%m, %x, %x, %n) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>"
_SUM = "%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32"
_FLOAT_SUM = "%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32"

_FAMILIES: tuple[tuple[type[IntrinsicOp], str, str], ...] = (
    (_OnIntegers, "add and ashr lshr mul or sdiv shl smax smin srem sub udiv umax umin urem xor", _INTEGERS),
    (_OnFloats, "fadd fdiv fmul frem fsub", _FLOATS),
    (_OnOneFloat, "fneg", _NEGATED),
    (_OnThreeFloats, "fma fmuladd", _FUSED),
    (_ConvertedIntegers, "sext trunc zext inttoptr sitofp uitofp", _WIDENED),
    (_ConvertedFloats, "fpext fptrunc fptosi fptoui", _FROM_FLOATS),
    (_ConvertedPointers, "ptrtoint", _FROM_POINTERS),
    (_Chosen, "select merge", _CHOSEN),
    (_ReducedIntegers, "add and mul or smax smin umax umin xor", _SUM),
    (_ReducedFloats, "fadd fmax fmin fmul", _FLOAT_SUM),
)
"""The base of each family of ops, their names, and how a call of one looks."""


def _ops(base: type[IntrinsicOp], names: str, call: str) -> list[type[Op]]:
    """Return the classes of a family: `llvm.intr.vp.add`, or `llvm.intr.vp.reduce.add`."""
    family = Family(base, __name__, f'%r = "{{name}}"({call}', traits=(Pure,))
    prefix = "reduce." if base in (_ReducedIntegers, _ReducedFloats) else ""
    return [
        family(
            f"VP{(prefix + name).title().replace('.', '')}Op",
            f"llvm.intr.vp.{prefix}{name}",
            f"{name} of the elements that take part.",
        )
        for name in names.split()
    ]


PREDICATED_OPS = [op for base, names, call in _FAMILIES for op in _ops(base, names, call)]


# -- Memory ------------------------------------------------------------------------------------------------------------


@op("llvm.intr.vp.load", interfaces=(Touches(read="ptr"),))
class VPLoadOp(IntrinsicOp):
    """Read the elements that take part.

    Example: %r = "llvm.intr.vp.load"(%p, %m, %n) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
    """

    ptr: Operand = operand(pointer)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


@op("llvm.intr.vp.store", interfaces=(Touches(write="ptr"),))
class VPStoreOp(IntrinsicOp):
    """Write the elements that take part.

    Example: "llvm.intr.vp.store"(%v, %p, %m, %n) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
    """

    val: Operand = operand(llvm_vector)
    ptr: Operand = operand(pointer)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)


@op("llvm.intr.experimental.vp.strided.load", interfaces=(Touches(read="ptr"),))
class VPStridedLoadOp(IntrinsicOp):
    """Read the elements that take part, which lie `stride` bytes apart.

    Example:
        %r = "llvm.intr.experimental.vp.strided.load"(%p, %s, %m, %n)
            : (!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xf32>
    """

    ptr: Operand = operand(pointer)
    stride: Operand = operand(any_integer)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
    res: Result = result(any_llvm)


@op("llvm.intr.experimental.vp.strided.store", interfaces=(Touches(write="ptr"),))
class VPStridedStoreOp(IntrinsicOp):
    """Write the elements that take part `stride` bytes apart.

    Example:
        "llvm.intr.experimental.vp.strided.store"(%v, %p, %s, %m, %n)
            : (vector<4xf32>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()
    """

    val: Operand = operand(llvm_vector)
    ptr: Operand = operand(pointer)
    stride: Operand = operand(any_integer)
    mask: Operand = operand(mask_vector)
    evl: Operand = operand(i32_type)
