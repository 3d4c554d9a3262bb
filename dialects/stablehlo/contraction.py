"""Ops of `stablehlo` that compute sums of products: dot products, convolutions, and linear algebra."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, DenseElementsAttr, FloatAttr, IntegerAttr, StringAttr
from dlc.ir.builtin_constraints import (
    bool_attr_constraint,
    i64_attr,
    i64_dense_array,
    integer_elements,
    string_attr,
    typed_float,
)
from dlc.ir.builtin_types import f32, i1
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.traits import Pure

from .attributes import (
    ConvDimensionNumbersAttr,
    DotAlgorithmAttr,
    DotDimensionNumbersAttr,
    FftTypeAttr,
    PrecisionAttr,
    TransposeAttr,
)
from .bases import tensor
from .forms import (
    SAME_TYPES_1,
    read_convolution_dimensions,
    read_dot_dimensions,
    read_flag,
    read_precision,
    read_precision_and_algorithm,
    read_text,
    read_window,
    word,
    write_convolution_dimensions,
    write_dot_dimensions,
    write_flag,
    write_precision,
    write_precision_and_algorithm,
    write_text,
    write_window,
)

precision_array = AttributeConstraint(
    "Precision Config attribute",
    lambda given: isinstance(given, ArrayAttr) and all(isinstance(each, PrecisionAttr) for each in given),
    ArrayAttr,
)
bool_dense_array = AttributeConstraint(
    "i1 dense array attribute",
    lambda given: isinstance(given, DenseArrayAttr) and given.element_type is i1,
    DenseArrayAttr,
)
f32_attr = typed_float(f32)


@op("stablehlo.dot_general", traits=(Pure,))
class DotGeneralOp(Op):
    """Sums of products along the contracting dimensions, for each place along the batching dimensions.

    Example:
        %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
          : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    dot_dimension_numbers: Attr[DotDimensionNumbersAttr] = attr(DotDimensionNumbersAttr)
    precision_config: Attr[ArrayAttr | None] = optional_attr(precision_array, default=None)
    algorithm: Attr[DotAlgorithmAttr | None] = optional_attr(DotAlgorithmAttr, default=None)
    syntax = (
        "$lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) `` "
        "custom<PrecisionAndAlgorithm>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)"
    )
    directives: ClassVar = {
        "DotDimensions": (read_dot_dimensions, write_dot_dimensions),
        "PrecisionAndAlgorithm": (read_precision_and_algorithm, write_precision_and_algorithm),
    }


@op("stablehlo.dot", traits=(Pure,))
class DotOp(Op):
    """The product of vectors and matrices, along the last dimension of the first and the first of the second.

    Example: %r = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    precision_config: Attr[ArrayAttr | None] = optional_attr(precision_array, default=None)
    syntax = "$lhs `,` $rhs `` custom<Precision>($precision_config) attr-dict `:` functional-type(operands, results)"
    directives: ClassVar = {"Precision": (read_precision, write_precision)}


@op("stablehlo.einsum", traits=(Pure,))
class EinsumOp(Op):
    """The product of two tensors in Einstein's notation.

    Example: %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    einsum_config: Attr[StringAttr] = attr(string_attr)
    syntax = (
        "$lhs `,` $rhs `,` `config` `=` custom<Text>($einsum_config) attr-dict `:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Text": (read_text, write_text)}


@op("stablehlo.unary_einsum", traits=(Pure,))
class UnaryEinsumOp(Op):
    """A tensor with dimensions reordered and summed in Einstein's notation.

    Example: %r = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    einsum_config: Attr[StringAttr] = attr(string_attr)
    syntax = "$operand `,` `config` `=` custom<Text>($einsum_config) attr-dict `:` functional-type(operands, results)"
    directives: ClassVar = {"Text": (read_text, write_text)}


@op("stablehlo.convolution", traits=(Pure,))
class ConvolutionOp(Op):
    """Sums of products of a kernel and windows of the input.

    Example:
        %r = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
          window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
          {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
          : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x4x4xf32>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    window_strides: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    padding: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)
    lhs_dilation: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    rhs_dilation: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    window_reversal: Attr[DenseArrayAttr | None] = optional_attr(bool_dense_array, default=None)
    dimension_numbers: Attr[ConvDimensionNumbersAttr] = attr(ConvDimensionNumbersAttr, kw_only=True)
    feature_group_count: Attr[IntegerAttr] = attr(i64_attr, kw_only=True)
    batch_group_count: Attr[IntegerAttr] = attr(i64_attr, kw_only=True)
    precision_config: Attr[ArrayAttr | None] = optional_attr(precision_array, default=None, kw_only=True)
    syntax = (
        "`(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` "
        "`window` `=` `{` "
        "custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` "
        "attr-dict `:` functional-type(operands, results)"
    )
    directives: ClassVar = {
        "ConvolutionDimensions": (read_convolution_dimensions, write_convolution_dimensions),
        "Window": (read_window, write_window),
    }


# -- Linear algebra ----------------------------------------------------------------------------------------------------


@op("stablehlo.cholesky", traits=(Pure,))
class CholeskyOp(Op):
    """The triangular factors of symmetric positive definite matrices.

    Example: %r = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
    """

    a: Operand = operand(tensor)
    result: Result = result(tensor)
    lower: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    syntax = "$a (`,` `lower` `=` custom<Flag>($lower)^)? attr-dict `:` custom<SameTypes>(type($a), type($result))"
    directives: ClassVar = {"Flag": (read_flag, write_flag), **SAME_TYPES_1}


@op("stablehlo.triangular_solve", traits=(Pure,))
class TriangularSolveOp(Op):
    """The x in a x = b, or in x a = b, for triangular matrices a.

    Example:
        %r = "stablehlo.triangular_solve"(%a, %b) <{
          left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
        }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    """

    a: Operand = operand(tensor)
    b: Operand = operand(tensor)
    result: Result = result(tensor)
    left_side: Attr[IntegerAttr] = attr(bool_attr_constraint)
    lower: Attr[IntegerAttr] = attr(bool_attr_constraint)
    unit_diagonal: Attr[IntegerAttr] = attr(bool_attr_constraint)
    transpose_a: Attr[TransposeAttr] = attr(TransposeAttr)


@op("stablehlo.fft", traits=(Pure,))
class FftOp(Op):
    """The discrete Fourier transform along the last dimensions.

    Example: %r = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    fft_type: Attr[FftTypeAttr] = attr(FftTypeAttr)
    fft_length: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = (
        "$operand `,` `type` `=` custom<Kind>($fft_type) `,` `length` `=` $fft_length attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Kind": word(FftTypeAttr)}


# -- Normalization -----------------------------------------------------------------------------------------------------


@op("stablehlo.batch_norm_inference", traits=(Pure,))
class BatchNormInferenceOp(Op):
    """Elements normalized by the given mean and variance of their feature.

    Example:
        %r = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
          : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    """

    source: Operand = operand(tensor)
    scale: Operand = operand(tensor)
    offset: Operand = operand(tensor)
    mean: Operand = operand(tensor)
    variance: Operand = operand(tensor)
    result: Result = result(tensor)
    epsilon: Attr[FloatAttr] = attr(f32_attr)
    feature_index: Attr[IntegerAttr] = attr(i64_attr)


@op("stablehlo.batch_norm_training", traits=(Pure,))
class BatchNormTrainingOp(Op):
    """Elements normalized by the mean and the variance of their feature in the batch, and these.

    Example:
        %r, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
          : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    """

    source: Operand = operand(tensor)
    scale: Operand = operand(tensor)
    offset: Operand = operand(tensor)
    output: Result = result(tensor)
    batch_mean: Result = result(tensor)
    batch_var: Result = result(tensor)
    epsilon: Attr[FloatAttr] = attr(f32_attr)
    feature_index: Attr[IntegerAttr] = attr(i64_attr)


@op("stablehlo.batch_norm_grad", traits=(Pure,))
class BatchNormGradOp(Op):
    """The gradients of a normalization with respect to its operand, its scale and its offset.

    Example:
        %r, %s1, %o1 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{
          epsilon = 1.0e-5 : f32, feature_index = 1 : i64
        }> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>)
          -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
    """

    source: Operand = operand(tensor)
    scale: Operand = operand(tensor)
    mean: Operand = operand(tensor)
    variance: Operand = operand(tensor)
    grad_output: Operand = operand(tensor)
    grad_operand: Result = result(tensor)
    grad_scale: Result = result(tensor)
    grad_offset: Result = result(tensor)
    epsilon: Attr[FloatAttr] = attr(f32_attr)
    feature_index: Attr[IntegerAttr] = attr(i64_attr)
