"""Lowerings of operations on bits."""

from __future__ import annotations

from dlc.dialects import graph, math

from .elementwise import lowers_elementwise
from .scalars import Scalars, arithmetic_type

lowers_elementwise(
    arithmetic_type,
    {
        graph.NotOp: lambda s, x: s.bit_xor(x, s.number(-1, x)),
        graph.PopcountOp: lambda s, x: s.insert(math.CtPopOp(x)),
        graph.CountLeadingZerosOp: lambda s, x: s.insert(math.CountLeadingZerosOp(x)),
    },
    {
        graph.AndOp: Scalars.bit_and,
        graph.OrOp: Scalars.bit_or,
        graph.XorOp: Scalars.bit_xor,
        graph.ShiftLeftOp: Scalars.shift_left,
        graph.ShiftRightOp: Scalars.shift_right,
    },
)
