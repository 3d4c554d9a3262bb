"""The floating-point operations of loops: numbers, or expressions over the named sizes of arguments.

Each arithmetic op and function counts once, a fused multiply-add twice, and a conversion not at all, times the trip
counts of the loops around it.
"""

from __future__ import annotations

from math import prod

from dlc.dialects import arith, loop, memref
from dlc.dialects.func import FuncOp
from dlc.ir import BlockArgument, IntegerAttr, Operation, Value, sizes
from dlc.ir.affine import AffineBinaryOpExpr, AffineConstantExpr, AffineDimExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.builtin_types import DYNAMIC, ComplexType, FloatType, MemRefType, VectorType
from dlc.ir.sizes import Dim, DimsAttr, Size, size_of_argument

NOT_COUNTED = (
    *(arith.ConstantOp, arith.SelectOp, arith.BitcastOp, arith.ExtFOp, arith.TruncFOp),
    *(arith.SIToFPOp, arith.UIToFPOp),
)
"""Ops that give floats and compute nothing."""
_COMBINED = {
    "add": sizes.add,
    "mul": sizes.multiply,
    "mod": sizes.remainder,
    "floordiv": sizes.floor_divide,
    "ceildiv": sizes.ceil_divide,
}


def operations_in(function: FuncOp) -> Dim:
    """Return the floating-point operations of a call, or `None` if trip counts are unknown."""
    return sizes.total(work_of(op, function) for op in function.walk())


def work_of(op: Operation, function: FuncOp) -> Dim:
    """Return the floating-point operations of an op in a call of its function, or `None` if they are unknown."""
    work: Dim = operations_of(op)
    for each in op.ancestors:
        if each is function or not work:
            break
        work = sizes.multiply(work, _trip_count(each, function) if isinstance(each, loop.ForOp) else None)
    return work


def operations_of(op: Operation) -> int:
    """Return the floating-point operations of one op: one for each arithmetic op and math function, two for an fma."""
    if op.regions or not op.results or op.name.partition(".")[0] not in ("arith", "math"):
        return 0
    type = op.results[0].type
    lanes = prod(type.shape) if isinstance(type, VectorType) else 1
    element = type.element_type if isinstance(type, VectorType) else type
    if not isinstance(element, (FloatType, ComplexType)) or isinstance(op, NOT_COUNTED):
        return 0
    return lanes * (2 if op.name == "math.fma" else 1)


def _trip_count(op: loop.ForOp, function: FuncOp) -> Dim:
    known = op.constant_trip_count()
    if known is not None:
        return known
    if op.constant_lower is None or op.upper_map.num_results != 1:
        return None
    operands = [_size(each, function) for each in op.upper_operands]
    dims = op.upper_map.num_dims
    end = _evaluated(op.upper_map.results[0], operands[:dims], operands[dims:])
    return sizes.ceil_divide(sizes.subtract(end, op.constant_lower), op.step_value)


def _evaluated(expr: AffineExpr, dims: list[Dim], symbols: list[Dim]) -> Dim:
    if isinstance(expr, AffineConstantExpr):
        return expr.constant_value
    if isinstance(expr, AffineBinaryOpExpr):
        left, right = (_evaluated(each, dims, symbols) for each in expr.operands)
        return _COMBINED[expr.kind](left, right)
    if isinstance(expr, AffineDimExpr):
        return dims[expr.position]
    return symbols[expr.position] if isinstance(expr, AffineSymbolExpr) else None


def _size(value: Value, function: FuncOp) -> Dim:
    """Return the value of an index, if it is a constant or the size of an argument."""
    op = value.defining_op
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return op.value.value
    if isinstance(op, memref.DimOp):
        dim = _size(op.index, function)
        return _size_of(op.source, dim, function) if isinstance(dim, int) else None
    return None


def _size_of(memory: Value, dim: int, function: FuncOp) -> Dim:
    if isinstance(memory.type, MemRefType) and not 0 <= dim < len(memory.type.shape):
        return None
    if isinstance(memory.type, MemRefType) and memory.type.shape[dim] != DYNAMIC:
        return memory.type.shape[dim]
    if isinstance(memory.defining_op, memref.AllocOp) and isinstance(memory.type, MemRefType):
        number = memory.type.shape[:dim].count(DYNAMIC)
        return _size(memory.defining_op.dynamicSizes[number], function)
    if isinstance(memory, BlockArgument) and memory.owner is function.entry:
        return argument_size(function, memory.index, dim)
    return None


def argument_size(function: FuncOp, number: int, dim: int) -> Dim:
    """Return a dynamic size of an argument, by the name that it has, or as functions for C call it."""
    argument = function.entry.args[number]
    named = function.argument_attributes(number).get("graph.dims")
    type = argument.type
    if isinstance(named, DimsAttr) and isinstance(type, MemRefType) and named.fits(type.shape):
        return named.sizes[type.shape[:dim].count(DYNAMIC)]
    return Size.named(size_of_argument(argument.name_hint or f"arg{number}", dim))
