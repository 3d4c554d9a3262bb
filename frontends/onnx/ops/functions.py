"""Elementary functions."""

from __future__ import annotations

from ....dialects import graph
from ....ir import Value
from ...emitter import Maker
from ..node import Node
from ..registry import imports

FUNCTIONS: dict[str, Maker] = {
    "Acos": graph.AcosOp,
    "Acosh": graph.AcoshOp,
    "Asin": graph.AsinOp,
    "Asinh": graph.AsinhOp,
    "Atan": graph.AtanOp,
    "Atanh": graph.AtanhOp,
    "Cos": graph.CosOp,
    "Cosh": graph.CoshOp,
    "Erf": graph.ErfOp,
    "Exp": graph.ExpOp,
    "Log": graph.LogOp,
    "Reciprocal": graph.ReciprocalOp,
    "Sin": graph.SinOp,
    "Sinh": graph.SinhOp,
    "Sqrt": graph.SqrtOp,
    "Tan": graph.TanOp,
    "Tanh": graph.TanhOp,
}


@imports(*FUNCTIONS)
def import_function(node: Node) -> Value:
    """A function of each element."""
    return node.add(FUNCTIONS[node.op](node[0]))
