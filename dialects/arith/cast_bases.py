"""Shared parts of casts: one operand, one result of the same shape, and elements that may be cast."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dlc.ir import Type
from dlc.ir.builtin_constraints import (
    container_of,
    float_like,
    integer_or_index,
    is_signless_integer,
    signless_fixed_width_integer_like,
    signless_integer_like,
)
from dlc.ir.builtin_types import (
    FloatType,
    IndexType,
    MemRefType,
    TensorType,
    UnrankedTensorType,
    bit_width,
    element_type,
)
from dlc.ir.constraints import TypeConstraint, any_type
from dlc.ir.definition import Op, Operand, Result, operand, result

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Compatible = Callable[[Type, Type], bool]
"""Whether elements of one type may be cast to another."""

_TENSORS = (TensorType, UnrankedTensorType)

integer_or_float = TypeConstraint(
    "signless-integer-or-float", lambda t: is_signless_integer(t) or isinstance(t, FloatType)
)
index_castable = TypeConstraint(
    "signless-integer-like or memref of signless-integer",
    lambda t: (
        signless_integer_like.accepts(t) or (isinstance(t, MemRefType) and integer_or_index.accepts(t.element_type))
    ),
)
_integer_or_float_like = container_of(integer_or_float, "signless-integer-or-float-like")
bit_castable = TypeConstraint(
    "signless-integer-or-float-like or memref of signless-integer or float",
    lambda t: (
        _integer_or_float_like.accepts(t) or (isinstance(t, MemRefType) and integer_or_float.accepts(t.element_type))
    ),
)


def is_wider(source: Type, target: Type) -> bool:
    """Return whether the target has more bits."""
    return (bit_width(target) or 0) > (bit_width(source) or 0)


def is_narrower(source: Type, target: Type) -> bool:
    """Return whether the target has fewer bits."""
    return (bit_width(target) or 0) < (bit_width(source) or 0)


def as_wide(source: Type, target: Type) -> bool:
    """Return whether both have the same number of bits."""
    return bit_width(target) == bit_width(source)


def check_cast(op: CastOp, compatible: Compatible, report: Report) -> None:
    """Report shapes that differ (`arith_cast_c1`) and elements that cannot be cast (`arith_cast_c2`)."""
    source, target = op.source.type, op.target.type
    if not _same_shape(source, target):
        report.error(
            "arith_cast_c1",
            f"failed to verify that input and output have the same tensor dimensions, but got '{source}' and '{target}'"
            if isinstance(source, _TENSORS) and isinstance(target, _TENSORS)
            else f"requires the same shape for all operands and results, but got '{source}' and '{target}'",
        )
    elif _encoding(source) is not _encoding(target) or not compatible(element_type(source), element_type(target)):
        report.error("arith_cast_c2", f"operand type '{source}' and result type '{target}' are cast incompatible")


def _same_shape(source: Type, target: Type) -> bool:
    """Return whether both are scalars, or containers of one kind with the same sizes."""
    if type(source) is type(target) and hasattr(source, "shape"):
        return _shape(source) == _shape(target)
    return hasattr(source, "element_type") == hasattr(target, "element_type") and not hasattr(source, "shape")


def _shape(type: Type) -> object:
    return getattr(type, "shape", None), getattr(type, "scalable", None)


def _encoding(type: Type) -> object:
    return type.encoding if isinstance(type, TensorType) else None


# -- By what is cast to what -------------------------------------------------------------------------------------------

_FORM = "$source attr-dict `:` type($source) `to` type($target)"


class CastOp(Op):
    """A cast to another element type; `compatible` decides which types may be cast."""

    source: Operand = operand(any_type)
    target: Result = result(any_type)
    syntax = _FORM

    @staticmethod
    def compatible(source: Type, target: Type) -> bool:  # noqa: ARG004 (the constraints say it all)
        """Return whether elements of one type may be cast to another, both of which the constraints allow."""
        return True

    def verify(self, report: Report) -> None:
        check_cast(self, self.compatible, report)


class IntegerCastOp(CastOp):
    """Integers to integers."""

    source: Operand = operand(signless_fixed_width_integer_like)
    target: Result = result(signless_fixed_width_integer_like)


class IntegerToFloatOp(CastOp):
    """Integers to floats."""

    source: Operand = operand(signless_fixed_width_integer_like)
    target: Result = result(float_like)


class FloatToIntegerOp(CastOp):
    """Floats to integers."""

    source: Operand = operand(float_like)
    target: Result = result(signless_fixed_width_integer_like)


class FloatCastOp(CastOp):
    """Floats to floats."""

    source: Operand = operand(float_like)
    target: Result = result(float_like)


class IndexCastBase(CastOp):
    """Between integers and index."""

    source: Operand = operand(index_castable)
    target: Result = result(index_castable)

    @staticmethod
    def compatible(source: Type, target: Type) -> bool:
        return isinstance(source, IndexType) != isinstance(target, IndexType)
