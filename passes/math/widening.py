"""Computing with narrow floats in a wider format: shared by `widen-small-floats` and `widen-half-floats`.

An op runs on wider operands, and its results are rounded once. A subclass has the conversions between the formats, in
the ops of its level, and chooses the format for each op.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.ir import InsertionPoint, Operation, Type, Value
from dlc.ir.builtin_types import VectorType, f32, like
from dlc.ir.patterns import Rewriter


class Widening:
    """Rewrites ops on narrow floats one after the other, in place."""

    def __init__(self, name: str) -> None:
        self.rewriter = Rewriter()
        self.rewriter.current_pattern = name

    def is_narrow(self, type: Type) -> bool:
        """Return whether the elements of a type are narrow floats."""
        raise NotImplementedError

    def touches(self, op: Operation) -> bool:
        """Return whether an op has narrow floats; the loop is for speed."""
        is_narrow = self.is_narrow
        for value in (*op.results, *op.operands):  # noqa: SIM110 (faster)
            if is_narrow(value.type):
                return True
        return False

    def converted(self, value: Value, type: Type) -> Value:
        """Convert between two float formats: exactly to a wider one, to the nearest float of a narrower one."""
        raise NotImplementedError

    def element(self, source: Value, position: int) -> Value:
        """Return an element of a vector."""
        raise NotImplementedError

    def replacements(self, op: Operation) -> Sequence[Value] | None:
        """Return the replacements of the results, or `None` if the op is not widened."""
        raise NotImplementedError

    def visit(self, op: Operation) -> bool:
        """Widen an op; return whether that was possible."""
        with self.rewriter.at(InsertionPoint.before_op(op), self.rewriter.provenance(op.location)):
            values = self.replacements(op)
        if values is not None:
            self.rewriter.replace(op, values)
        return values is not None

    def emit(self, op: Operation) -> Value:
        return self.rewriter.insert(op).results[0]

    def computed(self, op: Operation, element: Type = f32) -> list[Value]:
        """Compute the op in a wider format, and round its results."""
        operands = [
            self.converted(value, like(value.type, element)) if self.is_narrow(value.type) else value
            for value in op.operands
        ]
        types = [like(type, element) if self.is_narrow(type) else type for type in op.result_types]
        wide_op = self.rewriter.insert(type(op).create(operands, types, dict(op.properties), dict(op.attributes)))
        return [
            value if value.type is old.type else self.converted(value, old.type)
            for value, old in zip(wide_op.results, op.results, strict=True)
        ]

    def reduced_in_order(self, vector: Value, start: Value | None, step: Callable[[Value, Value], Operation]) -> Value:
        """Combine the elements of a vector in order, each step in f32 and rounded."""
        type, total = vector.type, start
        assert isinstance(type, VectorType)
        elements = self.converted(vector, like(type, f32))
        for position in range(type.num_elements):
            element = self.element(elements, position)
            wide = element if total is None else self.emit(step(self.converted(total, f32), element))
            total = self.converted(wide, type.element_type)
        assert total is not None, "vectors have elements"
        return total
