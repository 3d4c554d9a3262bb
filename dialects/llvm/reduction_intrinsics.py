"""Intrinsics that combine the elements of a vector."""

from __future__ import annotations

from dlc.ir.definition import Attr, Family, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.traits import Pure

from .attributes import NO_FASTMATH, FastMathAttr
from .constraints import any_integer, element_of, float_vector, integer_vector, llvm_float
from .intrinsic_bases import CALL_FORM, IntrinsicOp


class IntegerReduction(IntrinsicOp):
    """A vector of integers to one of them."""

    vector: Operand = operand(integer_vector)
    res: Result = inferred_result(any_integer, type_from=("vector", element_of))


class FloatReduction(IntrinsicOp):
    """A vector of floats to one of them."""

    vector: Operand = operand(float_vector)
    res: Result = inferred_result(llvm_float, type_from=("vector", element_of))
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM


class AccumulatingReduction(IntrinsicOp):
    """A start value and a vector of floats to a float: one after the other, unless `reassoc` allows any order."""

    start_value: Operand = operand(llvm_float, type_from=("vector", element_of))
    vector: Operand = operand(float_vector)
    res: Result = inferred_result(llvm_float, type_from=("vector", element_of))
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)


# -- Integers ----------------------------------------------------------------------------------------------------------


_integers = Family(IntegerReduction, __name__, '%r = "{name}"(%v) : (vector<4xi32>) -> i32', traits=(Pure,))

VectorReduceAddOp = _integers("VectorReduceAddOp", "llvm.intr.vector.reduce.add", "The sum of all elements.")
VectorReduceMulOp = _integers("VectorReduceMulOp", "llvm.intr.vector.reduce.mul", "The product of all elements.")
VectorReduceAndOp = _integers("VectorReduceAndOp", "llvm.intr.vector.reduce.and", "The bits that all elements have.")
VectorReduceOrOp = _integers("VectorReduceOrOp", "llvm.intr.vector.reduce.or", "The bits that some element has.")
VectorReduceXorOp = _integers(
    "VectorReduceXorOp", "llvm.intr.vector.reduce.xor", "The bits that an odd number of elements has."
)
VectorReduceSMaxOp = _integers("VectorReduceSMaxOp", "llvm.intr.vector.reduce.smax", "The greatest signed element.")
VectorReduceSMinOp = _integers("VectorReduceSMinOp", "llvm.intr.vector.reduce.smin", "The smallest signed element.")
VectorReduceUMaxOp = _integers("VectorReduceUMaxOp", "llvm.intr.vector.reduce.umax", "The greatest unsigned element.")
VectorReduceUMinOp = _integers("VectorReduceUMinOp", "llvm.intr.vector.reduce.umin", "The smallest unsigned element.")


# -- Floats ------------------------------------------------------------------------------------------------------------


_floats = Family(FloatReduction, __name__, "%r = {name}(%v) : (vector<4xf32>) -> f32", traits=(Pure,))

VectorReduceFMaxOp = _floats(
    "VectorReduceFMaxOp", "llvm.intr.vector.reduce.fmax", "The greatest element that is not a NaN."
)
VectorReduceFMinOp = _floats(
    "VectorReduceFMinOp", "llvm.intr.vector.reduce.fmin", "The smallest element that is not a NaN."
)
VectorReduceFMaximumOp = _floats(
    "VectorReduceFMaximumOp", "llvm.intr.vector.reduce.fmaximum", "The greatest element; nan, if one is."
)
VectorReduceFMinimumOp = _floats(
    "VectorReduceFMinimumOp", "llvm.intr.vector.reduce.fminimum", "The smallest element; nan, if one is."
)


@op("llvm.intr.vector.reduce.fadd", traits=(Pure,))
class VectorReduceFAddOp(AccumulatingReduction):
    """The sum of a start value and all elements.

    Example: %r = "llvm.intr.vector.reduce.fadd"(%x, %v) : (f32, vector<4xf32>) -> f32
    """


@op("llvm.intr.vector.reduce.fmul", traits=(Pure,))
class VectorReduceFMulOp(AccumulatingReduction):
    """The product of a start value and all elements.

    Example: %r = "llvm.intr.vector.reduce.fmul"(%x, %v) : (f32, vector<4xf32>) -> f32
    """
