"""The text of affine expressions, exactly as MLIR prints it.

Printing does not recurse. It takes time proportional to the text, which repeats what an expression shares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .expr import AffineExpr

    _Piece = str | tuple[AffineExpr, bool]
    """Finished text, or an expression and whether it needs parentheses where it is an operation."""

Spelling = Callable[[int], str]
"""A function that prints the dimension or symbol at a position."""


def dim_spelling(position: int) -> str:
    return f"d{position}"


def symbol_spelling(position: int) -> str:
    return f"s{position}"


def expr_text(expr: AffineExpr, dim: Spelling = dim_spelling, symbol: Spelling = symbol_spelling) -> str:
    """Return the text of `expr`; `dim` and `symbol` spell its leaves, such as by the name of an SSA value."""
    pieces: list[str] = []
    pending: list[_Piece] = [(expr, False)]
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            pieces.append(piece)
            continue
        part, tight = piece
        if part.operands:
            spelled = _sum_pieces(part) if part.kind == "add" else _product_pieces(part)
            pending += reversed(["(", *spelled, ")"] if tight else spelled)
        elif part.constant_value is not None:
            pieces.append(str(part.constant_value))
        else:  # the position of a leaf is one less than its bound
            pieces.append(dim(part.dim_bound - 1) if part.kind == "dim" else symbol(part.symbol_bound - 1))
    return "".join(pieces)


_OPERATORS = {"mul": " * ", "mod": " mod ", "floordiv": " floordiv ", "ceildiv": " ceildiv "}


def _product_pieces(expr: AffineExpr) -> list[_Piece]:
    lhs, rhs = expr.operands
    if expr.kind == "mul" and rhs.constant_value == -1:
        return ["-", (lhs, True)]
    return [(lhs, True), _OPERATORS[expr.kind], (rhs, True)]


def _sum_pieces(expr: AffineExpr) -> list[_Piece]:
    """`a + b`, or as a subtraction where `b` is a negative constant or has a negative constant factor."""
    lhs, rhs = expr.operands
    left: _Piece = (lhs, False)
    if rhs.constant_value is not None and rhs.constant_value < 0:
        return [left, f" - {-rhs.constant_value}"]
    factor = rhs.operands[1].constant_value if rhs.kind == "mul" else None
    if factor is None or factor >= 0:
        return [left, " + ", (rhs, False)]
    term = rhs.operands[0]
    if factor == -1:
        return [left, " - ", (term, term.kind == "add")]
    return [left, " - ", (term, True), f" * {-factor}"]


def header_text(num_dims: int, num_symbols: int) -> str:
    """`(d0, d1)[s0]`: what stands before the arrow of a map and the colon of a set."""
    dims = ", ".join(map(dim_spelling, range(num_dims)))
    symbols = ", ".join(map(symbol_spelling, range(num_symbols)))
    return f"({dims})[{symbols}]" if num_symbols else f"({dims})"
