"""Memory: buffers of bytes, and memrefs as views of them.

A buffer remembers of each byte whether it was written and whether poison was, so that a program that reads what it
never wrote is told so. Elements lie as in dense constants (`ir.elements`), except that an i1 takes a byte, and the
elements of a vector that is an element of a memref follow one another. Bounds are checked twice: against the sizes of
the memref that is used, and against the buffer under it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_types import ComplexType, MemRefType, ShapedType, UnrankedMemRefType, VectorType

from .errors import Fault
from .values import POISON, Array, Elements, array_of, bits_dtype, positions, run_shape, scalar_width

UNWRITTEN, WRITTEN, POISONED = 0, 1, 2
LARGEST_BUFFER = 1 << 32
"""The bytes that one allocation may have."""


class Buffer:
    """Bytes with an end, and what is known about each."""

    __slots__ = ("can_be_freed", "data", "is_constant", "is_freed", "name", "reads_unwritten", "state", "watch")

    def __init__(self, data: memoryview, state: bytearray | None, name: str) -> None:
        self.data = data
        self.state = state
        """For each byte one of UNWRITTEN, WRITTEN, POISONED; `None`: all are written."""
        self.name = name
        self.is_freed = False
        self.can_be_freed = True
        self.is_constant = False
        self.reads_unwritten = False
        """Whether reading what was never written gives poison, rather than being an error."""
        self.watch: Callable[[Buffer, int, int, str], None] | None = None
        """Who is told of each access: where it begins, how many bytes, and `reads` or `writes`."""

    @classmethod
    def fresh(cls, size: int, name: str = "memory") -> Buffer:
        """A buffer of which nothing is written yet."""
        if not 0 <= size <= LARGEST_BUFFER:
            raise Fault(f"allocates {size} bytes, but at most {LARGEST_BUFFER} can be interpreted")
        return cls(memoryview(bytearray(size)), bytearray(size), name)

    @classmethod
    def over(cls, array: Array, name: str = "argument") -> Buffer:
        """A buffer over the memory of a contiguous array, which the program will write to."""
        return cls(memoryview(array.reshape(-1).view(np.uint8)), None, name)

    def check(self, at: int, size: int, doing: str) -> None:
        """Refuse to touch what is not there."""
        if self.is_freed:
            raise Fault(f"{doing} {self.name} after it was freed")
        if at < 0 or at + size > len(self.data):
            raise Fault(f"{doing} bytes {at} to {at + size} of {self.name}, which has {len(self.data)}")
        if self.watch is not None:
            self.watch(self, at, size, doing)

    def known(self) -> bytearray:
        """The states, from now on kept for each byte."""
        if self.state is None:
            self.state = bytearray(b"\1") * len(self.data)
        return self.state


class ElementCodec:
    """How one element of a memref lies in memory: as one scalar, or as the scalars of a vector in turn."""

    __slots__ = ("dtype", "mask", "scalar_size", "shape", "size", "width")

    def __init__(self, type: Type, vscale: int = 1) -> None:
        self.shape: tuple[int, ...] | None = None
        if isinstance(type, VectorType):
            self.shape = run_shape(type, vscale)
        elif isinstance(type, (MemRefType, UnrankedMemRefType)):
            raise Fault(f"memrefs of '{type}' cannot be interpreted")
        self.width = scalar_width(type)
        self.mask = (1 << self.width) - 1
        self.scalar_size = scalar_size(type)
        is_plain = self.shape is None and self.width == 8 * self.scalar_size and self.scalar_size in (1, 2, 4, 8)
        self.dtype = bits_dtype(self.width) if is_plain else None
        """Of an array over elements that follow one another, if numpy has them."""
        count = 1
        for size in self.shape or ():
            count *= size
        self.size = count * self.scalar_size

    def read(self, buffer: Buffer, at: int) -> Any:
        """The element at a byte."""
        if buffer.is_freed or buffer.watch is not None or not 0 <= at <= len(buffer.data) - self.size:
            buffer.check(at, self.size, "reads")
        if self.shape is None:
            return self._read_scalar(buffer, at)
        step = self.scalar_size
        items = [self._read_scalar(buffer, place) for place in range(at, at + self.size, step)]
        return Elements.of(items, self.shape, self.width)

    def _read_scalar(self, buffer: Buffer, at: int) -> Any:
        end = at + self.scalar_size
        state = buffer.state
        if state is not None and state.count(WRITTEN, at, end) != end - at:
            if UNWRITTEN in state[at:end] and not buffer.reads_unwritten:
                raise Fault(f"reads uninitialized memory: byte {at} of {buffer.name}")
            return POISON
        return int.from_bytes(buffer.data[at:end], "little") & self.mask

    def write(self, buffer: Buffer, at: int, value: Any) -> None:
        """Put an element at a byte."""
        if buffer.is_constant:
            raise Fault(f"writes to {buffer.name}, which is constant")
        buffer.check(at, self.size, "writes")
        if self.shape is None:
            self._write_scalar(buffer, at, value)
            return
        for item in value.items():
            self._write_scalar(buffer, at, item)
            at += self.scalar_size

    def _write_scalar(self, buffer: Buffer, at: int, value: Any) -> None:
        size = self.scalar_size
        if value is POISON:
            buffer.known()[at : at + size] = bytes((POISONED,)) * size
            return
        buffer.data[at : at + size] = value.to_bytes(size, "little")
        if buffer.state is not None:
            buffer.state[at : at + size] = b"\1" * size


def scalar_size(type: Type) -> int:
    """The bytes that a scalar (of a shaped type, one element) takes."""
    if isinstance(type, ShapedType):
        type = type.element_type
    if isinstance(type, ComplexType):
        return 2 * scalar_size(type.element_type)
    return (scalar_width(type) + 7) // 8 or 1


class MemRef:
    """A view of a buffer: where it begins, and for each dimension how many elements, how far apart."""

    __slots__ = ("base", "buffer", "codec", "offset", "sizes", "strides")

    def __init__(
        self,
        buffer: Buffer,
        codec: ElementCodec,
        sizes: Sequence[int],
        strides: Sequence[int],
        offset: int = 0,
        base: int = 0,
    ) -> None:
        self.buffer = buffer
        self.codec = codec
        self.sizes = tuple(sizes)
        self.strides = tuple(strides)
        self.offset = offset
        """In elements, from `base`."""
        self.base = base
        """In bytes, from where the buffer begins."""

    @property
    def rank(self) -> int:
        return len(self.sizes)

    def view(self, sizes: Sequence[int], strides: Sequence[int], offset: int) -> MemRef:
        """Another view of the same memory."""
        return MemRef(self.buffer, self.codec, sizes, strides, offset, self.base)

    def address(self, indices: Sequence[int]) -> int:
        """The byte at which an element begins."""
        place = self.offset
        for index, size, stride in zip(indices, self.sizes, self.strides, strict=True):
            if not 0 <= index < size:
                raise Fault(f"is out of bounds: {list(indices)} in a memref of sizes {list(self.sizes)}")
            place += index * stride
        return self.base + place * self.codec.size

    def is_inside(self, indices: Sequence[int]) -> bool:
        """Return whether there is such an element."""
        return all(0 <= index < size for index, size in zip(indices, self.sizes, strict=True))

    def load(self, indices: Sequence[int]) -> Any:
        return self.codec.read(self.buffer, self.address(indices))

    def load_row(self, start: Sequence[int], count: int) -> Elements | None:
        """Return elements along the last dimension at once; None where they must be looked at one by one.

        That is so as well where they are not all written.
        """
        row = self._row(start, count, "reads")
        state = self.buffer.state
        if row is None or (state is not None and state.count(WRITTEN, row.start, row.stop) != row.stop - row.start):
            return None
        return Elements(array_of(np.frombuffer(self.buffer.data[row], self.codec.dtype), self.codec.dtype))

    def store_row(self, start: Sequence[int], value: Elements) -> bool:
        """Store elements along the last dimension at once; return False where each must be stored by itself."""
        buffer = self.buffer
        is_plain = value.poison is None and not buffer.is_constant
        row = self._row(start, value.bits.size, "writes") if is_plain else None
        if row is None:
            return False
        buffer.data[row] = value.bits.tobytes()
        if buffer.state is not None:
            buffer.state[row] = b"\1" * (row.stop - row.start)
        return True

    def _row(self, start: Sequence[int], count: int, doing: str) -> slice | None:
        """Return the bytes of elements along the last dimension, if they can be looked at together.

        That is not so where they do not lie side by side or are not all there, or where accesses are watched.
        """
        codec, buffer = self.codec, self.buffer
        if codec.dtype is None or buffer.watch is not None or self.strides[-1:] != (1,):
            return None
        if not 0 < count <= self.sizes[-1] - start[-1]:
            return None
        at, size = self.address(start), count * codec.size
        buffer.check(at, size, doing)
        return slice(at, at + size)

    def store(self, indices: Sequence[int], value: Any) -> None:
        self.codec.write(self.buffer, self.address(indices), value)

    def bytes(self, *, states: bool = False) -> Array:
        """The bytes of each element (or their states) as an array over the memory, of one dimension more."""
        size = self.codec.size
        source: Any = self.buffer.known() if states else self.buffer.data
        self._check_whole()
        shape, strides = (*self.sizes, size), (*(stride * size for stride in self.strides), 1)
        return np.ndarray(shape, np.uint8, source, self.base + self.offset * size if 0 not in shape else 0, strides)

    def _check_whole(self, doing: str = "touches") -> None:
        if 0 in self.sizes:
            return
        spans = [(size - 1) * stride for size, stride in zip(self.sizes, self.strides, strict=True)]
        size = self.codec.size
        first = self.base + (self.offset + sum(min(span, 0) for span in spans)) * size
        last = self.base + (self.offset + sum(max(span, 0) for span in spans)) * size
        self.buffer.check(first, last + size - first, doing)

    def copy_from(self, source: MemRef) -> None:
        """Copy all elements, written or not, as if through a third place."""
        if self.sizes != source.sizes:
            raise Fault(f"copies sizes {list(source.sizes)} to sizes {list(self.sizes)}")
        if self.buffer.is_constant:
            raise Fault(f"writes to {self.buffer.name}, which is constant")
        data = source.bytes().copy()
        if self.buffer.watch is not None:
            self._check_whole("writes")
        if source.buffer.state is not None or self.buffer.state is not None:
            self.bytes(states=True)[...] = source.bytes(states=True).copy()
        self.bytes()[...] = data

    def contents(self) -> Elements:
        """The elements as they are now; poison for those that were never written."""
        codec = self.codec
        states = self.bytes(states=True) if self.buffer.state is not None else None
        is_written = states is None or bool((states == WRITTEN).all())
        if codec.dtype is not None and is_written and self.buffer.watch is None:
            return Elements(self.bytes().copy().view(codec.dtype).reshape(self.sizes))
        items: list[Any] = []
        for place in positions(*self.sizes):
            is_unknown = states is not None and not bool((states[place] == WRITTEN).all())
            items.append(POISON if is_unknown else self.load(place))
        return Elements.of(items, self.sizes, codec.width)

    def fill(self, value: Elements) -> None:
        """Store all elements of a tensor."""
        if self.sizes != value.shape:
            raise Fault(f"copies sizes {list(value.shape)} to sizes {list(self.sizes)}")
        for place, item in zip(positions(*self.sizes), value.items(), strict=True):
            self.store(place, item)

    def __repr__(self) -> str:
        return f"<memref {list(self.sizes)} strides {list(self.strides)} of {self.buffer.name}>"


def row_major(sizes: Sequence[int]) -> list[int]:
    """The strides of elements that follow one another, the last index fastest."""
    strides = [1] * len(sizes)
    for dim in range(len(sizes) - 1, 0, -1):
        strides[dim - 1] = strides[dim] * sizes[dim]
    return strides
