"""Products taken apart into numbers and other factors, whatever the order in which they are written."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.ir import Value

from ..matching import number_in

MOST_FACTORS = 8


class Product:
    """A product taken apart: a number, and what is multiplied by it."""

    def __init__(self, value: Value) -> None:
        self.number = 1.0
        self.values: list[Value] = []
        pending = [value]
        while pending:
            current = pending.pop()
            number = number_in(current)
            maker = current.defining_op
            if number is not None:
                self.number *= number
            elif isinstance(maker, graph.MulOp) and len(pending) + len(self.values) < MOST_FACTORS:
                pending += maker.operands
            elif isinstance(maker, graph.DivOp) and number_in(maker.rhs):
                self.number /= number_in(maker.rhs) or 1.0
                pending.append(maker.lhs)
            else:
                self.values.append(current)
