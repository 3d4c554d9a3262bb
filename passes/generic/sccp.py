"""The pass `sccp`: sparse conditional constant propagation."""

from __future__ import annotations

from dlc.ir import Operation
from dlc.ir.context import Context

from ..dataflow.constant_propagation import ConstantPropagation
from ..dataflow.dead_code import DeadCodeAnalysis
from ..dataflow.solver import Solver
from ..manager import Pass, PassRun, statistic
from .constant_replacement import replace_by_constants


def propagate_constants(root: Operation, context: Context) -> int:
    """Replace what is always the same constant, given where control can come at all; returns how many values."""
    solver = Solver()
    constants = solver.load(ConstantPropagation(solver.load(DeadCodeAnalysis())))
    solver.run(root)
    return replace_by_constants(root, constants.constant_of, context, SparseConditionalConstantPropagation.name)


class SparseConditionalConstantPropagation(Pass):
    """Sparse Conditional Constant Propagation

    Follows constants through branches, regions and calls, along the ways that they allow. Branches that are decided
    stay as they are: that is for `canonicalize` and `simplify-cfg`.

    Example: sccp
        func.func @f(%x: i32) -> i32 {
          %one = arith.constant 1 : i32
          %two = arith.constant 2 : i32
          %never = arith.cmpi sgt, %one, %two : i32
          cf.cond_br %never, ^join(%x : i32), ^join(%two : i32)
        ^join(%y: i32):
          return %y : i32
        }
    """

    name = "sccp"
    replaced = statistic("num-replaced", "Number of values replaced by constants, and of constants merged or erased")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.replaced, propagate_constants(op, run.context))
