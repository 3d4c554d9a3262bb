"""The pass `lower-sample`: ops of `sample` become ops of `arith`."""

from __future__ import annotations

from dlc.dialects.arith import ConstantOp, MulIOp
from dlc.ir import IntegerType, Operation
from dlc.ir.patterns import Match
from dlc.passes.manager import Pass, PassRun
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, apply_partial_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget

from .ops import ScaleOp


@conversion(ScaleOp)
def lower_scale(op: ScaleOp, new: Converted, rw: ConversionRewriter) -> Match:
    """scale(x, c) -> muli(x, constant c), where c wraps as results do"""
    type = op.out.type_as(IntegerType)
    factor = rw.insert_before(op, ConstantOp.integer(type.wrap(op.factor.value), type))
    return rw.replace(op, MulIOp(new.source, factor.result))


class LowerSample(Pass):
    """Lower the dialect `sample` to `arith`

    Example: lower-sample
        func.func @triple(%x: i32) -> i32 {
          %y = sample.scale %x by 3 : i32
          return %y : i32
        }
    """

    name = "lower-sample"

    def run(self, op: Operation, run: PassRun) -> None:
        target = ConversionTarget()
        target.add_illegal_dialect("sample")
        if not apply_partial_conversion(op, target, [lower_scale], run.context):
            run.fail()
