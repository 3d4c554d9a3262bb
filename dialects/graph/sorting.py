"""Ops of `graph` that order elements: sort, top_k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, IntegerAttr, Type, UnitAttr
from dlc.ir.builtin_constraints import i64_attr, unit_attr
from dlc.ir.builtin_types import i32, i64
from dlc.ir.definition import (
    Attr,
    Operand,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_variadic_result,
    op,
    operand,
    optional_attr,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Shape

from .bases import GraphOp
from .rules import Findings, at_most, dims_in_range, require, same_shape
from .tensors import any_tensor, element_of, index_tensor, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult


@op("graph.sort", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class SortOp(GraphOp):
    """Sort along a dimension by the elements of the first operand; those of the others go with them.

    Ascending, or with `descending` the largest first. Elements that are equal keep their order. A NaN counts as larger
    than every number, NaNs as equal; so do 0.0 and -0.0. Operands whose sizes differ when running stop the program.

    Rules: (sort_c1) results have the types of operands. (sort_c2) there is one operand at least. (sort_c3) the
    dimension is there. (sort_c4) operands have one shape.
    Example: %k, %v = graph.sort %keys, %values along 1 descending
        : tensor<2x3xf32>, tensor<2x3xi64> -> tensor<2x3xf32>, tensor<2x3xi64>
    """

    parts: VariadicOperand = variadic_operand(any_tensor)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    descending: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    sorted: VariadicResult = inferred_variadic_result(any_tensor)
    syntax = "$parts `along` $dim (`descending` $descending^)? attr-dict `:` type($parts) `->` type($sorted)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the common shape for each result."""
        if not shapes:
            report.error("sort_c2", "must have an operand, but got none")
            return None
        if not dims_in_range(report, "sort_c3", "dimension", [self.dim.value], len(shapes[0])):
            return None
        known = shapes[0]
        for shape in shapes[1:]:
            met = same_shape(report, "sort_c4", "operands", known, shape)
            if met is None:
                return None
            known = met
        return [known] * len(shapes)

    def infer_elements(self) -> Sequence[Type]:
        """Return the element types of the operands."""
        return [element_of(part) for part in self.parts]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """sort(x) -> x, where there is one element along the dimension."""
        del operands
        if any(part.type is not result.type for part, result in zip(self.parts, self.sorted, strict=True)):
            return None
        return list(self.parts) if shape_of(self.parts[0])[self.dim.value] in (0, 1) else None


@canonicalization(SortOp)
def sort_what_is_used(op: SortOp, rw: Rewriter) -> Match:
    """sort(k, u, v) -> sort(k, v), where the sorted u is not used.  Terminates: the op has fewer operands."""
    parts, results = list(op.parts), list(op.sorted)
    kept = [number for number, result in enumerate(results) if number == 0 or result.has_uses]
    if len(kept) == len(results):
        return rw.no_match("all results are used")
    if any(parts[number].type is not results[number].type for number in kept):
        return rw.no_match("a result's type does not follow from the operand alone")
    fewer = rw.insert_before(op, SortOp([parts[number] for number in kept], op.dim, op.descending))
    new_results = list(parts)
    for number, new in zip(kept, fewer.sorted, strict=True):
        new_results[number] = new
    return rw.replace(op, new_results)


@canonicalization(SortOp)
def sort_once(op: SortOp, rw: Rewriter) -> Match:
    """sort(sort(x)) -> sort(x), all of one sort's results in the same order, by the same dimension.

    Terminates: the chain gets shorter."""
    inner = op.parts[0].defined_by(SortOp)
    if inner is None or inner.dim is not op.dim or inner.descending is not op.descending:
        return rw.no_match("the first operand is not sorted like this")
    if list(op.parts) != list(inner.sorted)[: len(op.parts)]:
        return rw.no_match("some operand is not a result of the same sort")
    if any(part.type is not result.type for part, result in zip(op.parts, op.sorted, strict=True)):
        return rw.no_match("a result's type says less than the operand's")
    return rw.replace(op, list(op.parts))


@op("graph.top_k", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class TopKOp(GraphOp):
    """The k largest elements along a dimension, the largest first, and where they are; with `smallest`, the smallest.

    Of elements that are equal the one with the smaller index comes first. A NaN counts as larger than every number.
    More elements than there are stop the program.

    Rules: (top_k_c1) the results' types follow. (top_k_c2) the dimension is there. (top_k_c3) k is not negative, nor
    more than there are elements. (top_k_c4) indices are i32 or i64.
    Example: %v, %i = graph.top_k %x, 1, k = 2 : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xi64>
    """

    source: Operand = operand(any_tensor)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    k: Attr[IntegerAttr] = attr(i64_attr)
    values: Result = result(any_tensor, parts={})
    indices: Result = result(index_tensor, parts={"element": i64})
    smallest: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = (
        "$source `,` $dim `,` `k` `=` $k (`smallest` $smallest^)? attr-dict "
        "`:` type($source) `->` type($values) `,` type($indices)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the source's shape with `k` as the size of the dimension."""
        [shape] = shapes
        dim, k = self.dim.value, self.k.value
        if not dims_in_range(report, "top_k_c2", "dimension", [dim], len(shape)):
            return None
        fact, sizes = f"k must not be negative, nor more than size {dim} of the source", ((k,), (shape[dim],))
        if not require(report, "top_k_c3", fact, sizes, at_most(0, k), at_most(k, shape[dim])):
            return None
        if element_of(self.indices) not in (i32, i64):
            report.error("top_k_c4", f"indices must be 'i32' or 'i64', but got '{element_of(self.indices)}'")
        return [(*shape[:dim], k, *shape[dim + 1 :])] * 2

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type of the source, and the declared type of the positions."""
        return [element_of(self.source), element_of(self.indices)]
