"""An interface for shapes, and the pass `pico-infer-shapes`, which knows no op but through it."""

from __future__ import annotations

from dlc.dialects.func import FuncOp, ReturnOp
from dlc.ir import Operation
from dlc.ir.builtin_attributes import TypeAttr
from dlc.ir.builtin_types import FunctionType
from dlc.ir.interfaces import Interface, required
from dlc.passes.manager import Pass, PassRun, statistic

from ch02.dialect import DIALECT, ArrayOp, ArrayType, Shape, shape_of


class InferShape(Interface):
    """Ops with one result, whose shape follows from the shapes of the operands."""

    @staticmethod
    @required
    def infer(op: Operation, shapes: list[Shape]) -> Shape:
        """Return the shape of the result; raise `ValueError` if the operands do not fit."""
        raise NotImplementedError


class ShapeOfArrayOp:
    """The rule that the verifier of the op checks."""

    @staticmethod
    def infer(op: ArrayOp, shapes: list[Shape]) -> Shape:
        return op.result_shape(*shapes)


for kind in DIALECT.ops.values():
    InferShape.attach(kind, ShapeOfArrayOp)


class InferShapes(Pass):
    """Infer the shapes of arrays from the shapes of arguments"""

    name = "pico-infer-shapes"
    anchor = "func.func"
    inferred = statistic("num-inferred", "Number of shapes inferred")

    def run(self, op: Operation, run: PassRun) -> None:
        for inner in op.walk():
            rule = InferShape.of(inner)
            if rule is None or shape_of(inner.results[0]) is not None:
                continue
            shapes = [shape for value in inner.operands if (shape := shape_of(value)) is not None]
            if len(shapes) < len(inner.operands):
                run.error(inner, "has an operand of unknown shape")
                return
            try:
                inner.results[0].type = ArrayType(rule.infer(inner, shapes))
            except ValueError as error:
                run.error(inner, str(error))
                return
            run.count(self.inferred, 1)
        declare_results(op)


def declare_results(op: Operation) -> None:
    """Give a function the type of what it returns."""
    if isinstance(op, FuncOp) and isinstance(op.entry.last, ReturnOp):
        returned = tuple(value.type for value in op.entry.last.operands)
        op.function_type = TypeAttr(FunctionType(op.type.inputs, returned))
