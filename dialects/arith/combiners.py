"""Combiners: the operations by which reductions and atomic updates combine two values, and the properties of each.

Reductions of vectors, tensors and threads name one by its kind, `loop.parallel` and `memref.atomic_rmw` by its name in
MLIR's `arith::AtomicRMWKind`. The meanings of the ops are not here but in `interp`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from dlc.ir import FloatAttr, IntegerAttr, Operation, Type, TypedAttribute
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType

from .attributes import FastMathAttr
from .bitwise_ops import AndIOp, OrIOp, XOrIOp
from .float_ops import AddFOp, MaximumFOp, MaxNumFOp, MinimumFOp, MinNumFOp, MulFOp
from .integer_ops import AddIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, MulIOp

if TYPE_CHECKING:
    from dlc.ir.values import Value


class Combiner(NamedTuple):
    """An associative operation on two floats, or on two integers."""

    name: str
    """The name that `loop.parallel` and `memref.atomic_rmw` have for it."""
    kind: str
    """The name that reductions have for it: a sum of floats and one of integers are both `add`."""
    op: type[Any]
    """The class of the op that combines two values."""
    identity: float | Callable[[int], int]
    """The value that changes nothing when it is combined, or a function of the integers' width that returns it."""
    is_float: bool
    is_idempotent: bool = False
    """Whether a value combined with itself gives that value."""

    @property
    def needs_reassoc(self) -> bool:
        """Whether values may be combined in another order only where `fastmath<reassoc>` allows it."""
        return self.is_float and not self.is_idempotent

    def accepts(self, type: Type) -> bool:
        """Return whether scalars of a type can be combined."""
        return isinstance(type, FloatType if self.is_float else (IntegerType, IndexType))

    def combine(self, first: Value, second: Value, fastmath: FastMathAttr | None = None) -> Operation:
        """Return an op that combines two values, with flags if they are floats."""
        flags = () if fastmath is None or not self.is_float else (fastmath,)
        combined: Operation = self.op(first, second, *flags)
        return combined

    def identity_of(self, type: Type) -> TypedAttribute | None:
        """Return the identity as a constant, or `None` if the type has none: some floats have no infinity or no NaN."""
        if not self.accepts(type):
            return None
        if isinstance(type, FloatType):
            assert not callable(self.identity)
            rounded = FloatAttr.of(self.identity, type)
            is_exact = rounded.value == self.identity or (math.isnan(rounded.value) and math.isnan(self.identity))
            return rounded if is_exact else None
        width = type.width if isinstance(type, IntegerType) else 64
        number = self.identity(width) if callable(self.identity) else int(self.identity)
        return IntegerAttr(_as_signed(number, width), type)


def _as_signed(number: int, width: int) -> int:
    bits = number & ((1 << width) - 1)
    return bits - (1 << width) if width and bits >> (width - 1) else bits


def _smallest(width: int) -> int:
    return -(1 << width >> 1)


def _largest(width: int) -> int:
    return (1 << width >> 1) - 1


_ROWS = (
    Combiner("addf", "add", AddFOp, -0.0, is_float=True),  # 0.0 would turn the sum of negative zeros positive
    Combiner("addi", "add", AddIOp, 0, is_float=False),
    Combiner("mulf", "mul", MulFOp, 1.0, is_float=True),
    Combiner("muli", "mul", MulIOp, 1, is_float=False),
    Combiner("minu", "minui", MinUIOp, -1, is_float=False, is_idempotent=True),
    Combiner("mins", "minsi", MinSIOp, _largest, is_float=False, is_idempotent=True),
    Combiner("minnumf", "minnumf", MinNumFOp, math.nan, is_float=True, is_idempotent=True),
    Combiner("maxu", "maxui", MaxUIOp, 0, is_float=False, is_idempotent=True),
    Combiner("maxs", "maxsi", MaxSIOp, _smallest, is_float=False, is_idempotent=True),
    Combiner("maxnumf", "maxnumf", MaxNumFOp, math.nan, is_float=True, is_idempotent=True),
    Combiner("andi", "and", AndIOp, -1, is_float=False, is_idempotent=True),
    Combiner("ori", "or", OrIOp, 0, is_float=False, is_idempotent=True),
    Combiner("xori", "xor", XOrIOp, 0, is_float=False),
    Combiner("minimumf", "minimumf", MinimumFOp, math.inf, is_float=True, is_idempotent=True),
    Combiner("maximumf", "maximumf", MaximumFOp, -math.inf, is_float=True, is_idempotent=True),
)
COMBINERS = {combiner.name: combiner for combiner in _ROWS}
"""All combiners by their names."""
COMBINER_OF_OP: dict[type[Operation], Combiner] = {combiner.op: combiner for combiner in _ROWS}
"""All combiners by the class of their op."""
COMBINING_KINDS = tuple(dict.fromkeys(combiner.kind for combiner in _ROWS))
"""The kinds of reductions, in MLIR's order."""
_BY_KIND = {(combiner.kind, combiner.is_float): combiner for combiner in _ROWS}
ASSIGN = "assign"
"""The update that keeps the last value: the only one that combines nothing."""
ATOMIC_KINDS = {name: number for number, name in enumerate(sorted((*COMBINERS, ASSIGN)))}
"""The numbers of `arith::AtomicRMWKind`, which are those of the names in alphabetical order."""
ATOMIC_KIND_NAMES = tuple(ATOMIC_KINDS)
"""The names by these numbers."""


def combiner_of(kind: str, type: Type) -> Combiner | None:
    """Return the combiner of a kind for scalars of a type, or `None` if these cannot be combined so."""
    combiner = _BY_KIND.get((kind, isinstance(type, FloatType)))
    return combiner if combiner is not None and combiner.accepts(type) else None
