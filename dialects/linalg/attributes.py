"""Attributes of `linalg`: kinds of loops, of scalar functions and of casts."""

from __future__ import annotations

from dlc.ir import attribute
from dlc.ir.enums import EnumAttr

PARALLEL, REDUCTION = "parallel", "reduction"
CAST_SIGNED, CAST_UNSIGNED = "cast_signed", "cast_unsigned"

UNARY = (
    *("exp", "log", "abs", "ceil", "floor", "negf", "reciprocal", "round", "sqrt", "rsqrt", "square", "tanh"),
    "erf",
)
BINARY = (
    *("add", "sub", "mul", "div", "div_unsigned", "max_signed", "min_signed", "max_unsigned", "min_unsigned", "powf"),
)
TERNARY = ("select",)


@attribute("linalg.iterator_type")
class IteratorTypeAttr(EnumAttr):
    """The kind of a loop: `#linalg.iterator_type<reduction>`."""

    cases = (PARALLEL, REDUCTION, "window")


@attribute("linalg.type_fn")
class TypeFnAttr(EnumAttr):
    """How integers become wider: `#linalg.type_fn<cast_unsigned>`."""

    cases = (CAST_SIGNED, CAST_UNSIGNED)


@attribute("linalg.unary_fn")
class UnaryFnAttr(EnumAttr):
    """A function of one scalar: `#linalg.unary_fn<exp>`."""

    cases = UNARY


@attribute("linalg.binary_fn")
class BinaryFnAttr(EnumAttr):
    """A function of two scalars: `#linalg.binary_fn<add>`."""

    cases = BINARY


@attribute("linalg.ternary_fn")
class TernaryFnAttr(EnumAttr):
    """A function of three scalars: `#linalg.ternary_fn<select>`."""

    cases = TERNARY


@attribute("linalg.elementwise_kind")
class ElementwiseKindAttr(EnumAttr):
    """The function that `linalg.elementwise` computes: `#linalg.elementwise_kind<mul>`."""

    cases = (*UNARY, *BINARY, *TERNARY)
