"""Ops of `stablehlo` that create tensors and move elements: constants, shapes, slices, padding, gather, scatter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir import DenseArrayAttr, DenseElementsAttr, DictionaryAttr, IntegerAttr, Location, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, i64_dense_array
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import ConstantLike, Pure

from .attributes import GatherDimensionNumbersAttr, ScatterDimensionNumbersAttr
from .bases import tensor
from .forms import LEADING_OPERANDS, SAME_TYPES_1, read_ranges, write_ranges

elements_attr = AttributeConstraint(
    "constant vector/tensor attribute", lambda given: isinstance(given, DenseElementsAttr), DenseElementsAttr
)


@op("stablehlo.constant", traits=(Pure, ConstantLike))
class ConstantOp(Op):
    """The given elements.

    Example: %r = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    """

    value: Attr[DenseElementsAttr] = attr(elements_attr)
    output: Result = result(tensor)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ConstantOp:
        if p.accept("("):
            return cls._read_quantized(p, location)
        attributes = p.attr_dict()
        offset = p.pos
        value = p.attribute()
        if not isinstance(value, DenseElementsAttr):
            p.fail("expected the elements of a tensor", offset)
        return cls.create([], [value.type], {"value": value}, attributes, location=location)

    @classmethod
    def _read_quantized(cls, p: AsmReader, location: Location | PendingLocation) -> ConstantOp:
        """Read the form that has a type of its own for the result."""
        p.expect(")")
        entries = {}
        offset = p.pos
        if p.accept("<"):
            given = p.attribute()
            p.expect(">")
            entries = dict(given.entries) if isinstance(given, DictionaryAttr) else {}
        entries |= p.attr_dict()
        if "value" not in entries:
            p.fail("expected the elements of a tensor", offset)
        value = entries.pop("value")
        p.expect(":")
        p.expect("(")
        p.expect(")")
        p.expect("->")
        return cls.create([], [p.type()], {"value": value}, entries, location=location)

    def write(self, p: AsmPrinter) -> None:
        if self.value.type is self.output.type:
            p.attr_dict(self, ("value",))
            p.write(f" {p.attribute(self.value)}")
            return
        p.write(f"() <{p.dictionary({'value': self.value})}>")
        p.attr_dict(self, ("value",))
        p.write(f" : () -> {p.type(self.output.type)}")


@op("stablehlo.iota", traits=(Pure,))
class IotaOp(Op):
    """Positions along a dimension.

    Example: %r = stablehlo.iota dim = 1 : tensor<2x3xi32>
    """

    iota_dimension: Attr[IntegerAttr] = attr(i64_attr)
    output: Result = result(tensor)
    syntax = "`dim` `=` $iota_dimension attr-dict `:` type($output)"


# -- Shapes ------------------------------------------------------------------------------------------------------------


@op("stablehlo.reshape", traits=(Pure,))
class ReshapeOp(Op):
    """The same elements in another shape.

    Example: %r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "operands attr-dict `:` functional-type(operands, results)"


@op("stablehlo.broadcast_in_dim", traits=(Pure,))
class BroadcastInDimOp(Op):
    """Elements repeated along the dimensions of the result that are not listed, or are 1 in the operand.

    Example: %r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    broadcast_dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)"


@op("stablehlo.broadcast", traits=(Pure,))
class BroadcastOp(Op):
    """Elements repeated along new leading dimensions.

    Example: %r = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    broadcast_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)"


@op("stablehlo.transpose", traits=(Pure,))
class TransposeOp(Op):
    """Dimensions in another order: dimension i of the result is dimension `permutation[i]` of the operand.

    Example: %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    permutation: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)"


@op("stablehlo.reverse", traits=(Pure,))
class ReverseOp(Op):
    """Elements in the opposite order along some dimensions.

    Example: %r = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = "$operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameTypes>(type($operand), type($result))"
    directives: ClassVar = SAME_TYPES_1


@op("stablehlo.concatenate", traits=(Pure,))
class ConcatenateOp(Op):
    """Tensors behind one another along a dimension.

    Example: %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
    """

    inputs: VariadicOperand = variadic_operand(tensor)
    result: Result = result(tensor)
    dimension: Attr[IntegerAttr] = attr(i64_attr)
    syntax = "custom<LeadingOperands>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"
    directives: ClassVar = LEADING_OPERANDS


@op("stablehlo.pad", traits=(Pure,))
class PadOp(Op):
    """A value before, behind and between the elements of each dimension; a negative number takes elements away.

    Example:
        %r = stablehlo.pad %x, %v, low = [1], high = [0], interior = [1]
          : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
    """

    source: Operand = operand(tensor)
    padding_value: Operand = operand(tensor)
    result: Result = result(tensor)
    edge_padding_low: Attr[DenseArrayAttr] = attr(i64_dense_array)
    edge_padding_high: Attr[DenseArrayAttr] = attr(i64_dense_array)
    interior_padding: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = (
        "$source `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` "
        "`interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)"
    )


@op("stablehlo.get_dimension_size", traits=(Pure,))
class GetDimensionSizeOp(Op):
    """The size of a dimension.

    Example: %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    dimension: Attr[IntegerAttr] = attr(i64_attr)
    syntax = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"


# -- Slices ------------------------------------------------------------------------------------------------------------


@op("stablehlo.slice", traits=(Pure,))
class SliceOp(Op):
    """The elements from a start to a limit, in steps of a stride, of each dimension.

    Example: %r = stablehlo.slice %x [0:2, 1:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    start_indices: Attr[DenseArrayAttr] = attr(i64_dense_array)
    limit_indices: Attr[DenseArrayAttr] = attr(i64_dense_array)
    strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = (
        "$operand custom<Ranges>($start_indices, $limit_indices, $strides) attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Ranges": (read_ranges, write_ranges)}


@op("stablehlo.dynamic_slice", traits=(Pure,))
class DynamicSliceOp(Op):
    """A part that begins where the operands behind the first one say, moved to where it just fits.

    Example:
        %r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3]
          : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    """

    source: Operand = operand(tensor)
    start_indices: VariadicOperand = variadic_operand(tensor)
    result: Result = result(tensor)
    slice_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = (
        "$source `,` custom<LeadingOperands>($start_indices) `sizes` `=` $slice_sizes attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = LEADING_OPERANDS


@op("stablehlo.dynamic_update_slice", traits=(Pure,))
class DynamicUpdateSliceOp(Op):
    """A tensor with a part replaced by an update, which begins where the other operands say.

    Example:
        %r = stablehlo.dynamic_update_slice %x, %u, %i
          : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
    """

    source: Operand = operand(tensor)
    update: Operand = operand(tensor)
    start_indices: VariadicOperand = variadic_operand(tensor)
    result: Result = result(tensor)
    syntax = "operands attr-dict `:` functional-type(operands, results)"


# -- Positions ---------------------------------------------------------------------------------------------------------


@op("stablehlo.gather", traits=(Pure,))
class GatherOp(Op):
    """Slices of a tensor at positions that are computed.

    Example:
        %r = "stablehlo.gather"(%x, %i) <{
          dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
            index_vector_dim = 1>,
          slice_sizes = array<i64: 1, 8>
        }> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
    """

    source: Operand = operand(tensor)
    start_indices: Operand = operand(tensor)
    result: Result = result(tensor)
    dimension_numbers: Attr[GatherDimensionNumbersAttr] = attr(GatherDimensionNumbersAttr)
    slice_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    indices_are_sorted: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)


@op("stablehlo.scatter")
class ScatterOp(Op):
    """Tensors with slices at computed positions combined with updates, by the function in the region.

    Example:
        %r = "stablehlo.scatter"(%x, %i, %u) <{
          scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
        }> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          stablehlo.return %b : tensor<f32>
        }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    scatter_dimension_numbers: Attr[ScatterDimensionNumbersAttr] = attr(ScatterDimensionNumbersAttr)
    indices_are_sorted: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    unique_indices: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    update_computation: Region = region(default=None)

    @property
    def inputs(self) -> Sequence[Value]:
        """The tensors that updates are combined with."""
        return self.operands[: len(self.outputs)]

    @property
    def scatter_indices(self) -> Value:
        """The positions."""
        return self.operands[len(self.outputs)]

    @property
    def updates(self) -> Sequence[Value]:
        """The updates, one for each input."""
        return self.operands[len(self.outputs) + 1 :]


@op("stablehlo.torch_index_select", traits=(Pure,))
class TorchIndexSelectOp(Op):
    """Slices at positions along a dimension, behind batch dimensions.

    Example:
        %r = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}>
          : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
    """

    source: Operand = operand(tensor)
    index: Operand = operand(tensor)
    result: Result = result(tensor)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    batch_dims: Attr[IntegerAttr] = attr(i64_attr)


@op("stablehlo.set_dimension_size", traits=(Pure,))
class SetDimensionSizeOp(Op):
    """A tensor whose size along a dimension is what an operand says.

    Example: %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
    """

    source: Operand = operand(tensor)
    size: Operand = operand(tensor)
    result: Result = result(tensor)
    dimension: Attr[IntegerAttr] = attr(i64_attr)
    syntax = "$source `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"
