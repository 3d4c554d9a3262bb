"""Folds and patterns of Pico, and the pass `pico-simplify`, which applies them."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, Operation
from dlc.ir.builtin_attributes import FloatAttr
from dlc.ir.builtin_types import f32
from dlc.ir.interfaces import Foldable, FoldResult
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.passes.manager import Pass, PassRun, statistic
from dlc.passes.rewriting.greedy import GreedyConfig, rewrite_greedily

from ch02.dialect import CastOp, ConstantOp, MulOp, TransposeOp


class FoldCast:
    """cast(x) -> x if the types are equal."""

    @staticmethod
    def fold(op: CastOp, operands: Sequence[Attribute | None]) -> FoldResult | None:
        return [op.source] if op.source.type is op.out.type else None


class FoldMul:
    """x * 1 -> x."""

    @staticmethod
    def fold(op: MulOp, operands: Sequence[Attribute | None]) -> FoldResult | None:
        factor = operands[1]
        is_one = isinstance(factor, FloatAttr) and factor.value == 1
        return [op.lhs] if is_one and op.lhs.type is op.out.type else None


Foldable.attach(CastOp, FoldCast)
Foldable.attach(MulOp, FoldMul)


@pattern(TransposeOp)
def cancel_transposes(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(transpose(x)) -> x.  Terminates: removes an op."""
    inner = op.source.defined_by(TransposeOp)
    if inner is None or inner.source.type is not op.out.type:
        return rw.no_match("the source is not the transpose of an array of the same type")
    return rw.replace(op, inner.source)


@pattern(MulOp)
def multiply_once(op: MulOp, rw: Rewriter) -> Match:
    """(x * c) * d -> x * (c * d).  Terminates: the chain is shorter."""
    inner, d = op.lhs.defined_by(MulOp), op.rhs.defined_by(ConstantOp)
    c = inner.rhs.defined_by(ConstantOp) if inner is not None else None
    if inner is None or c is None or d is None:
        return rw.no_match("not a product of a product with constants")
    both = rw.insert_before(op, ConstantOp(FloatAttr.of(c.value.value * d.value.value, f32), d.out.type))
    return rw.replace(op, MulOp(inner.lhs, both.out, op.out.type))


class Simplify(Pass):
    """Simplify products, transposes and casts"""

    name = "pico-simplify"
    rewrites = statistic("num-rewrites", "Number of rewrites")

    def run(self, op: Operation, run: PassRun) -> None:
        config = GreedyConfig(provenance=self.name)
        result = rewrite_greedily(op, [cancel_transposes, multiply_once], run.context, config)
        run.pattern_hits.update(result.hits)
        run.count(self.rewrites, result.rewrites)
        if not result.changed:
            run.mark_unchanged()
