"""Ops of `tosa` on numbers in other types: casts, tables, integers that are scaled, and blocks with scales."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_constraints import bool_attr_constraint
from dlc.ir.builtin_types import (
    IntegerType,
    TensorType,
    UnrankedTensorType,
    VectorType,
    element_type,
    i8,
    i16,
    i32,
)
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result
from dlc.ir.traits import Pure

from .attributes import BlockSizeAttr, RoundingModeAttr
from .bases import (
    FORM,
    WordsOp,
    agree,
    constant_of,
    element_of,
    multipliers,
    shapes_agree,
    shifts,
    sizes_of,
    spelled_shape,
    stored_element,
    tensor,
    tensor_1d,
    tensor_with_axes,
    zero_point,
)
from .contraction import BLOCK_SIZES, check_blocks, scaled_with_axes, scales_with_axes

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

ROUNDING_MODES = {"rounding_mode": RoundingModeAttr}
HALF_OF_U16 = 1 << 15
"""The zero point of unsigned integers of 16 bits."""


@op("tosa.cast", traits=(Pure,))
class CastOp(Op):
    """The same numbers in another type. Integers wrap; floats are rounded to nearest, ties to even, and clamped to the
    integers that there are; NaN becomes 0, where MLIR's lowering may give anything. As a truth value, whether a number
    is not 0.

    Rules: (tosa_cast_c1) the result has the shape of the operand.
    Example: %r = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi8>
    """

    input: Operand = operand(tensor)
    output: Result = result(tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        if not shapes_agree(sizes_of(self.input), sizes_of(self.output)):
            got = f"{spelled_shape(sizes_of(self.input))} and {spelled_shape(sizes_of(self.output))}"
            report.error("tosa_cast_c1", f"result must have the shape of the operand, but got {got}")


@op("tosa.table", traits=(Pure,))
class TableOp(Op):
    """Entries of a table: for i8, entry x + 128 of 256. For i16, of 513 entries the one at x / 128 + 256, times 128,
    plus the distance to the next one times the rest: an i32.

    Rules: (tosa_table_c1) the result has the shape of the operand.
    Example: %r = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
    """

    input1: Operand = operand(tensor)
    table: Operand = operand(tensor_1d)
    output: Result = result(tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        if not shapes_agree(sizes_of(self.input1), sizes_of(self.output)):
            got = f"{spelled_shape(sizes_of(self.input1))} and {spelled_shape(sizes_of(self.output))}"
            report.error("tosa_table_c1", f"result must have the shape of the operand, but got {got}")


@op("tosa.rescale", traits=(Pure,))
class RescaleOp(WordsOp):
    """(x - input_zp) * multiplier / 2^shift + output_zp, clamped to the type of the result.

    The quotient is rounded to nearest, half up. With `DOUBLE_ROUND` and a shift above 31, 2^30 is added first to
    products that are not negative, and subtracted from others, as TensorFlow Lite does. `INEXACT_ROUND` allows either
    rounding, and the first one is taken. The flags say which integers are read, or clamped, without a sign.

    Rules: (tosa_rescale_c1) operand and result are integers. (tosa_rescale_c2) a zero point has as many bits as its
    tensor. (tosa_rescale_c3) it is 0 unless that is i8, or 0 or 32768 for unsigned integers of 16 bits.
    (tosa_rescale_c4) multipliers are i32 with scale32, and i16 without. (tosa_rescale_c5) there is a multiplier and a
    shift, or one of both for each place along the last dimension with per_channel.
    Example:
        %r = tosa.rescale %x, %m, %s, %a, %b {
          input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND,
          scale32 = true
        } : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
    """

    input: Operand = operand(tensor)
    multiplier: Operand = operand(multipliers)
    shift: Operand = operand(shifts)
    input_zp: Operand = operand(zero_point)
    output_zp: Operand = operand(zero_point)
    output: Result = result(tensor)
    scale32: Attr[IntegerAttr] = attr(bool_attr_constraint)
    rounding_mode: Attr[RoundingModeAttr] = attr(RoundingModeAttr)
    per_channel: Attr[IntegerAttr] = attr(bool_attr_constraint)
    input_unsigned: Attr[IntegerAttr] = attr(bool_attr_constraint)
    output_unsigned: Attr[IntegerAttr] = attr(bool_attr_constraint)
    bare: ClassVar = ROUNDING_MODES

    def verify(self, report: Report) -> None:
        for which, value, point, flag in (
            ("operand", self.input, self.input_zp, self.input_unsigned),
            ("result", self.output, self.output_zp, self.output_unsigned),
        ):
            element, own = stored_element(value), stored_element(point)
            if not isinstance(element, IntegerType):
                report.error("tosa_rescale_c1", f"{which} must have integers, but got '{element}'")
            elif not isinstance(own, IntegerType) or own.width != element.width:
                report.error(
                    "tosa_rescale_c2",
                    f"zero point of the {which} must have {element.width} bits, but got '{own}'",
                )
            elif (constant := constant_of(point)) is not None:
                self._check_zero(report, which, own, constant.ints()[0], is_unsigned=bool(flag.value))
        wanted = i32 if self.scale32.value else i16
        if element_of(self.multiplier) is not wanted:
            got = f"'{element_of(self.multiplier)}'"
            report.error("tosa_rescale_c4", f"multipliers must be of '{wanted}', but got {got}")
        self._check_counts(report)

    def _check_zero(self, report: Report, which: str, element: IntegerType, zero: int, *, is_unsigned: bool) -> None:
        allowed = (0, HALF_OF_U16, -HALF_OF_U16) if element.width == i16.width and is_unsigned else (0,)
        if element is not i8 and zero not in allowed:
            report.error("tosa_rescale_c3", f"zero point of the {which} must be 0 for '{element}', but got {zero}")

    def _check_counts(self, report: Report) -> None:
        sizes = sizes_of(self.input)
        if sizes is None:
            return
        wanted = 1 if not self.per_channel.value else sizes[-1] if sizes else 0
        for which, value in (("multiplier", self.multiplier), ("shift", self.shift)):
            count = sizes_of(value)
            if count is not None and not agree(count[0], wanted):
                report.error("tosa_rescale_c5", f"{which} must have {wanted} elements, but got {count[0]}")


def _integers(widths: tuple[int, ...] | None) -> TypeConstraint:
    """Return the constraint of integers, and of vectors and tensors of them."""

    def accepts(type: Type) -> bool:
        container = isinstance(type, (TensorType, UnrankedTensorType, VectorType))
        element = element_type(type) if container else type
        return isinstance(element, IntegerType) and element.signedness != "s" and widths in (None, (element.width,))

    bits = "" if widths is None else f" of {widths[0]} bits"
    return TypeConstraint(f"integers{bits}, or a vector or tensor of them", accepts)


integers, integers_of_8_bits = _integers(None), _integers((8,))


@op("tosa.apply_scale", traits=(Pure,))
class ApplyScaleOp(WordsOp):
    """x * multiplier / 2^shift of integers, rounded as in `tosa.rescale`: a step of its expansion, for scalars, vectors
    and tensors.

    Rules: (tosa_apply_scale_c1) all have one shape.
    Example: %r = tosa.apply_scale %x, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    """

    value: Operand = operand(integers)
    multiplier: Operand = operand(integers)
    shift: Operand = operand(integers_of_8_bits)
    output: Result = result(integers)
    rounding_mode: Attr[RoundingModeAttr] = attr(RoundingModeAttr)
    bare: ClassVar = ROUNDING_MODES

    def verify(self, report: Report) -> None:
        shapes = {getattr(value.type, "shape", None) for value in (*self.operands, *self.results)}
        if len(shapes) > 1:
            spelled = ", ".join(f"'{value.type}'" for value in (*self.operands, *self.results))
            report.error("tosa_apply_scale_c1", f"all must have one shape, but got {spelled}")


# -- Blocks ------------------------------------------------------------------------------------------------------------


@op("tosa.cast_from_block_scaled", traits=(Pure,))
class CastFromBlockScaledOp(WordsOp):
    """Numbers times the scale of their block along the last dimension.

    Rules: (tosa_from_blocks_c1) there is a scale for each block. (tosa_from_blocks_c2) the result has the shape of the
    numbers.
    Example:
        %r = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32}
          : (tensor<2x32xf8E4M3FN>, tensor<2x1xf8E8M0FNU>) -> tensor<2x32xf32>
    """

    input_data: Operand = operand(scaled_with_axes)
    input_scale: Operand = operand(scales_with_axes)
    output_data: Result = result(tensor_with_axes)
    block_size: Attr[BlockSizeAttr] = attr(BlockSizeAttr)
    bare: ClassVar = BLOCK_SIZES

    def verify(self, report: Report) -> None:
        check_blocks(report, "tosa_from_blocks_c1", self.input_data, self.input_scale, self.block_size.number)
        if not shapes_agree(sizes_of(self.input_data), sizes_of(self.output_data)):
            got = spelled_shape(sizes_of(self.output_data))
            report.error("tosa_from_blocks_c2", f"result must have the shape of the numbers, but got {got}")


@op("tosa.cast_to_block_scaled", traits=(Pure,))
class CastToBlockScaledOp(WordsOp):
    """Numbers divided by a power of two for each block along the last dimension, and these.

    Rules: (tosa_to_blocks_c1) there is a scale for each block. (tosa_to_blocks_c2) the numbers have the shape of the
    operand.
    Example:
        %r, %s = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32}
          : (tensor<2x32xf32>) -> (tensor<2x32xf8E4M3FN>, tensor<2x1xf8E8M0FNU>)
    """

    input_data: Operand = operand(tensor_with_axes)
    output_data: Result = result(scaled_with_axes)
    output_scale: Result = result(scales_with_axes)
    block_size: Attr[BlockSizeAttr] = attr(BlockSizeAttr)
    bare: ClassVar = BLOCK_SIZES

    def result_names(self) -> Sequence[str | None]:
        return ("output_data", "output_scale")

    def verify(self, report: Report) -> None:
        check_blocks(report, "tosa_to_blocks_c1", self.output_data, self.output_scale, self.block_size.number)
        if not shapes_agree(sizes_of(self.input_data), sizes_of(self.output_data)):
            got = spelled_shape(sizes_of(self.output_data))
            report.error("tosa_to_blocks_c2", f"numbers must have the shape of the operand, but got {got}")
