"""Reasons why iterations of loops may not run at once, in vectors or on threads.

The transformations refuse what these forbid; cost models ask before they propose it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop

from .dependences import Dependence, LoopDependences, levels_of
from .nests import loops_in, operands_through_apply


def broken_by_threads(band: Sequence[loop.ForOp], known: LoopDependences | None = None) -> Dependence | None:
    """Return a dependence between iterations of nested loops, which forbids to run them in any order.

    `known` are the dependences of the outermost one, if they have been computed.
    """
    return next((known or LoopDependences(band[0])).carried(levels_of(band)), None)


def broken_by_vectors(op: loop.ForOp, lanes: int, known: LoopDependences | None = None) -> Dependence | None:
    """Return a dependence that forbids to run `lanes` iterations of a loop in one vector.

    `known` are the dependences of the loop, if they have been computed.
    """
    farthest = (lanes - 1) * op.step_value
    carried = (known or LoopDependences(op)).carried()
    reversed_ones = (
        each for each in carried if each.may_reverse(farthest, source_last=each.source.order >= each.target.order)
    )
    return next(reversed_ones, None)


def has_varying_loops(op: loop.ForOp) -> bool:
    """Return whether the trip count of a loop inside another one may vary with that one, as those of triangles do."""
    return any(each is not op and may_vary_with(each, op) for each in loops_in(op))


def may_vary_with(inner: loop.ForOp, op: loop.ForOp) -> bool:
    """Return whether a bound of a loop inside another one depends on what is computed in there, other than counters of
    loops inside.
    """
    for operand in (*inner.lower_operands, *inner.upper_operands):
        for value in (operand, *operands_through_apply(operand, inner)):
            block = value.parent_block
            owner = block.parent_op if block is not None else None
            counts = isinstance(owner, loop.ForOp) and owner is not op and value is owner.induction_variable
            if value.is_inside(op) and not counts:
                return True
    return False
