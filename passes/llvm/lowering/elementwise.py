"""Lowering of elementwise ops on scalars and vectors of LLVM, and row by row on arrays of vectors.

    @elementwise(AbsFOp)
    def lower_absf(op: AbsFOp, row: Row) -> Lowered:
        \"\"\"absf(x) -> llvm.intr.fabs(x)\"\"\"
        return [row.emit(llvm.FAbsOp(row.operands[0], flags_of(op)))]

The function lowers one row, which is a scalar or a vector of one dimension. A vector of several dimensions is an array
of such rows in LLVM (of arrays, for more than two); the function is then called for each row. The type converter
converts the types.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from dlc.dialects import llvm
from dlc.dialects.arith import FastMathAttr
from dlc.ir import Attribute, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, TensorType as RankedTensorType, UnrankedTensorType, element_type
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionPattern, ConversionRewriter, Converted

Lowered = Sequence[Value]
_O = TypeVar("_O", bound=Operation)


class Emitter:
    """Operands and result types of an op in one row, and insertion of ops before that op."""

    __slots__ = ("anchor", "rewriter")

    def __init__(self, anchor: Operation, rewriter: ConversionRewriter) -> None:
        self.anchor = anchor
        self.rewriter = rewriter

    def insert(self, op: _O) -> _O:
        return self.rewriter.insert_before(self.anchor, op)

    def emit(self, op: Operation) -> Value:
        """Insert an op and return its only result."""
        return self.insert(op).results[0]

    def constant(self, value: int | float, type: Type) -> Value:
        """Return a constant, as a scalar or a splat."""
        return self.emit(llvm.ConstantOp.of(value, type))

    def poison(self, type: Type) -> Value:
        """Return a poison value."""
        return self.emit(llvm.PoisonOp(type))


class Row(Emitter):
    """The operands of an op in one row, and its result types there."""

    __slots__ = ("operands", "types")

    def __init__(
        self, anchor: Operation, rewriter: ConversionRewriter, operands: Sequence[Value], types: Sequence[Type]
    ) -> None:
        super().__init__(anchor, rewriter)
        self.operands = operands
        self.types = types


LowerRow = Callable[[Any, Row], Lowered]


def elementwise(*kinds: type[Operation], moves_bits: bool = False) -> Callable[[LowerRow], ConversionPattern]:
    """Make a function that lowers one row a conversion pattern for the given op classes.

    Ops that only move bits are lowered for all float formats, others for those that LLVM computes with.
    """

    def make(function: LowerRow) -> ConversionPattern:
        @functools.wraps(function)
        def convert(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
            if any(map(_is_tensor, op.result_types)):
                return rw.no_match("it has tensors")
            unknown = None if moves_bits else format_without_arithmetic(op)
            if unknown is not None:
                return rw.no_match(f"LLVM does not compute with '{unknown}'")
            return rw.replace(op, by_rows(function, op, new.operands, new.result_types, rw))

        return ConversionPattern(convert, kinds)

    return make


def format_without_arithmetic(op: Operation) -> Type | None:
    """Return a float format among an op's types that LLVM does not compute with, or `None`."""
    formats = map(_format_of_bits, (*op.operand_types, *op.result_types))
    return next((format for format in formats if format is not None), None)


@functools.lru_cache(maxsize=1 << 10)
def _format_of_bits(type: Type) -> Type | None:
    """Return the float format of a type if LLVM does not compute with it, otherwise `None`."""
    element = element_type(type)
    return element if isinstance(element, FloatType) and not llvm.is_compatible(element) else None


@functools.lru_cache(maxsize=1 << 10)
def _is_tensor(type: Type) -> bool:
    return isinstance(type, (RankedTensorType, UnrankedTensorType))


def by_rows(
    function: LowerRow, op: Operation, operands: Sequence[Value], types: Sequence[Type], rw: ConversionRewriter
) -> list[Value]:
    """Call a function for each row of the results, and return the results composed of these rows."""
    emitter = Emitter(op, rw)
    if not isinstance(types[0], llvm.ArrayType):
        return list(function(op, Row(op, rw, operands, types)))
    whole = [emitter.poison(type) for type in types]
    inner = [row_type(type) for type in types]
    for position in positions(types[0]):
        rows = [row_of(emitter, operand, position) for operand in operands]
        row_results = function(op, Row(op, rw, rows, inner))
        whole = [
            emitter.emit(llvm.InsertValueOp.of(value, into, *position))
            for value, into in zip(row_results, whole, strict=True)
        ]
    return whole


def positions(type: Type) -> Iterator[tuple[int, ...]]:
    """Return the positions of the rows in nested arrays; one empty position if the type is not an array."""
    counts: list[int] = []
    while isinstance(type, llvm.ArrayType):
        counts.append(type.count)
        type = type.element_type
    return itertools.product(*map(range, counts))


def row_type(type: Type) -> Type:
    """Return the innermost element type of nested arrays."""
    while isinstance(type, llvm.ArrayType):
        type = type.element_type
    return type


LONGEST_CHAIN = 64
"""The maximum number of insertions that are searched for a row."""


def row_of(emitter: Emitter, value: Value, position: Sequence[int]) -> Value:
    """Return a row of nested arrays; a value that is not an array is the same for all rows."""
    if not position or not isinstance(value.type, llvm.ArrayType):
        return value
    current = value
    for _ in range(LONGEST_CHAIN):  # what has just been put together need not be taken apart again
        insertion = current.defined_by(llvm.InsertValueOp)
        if insertion is None or len(insertion.position) != len(position):
            break
        if list(insertion.position) == list(position):
            return insertion.value
        current = insertion.container
    return emitter.emit(llvm.ExtractValueOp.of(value, *position))


# -- Flags -------------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=128)
def fastmath(flags: Attribute | None) -> llvm.FastMathAttr:
    """Convert the fast-math flags of `arith` to those of LLVM."""
    return llvm.FastMathAttr.of(*flags.words) if isinstance(flags, FastMathAttr) else llvm.NO_FASTMATH


def flags_of(op: Operation) -> llvm.FastMathAttr:
    """Return the fast-math flags of an op as those of LLVM."""
    return fastmath(op.properties.get("fastmath"))
