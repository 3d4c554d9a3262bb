"""The meaning of `nvgpu`: what threads of a warp or warpgroup load and multiply together, and copies in the background.

A product is the sum of all its terms, rounded once. Hardware rounds sums of several terms, in an order that is not
specified. A copy writes when its thread has waited for it; until then nobody may touch what it writes. A tile is
written when a thread has waited for the phase of its barrier. A product of a warpgroup reads its operands when it
begins, and again when the warpgroup waits for it: nobody may write them between.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dlc.dialects import nvgpu as dialect
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import MemRefType, VectorType, bit_width, f16, f32

from ..conversion import elements_as_array, elements_over
from ..copy_barriers import CopyBarrier, Phase, barrier_at
from ..errors import Fault
from ..gpu_threads import Block, Thread
from ..matrices import cut_to_tf32, divided, rounded, whole
from ..memory import MemRef
from ..semantics import Kernel, Machine, Meeting, semantics
from ..values import POISON, Array, Elements, used_indices
from .gpu import AGREEMENTS, TOKEN, Asked, op_of, running
from .memref.checks import used_memref


@semantics(dialect.LdMatrixOp, dialect.MmaSyncOp, dialect.MmaQuadPairsOp)
def meet_warp(op: Operation, machine: Machine) -> Kernel:
    """Meet the warp with all operands, and get this thread's fragment."""
    del machine

    def run(*operands: Any) -> Asked:
        return (yield Meeting(op, operands))

    return run


def _operands(group: Sequence[Thread]) -> list[Any]:
    """Return the operands of the threads of a warp."""
    if len(group) != dialect.WARP:
        raise Fault(f"is executed by {len(group)} threads of a warp, but expects {dialect.WARP}")
    return [thread.waits.value for thread in group if thread.waits is not None]


# -- Matrices ----------------------------------------------------------------------------------------------------------


def _loaded(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return fragments of matrices whose rows begin where the threads say."""
    op: dialect.LdMatrixOp = op_of(group)
    machine, places = block.machine, _operands(group)
    source, fragment = op.srcMemref.type, op.res.type
    assert isinstance(source, MemRefType)
    assert isinstance(fragment, VectorType)
    count, per_register = fragment.shape
    width = bit_width(source.element_type) or 0
    matrices: list[Any] = []
    for lane in range(count * dialect.ROWS):
        machine.thread, machine.acting = group[lane], op
        memref, indices = used_memref(places[lane][0]), used_indices(places[lane][1:])
        if memref.address(indices) % dialect.ROW_BYTES:
            raise Fault(f"reads a row at {list(indices)}, which does not begin at a multiple of 16 bytes")
        matrices.append([memref.load((*indices[:-1], indices[-1] + at)) for at in range(4 * per_register)])
    results: list[Any] = []
    for lane in range(dialect.WARP):
        row, part = divmod(lane, 4)
        items: list[Any] = []
        for register in range(count):
            rows = matrices[register * dialect.ROWS : (register + 1) * dialect.ROWS]
            places = range(part * per_register, (part + 1) * per_register)
            items += [rows[place][row] if op.transpose.value else rows[row][place] for place in places]
        results.append(Elements.of(items, fragment.shape, width))
    return results


def _multiplied(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return the fragments of a product plus the third operand."""
    del block
    op: dialect.MmaSyncOp = op_of(group)
    shape, elements = op.shape, op.element_types
    width = bit_width(elements[0]) or 0
    first, second = (dialect.operand_fragment(rows, shape.k, width) for rows in (shape.m, shape.n))
    fragments, sums = list(zip(*_operands(group), strict=True)), dialect.sum_fragment(shape)
    type = op.res.type
    assert isinstance(type, VectorType)
    a = whole(fragments[0], first, (shape.m, shape.k), elements[0])
    b = whole(fragments[1], second, (shape.n, shape.k), elements[1])
    c = whole(fragments[2], sums, (shape.m, shape.n), type.element_type)
    if op.tf32Enabled is not None:
        a, b = cut_to_tf32(a), cut_to_tf32(b)
    return divided(a @ b.T + c, sums, dialect.WARP, type)


def _multiplied_by_quad_pairs(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return the sums of the quad pairs of a warp, each with the product of its own matrices."""
    del block
    op: dialect.MmaQuadPairsOp = op_of(group)
    fragments, sums, side = list(zip(*_operands(group), strict=True)), dialect.QuadPairSums(), dialect.QUAD_PAIR_SIDE
    rows, type = dialect.QUAD_PAIRS * side, op.res.type_as(VectorType)
    a, b = (
        whole(held, dialect.QuadPairOperand(flag is not None), (rows, dialect.QUAD), f16)
        for held, flag in zip(fragments[:2], (op.transposeA, op.transposeB), strict=True)
    )
    total = whole(fragments[2], sums, (rows, side), type.element_type)
    for start in range(0, rows, side):
        own = slice(start, start + side)
        total[own] += a[own] @ b[own].T
    return divided(total, sums, dialect.WARP, type)


AGREEMENTS.update(
    {
        "nvgpu.ldmatrix": _loaded,
        "nvgpu.mma.sync": _multiplied,
        "nvgpu.mma.quad_pairs": _multiplied_by_quad_pairs,
    }
)


# -- Copies in the background ------------------------------------------------------------------------------------------


def _written(target: MemRef, start: Sequence[int], items: Sequence[Any]) -> tuple[int, int]:
    """Return the first byte of memory that elements are copied to, and the number of bytes."""
    return target.address(start), len(items) * target.codec.size


class Copy(NamedTuple):
    """A copy that its thread has not waited for."""

    target: MemRef
    start: Sequence[int]
    items: Sequence[Any]

    @property
    def place(self) -> tuple[int, int]:
        """The first byte that it writes, and the number of bytes."""
        return _written(self.target, self.start, self.items)

    def finish(self, machine: Machine) -> None:
        """Write the elements."""
        machine.watch.end_copy(self.target.buffer, *self.place)
        for at, item in enumerate(self.items):
            self.target.store((*self.start[:-1], self.start[-1] + at), item)


@semantics(dialect.DeviceAsyncCopyOp)
def begin_copy(op: dialect.DeviceAsyncCopyOp, machine: Machine) -> Kernel:
    """Read the elements, and keep them until the thread waits."""
    count, rank = op.dstElements.value, len(op.dstIndices)

    def run(*operands: Any) -> Any:
        thread = running(machine)
        target, start = used_memref(operands[0]), used_indices(operands[1 : 1 + rank])
        source, *place = operands[1 + rank :]
        indices = used_indices(place)
        read = min(indices.pop(), count) if op.srcElements is not None else count
        memref = used_memref(source)
        items = [memref.load((*indices[:-1], indices[-1] + at)) for at in range(read)]
        copy = Copy(target, start, [*items, *[0] * (count - read)])
        at, size = copy.place
        if at % size or (read and memref.address(indices) % size):
            raise Fault(f"copies {size} bytes that do not begin at multiples of {size} bytes")
        if start[-1] + count > target.sizes[-1]:
            raise Fault(f"is out of bounds: {count} elements from {list(start)} in sizes {list(target.sizes)}")
        target.buffer.check(at, size, "writes")
        machine.watch.begin_copy(target.buffer, at, size)
        thread.copies.append(copy)
        return TOKEN

    return run


@semantics(dialect.DeviceAsyncCreateGroupOp)
def create_group(op: dialect.DeviceAsyncCreateGroupOp, machine: Machine) -> Kernel:
    """Put the thread's copies since its last group into a new one."""
    del op

    def run(*_: Any) -> Any:
        thread = running(machine)
        thread.groups.append(thread.copies)
        thread.copies = []
        return TOKEN

    return run


@semantics(dialect.DeviceAsyncWaitOp)
def wait_for_groups(op: dialect.DeviceAsyncWaitOp, machine: Machine) -> Kernel:
    """Finish all groups of the thread but the last ones."""
    unfinished = op.unfinished

    def run(_: Any) -> None:
        thread = running(machine)
        while len(thread.groups) > unfinished:
            for copy in thread.groups.pop(0):
                copy.finish(machine)

    return run


# -- Copies of tiles ---------------------------------------------------------------------------------------------------


class TileCopy(NamedTuple):
    """A tile that is copied until a thread has waited for the phase of its barrier."""

    machine: Machine
    target: MemRef
    start: Sequence[int]
    items: Sequence[Any]
    """The elements in the order of the target."""

    @property
    def place(self) -> tuple[int, int]:
        """The first byte that it writes, and the number of bytes."""
        return _written(self.target, self.start, self.items)

    def begin(self) -> None:
        """Check that nobody uses what is written, and let nobody use it."""
        (at, size), step = self.place, self.target.codec.size
        for place in range(at, at + size, step):
            self.target.buffer.check(place, step, "writes")
        self.machine.watch.begin_copy(self.target.buffer, at, size)

    def arrive(self, phase: Phase) -> None:
        """Write the elements, for threads that have waited for a phase."""
        buffer, (at, size) = self.target.buffer, self.place
        self.machine.watch.end_copy(buffer, at, size)
        watch, buffer.watch = buffer.watch, None
        for number, item in enumerate(self.items):
            self.target.codec.write(buffer, at + number * self.target.codec.size, item)
        buffer.watch = watch
        self.machine.watch.arrive(buffer, at, size, phase)


def _barrier_of(thread: Thread, memory: Any, indices: Sequence[Any]) -> CopyBarrier:
    barriers = used_memref(memory)
    return barrier_at(thread.barriers, (barriers.buffer, barriers.address(used_indices(indices))))


@semantics(dialect.BarrierInitOp)
def make_barrier(op: dialect.BarrierInitOp, machine: Machine) -> Kernel:
    """Make a barrier whose first phase begins."""

    def run(memory: Any, *indices: Any) -> None:
        thread, barriers = running(machine), used_memref(memory)
        place = barriers.buffer, barriers.address(used_indices(indices))
        if place in thread.barriers:
            raise Fault("makes a barrier ready for the second time")
        thread.barriers[place] = CopyBarrier(op.arrivals.value, thread)

    return run


@semantics(dialect.BarrierArriveExpectOp)
def arrive_at_barrier(op: dialect.BarrierArriveExpectOp, machine: Machine) -> Kernel:
    """Let the thread arrive, and add to the bytes that the phase expects."""

    def run(memory: Any, *indices: Any) -> None:
        thread = running(machine)
        _barrier_of(thread, memory, indices).arrive(thread, op.bytes.value)

    return run


@semantics(dialect.BarrierWaitOp)
def wait_at_barrier(op: dialect.BarrierWaitOp, machine: Machine) -> Kernel:
    """Stop until the phase has ended."""

    def run(memory: Any, *operands: Any) -> Asked:
        thread = running(machine)
        barrier, [parity] = _barrier_of(thread, memory, operands[:-1]), used_indices(operands[-1:])
        yield Meeting(op, barrier, until=lambda: barrier.wait(thread, parity))

    return run


@semantics(dialect.TileCopyOp)
def begin_tile(op: dialect.TileCopyOp, machine: Machine) -> Kernel:
    """Read the elements, and keep them until a thread waits at the barrier."""
    tile, size = op.tile, dialect.chunk_of(op.src.type_as(MemRefType).element_type)
    split = 1 + len(op.dstIndices), 2 + len(op.dstIndices) + len(op.srcIndices)

    def run(*operands: Any) -> None:
        thread = running(machine)
        target, start = used_memref(operands[0]), used_indices(operands[1 : split[0]])
        source, first = used_memref(operands[split[0]]), used_indices(operands[split[0] + 1 : split[1]])
        if any(start[-3:]):
            raise Fault(f"copies a tile to {list(start)}, which is not the beginning of one")
        items: list[Any] = [None] * (tile.chunks * tile.rows * size)
        for chunk, row in itertools.product(range(tile.chunks), range(tile.rows)):
            to_chunk, to_row = dialect.swizzled(chunk, row, tile.rows, op.width)
            at = (to_chunk * tile.rows + to_row) * size
            items[at : at + size] = [
                _element_or_zero(source, _shifted(first, tile.row_dimension, row, chunk * size + place))
                for place in range(size)
            ]
        copy = TileCopy(machine, target, start, items)
        if copy.place[0] % op.alignment:
            raise Fault(f"copies a tile to byte {copy.place[0]}, which is not a multiple of {op.alignment}")
        copy.begin()
        _barrier_of(thread, operands[split[1]], operands[split[1] + 1 :]).add(copy, thread)

    return run


def _shifted(first: Sequence[int], rows: int, row: int, column: int) -> Sequence[int]:
    indices = list(first)
    indices[rows] += row
    indices[-1] += column
    return indices


def _element_or_zero(source: MemRef, indices: Sequence[int]) -> Any:
    """Return an element, or zero outside of the memref."""
    is_inside = all(0 <= at < size for at, size in zip(indices, source.sizes, strict=True))
    return source.load(indices) if is_inside else 0


# -- Warpgroups --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Matrix:
    """A matrix of a product in chunks in workgroup memory."""

    memref: MemRef
    first: Sequence[int]
    rows: int
    """The number of rows of the first matrix, or of columns of the second one."""
    is_transposed: bool
    element: Type
    width: int
    """The number of chunks of a row that are adjacent."""

    @property
    def depth(self) -> int:
        """The number of products in each sum."""
        return dialect.depth_of(self.element)

    @cached_property
    def addresses(self) -> list[int]:
        """The bytes at which all elements begin, those of a row or column of the result together."""
        *stage, chunk, row, _ = self.first
        addresses: list[int] = []
        size, rows = dialect.chunk_of(self.element), self.memref.sizes[-2]
        for i in range(self.rows):
            for k in range(self.depth):
                down, along = (k, i) if self.is_transposed else (i, k)
                place = dialect.swizzled(chunk + along // size, row + down, rows, self.width)
                addresses.append(self.memref.address((*stage, *place, along % size)))
        return addresses

    def load(self) -> Array:
        """Return the elements as numbers in which products are exact, a row for each row or column of the result."""
        if self.first[-1] or self.memref.address(self.first) % dialect.ROW_BYTES:
            raise Fault(f"reads a matrix at {list(self.first)}, which is not the beginning of a chunk")
        *_, chunk, row, _ = self.first
        if self.width > 1 and (row % dialect.ROWS or (self.is_transposed and chunk % self.width)):
            raise Fault(f"reads a matrix at {list(self.first)}, where the pattern of a swizzle does not begin")
        items = [self.memref.codec.read(self.memref.buffer, at) for at in self.addresses]
        if POISON in items:
            raise Fault(f"has poison in the operand at {list(self.first)}")
        elements = Elements.of(items, (self.rows, self.depth), bit_width(self.element) or 0)
        numbers = elements_as_array(elements, self.element).astype(np.float64)
        return cut_to_tf32(numbers) if self.element is f32 else numbers


class Sums(NamedTuple):
    """The accumulator of a thread: its sums, and the operands of products that have not been waited for."""

    values: Array
    reads: Sequence[tuple[Matrix, Array]] = ()


@semantics(dialect.FenceProxyOp)
def order_proxies(op: dialect.FenceProxyOp, machine: Machine) -> Kernel:
    """Note that what the thread has written so far may be read by products."""
    del op

    def run() -> None:
        running(machine).fences += 1

    return run


@semantics(dialect.WarpgroupFenceOp, dialect.WarpgroupMmaAsyncOp, dialect.WarpgroupWaitOp)
def meet_warpgroup(op: Operation, machine: Machine) -> Kernel:
    """Meet the warpgroup with all operands, and get this thread's part."""
    del machine

    def run(*operands: Any) -> Asked:
        return (yield Meeting(op, operands, group=dialect.WARPGROUP))

    return run


def _of_warpgroup(group: Sequence[Thread]) -> list[Any]:
    """Return the operands of the threads of a warpgroup."""
    if len(group) != dialect.WARPGROUP:
        raise Fault(f"is executed by {len(group)} threads of a warpgroup, but expects {dialect.WARPGROUP}")
    return [thread.waits.value for thread in group if thread.waits is not None]


def _begun(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return accumulators that hold fragments."""
    del block
    op: dialect.WarpgroupFenceOp = op_of(group)
    type = op.fragments[0].type
    assert isinstance(type, VectorType)
    for lane, own in enumerate(_of_warpgroup(group)):
        if any(POISON in fragment.items() for fragment in own):
            raise Fault(f"has poison in the sums of thread {lane} of the warpgroup")
    return [
        Sums(np.concatenate([elements_as_array(fragment, type.element_type).reshape(-1) for fragment in own]))
        for own in _of_warpgroup(group)
    ]


def _added(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return accumulators to which a product has been added."""
    op: dialect.WarpgroupMmaAsyncOp = op_of(group)
    block.machine.thread, block.machine.acting = group[0], op
    operands, sums = _of_warpgroup(group), op.res.type
    assert isinstance(sums, dialect.WarpgroupAccumulatorType)
    split = 2 + len(op.indicesA)
    places = [(used_indices(own[2:split]), used_indices(own[split + 1 :])) for own in operands]
    other = next((lane for lane, place in enumerate(places) if place != places[0]), None)
    if other is not None:
        raise Fault(
            f"has operands at {places[other]} in thread {other} of the warpgroup, but at {places[0]} in thread 0"
        )
    matrices: list[Matrix] = []
    for value, type, first, rows, flag, swizzle in (
        (operands[0][1], op.matrixA.type, places[0][0], dialect.WARPGROUP_ROWS, op.transposeA, op.swizzleA),
        (operands[0][split], op.matrixB.type, places[0][1], sums.columns, op.transposeB, op.swizzleB),
    ):
        memref = used_memref(value)
        assert isinstance(type, MemRefType)
        width = dialect.swizzle_of(swizzle)
        matrices.append(Matrix(memref, first, rows, flag is not None, type.element_type, width))
    a, b = (matrix.load() for matrix in matrices)
    block.machine.thread = group[-1]  # the last warp reads them as well, and may be behind the first one
    for matrix in matrices:
        matrix.load()
        _check_fences(block, matrix)
        block.machine.watch.check_arrived(matrix.memref.buffer, matrix.addresses, group)
    product, fragment = a @ b.T, dialect.sum_fragment(dialect.Shape(16, 8, matrices[0].depth))
    added: list[Any] = []
    for number, own in enumerate(operands):
        warp, lane = divmod(number, dialect.WARP)
        at = [fragment.position(lane, place) for place in fragment.places()]
        terms = [product[warp * 16 + i, column + j] for column in range(0, sums.columns, 8) for i, j in at]
        total = rounded(own[0].values.astype(np.float64) + terms, sums.vector.element_type)
        added.append(Sums(total, (*own[0].reads, *zip(matrices, (a, b), strict=True))))
    return added


def _check_fences(block: Block, matrix: Matrix) -> None:
    """Refuse a product of what a thread has written without a fence after it."""
    buffer = matrix.memref.buffer
    for at in matrix.addresses:
        writer = block.machine.watch.unfenced(buffer, at, block.threads)
        if writer is not None:
            raise Fault(f"reads an element of {buffer.name} that {writer}: no 'nvgpu.fence.proxy' after it")


def _finished(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return the fragments of accumulators, if nobody has written the operands of products since they began."""
    op: dialect.WarpgroupWaitOp = op_of(group)
    block.machine.thread, block.machine.acting = group[0], op
    operands = _of_warpgroup(group)
    for matrix, before in operands[0][0].reads:
        if not np.array_equal(matrix.load(), before, equal_nan=True):
            raise Fault(f"waits for a product whose operand at {list(matrix.first)} has been written since it began")
    type = op.fragments[0].type
    assert isinstance(type, VectorType)
    count = type.num_elements
    return [
        _answer([elements_over(own.values[at : at + count].reshape(type.shape), type.element_type) for at in starts])
        for (own,) in operands
        for starts in [range(0, len(own.values), count)]
    ]


def _answer(values: Sequence[Any]) -> Any:
    """Return the results of an op: one value, or several."""
    return values[0] if len(values) == 1 else tuple(values)


AGREEMENTS.update(
    {
        "nvgpu.warpgroup.fence": _begun,
        "nvgpu.warpgroup.mma_async": _added,
        "nvgpu.warpgroup.wait": _finished,
    }
)
