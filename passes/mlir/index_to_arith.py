"""The pass `index-to-arith`: ops of MLIR's `index` become their counterparts in `arith`."""

from __future__ import annotations

from dlc.dialects.index import ArithmeticOp
from dlc.ir import Operation

from ..manager import Pass, PassRun, statistic
from .renaming import replace_op


class IndexToArith(Pass):
    """Convert ops of MLIR's `index` to `arith`

    Example: index-to-arith
        func.func @middle(%a: index, %b: index) -> index {
          %two = index.constant 2
          %sum = index.add %a, %b
          %half = index.divu %sum, %two
          return %half : index
        }
    """

    name = "index-to-arith"
    converted = statistic("num-converted", "Number of ops converted")

    def run(self, op: Operation, run: PassRun) -> None:
        for each in [each for each in op.walk() if isinstance(each, ArithmeticOp)]:
            counterpart = each.in_arith()
            counterpart.attributes.update(each.attributes)
            replace_op(each, counterpart)
            run.count(self.converted)
