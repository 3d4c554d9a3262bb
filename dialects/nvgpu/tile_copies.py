"""Copies of whole tiles by one thread (TMA), and the barriers in workgroup memory that count their bytes.

MLIR's own ops for this have types for descriptors of tiles and for barriers, which are not here: a tile is described by
the memref that it is copied from, and a barrier is an element of a memref.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dlc.ir import IntegerAttr, Value
from dlc.ir.builtin_constraints import index_type, typed_int
from dlc.ir.builtin_types import MemRefType, bit_width, i32, i64, index
from dlc.ir.definition import Attr, Op, Operand, VariadicOperand, attr, op, operand, optional_attr, variadic_operand
from dlc.ir.interfaces import Touches
from dlc.ir.strided_layout import strides_of

from .background_copies import OrdersCopies
from .chunks import ROW_BYTES, chunk_of, is_swizzle, memref, swizzle_of

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


BARRIER = i64
"""The type of the elements of workgroup memory that are barriers."""
MOST_EXPECTED = (1 << 20) - 1
"""The largest number of bytes that a barrier counts in a phase."""
TILE_ALIGNMENT = 128
"""The bytes of which the place of a tile in workgroup memory is a multiple, unless it is swizzled."""
MOST_ALONG = 256
"""The largest number of rows and of chunks of a tile."""
MOST_DIMENSIONS = 5
"""The largest number of dimensions of memory that tiles are copied from."""


def _check_barrier(memory: Value, indices: Sequence[Value], rule: str, report: Report) -> None:
    type = memory.type
    assert isinstance(type, MemRefType)
    if type.element_type is not BARRIER or type.layout is not None or len(indices) != type.rank:
        report.error(
            rule, f"expected {type.rank} indices of barriers of type 'i64', but got {len(indices)} of '{type}'"
        )


class BarrierOp(Op):
    """An op on a barrier: an element of workgroup memory."""

    barriers: Operand = operand(memref)
    indices: VariadicOperand = variadic_operand(index_type)

    def verify(self, report: Report) -> None:
        rule = self.name.partition(".")[2].replace(".", "_")
        _check_barrier(self.barriers, self.indices, f"{rule}_c1", report)


class CountingBarrierOp(BarrierOp):
    """An op that tells a barrier a number of what it waits for."""

    syntax = "$barriers `[` $indices `]` attr-dict `:` type($barriers)"

    def check_count(self, count: IntegerAttr, rule: str, what: str, report: Report) -> None:
        """Report a number that a barrier cannot count to."""
        if not 0 < count.value <= MOST_EXPECTED:
            report.error(rule, f"expected 1 to {MOST_EXPECTED} {what}, but got '{count.value}'")


@op("nvgpu.barrier.init", interfaces=(Touches(write="barriers"),))
class BarrierInitOp(CountingBarrierOp):
    """Make an element of workgroup memory a barrier, in whose phases a number of threads arrive.

    A phase ends when all of these have arrived and all bytes that they expect have been copied; then the next one
    begins. The thread comes to `nvgpu.fence.proxy` before it begins copies for the barrier, and to a `gpu.barrier`
    before other threads use it.

    Rules: (barrier_init_c1) barriers are of type i64, with an index for each dimension. (barrier_init_c2) 1 to
    1048575 threads arrive.
    Example: nvgpu.barrier.init %full[%stage] {arrivals = 1 : i32} : memref<4xi64, #gpu.address_space<workgroup>>
    """

    arrivals: Attr[IntegerAttr] = attr(typed_int(i32), kw_only=True)

    def verify(self, report: Report) -> None:
        super().verify(report)
        self.check_count(self.arrivals, "barrier_init_c2", "threads", report)


@op("nvgpu.barrier.arrive_expect", interfaces=(OrdersCopies(read="barriers"),))
class BarrierArriveExpectOp(CountingBarrierOp):
    """Arrive at a barrier, whose phase then ends only after this number of bytes more has been copied.

    Rules: (barrier_arrive_expect_c1) barriers are of type i64, with an index for each dimension.
    (barrier_arrive_expect_c2) there are 1 to 1048575 bytes.
    Example:
        nvgpu.barrier.arrive_expect %full[%stage] {bytes = 8192 : i32} : memref<4xi64, #gpu.address_space<workgroup>>
    """

    bytes: Attr[IntegerAttr] = attr(typed_int(i32), kw_only=True)

    def verify(self, report: Report) -> None:
        super().verify(report)
        self.check_count(self.bytes, "barrier_arrive_expect_c2", "bytes", report)


@op("nvgpu.barrier.wait", interfaces=(OrdersCopies(read="barriers"),))
class BarrierWaitOp(BarrierOp):
    """Wait until the phase of a parity has ended: 0 for the first phase, 1 for the second one, 0 for the third one.

    It is for the running phase or the one before: the barrier has no more than one bit. The thread then sees what was
    copied in the phase, and so do products that it takes part in.

    Rules: (barrier_wait_c1) barriers are of type i64, with an index for each dimension.
    Example: nvgpu.barrier.wait %full[%stage], %parity : memref<4xi64, #gpu.address_space<workgroup>>
    """

    parity: Operand = operand(index_type)
    syntax = "$barriers `[` $indices `]` `,` $parity attr-dict `:` type($barriers)"


class Tile(NamedTuple):
    """A tile of a memref as it lies in workgroup memory: chunks of 16 bytes of adjacent elements, one below another."""

    chunks: int
    rows: int
    row_dimension: int
    """The dimension of the memref that the rows are along."""


@op("nvgpu.tile_copy", interfaces=(OrdersCopies(read=("src", "barriers"), write="dst"),))
class TileCopyOp(Op):
    """Begin to copy a tile to workgroup memory, as one thread; its bytes count for the running phase of a barrier.

    Element (r, c) of the tile, which lies `r` further along dimension `rows` of the source and `c` along the last one,
    goes to `[…, c / n, r, c mod n]`, where n elements have 16 bytes: the layout of `nvgpu.warpgroup.mma_async`. Zeros
    stand for elements outside of the source. Until a thread has waited for the phase, it must not touch the tile.

    With `swizzle`, this number of chunks of a row are adjacent, and their order depends on the row: chunk c of row r is
    the one that `chunks.swizzled` says. Only products with the same `swizzle` read such a tile.

    Rules: (tile_copy_c1) there are as many indices as dimensions. (tile_copy_c2) both memrefs have elements of one
    type, of 8, 16 or 32 bits. (tile_copy_c3) the target has no layout and ends with up to 256 chunks of up to 256
    rows, a multiple of 8, of 16 bytes. (tile_copy_c4) the source has two to five dimensions of known sizes, of which
    `rows` is not the last one, adjacent elements in the last one, no offset, and strides of multiples of 16 bytes, each
    a multiple of the next one. (tile_copy_c5) barriers are of type i64, with an index for each dimension.
    (tile_copy_c6) `swizzle` is 2, 4 or 8, and divides the number of chunks.
    Example:
        nvgpu.tile_copy %a[%i, %k], %to[%stage, %c0, %c0, %c0], %full[%stage] {rows = 0 : index}
            : memref<1024x512xf16> to memref<4x4x128x8xf16, #gpu.address_space<workgroup>>,
              memref<4xi64, #gpu.address_space<workgroup>>
    """

    dst: Operand = operand(memref)
    dstIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (as in `nvgpu.device_async_copy`)
    src: Operand = operand(memref)
    srcIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    barriers: Operand = operand(memref)
    indices: VariadicOperand = variadic_operand(index_type)
    rows: Attr[IntegerAttr] = attr(typed_int(index), kw_only=True)
    swizzle: Attr[IntegerAttr | None] = optional_attr(typed_int(i32), default=None, kw_only=True)
    syntax = (
        "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $barriers `[` $indices `]` attr-dict "
        "`:` type($src) `to` type($dst) `,` type($barriers)"
    )

    @property
    def tile(self) -> Tile:
        """The sizes of the tile."""
        type = self.dst.type
        assert isinstance(type, MemRefType)
        chunks, rows, _ = type.shape[-3:]
        return Tile(chunks, rows, self.rows.value)

    @property
    def width(self) -> int:
        """The number of chunks of a row that one instruction copies, and that are adjacent then."""
        return swizzle_of(self.swizzle)

    @property
    def alignment(self) -> int:
        """The number of bytes at a multiple of which the tile must begin."""
        return TILE_ALIGNMENT * self.width

    @property
    def bytes(self) -> int:
        """The number of bytes that are copied."""
        return self.tile.chunks * self.tile.rows * ROW_BYTES

    def verify(self, report: Report) -> None:
        source, target = self.src.type, self.dst.type
        assert isinstance(source, MemRefType)
        assert isinstance(target, MemRefType)
        for type, indices in ((source, self.srcIndices), (target, self.dstIndices)):
            if len(indices) != type.rank:
                report.error("tile_copy_c1", f"expected {type.rank} indices, but got {len(indices)}")
        element = source.element_type
        if element is not target.element_type or bit_width(element) not in (8, 16, 32):
            got = f"'{element}' and '{target.element_type}'"
            report.error("tile_copy_c2", f"expected elements of one type of 8, 16 or 32 bits, but got {got}")
            return
        _check_barrier(self.barriers, self.indices, "tile_copy_c5", report)
        if not is_tile(target):
            report.error("tile_copy_c3", f"expected chunks of a multiple of 8 rows of 16 bytes, but got '{target}'")
        elif not is_swizzle(self.swizzle, self.tile.chunks, self.tile.rows):
            chunks = self.tile.chunks
            report.error("tile_copy_c6", f"expected a swizzle of 2, 4 or 8 of {chunks} chunks, but got '{self.width}'")
        if not has_tiles(source) or not 0 <= self.rows.value < source.rank - 1:
            got = f"dimension {self.rows.value} of '{source}'"
            report.error("tile_copy_c4", f"expected rows in multiples of 16 bytes, but got {got}")


def is_tile(type: MemRefType) -> bool:
    """Return whether tiles of workgroup memory of a type can be copied to."""
    if type.rank < 3 or type.layout is not None or not type.has_static_shape:
        return False
    chunks, rows, size = type.shape[-3:]
    return (
        size == chunk_of(type.element_type)
        and all(0 < each <= MOST_ALONG for each in (chunks, rows))
        and rows * ROW_BYTES % TILE_ALIGNMENT == 0
    )


def has_tiles(type: MemRefType) -> bool:
    """Return whether tiles of memory of a type can be copied: a map of the hardware describes it."""
    layout = strides_of(type)
    if layout is None or not 2 <= type.rank <= MOST_DIMENSIONS or not type.has_static_shape:
        return False
    strides = layout.strides[:-1]
    return (
        layout.offset == 0
        and layout.strides[-1] == 1
        and all(0 < each < 1 << 32 for each in type.shape)
        and all(0 < stride < 1 << 36 and stride % chunk_of(type.element_type) == 0 for stride in strides)
        and all(outer % inner == 0 for outer, inner in itertools.pairwise(strides))
    )
