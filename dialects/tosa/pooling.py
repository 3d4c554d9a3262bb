"""Windows of `tosa` that give the largest element or the average."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.ir import DenseArrayAttr, TypeAttr, Value
from dlc.ir.attributes import spelled
from dlc.ir.builtin_types import IntegerType, i32
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result
from dlc.ir.traits import Pure

from .attributes import NanModeAttr
from .bases import (
    FORM,
    WordsOp,
    check_same_elements,
    check_zero_point,
    list_2,
    list_4,
    sizes_of,
    stored_element,
    tensor_4d,
    zero_point,
)
from .convolution import FITTING_ACCUMULATORS, Along, accumulator_type, check_at_least, check_window
from .elementwise import NAN_MODES, PROPAGATE, WITHOUT_NAN_MODE

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def _check_windows(report: Report, op: AvgPool2dOp | MaxPool2dOp, source: Value, result: Value) -> None:
    """Report windows that do not move over the whole tensor, or that may lie in the padding alone."""
    check_at_least(report, "tosa_pool_c1", 1, kernel=op.kernel, stride=op.stride)
    check_at_least(report, "tosa_pool_c1", 0, pad=op.pad)
    if min(*op.kernel, *op.stride) < 1:
        return
    given, output = sizes_of(source), sizes_of(result)
    for number, (kernel, stride) in enumerate(zip(op.kernel, op.stride, strict=True)):
        low, high = list(op.pad)[2 * number : 2 * number + 2]
        if max(low, high) >= kernel:
            report.error("tosa_pool_c2", f"padding must be less than the window of {kernel}, but got {[low, high]}")
        dim = number + 1
        if given is not None and output is not None:
            check_window(report, "tosa_pool_c3", Along(dim, given[dim], kernel, output[dim], low, high, stride))


@op("tosa.avg_pool2d", traits=(Pure,))
class AvgPool2dOp(Op):
    """The average of each window of a tensor (N, H, W, C), of the elements that are not padding. Of integers, it is
    that of x - input_zp, rounded to nearest by a multiplication and a shift as the specification says, and output_zp is
    added.

    Rules: (tosa_pool_c1) sizes of windows and strides are positive, padding is not negative. (tosa_pool_c2) padding is
    less than the window. (tosa_pool_c3) the last window ends where the padded tensor does, and the result has an
    element for each window. (tosa_avg_pool_c1) the accumulator is that for the elements. (tosa_zero_point_c1) a zero
    point has the element type of its tensor. (tosa_zero_point_c2) it is 0 unless that is i8.
    Example:
        %r = tosa.avg_pool2d %x, %z, %z {
          acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>
        } : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
    """

    input: Operand = operand(tensor_4d)
    input_zp: Operand = operand(zero_point)
    output_zp: Operand = operand(zero_point)
    output: Result = result(tensor_4d)
    kernel: Attr[DenseArrayAttr] = attr(list_2)
    stride: Attr[DenseArrayAttr] = attr(list_2)
    pad: Attr[DenseArrayAttr] = attr(list_4)
    acc_type: Attr[TypeAttr] = attr(accumulator_type)
    syntax = FORM

    def verify(self, report: Report) -> None:
        _check_windows(report, self, self.input, self.output)
        element = stored_element(self.input)
        allowed = (i32,) if isinstance(element, IntegerType) else FITTING_ACCUMULATORS.get(element)
        if allowed is not None and self.acc_type.type not in allowed:
            wanted = spelled(allowed, " or ")
            got = f"'{self.acc_type.type}'"
            report.error("tosa_avg_pool_c1", f"sums of elements of '{element}' must be of {wanted}, but got {got}")
        check_zero_point(report, "input", self.input, self.input_zp)
        check_zero_point(report, "output", self.output, self.output_zp)


@op("tosa.max_pool2d", traits=(Pure,))
class MaxPool2dOp(WordsOp):
    """The largest element of each window of a tensor (N, H, W, C); NaN if one is NaN. With `IGNORE`, NaN is taken for
    -inf. MLIR's lowering begins with the least finite number, which it gives in the place of -inf.

    Rules: (tosa_pool_c1) sizes of windows and strides are positive, padding is not negative. (tosa_pool_c2) padding is
    less than the window. (tosa_pool_c3) the last window ends where the padded tensor does, and the result has an
    element for each window. (tosa_max_pool_c1) elements have one type.
    Example:
        %r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
          : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
    """

    input: Operand = operand(tensor_4d)
    output: Result = result(tensor_4d)
    kernel: Attr[DenseArrayAttr] = attr(list_2)
    stride: Attr[DenseArrayAttr] = attr(list_2)
    pad: Attr[DenseArrayAttr] = attr(list_4)
    nan_mode: Attr[NanModeAttr] = attr(NanModeAttr, default=PROPAGATE)
    bare: ClassVar = NAN_MODES
    usual: ClassVar = WITHOUT_NAN_MODE

    def verify(self, report: Report) -> None:
        check_same_elements(report, "tosa_max_pool_c1", self.input, self.output)
        _check_windows(report, self, self.input, self.output)
