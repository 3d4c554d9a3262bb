"""The kinds by which `loop.parallel` reduces: the combiners of `arith`, and `assign`, which keeps the last value.

MLIR requires integers with a sign for `maxs` and the like, which no other op of MLIR takes. Here they reduce signless
ones, and `maxnumf` and `minnumf` reduce floats.
"""

from __future__ import annotations

from dlc.dialects.arith import ASSIGN, COMBINERS
from dlc.ir import Type, TypedAttribute
from dlc.ir.builtin_types import IntegerType


def accepts(word: str, type: Type) -> bool:
    """Return whether values of a type can be combined so; `assign` takes any type."""
    if word == ASSIGN:
        return True
    return COMBINERS[word].accepts(type) and (not isinstance(type, IntegerType) or type.is_signless)


def identity_of(word: str, type: Type) -> TypedAttribute | None:
    """Return the result of a loop without iterations, or `None` if there is no such value, as for `assign`."""
    return COMBINERS[word].identity_of(type) if word in COMBINERS and accepts(word, type) else None
