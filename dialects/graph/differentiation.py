"""Ops that gradients depend on: `graph.stop_gradient`."""

from __future__ import annotations

from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.traits import Elementwise, Pure

from .bases import A

CHECKPOINT = "graph.checkpoint"
"""The attribute of ops that are computed again in the backward pass, so that their results need not be kept."""
RECOMPUTED = "graph.recomputed"
"""The attribute of these copies."""
MAX_ITERATIONS = "graph.max_iterations"
"""The attribute of a `graph.while` that bounds its iterations, for its gradient."""
ORTHOGONAL_ROWS = "graph.orthogonal_rows"
"""The attribute of a `graph.while` that rotates rows until they are orthogonal, whose gradient is that of such rows.

It carries rows, the identity that it rotates with them or not, and a counter; the results are these, and the squares of
the lengths of rows before the counter. It is `true` if the given rows are positive definite matrices.
"""


@op("graph.stop_gradient", traits=(Pure, Elementwise))
class StopGradientOp(Op):
    """x, as a constant to gradients: nothing flows back through it.

    Example: %r = graph.stop_gradient %x : tensor<4xf32>
    """

    operand: Operand = operand(A)
    result: Result = inferred_result(A)
    syntax = "$operand attr-dict `:` type($result)"
