"""Sums of products of `tosa`: convolutions, matrix products and Fourier transforms.

Tensors are NHWC. What lies in the padding has the value of the zero point, so it contributes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from dlc.ir import DenseArrayAttr, IntegerAttr, Type, TypeAttr, Value
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

from .attributes import BlockSizeAttr, MXInt8Type
from .bases import (
    FORM,
    WordsOp,
    agree,
    check_same_elements,
    check_zero_point,
    element_of,
    list_2,
    list_3,
    list_4,
    list_6,
    shapes_agree,
    sizes_of,
    spelled_shape,
    stored_element,
    tensor_1d,
    tensor_3d,
    tensor_4d,
    tensor_5d,
    tensor_of,
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
        wanted = " or ".join(f"'{each}'" for each in allowed)
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


@op("tosa.conv2d", traits=(Pure,))
class Conv2DOp(ConvolutionOp):
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
class DepthwiseConv2DOp(ConvolutionOp):
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


# -- Matrices ----------------------------------------------------------------------------------------------------------


@op("tosa.matmul", traits=(Pure,))
class MatMulOp(Op):
    """Products of matrices (N, H, C) and (N, C, W), from which zero points are subtracted first.

    Rules: (tosa_zero_point_c1) a zero point has the element type of its tensor. (tosa_zero_point_c2) it is 0 unless
    that is i8.
    Example:
        %r = tosa.matmul %a, %b, %z, %z
          : (tensor<1x2x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
    """

    a: Operand = operand(tensor_3d)
    b: Operand = operand(tensor_3d)
    a_zp: Operand = operand(zero_point)
    b_zp: Operand = operand(zero_point)
    output: Result = result(tensor_3d)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_zero_point(report, "a", self.a, self.a_zp)
        check_zero_point(report, "b", self.b, self.b_zp)


SCALED_FLOATS = ("f8E4M3FN", "f8E5M2", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN")
SCALES = ("f8E8M0FNU",)
"""The names of types whose blocks have scales, and of scales."""


def _is_scaled(element: Type) -> bool:
    return isinstance(element, MXInt8Type) or str(element) in SCALED_FLOATS


def _is_scale(element: Type) -> bool:
    return str(element) in SCALES


scaled_3d = tensor_of("numbers in blocks", _is_scaled, [3])
scales_3d = tensor_of("scales", _is_scale, [3])
scaled_with_axes = tensor_of("numbers in blocks", _is_scaled, least_rank=1)
scales_with_axes = tensor_of("scales", _is_scale, least_rank=1)
BLOCK_SIZES = {"block_size": BlockSizeAttr}


def check_blocks(report: Report, rule: str, data: Value, scales: Value, size: int) -> None:
    """Report scales that are not one for each block along the last dimension."""
    whole, parts = sizes_of(data), sizes_of(scales)
    if whole is None or parts is None:
        return
    if whole[-1] != DYNAMIC and whole[-1] % size:
        report.error(rule, f"last dimension must be a multiple of {size}, but got {whole[-1]}")
    blocks = whole[-1] // size if whole[-1] != DYNAMIC else DYNAMIC
    if not shapes_agree((*whole[:-1], blocks), parts):
        wanted, got = spelled_shape((*whole[:-1], blocks)), spelled_shape(parts)
        report.error(rule, f"scales must have the shape {wanted}, but got {got}")


@op("tosa.matmul_t_block_scaled", traits=(Pure,))
class MatmulTBlockScaledOp(WordsOp):
    """Products of matrices (N, H, C) and (N, W, C), whose elements have a scale for each block of 32 along C.

    Rules: (tosa_block_matmul_c1) both have one type of elements. (tosa_block_matmul_c2) there is a scale for each
    block. (tosa_block_matmul_c3) the second may have one matrix for all of the first; the result is (N, H, W).
    Example:
        %r = tosa.matmul_t_block_scaled %a, %s, %b, %t {block_size = BLOCK_SIZE_32}
          : (tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>, tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>)
          -> tensor<1x2x4xf32>
    """

    a_data: Operand = operand(scaled_3d)
    a_scale: Operand = operand(scales_3d)
    b_data: Operand = operand(scaled_3d)
    b_scale: Operand = operand(scales_3d)
    output_data: Result = result(tensor_3d)
    block_size: Attr[BlockSizeAttr] = attr(BlockSizeAttr)
    bare: ClassVar = BLOCK_SIZES

    def verify(self, report: Report) -> None:
        check_same_elements(report, "tosa_block_matmul_c1", self.a_data, self.b_data)
        size = self.block_size.number
        check_blocks(report, "tosa_block_matmul_c2", self.a_data, self.a_scale, size)
        check_blocks(report, "tosa_block_matmul_c2", self.b_data, self.b_scale, size)
        left, right = sizes_of(self.a_data), sizes_of(self.b_data)
        if left is None or right is None:
            return
        is_product = agree(left[2], right[2]) and (right[0] == 1 or agree(left[0], right[0]))
        if not is_product or not shapes_agree((*left[:2], right[1]), sizes_of(self.output_data)):
            shapes = ", ".join(spelled_shape(each) for each in (left, right, sizes_of(self.output_data)))
            report.error("tosa_block_matmul_c3", f"matrices must fit together, but got {shapes}")


# -- Fourier transforms ------------------------------------------------------------------------------------------------


PART_NAMES = ("output_real", "output_imag")


def _check_lengths(report: Report, value: Value) -> None:
    for size in (sizes_of(value) or ())[1:]:
        if size != DYNAMIC and size & (size - 1):
            report.error("tosa_fft_c1", f"sizes must be powers of two, but got {size}")


def _check_floats(report: Report, *values: Value) -> None:
    check_same_elements(report, "tosa_fft_c2", *values)
    if not isinstance(element_of(values[-1]), FloatType):
        report.error("tosa_fft_c2", f"elements must be floats, but got '{element_of(values[-1])}'")


@op("tosa.fft2d", traits=(Pure,))
class FFT2dOp(Op):
    """The Fourier transform of complex numbers (N, H, W) along H and W, by parts. The inverse one has no factor either.

    Rules: (tosa_fft_c1) H and W are powers of two. (tosa_fft_c2) elements are floats of one type. (tosa_fft_c3) all
    tensors have one shape.
    Example:
        %r, %i = tosa.fft2d %x, %y {inverse = false}
          : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
    """

    input_real: Operand = operand(tensor_3d)
    input_imag: Operand = operand(tensor_3d)
    output_real: Result = result(tensor_3d)
    output_imag: Result = result(tensor_3d)
    inverse: Attr[IntegerAttr] = attr(bool_attr_constraint)
    local_bound: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    syntax = FORM

    def result_names(self) -> Sequence[str | None]:
        return PART_NAMES

    def verify(self, report: Report) -> None:
        values = *self.operands, *self.results
        _check_lengths(report, self.input_real)
        _check_floats(report, *values)
        shapes = [sizes_of(value) for value in values]
        if not all(shapes_agree(shapes[0], shape) for shape in shapes[1:]):
            report.error("tosa_fft_c3", f"shapes must be one, but got {', '.join(map(spelled_shape, shapes))}")


@op("tosa.rfft2d", traits=(Pure,))
class RFFT2dOp(Op):
    """The first W / 2 + 1 numbers along W of the Fourier transform of real numbers (N, H, W) along H and W, by parts.

    Rules: (tosa_fft_c1) H and W are powers of two. (tosa_fft_c2) elements are floats of one type. (tosa_rfft_c1)
    results have the shape of the operand, with W / 2 + 1.
    Example: %r, %i = tosa.rfft2d %x : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
    """

    input_real: Operand = operand(tensor_3d)
    output_real: Result = result(tensor_3d)
    output_imag: Result = result(tensor_3d)
    local_bound: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    syntax = FORM

    def result_names(self) -> Sequence[str | None]:
        return PART_NAMES

    def verify(self, report: Report) -> None:
        _check_lengths(report, self.input_real)
        _check_floats(report, self.input_real, *self.results)
        sizes = sizes_of(self.input_real)
        if sizes is None:
            return
        wanted = (*sizes[:2], sizes[2] // 2 + 1 if sizes[2] != DYNAMIC else DYNAMIC)
        for each in self.results:
            if not shapes_agree(wanted, sizes_of(each)):
                got = spelled_shape(sizes_of(each))
                report.error("tosa_rfft_c1", f"results must have the shape {spelled_shape(wanted)}, but got {got}")
