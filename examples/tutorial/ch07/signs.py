"""A dataflow analysis: which arrays have no negative elements. The pass `pico-drop-relu` uses it."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Operation, Value
from dlc.passes.dataflow.dead_code import DeadCodeAnalysis
from dlc.passes.dataflow.solver import Solver
from dlc.passes.dataflow.sparse import SparseForwardAnalysis
from dlc.passes.manager import Pass, PassRun, statistic

from ch02 import dialect as pico


class SignAnalysis(SparseForwardAnalysis[bool]):
    """True for values without negative elements, as far as is known."""

    def join(self, a: bool, b: bool) -> bool:
        return a and b

    def unknown(self, value: Value) -> bool:
        return False

    def transfer(self, op: Operation, operands: Sequence[bool]) -> Sequence[bool] | None:
        if isinstance(op, pico.ReluOp | pico.ExpOp):
            return [True]
        if isinstance(op, pico.ConstantOp):
            return [op.value.value >= 0]
        return [all(operands)] if isinstance(op, pico.ArrayOp) else None


def signs_of(root: Operation) -> SignAnalysis:
    """Return what is known about the signs of all values in `root`."""
    solver = Solver()
    signs = solver.load(SignAnalysis(solver.load(DeadCodeAnalysis())))
    solver.run(root)
    return signs


class DropRelu(Pass):
    """Drop `pico.relu` where nothing is negative"""

    name = "pico-drop-relu"
    dropped = statistic("num-dropped", "Number of ops dropped")

    def run(self, op: Operation, run: PassRun) -> None:
        signs = run.analysis(signs_of)
        for relu in [each for each in op.walk() if isinstance(each, pico.ReluOp)]:
            if signs.of(relu.source):
                relu.out.replace_all_uses_with(relu.source)
                relu.erase()
                run.count(self.dropped, 1)
