"""A memref in parts, and the addresses of its elements.

Between ops a memref is several values: the allocated pointer, the aligned pointer to its buffer, and its dynamic
offset, sizes and strides. Static ones are integers in all computations. Only in memory and at function boundaries is
a memref one value, MLIR's descriptor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dlc.dialects import llvm
from dlc.dialects.llvm.addresses import flags_attr
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_attributes import IntegerAttr, TypeAttr, i32_array
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.strided_layout import has_identity_layout, strides_of
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter

from .index_math import EXACT, NOT_NEGATIVE, Index, IndexMath, known_numbers
from .type_converter import descriptor_type, element_in_memory


class MemRefParts(NamedTuple):
    """The parts of a memref; static ones are integers."""

    type: MemRefType
    allocated: Value
    """The allocated pointer, which is freed."""
    aligned: Value
    """The aligned pointer to the buffer."""
    offset: Index
    sizes: Sequence[Index]
    strides: Sequence[Index]

    @classmethod
    def of(cls, rw: ConversionRewriter, memref: Value) -> MemRefParts:
        """Return the parts of a ranked memref, an operand of the op that is being converted."""
        type = memref.type
        if not isinstance(type, MemRefType):
            raise CannotLower(f"expected a ranked memref, but got '{type}'")
        return cls.from_values(type, rw.converted(memref))

    @classmethod
    def from_values(cls, type: MemRefType, values: Sequence[Value]) -> MemRefParts:
        """Return the parts of a memref from the values that it consists of."""
        facts = facts_of(type)
        allocated, aligned, *dynamic = values
        numbers: Sequence[Index] = facts.told
        if dynamic:
            rest = iter(dynamic)
            numbers = [next(rest) if number == DYNAMIC else number for number in facts.told]
        rank = len(type.shape)
        return cls(type, allocated, aligned, numbers[0], numbers[1 : 1 + rank], numbers[1 + rank :])

    @property
    def numbers(self) -> list[Index]:
        """Return offset, sizes and strides."""
        return [self.offset, *self.sizes, *self.strides]

    def as_type(self, math: IndexMath, type: MemRefType) -> list[Value]:
        """Return the values of a memref of another type with the same parts."""
        pairs = zip(facts_of(type).told, self.numbers, strict=True)
        return [self.allocated, self.aligned, *(math.value(own) for number, own in pairs if number == DYNAMIC)]

    def values(self, math: IndexMath) -> list[Value]:
        """Return the values that the memref consists of."""
        return self.as_type(math, self.type)

    def all_values(self, math: IndexMath) -> list[Value]:
        """Return a value for each member of the descriptor, as in function arguments."""
        return [self.allocated, self.aligned, *math.values(self.numbers)]


class MemRefFacts(NamedTuple):
    """The static parts of a memref type."""

    told: tuple[int, ...]
    """Offset, sizes and strides, `DYNAMIC` if they are not static."""
    element: Type
    """The type of an element in memory."""
    goes_up: bool
    """Whether a higher index never has a lower address."""
    array: Type | None
    """If all strides are static: nested arrays in which one index for each dimension selects the element."""
    zeros: int
    """The number of zeros that follow these indices."""


@lru_cache(maxsize=4096)
def facts_of(type: MemRefType) -> MemRefFacts:
    """Return the static parts of a type; cached, because each access needs them."""
    layout, element = strides_of(type), element_in_memory(type.element_type)
    if layout is None:
        raise CannotLower(f"the layout of '{type}' has no strides")
    if element is None:
        raise CannotLower(f"element type '{type.element_type}' cannot be converted")
    goes_up = all(stride >= 0 for stride in layout.strides) or has_identity_layout(type)  # DYNAMIC is negative
    array, zeros = _nested_arrays(layout.strides, element)
    return MemRefFacts((layout.offset, *type.shape, *layout.strides), element, goes_up, array, zeros)


def _nested_arrays(strides: Sequence[int], element: Type) -> tuple[Type | None, int]:
    kind, inner, zeros = element, 1, 0
    for position in reversed(range(len(strides))):
        stride = strides[position]
        if stride <= 0 or stride % inner:
            return None, 0
        is_last = position == len(strides) - 1
        if not is_last or stride != 1:
            kind = llvm.ArrayType(stride // inner, kind)
            zeros += is_last
        inner = stride
    return kind, zeros


def layout_of(type: MemRefType) -> tuple[int, Sequence[int]]:
    """Return offset and strides, `DYNAMIC` if they are not static."""
    told = facts_of(type).told
    return told[0], told[1 + len(type.shape) :]


def row_major(math: IndexMath, sizes: Sequence[Index]) -> list[Index]:
    """Return the row-major strides of contiguous elements."""
    strides: list[Index] = []
    stride: Index = 1
    for size in reversed(sizes):
        strides.append(stride)
        if len(strides) < len(sizes):
            stride = math.mul(stride, size)
    return strides[::-1]


# -- Descriptors -------------------------------------------------------------------------------------------------------


def packed(math: IndexMath, parts: MemRefParts) -> Value:
    """Return the descriptor of a memref."""
    kind = descriptor_type(parts.type)
    assert kind is not None, "a memref that has parts has a descriptor"
    return pack(math, kind, parts.all_values(math))


def pack(math: IndexMath, kind: llvm.StructType, values: Sequence[Value]) -> Value:
    """Return a structure with these values as its members, arrays included."""
    struct = math.insert(llvm.PoisonOp(kind)).res
    for value, position in zip(values, member_positions(kind), strict=True):
        struct = math.insert(llvm.InsertValueOp.of(value, struct, *position)).res
    return struct


def member_positions(kind: Type) -> list[tuple[int, ...]]:
    """Return the positions of the members of a structure, arrays included."""
    assert isinstance(kind, llvm.StructType)
    positions: list[tuple[int, ...]] = []
    for index, member in enumerate(kind.body):
        if isinstance(member, llvm.ArrayType):
            positions += [(index, inner) for inner in range(member.count)]
        else:
            positions.append((index,))
    return positions


# -- Addresses ---------------------------------------------------------------------------------------------------------


def element_address(
    rw: ConversionRewriter, op: Operation, parts: MemRefParts, indices: Sequence[Index], *, exists: bool = True
) -> Value:
    """Return the address of an element, computed before `op`, without overflow if the element exists.

    If all strides are static, it is one `getelementptr` into nested arrays, which LLVM analyzes best.
    """
    facts = facts_of(parts.type)
    math = IndexMath(rw, op)
    start = offset_by(math, parts.aligned, parts.offset, facts.element)
    if not indices:
        return start
    flags = llvm.NO_FLAGS
    if exists:
        math.flags, flags = (NOT_NEGATIVE, UPWARDS) if facts.goes_up else (EXACT, INBOUNDS)
    indices = known_numbers(indices)
    if facts.array is not None:
        return _step(math, start, [*indices, *[0] * facts.zeros], facts.array, flags)
    place: Index = 0
    for index, stride in zip(indices, parts.strides, strict=True):
        place = math.add(place, math.mul(index, stride))
    return _step(math, start, [place], facts.element, flags)


def start_address(rw: ConversionRewriter, op: Operation, parts: MemRefParts) -> Value:
    """Return the address of the first element."""
    return element_address(rw, op, parts, [])


def offset_by(math: IndexMath, base: Value, offset: Index, element: Type) -> Value:
    """Return an address plus a number of elements; a dynamic offset may be negative."""
    upwards = isinstance(offset, int) and offset >= 0
    return _step(math, base, [offset], element, UPWARDS if upwards else INBOUNDS)


LARGEST_STEP = 2**31 - 1
"""The largest constant index of a `getelementptr`."""


UPWARDS, INBOUNDS = flags_attr("inbounds", "nuw"), flags_attr("inbounds")


def _step(math: IndexMath, base: Value, indices: Sequence[Index], kind: Type, flags: IntegerAttr) -> Value:
    values: list[Value] = []
    numbers: list[int] = []
    for index in indices:
        if isinstance(index, int) and -LARGEST_STEP <= index <= LARGEST_STEP:
            numbers.append(index)
        else:
            numbers.append(llvm.DYNAMIC_INDEX)
            values.append(math.value(index))
    if not values and not any(numbers):
        return base
    step = llvm.GetElementPtrOp(base, values, i32_array(numbers), TypeAttr(kind), base.type, flags)
    return math.insert(step).res
