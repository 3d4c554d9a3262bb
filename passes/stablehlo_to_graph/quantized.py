"""Ops on quantized tensors: integers are moved as they are, and computed with as the numbers that they stand for.

StableHLO defines what most ops give for quantized operands by what they give for numbers, which then are quantized: in
the same way the op is translated here, for operands and results of the types of these numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.dialects import graph, stablehlo
from dlc.dialects.func import CallOp
from dlc.dialects.graph.tensors import shape_of
from dlc.dialects.quant import UniformQuantizedType
from dlc.ir import Block, Operation, Type, Value
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import TensorType, f64

from ..rewriting.cannot_lower import CannotLower

if TYPE_CHECKING:
    from .translation import Translation

WIDEST_RESULT = 16
"""The number of bits of the widest integers to which `graph.quantize` rounds."""
MOVEMENT = (
    *(stablehlo.ReshapeOp, stablehlo.DynamicReshapeOp, stablehlo.TransposeOp, stablehlo.ReverseOp),
    *(stablehlo.BroadcastOp, stablehlo.BroadcastInDimOp, stablehlo.DynamicBroadcastInDimOp),
    *(stablehlo.ConcatenateOp, stablehlo.PadOp, stablehlo.DynamicPadOp, stablehlo.SliceOp, stablehlo.DynamicSliceOp),
    *(stablehlo.RealDynamicSliceOp, stablehlo.DynamicUpdateSliceOp, stablehlo.GatherOp, stablehlo.DynamicGatherOp),
    *(stablehlo.TorchIndexSelectOp, stablehlo.SelectOp),
)
"""The ops that move elements, which take integers if all of them stand for numbers in the same way."""
STORAGE = (
    *(stablehlo.BitcastConvertOp, stablehlo.ConstantOp, stablehlo.GetDimensionSizeOp, stablehlo.OptimizationBarrierOp),
    *(stablehlo.TupleOp, stablehlo.GetTupleElementOp, stablehlo.IfOp, stablehlo.CaseOp, stablehlo.WhileOp, CallOp),
    stablehlo.CompositeOp,
)
"""The ops that take integers in any case."""


def quantized_type(type: Type) -> UniformQuantizedType | None:
    """Return the type of the elements of a quantized tensor."""
    element = type.element_type if isinstance(type, TensorType) else None
    return element if isinstance(element, UniformQuantizedType) else None


def computes_with_numbers(op: Operation) -> bool:
    """Return whether an op computes with the numbers that the integers of quantized tensors stand for."""
    types = [each for value in (*op.operands, *op.results) if (each := quantized_type(value.type)) is not None]
    if not types or isinstance(op, STORAGE):
        return False
    meanings = {(each.storage, each.low, each.high, each.expressed, each.scales, each.zero_points) for each in types}
    return not (isinstance(op, MOVEMENT) and len(meanings) == 1)


def on_numbers(op: Operation, t: Translation) -> list[Value]:
    """Translate an op to one on numbers, and return its results as integers where they are quantized."""
    if op.regions:
        raise CannotLower("is not supported on quantized types")
    block = Block([_numbers_type(value.type) for value in op.operands])
    for number, operand in zip(block.args, op.operands, strict=True):
        t.bind(number, (_dequantized(t.get(operand), quantized_type(operand.type)),))
    types = [_numbers_type(result.type) for result in op.results]
    twin = type(op).create(block.args, types, op.properties, op.attributes, location=op.location)
    block.append(twin)
    t.note(twin, t.translated(twin))
    return [
        _quantized(t.get(number), quantized_type(result.type))
        for number, result in zip(twin.results, op.results, strict=True)
    ]


def _numbers_type(type: Type) -> Type:
    """Return the type of the numbers that a quantized tensor stands for; others stay as they are."""
    quantized = quantized_type(type)
    return TensorType(type.shape, quantized.expressed) if quantized and isinstance(type, TensorType) else type


def _scales(type: UniformQuantizedType) -> tuple[Value, Value, int | None]:
    """Return the scales, the zero points, and the axis along which there are several."""
    if type.blocks:
        raise CannotLower(f"is not supported on types with scales of blocks, but got '{type}'")
    scales = DenseElementsAttr.of(TensorType(type.table, type.expressed), list(type.scales))
    zero_points = DenseElementsAttr.of(TensorType(type.table, type.storage), list(type.zero_points))
    return graph.constant(scales), graph.constant(zero_points), type.axes[0] if type.table else None


def _dequantized(value: Value, type: UniformQuantizedType | None) -> Value:
    """Return the numbers that integers stand for."""
    if type is None:
        return value
    scales, zero_points, axis = _scales(type)
    return graph.dequantize(value, scales, zero_points, axis=axis)


def _quantized(value: Value, type: UniformQuantizedType | None) -> Value:
    """Return the integers that stand for the nearest numbers."""
    if type is None:
        return value
    scales, zero_points, axis = _scales(type)
    if type.storage.width <= WIDEST_RESULT:
        integers = graph.quantize(value, scales, zero_points, axis=axis)
        if (type.low, type.high) == type.storage.limits:
            return integers
        return graph.minimum(graph.maximum(integers, type.low), type.high)
    along = [] if axis is None else [axis]
    rounded = graph.round(graph.div(value, graph.broadcast(scales, along, shape_of(value))))
    zeros = graph.broadcast(graph.cast(zero_points, f64), along, shape_of(value))
    return graph.cast(graph.clamp(graph.add(graph.cast(rounded, f64), zeros), type.low, type.high), type.storage)
