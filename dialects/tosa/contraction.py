"""Products of matrices and Fourier transforms of `tosa`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Type, Value
from dlc.ir.builtin_constraints import bool_attr_constraint
from dlc.ir.builtin_types import (
    DYNAMIC,
    FloatType,
)
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
    shapes_agree,
    sizes_of,
    spelled_shape,
    tensor_3d,
    tensor_of,
    zero_point,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

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
