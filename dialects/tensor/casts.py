"""`tensor.cast` and `tensor.bitcast`, and how casts fold into what uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Operation, Type, Value
from dlc.ir.builtin_constraints import any_tensor
from dlc.ir.builtin_types import DYNAMIC, TensorType, UnrankedTensorType, bit_width
from dlc.ir.definition import Op, Operand, Result, op, operand, result
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult

from .constraints import tensor_of_bits
from .shapes import SameShapeAs

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("tensor.cast", interfaces=(NO_EFFECTS, ConditionallySpeculatable, SameShapeAs("source")))
class CastOp(Op):
    """See a tensor as a type with more or fewer sizes known, or its rank; that they agree is promised.

    Rules: (cast_c1) the element type stays; of two ranked types ranks agree, and sizes where both are static.
    Example: %d = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
    """

    source: Operand = operand(any_tensor)
    dest: Result = result(any_tensor)
    syntax = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str | None]:
        return ("cast",)

    def is_speculatable(self) -> bool:
        """Return whether the op asserts nothing."""
        return _promises_nothing(self.source.type, self.dest.type)

    def verify(self, report: Report) -> None:
        if not are_cast_compatible(self.source.type, self.dest.type):
            report.error("cast_c1", incompatible(self.source.type, self.dest.type))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """cast(x) to x's own type -> x; cast(cast(x)) -> cast(x) where the cast in between promises nothing more."""
        if self.source.type is self.dest.type:
            return [self.source]
        inner = self.source.defined_by(CastOp)
        if inner is None or not _is_needless(inner.source.type, inner.dest.type, self.dest.type):
            return None
        self.source = inner.source
        return self.results


def incompatible(source: Type, dest: Type) -> str:
    return f"operand type '{source}' and result type '{dest}' are cast incompatible"


def are_cast_compatible(source: Type, dest: Type) -> bool:
    """Return whether `tensor.cast` may go from one type to the other."""
    tensors = (TensorType, UnrankedTensorType)
    if not isinstance(source, tensors) or not isinstance(dest, tensors):
        return False
    if source.element_type is not dest.element_type:
        return False
    return _joined(_shape(source), _shape(dest)) is not _CONFLICT


_CONFLICT = (-1,)
"""Stands for the shape of what cannot be."""


def _shape(type: Type) -> tuple[int, ...] | None:
    return type.shape if isinstance(type, TensorType) else None


def _joined(a: tuple[int, ...] | None, b: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return the shape that agrees with both shapes; `None` is an unknown shape."""
    if a is None or b is None:
        return b if a is None else a
    if len(a) != len(b) or any(x != y and DYNAMIC not in (x, y) for x, y in zip(a, b, strict=True)):
        return _CONFLICT
    return tuple(y if x == DYNAMIC else x for x, y in zip(a, b, strict=True))


def _is_needless(source: Type, between: Type, dest: Type) -> bool:
    """Return whether the type in between says no more than those at both ends: then nothing is lost without it."""
    first = _joined(_shape(source), _shape(between))
    if first is _CONFLICT:
        return False
    every = _joined(first, _shape(dest))
    return every is not _CONFLICT and every == _joined(_shape(source), _shape(dest))


def says_no_less(candidate: Type, type: Type) -> bool:
    """Return whether a ranked type has every static size of another one, and differs from it in nothing else."""
    return (
        isinstance(candidate, TensorType)
        and isinstance(type, TensorType)
        and candidate.element_type is type.element_type
        and candidate.encoding is type.encoding
        and len(candidate.shape) == len(type.shape)
        and all(y in (DYNAMIC, x) for x, y in zip(candidate.shape, type.shape, strict=True))
    )


def _promises_nothing(source: Type, dest: Type) -> bool:
    """Return whether whatever has the shape that one type tells provably has that of the other."""
    return _joined(_shape(source), _shape(dest)) == _shape(source) or not isinstance(dest, TensorType)


def source_if_more_static(value: Value) -> Value | None:
    """The source of a cast that only forgets sizes: whoever uses the cast can use its source."""
    cast = value.defined_by(CastOp)
    return cast.source if cast is not None and says_no_less(cast.source.type, cast.dest.type) else None


def fold_casts(op: Operation) -> FoldResult | None:
    """Make `op` use the sources of ranked casts instead of the casts: for ops that take any type of tensor."""
    changed = False
    for position, value in enumerate(op.operands):
        cast = value.defined_by(CastOp)
        if cast is not None and isinstance(cast.source.type, TensorType):
            op.set_operand(position, cast.source)
            changed = True
    return op.results if changed else None


@op("tensor.bitcast", interfaces=(NO_EFFECTS, ConditionallySpeculatable, SameShapeAs("source")))
class BitcastOp(Op):
    """Reinterpret the bits of the elements as another type of the same width.

    Rules: (bitcast_c1) both are as wide, and have the same shape where both are known.
    Example: %i = tensor.bitcast %t : tensor<4x?xf32> to tensor<4x?xi32>
    """

    source: Operand = operand(tensor_of_bits)
    dest: Result = result(tensor_of_bits)
    syntax = "$source attr-dict `:` type($source) `to` type($dest)"

    def is_speculatable(self) -> bool:
        """Return whether the op asserts nothing."""
        return _promises_nothing(self.source.type, self.dest.type)

    def verify(self, report: Report) -> None:
        source, dest = self.source.type, self.dest.type
        assert isinstance(source, (TensorType, UnrankedTensorType))
        assert isinstance(dest, (TensorType, UnrankedTensorType))
        same_width = bit_width(source.element_type) == bit_width(dest.element_type)
        if not same_width or _joined(_shape(source), _shape(dest)) is _CONFLICT:
            report.error("bitcast_c1", incompatible(source, dest))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """bitcast(x) to x's own type -> x; bitcast(bitcast(x)) -> bitcast(x)."""
        if self.source.type is self.dest.type:
            return [self.source]
        inner = self.source.defined_by(BitcastOp)
        if inner is None or _joined(_shape(inner.source.type), _shape(self.dest.type)) is _CONFLICT:
            return None
        self.source = inner.source
        return self.results
