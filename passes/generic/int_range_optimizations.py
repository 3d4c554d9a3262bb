"""The pass `int-range-optimizations`: uses the bounds of integers to simplify what is computed from them."""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir import Attribute, Operation, Value
from dlc.ir.context import Context

from ..dataflow.constant_ranges import constant_in_range
from ..dataflow.dead_code import DeadCodeAnalysis
from ..dataflow.integer_ranges import IntegerRangeAnalysis
from ..dataflow.solver import Solver
from ..manager import Pass, PassRun, statistic
from .constant_replacement import replace_by_constants


def analyse_ranges(root: Operation) -> IntegerRangeAnalysis:
    """The range of each integer in `root`."""
    solver = Solver()
    ranges = solver.load(IntegerRangeAnalysis(solver.load(DeadCodeAnalysis())))
    solver.run(root)
    return ranges


def optimize_by_ranges(root: Operation, context: Context) -> int:
    """Replace integers that can only be one, and remainders of what is less than the divisor; returns how many."""
    ranges = analyse_ranges(root)
    trivial = [op for op in root.walk() if _is_trivial_remainder(op, ranges)]
    for op in trivial:
        op.results[0].replace_all_uses_with(op.operands[0])
        op.erase()

    def constant_of(value: Value) -> Attribute | None:
        return constant_in_range(ranges.range_of(value), value.type)

    return len(trivial) + replace_by_constants(root, constant_of, context, IntRangeOptimizations.name)


def _is_trivial_remainder(op: Operation, ranges: IntegerRangeAnalysis) -> bool:
    """rem(a, b) where 0 <= a < b"""
    if not isinstance(op, (arith.RemUIOp, arith.RemSIOp)):
        return False
    a, b = ranges.range_of(op.lhs), ranges.range_of(op.rhs)
    if a is None or b is None:
        return False
    if isinstance(op, arith.RemUIOp):
        return a.umax < b.umin
    return a.smin >= 0 and a.smax < b.smin


class IntRangeOptimizations(Pass):
    """Do optimizations based on integer range analysis

    Values whose range is a single number become constants; `rem(a, b)` with `0 <= a < b` becomes `a`.

    Example: int-range-optimizations
        func.func @f() -> i1 {
          %c = arith.constant 8 : index
          %ten = arith.constant 10 : index
          %y = arith.cmpi slt, %c, %ten : index
          return %y : i1
        }
    """

    name = "int-range-optimizations"
    replaced = statistic("num-replaced", "Number of values replaced")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.replaced, optimize_by_ranges(op, run.context))
