"""The dialect `pico`: arrays of numbers, and what can be done with them."""

from __future__ import annotations

from dlc.ir import Type, Value, type_
from dlc.ir.attributes import AttributeReport
from dlc.ir.builtin_attributes import FloatAttr
from dlc.ir.builtin_constraints import typed_float
from dlc.ir.builtin_types import f32
from dlc.ir.constraints import instance_of
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result
from dlc.ir.dialect import Dialect
from dlc.ir.traits import ConstantLike, Pure
from dlc.ir.verifier import Report

Shape = tuple[int, ...]


@type_("pico.array")
class ArrayType(Type):
    """An array of f32: `!pico.array<[2, 3]>`; `!pico.array` is one whose shape is not known yet."""

    shape: tuple[int, ...] | None = None

    def verify(self, report: AttributeReport) -> None:
        if self.shape is not None and min(self.shape, default=1) < 1:
            report.error(f"sizes must be positive, but got {list(self.shape)}")


def shape_of(value: Value) -> Shape | None:
    """Return the shape of an array, or `None` if it is not known."""
    return value.type.shape if isinstance(value.type, ArrayType) else None


any_array = instance_of(ArrayType, "array")


class ArrayOp(Op):
    """An op whose result has a shape that follows from the shapes of its operands."""

    def result_shape(self, *shapes: Shape) -> Shape:
        """Return the shape of the result; raise `ValueError` if the operands do not fit."""
        raise NotImplementedError

    def verify(self, report: Report) -> None:
        rule = f"{self.name.removeprefix('pico.')}_c1"
        shapes = [shape for value in self.operands if (shape := shape_of(value)) is not None]
        if len(shapes) < len(self.operands):
            return
        try:
            shape = self.result_shape(*shapes)
        except ValueError as error:
            report.error(rule, str(error))
            return
        if shape_of(self.results[0]) not in (None, shape):
            report.error(rule, f"result must be '{ArrayType(shape)}', but got '{self.results[0].type}'")


def longer(lhs: Shape, rhs: Shape) -> Shape:
    """Return the longer of two shapes, which must end with the other one: [2, 3] and [3] give [2, 3]."""
    long, short = (lhs, rhs) if len(lhs) >= len(rhs) else (rhs, lhs)
    if long[len(long) - len(short) :] != short:
        raise ValueError(f"one shape must end with the other, but got {list(lhs)} and {list(rhs)}")
    return long


@op("pico.constant", traits=(Pure, ConstantLike))
class ConstantOp(ArrayOp):
    """A number, which is an array without dimensions.

    Rules: (constant_c1) the result has no dimensions.
    Example: %c = pico.constant 2.0 : !pico.array<[]>
    """

    value: Attr[FloatAttr] = attr(typed_float(f32))
    out: Result = result(any_array)
    syntax = "$value attr-dict `:` type($out)"

    def result_shape(self, *shapes: Shape) -> Shape:
        return ()


@op("pico.add", traits=(Pure,))
class AddOp(ArrayOp):
    """Add arrays; the shorter one is repeated.

    Rules: (add_c1) one shape ends with the other, and the result has the longer one.
    Example: %c = pico.add %a, %b : (!pico.array<[2, 3]>, !pico.array<[3]>) -> !pico.array<[2, 3]>
    """

    lhs: Operand = operand(any_array)
    rhs: Operand = operand(any_array)
    out: Result = result(any_array)
    syntax = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"

    def result_shape(self, *shapes: Shape) -> Shape:
        return longer(*shapes)


@op("pico.mul", traits=(Pure,))
class MulOp(ArrayOp):
    """Multiply arrays element by element; the shorter one is repeated.

    Rules: (mul_c1) one shape ends with the other, and the result has the longer one.
    Example: %c = pico.mul %a, %b : (!pico.array<[2, 3]>, !pico.array<[]>) -> !pico.array<[2, 3]>
    """

    lhs: Operand = operand(any_array)
    rhs: Operand = operand(any_array)
    out: Result = result(any_array)
    syntax = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"

    def result_shape(self, *shapes: Shape) -> Shape:
        return longer(*shapes)


@op("pico.matmul", traits=(Pure,))
class MatmulOp(ArrayOp):
    """Multiply matrices.

    Rules: (matmul_c1) both have two dimensions, and the inner sizes agree.
    Example: %c = pico.matmul %a, %b : (!pico.array<[2, 3]>, !pico.array<[3, 4]>) -> !pico.array<[2, 4]>
    """

    lhs: Operand = operand(any_array)
    rhs: Operand = operand(any_array)
    out: Result = result(any_array)
    syntax = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"

    def result_shape(self, *shapes: Shape) -> Shape:
        lhs, rhs = shapes
        if len(lhs) != 2 or len(rhs) != 2 or lhs[1] != rhs[0]:
            raise ValueError(f"shapes must be [m, k] and [k, n], but got {list(lhs)} and {list(rhs)}")
        return (lhs[0], rhs[1])


class UnaryOp(ArrayOp):
    """A function of one array."""

    source: Operand = operand(any_array)
    out: Result = result(any_array)
    syntax = "$source attr-dict `:` functional-type(operands, results)"

    def result_shape(self, *shapes: Shape) -> Shape:
        return shapes[0]


@op("pico.relu", traits=(Pure,))
class ReluOp(UnaryOp):
    """maximum(x, 0), element by element.

    Rules: (relu_c1) the result has the shape of the source.
    Example: %b = pico.relu %a : (!pico.array<[2, 3]>) -> !pico.array<[2, 3]>
    """


@op("pico.exp", traits=(Pure,))
class ExpOp(UnaryOp):
    """e to the power x, element by element.

    Rules: (exp_c1) the result has the shape of the source.
    Example: %b = pico.exp %a : (!pico.array<[2, 3]>) -> !pico.array<[2, 3]>
    """


@op("pico.transpose", traits=(Pure,))
class TransposeOp(UnaryOp):
    """Reverse the order of the dimensions.

    Rules: (transpose_c1) the result has the sizes of the source in reverse order.
    Example: %b = pico.transpose %a : (!pico.array<[2, 3]>) -> !pico.array<[3, 2]>
    """

    def result_shape(self, *shapes: Shape) -> Shape:
        return shapes[0][::-1]


@op("pico.cast", traits=(Pure,))
class CastOp(UnaryOp):
    """The same array, of which more or less is known.

    Rules: (cast_c1) the shapes are equal where both are known.
    Example: %b = pico.cast %a : (!pico.array<[2, 3]>) -> !pico.array
    """


DIALECT = Dialect.collect("pico", globals())
