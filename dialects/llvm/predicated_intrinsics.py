"""Vector-predicated intrinsics `llvm.intr.vp.…`: they compute the first `evl` elements whose bit in the mask is set.

The other elements of a result are poison. What is computed for an element is what the op of the same name without
predicate computes, so the ops are listed, not described. They are written in generic form only.
"""

from __future__ import annotations

from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Family, Op, Operand, Result, TypeRule, op, operand, result
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

_MASKED = {"mask": mask_vector, "evl": i32_type}

_FAMILIES: tuple[tuple[dict[str, TypeRule], str, str], ...] = (
    (
        {"lhs": I, "rhs": I, **_MASKED},
        "add and ashr lshr mul or sdiv shl smax smin srem sub udiv umax umin urem xor",
        _INTEGERS,
    ),
    ({"lhs": F, "rhs": F, **_MASKED}, "fadd fdiv fmul frem fsub", _FLOATS),
    ({"op": float_vector, **_MASKED}, "fneg", _NEGATED),
    ({"op1": F, "op2": F, "op3": F, **_MASKED}, "fma fmuladd", _FUSED),
    ({"src": integer_vector, **_MASKED}, "sext trunc zext inttoptr sitofp uitofp", _WIDENED),
    ({"src": float_vector, **_MASKED}, "fpext fptrunc fptosi fptoui", _FROM_FLOATS),
    ({"src": pointer_vector, **_MASKED}, "ptrtoint", _FROM_POINTERS),
    ({"cond": mask_vector, "true_val": V, "false_val": V, "evl": i32_type}, "select merge", _CHOSEN),
    ({"satrt_value": any_integer, "val": integer_vector, **_MASKED}, "add and mul or smax smin umax umin xor", _SUM),
    ({"satrt_value": llvm_float, "val": float_vector, **_MASKED}, "fadd fmax fmin fmul", _FLOAT_SUM),
)
"""The operands of each family of ops, by MLIR's names, the names of the ops, and how a call of one looks."""


def _ops(operands: dict[str, TypeRule], names: str, call: str) -> list[type[Op]]:
    """Return the classes of a family: `llvm.intr.vp.add`, or `llvm.intr.vp.reduce.add`."""
    fields = {name: operand(constraint) for name, constraint in operands.items()}
    base = type("_Predicated", (IntrinsicOp,), {**fields, "res": result(any_llvm)})
    family = Family(base, __name__, f'%r = "{{name}}"({call}', traits=(Pure,))
    prefix = "reduce." if "satrt_value" in operands else ""
    return [
        family(
            f"VP{(prefix + name).title().replace('.', '')}Op",
            f"llvm.intr.vp.{prefix}{name}",
            f"{name} of the elements that take part.",
        )
        for name in names.split()
    ]


PREDICATED_OPS = [op for operands, names, call in _FAMILIES for op in _ops(operands, names, call)]


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
