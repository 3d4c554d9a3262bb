"""Ops of `tosa` on shapes: lists of sizes, which are constants, sizes of tensors, or computed from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir import DenseElementsAttr, IntegerAttr
from dlc.ir.definition import (
    Attr,
    Family,
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
    check_shapes_are_computed,
    constant_of,
    i32_attr,
    scalar_i32,
    shape,
    shape_rank,
    tensor_with_axes,
)
from .control import index_elements
from .reduction import axis_is_there

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_RULES = (
    "\n\n    Rules: (tosa_shapes_c1) all shapes have as many sizes. (tosa_shape_operand_c1) shapes are computed\n"
    "    by ops of `tosa`."
)


class ShapeOp(Op):
    """Base of ops on the sizes of shapes with one rank."""

    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        ranks = [shape_rank(value) for value in (*self.operands, *self.results)]
        if len(set(ranks)) > 1:
            report.error("tosa_shapes_c1", f"shapes must have one rank, but got {', '.join(map(str, ranks))}")


class UnaryShapeOp(ShapeOp):
    """A function of each size."""

    input: Operand = operand(shape)
    output: Result = result(shape)


class BinaryShapeOp(ShapeOp):
    """A function of pairs of sizes."""

    input1: Operand = operand(shape)
    input2: Operand = operand(shape)
    output: Result = result(shape)


_unary = Family(UnaryShapeOp, __name__, "%r = {name} %a : (!tosa.shape<2>) -> !tosa.shape<2>", traits=(Pure,))
_binary = Family(
    BinaryShapeOp,
    __name__,
    "%r = {name} %a, %b : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>",
    traits=(Pure,),
)
AddShapeOp = _binary("AddShapeOp", "tosa.add_shape", f"Sums of sizes.{_RULES}")
DivCeilShapeOp = _binary("DivCeilShapeOp", "tosa.div_ceil_shape", f"Quotients of sizes, rounded up.{_RULES}")
DivFloorShapeOp = _binary("DivFloorShapeOp", "tosa.div_floor_shape", f"Quotients of sizes, rounded down.{_RULES}")
Exp2ShapeOp = _unary("Exp2ShapeOp", "tosa.exp2_shape", f"2 to the power of sizes.{_RULES}")
Log2CeilShapeOp = _unary("Log2CeilShapeOp", "tosa.log2_ceil_shape", f"Binary logarithms, rounded up.{_RULES}")
Log2FloorShapeOp = _unary("Log2FloorShapeOp", "tosa.log2_floor_shape", f"Binary logarithms, rounded down.{_RULES}")
MaxShapeOp = _binary("MaxShapeOp", "tosa.max_shape", f"The larger sizes.{_RULES}")
MinShapeOp = _binary("MinShapeOp", "tosa.min_shape", f"The smaller sizes.{_RULES}")
ModShapeOp = _binary("ModShapeOp", "tosa.mod_shape", f"Rests of divisions.{_RULES}")
MulShapeOp = _binary("MulShapeOp", "tosa.mul_shape", f"Products of sizes.{_RULES}")
SubShapeOp = _binary("SubShapeOp", "tosa.sub_shape", f"Differences of sizes.{_RULES}")


@op("tosa.const_shape", traits=(Pure,))
class ConstShapeOp(Op):
    """The given sizes.

    Rules: (tosa_const_shape_c1) there is an element for each size; for none, there may be one that does not count.
    Example: %r = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    """

    output: Result = result(shape)
    values: Attr[DenseElementsAttr] = attr(index_elements)
    syntax = "attr-dict `:` functional-type(operands, results)"

    def verify(self, report: Report) -> None:
        rank = shape_rank(self.output)
        if self.values.type.shape not in ((rank,), (max(rank, 1),)):
            got = f"'{self.values.type}'"
            report.error("tosa_const_shape_c1", f"values must be {rank} in a list, but got {got}")


@op("tosa.concat_shape", traits=(Pure,))
class ConcatShapeOp(Op):
    """Shapes behind one another.

    Rules: (tosa_concat_shape_c1) there is a shape, and the result has all sizes. (tosa_shape_operand_c1) shapes are
    computed by ops of `tosa`.
    Example: %r = tosa.concat_shape %a, %b : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<4>
    """

    input: VariadicOperand = variadic_operand(shape)
    output: Result = result(shape)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        count = sum(map(shape_rank, self.input))
        if not self.input or count != shape_rank(self.output):
            report.error("tosa_concat_shape_c1", f"result must have {count} sizes, but got {shape_rank(self.output)}")


@op("tosa.dim", traits=(Pure,))
class DimOp(Op):
    """The size of a tensor along an axis.

    Rules: (tosa_dim_c1) the axis is there. (tosa_dim_c2) the result has one size.
    Example: %r = tosa.dim %x {axis = 1 : i32} : (tensor<2x?xf32>) -> !tosa.shape<1>
    """

    input1: Operand = operand(tensor_with_axes)
    output: Result = result(shape)
    axis: Attr[IntegerAttr] = attr(i32_attr)
    syntax = FORM

    def verify(self, report: Report) -> None:
        axis_is_there(report, "tosa_dim_c1", self.axis.value, self.input1)
        if shape_rank(self.output) != 1:
            report.error("tosa_dim_c2", f"result must have one size, but got {shape_rank(self.output)}")


@op("tosa.slice_shape", traits=(Pure,))
class SliceShapeOp(Op):
    """Some sizes of a shape: `size` of them from `start` on.

    Rules: (tosa_slice_shape_c1) they are inside the shape, and the result has as many. (tosa_shape_operand_c1)
    shapes are computed by ops of `tosa`.
    Example:
        %r = tosa.slice_shape %a, %start, %size : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>
    """

    input: Operand = operand(shape)
    start: Operand = operand(scalar_i32)
    size: Operand = operand(scalar_i32)
    output: Result = result(shape)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        start, size = constant_of(self.start), constant_of(self.size)
        first = start.ints()[0] if start is not None else 0
        count = size.ints()[0] if size is not None else shape_rank(self.output)
        if first < 0 or count != shape_rank(self.output) or count < 1 or first + count > shape_rank(self.input):
            whole, rank = shape_rank(self.input), shape_rank(self.output)
            report.error(
                "tosa_slice_shape_c1", f"{rank} of {whole} sizes must be taken, but got {count} from {first} on"
            )
