"""`tensor.extract` and `tensor.insert`: single elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseElementsAttr, IRMapping, Value
from dlc.ir.builtin_constraints import any_ranked_tensor, index_type
from dlc.ir.builtin_types import TensorType, element_type
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import Op, Operand, Result, VariadicOperand, inferred_result, op, operand, variadic_operand
from dlc.ir.dense_folds import dense_constant, element_at
from dlc.ir.effects import is_pure
from dlc.ir.index_lists import known_index
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, Effect, FoldResult, MemoryEffects
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .casts import CastOp, source_if_more_static
from .creation import FromElementsOp, GenerateOp, SplatOp
from .shapes import SameShapeAs

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

T = TypeVariable("T", any_ranked_tensor)

FARTHEST_LOOK = 64
"""The maximum number of insertions an extraction looks past: a chain of n that is read n times must not cost n * n
steps.
"""


@op("tensor.extract", interfaces=(MemoryEffects, ConditionallySpeculatable))
class ExtractOp(Op):
    """Extract an element; out-of-bounds indices are undefined behaviour, so the op is speculated only if they are known
    to be in bounds. run it, unless they are known.

    Rules: (extract_c1) there is an index for each dimension.
    Example: %x = tensor.extract %t[%i, %j] : tensor<4x?xf32>
    """

    tensor: Operand = operand(any_ranked_tensor)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    result: Result = inferred_result(any_type, type_from=("tensor", element_type))
    syntax = "$tensor `[` $indices `]` attr-dict `:` type($tensor)"

    def result_names(self) -> Sequence[str | None]:
        return ("extracted",)

    def verify(self, report: Report) -> None:
        rank, got = len(self.tensor.shape), len(self.indices)
        if got != rank:
            report.error(
                "extract_c1", f"incorrect number of indices for extract_element, expected {rank} but got {got}"
            )

    def effects(self) -> Sequence[Effect]:
        """Return no effects: it reads no memory."""
        return ()

    def is_speculatable(self) -> bool:
        """Return whether the element provably exists."""
        return _place(self.indices, self.tensor.shape) is not None

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold extraction from a cast, from an insertion, from a constant or splat, and from single elements."""
        changed = self._look_past_casts_and_insertions()
        inserted = self.tensor.defined_by(InsertOp)
        if inserted is not None and _same_place(inserted.indices, self.indices):
            return [inserted.scalar]
        splat = self.tensor.defined_by(SplatOp)
        if splat is not None:
            return [splat.input]
        element = _of_constant(self, operands[0] if not changed else None)
        element = element if element is not None else _of_elements(self)
        if element is not None:
            return [element]
        return self.results if changed else None

    def _look_past_casts_and_insertions(self) -> bool:
        """Take the element from where it provably was before; return whether that changed anything."""
        tensor = self.tensor
        for _ in range(FARTHEST_LOOK):
            cast, insert = tensor.defined_by(CastOp), tensor.defined_by(InsertOp)
            if cast is not None and isinstance(cast.source.type, TensorType):
                tensor = cast.source
            elif insert is not None and _surely_apart(insert.indices, self.indices):
                tensor = insert.dest
            else:
                break
        else:
            return False
        if tensor is self.tensor:
            return False
        self.tensor = tensor
        return True


def _same_place(a: Sequence[Value], b: Sequence[Value]) -> bool:
    return all(x is y or (known_index(x) is not None and known_index(x) == known_index(y)) for x, y in _pairs(a, b))


def _surely_apart(a: Sequence[Value], b: Sequence[Value]) -> bool:
    """Return whether two places differ in an index that is known about both."""
    known = [(known_index(x), known_index(y)) for x, y in _pairs(a, b)]
    return any(x is not None and y is not None and x != y for x, y in known)


def _pairs(a: Sequence[Value], b: Sequence[Value]) -> list[tuple[Value, Value]]:
    return list(zip(a, b, strict=True))


def _place(indices: Sequence[Value], shape: Sequence[int]) -> list[int] | None:
    """The indices as numbers, if they are known and there is such an element."""
    place: list[int] = []
    for value, size in zip(indices, shape, strict=True):
        number = known_index(value)
        if number is None or not 0 <= number < size:
            return None
        place.append(number)
    return place


def _of_constant(op: ExtractOp, constant: Attribute | None) -> Attribute | None:
    dense = dense_constant(constant)
    if dense is None:
        return None
    if dense.is_splat:
        return element_at(dense, (), None)
    place = _place(op.indices, dense.type.shape)
    return element_at(dense, place, None) if place is not None else None


def _of_elements(op: ExtractOp) -> Value | None:
    producer = op.tensor.defined_by(FromElementsOp)
    place = _place(op.indices, op.tensor.shape) if producer is not None else None
    if producer is None or place is None:
        return None
    number = 0
    for index, size in zip(place, op.tensor.shape, strict=True):
        number = number * size + index
    return producer.elements[number]


@op("tensor.insert", interfaces=(NO_EFFECTS, ConditionallySpeculatable, SameShapeAs("dest")))
class InsertOp(Op):
    """The destination with another element at a place; indices out of bounds are undefined behaviour.

    Rules: (insert_c1) there is an index for each dimension.
    Example: %r = tensor.insert %x into %t[%i, %j] : tensor<4x?xf32>
    """

    scalar: Operand = operand(any_type, type_from=("dest", element_type))
    dest: Operand = operand(T)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    result: Result = inferred_result(T)
    syntax = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"

    def result_names(self) -> Sequence[str | None]:
        return ("inserted",)

    def is_speculatable(self) -> bool:
        """Return whether the element provably exists."""
        return _place(self.indices, self.dest.shape) is not None

    def verify(self, report: Report) -> None:
        rank, got = len(self.dest.shape), len(self.indices)
        if got != rank:
            report.error("insert_c1", f"incorrect number of indices, expected {rank} but got {got}")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold an insertion of a value that the tensor already holds there."""
        dest = operands[1]
        if isinstance(dest, DenseElementsAttr) and dest.is_splat and dest.splat_value() is operands[0] is not None:
            return [self.dest]
        splat, taken = self.dest.defined_by(SplatOp), self.scalar.defined_by(ExtractOp)
        if splat is not None and splat.input is self.scalar:
            return [self.dest]
        if taken is not None and taken.tensor is self.dest and _same_place(taken.indices, self.indices):
            return [self.dest]
        return None


@canonicalization(InsertOp)
def insert_over_insertion(op: InsertOp, rw: Rewriter) -> Match:
    """insert(x, insert(y, t)[i])[i] -> insert(x, t)[i].  Terminates: removes an insertion."""
    inner = op.dest.defined_by(InsertOp)
    if inner is None or not _same_place(inner.indices, op.indices):
        return rw.no_match("the destination has no other element put at the same place")
    return rw.set_operand(op, 1, inner.dest)


@canonicalization(InsertOp)
def insert_before_cast(op: InsertOp, rw: Rewriter) -> Match:
    """insert(x, cast(t)) -> cast(insert(x, t)).  Terminates: moves a cast towards the uses."""
    source = source_if_more_static(op.dest)
    if source is None:
        return rw.no_match("the destination is not a cast to a less precise type")
    new_insert = rw.insert_before(op, InsertOp(op.scalar, source, op.indices))
    return rw.replace(op, CastOp(new_insert.result, op.result.type))


MOST_OPS_REPEATED = 16
"""The maximum length of a body that is recomputed for a single element."""


@canonicalization(ExtractOp)
def extract_from_generate(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(generate { f })[i] -> f(i), if f is short and pure.  Terminates: removes a region."""
    generate = op.tensor.defined_by(GenerateOp)
    if generate is None:
        return rw.no_match("the tensor is not generated")
    entry = generate.body.entry
    body = [inner for inner in entry.ops if inner is not entry.last]
    if len(body) > MOST_OPS_REPEATED or any(inner.regions or not is_pure(inner) for inner in body):
        return rw.no_match("the body is long, or not pure")
    mapping = IRMapping()
    mapping.map(entry.args, op.indices)
    for inner in body:
        rw.insert_before(op, inner.clone(mapping))
    assert entry.last is not None
    return rw.replace(op, mapping.values.get(entry.last.operands[0], entry.last.operands[0]))
