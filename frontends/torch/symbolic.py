"""Symbolic sizes of PyTorch, which are expressions of sympy, as sizes of dlc."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, cast

from dlc.ir.sizes import Dim, Shape, Size, add, ceil_divide, floor_divide, multiply, remainder

from .installed import torch

sympy: Any = importlib.import_module("sympy")

BINARY: dict[str, Callable[[Dim, Dim], Dim]] = {
    "FloorDiv": floor_divide,
    "CleanDiv": floor_divide,
    "CeilDiv": ceil_divide,
    "Mod": remainder,
    "PythonMod": remainder,
}
"""Functions of torch's symbolic integers with two arguments."""


def several(value: Any) -> Sequence[Any]:
    """Return what a node computes as a list, whether it is one value or several."""
    return cast("Sequence[Any]", value) if isinstance(value, (tuple, list)) else [value]


class Sizes:
    """Sizes of one graph, whose symbols have names in the order in which they occur.

    PyTorch's own names differ from run to run, so that a program that was compiled before would not be found.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name_of(self, symbol: Any) -> str:
        """Return the name of a symbol."""
        return self._names.setdefault(symbol.name, f"s{len(self._names)}")

    def dim(self, size: Any) -> Dim:
        """Return a size of a traced tensor; unknown if it is no polynomial, quotient or remainder of names."""
        return self._dim_of_expression(size.node.expr) if isinstance(size, torch.SymInt) else int(size)

    def shape(self, tensor: Any) -> Shape:
        """Return the shape of a traced tensor."""
        return tuple(map(self.dim, tensor.shape))

    def _dim_of_expression(self, expression: Any) -> Dim:
        if expression.is_Integer:
            return int(expression)
        if expression.is_Symbol:
            return Size.named(self.name_of(expression))
        parts = [self._dim_of_expression(each) for each in expression.args]
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


def expression_of(size: Any) -> Any:
    """Return the expression of a symbolic integer, `None` of a number."""
    return size.node.expr if isinstance(size, torch.SymInt) else None


def symbols_of(sizes: Sequence[Any]) -> list[Any]:
    """Return the symbols in sizes, in the order in which they occur."""
    expressions = filter(None, map(expression_of, sizes))
    return [each for expression in expressions for each in _symbols_in(expression)]


def _symbols_in(expression: Any) -> list[Any]:
    """Return the symbols of an expression; the order of several does not depend on their names."""
    return list(dict.fromkeys(each for each in sympy.preorder_traversal(expression) if each.is_Symbol))


def solution(expression: Any, symbol: Any) -> tuple[int, int] | None:
    """Return (a, b) if an expression is a * symbol + b with a > 0, else `None`."""
    if expression.free_symbols != {symbol}:
        return None
    polynomial = expression.as_poly(symbol)
    if polynomial is None or polynomial.degree() != 1:
        return None
    factor, rest = polynomial.all_coeffs()
    return (int(factor), int(rest)) if factor.is_Integer and rest.is_Integer and factor > 0 else None
