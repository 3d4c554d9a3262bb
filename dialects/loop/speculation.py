"""Speculation of loop nests: may a nest be executed where the program would not execute it?

All that is inside must allow it, and the maps of bounds and conditions must be defined everywhere. The whole nest is
walked at once: asking each loop about those inside it would walk the inner ones again and again.
"""

from __future__ import annotations

from dlc.ir import Operation
from dlc.ir.affine import AffineExpr
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerSetAttr
from dlc.ir.effects import is_speculatable
from dlc.ir.traits import Pure

from .apply import is_defined_everywhere

_NESTS = (
    *[f"{dialect}.{name}" for dialect in ("loop", "affine") for name in ("for", "if", "parallel")],
    *("loop.when", "scf.if"),
)


def nest_is_speculatable(root: Operation) -> bool:
    """Return whether `root` and all that it contains may be executed needlessly."""
    for op in root.walk():
        if op.name in _NESTS:
            if not is_defined_everywhere(_expressions(op)):
                return False
        elif Pure not in op.traits and not is_speculatable(op):
            return False
    return True


def _expressions(op: Operation) -> list[AffineExpr]:
    """Return the expressions of the maps and sets that an op evaluates itself."""
    exprs: list[AffineExpr] = []
    for attr in op.properties.values():
        if isinstance(attr, AffineMapAttr):
            exprs += attr.value.results
        elif isinstance(attr, IntegerSetAttr):
            exprs += attr.value.constraints
    return exprs
