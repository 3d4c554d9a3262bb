"""The meaning of ops that gradients depend on: none by themselves."""

from __future__ import annotations

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Unary

from .arrays import on_arrays


@on_arrays(dialect.StopGradientOp)
def stop_gradient(_: dialect.StopGradientOp) -> Unary:
    """The operand."""
    return lambda operand: operand
