"""Convolutions of `tosa`, and what they share with pools: windows, and the types in which sums are computed.

Tensors are NHWC. What lies in the padding has the value of the zero point, so it contributes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from dlc.ir import DenseArrayAttr, IntegerAttr, Type, TypeAttr
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import bool_attr_constraint
from dlc.ir.builtin_types import (
    DYNAMIC,
    FloatType,
    IntegerType,
    bf16,
    f16,
    f32,
    i8,
    i16,
    i32,
)
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.traits import Pure

from .bases import (
    FORM,
    agree,
    check_zero_point,
    element_of,
    list_2,
    list_3,
    list_4,
    list_6,
    sizes_of,
    stored_element,
    tensor_1d,
    tensor_4d,
    tensor_5d,
    zero_point,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

i48 = IntegerType(48)
f8E4M3FN, f8E5M2 = FloatType("f8E4M3FN"), FloatType("f8E5M2")  # noqa: N816 (MLIR's names)
ACCUMULATORS = (i32, i48, f16, f32)
"""The types in which sums may be computed."""
FITTING_ACCUMULATORS: dict[Type, tuple[Type, ...]] = {
    i8: (i32,),
    i16: (i48,),
    f8E4M3FN: (f16,),
    f8E5M2: (f16,),
    f16: (f16, f32),
    bf16: (f32,),
    f32: (f32,),
}
"""The types in which sums of products are computed, by the type of the factors."""
accumulator_type = AttributeConstraint(
    "type attribute of i32, i48, f16 or f32",
    lambda given: isinstance(given, TypeAttr) and given.type in ACCUMULATORS,
    TypeAttr,
)


def check_accumulator(report: Report, rule: str, element: Type, given: TypeAttr) -> None:
    """Report sums in a type that factors of this one do not have."""
    allowed = FITTING_ACCUMULATORS.get(element, ACCUMULATORS)
    if given.type not in allowed:
        wanted = spelled(allowed, " or ")
        report.error(rule, f"sums for elements of '{element}' must be of {wanted}, but got '{given.type}'")


class Along(NamedTuple):
    """The parameters of a window along a dimension."""

    dim: int
    size: int
    kernel: int
    result: int
    low: int
    high: int
    stride: int
    dilation: int = 1


def check_window(report: Report, rule: str, along: Along) -> None:
    """Report a window that does not end where the padded tensor does, and another size of the result."""
    if DYNAMIC in (along.size, along.kernel):
        return
    span = along.size + along.low + along.high - (along.kernel - 1) * along.dilation - 1
    if span % along.stride:
        report.error(
            rule,
            f"steps of {along.stride} along dimension {along.dim} must end at the end"
            f", but got {span} elements behind the first window",
        )
    elif not agree(along.result, span // along.stride + 1):
        report.error(
            rule,
            f"result must have {span // along.stride + 1} elements along dimension {along.dim}, but got {along.result}",
        )


def check_at_least(report: Report, rule: str, least: int, **lists: DenseArrayAttr) -> None:
    """Report lists with smaller numbers."""
    for name, given in lists.items():
        if min(given) < least:
            report.error(rule, f"{name} must have no number below {least}, but got {list(given)}")


# -- Convolutions ------------------------------------------------------------------------------------------------------


class ConvolutionBaseOp(Op):
    """Base of convolutions, whose first operands are the tensor, the kernel, the bias and the zero points."""

    syntax = FORM
    input: Operand
    weight: Operand
    bias: Operand
    input_zp: Operand
    weight_zp: Operand
    output: Result
    acc_type: Attr[TypeAttr]

    def check_elements(self, report: Report) -> None:
        """Report element types that do not fit together."""
        source, kernel = stored_element(self.input), stored_element(self.weight)
        is_f8 = bool({source, kernel} & {f8E4M3FN, f8E5M2})
        if isinstance(source, FloatType) != isinstance(kernel, FloatType) or (is_f8 and source is not kernel):
            report.error("tosa_conv_c1", f"tensor and weight must fit together, but got '{source}' and '{kernel}'")
        bias, output = element_of(self.bias), element_of(self.output)
        if isinstance(bias, FloatType) and isinstance(output, FloatType) and bias is not output:
            report.error("tosa_conv_c2", f"bias and result must have one type, but got '{bias}' and '{output}'")
        check_accumulator(report, "tosa_conv_c3", source, self.acc_type)
        check_zero_point(report, "input", self.input, self.input_zp)
        check_zero_point(report, "weight", self.weight, self.weight_zp)

    def check_bias(self, report: Report) -> None:
        """Report a bias that is not for the channels of the result."""
        bias, output = sizes_of(self.bias), sizes_of(self.output)
        if bias is not None and output is not None and bias[0] != 1 and not agree(bias[0], output[-1]):
            report.error("tosa_conv_c4", f"bias must have 1 or {output[-1]} elements, but got {bias[0]}")


class ConvolutionOp(ConvolutionBaseOp):
    """Base of convolutions with windows that move over the padded tensor."""

    kernel_dims: ClassVar[Sequence[int]]
    """The dimensions of the kernel that are spatial."""
    pad: Attr[DenseArrayAttr]
    stride: Attr[DenseArrayAttr]
    dilation: Attr[DenseArrayAttr]

    def verify(self, report: Report) -> None:
        self.check_elements(report)
        check_at_least(report, "tosa_conv_c5", 0, pad=self.pad)
        check_at_least(report, "tosa_conv_c5", 1, stride=self.stride, dilation=self.dilation)
        source, kernel, output = (sizes_of(each) for each in (self.input, self.weight, self.output))
        if min(*self.stride, *self.dilation) < 1 or source is None or kernel is None or output is None:
            return
        lists = zip(self.kernel_dims, self.stride, self.dilation, strict=True)
        for number, (dim, stride, dilation) in enumerate(lists):
            low, high = list(self.pad)[2 * number : 2 * number + 2]
            at = number + 1
            check_window(
                report, "tosa_conv_c6", Along(at, source[at], kernel[dim], output[at], low, high, stride, dilation)
            )
        self.check_bias(report)


class Convolution2DOp(ConvolutionOp):
    """Base of convolutions of images."""

    input: Operand = operand(tensor_4d)
    weight: Operand = operand(tensor_4d)
    bias: Operand = operand(tensor_1d)
    input_zp: Operand = operand(zero_point)
    weight_zp: Operand = operand(zero_point)
    output: Result = result(tensor_4d)
    pad: Attr[DenseArrayAttr] = attr(list_4)
    stride: Attr[DenseArrayAttr] = attr(list_2)
    dilation: Attr[DenseArrayAttr] = attr(list_2)
    acc_type: Attr[TypeAttr] = attr(accumulator_type)
    local_bound: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)


@op("tosa.conv2d", traits=(Pure,))
class Conv2DOp(Convolution2DOp):
    """Sums of products of windows of a tensor (N, H, W, C) with a kernel (outputs, height, width, C), and the bias.
    Zero points are subtracted from both first. Sums of integers are exact in 32 bits, of i16 in 48.

    Rules: (tosa_conv_c1) tensor and weight are both of floats, of the same for 8 bits, or of integers. (tosa_conv_c2)
    bias and result have one type of floats. (tosa_conv_c3) the accumulator is that for the elements. (tosa_conv_c4) the
    bias has an element for each channel of the result, or 1. (tosa_conv_c5) padding is not negative, strides and
    dilations are positive. (tosa_conv_c6) the last window ends where the padded tensor does, and the result has an
    element for each window. (tosa_zero_point_c1) a zero point has the element type of its tensor. (tosa_zero_point_c2)
    it is 0 unless that is i8.
    Example:
        %r = tosa.conv2d %x, %w, %b, %xz, %wz {
          acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>
        } : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
    """

    kernel_dims: ClassVar = (1, 2)


@op("tosa.conv3d", traits=(Pure,))
class Conv3DOp(ConvolutionOp):
    """`tosa.conv2d` of a tensor (N, D, H, W, C) with a kernel (outputs, depth, height, width, C).

    Rules: (tosa_conv_c1) tensor and weight are both of floats, of the same for 8 bits, or of integers. (tosa_conv_c2)
    bias and result have one type of floats. (tosa_conv_c3) the accumulator is that for the elements. (tosa_conv_c4) the
    bias has an element for each channel of the result, or 1. (tosa_conv_c5) padding is not negative, strides and
    dilations are positive. (tosa_conv_c6) the last window ends where the padded tensor does, and the result has an
    element for each window. (tosa_zero_point_c1) a zero point has the element type of its tensor. (tosa_zero_point_c2)
    it is 0 unless that is i8.
    Example:
        %r = tosa.conv3d %x, %w, %b, %z, %z {
          acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>,
          stride = array<i64: 1, 1, 1>
        } : (tensor<1x4x8x8x3xf32>, tensor<5x1x1x1x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>)
          -> tensor<1x4x8x8x5xf32>
    """

    input: Operand = operand(tensor_5d)
    weight: Operand = operand(tensor_5d)
    bias: Operand = operand(tensor_1d)
    input_zp: Operand = operand(zero_point)
    weight_zp: Operand = operand(zero_point)
    output: Result = result(tensor_5d)
    pad: Attr[DenseArrayAttr] = attr(list_6)
    stride: Attr[DenseArrayAttr] = attr(list_3)
    dilation: Attr[DenseArrayAttr] = attr(list_3)
    acc_type: Attr[TypeAttr] = attr(accumulator_type)
    local_bound: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    kernel_dims: ClassVar = (1, 2, 3)


@op("tosa.depthwise_conv2d", traits=(Pure,))
class DepthwiseConv2DOp(Convolution2DOp):
    """`tosa.conv2d` of each channel by itself, with a kernel (height, width, C, M): output c * M + m is that of channel
    c with kernel m.

    Rules: (tosa_conv_c1) tensor and weight are both of floats, of the same for 8 bits, or of integers. (tosa_conv_c2)
    bias and result have one type of floats. (tosa_conv_c3) the accumulator is that for the elements. (tosa_conv_c4) the
    bias has an element for each channel of the result, or 1. (tosa_conv_c5) padding is not negative, strides and
    dilations are positive. (tosa_conv_c6) the last window ends where the padded tensor does, and the result has an
    element for each window. (tosa_zero_point_c1) a zero point has the element type of its tensor. (tosa_zero_point_c2)
    it is 0 unless that is i8.
    Example:
        %r = tosa.depthwise_conv2d %x, %w, %b, %z, %z {
          acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>
        } : (tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>)
          -> tensor<1x8x8x6xf32>
    """

    kernel_dims: ClassVar = (0, 1)


@op("tosa.transpose_conv2d", traits=(Pure,))
class TransposeConv2DOp(ConvolutionBaseOp):
    """Each element of a tensor (N, H, W, C), times a kernel (outputs, height, width, C), added where the strides put it
    in the result, and the bias. Padding is added to the result, or taken from it if it is negative.

    Rules: (tosa_conv_c1) tensor and weight are both of floats, of the same for 8 bits, or of integers. (tosa_conv_c2)
    bias and result have one type of floats. (tosa_conv_c3) the accumulator is that for the elements. (tosa_conv_c4) the
    bias has an element for each channel of the result, or 1. (tosa_transpose_conv_c1) strides are positive.
    (tosa_transpose_conv_c2) no more is taken than the kernel has. (tosa_transpose_conv_c3) the result has
    (size - 1) * stride + kernel + padding elements. (tosa_zero_point_c1) a zero point has the element type of its
    tensor. (tosa_zero_point_c2) it is 0 unless that is i8.
    Example:
        %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {
          acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>
        } : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>)
          -> tensor<1x8x8x5xf32>
    """

    input: Operand = operand(tensor_4d)
    weight: Operand = operand(tensor_4d)
    bias: Operand = operand(tensor_1d)
    input_zp: Operand = operand(zero_point)
    weight_zp: Operand = operand(zero_point)
    output: Result = result(tensor_4d)
    out_pad: Attr[DenseArrayAttr] = attr(list_4)
    stride: Attr[DenseArrayAttr] = attr(list_2)
    acc_type: Attr[TypeAttr] = attr(accumulator_type)
    local_bound: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)

    def verify(self, report: Report) -> None:
        self.check_elements(report)
        check_at_least(report, "tosa_transpose_conv_c1", 1, stride=self.stride)
        kernel = sizes_of(self.weight)
        if kernel is not None:
            for number, stride in enumerate(self.stride):
                self._check_along(report, number + 1, kernel[number + 1], stride)
        self.check_bias(report)

    def _check_along(self, report: Report, dim: int, kernel: int, stride: int) -> None:
        low, high = list(self.out_pad)[2 * dim - 2 : 2 * dim]
        if kernel != DYNAMIC and min(low, high) <= -kernel:
            report.error(
                "tosa_transpose_conv_c2",
                f"padding along dimension {dim} must be more than -{kernel}, but got {[low, high]}",
            )
        source, output = sizes_of(self.input), sizes_of(self.output)
        if source is None or output is None or DYNAMIC in (source[dim], kernel):
            return
        wanted = (source[dim] - 1) * stride + kernel + low + high
        if not agree(output[dim], wanted):
            report.error(
                "tosa_transpose_conv_c3",
                f"result must have {wanted} elements along dimension {dim}, but got {output[dim]}",
            )
