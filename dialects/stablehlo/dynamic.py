"""Ops of `stablehlo` whose sizes, padding and positions are operands."""

from __future__ import annotations

from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, i64_dense_array
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result

from .attributes import ConvDimensionNumbersAttr, GatherDimensionNumbersAttr
from .bases import tensor
from .contraction import bool_dense_array, precision_array


@op("stablehlo.dynamic_iota")
class DynamicIotaOp(Op):
    """Positions along a dimension of a shape that is an operand.

    Example: %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
    """

    output_shape: Operand = operand(tensor)
    result: Result = result(tensor)
    iota_dimension: Attr[IntegerAttr] = attr(i64_attr)
    syntax = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)"


@op("stablehlo.dynamic_reshape")
class DynamicReshapeOp(Op):
    """The same elements in a shape that is an operand.

    Example: %r = stablehlo.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    """

    source: Operand = operand(tensor)
    output_shape: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "operands attr-dict `:` functional-type(operands, results)"


@op("stablehlo.dynamic_broadcast_in_dim")
class DynamicBroadcastInDimOp(Op):
    """Elements repeated to a shape that is an operand.

    Example:
        %r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1]
          : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
    """

    source: Operand = operand(tensor)
    output_dimensions: Operand = operand(tensor)
    result: Result = result(tensor)
    broadcast_dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    known_expanding_dimensions: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    known_nonexpanding_dimensions: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    syntax = (
        "$source `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict "
        "`:` functional-type(operands, results)"
    )


@op("stablehlo.dynamic_pad")
class DynamicPadOp(Op):
    """A value before, behind and between elements, as often as operands say.

    Example:
        %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner
          : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    """

    source: Operand = operand(tensor)
    padding_value: Operand = operand(tensor)
    edge_padding_low: Operand = operand(tensor)
    edge_padding_high: Operand = operand(tensor)
    interior_padding: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "operands attr-dict `:` functional-type(operands, results)"


@op("stablehlo.real_dynamic_slice")
class RealDynamicSliceOp(Op):
    """The elements from starts to limits in steps, which are operands.

    Example:
        %r = stablehlo.real_dynamic_slice %x, %start, %limit, %step
          : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    """

    source: Operand = operand(tensor)
    start_indices: Operand = operand(tensor)
    limit_indices: Operand = operand(tensor)
    strides: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "operands attr-dict `:` functional-type(operands, results)"


@op("stablehlo.dynamic_gather")
class DynamicGatherOp(Op):
    """Slices at computed positions, whose sizes are an operand.

    Example:
        %r = "stablehlo.dynamic_gather"(%x, %i, %n) <{
          dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
            index_vector_dim = 1>
        }> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x8xf32>
    """

    source: Operand = operand(tensor)
    start_indices: Operand = operand(tensor)
    slice_sizes: Operand = operand(tensor)
    result: Result = result(tensor)
    dimension_numbers: Attr[GatherDimensionNumbersAttr] = attr(GatherDimensionNumbersAttr)
    indices_are_sorted: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)


@op("stablehlo.dynamic_conv")
class DynamicConvOp(Op):
    """Sums of products of a kernel and windows of the input, whose padding is an operand.

    Example:
        %r = "stablehlo.dynamic_conv"(%x, %w, %p) <{
          batch_group_count = 1 : i64, feature_group_count = 1 : i64,
          dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
        }> : (tensor<1x8x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    padding: Operand = operand(tensor)
    result: Result = result(tensor)
    window_strides: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    lhs_dilation: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    rhs_dilation: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    window_reversal: Attr[DenseArrayAttr | None] = optional_attr(bool_dense_array, default=None)
    dimension_numbers: Attr[ConvDimensionNumbersAttr] = attr(ConvDimensionNumbersAttr, kw_only=True)
    feature_group_count: Attr[IntegerAttr] = attr(i64_attr, kw_only=True)
    batch_group_count: Attr[IntegerAttr] = attr(i64_attr, kw_only=True)
    precision_config: Attr[ArrayAttr | None] = optional_attr(precision_array, default=None, kw_only=True)
