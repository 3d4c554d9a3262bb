"""Reductions along an axis, and the place of the largest element."""

from __future__ import annotations

import math

from dlc.dialects import graph, tosa
from dlc.ir import Operation, Value

from ..graph.translated_values import filled
from .elementwise import ignores_nan, without_nan
from .translation import declared, translates

KINDS: dict[type[Operation], str] = {
    tosa.ReduceAllOp: "and",
    tosa.ReduceAnyOp: "or",
    tosa.ReduceProductOp: "product",
    tosa.ReduceSumOp: "sum",
}
EXTREMA: dict[type[Operation], tuple[str, float]] = {
    tosa.ReduceMaxOp: ("max", -math.inf),
    tosa.ReduceMinOp: ("min", math.inf),
}
"""The kinds, and the numbers that are taken only if there is nothing else."""


@translates(*KINDS)
def translate_reduce(op: tosa.ReduceOp) -> Value:
    """A reduction, which keeps the axis."""
    return _reduced(KINDS[type(op)], op.input, op.axis.value)


def _reduced(kind: str, value: Value, axis: int) -> Value:
    return graph.reduce(kind, value, [axis], keep_dims=True)  # type: ignore[arg-type]


@translates(*EXTREMA)
def translate_extremum(op: tosa.ReduceExtremumOp) -> Value:
    """The largest or the smallest number; NaN if there is one, or, if it is ignored, nothing else."""
    kind, worst = EXTREMA[type(op)]
    axis = op.axis.value
    if not ignores_nan(op, op.input):
        return _reduced(kind, op.input, axis)
    extremum = _reduced(kind, without_nan(op.input, worst), axis)
    only_nan = _reduced("and", graph.is_nan(op.input), axis)
    return graph.select(only_nan, filled(math.nan, extremum), extremum)


@translates(tosa.ArgMaxOp)
def translate_argmax(op: tosa.ArgMaxOp) -> Value:
    """The place of the first of the largest numbers."""
    source = without_nan(op.input, -math.inf) if ignores_nan(op, op.input) else op.input
    return graph.argmax(source, op.axis.value, declared(op.output)[1])
