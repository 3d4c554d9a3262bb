"""A memref in parts, and the addresses of its elements.

Between ops a memref is not one value but as many as its type leaves open: the pointer that was allocated, the aligned
pointer to its buffer, and those of offset, sizes and strides that are dynamic. What the type tells is a number in all
that is computed. Only where a memref lies in memory, or goes through the border of a function, is it MLIR's descriptor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dlc.dialects import llvm
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import has_identity_layout, strides_of
from dlc.ir.values import Value

from ..conversion import ConversionRewriter, NotConvertible
from .index_math import Index, IndexMath, known_numbers
from .type_converter import descriptor_type, element_in_memory


@dataclass(frozen=True)
class MemRefParts:
    """Everything that describes a memref; numbers are what is known when compiling."""

    type: MemRefType
    allocated: Value
    """What has to be freed."""
    aligned: Value
    """Where the buffer begins."""
    offset: Index
    sizes: Sequence[Index]
    strides: Sequence[Index]

    @classmethod
    def of(cls, rw: ConversionRewriter, memref: Value) -> MemRefParts:
        """The parts of a ranked memref that is an operand of what is being converted."""
        type = memref.type
        if not isinstance(type, MemRefType):
            raise NotConvertible(f"expected a ranked memref, but got '{type}'")
        return cls.from_values(type, rw.converted(memref))

    @classmethod
    def from_values(cls, type: MemRefType, values: Sequence[Value]) -> MemRefParts:
        """The parts from the values that a memref of this type is."""
        rest = iter(values[2:])
        layout = layout_of(type)
        offset = _filled((layout[0],), rest)[0]
        sizes = _filled(type.shape, rest)
        return cls(type, values[0], values[1], offset, sizes, _filled(layout[1], rest))

    @classmethod
    def from_all(cls, type: MemRefType, values: Sequence[Value]) -> MemRefParts:
        """The parts from a value for each member of the descriptor; what the type tells is taken from there."""
        rank = len(type.shape)
        offset, strides = layout_of(type)
        told = (offset, *type.shape, *strides)
        mixed = [value if number == DYNAMIC else number for number, value in zip(told, values[2:], strict=True)]
        return cls(type, values[0], values[1], mixed[0], mixed[1 : 1 + rank], mixed[1 + rank :])

    @property
    def numbers(self) -> list[Index]:
        """Offset, sizes and strides."""
        return [self.offset, *self.sizes, *self.strides]

    def as_type(self, math: IndexMath, type: MemRefType) -> list[Value]:
        """The values that a memref of another type is which describes the same."""
        offset, strides = layout_of(type)
        told = (offset, *type.shape, *strides)
        pairs = zip(told, self.numbers, strict=True)
        return [self.allocated, self.aligned, *(math.value(own) for number, own in pairs if number == DYNAMIC)]

    def values(self, math: IndexMath) -> list[Value]:
        """The values that the memref is."""
        return self.as_type(math, self.type)

    def all_values(self, math: IndexMath) -> list[Value]:
        """A value for each member of the descriptor, as functions take them."""
        return [self.allocated, self.aligned, *math.values(self.numbers)]


def layout_of(type: MemRefType) -> tuple[int, Sequence[int]]:
    """Offset and strides, `DYNAMIC` for what the type leaves open."""
    layout = strides_of(type)
    if layout is None:
        raise NotConvertible(f"the layout of '{type}' has no strides")
    return layout.offset, layout.strides


def row_major(math: IndexMath, sizes: Sequence[Index]) -> list[Index]:
    """The strides of elements that follow one another, the last index running fastest."""
    strides: list[Index] = []
    stride: Index = 1
    for size in reversed(sizes):
        strides.append(stride)
        if len(strides) < len(sizes):
            stride = math.mul(stride, size)
    return strides[::-1]


def _filled(numbers: Sequence[int], values: Iterator[Value]) -> list[Index]:
    return [next(values) if number == DYNAMIC else number for number in numbers]


# -- Descriptors -------------------------------------------------------------------------------------------------------


def packed(math: IndexMath, parts: MemRefParts) -> Value:
    """The descriptor of a memref."""
    kind = descriptor_type(parts.type)
    assert kind is not None, "a memref that has parts has a descriptor"
    return pack(math, kind, parts.all_values(math))


def pack(math: IndexMath, kind: llvm.StructType, values: Sequence[Value]) -> Value:
    """A structure whose members, and those of the arrays in it, are these values."""
    made = math.insert(llvm.PoisonOp(kind)).res
    for value, position in zip(values, member_positions(kind), strict=True):
        made = math.insert(llvm.InsertValueOp.of(value, made, *position)).res
    return made


def unpack(math: IndexMath, struct: Value) -> list[Value]:
    """The members of a structure, and those of the arrays in it."""
    return [math.insert(llvm.ExtractValueOp.of(struct, *position)).res for position in member_positions(struct.type)]


def member_positions(kind: Type) -> list[tuple[int, ...]]:
    """Where the members of a structure are, arrays opened up."""
    assert isinstance(kind, llvm.StructType)
    found: list[tuple[int, ...]] = []
    for index, member in enumerate(kind.body):
        if isinstance(member, llvm.ArrayType):
            found += [(index, inner) for inner in range(member.count)]
        else:
            found.append((index,))
    return found


# -- Addresses ---------------------------------------------------------------------------------------------------------


def element_address(rw: ConversionRewriter, op: Operation, parts: MemRefParts, indices: Sequence[Index]) -> Value:
    """The address of an element that is there, computed in front of `op`. As it is, nothing overflows on the way to it.

    Where all strides are known, it is one step into nested arrays, which costs LLVM nothing to see through.
    """
    element = element_in_memory(parts.type.element_type)
    if element is None:
        raise NotConvertible(f"element type '{parts.type.element_type}' cannot be converted")
    upwards = _goes_up(parts)
    math = IndexMath(rw, op, *(("nsw", "nuw") if upwards else ("nsw",)))
    start = offset_by(math, parts.aligned, parts.offset, element)
    if not indices:
        return start
    indices = known_numbers(indices)
    nested = _nested_arrays(parts.strides, element)
    if nested is not None:
        array, more = nested
        return _step(math, start, [*indices, *[0] * more], array, upwards)
    place: Index = 0
    for index, stride in zip(indices, parts.strides, strict=True):
        place = math.add(place, math.mul(index, stride))
    return _step(math, start, [place], element, upwards)


def start_address(rw: ConversionRewriter, op: Operation, parts: MemRefParts) -> Value:
    """The address of the first element."""
    return element_address(rw, op, parts, [])


def _goes_up(parts: MemRefParts) -> bool:
    """Whether a higher index is never at a lower address."""
    known = all(isinstance(stride, int) and stride >= 0 for stride in parts.strides)
    return known or has_identity_layout(parts.type)


def offset_by(math: IndexMath, base: Value, offset: Index, element: Type) -> Value:
    """The address so many elements further; an offset that is not known may be negative."""
    return _step(math, base, [offset], element, isinstance(offset, int) and offset >= 0)


LARGEST_STEP = 2**31 - 1
"""The largest number that a `getelementptr` holds."""


def _step(math: IndexMath, base: Value, indices: Sequence[Index], kind: Type, upwards: bool) -> Value:
    flags = ("inbounds", "nuw") if upwards else ("inbounds",)
    if all(isinstance(index, int) and index == 0 for index in indices):
        return base
    held = [math.value(i) if isinstance(i, int) and not -LARGEST_STEP <= i <= LARGEST_STEP else i for i in indices]
    return math.insert(llvm.GetElementPtrOp.of(base, held, kind, *flags, result=base.type)).res


def _nested_arrays(strides: Sequence[Index], element: Type) -> tuple[Type, int] | None:
    """Arrays in which one index for each stride leads to the element, and how many zeros have to follow."""
    kind, inner, more = element, 1, 0
    for position in reversed(range(len(strides))):
        stride = strides[position]
        if not isinstance(stride, int) or stride <= 0 or stride % inner:
            return None
        is_last = position == len(strides) - 1
        if not is_last or stride != 1:
            kind = llvm.ArrayType(stride // inner, kind)
            more += is_last
        inner = stride
    return kind, more
