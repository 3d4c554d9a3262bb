"""The dialects that come with dlc. Nothing is imported until an op, attribute or type of a dialect is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dlc.ir.context import Context

_NAMES = ("arith", "builtin", "cf", "func", "math", "memref", "ub", "vector")
BUNDLED = {name: f"dlc.dialects.{name}" for name in _NAMES}
"""Each dialect, and the module that defines it."""


def register_all(context: Context) -> None:
    """Make every bundled dialect known to a context, by name alone."""
    context.register(BUNDLED)
