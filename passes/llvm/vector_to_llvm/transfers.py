"""`vector.transfer_read` and `transfer_write`: slices of memory that may be masked, or lie partly outside the buffer.

Each row is one access. If rows may extend beyond the end of the dimension that they lie along, the mask has only the
elements inside; if a whole row may be outside, its mask is empty. A row along a dimension that is not contiguous in
memory is gathered or scattered.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm, vector
from dlc.dialects.vector.constraints import ints
from dlc.ir import IntegerAttr, Value
from dlc.ir.builtin_types import VectorType, i32, i64
from dlc.ir.index_lists import known_index
from dlc.ir.patterns import Match
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.index_math import Index
from .places import Places
from .rows import Position, outer_positions, row_length, row_number, vector_of

TransferOp = vector.TransferReadOp | vector.TransferWriteOp


@conversion(vector.TransferReadOp)
def lower_transfer_read(op: vector.TransferReadOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.transfer_read  ->  llvm.load, llvm.intr.masked.load or llvm.intr.masked.gather of each row"""
    transfer = Transfer(op, vector_of(op.vector), new.indices, rw)
    padding = transfer.places.splat(new.padding, transfer.places.row)
    rows = [transfer.read(position, padding) for position in outer_positions(transfer.type.shape)]
    return rw.replace(op, transfer.places.whole(transfer.type, rows))


@conversion(vector.TransferWriteOp)
def lower_transfer_write(op: vector.TransferWriteOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.transfer_write  ->  llvm.store, llvm.intr.masked.store or llvm.intr.masked.scatter of each row"""
    transfer = Transfer(op, vector_of(op.valueToStore), new.indices, rw)
    rows = transfer.places.rows(op.valueToStore)
    for position, row in zip(outer_positions(transfer.type.shape), rows, strict=True):
        transfer.write(position, row)
    return rw.erase(op)


class Transfer:
    """The common part of reads and writes: the addresses of rows, and the mask of the elements inside the buffer."""

    def __init__(self, op: TransferOp, type: VectorType, indices: Sequence[Value], rw: ConversionRewriter) -> None:
        if not vector.moves_elements(op):
            raise CannotLower("elements of the vector must be those in memory")
        order = op.permutation_map.value
        self.type = type
        self.indices = indices
        self.known = [known_index(index) for index in op.indices]
        self.dims = [
            None if expr.constant_value is not None else order.dim_position(result)
            for result, expr in enumerate(order.results)
        ]
        """For each dimension of the vector the dimension of the memref, or `None` if all elements along it are the
        same.
        """
        self.is_inside = [bool(flag) for flag in ints(op.in_bounds)]
        self.places = Places(op, rw, op.base, type)
        if type.is_scalable and self.along is not None and self.places.parts.strides[self.along] != 1:
            raise CannotLower("rows of scalable vectors lie side by side in memory only")
        self.mask = self.places.rows(op.mask) if op.mask is not None else None
        self.mask_shape = vector_of(op.mask).shape if op.mask is not None else ()
        used = sorted((dim, number) for number, dim in enumerate(self.dims) if dim is not None)
        self.mask_order = [number for _, number in used]
        """The dimensions of the vector in the order of memory, which is the order of the mask's dimensions."""
        self.bits = self._bits_of_row()

    @property
    def along(self) -> int | None:
        """The dimension of the memref that rows lie along."""
        return self.dims[-1] if self.dims else None

    # -- Rows --------------------------------------------------------------------------------------------------------

    def read(self, position: Position, padding: Value) -> Value:
        places, mask = self.places, self.mask_of(position)
        address = self.address(position, mask)
        if self.along is None:
            return self._read_one(address, mask, padding)
        if self.places.parts.strides[self.along] == 1:
            return places.load(address, mask, padding if mask is not None else None)
        return places.gather(self._pointers(address), mask if mask is not None else places.all_set(), padding)

    def _read_one(self, address: Value, mask: Value | None, padding: Value) -> Value:
        """Read one element into a whole row."""
        places = self.places
        one = VectorType((1,), places.stored)
        if mask is None:
            element = places.emit(llvm.LoadOp(address, places.stored))
        else:
            other = places.with_element(places.poison(one), places.element(places.widened(padding), 0), 0)
            bit = places.with_element(places.poison(VectorType((1,), mask.type)), mask, 0)
            alignment = IntegerAttr(places.alignment, i32)
            element = places.element(places.emit(llvm.MaskedLoadOp(address, bit, one, alignment, pass_thru=other)), 0)
        return places.narrowed(places.splat(element, places.stored_row))

    def write(self, position: Position, row: Value) -> None:
        places, mask = self.places, self.mask_of(position)
        address = self.address(position, mask)
        if self.along is None or places.parts.strides[self.along] == 1:
            if self.along is None and mask is not None:
                mask = places.splat(mask, places.mask_type)
            places.store(row, address, mask)
        else:
            places.scatter(row, self._pointers(address), mask if mask is not None else places.all_set())

    def address(self, position: Position, mask: Value | None) -> Value:
        return self.places.address(self._moved(position), may_be_outside=mask is not None)

    def _moved(self, position: Position) -> list[Index]:
        """Return the indices at which a row begins."""
        indices: list[Index] = list(self.indices)
        for dim, step in zip(self.dims, position, strict=False):
            if dim is not None:
                indices[dim] = self.places.math.add(indices[dim], step)
        return indices

    def _pointers(self, address: Value) -> Value:
        """Return the addresses of a row's elements."""
        places = self.places
        assert self.along is not None
        stride = places.parts.strides[self.along]
        length = row_length(self.type.shape)
        wide = VectorType((length,), i64)
        if isinstance(stride, int):
            return places.pointers(address, places.constant_row([stride * place for place in range(length)], wide))
        factor = places.splat(stride, wide)
        return places.pointers(address, places.emit(llvm.MulOp(places.constant_row(list(range(length)), wide), factor)))

    # -- Masks -------------------------------------------------------------------------------------------------------

    def mask_of(self, position: Position) -> Value | None:
        """Return the mask of a row, a single bit if the row repeats one element; `None` if all bits are set."""
        places = self.places
        is_there: Value | None = None
        for number, step in enumerate(position):
            dim = self.dims[number]
            if dim is not None and not self.is_inside[number]:
                index = places.math.value(places.math.add(self.indices[dim], step))
                size = places.math.value(places.parts.sizes[dim])
                # negative indices are large as unsigned integers
                is_there = places.both(is_there, places.compare("ult", index, size))
        given = self._given_mask(position)
        if self.along is None:
            return places.both(is_there, given)
        bits = places.both(self.bits, given)
        if is_there is None:
            return bits
        if bits is None:
            return places.splat(is_there, places.mask_type)
        return places.select(is_there, bits, places.constant(0, places.mask_type))

    def _bits_of_row(self) -> Value | None:
        """Return the mask of the elements inside the dimension that rows lie along, or `None` if all are."""
        places, along = self.places, self.along
        if along is None or self.is_inside[-1]:
            return None
        index, size = self.indices[along], places.math.value(places.parts.sizes[along])
        left = places.emit(llvm.SubOp(size, index))
        if self.type.is_scalable:
            wide = VectorType(places.row.shape, i64, places.row.scalable)
            at = places.emit(llvm.AddOp(places.emit(llvm.StepVectorOp(wide)), places.splat(index, wide)))
            return places.compare("ult", at, places.splat(size, wide))
        length = row_length(self.type.shape)
        steps, row = places.steps(length), VectorType((length,), i32)
        bits = places.compare("slt", steps, places.splat(places.clamped(left, 0, length), row))
        known = self.known[along]
        if known is not None and known >= 0:
            return bits
        begin = places.clamped(places.emit(llvm.SubOp(places.index(0), index)), 0, length)
        return places.both(bits, places.compare("sge", steps, places.splat(begin, row)))

    def _given_mask(self, position: Position) -> Value | None:
        """Return the part of the op's own mask for a row."""
        if self.mask is None:
            return None
        last = len(self.dims) - 1
        if self.along is None:
            place = [position[number] for number in self.mask_order]
            return self.places.element(self.mask[row_number(self.mask_shape, place[:-1])], place[-1])
        if self.mask_order[-1] == last:
            return self.mask[row_number(self.mask_shape, [position[number] for number in self.mask_order[:-1]])]
        if self.type.is_scalable:
            raise CannotLower("the mask of a scalable row is not a row itself")
        bits: list[Value] = []
        for index in range(row_length(self.type.shape)):
            place = [(*position, index)[number] for number in self.mask_order]
            row = self.mask[row_number(self.mask_shape, place[:-1])]
            bits.append(self.places.element(row, place[-1]))
        return self.places.row_from(bits, self.places.mask_type)


PATTERNS = (lower_transfer_read, lower_transfer_write)
