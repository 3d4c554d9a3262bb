"""Shared parts of the ops of `graph`: shape inference, elementwise forms, and reporting of problems.

An op's shape rules live in one place, `infer_shapes`: from the known sizes of its operands it infers those of its
results, and reports every rule that is broken. The verifier calls it, the constructor gets the result types
from it, shape propagation makes types more precise with it, and the lowering, which gives it symbols for all unknown
sizes, computes the sizes of results by it and checks the rules that they decide (`rules`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from dlc.ir import Type
from dlc.ir.builtin_types import TensorType
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Op, Operand, Result, inferred_result, operand
from dlc.ir.errors import InvalidIRError
from dlc.ir.interfaces import Interface, required
from dlc.ir.sizes import Shape, is_less_precise, spell
from dlc.ir.traits import Elementwise

from .rules import Findings, OpenRules, Problems, same_shape
from .tensors import any_tensor, element_of, fits_memory, float_tensor, number_tensor, shape_of_type, tensor_of

if TYPE_CHECKING:
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report


class InferShapes(Interface):
    """Knows the sizes of its results from those of its operands."""

    @staticmethod
    @required
    def infer_shapes(op: Operation, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """A shape for each result; `None` where a rule is broken that leaves nothing to say."""
        raise NotImplementedError

    @staticmethod
    @required
    def infer_elements(op: Operation) -> Sequence[Type]:
        """The element type of each result."""
        raise NotImplementedError


class GraphOp(Op):
    """An op on tensors whose result types follow from its operands and properties.

    A result type may say less than follows, with `?` for what is known, but nothing else: rule c1 of each op.
    """

    checked_by_rules: ClassVar[bool] = True
    interfaces: ClassVar[dict[type, Any]] = {}

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the known sizes of the results."""
        raise NotImplementedError

    def is_speculatable(self) -> bool:
        """Return whether its rules about sizes provably hold, so that the op cannot stop the program."""
        rules = OpenRules()
        self.infer_shapes(operand_shapes(self), rules)
        return not rules.open and getattr(self, "sizes", None) is None

    def infer_elements(self) -> Sequence[Type]:
        """The element types of the results: that of the first operand, where an op does not say otherwise."""
        return [element_of(self.operands[0])] * len(self.definition.results)

    def infer_types(self) -> Sequence[Type]:
        """The most precise result types."""
        problems = Problems()
        types = self._inferred(problems)
        if problems.found or types is None:
            raise InvalidIRError(f"'{self.name}' op {'; '.join(problems.found)}")
        return types

    def _inferred(self, report: Findings) -> list[TensorType] | None:
        shapes = self.infer_shapes(operand_shapes(self), report)
        if shapes is None or not self._sizes_are_possible(shapes, report):
            return None
        return [tensor_of(shape, kind) for shape, kind in zip(shapes, self.infer_elements(), strict=True)]

    def _sizes_are_possible(self, shapes: Sequence[Shape], report: Findings) -> bool:
        """Report sizes that no type could have: there would be nothing to compare with."""
        rule = self.name.partition(".")[2]
        for number, shape in enumerate(shapes):
            which = f"result #{number}" if len(shapes) > 1 else "result"
            if any(isinstance(dim, int) and dim < 0 for dim in shape):
                report.error(f"{rule}_c1", f"{which} must not have negative sizes, but got {spell(shape)}")
                return False
            if not fits_memory(shape):
                report.error(f"{rule}_c1", f"{which} must have fewer than 2^63 elements, but got {spell(shape)}")
                return False
        return True

    def verify(self, report: Report) -> None:
        before = report.count
        inferred = self._inferred(report)
        if inferred is None or report.count > before:
            return
        rule = self.name.partition(".")[2]
        for number, (result, expected) in enumerate(zip(self.results, inferred, strict=True)):
            known = shape_of_type(expected)
            which = f"result #{number}" if len(inferred) > 1 else "result"
            if result.type is not expected and not _may_stand_for(result.type, expected, known):
                report.error(f"{rule}_c1", f"{which} must have type '{expected}', but got '{result.type}'")


def _may_stand_for(written: Type, expected: TensorType, known: Shape) -> bool:
    if not isinstance(written, TensorType) or written.element_type is not expected.element_type:
        return False
    return is_less_precise(shape_of_type(written), known)


def operand_shapes(op: Operation) -> list[Shape]:
    """Return the known sizes of each operand; an operand that is not a tensor has rank 0."""
    return [shape_of_type(v.type) if isinstance(v.type, TensorType) else () for v in op.operands]


class SizeRules(Interface):
    """Has rules about the sizes of its operands, but results whose sizes do not follow from these alone."""

    @staticmethod
    @required
    def check_sizes(op: Operation, shapes: Sequence[Shape], report: Findings) -> object:
        """Report the rules that operands of these shapes break."""
        raise NotImplementedError


InferShapes.attach(GraphOp, GraphOp)


def infer_shapes(op: Operation, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
    """The shapes of an op's results for operands of these shapes; `None` where nothing can be said."""
    inference = InferShapes.of(op)
    if inference is not None:
        return inference.infer_shapes(op, shapes, report)
    rules = SizeRules.of(op)
    if rules is not None:
        rules.check_sizes(op, shapes, report)
        return None
    if Elementwise not in op.traits:
        return None
    known: Shape | None = None
    for value, shape in zip(op.operands, shapes, strict=True):
        if isinstance(value.type, TensorType):
            known = shape if known is None else same_shape(report, None, "operands", known, shape)
            if known is None:
                return None
    return [known] * len(op.results) if known is not None else None


# -- Elementwise ops ---------------------------------------------------------------------------------------------------

F = TypeVariable("F", float_tensor)
N = TypeVariable("N", number_tensor)
A = TypeVariable("A", any_tensor)


class FloatFunctionOp(Op):
    """A function of each element, which is a float."""

    operand: Operand = operand(F)
    result: Result = inferred_result(F)
    syntax = "$operand attr-dict `:` type($result)"


class NumberFunctionOp(Op):
    """A function of each element, which is a float or an integer."""

    operand: Operand = operand(N)
    result: Result = inferred_result(N)
    syntax = "$operand attr-dict `:` type($result)"


class NumberBinaryOp(Op):
    """A function of two numbers, element by element."""

    lhs: Operand = operand(N)
    rhs: Operand = operand(N)
    result: Result = inferred_result(N)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"
