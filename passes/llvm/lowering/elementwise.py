"""Lowering of ops that work element by element: on scalars and vectors of LLVM, and row by row on arrays of vectors.

    @elementwise(AbsFOp)
    def lower_absf(op: AbsFOp, row: Row) -> Lowered:
        \"\"\"absf(x) -> llvm.intr.fabs(x)\"\"\"
        return [row.emit(llvm.FAbsOp(row.operands[0], flags_of(op)))]

The function says what becomes of one row, which is a scalar or a vector of one dimension. A vector of several
dimensions is an array of such rows in LLVM (of arrays, for more than two); the function is then called for each.
What types become is the type converter's business.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from dlc.dialects import llvm
from dlc.dialects.arith import FastMathAttr
from dlc.ir.attributes import Attribute, Type
from dlc.ir.builtin_types import FloatType, TensorType as RankedTensorType, UnrankedTensorType, element_type
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match
from dlc.ir.values import Value
from dlc.passes.rewriting.conversion import ConversionPattern, ConversionRewriter, Converted

Lowered = Sequence[Value]
_O = TypeVar("_O", bound=Operation)


class Emitter:
    """Puts ops in front of the one that is being lowered."""

    __slots__ = ("anchor", "rewriter")

    def __init__(self, anchor: Operation, rewriter: ConversionRewriter) -> None:
        self.anchor = anchor
        self.rewriter = rewriter

    def insert(self, op: _O) -> _O:
        return self.rewriter.insert_before(self.anchor, op)

    def emit(self, op: Operation) -> Value:
        """Put an op there; its only result."""
        return self.insert(op).results[0]

    def constant(self, value: int | float, type: Type) -> Value:
        """A number, or a vector that is full of it."""
        return self.emit(llvm.ConstantOp.of(value, type))

    def poison(self, type: Type) -> Value:
        """A value of which nothing is known yet."""
        return self.emit(llvm.PoisonOp(type))


class Row(Emitter):
    """The operands of an op in one row, and the types that its results have there."""

    __slots__ = ("operands", "types")

    def __init__(
        self, anchor: Operation, rewriter: ConversionRewriter, operands: Sequence[Value], types: Sequence[Type]
    ) -> None:
        super().__init__(anchor, rewriter)
        self.operands = operands
        self.types = types


LowerRow = Callable[[Any, Row], Lowered]


def elementwise(*kinds: type[Operation], moves_bits: bool = False) -> Callable[[LowerRow], ConversionPattern]:
    """Make a function that lowers one row a conversion pattern for ops of the given kinds.

    Ops that only move bits are lowered for all formats of floats, others for those that LLVM computes with.
    """

    def make(function: LowerRow) -> ConversionPattern:
        @functools.wraps(function)
        def convert(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
            if any(map(_is_tensor, op.result_types)):
                return rw.no_match("tensors are not lowered")
            unknown = None if moves_bits else format_without_arithmetic(op)
            if unknown is not None:
                return rw.no_match(f"LLVM does not compute with '{unknown}'")
            return rw.replace(op, by_rows(function, op, new.operands, new.result_types, rw))

        return ConversionPattern(convert, kinds)  # type: ignore[arg-type]

    return make


def format_without_arithmetic(op: Operation) -> Type | None:
    """The format among an op's types that LLVM has only the bits of, if there is one."""
    formats = map(_format_of_bits, (*op.operand_types, *op.result_types))
    return next((format for format in formats if format is not None), None)


@functools.lru_cache(maxsize=1 << 10)
def _format_of_bits(type: Type) -> Type | None:
    """The format of a type's floats, if LLVM has only their bits."""
    element = element_type(type)
    return element if isinstance(element, FloatType) and not llvm.is_compatible(element) else None


@functools.lru_cache(maxsize=1 << 10)
def _is_tensor(type: Type) -> bool:
    return isinstance(type, (RankedTensorType, UnrankedTensorType))


def by_rows(
    function: LowerRow, op: Operation, operands: Sequence[Value], types: Sequence[Type], rw: ConversionRewriter
) -> list[Value]:
    """Call a function for each row of the results, and put what it gives together."""
    emitter = Emitter(op, rw)
    if not isinstance(types[0], llvm.ArrayType):
        return list(function(op, Row(op, rw, operands, types)))
    whole = [emitter.poison(type) for type in types]
    inner = [row_type(type) for type in types]
    for position in positions(types[0]):
        rows = [row_of(emitter, operand, position) for operand in operands]
        made = function(op, Row(op, rw, rows, inner))
        whole = [
            emitter.emit(llvm.InsertValueOp.of(value, into, *position)) for value, into in zip(made, whole, strict=True)
        ]
    return whole


def positions(type: Type) -> Iterator[tuple[int, ...]]:
    """Where in nested arrays the rows are; the empty position, of what is no array."""
    counts: list[int] = []
    while isinstance(type, llvm.ArrayType):
        counts.append(type.count)
        type = type.element_type
    return itertools.product(*map(range, counts))


def row_type(type: Type) -> Type:
    """What is in nested arrays."""
    while isinstance(type, llvm.ArrayType):
        type = type.element_type
    return type


LONGEST_CHAIN = 64
"""How many insertions are looked through for a row."""


def row_of(emitter: Emitter, value: Value, position: Sequence[int]) -> Value:
    """A row of nested arrays; a value that is no array is the same for all rows."""
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
    """The flags of `arith` as those of LLVM."""
    return llvm.FastMathAttr.of(*flags.words) if isinstance(flags, FastMathAttr) else llvm.NO_FASTMATH


def flags_of(op: Operation) -> llvm.FastMathAttr:
    """The fast-math flags of an op."""
    return fastmath(op.properties.get("fastmath"))
