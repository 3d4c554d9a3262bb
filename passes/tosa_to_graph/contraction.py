"""Sums of products: convolutions, matrix products and Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, tosa
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from ..graph.fourier_transforms import half_of_real, transformed, why_not_transformed
from ..graph.translated_values import scalar, static_shape, static_size
from ..rewriting.cannot_lower import CannotLower
from .movement import pad
from .translation import along, convert, declared, plain_element, translates, zero_point

Convolution = tosa.Conv2DOp | tosa.Conv3DOp | tosa.DepthwiseConv2DOp
CONV_2D = "NHWC x OHWI -> NHWC"
CONV_3D = "NDHWC x ODHWI -> NDHWC"
DEPTHWISE = "NHWC x HWIO -> NHWC"
TRANSPOSED = "NHWC x IHWO -> NHWC"
"""The kernel of the transpose has the channels of the result as those that it would read."""


@translates(tosa.Conv2DOp)
def translate_conv2d(op: tosa.Conv2DOp) -> Value:
    """Windows of pictures."""
    return _convolution(op, op.weight, CONV_2D, 1)


@translates(tosa.Conv3DOp)
def translate_conv3d(op: tosa.Conv3DOp) -> Value:
    """Windows of volumes."""
    return _convolution(op, op.weight, CONV_3D, 1)


@translates(tosa.DepthwiseConv2DOp)
def translate_depthwise_conv2d(op: tosa.DepthwiseConv2DOp) -> Value:
    """Windows of each channel: a group for each."""
    height, width, channels, multiplier = static_shape(op.weight)
    kernel = graph.reshape(op.weight, [height, width, 1, channels * multiplier])
    return _convolution(op, kernel, DEPTHWISE, channels)


def _convolution(op: Convolution, kernel: Value, layout: str, groups: int) -> Value:
    pads = list(op.pad)
    sums = graph.convolution(
        op.input,
        kernel,
        layout,
        plain_element(op.acc_type.type),
        strides=list(op.stride),
        dilations=list(op.dilation),
        pad_low=pads[::2],
        pad_high=pads[1::2],
        groups=groups if groups > 1 else None,
        source_zero_point=zero_point(op.input_zp),
        kernel_zero_point=zero_point(op.weight_zp),
    )
    return _with_bias(op, sums)


def _with_bias(op: Convolution | tosa.TransposeConv2DOp, sums: Value) -> Value:
    """Return sums plus the bias, in the type of the result."""
    bias = convert(op.bias, plain_element(op.acc_type.type))
    return convert(graph.add(sums, along(bias, len(shape_of(sums)) - 1, sums)), declared(op.output)[1])


@translates(tosa.TransposeConv2DOp)
def translate_transpose_conv2d(op: tosa.TransposeConv2DOp) -> Value:
    """Kernels added where elements are; what is padded is 0 but for the bias."""
    pads = list(op.out_pad)
    sums = graph.transposed_convolution(
        op.input,
        op.weight,
        TRANSPOSED,
        plain_element(op.acc_type.type),
        strides=list(op.stride),
        pad_low=[max(-each, 0) for each in pads[::2]],
        pad_high=[max(-each, 0) for each in pads[1::2]],
        source_zero_point=zero_point(op.input_zp),
        kernel_zero_point=zero_point(op.weight_zp),
    )
    low, high = ([0, *(max(each, 0) for each in side), 0] for side in (pads[::2], pads[1::2]))
    return _with_bias(op, pad(sums, scalar(0, sums), low, high))


@translates(tosa.MatMulOp)
def translate_matmul(op: tosa.MatMulOp) -> Value:
    """Products of matrices."""
    return graph.contract(
        op.a,
        op.b,
        ([2], [1]),
        ([0], [0]),
        declared(op.output)[1],
        lhs_zero_point=zero_point(op.a_zp),
        rhs_zero_point=zero_point(op.b_zp),
    )


# -- Fourier transforms ------------------------------------------------------------------------------------------------


def _check_lengths(value: Value) -> None:
    for reason in filter(None, (why_not_transformed(static_size(value, dim)) for dim in (1, 2))):
        raise CannotLower(f"is not supported: {reason}")


@translates(tosa.FFT2dOp)
def translate_fft2d(op: tosa.FFT2dOp) -> Sequence[Value]:
    """The transform of complex numbers along both dimensions."""
    _check_lengths(op.input_real)
    parts = op.input_real, op.input_imag
    for dim in (2, 1):
        parts = transformed(parts, dim, inverse=bool(op.inverse.value))
    return parts


@translates(tosa.RFFT2dOp)
def translate_rfft2d(op: tosa.RFFT2dOp) -> Sequence[Value]:
    """The first half of the transform of real numbers."""
    _check_lengths(op.input_real)
    half = half_of_real(transformed((op.input_real,), 2, inverse=False), 2)
    return transformed(half, 1, inverse=False)
