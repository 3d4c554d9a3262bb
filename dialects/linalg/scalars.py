"""Scalar functions in the bodies of named ops, for floats, integers, booleans and complex numbers, as MLIR computes
them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import arith, complex, math
from dlc.ir import Builder, FloatAttr, Type, Value
from dlc.ir.builtin_types import ComplexType, FloatType, IndexType, IntegerType, bit_width, i1

from .attributes import CAST_UNSIGNED


class NoSuchFunctionError(ValueError):
    """A scalar function is not defined for a type; the message says which."""


UNARY: dict[str, type[Any]] = {
    "exp": math.ExpOp,
    "log": math.LogOp,
    "abs": math.AbsFOp,
    "ceil": math.CeilOp,
    "floor": math.FloorOp,
    "negf": arith.NegFOp,
    "round": math.RoundOp,
    "sqrt": math.SqrtOp,
    "rsqrt": math.RsqrtOp,
    "tanh": math.TanhOp,
    "erf": math.ErfOp,
}
"""Functions of floats that are one op; `reciprocal` and `square` are written with others."""

BINARY: dict[str, tuple[type[Any] | None, type[Any] | None, type[Any] | None]] = {
    "add": (arith.AddFOp, arith.AddIOp, arith.OrIOp),
    "sub": (arith.SubFOp, arith.SubIOp, None),
    "mul": (arith.MulFOp, arith.MulIOp, arith.AndIOp),
    "div": (arith.DivFOp, arith.DivSIOp, None),
    "div_unsigned": (None, arith.DivUIOp, None),
    "max_signed": (arith.MaximumFOp, arith.MaxSIOp, arith.MaxSIOp),
    "min_signed": (arith.MinimumFOp, arith.MinSIOp, arith.MinSIOp),
    "max_unsigned": (arith.MaximumFOp, arith.MaxUIOp, arith.MaxUIOp),
    "min_unsigned": (arith.MinimumFOp, arith.MinUIOp, arith.MinUIOp),
    "powf": (math.PowFOp, None, None),
}
"""Functions of two floats, of two integers, and of two booleans."""

OF_COMPLEX: dict[str, type[Any]] = {
    "add": complex.AddOp,
    "sub": complex.SubOp,
    "mul": complex.MulOp,
    "div": complex.DivOp,
}
"""Functions of two complex numbers."""


def apply(builder: Builder, name: str, values: Sequence[Value]) -> Value:
    """Insert the ops of the scalar function `name`, and return its result."""
    if name == "select":
        return builder.insert(arith.SelectOp(*values)).results[0]
    type = values[0].type
    if name in BINARY:
        if values[1].type is not type:
            raise NoSuchFunctionError(f"'{name}' needs scalars of one type, but got '{type}' and '{values[1].type}'")
        return builder.insert(_binary(name, type)(*values)).results[0]
    if not isinstance(type, FloatType):
        raise NoSuchFunctionError(f"'{name}' is not defined for scalars of type '{type}'")
    if name == "square":
        return builder.insert(arith.MulFOp(values[0], values[0])).results[0]
    if name == "reciprocal":
        one = builder.insert(arith.ConstantOp(FloatAttr.of(1.0, type))).results[0]
        return builder.insert(arith.DivFOp(one, values[0])).results[0]
    return builder.insert(UNARY[name](values[0])).results[0]


def _binary(name: str, type: Type) -> type[Any]:
    of_floats, of_integers, of_booleans = BINARY[name]
    kind = None
    if isinstance(type, FloatType):
        kind = of_floats
    elif isinstance(type, (IntegerType, IndexType)):
        kind = of_booleans if type is i1 else of_integers
    elif isinstance(type, ComplexType):
        kind = OF_COMPLEX.get(name)
    if kind is None:
        raise NoSuchFunctionError(f"'{name}' is not defined for scalars of type '{type}'")
    return kind


def cast(builder: Builder, value: Value, type: Type, how: str) -> Value:
    """Insert the cast of a number to another type, unless it has that type, and return the result."""
    if value.type is type:
        return value
    return builder.insert(_cast_of(value.type, type, how == CAST_UNSIGNED)(value, type)).results[0]


def _cast_of(source: Type, target: Type, unsigned: bool) -> type[Any]:
    from_float, to_float = isinstance(source, FloatType), isinstance(target, FloatType)
    widens = (bit_width(source) or 0) < (bit_width(target) or 0)
    if from_float and to_float:
        return arith.ExtFOp if widens else arith.TruncFOp
    from_integer, to_integer = isinstance(source, IntegerType), isinstance(target, IntegerType)
    if from_float and to_integer:
        return arith.FPToUIOp if unsigned else arith.FPToSIOp
    if from_integer and to_float:
        return arith.UIToFPOp if unsigned else arith.SIToFPOp
    if from_integer and to_integer:
        if not widens:
            return arith.TruncIOp
        return arith.ExtUIOp if unsigned else arith.ExtSIOp
    if isinstance(source, IndexType) and to_integer:
        return arith.IndexCastOp
    raise NoSuchFunctionError(f"there is no cast from '{source}' to '{target}'")
