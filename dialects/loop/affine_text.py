"""The text of affine maps and sets with the values that they take.

Two spellings: `affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`, and, in subscripts, `%i + symbol(%n)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.ir import Value
from dlc.ir.affine import (
    AffineAddExpr,
    AffineCeilDivExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineError,
    AffineExpr,
    AffineFloorDivExpr,
    AffineMap,
    AffineModExpr,
    AffineMulExpr,
    AffineSymbolExpr,
)
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_types import index

# -- Lists of operands -----------------------------------------------------------------------------------------------


def read_operands(p: AsmReader, what: str, num_dims: int, num_symbols: int) -> list[Value]:
    """`(%i, %j)[%n]`: as many dimensions and symbols as a map or set has."""
    offset = p.pos
    p.expect("(")
    dims = p.value_names()
    p.expect(")")
    symbols: list[str] = []
    if p.accept("["):
        symbols = p.value_names()
        p.expect("]")
    if (len(dims), len(symbols)) != (num_dims, num_symbols):
        p.fail(
            f"the {what} takes {num_dims} dimensions and {num_symbols} symbols, but got {len(dims)} and {len(symbols)}",
            offset,
        )
    return [p.resolve(name, offset, index) for name in (*dims, *symbols)]


def operands_text(p: AsmPrinter, operands: Sequence[Value], num_dims: int) -> str:
    """`(%i, %j)[%n]`; no brackets where there are no symbols."""
    text = f"({p.names_of(operands[:num_dims])})"
    return f"{text}[{p.names_of(operands[num_dims:])}]" if len(operands) > num_dims else text


# -- Expressions over names ------------------------------------------------------------------------------------------


class Subscripts:
    """Expressions over the names of values, read one after the other: which dimension or symbol each name became."""

    def __init__(self, p: AsmReader) -> None:
        self.p = p
        self.offset = p.pos
        self.dims: list[str] = []
        self.symbols: list[str] = []
        self._known: dict[str, AffineExpr] = {}

    def expressions(self, end: str) -> list[AffineExpr]:
        """Expressions separated by commas, up to the character `end`, which is not read."""
        if self.p.at(end):
            return []
        exprs = [self.expression()]
        while self.p.accept(","):
            exprs.append(self.expression())
        return exprs

    def map_of(self, results: Sequence[AffineExpr]) -> AffineMap:
        """The map that gives these expressions."""
        return AffineMap(len(self.dims), len(self.symbols), results)

    def values(self) -> list[Value]:
        """The operands of the map: dimensions first."""
        return [self.p.resolve(name, self.offset, index) for name in (*self.dims, *self.symbols)]

    def expression(self) -> AffineExpr:
        """Parse an expression. Operators wait on a stack until one that binds less tightly follows: parentheses may
        nest deeply. Operators wait on a stack until one that binds less comes: parentheses may nest deeply.
        """
        p, operands, waiting, open_parentheses = self.p, list[AffineExpr](), list[str](), 0
        while True:
            name = p.accept_value_name()  # what comes most often is tried first
            if name is None and p.accept("("):
                waiting.append("(")
                open_parentheses += 1
                continue
            number = p.accept_integer() if name is None else None
            if name is None and number is None and p.accept("-"):
                waiting.append("negate")
                continue
            operands.append(self._leaf(name, number))
            while open_parentheses and p.accept(")"):
                open_parentheses -= 1
                self._apply_until("(", waiting, operands)
            operator = self._operator()
            while waiting and waiting[-1] != "(" and (operator is None or _BINDS[waiting[-1]] >= _BINDS[operator]):
                self._apply(waiting.pop(), operands)
            if operator is None:
                if waiting:
                    p.expect(")")
                return operands.pop()
            waiting.append(operator)

    def _apply_until(self, mark: str, waiting: list[str], operands: list[AffineExpr]) -> None:
        while (operator := waiting.pop()) != mark:
            self._apply(operator, operands)

    def _operator(self) -> str | None:
        p = self.p
        if p.at(",", "]", ")"):
            return None
        for sign in ("+", "-", "*"):
            if p.accept(sign):
                return sign
        return p.accept_keyword("floordiv", "ceildiv", "mod")

    def _apply(self, operator: str, operands: list[AffineExpr]) -> None:
        try:
            rhs = operands.pop()
            operands.append(-rhs if operator == "negate" else _OPERATIONS[operator](operands.pop(), rhs))
        except AffineError as error:
            self.p.fail(str(error))

    def _leaf(self, name: str | None, number: int | None) -> AffineExpr:
        """The name of a value or a number that was read; otherwise, `symbol(%value)`."""
        p = self.p
        if number is not None:
            return self._constant(number)
        if name is not None:
            return self._named(name, self.dims, AffineDimExpr)
        if not p.accept("symbol"):
            p.fail("expected an affine expression of values, such as '%i + symbol(%n) * 2'")
        p.expect("(")
        name = p.value_name()
        p.expect(")")
        return self._named(name, self.symbols, AffineSymbolExpr)

    def _constant(self, number: int) -> AffineExpr:
        try:
            return AffineConstantExpr(number)
        except AffineError as error:
            self.p.fail(str(error))

    def _named(self, name: str, names: list[str], kind: Callable[[int], AffineExpr]) -> AffineExpr:
        """The leaf for a name: as what it first occurred, it stays."""
        expr = self._known.get(name)
        if expr is None:
            expr = self._known[name] = kind(len(names))
            names.append(name)
        return expr


_BINDS = {"+": 1, "-": 1, "*": 2, "floordiv": 2, "ceildiv": 2, "mod": 2, "negate": 3}
_OPERATIONS: dict[str, Callable[[AffineExpr, AffineExpr], AffineExpr]] = {
    "+": AffineAddExpr,
    "-": lambda lhs, rhs: lhs - rhs,
    "*": AffineMulExpr,
    "floordiv": AffineFloorDivExpr,
    "ceildiv": AffineCeilDivExpr,
    "mod": AffineModExpr,
}


def read_subscripts(p: AsmReader) -> tuple[AffineMap, list[str]]:
    """`[%i + 1, symbol(%n)]`: the map, and the names of its operands."""
    p.expect("[")
    reader = Subscripts(p)
    affine_map = reader.map_of(reader.expressions("]"))
    p.expect("]")
    return affine_map, [*reader.dims, *reader.symbols]


def expressions_text(p: AsmPrinter, results: Sequence[AffineExpr], num_dims: int, operands: Sequence[Value]) -> str:
    """`%i + 1, symbol(%n)`"""

    def dim(position: int) -> str:
        return p.name(operands[position])

    def symbol(position: int) -> str:
        return f"symbol({p.name(operands[num_dims + position])})"

    return ", ".join([result.text(dim, symbol) for result in results])
