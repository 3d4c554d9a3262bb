"""Intrinsics that combine the elements of a vector."""

from __future__ import annotations

from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand
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


@op("llvm.intr.vector.reduce.add", traits=(Pure,))
class VectorReduceAddOp(IntegerReduction):
    """The sum of all elements.

    Example: %r = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.mul", traits=(Pure,))
class VectorReduceMulOp(IntegerReduction):
    """The product of all elements.

    Example: %r = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.and", traits=(Pure,))
class VectorReduceAndOp(IntegerReduction):
    """The bits that all elements have.

    Example: %r = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.or", traits=(Pure,))
class VectorReduceOrOp(IntegerReduction):
    """The bits that some element has.

    Example: %r = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.xor", traits=(Pure,))
class VectorReduceXorOp(IntegerReduction):
    """The bits that an odd number of elements has.

    Example: %r = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.smax", traits=(Pure,))
class VectorReduceSMaxOp(IntegerReduction):
    """The greatest signed element.

    Example: %r = "llvm.intr.vector.reduce.smax"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.smin", traits=(Pure,))
class VectorReduceSMinOp(IntegerReduction):
    """The smallest signed element.

    Example: %r = "llvm.intr.vector.reduce.smin"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.umax", traits=(Pure,))
class VectorReduceUMaxOp(IntegerReduction):
    """The greatest unsigned element.

    Example: %r = "llvm.intr.vector.reduce.umax"(%v) : (vector<4xi32>) -> i32
    """


@op("llvm.intr.vector.reduce.umin", traits=(Pure,))
class VectorReduceUMinOp(IntegerReduction):
    """The smallest unsigned element.

    Example: %r = "llvm.intr.vector.reduce.umin"(%v) : (vector<4xi32>) -> i32
    """


# -- Floats ------------------------------------------------------------------------------------------------------------


@op("llvm.intr.vector.reduce.fmax", traits=(Pure,))
class VectorReduceFMaxOp(FloatReduction):
    """The greatest element that is no nan.

    Example: %r = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
    """


@op("llvm.intr.vector.reduce.fmin", traits=(Pure,))
class VectorReduceFMinOp(FloatReduction):
    """The smallest element that is no nan.

    Example: %r = llvm.intr.vector.reduce.fmin(%v) : (vector<4xf32>) -> f32
    """


@op("llvm.intr.vector.reduce.fmaximum", traits=(Pure,))
class VectorReduceFMaximumOp(FloatReduction):
    """The greatest element; nan, if one is.

    Example: %r = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
    """


@op("llvm.intr.vector.reduce.fminimum", traits=(Pure,))
class VectorReduceFMinimumOp(FloatReduction):
    """The smallest element; nan, if one is.

    Example: %r = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
    """


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
