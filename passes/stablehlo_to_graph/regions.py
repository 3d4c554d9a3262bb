"""Functions in regions that are one op."""

from __future__ import annotations

from dlc.dialects import stablehlo
from dlc.ir import Operation, Region

FIRST, SECOND = "first", "second"


def combining_kind(region: Region) -> type[Operation] | None:
    """Return the op of a function that gives what one op computes of its two arguments; `None` for any other."""
    block = region.entry
    inner, last = block.first, block.last
    if inner is None or last is None or inner.next is not last or len(block.args) != 2:
        return None
    given = list(inner.operands)
    same = given == list(block.args)
    swapped = given == list(reversed(block.args)) and type(inner) in COMMUTATIVE
    return type(inner) if (same or swapped) and list(last.operands) == list(inner.results) else None


COMMUTATIVE = frozenset(
    {
        stablehlo.AddOp,
        stablehlo.AndOp,
        stablehlo.MaximumOp,
        stablehlo.MinimumOp,
        stablehlo.MultiplyOp,
        stablehlo.OrOp,
        stablehlo.XorOp,
    }
)


def value_kept(region: Region) -> str | None:
    """Return which half of its arguments a function gives as they are; `None` for any other."""
    block = region.entry
    last = block.last
    half = len(block.args) // 2
    if last is None or block.first is not last:
        return None
    given = list(last.operands)
    return FIRST if given == list(block.args[:half]) else SECOND if given == list(block.args[half:]) else None
