"""Ops that take elements and parts out of vectors, put them in, and order them anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseArrayAttr, IntegerAttr, Type, Value
from dlc.ir.builtin_constraints import i64_attr, i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, VectorType, element_type
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_result,
    inferred_variadic_result,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.errors import InvalidIRError
from dlc.ir.index_lists import INDEX_LIST, Index, mixed_indices, split_indices
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Pure

from .constraints import (
    any_vector,
    fixed_vector,
    same_element,
    scalable_1d,
    vector_1d,
    vector_type,
    vector_with_dims,
)
from .element_folds import fold_extract, fold_from_elements, fold_insert, fold_shuffle, fold_to_elements

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

POISON_INDEX = -1
"""An index that makes what it selects poison."""

MOST_ELEMENTS = 1 << 20
"""The maximum size for `vector.to_elements`: each element is a result, so the text cannot bound them."""

V = TypeVariable("V", any_vector)
S = TypeVariable("S", scalable_1d)


def part_type(type: VectorType, indices: int) -> Type:
    """Return the type of the part of a vector at a number of leading indices."""
    if indices >= len(type.shape):
        return type.element_type
    return VectorType(type.shape[indices:], type.element_type, type.scalable_dims[indices:])


def _wrong_position(report: Report, rule: str, position: DenseArrayAttr, type: VectorType, whose: str) -> None:
    for number, (index, size) in enumerate(zip(position, type.shape, strict=False), start=1):
        if index not in (DYNAMIC, POISON_INDEX) and not 0 <= index < size:
            poison = " or poison (-1)" if not whose else ""
            report.error(
                rule,
                f"expected position attribute #{number} to be a non-negative integer smaller than the "
                f"corresponding {whose}vector dimension{poison}, but got {index}",
            )
            return


@op("vector.extract", traits=(Pure,))
class ExtractOp(Op):
    """The element, or the part, at a position; -1 there means poison.

    Rules: (extract_c1) the element type stays. (extract_c2) there are no more indices than dimensions, and an operand
    for each that is dynamic. (extract_c3) they are inside. (extract_c4) the result is what is left; a single element
    may come as a vector of one.
    Example: %x = vector.extract %v[2, %i] : f32 from vector<4x8xf32>
    """

    vector: Operand = operand(any_vector)
    dynamic_position: VariadicOperand = variadic_operand(index_type)
    static_position: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_type)
    directives = INDEX_LIST
    syntax = (
        "$vector `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict "
        "`:` type($result) `from` type($vector)"
    )

    @classmethod
    def of(cls, vector: Value, position: Sequence[Index]) -> ExtractOp:
        """Return the op for a mixed list; the type is inferred."""
        static, dynamic = split_indices(position)
        return cls(vector, dynamic, static, part_type(vector_type(vector), len(static)))  # type: ignore[arg-type]

    @property
    def position(self) -> list[Index]:
        return mixed_indices(self.static_position, self.dynamic_position)

    def verify(self, report: Report) -> None:
        source, result_type, position = vector_type(self.vector), self.result.type, self.static_position
        same_element(report, "extract_c1", "operand and result", source, result_type)
        if len(position) > len(source.shape):
            report.error(
                "extract_c2",
                f"expected position attribute of rank no greater than vector rank, {len(source.shape)}"
                f", but got {len(position)}",
            )
            return
        _verify_dynamic(report, "extract_c2", position, self.dynamic_position)
        _wrong_position(report, "extract_c3", position, source, "")
        expected = part_type(source, len(position))
        single = isinstance(result_type, VectorType) and result_type.shape == (1,) and not result_type.is_scalable
        if result_type is not expected and not (single and len(position) == len(source.shape)):
            report.error("extract_c4", f"expected result type to be '{expected}', but got '{result_type}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """See `element_folds`."""
        return fold_extract(self, operands)


def _verify_dynamic(report: Report, rule: str, static: DenseArrayAttr, dynamic: Sequence[Value]) -> None:
    wanted = static.elements.count(DYNAMIC)
    if wanted != len(dynamic):
        report.error(rule, f"expected {wanted} dynamic positions, but got {len(dynamic)}")


@op("vector.insert", traits=(Pure,))
class InsertOp(Op):
    """The destination with another element, or part, at a position; -1 there makes it poison.

    Rules: (insert_c1) the element type stays. (insert_c2) there are no more indices than dimensions, and an operand for
    each that is dynamic. (insert_c3) position and value together have the destination's rank. (insert_c4) the indices
    are inside. (insert_c5) the value has the shape of the part.
    Example: %w = vector.insert %x, %v [2, %i] : f32 into vector<4x8xf32>
    """

    valueToStore: Operand = operand(any_type)  # noqa: N815 (MLIR's name)
    dest: Operand = operand(V)
    dynamic_position: VariadicOperand = variadic_operand(index_type)
    static_position: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(V)
    directives = INDEX_LIST
    syntax = (
        "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict "
        "`:` type($valueToStore) `into` type($dest)"
    )

    @classmethod
    def of(cls, value: Value, dest: Value, position: Sequence[Index]) -> InsertOp:
        """Return the op for a mixed list."""
        static, dynamic = split_indices(position)
        return cls(value, dest, dynamic, static)  # type: ignore[arg-type]

    @property
    def position(self) -> list[Index]:
        return mixed_indices(self.static_position, self.dynamic_position)

    def verify(self, report: Report) -> None:
        source, dest, position = self.valueToStore.type, vector_type(self.dest), self.static_position
        if not same_element(report, "insert_c1", "source operand and result", source, dest):
            return
        rank, indices = len(dest.shape), len(position)
        if indices > rank:
            report.error(
                "insert_c2",
                f"expected position attribute of rank no greater than dest vector rank, {rank}, but got {indices}",
            )
            return
        _verify_dynamic(report, "insert_c2", position, self.dynamic_position)
        if isinstance(source, VectorType) and len(source.shape) + indices != rank:
            report.error(
                "insert_c3",
                f"expected position attribute rank + source rank to match dest vector rank, {rank}"
                f", but got {indices} and {len(source.shape)}",
            )
            return
        if not isinstance(source, VectorType) and indices != rank:
            report.error(
                "insert_c3",
                f"expected position attribute rank to match the dest vector rank, {rank}, but got {indices}",
            )
            return
        _wrong_position(report, "insert_c4", position, dest, "dest ")
        expected = part_type(dest, indices)
        if isinstance(source, VectorType) and indices < rank and source is not expected:
            report.error("insert_c5", f"expected source type to be '{expected}', but got '{source}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """See `element_folds`."""
        return fold_insert(self, operands)


@op("vector.shuffle", traits=(Pure,))
class ShuffleOp(Op):
    """Parts of two vectors, chosen by number: those of the first, then those of the second; -1 gives poison.

    Rules: (shuffle_c1) the element type stays. (shuffle_c2) the ranks are the same. (shuffle_c3) and all sizes but the
    first. (shuffle_c4) something is chosen. (shuffle_c5) by numbers that there are.
    Example: %r = vector.shuffle %a, %b [0, 4, -1] : vector<4xf32>, vector<4xf32>
    """

    v1: Operand = operand(fixed_vector)
    v2: Operand = operand(fixed_vector)
    mask: Attr[DenseArrayAttr] = attr(i64_dense_array)
    vector: Result = inferred_result(vector_with_dims)
    syntax = "operands $mask attr-dict `:` type(operands)"

    def infer_types(self) -> Sequence[Type]:
        type = self.v1.type
        if not isinstance(type, VectorType):
            raise InvalidIRError(f"'{self.name}' needs a vector, but got '{type}'")
        return [VectorType((max(len(self.mask), 1), *type.shape[1:]), type.element_type)]

    def verify(self, report: Report) -> None:
        a, b = vector_type(self.v1), vector_type(self.v2)
        if not same_element(report, "shuffle_c1", "second operand v2 and result", a, b):
            return
        if len(a.shape) != len(b.shape):
            report.error("shuffle_c2", f"rank mismatch of '{a}' and '{b}'")
            return
        if a.shape[1:] != b.shape[1:]:
            report.error("shuffle_c3", f"dimension mismatch of '{a}' and '{b}'")
            return
        if not self.mask.elements:
            report.error("shuffle_c4", "invalid mask length, 0")
        count = (a.shape[0] + b.shape[0]) if a.shape else 2
        for number, index in enumerate(self.mask, start=1):
            if index != POISON_INDEX and not 0 <= index < count:
                report.error("shuffle_c5", f"mask index #{number} out of range, {index} of {count}")
                return

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """See `element_folds`."""
        return fold_shuffle(self, operands)


@op("vector.from_elements", traits=(Pure,))
class FromElementsOp(Op):
    """A vector of these scalars, in row-major order.

    Rules: (from_elements_c1) there is one for each element.
    Example: %v = vector.from_elements %x, %x : vector<2xf32>
    """

    elements: VariadicOperand = variadic_operand(any_type, type_from=("dest", element_type))
    dest: Result = result(fixed_vector)
    syntax = "$elements attr-dict `:` type($dest)"

    def verify(self, report: Report) -> None:
        type = vector_type(self.dest)
        if len(self.elements) != type.num_elements:
            report.error(
                "from_elements_c1",
                "failed to verify that shaped type 'dest' matches 'elements' element count and types"
                f", but got {len(self.elements)} elements for '{type}'",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """from_elements(constants) -> constant; from_elements(to_elements(x)) -> x"""
        return fold_from_elements(self, operands)


@op("vector.to_elements", traits=(Pure,))
class ToElementsOp(Op):
    """Return all elements of a vector as scalars, in row-major order.

    Example: %a, %b = vector.to_elements %v : vector<2xf32>
    """

    source: Operand = operand(fixed_vector)
    elements: VariadicResult = inferred_variadic_result(any_type)
    syntax = "$source attr-dict `:` type($source)"

    def infer_types(self) -> Sequence[Type]:
        return _element_types(self.source.type)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """to_elements(from_elements(x...)) -> x...; to_elements(constant) -> constants"""
        return fold_to_elements(self, operands)


def _element_types(type: Type) -> list[Type]:
    if not isinstance(type, VectorType):
        raise InvalidIRError(f"expected a vector, but got '{type}'")
    if type.num_elements > MOST_ELEMENTS:
        raise InvalidIRError(f"vector has too many elements to be taken apart, '{type}'")
    return [type.element_type] * type.num_elements


# -- Scalable vectors --------------------------------------------------------------------------------------------------


@op("vector.scalable.insert", traits=(Pure,))
class ScalableInsertOp(Op):
    """The destination with a shorter vector at a position, which counts in multiples of its scale.

    Rules: (scalable_insert_c1) the element type stays. (scalable_insert_c2) the position is a multiple of the length.
    Example: %w = vector.scalable.insert %a, %v[8] : vector<4xf32> into vector<[16]xf32>
    """

    valueToStore: Operand = operand(vector_1d)  # noqa: N815 (MLIR's name)
    dest: Operand = operand(S)
    pos: Attr[IntegerAttr] = attr(i64_attr)
    res: Result = inferred_result(S)
    syntax = "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"

    def verify(self, report: Report) -> None:
        source = vector_type(self.valueToStore)
        same_element(report, "scalable_insert_c1", "all of {valueToStore, dest}", source, self.dest.type)
        if self.pos.value % source.num_elements:
            report.error(
                "scalable_insert_c2",
                f"failed to verify that position is a multiple of the source length, {source.num_elements}"
                f", but got {self.pos.value}",
            )


@op("vector.scalable.extract", traits=(Pure,))
class ScalableExtractOp(Op):
    """A shorter vector out of a scalable one, from a position on, which counts in multiples of its scale.

    Rules: (scalable_extract_c1) the element type stays. (scalable_extract_c2) the position is a multiple of the length.
    Example: %w = vector.scalable.extract %v[8] : vector<4xf32> from vector<[16]xf32>
    """

    source: Operand = operand(scalable_1d)
    pos: Attr[IntegerAttr] = attr(i64_attr)
    res: Result = result(vector_1d)
    syntax = "$source `[` $pos `]` attr-dict `:` type($res) `from` type($source)"

    def verify(self, report: Report) -> None:
        result_type = vector_type(self.res)
        same_element(report, "scalable_extract_c1", "all of {source, result}", self.source.type, result_type)
        if self.pos.value % result_type.num_elements:
            report.error(
                "scalable_extract_c2",
                f"failed to verify that position is a multiple of the result length, {result_type.num_elements}"
                f", but got {self.pos.value}",
            )


# -- Interleaving ------------------------------------------------------------------------------------------------------


@op("vector.interleave", traits=(Pure,))
class InterleaveOp(Op):
    """The elements of two vectors by turns, along the last dimension.

    Example: %r = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
    """

    lhs: Operand = operand(V)
    rhs: Operand = operand(V)
    result: Result = inferred_result(vector_with_dims)
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def infer_types(self) -> Sequence[Type]:
        type = vector_type(self.lhs)
        if not type.shape:
            return [VectorType((2,), type.element_type)]
        return [VectorType((*type.shape[:-1], 2 * type.shape[-1]), type.element_type, type.scalable)]


def half_type(type: Type) -> Type:
    """A vector type with half as many elements in the last dimension."""
    if not isinstance(type, VectorType) or not type.shape:
        return type
    return VectorType((*type.shape[:-1], max(type.shape[-1] // 2, 1)), type.element_type, type.scalable)


@op("vector.deinterleave", traits=(Pure,))
class DeinterleaveOp(Op):
    """The elements with even numbers in the last dimension, and those with odd ones.

    Rules: (deinterleave_c1) there are as many of both.
    Example: %a, %b = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
    """

    source: Operand = operand(vector_with_dims)
    res1: Result = inferred_result(vector_with_dims, type_from=("source", half_type))
    res2: Result = inferred_result(vector_with_dims, type_from=("source", half_type))
    syntax = "$source attr-dict `:` type($source) `->` type($res1)"

    def result_names(self) -> Sequence[str | None]:
        return ("res1", "res2")

    def verify(self, report: Report) -> None:
        size = self.source.shape[-1]
        if size % 2:
            report.error(
                "deinterleave_c1",
                "failed to verify that the trailing dimension of the source vector has an even number of elements"
                f", but got {size}",
            )
