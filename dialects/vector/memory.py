"""Ops that read vectors from memory and write them there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Operation, Type
from dlc.ir.builtin_constraints import any_memref, any_ranked_tensor, bool_attr_constraint, index_type
from dlc.ir.builtin_types import MemRefType, VectorType, element_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalResult,
    Result,
    VariadicOperand,
    op,
    operand,
    optional_attr,
    optional_result,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import Effect, MemoryEffects, Touches
from dlc.ir.traits import IndexesElements

from .constraints import (
    alignment_attr,
    any_vector,
    fixed_mask,
    index_count,
    index_vector,
    innermost_stride_is_one,
    mask_with_dims,
    tensor_or_memref,
    vector_with_dims,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


class TouchesMemRef(MemoryEffects):
    """Reads or writes its base, if that is a memref; tensors are values."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        base = getattr(op, "base")  # noqa: B009 (any op that has one)
        return [Effect(self.kind, base)] if isinstance(base.type, MemRefType) else []


# -- Whole vectors -----------------------------------------------------------------------------------------------------


@op("vector.load", traits=(IndexesElements,), interfaces=(Touches(read="base"),))
class LoadOp(Op):
    """Read a vector whose elements are contiguous, from the element with these indices on.

    Rules: (vector_load_c1) the elements have the memref's type, or the whole vector has. (vector_load_c2) there is an
    index for each dimension. (vector_load_c3) of several elements, those of the last dimension follow one another in
    memory.
    Example: %v = vector.load %m[%i, %j] : memref<4x?xf32>, vector<8xf32>
    """

    base: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    result: Result = result(any_vector)
    nontemporal: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None, kw_only=True)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"

    def verify(self, report: Report) -> None:
        _verify_access(self.base.type, self.result.type, report, "vector_load", "result")
        index_count(report, "vector_load_c2", self.base, len(self.indices))


@op("vector.store", traits=(IndexesElements,), interfaces=(Touches(write="base"),))
class StoreOp(Op):
    """Write a vector so that its elements are contiguous, from the element with these indices on.

    Rules: (vector_store_c1) the elements have the memref's type, or the whole vector has. (vector_store_c2) there is
    an index for each dimension. (vector_store_c3) of several elements, those of the last dimension follow one another
    in memory.
    Example: vector.store %v, %m[%i, %j] : memref<4x?xf32>, vector<8xf32>
    """

    valueToStore: Operand = operand(any_vector)  # noqa: N815 (MLIR's name)
    base: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    nontemporal: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None, kw_only=True)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)"

    def verify(self, report: Report) -> None:
        _verify_access(self.base.type, self.valueToStore.type, report, "vector_store", "valueToStore")
        index_count(report, "vector_store_c2", self.base, len(self.indices))


def _verify_access(base: Type, vector: Type, report: Report, rule: str, name: str) -> None:
    assert isinstance(vector, VectorType)
    element = element_type(base)
    if isinstance(element, VectorType):
        if element is not vector:
            report.error(
                f"{rule}_c1", f"base memref and {name} vector types should match, but got '{base}' and '{vector}'"
            )
    elif element is not vector.element_type:
        report.error(
            f"{rule}_c1",
            f"base and {name} element type{'s' if name == 'result' else ''} should match"
            f", but got '{base}' and '{vector}'",
        )
    several = vector.num_elements > 1 or vector.is_scalable
    if several and not innermost_stride_is_one(base):
        report.error(f"{rule}_c3", f"most minor memref dim must have unit stride, but got '{base}'")


# -- Some elements -----------------------------------------------------------------------------------------------------


class MaskedRead(Op):
    """A read of the elements whose bit in the mask is set; other elements are those of the pass-through."""

    base: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    mask: Operand = operand(mask_with_dims)
    pass_thru: Operand = operand(vector_with_dims)
    result: Result = result(vector_with_dims)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict "
        "`:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )

    subject: ClassVar = "dim"
    """The word for the mask's shape in messages."""

    def verify(self, report: Report) -> None:
        _verify_masked_read(self, report, self.name.partition(".")[2], self.subject)


def _verify_masked_read(op: MaskedRead | GatherOp, report: Report, rule: str, subject: str) -> None:
    """Verify a masked read: elements, indices, mask and pass-through fit the result."""
    vector = op.result.type
    assert isinstance(vector, VectorType)
    if element_type(op.base.type) is not vector.element_type:
        report.error(
            f"{rule}_c1", f"base and result element type should match, but got '{op.base.type}' and '{vector}'"
        )
    index_count(report, f"{rule}_c2", op.base, len(op.indices))
    if not _same_shape(vector, op.mask.type):
        report.error(
            f"{rule}_c3",
            f"expected result {subject} to match mask {subject}, but got '{vector}' and '{op.mask.type}'",
        )
    if op.pass_thru.type is not vector:
        report.error(
            f"{rule}_c4", f"expected pass_thru of same type as result type, '{vector}', but got '{op.pass_thru.type}'"
        )


class MaskedWrite(Op):
    """A write of the elements whose bit in the mask is set."""

    base: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    mask: Operand = operand(mask_with_dims)
    valueToStore: Operand = operand(vector_with_dims)  # noqa: N815 (MLIR's name)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = (
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict "
        "`:` type($base) `,` type($mask) `,` type($valueToStore)"
    )

    subject: ClassVar = "dim"
    """The word for the mask's shape in messages."""

    def verify(self, report: Report) -> None:
        _verify_masked_write(self, report, self.name.partition(".")[2], self.subject)


def _verify_masked_write(op: MaskedWrite | ScatterOp, report: Report, rule: str, subject: str) -> None:
    """Verify a masked write: elements, indices and mask fit the value."""
    vector = op.valueToStore.type
    assert isinstance(vector, VectorType)
    if element_type(op.base.type) is not vector.element_type:
        report.error(
            f"{rule}_c1", f"base and valueToStore element type should match, but got '{op.base.type}' and '{vector}'"
        )
    index_count(report, f"{rule}_c2", op.base, len(op.indices))
    if not _same_shape(vector, op.mask.type):
        report.error(
            f"{rule}_c3",
            f"expected valueToStore {subject} to match mask {subject}, but got '{vector}' and '{op.mask.type}'",
        )


def _same_shape(a: Type, b: Type) -> bool:
    return isinstance(a, VectorType) and isinstance(b, VectorType) and (a.shape, a.scalable) == (b.shape, b.scalable)


@op("vector.maskedload", traits=(IndexesElements,), interfaces=(Touches(read="base"),))
class MaskedLoadOp(MaskedRead):
    """Element i is read where bit i of the mask is set, and otherwise that of the pass-through.

    Rules: (maskedload_c1) the elements have the memref's type. (maskedload_c2) there is an index for each dimension.
    (maskedload_c3) the mask has the result's shape. (maskedload_c4) the pass-through has its type.
    Example:
        %v = vector.maskedload %m[%i, %j], %mask, %w
          : memref<4x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    """

    subject = "shape"


@op("vector.maskedstore", traits=(IndexesElements,), interfaces=(Touches(write="base"),))
class MaskedStoreOp(MaskedWrite):
    """Element i is written where bit i of the mask is set; nothing else is touched.

    Rules: (maskedstore_c1) the elements have the memref's type. (maskedstore_c2) there is an index for each dimension.
    (maskedstore_c3) the mask has the value's shape.
    Example: vector.maskedstore %m[%i, %j], %mask, %v : memref<4x?xf32>, vector<8xi1>, vector<8xf32>
    """

    subject = "shape"


@op("vector.expandload", traits=(IndexesElements,), interfaces=(Touches(read="base"),))
class ExpandLoadOp(MaskedRead):
    """The set bits of the mask take elements one after the other from memory, the others those of the pass-through.

    Rules: (expandload_c1) the elements have the memref's type. (expandload_c2) there is an index for each dimension.
    (expandload_c3) the mask has the result's shape. (expandload_c4) the pass-through has its type.
    Example:
        %v = vector.expandload %m[%i, %j], %mask, %w
          : memref<4x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    """

    mask: Operand = operand(fixed_mask)


@op("vector.compressstore", traits=(IndexesElements,), interfaces=(Touches(write="base"),))
class CompressStoreOp(MaskedWrite):
    """The elements where the mask is set are written one after the other.

    Rules: (compressstore_c1) the elements have the memref's type. (compressstore_c2) there is an index for each
    dimension. (compressstore_c3) the mask has the value's shape.
    Example: vector.compressstore %m[%i, %j], %mask, %v : memref<4x?xf32>, vector<8xi1>, vector<8xf32>
    """

    mask: Operand = operand(fixed_mask)


# -- Elements from anywhere --------------------------------------------------------------------------------------------


@op("vector.gather", interfaces=(TouchesMemRef("read"),))
class GatherOp(Op):
    """Element i is read `index_vec[i]` elements behind the one with these indices, where bit i of the mask is set, and
    otherwise that of the pass-through.

    Rules: (gather_c1) the elements have the base's type. (gather_c2) there is an index for each dimension.
    (gather_c3) the mask has the result's shape. (gather_c4) the pass-through has its type. (gather_c5) the index
    vector has its shape.
    Example:
        %v = vector.gather %m[%i, %j] [%n], %mask, %w
          : memref<4x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    """

    base: Operand = operand(tensor_or_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    index_vec: Operand = operand(index_vector)
    mask: Operand = operand(mask_with_dims)
    pass_thru: Operand = operand(vector_with_dims)
    result: Result = result(vector_with_dims)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = (
        "$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $pass_thru attr-dict "
        "`:` type($base) `,` type($index_vec) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )

    def verify(self, report: Report) -> None:
        _verify_masked_read(self, report, "gather", "dim")
        if not _same_shape(self.result.type, self.index_vec.type):
            report.error(
                "gather_c5",
                f"expected result dim to match indices dim, but got '{self.result.type}' and '{self.index_vec.type}'",
            )


@op("vector.scatter", interfaces=(TouchesMemRef("write"),))
class ScatterOp(Op):
    """Element i is written `index_vec[i]` elements behind the one with these indices, where bit i of the mask is set. A
    tensor is not changed: the result is the changed one.

    Rules: (scatter_c1) the elements have the base's type. (scatter_c2) there is an index for each dimension.
    (scatter_c3) the mask has the value's shape. (scatter_c4) the index vector has it too. (scatter_c5) there is a
    result, of its type, if the base is a tensor.
    Example: vector.scatter %m[%i, %j] [%n], %mask, %v : memref<4x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
    """

    base: Operand = operand(tensor_or_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    index_vec: Operand = operand(index_vector)
    mask: Operand = operand(mask_with_dims)
    valueToStore: Operand = operand(vector_with_dims)  # noqa: N815 (MLIR's name)
    result: OptionalResult = optional_result(any_ranked_tensor, default=None)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = (
        "$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $valueToStore attr-dict "
        "`:` type($base) `,` type($index_vec) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?"
    )

    def verify(self, report: Report) -> None:
        _verify_masked_write(self, report, "scatter", "dim")
        if not _same_shape(self.valueToStore.type, self.index_vec.type):
            report.error(
                "scatter_c4",
                "expected valueToStore dim to match indices dim"
                f", but got '{self.valueToStore.type}' and '{self.index_vec.type}'",
            )
        base, result_type = self.base.type, self.result.type if self.result is not None else None
        if result_type is not (None if isinstance(base, MemRefType) else base):
            report.error(
                "scatter_c5", f"expected a result of the base's type if that is a tensor, but got '{result_type}'"
            )
