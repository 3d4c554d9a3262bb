"""The pass `lower-sample`: ops of `sample` become ops of `arith`."""

from __future__ import annotations

from dlc.dialects.arith import ConstantOp, MulIOp
from dlc.ir import IntegerType, Operation
from dlc.ir.patterns import Match
from dlc.passes.manager import Pass, PassRun
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, apply_partial_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.type_conversion import TypeConverter

from .lower_clamp import lower_clamp  # with: attribute
from .lower_fixed import FIXED_PATTERNS, convert_fixed  # with: type
from .lower_repeat import REPEAT_PATTERNS  # with: region
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
        converter = TypeConverter.keeping_others()
        patterns = [lower_scale]
        patterns += [lower_clamp]  # with: attribute
        patterns += REPEAT_PATTERNS  # with: region
        patterns += FIXED_PATTERNS  # with: type
        convert_fixed(converter, target)  # with: type
        if not apply_partial_conversion(op, target, patterns, run.context, converter):
            run.fail()
