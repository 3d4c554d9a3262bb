"""Rows in memory, loaded and stored as a whole, under a mask, or through one pointer for each element.

Elements narrower than a byte, and integers of odd widths, occupy a power of two of bytes in memory; rows of them are
widened before they are stored. Masked-off elements may lie outside the buffer, so their addresses are computed without
`inbounds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_attributes import UNIT, IntegerAttr
from dlc.ir.builtin_types import FloatType, IntegerType, MemRefType, VectorType, i32, i64
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter

from ..lowering.index_math import Index, IndexMath
from ..lowering.memref_parts import MemRefParts, element_address
from .rows import Rows


def type_in_memory(element: Type) -> Type:
    """Return the type of a row's element in memory."""
    if isinstance(element, IntegerType):
        return IntegerType(max(8, 1 << (element.width - 1).bit_length()))
    if isinstance(element, FloatType) and element.width & (element.width - 1):
        raise CannotLower(f"rows of '{element}' do not lie side by side in memory")
    return element


class Places(Rows):
    """Accesses to the elements of one memref, for rows of one type."""

    __slots__ = ("alignment", "math", "nontemporal", "parts", "row", "stored", "stored_row")

    def __init__(
        self, op: Operation, rw: ConversionRewriter, base: Value, vector: VectorType, *, nontemporal: bool = False
    ) -> None:
        super().__init__(op, rw)
        type = base.type
        if not isinstance(type, MemRefType):
            raise CannotLower(f"expected a memref, but got '{type}'")
        if isinstance(type.element_type, VectorType):
            raise CannotLower("elements that are vectors are accessed one by one only")
        self.row = self.row_type(vector)
        self.stored = type_in_memory(self.row.element_type)
        self.stored_row = VectorType(self.row.shape, self.stored, self.row.scalable)
        given = op.properties.get("alignment")
        width = self.stored.width if isinstance(self.stored, (IntegerType, FloatType)) else 64
        self.alignment = given.value if isinstance(given, IntegerAttr) else width // 8
        self.nontemporal = UNIT if nontemporal else None
        self.parts = MemRefParts.of(rw, base)
        self.math = IndexMath(rw, op)

    # -- Addresses ---------------------------------------------------------------------------------------------------

    def moved(self, indices: Sequence[Value], position: Sequence[int]) -> list[Index]:
        """Return the indices of a row, given its position in all dimensions of the vector but the last."""
        leading = len(indices) - len(position) - 1
        rest = zip(indices[max(leading, 0) :], (*position, 0), strict=False)
        return [*indices[: max(leading, 0)], *(self.math.add(index, step) for index, step in rest)]

    def address(self, indices: Sequence[Index], *, may_be_outside: bool) -> Value:
        """Return the address of an element, which may lie outside the buffer."""
        if not may_be_outside:
            return element_address(self.rewriter, self.anchor, self.parts, indices)
        place = self.parts.offset
        for index, stride in zip(indices, self.parts.strides, strict=True):
            place = self.math.add(place, self.math.mul(index, stride))
        base = self.parts.aligned
        return self.emit(llvm.GetElementPtrOp.of(base, [self.math.value(place)], self.stored, result=base.type))

    def pointers(self, base: Value, steps: Value) -> Value:
        """Return the addresses that are some numbers of elements after a base."""
        assert isinstance(steps.type, VectorType)
        kind = VectorType(steps.type.shape, base.type, steps.type.scalable)
        return self.emit(llvm.GetElementPtrOp.of(base, [steps], self.stored, result=kind))

    # -- Rows --------------------------------------------------------------------------------------------------------

    def widened(self, row: Value) -> Value:
        """Return a row in the form that it has in memory."""
        return row if self.stored is self.row.element_type else self.emit(llvm.ZExtOp(row, self.stored_row))

    def narrowed(self, row: Value) -> Value:
        return row if self.stored is self.row.element_type else self.emit(llvm.TruncOp(row, self.row))

    def load(self, address: Value, mask: Value | None = None, other: Value | None = None) -> Value:
        """Load a row; masked-off elements come from `other`."""
        if mask is None:
            load_op = llvm.LoadOp(
                address, self.stored_row, alignment=IntegerAttr(self.alignment, i64), nontemporal=self.nontemporal
            )
            return self.narrowed(self.emit(load_op))
        passed = self.widened(other) if other is not None else None
        alignment = IntegerAttr(self.alignment, i32)
        return self.narrowed(self.emit(llvm.MaskedLoadOp(address, mask, self.stored_row, alignment, pass_thru=passed)))

    def store(self, row: Value, address: Value, mask: Value | None = None) -> None:
        row = self.widened(row)
        if mask is None:
            kept = IntegerAttr(self.alignment, i64)
            self.insert(llvm.StoreOp(row, address, alignment=kept, nontemporal=self.nontemporal))
        else:
            self.insert(llvm.MaskedStoreOp(row, address, mask, IntegerAttr(self.alignment, i32)))

    def gather(self, pointers: Value, mask: Value, other: Value) -> Value:
        alignment = IntegerAttr(self.alignment, i32)
        gather_op = llvm.MaskedGatherOp(pointers, mask, self.stored_row, alignment, pass_thru=self.widened(other))
        return self.narrowed(self.emit(gather_op))

    def scatter(self, row: Value, pointers: Value, mask: Value) -> None:
        self.insert(llvm.MaskedScatterOp(self.widened(row), pointers, mask, IntegerAttr(self.alignment, i32)))

    # -- Masks -------------------------------------------------------------------------------------------------------

    @property
    def mask_type(self) -> VectorType:
        return VectorType(self.row.shape, IntegerType(1), self.row.scalable)

    def all_set(self) -> Value:
        return self.constant(1, self.mask_type)
