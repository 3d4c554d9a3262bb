"""`vector.transfer_read` and `vector.transfer_write`: slices of memory or tensors that may reach over the border."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineMap, is_projected_permutation
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import AffineMapAttr, ArrayAttr, bool_attr, i32_array
from dlc.ir.builtin_constraints import any_ranked_tensor, index_type
from dlc.ir.builtin_types import DYNAMIC, IndexType, MemRefType, TensorType, VectorType, bit_width, i1, index
from dlc.ir.constraints import any_type, attribute_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    OptionalResult,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    optional_operand,
    optional_result,
    result,
    variadic_operand,
)
from dlc.ir.index_lists import known_index
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, FoldResult, MemoryEffects
from dlc.ir.locations import PendingLocation

from .constraints import (
    any_shaped,
    any_vector,
    bool_list,
    element_of,
    index_count,
    innermost_element,
    ints,
    mask_with_dims,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_INDEX_BITS = 64

map_attr = attribute_of(AffineMapAttr, "AffineMap attribute")


# -- Maps and masks --------------------------------------------------------------------------------------------------


def minor_map(source: Type, vector: VectorType) -> AffineMap | None:
    """The map that is meant where none is written: the last dimensions, in order."""
    if not isinstance(source, (MemRefType, TensorType)):
        return None  # as of an op that does not verify
    element = source.element_type
    rank = len(vector.shape) - (len(element.shape) if isinstance(element, VectorType) else 0)
    if not source.shape and vector.shape == (1,):
        return AffineMap.constant(0)  # a single element as a vector of one
    return AffineMap.minor_identity(len(source.shape), rank) if 0 <= rank <= len(source.shape) else None


def mask_type(vector: VectorType, order: AffineMap) -> VectorType:
    """The type of a mask: the sizes of the vector in the order of memory, without those that are broadcast."""
    dims = {order.dim_position(i): i for i, expr in enumerate(order.results) if expr.constant_value is None}
    places = [dims[dim] for dim in sorted(dims)]
    scalable = vector.scalable_dims
    return VectorType(tuple(vector.shape[p] for p in places), i1, tuple(scalable[p] for p in places))


def _defaults(
    p: AsmReader, attributes: dict[str, Attribute], source: Type, vector: VectorType, offset: int
) -> dict[str, Attribute]:
    """The properties as written, or as they are where they are not."""
    order = attributes.pop("permutation_map", None)
    if order is None:
        minor = minor_map(source, vector)
        if minor is None:
            p.fail("expected a custom permutation_map when rank(source) != rank(destination)", offset)
        order = AffineMapAttr(minor)
    if not isinstance(order, AffineMapAttr):
        p.fail(f"expected an affine map as permutation_map, but got '{order}'", offset)
    bounds = attributes.pop("in_bounds", None) or ArrayAttr((bool_attr(False),) * order.value.num_results)
    return {"permutation_map": order, "in_bounds": bounds}


def _read_types(p: AsmReader) -> tuple[Type, Type]:
    p.expect(":")
    first = p.type()
    p.expect(",")
    return first, p.type()


def _resolve_access(p: AsmReader, offset: int, names: tuple[str, list[str]], source: Type) -> list[Value]:
    return [p.resolve(names[0], offset, source), *(p.resolve(name, offset, index) for name in names[1])]


def _read_access(p: AsmReader) -> tuple[str, list[str]]:
    """`%m[%i, %j]`"""
    source = p.value_name()
    p.expect("[")
    indices = p.value_names()
    p.expect("]")
    return source, indices


def _resolve_mask(p: AsmReader, name: str | None, offset: int, vector: VectorType, order: Attribute) -> list[Value]:
    """The mask, whose type follows from the others, if there is one."""
    if name is None:
        return []
    assert isinstance(order, AffineMapAttr)
    if order.value.num_results != len(vector.shape) or not is_projected_permutation(order.value, allow_zero=True):
        p.fail("a mask needs a permutation_map that is a projected permutation to the vector's dimensions", offset)
    return [p.resolve(name, offset, mask_type(vector, order.value))]


def _check_types(p: AsmReader, source: Type, vector: Type, offset: int) -> VectorType:
    if not isinstance(source, (MemRefType, TensorType)):
        p.fail(f"requires memref or ranked tensor type, but got '{source}'", offset)
    if not isinstance(vector, VectorType):
        p.fail(f"requires vector type, but got '{vector}'", offset)
    return vector


# -- Ops -------------------------------------------------------------------------------------------------------------


@op("vector.transfer_read", interfaces=(MemoryEffects, ConditionallySpeculatable))
class TransferReadOp(Op):
    """Read a slice of a memref or tensor as a vector. The map says which dimension of the source each dimension of the
    vector runs through (0: none, all are the same). Where the mask is not set, or behind the border of a dimension that
    is not `in_bounds`, elements are the padding.

    Rules: (transfer_read_c1) the padding is an element of the source, and rows of the vector have the bits of whole
    elements. (transfer_read_c2) there is an index for each dimension. (transfer_read_c3) the map takes the source's
    dimensions to the vector's. (transfer_read_c4) it is a projected permutation, 0 allowed. (transfer_read_c5)
    `in_bounds` has an entry for each dimension of the vector. (transfer_read_c6) the mask has the slice's shape.
    (transfer_read_c7) the source is a ranked memref or tensor.
    Example: %v = vector.transfer_read %m[%i, %j], %x {in_bounds = [true]} : memref<4x?xf32>, vector<8xf32>
    """

    base: Operand = operand(any_shaped)
    indices: VariadicOperand = variadic_operand(index_type)
    permutation_map: Attr[AffineMapAttr] = attr(map_attr)
    padding: Operand = operand(any_type)
    mask: OptionalOperand = optional_operand(mask_with_dims, default=None, kw_only=True)
    in_bounds: Attr[ArrayAttr] = attr(bool_list)
    vector: Result = result(any_vector)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> TransferReadOp:
        offset = p.pos
        access = _read_access(p)
        p.expect(",")
        padding = p.value_name()
        mask = p.value_name() if p.accept(",") else None
        attributes = p.attr_dict()
        source, type = _read_types(p)
        vector = _check_types(p, source, type, offset)
        properties = _defaults(p, attributes, source, vector, offset)
        values = _resolve_access(p, offset, access, source)
        assert isinstance(source, (MemRefType, TensorType))
        values.append(p.resolve(padding, offset, source.element_type))
        mask_value = _resolve_mask(p, mask, offset, vector, properties["permutation_map"])
        properties["operandSegmentSizes"] = i32_array((1, len(access[1]), 1, len(mask_value)))
        return cls.create([*values, *mask_value], [vector], properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.base)}[{p.names_of(self.indices)}], {p.name(self.padding)}")
        if self.mask is not None:
            p.write(f", {p.name(self.mask)}")
        p.attr_dict(self, _elided(self, self.vector.type))
        p.write(f" : {p.type(self.base.type)}, {p.type(self.vector.type)}")

    def effects(self) -> Sequence[Effect]:
        """Memory is read, tensors are values."""
        return [Effect("read", self.base)] if isinstance(self.base.type, MemRefType) else []

    def is_speculatable(self) -> bool:
        """Reading out of bounds is well-defined, unless it is promised not to happen; but memory may not be there."""
        return isinstance(self.base.type, TensorType) and _keeps_promises(self, self.vector.type)

    def verify(self, report: Report) -> None:
        if not isinstance(self.base.type, (MemRefType, TensorType)):
            report.error("transfer_read_c7", f"requires memref or ranked tensor type, but got '{self.base.type}'")
            return
        _verify_transfer(self, self.vector.type, report, "transfer_read")
        if self.padding.type is not self.base.type.element_type:
            report.error(
                "transfer_read_c1",
                f"requires formal padding and source of the same elemental type, '{self.base.type.element_type}'"
                f", but got '{self.padding.type}'",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a read of the slice that was just written to the tensor; mark provably in-bounds dimensions
        `in_bounds`.
        """
        write = self.base.defined_by(TransferWriteOp)
        if write is not None and self.mask is None and _same_slice(self, write) and _writes_all(write):
            return [write.valueToStore]
        return self.results if _infer_bounds(self, self.vector.type) else None


@op("vector.transfer_write", interfaces=(MemoryEffects, ConditionallySpeculatable))
class TransferWriteOp(Op):
    """Write a vector to a slice of a memref, or give a tensor with the slice replaced. The map says which dimension
    of the target each dimension of the vector runs through. Where the mask is not set, or behind the border of a
    dimension that is not `in_bounds`, nothing is written.

    Rules: (transfer_write_c1) rows of the vector have the bits of whole elements of the target. (transfer_write_c2)
    there is an index for each dimension. (transfer_write_c3) the map takes the target's dimensions to the vector's.
    (transfer_write_c4) it is a projected permutation. (transfer_write_c5) `in_bounds` has an entry for each dimension
    of the vector. (transfer_write_c6) the mask has the slice's shape. (transfer_write_c7) the target is a ranked memref
    or tensor. (transfer_write_c8) nothing is broadcast. (transfer_write_c9) there is a result, of its type, if it is a
    tensor.
    Example: vector.transfer_write %v, %m[%i, %j] {in_bounds = [true]} : vector<8xf32>, memref<4x?xf32>
    """

    valueToStore: Operand = operand(any_vector)  # noqa: N815 (MLIR's name)
    base: Operand = operand(any_shaped)
    indices: VariadicOperand = variadic_operand(index_type)
    permutation_map: Attr[AffineMapAttr] = attr(map_attr)
    mask: OptionalOperand = optional_operand(mask_with_dims, default=None, kw_only=True)
    in_bounds: Attr[ArrayAttr] = attr(bool_list)
    result: OptionalResult = optional_result(any_ranked_tensor, default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> TransferWriteOp:
        offset = p.pos
        value = p.value_name()
        p.expect(",")
        access = _read_access(p)
        mask = p.value_name() if p.accept(",") else None
        attributes = p.attr_dict()
        type, target = _read_types(p)
        vector = _check_types(p, target, type, offset)
        properties = _defaults(p, attributes, target, vector, offset)
        stored = p.resolve(value, offset, vector)
        values = _resolve_access(p, offset, access, target)
        mask_value = _resolve_mask(p, mask, offset, vector, properties["permutation_map"])
        properties["operandSegmentSizes"] = i32_array((1, 1, len(access[1]), len(mask_value)))
        types = [target] if isinstance(target, TensorType) else []
        return cls.create([stored, *values, *mask_value], types, properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.valueToStore)}, {p.name(self.base)}[{p.names_of(self.indices)}]")
        if self.mask is not None:
            p.write(f", {p.name(self.mask)}")
        p.attr_dict(self, _elided(self, self.valueToStore.type))
        p.write(f" : {p.type(self.valueToStore.type)}, {p.type(self.base.type)}")

    def effects(self) -> Sequence[Effect]:
        """Memory is written, tensors are values."""
        return [Effect("write", self.base)] if isinstance(self.base.type, MemRefType) else []

    def is_speculatable(self) -> bool:
        """Return whether a tensor is written, and what the op promises provably holds."""
        return isinstance(self.base.type, TensorType) and _keeps_promises(self, self.valueToStore.type)

    def verify(self, report: Report) -> None:
        base = self.base.type
        if not isinstance(base, (MemRefType, TensorType)):
            report.error("transfer_write_c7", f"requires memref or ranked tensor type, but got '{base}'")
            return
        _verify_transfer(self, self.valueToStore.type, report, "transfer_write")
        order = self.permutation_map.value
        if any(expr.constant_value == 0 for expr in order.results) and base.shape:
            report.error("transfer_write_c8", f"should not have broadcast dimensions, but got '{order}'")
        result_type = self.result.type if self.result is not None else None
        if result_type is not (base if isinstance(base, TensorType) else None):
            report.error(
                "transfer_write_c9",
                f"expected a result of the target's type if it is a tensor, but got '{result_type}'",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """write(read(t)) -> t; a write of the slice that was written before makes that one needless; mark provably
        in-bounds dimensions `in_bounds`.
        """
        read = self.valueToStore.defined_by(TransferReadOp)
        if read is not None and read.base is self.base and read.mask is None and _same_slice(read, self):
            return [self.base] if self.result is not None else None
        write = self.base.defined_by(TransferWriteOp)
        if write is not None and self.mask is None and _same_slice(write, self):
            self.base = write.base
            return self.results
        return self.results if _infer_bounds(self, self.valueToStore.type) else None


def _same_slice(first: TransferReadOp | TransferWriteOp, write: TransferWriteOp) -> bool:
    """Return whether both run through the same elements in the same order."""
    vector = first.vector if isinstance(first, TransferReadOp) else first.valueToStore
    return (
        vector.type is write.valueToStore.type
        and first.permutation_map is write.permutation_map
        and list(first.indices) == list(write.indices)
    )


def _writes_all(write: TransferWriteOp) -> bool:
    """Return whether each element of the vector is written, as none is masked or outside."""
    return write.mask is None and all(ints(write.in_bounds))


def _elided(op: TransferReadOp | TransferWriteOp, vector: Type) -> list[str]:
    """Return the properties that need not be printed."""
    assert isinstance(vector, VectorType)
    elided = ["operandSegmentSizes"]
    order = op.permutation_map.value
    if order is minor_map(op.base.type, vector) and order.num_dims >= len(order.results):
        elided.append("permutation_map")
    if not any(ints(op.in_bounds)):
        elided.append("in_bounds")
    return elided


def _verify_transfer(op: TransferReadOp | TransferWriteOp, vector: Type, report: Report, rule: str) -> None:
    base, order = op.base.type, op.permutation_map.value
    assert isinstance(base, (MemRefType, TensorType))
    assert isinstance(vector, VectorType)
    if not moves_elements(op) and _row_bits(vector) % _row_bits(base.element_type):
        report.error(
            f"{rule}_c1",
            f"requires rows of the vector to be whole elements of the source, but got '{base}' and '{vector}'",
        )
    if not index_count(report, f"{rule}_c2", op.base, len(op.indices)):
        return
    element = base.element_type
    inner = element.shape if isinstance(element, VectorType) else ()
    rank = len(vector.shape) - len(inner)
    if inner and (rank < 0 or (moves_elements(op) and vector.shape[rank:] != inner)):
        report.error(
            f"{rule}_c3",
            f"requires source vector element and vector result type ranks to match, but got '{base}' and '{vector}'",
        )
    elif order.num_symbols:
        report.error(f"{rule}_c3", f"requires permutation_map without symbols, but got '{order}'")
    elif order.num_dims != len(base.shape):
        report.error(
            f"{rule}_c3",
            f"requires a permutation_map with input dims of the same rank as the source type, {len(base.shape)}"
            f", but got {order.num_dims}",
        )
    elif order.num_results != rank:
        report.error(
            f"{rule}_c3",
            f"requires a permutation_map with result dims of the same rank as the vector type, {rank}"
            f", but got {order.num_results}",
        )
    else:
        _verify_map(op, vector, order, report, rule)


def moves_elements(op: TransferReadOp | TransferWriteOp) -> bool:
    """Return whether elements of the vector are those in memory; else the bits of some are those of others there."""
    vector = (op.vector if isinstance(op, TransferReadOp) else op.valueToStore).type
    return innermost_element(op.base.type) is element_of(vector)


def _row_bits(type: Type) -> int:
    """Return the number of bits of the innermost dimension of a vector, or of a scalar."""
    bits = _INDEX_BITS if isinstance(element_of(type), IndexType) else bit_width(element_of(type)) or 1
    return bits * (type.shape[-1] if isinstance(type, VectorType) and type.shape else 1)


def _verify_map(
    op: TransferReadOp | TransferWriteOp, vector: VectorType, order: AffineMap, report: Report, rule: str
) -> None:
    if not is_projected_permutation(order, allow_zero=True) and order.num_dims:
        report.error(
            f"{rule}_c4",
            "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)"
            f", but got '{order}'",
        )
    elif len(op.in_bounds) != order.num_results:
        report.error(
            f"{rule}_c5",
            f"expects the in_bounds attr of same rank as permutation_map results: affine_map<{order}> vs inBounds "
            f"of size: {len(op.in_bounds)}",
        )
    elif op.mask is not None and order.num_results != len(vector.shape):
        report.error(f"{rule}_c6", f"does not support masks with vector element type, but got '{op.base.type}'")
    elif op.mask is not None and op.mask.type is not mask_type(vector, order):
        report.error(
            f"{rule}_c6",
            f"inferred mask type ('{mask_type(vector, order)}') and mask operand type ('{op.mask.type}') don't match",
        )


def _infer_bounds(op: TransferReadOp | TransferWriteOp, vector: Type) -> bool:
    """Mark the dimensions that are provably inside; return whether there were any."""
    base = op.base.type
    if not isinstance(base, (MemRefType, TensorType)) or not isinstance(vector, VectorType):
        return False
    promised = (bool(flag) for flag in ints(op.in_bounds))
    bounds = [any(flags) for flags in zip(promised, _surely_inside(op, base, vector), strict=True)]
    new_bounds = ArrayAttr(tuple(bool_attr(flag) for flag in bounds))
    if new_bounds is op.in_bounds:
        return False
    op.in_bounds = new_bounds
    return True


def _surely_inside(
    op: TransferReadOp | TransferWriteOp, base: MemRefType | TensorType, vector: VectorType
) -> list[bool]:
    """Return whether the vector provably lies inside, for each of its dimensions."""
    inside: list[bool] = []
    for number, expr in enumerate(op.permutation_map.value.results):
        if expr.constant_value is not None:
            inside.append(True)  # a broadcast does not move
            continue
        dim = op.permutation_map.value.dim_position(number)
        start, extent = known_index(op.indices[dim]), base.shape[dim]
        fits = start is not None and extent != DYNAMIC and 0 <= start <= extent - vector.shape[number]
        inside.append(fits and not vector.scalable_dims[number])
    return inside


def _keeps_promises(op: TransferReadOp | TransferWriteOp, vector: Type) -> bool:
    """Return whether what is promised to be inside is known to be, and so are the indices of all other dimensions."""
    base = op.base.type
    if not isinstance(base, TensorType) or not isinstance(vector, VectorType):
        return False
    promised = (bool(flag) for flag in ints(op.in_bounds))
    if any(flag and not sure for flag, sure in zip(promised, _surely_inside(op, base, vector), strict=True)):
        return False
    through = {expr.position for expr in op.permutation_map.value.results if isinstance(expr, AffineDimExpr)}
    others = [dim for dim in range(len(base.shape)) if dim not in through]
    starts = [(known_index(op.indices[dim]), base.shape[dim]) for dim in others]
    return all(start is not None and 0 <= start < extent for start, extent in starts)
