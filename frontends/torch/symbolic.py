"""Symbolic sizes of PyTorch, which are expressions of sympy, as sizes of dlc."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, cast

from dlc.ir.sizes import Dim, Shape, Size, add, ceil_divide, floor_divide, multiply, remainder, subtract

from ...dialects import graph
from ...ir import Value
from ...ir.builtin_types import f64
from ..emitter import Emitter
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
MOST_FACTORS = 8
"""The largest power of a size that is written as a product."""
FLOAT_FUNCTIONS: dict[str, Callable[[Value, Value], Value]] = {
    "Add": graph.add,
    "Mul": graph.mul,
    "Pow": graph.pow,
    "PowByNatural": graph.pow,
    "FloatPow": graph.pow,
    "FloatTrueDiv": graph.div,
    "IntTrueDiv": graph.div,
    "ToFloat": graph.add,
    "Max": graph.maximum,
    "Min": graph.minimum,
}
"""Functions of torch's symbolic floats, with any number of arguments."""


def are_known(sizes: Iterable[Any]) -> bool:
    """Return whether sizes are numbers while a program is traced, not symbols."""
    return all(type(size) is int for size in sizes)


def several(value: Any) -> Sequence[Any]:
    """Return what a node computes as a list, whether it is one value or several."""
    return cast("Sequence[Any]", value) if isinstance(value, (tuple, list)) else [value]


class Sizes:
    """Sizes of one graph, whose symbols have names in the order in which they occur.

    PyTorch's own names differ from run to run, so that a program that was compiled before would not be found.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._replaced: dict[Any, Any] = {}
        self.unknown: set[Any] = set()
        """The symbols that no argument says."""
        self.signed: set[Any] = set()
        """The symbols that may be negative: each is the difference of two sizes."""

    def name_of(self, symbol: Any) -> str:
        """Return the name of a symbol."""
        return self._names.setdefault(symbol.name, f"s{len(self._names)}")

    def negative_name_of(self, symbol: Any) -> str:
        """Return the name of what is taken away from the name of a symbol that may be negative."""
        return self._names.setdefault(f"-{symbol.name}", f"s{len(self._names)}")

    def has_name(self, symbol: Any) -> bool:
        """Return whether a symbol has been named."""
        return symbol.name in self._names

    def replace(self, expression: Any) -> None:
        """Let an expression be a symbol of its own, in all sizes."""
        symbol = sympy.Symbol(f"part {len(self._replaced)}", integer=True, nonnegative=True)
        self._replaced[expression] = symbol

    def expression_of(self, number: Any) -> Any:
        """Return the expression of a symbolic number, `None` of any other."""
        if not isinstance(number, (torch.SymInt, torch.SymFloat)):
            return None
        return number.node.expr.xreplace(self._replaced) if self._replaced else number.node.expr

    def symbols_of(self, numbers: Sequence[Any]) -> list[Any]:
        """Return the symbols in numbers, in the order in which they occur."""
        expressions = filter(None, map(self.expression_of, numbers))
        return [each for expression in expressions for each in _symbols_in(expression)]

    def dim(self, size: Any) -> Dim:
        """Return a size of a traced tensor; unknown if it is no polynomial, quotient or remainder of names."""
        return self._dim_of_expression(self.expression_of(size)) if isinstance(size, torch.SymInt) else int(size)

    def shape(self, tensor: Any) -> Shape:
        """Return the shape of a traced tensor."""
        return tuple(map(self.dim, tensor.shape))

    def number(self, number: Any, emitter: Emitter) -> Value | None:
        """Return a symbolic float as a scalar of f64; `None` if it is no arithmetic of sizes."""
        return self._float_of(self.expression_of(number), emitter)

    def _float_of(self, expression: Any, emitter: Emitter) -> Value | None:
        if expression.is_Number:
            return emitter.constant(float(expression), f64)
        kind = type(expression).__name__
        if kind in FLOAT_FUNCTIONS:
            values = [self._float_of(each, emitter) for each in expression.args]
            operands = [each for each in values if each is not None]
            return reduce(FLOAT_FUNCTIONS[kind], operands) if len(operands) == len(values) else None
        if not expression.is_integer:
            return None
        size = self._dim_of_expression(expression)
        return None if size is None else emitter.cast(emitter.size_value(size), f64)

    def replace_opaque_parts(self, size: Any) -> None:
        """Let what no size can express, such as a size that is rounded, be a symbol: Python computes it."""
        for part in opaque_parts(size):
            if part not in self._replaced:
                self.replace(part)

    def _dim_of_symbol(self, symbol: Any) -> Dim:
        if symbol in self.unknown:
            return None
        size = Size.named(self.name_of(symbol))
        return subtract(size, Size.named(self.negative_name_of(symbol))) if symbol in self.signed else size

    def _dim_of_expression(self, expression: Any) -> Dim:
        if expression.is_Integer:
            return int(expression)
        if expression.is_Symbol:
            return self._dim_of_symbol(expression)
        parts = [self._dim_of_expression(each) for each in expression.args]
        kind = type(expression).__name__
        if kind == "Add":
            return reduce(add, parts)
        if kind == "Mul":
            return reduce(multiply, parts)
        if _is_power(expression):
            return reduce(multiply, [parts[0]] * int(expression.args[1]))
        if kind in BINARY:
            return BINARY[kind](parts[0], parts[1])
        return None


def _is_power(expression: Any) -> bool:
    """Return whether an expression is a small power of a size."""
    exponent = expression.args[1] if type(expression).__name__ == "Pow" else None
    return exponent is not None and bool(exponent.is_Integer) and 0 < int(exponent) <= MOST_FACTORS


def opaque_parts(size: Any) -> list[Any]:
    """Return the largest parts of a size that are no polynomial of symbols, and no quotient or remainder by what is
    positive.
    """
    return _opaque_parts(size.node.expr, size.node.shape_env) if isinstance(size, torch.SymInt) else []


def _opaque_parts(expression: Any, environment: Any) -> list[Any]:
    kind = type(expression).__name__
    if expression.is_Integer or expression.is_Symbol:
        return []
    is_known = kind in ("Add", "Mul", *BINARY) or _is_power(expression)
    if kind in BINARY:
        is_known = bool(environment.bound_sympy(expression.args[1]).lower >= 1)
    if is_known and all(each.is_integer is not False for each in expression.args):
        return [part for each in expression.args for part in _opaque_parts(each, environment)]
    return [expression]


def parts_of(expression: Any, symbols: set[Any]) -> list[Any]:
    """Return the largest parts of an expression with such symbols that are no sum and no product."""
    if not expression.free_symbols & symbols or expression.is_Symbol:
        return []
    if type(expression).__name__ in ("Add", "Mul"):
        return [part for each in expression.args for part in parts_of(each, symbols)]
    return [expression]


def _symbols_in(expression: Any) -> list[Any]:
    """Return the symbols of an expression; the order of several does not depend on their names."""
    return list(dict.fromkeys(each for each in sympy.preorder_traversal(expression) if each.is_Symbol))


def may_be_below(number: Any, bound: int) -> bool:
    """Return whether a symbolic integer may be less than a number, as far as torch knows."""
    return not number.node.shape_env.bound_sympy(number.node.expr).lower >= bound


def has_negative(number: Any, symbol: Any) -> bool:
    """Return whether a symbol in a symbolic integer may be negative, as far as torch knows."""
    return not symbol.is_nonnegative and not number.node.shape_env.bound_sympy(symbol).lower >= 0


def is_negative(number: Any) -> bool:
    """Return whether a symbolic integer is negative in all calls for which it was traced."""
    is_symbolic = isinstance(number, torch.SymInt)
    return is_symbolic and bool(number.node.shape_env.bound_sympy(number.node.expr).upper < 0)


def solution(expression: Any, symbol: Any) -> tuple[int, int] | None:
    """Return (a, b) if an expression is a * symbol + b, else `None`."""
    if expression.free_symbols != {symbol}:
        return None
    polynomial = expression.as_poly(symbol)
    if polynomial is None or polynomial.degree() != 1:
        return None
    factor, rest = polynomial.all_coeffs()
    return (int(factor), int(rest)) if factor.is_Integer and rest.is_Integer else None
