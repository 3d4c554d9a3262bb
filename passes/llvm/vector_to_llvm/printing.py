"""Lowering of `vector.print`: calls of C's `dprintf`, which writes to standard output at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlc.dialects import llvm, vector
from dlc.ir import StringAttr, Type, Value
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, VectorType, element_type, f64, i8, i32, i64
from dlc.ir.patterns import Match
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.needed_functions import call_c, declare_c, text_global
from .rows import Rows, outer_positions

STANDARD_OUTPUT = 1
MOST_ARGUMENTS = 64
"""The maximum number of elements that one call prints."""
WIDEST = 64

Piece = str | Value
"""A text, or a number that is printed."""


@conversion(vector.PrintOp)
def lower_print(op: vector.PrintOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.print %v  ->  llvm.call @dprintf(1, "( %g, %g )\\n", v[0], v[1])"""
    type = op.source.type if op.source is not None else None
    if isinstance(type, VectorType) and type.is_scalable:
        raise CannotLower("vectors of a size that is not known are not printed")
    kind = element_type(type) if type is not None else None
    format = _format_of(kind) if kind is not None else ""
    declare_c(rw, op, "dprintf")
    text = op.stringLiteral.value if op.stringLiteral is not None else op.punctuation.text
    pieces = [*(_pieces(op.source, Rows(op, rw)) if op.source is not None else ()), text]
    written, numbers = "", list[Value]()
    for piece in pieces:
        written += piece.replace("%", "%%") if isinstance(piece, str) else format
        if isinstance(piece, Value):
            numbers.append(_widened(piece, kind, Rows(op, rw)))
        if len(numbers) == MOST_ARGUMENTS:
            _write(op, written, numbers, rw)
            written, numbers = "", []
    if written:
        _write(op, written, numbers, rw)
    return rw.erase(op)


def _format_of(kind: Type) -> str:
    """Return how C writes numbers of a type."""
    if isinstance(kind, FloatType) and kind.width in (16, 32, 64):
        return "%g"
    if isinstance(kind, IndexType) or (isinstance(kind, IntegerType) and kind.width <= WIDEST):
        return "%lld" if isinstance(kind, IntegerType) and not kind.is_unsigned else "%llu"
    raise CannotLower(f"a '{kind}' is not printed: convert it to a float, or an integer, of up to {WIDEST} bits")


def _pieces(source: Value, rows: Rows) -> Iterator[Piece]:
    """The texts and elements of a value in order: `( ( 1, 2 ), ( 3, 4 ) )`."""
    values = iter(rows.rows(source))
    if not isinstance(source.type, VectorType):
        yield from values
        return
    shape = source.type.shape
    for position in outer_positions(shape):
        row = next(values)
        yield from _opening(position)
        for place in range(shape[-1] if shape else 1):
            yield ", " if place else ""
            yield rows.element(row, place)
        yield _closing(position, shape)


def _opening(position: Sequence[int]) -> Iterator[str]:
    """The text before a row: a parenthesis for each dimension that begins with it."""
    begun = next((count for count, index in enumerate(reversed(position)) if index), len(position))
    yield ", " if any(position) else ""
    yield "( " * (begun + 1)


def _closing(position: Sequence[int], shape: Sequence[int]) -> str:
    ended = zip(reversed(position), reversed(shape[:-1]), strict=True)
    return " )" * (1 + next((count for count, (at, size) in enumerate(ended) if at + 1 < size), len(position)))


def _widened(value: Value, kind: Type | None, rows: Rows) -> Value:
    """Return a number as C passes it to a function that takes any: with 64 bits."""
    if isinstance(kind, FloatType):
        return value if kind.width == WIDEST else rows.emit(llvm.FPExtOp(value, f64))
    if not isinstance(kind, IntegerType) or kind.width == WIDEST:
        return value
    extend = llvm.ZExtOp if kind.is_unsigned or kind.width == 1 else llvm.SExtOp
    return rows.emit(extend(value, i64))


def _write(op: vector.PrintOp, format: str, numbers: Sequence[Value], rw: ConversionRewriter) -> None:
    """Insert a call that writes numbers in a format."""
    text = StringAttr(f"{format}\0")
    length = len(text.value.encode(errors="surrogateescape"))
    rows = Rows(op, rw)
    address = rows.emit(llvm.AddressOfOp.of(text_global(rw, op, text, llvm.ArrayType(length, i8))))
    call_c(rw, op, "dprintf", [rows.constant(STANDARD_OUTPUT, i32), address, *numbers])


PATTERNS = (lower_print,)
