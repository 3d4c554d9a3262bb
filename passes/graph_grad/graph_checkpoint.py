"""The pass `graph-checkpoint`: less memory for the backward pass, which computes again what was not kept.

The ops of a function are divided into segments. Only what a later segment uses is kept; everything else in a segment is
marked with the attribute `graph.checkpoint`, which `graph-grad` and `dlc.grad` follow: it is computed again when the
backward pass reaches the segment. With as many segments as segments have ops, memory grows with the square root of the
depth, and the forward pass is computed twice.
"""

from __future__ import annotations

import math

from dlc.dialects.func import FuncOp
from dlc.dialects.graph.differentiation import CHECKPOINT
from dlc.ir import Operation
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.effects import is_memory_effect_free

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, option, statistic
from .gradients import is_differentiable


class GraphCheckpoint(Pass):
    """Mark ops whose results the backward pass computes again

    It runs before `graph-grad`, and trades time for memory.

    Example: graph-checkpoint{segments=2}
        func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
          %0 = graph.exp %x : tensor<3xf64>
          %1 = graph.sin %0 : tensor<3xf64>
          %2 = graph.exp %1 : tensor<3xf64>
          %3 = graph.reduce <sum> %2, [0] : tensor<3xf64> -> tensor<f64>
          return %3 : tensor<f64>
        }
    """

    name = "graph-checkpoint"
    anchor = "builtin.module"
    segments: int = option("The number of segments; the square root of the number of ops if 0", default=0, least=0)
    marked = statistic("num-marked", "Number of ops that are computed again")

    def run(self, op: Operation, run: PassRun) -> None:
        for function in functions_in(op):
            if function.body.has_one_block:
                run.count(self.marked, mark_checkpoints(function, self.segments))


def mark_checkpoints(function: FuncOp, segments: int = 0) -> int:
    """Mark the ops of a function whose results no later one of some segments uses, and return their number."""
    ops = [op for op in function.entry.ops if any(map(is_differentiable, op.results)) and is_memory_effect_free(op)]
    count = segments if segments > 0 else max(math.isqrt(len(ops)), 1)
    length = max(math.ceil(len(ops) / count), 1)
    segment = {op: number // length for number, op in enumerate(ops)}
    marked = 0
    for op in ops:
        users = [function.entry.find_ancestor_op_in(user) for result in op.results for user in result.users]
        if all(user is not None and segment.get(user, count) == segment[op] for user in users):
            op.attributes[CHECKPOINT] = UNIT
            marked += 1
    return marked
