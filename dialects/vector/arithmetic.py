"""Ops that compute with whole vectors: multiply-add, reductions, contractions, outer products, scans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects.arith import FastMathAttr, combiner_of
from dlc.ir import Attribute, DenseArrayAttr, IntegerAttr, Location, Type
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, i64_dense_array
from dlc.ir.builtin_types import VectorType
from dlc.ir.constraints import TypeVariable, any_type, attribute_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Result,
    attr,
    inferred_result,
    op,
    operand,
    optional_operand,
    result,
)
from dlc.ir.interfaces import FoldResult
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import Elementwise, Pure

from .attributes import ADD, CombiningKindAttr
from .constraints import any_vector, element_of, float_vector, same_element, vector_type, vector_with_dims

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

F = TypeVariable("F", float_vector)
D = TypeVariable("D", any_type)
V = TypeVariable("V", vector_with_dims)
A = TypeVariable("A", any_vector)

kind_attr = attribute_of(CombiningKindAttr, "Kind of combining function for contractions and reductions")


@op("vector.fma", traits=(Pure, Elementwise))
class FMAOp(Op):
    """lhs * rhs + acc for each element, rounded once.

    Example: %r = vector.fma %a, %b, %c : vector<8xf32>
    """

    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    acc: Operand = operand(F)
    result: Result = inferred_result(F)
    syntax = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"


def _itself(type: Type) -> Type:
    return type


@op("vector.reduction", traits=(Pure,))
class ReductionOp(Op):
    """Combine the elements of a vector, and an accumulator if there is one, to a scalar.

    Rules: (reduction_c1) the result has the element type. (reduction_c2) the rank is 0 or 1. (reduction_c3) elements of
    this type can be combined so.
    Example: %s = vector.reduction <add>, %v, %x fastmath<reassoc> : vector<8xf32> into f32
    """

    kind: Attr[CombiningKindAttr] = attr(kind_attr)
    vector: Operand = operand(any_vector)
    acc: OptionalOperand = optional_operand(any_type, type_from=("dest", _itself), default=None, kw_only=True)
    dest: Result = result(any_type)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=FastMathAttr(0))
    syntax = "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)"

    def verify(self, report: Report) -> None:
        source, result_type = vector_type(self.vector), self.dest.type
        same_element(report, "reduction_c1", "source operand and result", source, result_type)
        if len(source.shape) > 1:
            report.error("reduction_c2", f"unsupported reduction rank: {len(source.shape)}")
        if combiner_of(self.kind.value, result_type) is None:
            report.error("reduction_c3", f"unsupported reduction type '{result_type}' for kind '{self.kind.value}'")


@op("vector.multi_reduction", traits=(Pure,))
class MultiDimReductionOp(Op):
    """Combine the elements along some dimensions, and an accumulator, to a vector of the others, or to a scalar.

    Rules: (multi_reduction_c1) the accumulator has the type of the source without these dimensions.
    (multi_reduction_c2) elements of this type can be combined so. (multi_reduction_c3) the dimensions are the
    source's.
    Example: %r = vector.multi_reduction <mul>, %v, %acc [1] : vector<4x8xf32> to vector<4xf32>
    """

    kind: Attr[CombiningKindAttr] = attr(kind_attr)
    source: Operand = operand(vector_with_dims)
    acc: Operand = operand(D)
    reduction_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    dest: Result = inferred_result(D)
    syntax = "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"

    def verify(self, report: Report) -> None:
        source, result_type, rank = vector_type(self.source), self.dest.type, len(self.source.shape)
        wrong = next((dim for dim in self.reduction_dims if not 0 <= dim < rank), None)
        if wrong is not None:
            report.error("multi_reduction_c3", f"reduction dimension {wrong} has to be less than {rank}")
        if result_type is not reduced_type(source, self.reduction_dims.elements):
            message = f"destination type '{result_type}' is incompatible with source type '{source}'"
            report.error("multi_reduction_c1", message)
        if combiner_of(self.kind.value, element_of(result_type)) is None:
            message = f"unsupported reduction type '{element_of(result_type)}' for kind '{self.kind.value}'"
            report.error("multi_reduction_c2", message)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A reduction of one dimension that is not reduced is its source."""
        return [self.source] if len(self.source.shape) == 1 and not self.reduction_dims.elements else None


def reduced_type(source: VectorType, dims: Sequence[int]) -> Type:
    """The type without some dimensions; the element type where none is left."""
    kept = [dim for dim in range(len(source.shape)) if dim not in dims]
    if not kept:
        return source.element_type
    scalable = tuple(source.scalable_dims[dim] for dim in kept)
    return VectorType(tuple(source.shape[dim] for dim in kept), source.element_type, scalable)


@op("vector.outerproduct", traits=(Pure,))
class OuterProductOp(Op):
    """Compute all products of elements of two vectors (or of one and a scalar), combined with an accumulator if there
    is one.

    Rules: (outerproduct_c1) all have one element type. (outerproduct_c2) the left side has one dimension, the right
    side one or none. (outerproduct_c3) the accumulator has the result's type. (outerproduct_c4) elements of this type
    can be combined so.
    Example: %r = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
    """

    lhs: Operand = operand(vector_with_dims)
    rhs: Operand = operand(any_type)
    acc: OptionalOperand = optional_operand(vector_with_dims, default=None, kw_only=True)
    kind: Attr[CombiningKindAttr] = attr(kind_attr, default=ADD)
    result: Result = inferred_result(vector_with_dims)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> OuterProductOp:
        offset = p.pos
        names = p.value_names()
        attributes = p.attr_dict()
        kind = attributes.pop("kind", ADD)
        if not isinstance(kind, CombiningKindAttr):
            p.fail(f"expected a combining kind, but got '{kind}'", offset)
        if not 2 <= len(names) <= 3:
            p.fail(f"expected at least 2 operands, and 3 at most, but got {len(names)}", offset)
        p.expect(":")
        lhs = p.type()
        p.expect(",")
        rhs = p.type()
        if not isinstance(lhs, VectorType):
            p.fail(f"expected vector type for operand #1, but got '{lhs}'", offset)
        result_type = _product_type(lhs, rhs)
        types = (lhs, rhs, result_type)
        values = p.resolve_all(names, offset, types[: len(names)])
        return cls.create(values, [result_type], {"kind": kind}, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.names_of(self.operands)}")
        hide = () if self.acc is not None or self.kind is not ADD else ("kind",)
        p.attr_dict(self, hide)
        p.write(f" : {p.type(self.lhs.type)}, {p.type(self.rhs.type)}")

    def infer_types(self) -> Sequence[Type]:
        return [_product_type(vector_type(self.lhs), self.rhs.type)]

    def verify(self, report: Report) -> None:
        lhs, rhs, result_type = vector_type(self.lhs), self.rhs.type, self.result.type
        same_element(report, "outerproduct_c1", "lhs operand and result", lhs, result_type)
        same_element(report, "outerproduct_c1", "rhs operand and result", rhs, result_type)
        if len(lhs.shape) != 1:
            report.error("outerproduct_c2", f"expected 1-d vector for operand #1, but got '{lhs}'")
        if isinstance(rhs, VectorType) and len(rhs.shape) != 1:
            report.error("outerproduct_c2", f"expected 1-d vector for operand #2, but got '{rhs}'")
        if self.acc is not None and self.acc.type is not result_type:
            report.error(
                "outerproduct_c3",
                f"expected operand #3 of same type as result type, '{result_type}', but got '{self.acc.type}'",
            )
        if combiner_of(self.kind.value, element_of(result_type)) is None:
            message = f"unsupported outerproduct type '{element_of(result_type)}' for kind '{self.kind.value}'"
            report.error("outerproduct_c4", message)


def _product_type(lhs: VectorType, rhs: Type) -> VectorType:
    if not isinstance(rhs, VectorType):
        return lhs
    return VectorType((*lhs.shape, *rhs.shape), lhs.element_type, (*lhs.scalable_dims, *rhs.scalable_dims))


@op("vector.scan", traits=(Pure,))
class ScanOp(Op):
    """Combine each element with all those before it along a dimension, beginning with an initial value; the element
    itself counts if the scan is inclusive. What the last ones gave is the second result.

    Rules: (scan_c1) the dimension is the source's. (scan_c2) the initial value has the source's other dimensions.
    (scan_c3) elements of this type can be combined so.
    Example:
        %d, %a = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>,
        vector<4xf32>
    """

    kind: Attr[CombiningKindAttr] = attr(kind_attr)
    source: Operand = operand(V)
    initial_value: Operand = operand(A)
    reduction_dim: Attr[IntegerAttr] = attr(i64_attr)
    inclusive: Attr[IntegerAttr] = attr(bool_attr_constraint)
    dest: Result = inferred_result(V)
    accumulated_value: Result = inferred_result(A)
    syntax = "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"

    def result_names(self) -> Sequence[str | None]:
        return ("dest", "accumulated_value")

    def verify(self, report: Report) -> None:
        source, initial = vector_type(self.source), vector_type(self.initial_value)
        dim, rank = self.reduction_dim.value, len(source.shape)
        if not 0 <= dim < rank:
            report.error("scan_c1", f"reduction dimension {dim} has to be less than {rank}")
            return
        if len(initial.shape) != rank - 1:
            report.error("scan_c2", f"initial value rank {len(initial.shape)} has to be equal to {rank - 1}")
        elif initial.shape != (*source.shape[:dim], *source.shape[dim + 1 :]):
            report.error("scan_c2", f"incompatible input/initial value shapes, of '{source}' and '{initial}'")
        if combiner_of(self.kind.value, source.element_type) is None:
            message = f"unsupported reduction type '{source.element_type}' for kind '{self.kind.value}'"
            report.error("scan_c3", message)
