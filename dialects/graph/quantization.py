"""Quantization: real numbers as small integers, with a scale and the integer that stands for zero.

Scale and zero point are scalars, one for all elements; or vectors, one for each position along an axis.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_constraints import i64_attr
from dlc.ir.builtin_types import IntegerType, TensorType
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import Attr, Operand, Result, inferred_result, op, operand, optional_attr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.sizes import Shape, spell

from .bases import GraphOp
from .rules import Findings, same_shape, same_size
from .tensors import element_of, float_tensor, integer_tensor


def _narrow(width: int) -> TypeConstraint:
    def has_width(type: Type) -> bool:
        element = type.element_type if isinstance(type, TensorType) else None
        return integer_tensor.accepts(type) and isinstance(element, IntegerType) and element.width <= width

    return TypeConstraint(f"{integer_tensor.description}, of at most {width} bits each", has_width)


quantized_tensor = _narrow(16)
scaled_tensor = _narrow(32)


@op("graph.quantize", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class QuantizeOp(GraphOp):
    """round(x / scale) + zero_point, and where that is out of the range of the zero point's type, its bound.

    The quotient is that of f32 numbers, rounded once (of f64 ones if x is f64), which then is rounded to the nearest
    whole number, ties to even. The sum is exact. NaN becomes the zero point.

    Rules: (quantize_c1) the result has the sizes of x and the element type of the zero point. (quantize_c2) scale and
    zero point are scalars, with an axis vectors. (quantize_c3) the axis is there. (quantize_c4) there are as many
    scales and zero points as the axis is long. (quantize_c5) x and scale have one element type.
    Example: %q = graph.quantize %x, %scale, %zero axis = 1
        : tensor<2x3xf32>, tensor<3xf32>, tensor<3xi8> -> tensor<2x3xi8>
    """

    source: Operand = operand(float_tensor)
    scale: Operand = operand(float_tensor)
    zero_point: Operand = operand(quantized_tensor)
    axis: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    result: Result = inferred_result(quantized_tensor)
    syntax = (
        "$source `,` $scale `,` $zero_point (`axis` `=` $axis^)? attr-dict "
        "`:` type($source) `,` type($scale) `,` type($zero_point) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The sizes of x."""
        if element_of(self.source) is not element_of(self.scale):
            report.error(
                "quantize_c5",
                "x and scale must have the same element type"
                f", but got '{element_of(self.source)}' and '{element_of(self.scale)}'",
            )
        return _sizes_of_quantized("quantize", shapes, self.axis, report)

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type of the zero point."""
        return [element_of(self.zero_point)]


@op("graph.dequantize", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class DequantizeOp(GraphOp):
    """(x - zero_point) * scale.

    The difference is exact, then rounded to f32 (to f64 if the scale is f64); the product is rounded to that type too,
    and then to that of the scale.

    Rules: (dequantize_c1) the result has the sizes of x and the element type of the scale. (dequantize_c2) scale and
    zero point are scalars, with an axis vectors. (dequantize_c3) the axis is there. (dequantize_c4) there are as many
    scales and zero points as the axis is long. (dequantize_c5) x and zero point have one element type.
    Example: %x = graph.dequantize %q, %scale, %zero : tensor<2x3xi8>, tensor<f32>, tensor<i8> -> tensor<2x3xf32>
    """

    source: Operand = operand(scaled_tensor)
    scale: Operand = operand(float_tensor)
    zero_point: Operand = operand(scaled_tensor)
    axis: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    result: Result = inferred_result(float_tensor)
    syntax = (
        "$source `,` $scale `,` $zero_point (`axis` `=` $axis^)? attr-dict "
        "`:` type($source) `,` type($scale) `,` type($zero_point) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The sizes of x."""
        if element_of(self.source) is not element_of(self.zero_point):
            report.error(
                "dequantize_c5",
                "x and zero point must have the same element type"
                f", but got '{element_of(self.source)}' and '{element_of(self.zero_point)}'",
            )
        return _sizes_of_quantized("dequantize", shapes, self.axis, report)

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type of the scale."""
        return [element_of(self.scale)]


def _sizes_of_quantized(
    rule: str, shapes: Sequence[Shape], axis: IntegerAttr | None, report: Findings
) -> Sequence[Shape] | None:
    source, scale, zero_point = shapes
    rank = 0 if axis is None else 1
    if len(scale) != rank or len(zero_point) != rank:
        report.error(
            f"{rule}_c2",
            "scale and zero point must have rank 1 with an axis, rank 0 without one"
            f", but got {spell(scale)} and {spell(zero_point)}",
        )
        return None
    if axis is None:
        return [source]
    if not 0 <= axis.value < len(source):
        report.error(f"{rule}_c3", f"axis must be in 0..{len(source) - 1}, but got {axis.value}")
        return None
    [length] = same_shape(report, f"{rule}_c4", "scale and zero point", scale, zero_point) or (None,)
    message = f"size {axis.value} of x and the number of scales"
    same_size(report, f"{rule}_c4", message, source[axis.value], length)
    return [source]
