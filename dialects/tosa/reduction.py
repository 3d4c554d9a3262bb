"""Reductions of `tosa` along an axis, which keeps the size 1, and the place of the largest element."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Value
from dlc.ir.builtin_types import IndexType, IntegerType
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, op, operand, result
from dlc.ir.traits import Pure

from .attributes import NanModeAttr
from .bases import (
    FORM,
    WordsOp,
    check_same_elements,
    element_of,
    i32_attr,
    shapes_agree,
    sizes_of,
    spelled_shape,
    tensor,
    tensor_with_axes,
)
from .elementwise import NAN_MODES, PROPAGATE, WITHOUT_NAN_MODE

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_RULES = (
    "\n\n    Rules: (tosa_reduce_c1) the axis is there. (tosa_reduce_c2) the result has the shape of the operand, with "
    "1 along the axis. (tosa_reduce_c3) elements have one type."
)


def axis_is_there(report: Report, rule: str, axis: int, value: Value) -> bool:
    """Return whether a tensor has an axis; if not, report that."""
    sizes = sizes_of(value)
    if axis >= 0 and (sizes is None or axis < len(sizes)):
        return True
    rank = "any" if sizes is None else len(sizes)
    report.error(rule, f"axis must be one of {rank} dimensions, but got {axis}")
    return False


def check_reduction(report: Report, axis: int, source: Value, result: Value) -> None:
    """Report an axis that is not there, and a result of another type than follows."""
    if not axis_is_there(report, "tosa_reduce_c1", axis, source):
        return
    sizes = sizes_of(source)
    wanted = (*sizes[:axis], 1, *sizes[axis + 1 :]) if sizes is not None else None
    if not shapes_agree(wanted, sizes_of(result)):
        got = spelled_shape(sizes_of(result))
        report.error("tosa_reduce_c2", f"result must have the shape {spelled_shape(wanted)}, but got {got}")
    check_same_elements(report, "tosa_reduce_c3", source, result)


class ReduceOp(Op):
    """A reduction along an axis."""

    input: Operand = operand(tensor_with_axes)
    output: Result = result(tensor_with_axes)
    axis: Attr[IntegerAttr] = attr(i32_attr)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_reduction(report, self.axis.value, self.input, self.output)


class ReduceExtremumOp(WordsOp):
    """The largest or the smallest element along an axis."""

    input: Operand = operand(tensor_with_axes)
    output: Result = result(tensor_with_axes)
    axis: Attr[IntegerAttr] = attr(i32_attr)
    nan_mode: Attr[NanModeAttr] = attr(NanModeAttr, default=PROPAGATE)
    bare: ClassVar = NAN_MODES
    usual: ClassVar = WITHOUT_NAN_MODE

    def verify(self, report: Report) -> None:
        check_reduction(report, self.axis.value, self.input, self.output)


_reduce = Family(
    ReduceOp, __name__, "%r = {name} %x {{axis = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2x1xf32>", traits=(Pure,)
)
_reduce_truths = Family(
    ReduceOp, __name__, "%r = {name} %x {{axis = 1 : i32}} : (tensor<2x3xi1>) -> tensor<2x1xi1>", traits=(Pure,)
)
_reduce_extremum = Family(
    ReduceExtremumOp,
    __name__,
    "%r = {name} %x {{axis = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2x1xf32>",
    traits=(Pure,),
)
ReduceAllOp = _reduce_truths("ReduceAllOp", "tosa.reduce_all", f"Whether all are true.{_RULES}")
ReduceAnyOp = _reduce_truths("ReduceAnyOp", "tosa.reduce_any", f"Whether one is true.{_RULES}")
ReduceMaxOp = _reduce_extremum(
    "ReduceMaxOp",
    "tosa.reduce_max",
    "The largest element; NaN if one is NaN, or with `IGNORE` only if all are. MLIR's lowering begins with the least\n"
    f"    finite number, which it gives in the place of -inf.{_RULES}",
)
ReduceMinOp = _reduce_extremum(
    "ReduceMinOp",
    "tosa.reduce_min",
    "The smallest element; NaN if one is NaN, or with `IGNORE` only if all are. MLIR's lowering begins with the\n"
    f"    largest finite number, which it gives in the place of inf.{_RULES}",
)
ReduceProductOp = _reduce("ReduceProductOp", "tosa.reduce_product", f"The product of all.{_RULES}")
ReduceSumOp = _reduce("ReduceSumOp", "tosa.reduce_sum", f"The sum of all; integers wrap.{_RULES}")


@op("tosa.argmax", traits=(Pure,))
class ArgMaxOp(WordsOp):
    """The place of the largest element along an axis, of equal ones the first. It is that of the first NaN, if there is
    one; with `IGNORE`, NaN is less than anything, and 0 is the place if there is nothing else.

    Rules: (tosa_argmax_c1) the result has integers. (tosa_argmax_c2) the axis is there. (tosa_argmax_c3) the result has
    the shape of the operand without the axis.
    Example: %r = tosa.argmax %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
    """

    input: Operand = operand(tensor_with_axes)
    output: Result = result(tensor)
    axis: Attr[IntegerAttr] = attr(i32_attr)
    nan_mode: Attr[NanModeAttr] = attr(NanModeAttr, default=PROPAGATE)
    bare: ClassVar = NAN_MODES
    usual: ClassVar = WITHOUT_NAN_MODE

    def verify(self, report: Report) -> None:
        element, axis = element_of(self.output), self.axis.value
        if not isinstance(element, (IntegerType, IndexType)):
            report.error("tosa_argmax_c1", f"result must have integers, but got '{element}'")
        if not axis_is_there(report, "tosa_argmax_c2", axis, self.input):
            return
        sizes = sizes_of(self.input)
        wanted = (*sizes[:axis], *sizes[axis + 1 :]) if sizes is not None else None
        if not shapes_agree(wanted, sizes_of(self.output)):
            got = spelled_shape(sizes_of(self.output))
            report.error("tosa_argmax_c3", f"result must have the shape {spelled_shape(wanted)}, but got {got}")
