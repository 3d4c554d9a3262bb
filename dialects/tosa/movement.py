"""Ops of `tosa` that move elements: constants, shapes, slices, padding.

Shapes are operands of the type `!tosa.shape`, which constants or other ops give.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import DenseArrayAttr, DenseElementsAttr, IntegerAttr, Value
from dlc.ir.builtin_attributes import DenseResourceElementsAttr
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.traits import Pure

from .bases import (
    FORM,
    check_same_elements,
    check_shapes_are_computed,
    i32_attr,
    known_sizes,
    permutation,
    scalar,
    shape,
    shape_rank,
    shapes_agree,
    sizes_of,
    spelled_shape,
    stored_element,
    tensor,
    tensor_with_axes,
)
from .reduction import axis_is_there

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Elements = DenseElementsAttr | DenseResourceElementsAttr
elements_attr = AttributeConstraint("elements of a tensor", lambda given: isinstance(given, Elements))


@op("tosa.const", traits=(Pure,))
class ConstOp(Op):
    """The given elements; of a quantized type, its integers.

    Rules: (tosa_const_c1) the result has the shape of the elements. (tosa_const_c2) it has their type, or stores it.
    Example: %r = "tosa.const"() <{values = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
    """

    output: Result = result(tensor)
    values: Attr[Elements] = attr(elements_attr)

    def verify(self, report: Report) -> None:
        given = self.values.type
        assert isinstance(given, TensorType)
        if not shapes_agree(given.shape, sizes_of(self.output)):
            got = spelled_shape(sizes_of(self.output))
            report.error("tosa_const_c1", f"result must have the shape {spelled_shape(given.shape)}, but got {got}")
        if stored_element(self.output) is not given.element_type:
            got = f"'{stored_element(self.output)}'"
            report.error("tosa_const_c2", f"result must have elements '{given.element_type}', but got {got}")


@op("tosa.identity", traits=(Pure,))
class IdentityOp(Op):
    """The tensor itself.

    Example: %r = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>
    """

    input1: Operand = operand(tensor)
    output: Result = result(tensor)
    syntax = FORM


def rank_is(report: Report, rule: str, value: Value, rank: int) -> bool:
    """Return whether a tensor may have a rank; if not, report that."""
    sizes = sizes_of(value)
    if sizes is None or len(sizes) == rank:
        return True
    report.error(rule, f"rank must be {rank}, but got {len(sizes)}")
    return False


# -- Shapes ------------------------------------------------------------------------------------------------------------


@op("tosa.reshape", traits=(Pure,))
class ReshapeOp(Op):
    """The same elements in another shape, of which one size may be -1: it follows from the others.

    Rules: (tosa_reshape_c1) elements have one type. (tosa_reshape_c2) the result has the shape, whose sizes are
    positive but for one -1. (tosa_reshape_c3) there are as many elements. (tosa_shape_operand_c1) shapes are
    computed by ops of `tosa`.
    Example: %r = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
    """

    input1: Operand = operand(tensor)
    shape: Operand = operand(shape)
    output: Result = result(tensor)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        check_same_elements(report, "tosa_reshape_c1", self.input1, self.output)
        wanted = known_sizes(self.shape)
        if wanted is None:
            return
        output = sizes_of(self.output)
        new = [DYNAMIC if size == -1 else size for size in wanted]
        if min((1, *(size for size in wanted if size != -1))) < 1 or wanted.count(-1) > 1:
            report.error("tosa_reshape_c2", f"sizes must be positive but for one -1, but got {wanted}")
        elif not shapes_agree(new, output):
            got = spelled_shape(output)
            report.error("tosa_reshape_c2", f"result must have the shape {spelled_shape(new)}, but got {got}")
        elif not self._has_as_many(wanted):
            shapes = f"{spelled_shape(sizes_of(self.input1))} and {wanted}"
            report.error("tosa_reshape_c3", f"there must be as many elements, but got {shapes}")

    def _has_as_many(self, wanted: Sequence[int]) -> bool:
        sizes = sizes_of(self.input1)
        if sizes is None or DYNAMIC in sizes:
            return True
        known = abs(math.prod(wanted))
        return math.prod(sizes) % known == 0 if -1 in wanted else math.prod(sizes) == known


@op("tosa.transpose", traits=(Pure,))
class TransposeOp(Op):
    """Dimensions in another order: dimension i of the result is dimension perms[i] of the operand.

    Rules: (tosa_transpose_c1) elements have one type. (tosa_transpose_c2) each dimension is listed once.
    (tosa_transpose_c3) the result has the sizes in this order.
    Example: %r = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    """

    input1: Operand = operand(tensor_with_axes)
    output: Result = result(tensor_with_axes)
    perms: Attr[DenseArrayAttr] = attr(permutation)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_same_elements(report, "tosa_transpose_c1", self.input1, self.output)
        order = list(self.perms)
        if sorted(order) != list(range(len(order))):
            report.error("tosa_transpose_c2", f"order must have each dimension once, but got {order}")
            return
        if not rank_is(report, "tosa_transpose_c3", self.input1, len(order)):
            return
        sizes = sizes_of(self.input1)
        wanted = [sizes[dim] for dim in order] if sizes is not None else None
        if not shapes_agree(wanted, sizes_of(self.output)):
            got = spelled_shape(sizes_of(self.output))
            report.error("tosa_transpose_c3", f"result must have the shape {spelled_shape(wanted)}, but got {got}")


@op("tosa.reverse", traits=(Pure,))
class ReverseOp(Op):
    """Elements in the opposite order along an axis.

    Rules: (tosa_reverse_c1) elements have one type. (tosa_reverse_c2) the axis is there, and ranks agree.
    Example: %r = tosa.reverse %x {axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    """

    input1: Operand = operand(tensor_with_axes)
    output: Result = result(tensor_with_axes)
    axis: Attr[IntegerAttr] = attr(i32_attr)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_same_elements(report, "tosa_reverse_c1", self.input1, self.output)
        sizes = sizes_of(self.input1)
        if axis_is_there(report, "tosa_reverse_c2", self.axis.value, self.input1) and sizes is not None:
            rank_is(report, "tosa_reverse_c2", self.output, len(sizes))


@op("tosa.concat", traits=(Pure,))
class ConcatOp(Op):
    """Tensors behind one another along an axis.

    Rules: (tosa_concat_c1) there is a tensor, and all have one type of elements. (tosa_concat_c2) the axis is there.
    (tosa_concat_c3) other sizes agree. (tosa_concat_c4) the result has the sum of the sizes along the axis.
    Example: %r = tosa.concat %x, %y {axis = 0 : i32} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
    """

    input1: VariadicOperand = variadic_operand(tensor_with_axes)
    output: Result = result(tensor_with_axes)
    axis: Attr[IntegerAttr] = attr(i32_attr)
    syntax = FORM

    def verify(self, report: Report) -> None:
        if not self.input1:
            report.error("tosa_concat_c1", "needs a tensor, but got none")
            return
        check_same_elements(report, "tosa_concat_c1", *self.input1, self.output)
        axis, shapes = self.axis.value, [sizes_of(each) for each in self.input1]
        known = [sizes for sizes in shapes if sizes is not None]
        if not all(axis_is_there(report, "tosa_concat_c2", axis, each) for each in self.input1) or len(known) < len(
            shapes
        ):
            return
        others = [(*sizes[:axis], DYNAMIC, *sizes[axis + 1 :]) for sizes in known]
        if not all(shapes_agree(others[0], sizes) for sizes in others[1:]):
            spelled = ", ".join(map(spelled_shape, known))
            report.error("tosa_concat_c3", f"sizes beside those along {axis} must agree, but got {spelled}")
            return
        along = [sizes[axis] for sizes in known]
        total = DYNAMIC if DYNAMIC in along else sum(along)
        output = sizes_of(self.output)
        if not shapes_agree((*others[0][:axis], total, *others[0][axis + 1 :]), output):
            report.error(
                "tosa_concat_c4", f"result must have {total} elements along {axis}, but got {spelled_shape(output)}"
            )


@op("tosa.pad", traits=(Pure,))
class PadOp(Op):
    """A value around the elements: for each dimension, how often before and behind it.

    Rules: (tosa_pad_c1) elements have one type. (tosa_pad_c2) ranks agree, and there are two numbers for each
    dimension. (tosa_pad_c3) numbers are not negative, or -1 where unknown. (tosa_pad_c4) the result's sizes follow.
    (tosa_shape_operand_c1) shapes are computed by ops of `tosa`.
    Example: %r = tosa.pad %x, %p, %z : (tensor<4xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<6xf32>
    """

    input1: Operand = operand(tensor_with_axes)
    padding: Operand = operand(shape)
    pad_const: Operand = operand(scalar)
    output: Result = result(tensor_with_axes)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        check_same_elements(report, "tosa_pad_c1", self.input1, self.pad_const, self.output)
        source, output = sizes_of(self.input1), sizes_of(self.output)
        if source is None or output is None:
            return
        count = shape_rank(self.padding)
        if len(source) != len(output) or count != 2 * len(source):
            got = f"{len(output)} and {count}"
            report.error(
                "tosa_pad_c2", f"result must have rank {len(source)}, padding twice as many numbers, but got {got}"
            )
            return
        padding = known_sizes(self.padding)
        if padding is None:
            return
        if min(padding) < -1:
            report.error("tosa_pad_c3", f"padding must not be negative but for -1, but got {padding}")
            return
        wanted = [
            DYNAMIC if -1 in pair or size == DYNAMIC else size + sum(pair)
            for size, pair in zip(source, zip(padding[::2], padding[1::2], strict=True), strict=True)
        ]
        if not shapes_agree(wanted, output):
            got = spelled_shape(output)
            report.error("tosa_pad_c4", f"result must have the shape {spelled_shape(wanted)}, but got {got}")


@op("tosa.slice", traits=(Pure,))
class SliceOp(Op):
    """The part of a tensor that begins at `start` and has the sizes `size`, where -1 is what is left.

    Rules: (tosa_slice_c1) elements have one type. (tosa_slice_c2) ranks agree, and both lists have a number for each
    dimension. (tosa_shape_operand_c1) shapes are computed by ops of `tosa`.
    Example: %r = tosa.slice %x, %a, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
    """

    input1: Operand = operand(tensor_with_axes)
    start: Operand = operand(shape)
    size: Operand = operand(shape)
    output: Result = result(tensor_with_axes)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        check_same_elements(report, "tosa_slice_c1", self.input1, self.output)
        source = sizes_of(self.input1)
        if source is None:
            return
        counts = [shape_rank(self.start), shape_rank(self.size)]
        if counts != [len(source)] * 2:
            report.error("tosa_slice_c2", f"lists must have {len(source)} numbers, but got {counts}")
            return
        rank_is(report, "tosa_slice_c2", self.output, len(source))


@op("tosa.tile", traits=(Pure,))
class TileOp(Op):
    """The tensor repeated along each dimension, as often as `multiples` says.

    Rules: (tosa_tile_c1) elements have one type. (tosa_tile_c2) ranks agree, and there is a number for each
    dimension. (tosa_tile_c3) numbers are positive, or -1 where unknown. (tosa_shape_operand_c1) shapes are computed
    by ops of `tosa`.
    Example: %r = tosa.tile %x, %n : (tensor<4xf32>, !tosa.shape<1>) -> tensor<8xf32>
    """

    input1: Operand = operand(tensor_with_axes)
    multiples: Operand = operand(shape)
    output: Result = result(tensor_with_axes)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        check_same_elements(report, "tosa_tile_c1", self.input1, self.output)
        for value in (self.input1, self.output):
            if not rank_is(report, "tosa_tile_c2", value, shape_rank(self.multiples)):
                return
        multiples = known_sizes(self.multiples)
        if multiples is not None and any(number < 1 and number != -1 for number in multiples):
            report.error("tosa_tile_c3", f"numbers must be positive but for -1, but got {multiples}")
