"""Lowerings of functions of real numbers."""

from __future__ import annotations

from dlc.dialects import graph, math
from dlc.dialects.arith.bases import FloatUnaryOp

from .elementwise import OfOne, lowers_elementwise
from .scalars import arithmetic_type, working_type


def _apply(function: type[FloatUnaryOp]) -> OfOne:
    return lambda s, x: s.insert(function(x))


lowers_elementwise(
    working_type,
    {
        graph.ExpOp: _apply(math.ExpOp),
        graph.Exp2Op: _apply(math.Exp2Op),
        graph.ExpM1Op: _apply(math.ExpM1Op),
        graph.LogOp: _apply(math.LogOp),
        graph.Log2Op: _apply(math.Log2Op),
        graph.Log1pOp: _apply(math.Log1pOp),
        graph.SqrtOp: _apply(math.SqrtOp),
        graph.RsqrtOp: _apply(math.RsqrtOp),
        graph.CbrtOp: _apply(math.CbrtOp),
        graph.SinOp: _apply(math.SinOp),
        graph.CosOp: _apply(math.CosOp),
        graph.TanOp: _apply(math.TanOp),
        graph.AsinOp: _apply(math.AsinOp),
        graph.AcosOp: _apply(math.AcosOp),
        graph.AtanOp: _apply(math.AtanOp),
        graph.SinhOp: _apply(math.SinhOp),
        graph.CoshOp: _apply(math.CoshOp),
        graph.TanhOp: _apply(math.TanhOp),
        graph.AsinhOp: _apply(math.AsinhOp),
        graph.AcoshOp: _apply(math.AcoshOp),
        graph.AtanhOp: _apply(math.AtanhOp),
        graph.ErfOp: _apply(math.ErfOp),
    },
    {
        graph.Atan2Op: lambda s, y, x: s.insert(math.Atan2Op(y, x)),
    },
)
lowers_elementwise(
    arithmetic_type,
    {
        graph.ReciprocalOp: lambda s, x: s.div(s.number(1, x), x),
    },
    {
        graph.CopysignOp: lambda s, x, y: s.insert(math.CopySignOp(x, y)),
    },
)
