"""Combining kinds of `vector`: the op that combines two elements or rows, and the op that reduces a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dlc.dialects import llvm
from dlc.dialects.arith import combiner_of
from dlc.dialects.vector import CombiningKindAttr
from dlc.ir import FloatAttr, IntegerAttr, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IndexType, VectorType
from dlc.passes.rewriting.cannot_lower import CannotLower

from .rows import Rows

OF_INTEGERS: Mapping[str, tuple[type[Operation], type[Operation]]] = {
    "add": (llvm.AddOp, llvm.VectorReduceAddOp),
    "mul": (llvm.MulOp, llvm.VectorReduceMulOp),
    "and": (llvm.AndOp, llvm.VectorReduceAndOp),
    "or": (llvm.OrOp, llvm.VectorReduceOrOp),
    "xor": (llvm.XOrOp, llvm.VectorReduceXorOp),
    "minui": (llvm.UMinOp, llvm.VectorReduceUMinOp),
    "minsi": (llvm.SMinOp, llvm.VectorReduceSMinOp),
    "maxui": (llvm.UMaxOp, llvm.VectorReduceUMaxOp),
    "maxsi": (llvm.SMaxOp, llvm.VectorReduceSMaxOp),
}
OF_FLOATS: Mapping[str, tuple[type[Operation], type[Operation]]] = {
    "add": (llvm.FAddOp, llvm.VectorReduceFAddOp),
    "mul": (llvm.FMulOp, llvm.VectorReduceFMulOp),
    "minnumf": (llvm.MinNumOp, llvm.VectorReduceFMinOp),
    "maxnumf": (llvm.MaxNumOp, llvm.VectorReduceFMaxOp),
    "minimumf": (llvm.MinimumOp, llvm.VectorReduceFMinimumOp),
    "maximumf": (llvm.MaximumOp, llvm.VectorReduceFMaximumOp),
}


def can_combine(kind: CombiningKindAttr, element: Type) -> bool:
    """Return whether LLVM supports this kind for elements of this type."""
    known = OF_FLOATS if isinstance(element, FloatType) else OF_INTEGERS
    return kind.value in known and (isinstance(element, IndexType) or llvm.is_compatible(element))


class Combining:
    """A combining kind for elements of one type."""

    __slots__ = ("element", "flags", "ops", "rows", "word")

    def __init__(
        self, rows: Rows, kind: CombiningKindAttr, element: Type, flags: llvm.FastMathAttr = llvm.NO_FASTMATH
    ) -> None:
        lowered = rows.type_of(element)
        if not can_combine(kind, element if isinstance(element, FloatType) else lowered):
            raise CannotLower(f"LLVM does not combine '{element}' by '{kind.value}'")
        self.rows = rows
        self.word = kind.value
        self.element = lowered
        self.ops = (OF_FLOATS if isinstance(lowered, FloatType) else OF_INTEGERS)[kind.value]
        self.flags = flags

    @property
    def is_float(self) -> bool:
        return isinstance(self.element, FloatType)

    def combined(self, first: Value, second: Value) -> Value:
        """Combine two elements, or two rows."""
        return self._emit(self.ops[0], first, second)

    def product(self, first: Value, second: Value) -> Value:
        kind = llvm.FMulOp if self.is_float else llvm.MulOp
        return self._emit(kind, first, second)

    def _emit(self, kind: Any, *operands: Value) -> Value:
        return self.rows.emit(kind(*operands, self.flags) if self.is_float else kind(*operands))

    def reduced(self, row: Value, start: Value | None) -> Value:
        """Combine all elements of a row with the start value: in order if the order matters, unless flags allow
        another.
        """
        if self.is_float and self.word in ("add", "mul"):
            begin = start if start is not None else self.neutral()
            return self._emit(self.ops[1], begin, row)
        total = self._emit(self.ops[1], row)
        return total if start is None else self.combined(start, total)

    def neutral(self, shaped: VectorType | None = None) -> Value:
        """Return the identity of the kind, or a row of it."""
        type = shaped or self.element
        combiner = combiner_of(self.word, self.element)
        identity = combiner.identity_of(self.element) if combiner is not None else None
        assert isinstance(identity, (FloatAttr, IntegerAttr)), "LLVM combines nothing without an identity"
        return self.rows.constant(identity.value, type)
