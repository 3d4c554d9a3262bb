"""Passes that write the results of analyses into the IR, as attributes for tests to see.

dlc-opt %s --load-pass=support.analysis_passes --test-int-ranges
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.ir.builtin_attributes import ArrayAttr, StringAttr
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.dataflow.constant_propagation import ConstantPropagation
from dlc.passes.dataflow.dead_code import DeadCodeAnalysis
from dlc.passes.dataflow.liveness import Liveness
from dlc.passes.dataflow.solver import Solver
from dlc.passes.generic.int_range_optimizations import analyse_ranges
from dlc.passes.manager.declaration import Pass, PassRun


def note(op: Operation, name: str, describe: Callable[[Value], str]) -> None:
    """Hang a description of each result on an op."""
    if op.results:
        op.attributes[name] = ArrayAttr(tuple(StringAttr(describe(result)) for result in op.results))


class TestIntRanges(Pass):
    """Note the range of each result"""

    __test__ = False
    name = "test-int-ranges"

    def run(self, op: Operation, run: PassRun) -> None:
        del run
        ranges = analyse_ranges(op)
        for inner in op.walk():
            note(inner, "range", lambda value: str(ranges.range_of(value) or "none"))


class TestConstants(Pass):
    """Note the constant that each result is"""

    __test__ = False
    name = "test-constants"

    def run(self, op: Operation, run: PassRun) -> None:
        del run
        solver = Solver()
        constants = solver.load(ConstantPropagation(solver.load(DeadCodeAnalysis())))
        solver.run(op)
        for inner in op.walk():
            note(
                inner, "constant", lambda value: str(constants.constant_of(value) or constants.of(value) or "unreached")
            )


class TestLiveness(Pass):
    """Note at the end of each block how many values live where it is entered and left"""

    __test__ = False
    name = "test-liveness"

    def run(self, op: Operation, run: PassRun) -> None:
        del run
        liveness = Liveness(op)
        for inner in list(op.walk()):
            for region in inner.regions:
                for block in region.blocks:
                    if block.last is not None:
                        counts = len(liveness.live_in(block)), len(liveness.live_out(block))
                        block.last.attributes["live"] = StringAttr(f"in {counts[0]} out {counts[1]}")
