"""Symbolic sizes of PyTorch, which are expressions of sympy, as sizes of dlc."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from ...dialects.graph.sizes import Dim, Shape, Size, add, ceil_divide, floor_divide, multiply, remainder
from .installed import torch

BINARY: dict[str, Callable[[Dim, Dim], Dim]] = {
    "FloorDiv": floor_divide,
    "CleanDiv": floor_divide,
    "CeilDiv": ceil_divide,
    "Mod": remainder,
    "PythonMod": remainder,
}
"""Functions of torch's symbolic integers with two arguments."""


def dim_of(size: Any) -> Dim:
    """Return a size of a traced tensor; unknown if it is no polynomial, quotient or remainder of names."""
    if not isinstance(size, torch.SymInt):
        return int(size)
    return dim_of_expression(size.node.expr)


def dim_of_expression(expression: Any) -> Dim:
    """Return an expression of sympy as a size."""
    if expression.is_Integer:
        return int(expression)
    if expression.is_Symbol:
        return Size.named(expression.name)
    parts = [dim_of_expression(each) for each in expression.args]
    kind = type(expression).__name__
    if kind == "Add":
        return reduce(add, parts)
    if kind == "Mul":
        return reduce(multiply, parts)
    if kind == "Pow" and isinstance(parts[1], int) and 0 < parts[1] <= 8:
        return reduce(multiply, [parts[0]] * parts[1])
    if kind in BINARY:
        return BINARY[kind](parts[0], parts[1])
    return None


def shape_of_tensor(tensor: Any) -> Shape:
    """Return the shape of a traced tensor."""
    return tuple(map(dim_of, tensor.shape))


def expression_of(size: Any) -> Any:
    """Return the expression of a symbolic integer, `None` of a number."""
    return size.node.expr if isinstance(size, torch.SymInt) else None


def symbols_of(sizes: Sequence[Any]) -> dict[str, Any]:
    """Return the symbols in sizes by name, in the order in which they occur."""
    expressions = filter(None, map(expression_of, sizes))
    return {each.name: each for expression in expressions for each in sorted(expression.free_symbols, key=str)}


def solution(expression: Any, symbol: Any) -> tuple[int, int] | None:
    """Return (a, b) if an expression is a * symbol + b with a > 0, else `None`."""
    if expression.free_symbols != {symbol}:
        return None
    polynomial = expression.as_poly(symbol)
    if polynomial is None or polynomial.degree() != 1:
        return None
    factor, rest = polynomial.all_coeffs()
    return (int(factor), int(rest)) if factor.is_Integer and rest.is_Integer and factor > 0 else None
