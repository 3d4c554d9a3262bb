"""Floats to whole numbers, of the same type: `floor` and its kin. Infinities, NaN and zeros stay as they are, and what
becomes zero keeps its sign.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute
from dlc.ir.definition import op
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import FloatFunctionOp
from .casts import CastOp
from .splats import is_float


class RoundingOp(FloatFunctionOp):
    """A whole number near to each element."""

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a rounding of whole numbers."""
        del operands
        inner = self.operand.defining_op
        was_integer = isinstance(inner, CastOp) and not is_float(inner.operand)
        return (self.operand,) if was_integer or isinstance(inner, RoundingOp) else None


@op("graph.floor", traits=(Pure, Elementwise))
class FloorOp(RoundingOp):
    """The largest whole number that is not greater.

    Example: %r = graph.floor %x : tensor<4xf32>
    """


@op("graph.ceil", traits=(Pure, Elementwise))
class CeilOp(RoundingOp):
    """The smallest whole number that is not less.

    Example: %r = graph.ceil %x : tensor<4xf32>
    """


@op("graph.round", traits=(Pure, Elementwise))
class RoundOp(RoundingOp):
    """The nearest whole number; the even one of two that are equally near.

    Example: %r = graph.round %x : tensor<4xf32>
    """


@op("graph.round_half_away", traits=(Pure, Elementwise))
class RoundHalfAwayOp(RoundingOp):
    """The nearest whole number; the one farther from zero of two that are equally near.

    Example: %r = graph.round_half_away %x : tensor<4xf32>
    """


@op("graph.trunc", traits=(Pure, Elementwise))
class TruncOp(RoundingOp):
    """The nearest whole number that is not farther from zero.

    Example: %r = graph.trunc %x : tensor<4xf32>
    """
