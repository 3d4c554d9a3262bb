"""From `nvgpu` to the intrinsics of NVPTX: fragments become registers, and tokens an integer that nothing reads.

Products of warpgroups are assembly, for which LLVM has no intrinsics. So are the fence before them and the wait after
them, which take the registers of the sums and return them: LLVM moves nothing past them that uses these registers.
Copies of tiles, and the barriers that count them, are assembly that accesses memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dlc.dialects import gpu, llvm, nvgpu
from dlc.ir import IntegerAttr, Operation, StringAttr, Type, Value
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.builtin_types import MemRefType, VectorType, bf16, bit_width, element_type, f16, f32, i8, i32, i64
from dlc.ir.patterns import Match
from dlc.passes.llvm.lowering.memref_parts import MemRefParts, element_address
from dlc.passes.llvm.vector_to_llvm.rows import Rows
from dlc.passes.loops.schedules.gpu_architecture import copies_in_background
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..device_code.address_spaces import GLOBAL, WORKGROUP, in_space
from ..device_code.copies_at_once import copy_at_once, group_at_once, wait_at_once
from ..device_code.tile_maps import PLACE

F8: dict[Type, str] = {nvgpu.f8E4M3FN: "e4m3", nvgpu.f8E5M2: "e5m2"}
"""The names of formats of 8 bits in PTX."""
PRODUCTS: dict[tuple[tuple[Type, Type], Type, tuple[int, ...]], str] = {
    ((f16, f16), f32, (16, 8, 16)): "llvm.nvvm.mma.m16n8k16.row.col.f32.f32",
    ((f16, f16), f32, (16, 8, 8)): "llvm.nvvm.mma.m16n8k8.row.col.f32.f32",
    ((bf16, bf16), f32, (16, 8, 16)): "llvm.nvvm.mma.m16n8k16.row.col.bf16",
    ((bf16, bf16), f32, (16, 8, 8)): "llvm.nvvm.mma.m16n8k8.row.col.bf16",
    ((f32, f32), f32, (16, 8, 8)): "llvm.nvvm.mma.m16n8k8.row.col.tf32",
    ((f32, f32), f32, (16, 8, 4)): "llvm.nvvm.mma.m16n8k4.row.col.tf32",
    ((i8, i8), i32, (16, 8, 32)): "llvm.nvvm.mma.m16n8k32.row.col.s8",
    ((i8, i8), i32, (16, 8, 16)): "llvm.nvvm.mma.m16n8k16.row.col.s8",
    ((i8, i8), i32, (8, 8, 16)): "llvm.nvvm.mma.m8n8k16.row.col.s8",
    **{
        ((first, second), f32, (16, 8, 32)): f"llvm.nvvm.mma.m16n8k32.row.col.f32.{F8[first]}.{F8[second]}.f32"
        for first, second in product(F8, repeat=2)
    },
}
"""The intrinsic for products of elements of two types, sums and shape."""
QUAD_PAIRS = {
    (first, second): f"llvm.nvvm.mma.m8n8k4.{('row', 'col')[first]}.{('col', 'row')[second]}.f32.f32"
    for first, second in product((False, True), repeat=2)
}
"""The intrinsic for products of quad pairs, by whether either operand is transposed."""
LOADS = {
    (count, is_transposed): f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{'.trans' * is_transposed}.b16.p3"
    for count in (1, 2, 4)
    for is_transposed in (False, True)
}
"""The intrinsic for a number of matrices, transposed or not."""
COPIES = {4: "llvm.nvvm.cp.async.ca.shared.global.4", 8: "llvm.nvvm.cp.async.ca.shared.global.8"}
COPY_16, COPY_16_PAST_L1 = "llvm.nvvm.cp.async.ca.shared.global.16", "llvm.nvvm.cp.async.cg.shared.global.16"
PARTIAL = ".s"
"""The suffix of copies that read fewer bytes than they write."""
COMMIT, WAIT = "llvm.nvvm.cp.async.commit.group", "llvm.nvvm.cp.async.wait.group"

_WHOLE_COPIES = (*COPIES.values(), COPY_16, COPY_16_PAST_L1)
NAMES = (
    *(
        *PRODUCTS.values(),
        *QUAD_PAIRS.values(),
        *LOADS.values(),
        *_WHOLE_COPIES,
        *(f"{name}{PARTIAL}" for name in _WHOLE_COPIES),
    ),
    *(COMMIT, WAIT),
)
"""Every intrinsic that this file uses."""


class Registers(Rows):
    """Inserts ops on fragments, whose rows are registers."""

    __slots__ = ()

    def called(self, name: str, arguments: Sequence[Value], result: Type, count: int) -> list[Value]:
        """Return the results of an intrinsic that has `count` of a type."""
        whole = result if count == 1 else llvm.StructType((result,) * count)
        call = self.emit(llvm.CallIntrinsicOp.of(name, arguments, whole))
        return [call] if count == 1 else [self.emit(llvm.ExtractValueOp.of(call, at)) for at in range(count)]

    def cast(self, value: Value, type: Type) -> Value:
        """Return the same bits as another type."""
        return value if value.type is type else self.emit(llvm.BitcastOp(value, type))


@conversion(nvgpu.LdMatrixOp)
def lower_ldmatrix(op: nvgpu.LdMatrixOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.ldmatrix  ->  ldmatrix, whose results are rows of the fragment"""
    type, count, registers = op.res.type, op.numTiles.value, Registers(op, rw)
    assert isinstance(type, VectorType)
    address = in_space(rw, op, element_address(rw, op, MemRefParts.of(rw, op.srcMemref), new.indices), WORKGROUP)
    matrices = registers.called(LOADS[count, bool(op.transpose.value)], [address], i32, count)
    row = registers.row_type(type)
    return rw.replace(op, registers.whole(type, [registers.cast(matrix, row) for matrix in matrices]))


@conversion(nvgpu.MmaSyncOp)
def lower_mma(op: nvgpu.MmaSyncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.mma.sync  ->  mma.sync of registers"""
    type, elements = op.res.type, op.element_types
    element = elements[0]
    assert isinstance(type, VectorType)
    name = PRODUCTS.get((elements, type.element_type, op.shape))
    if name is None:
        sizes = "x".join(map(str, op.shape))
        return rw.no_match(f"there is no product of '{element}' to sums of '{type.element_type}' of sizes {sizes}")
    if element is f32 and op.tf32Enabled is None:
        return rw.no_match("elements of type 'f32' are multiplied as tf32 only with 'tf32Enabled'")
    registers = Registers(op, rw)
    factors = [row for matrix in (op.matrixA, op.matrixB) for row in registers.rows(matrix)]
    if element is not f16:
        factors = [registers.cast(row, i32) for row in factors]
    sums = [registers.element(row, at) for row in registers.rows(op.matrixC) for at in (0, 1)]
    totals = registers.called(name, [*factors, *sums], type.element_type, len(sums))
    row = registers.row_type(type)
    rows = [registers.row_from(totals[at : at + 2], row) for at in range(0, len(totals), 2)]
    return rw.replace(op, registers.whole(type, rows))


@conversion(nvgpu.MmaQuadPairsOp)
def lower_quad_pairs(op: nvgpu.MmaQuadPairsOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.mma.quad_pairs  ->  mma.sync.m8n8k4 of two registers of each operand"""
    registers, type = Registers(op, rw), op.res.type_as(VectorType)
    name = QUAD_PAIRS[op.transposeA is not None, op.transposeB is not None]
    operands = [rw.converted_to_one(matrix) for matrix in (op.matrixA, op.matrixB)]
    factors = [registers.part(row, start, 2) for row in operands for start in (0, 2)]
    row = rw.converted_to_one(op.matrixC)
    sums = [registers.element(row, at) for at in range(type.num_elements)]
    totals = registers.called(name, [*factors, *sums], type.element_type, len(sums))
    return rw.replace(op, registers.row_from(totals, registers.row_type(type)))


def _copies_at_once(op: Operation) -> bool:
    """Return whether an op is for an architecture whose threads do not copy in the background."""
    arch = gpu.architecture_around(op)
    return bool(arch) and not copies_in_background(arch)


@conversion(nvgpu.DeviceAsyncCopyOp)
def lower_copy(op: nvgpu.DeviceAsyncCopyOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_copy  ->  cp.async of the bytes, or without it a load and a store"""
    if _copies_at_once(op):
        return copy_at_once(op, new, rw)
    registers, width = Registers(op, rw), bit_width(element_type(op.dst.type)) or 0
    size = op.dstElements.value * width // 8
    target = element_address(rw, op, MemRefParts.of(rw, op.dst), new.dstIndices)
    source = element_address(rw, op, MemRefParts.of(rw, op.src), new.srcIndices)
    places = [in_space(rw, op, target, WORKGROUP), in_space(rw, op, source, GLOBAL)]
    name = COPIES.get(size) or (COPY_16_PAST_L1 if op.bypassL1 is not None else COPY_16)
    if op.srcElements is not None:
        count = registers.emit(llvm.TruncOp(rw.converted_to_one(op.srcElements), i32))
        places.append(registers.emit(llvm.MulOp(count, registers.constant(width // 8, i32))))
        name += PARTIAL
    rw.insert_before(op, llvm.CallIntrinsicOp.of(name, places))
    return rw.replace(op, registers.constant(0, i32))


@conversion(nvgpu.DeviceAsyncCreateGroupOp)
def lower_group(op: nvgpu.DeviceAsyncCreateGroupOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_create_group  ->  cp.async.commit_group, or nothing: copies have ended"""
    if _copies_at_once(op):
        return group_at_once(op, new, rw)
    rw.insert_before(op, llvm.CallIntrinsicOp.of(COMMIT, []))
    return rw.replace(op, Registers(op, rw).constant(0, i32))


@conversion(nvgpu.DeviceAsyncWaitOp)
def lower_wait(op: nvgpu.DeviceAsyncWaitOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_wait  ->  cp.async.wait_group, or nothing: copies have ended"""
    if _copies_at_once(op):
        return wait_at_once(op, new, rw)
    unfinished = Registers(op, rw).constant(op.unfinished, i32)
    rw.insert_before(op, llvm.CallIntrinsicOp.of(WAIT, [unfinished]))
    return rw.erase(op)


# -- Copies of tiles ---------------------------------------------------------------------------------------------------


@conversion(nvgpu.BarrierInitOp)
def lower_barrier_init(op: nvgpu.BarrierInitOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.barrier.init  ->  mbarrier.init"""
    arrivals = Registers(op, rw).constant(op.arrivals.value, i32)
    return _on_barrier(op, new, rw, "mbarrier.init.shared::cta.b64 [$0], $1;", arrivals)


@conversion(nvgpu.BarrierArriveExpectOp)
def lower_barrier_arrive(op: nvgpu.BarrierArriveExpectOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.barrier.arrive_expect  ->  mbarrier.arrive.expect_tx"""
    size = Registers(op, rw).constant(op.bytes.value, i32)
    return _on_barrier(op, new, rw, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", size)


@conversion(nvgpu.BarrierWaitOp)
def lower_barrier_wait(op: nvgpu.BarrierWaitOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.barrier.wait  ->  mbarrier.try_wait.parity until the phase has ended"""
    parity = Registers(op, rw).emit(llvm.TruncOp(rw.converted_to_one(op.parity), i32))
    text = "{ .reg .pred done; again: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1; @!done bra again; }"
    return _on_barrier(op, new, rw, text, parity)


def _on_barrier(op: nvgpu.BarrierOp, new: Converted, rw: ConversionRewriter, text: str, number: Value) -> Match:
    """Replace an op on a barrier by assembly of its address and a number."""
    return _effect(rw, op, text, [_shared_place(Registers(op, rw), op, op.barriers, new.indices), number])


@conversion(nvgpu.TileCopyOp)
def lower_tile_copy(op: nvgpu.TileCopyOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.tile_copy  ->  cp.async.bulk.tensor for adjacent chunks, by a map that is a parameter of the kernel"""
    registers, tile, place = Registers(op, rw), op.tile, op.attributes.get(PLACE)
    if not isinstance(place, IntegerAttr):
        return rw.no_match("it copies a tile of memory that is not an argument of a kernel")
    function = next(each for each in op.ancestors if isinstance(each, llvm.FuncOp))
    map = registers.emit(llvm.PtrToIntOp(function.entry.args[place.value], i64))
    barrier = _shared_place(registers, op, op.barriers, new.indices)
    target = _shared_place(registers, op, op.dst, new.dstIndices)
    column, *others = [registers.emit(llvm.TruncOp(each, i32)) for each in reversed(new.srcIndices)]
    rank, size = 1 + len(others), nvgpu.chunk_of(element_type(op.dst.type))
    places = ", ".join(f"${3 + at}" for at in range(rank))
    text = (
        f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes "
        f"[$0], [$1, {{{places}}}], [$2];"
    )
    for chunk in range(0, tile.chunks, op.width):
        start = registers.emit(llvm.AddOp(target, registers.constant(chunk * tile.rows * nvgpu.ROW_BYTES, i32)))
        first = registers.emit(llvm.AddOp(column, registers.constant(chunk * size, i32)))
        rw.insert_before(op, _effect_op(text, [start, map, barrier, first, *others]))
    return rw.erase(op)


def _shared_place(registers: Registers, op: Operation, memory: Value, indices: Sequence[Value]) -> Value:
    """Return the address of an element in workgroup memory as an integer."""
    address = element_address(registers.rewriter, op, MemRefParts.of(registers.rewriter, memory), indices)
    return registers.emit(llvm.PtrToIntOp(in_space(registers.rewriter, op, address, WORKGROUP), i32))


def _effect(rw: ConversionRewriter, op: Operation, text: str, operands: Sequence[Value]) -> Match:
    """Replace an op without results by assembly."""
    rw.insert_before(op, _effect_op(text, operands))
    return rw.erase(op)


def _effect_op(text: str, operands: Sequence[Value]) -> llvm.InlineAsmOp:
    """Return assembly that reads registers and accesses memory."""
    constraints = ",".join([*["r" if each.type is i32 else "l" for each in operands], "~{memory}"])
    return llvm.InlineAsmOp(operands, StringAttr(text), StringAttr(constraints), None, has_side_effects=UNIT)


# -- Warpgroups --------------------------------------------------------------------------------------------------------

WARPGROUP_SUMS: dict[Type, str] = {f32: "f32", i32: "s32"}
"""The types of sums, as `wgmma` spells them."""
ELEMENTS: dict[Type, str] = {f16: "f16", bf16: "bf16", f32: "tf32", i8: "s8", **F8}
"""The types of elements, as `wgmma` spells them."""


@conversion(nvgpu.FenceProxyOp)
def lower_proxy_fence(op: nvgpu.FenceProxyOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.fence.proxy  ->  fence.proxy.async"""
    return _effect(rw, op, "fence.proxy.async.shared::cta;", ())


@conversion(nvgpu.WarpgroupFenceOp)
def lower_warpgroup_fence(op: nvgpu.WarpgroupFenceOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.warpgroup.fence  ->  wgmma.fence, with the registers of the sums"""
    registers = Registers(op, rw)
    rows = [row for fragment in op.fragments for row in registers.rows(fragment)]
    sums = [registers.element(row, at) for row in rows for at in (0, 1)]
    return rw.replace(op, registers.emit(_assembly(sums, "wgmma.fence.sync.aligned;", _structure(op.res.type, rw))))


@conversion(nvgpu.WarpgroupMmaAsyncOp)
def lower_warpgroup_mma(op: nvgpu.WarpgroupMmaAsyncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.warpgroup.mma_async  ->  wgmma.mma_async of two descriptors"""
    registers, sums = Registers(op, rw), op.res.type
    assert isinstance(sums, nvgpu.WarpgroupAccumulatorType)
    structure = _structure(sums, rw)
    whole, count = rw.converted_to_one(op.matrixC), len(structure.body)
    old = [registers.emit(llvm.ExtractValueOp.of(whole, at)) for at in range(count)]
    descriptors = [
        _descriptor(op, registers, matrix, indices, nvgpu.swizzle_of(swizzle), is_transposed=flag is not None)
        for matrix, indices, swizzle, flag in (
            (op.matrixA, new.indicesA, op.swizzleA, op.transposeA),
            (op.matrixB, new.indicesB, op.swizzleB, op.transposeB),
        )
    ]
    first, second = (element_type(matrix.type) for matrix in (op.matrixA, op.matrixB))
    types = f"{WARPGROUP_SUMS[sums.vector.element_type]}.{ELEMENTS[first]}.{ELEMENTS[second]}"
    shape = f"m{nvgpu.WARPGROUP_ROWS}n{sums.columns}k{nvgpu.depth_of(first)}"
    places = ", ".join(f"${at}" for at in range(count))
    text = (
        "{ .reg .pred add; setp.eq.u32 add, 0, 0; "
        f"wgmma.mma_async.sync.aligned.{shape}.{types} "
        f"{{{places}}}, ${2 * count}, ${2 * count + 1}, {', '.join(['add', *_flags(op, first)])}; }}"
    )
    return rw.replace(op, registers.emit(_assembly(old, text, structure, descriptors)))


def _flags(op: nvgpu.WarpgroupMmaAsyncOp, element: Type) -> list[str]:
    """Return the signs of the operands, which floats have, and whether they are transposed, for types that can be."""
    signs = [] if element is i8 else ["1", "1"]
    if nvgpu.chunk_of(element) != nvgpu.TRANSPOSED_CHUNK:
        return signs
    return signs + [str(int(flag is not None)) for flag in (op.transposeA, op.transposeB)]


@conversion(nvgpu.WarpgroupWaitOp)
def lower_warpgroup_wait(op: nvgpu.WarpgroupWaitOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.warpgroup.wait  ->  wgmma.commit_group and wgmma.wait_group, with the registers of the sums"""
    registers, structure = Registers(op, rw), _structure(op.matrixC.type, rw)
    whole = rw.converted_to_one(op.matrixC)
    old = [registers.emit(llvm.ExtractValueOp.of(whole, at)) for at in range(len(structure.body))]
    text = "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
    done = registers.emit(_assembly(old, text, structure))
    sums = iter([registers.emit(llvm.ExtractValueOp.of(done, at)) for at in range(len(old))])
    fragments: list[Value] = []
    for type in op.result_types:
        assert isinstance(type, VectorType)
        row = registers.row_type(type)
        rows = [registers.row_from([next(sums), next(sums)], row) for _ in range(type.shape[0])]
        fragments.append(registers.whole(type, rows))
    return rw.replace(op, fragments)


def _structure(type: Type, rw: ConversionRewriter) -> llvm.StructType:
    [structure] = rw.convert_type(type)
    assert isinstance(structure, llvm.StructType)
    return structure


def _assembly(sums: Sequence[Value], text: str, result: Type, others: Sequence[Value] = ()) -> llvm.InlineAsmOp:
    """Return assembly that changes the registers of sums, reads other registers of 64 bits, and accesses memory."""
    outputs = ["=f" if sum.type is f32 else "=r" for sum in sums]
    constraints = ",".join([*outputs, *map(str, range(len(sums))), *["l"] * len(others), "~{memory}"])
    return llvm.InlineAsmOp([*sums, *others], StringAttr(text), StringAttr(constraints), result, has_side_effects=UNIT)


_ADDRESS_BITS = 14
"""The number of bits of addresses and distances in descriptors, which are in units of 16 bytes."""
_ALONG, _ACROSS, _SWIZZLE = 16, 32, 62
"""The places of the distances, and of the swizzle, in descriptors."""
_SWIZZLES = {1: 0, 8: 1, 4: -2, 2: -1}
"""The numbers of two bits with a sign for swizzles in descriptors, by the number of adjacent chunks of a row."""


def _descriptor(
    op: Operation, registers: Registers, matrix: Value, indices: Sequence[Value], width: int, *, is_transposed: bool
) -> Value:
    """Return the descriptor of a matrix, of which `width` chunks of a row are adjacent: where it begins, how far apart
    its parts are, and how it is swizzled.
    """
    type = matrix.type
    assert isinstance(type, MemRefType)
    place = _beginning(op, registers, matrix, indices, width)
    units = registers.emit(llvm.LShrOp(place, registers.constant(4, i32)))
    start = registers.emit(llvm.AndOp(units, registers.constant((1 << _ADDRESS_BITS) - 1, i32)))
    along, across = _distances(type.shape[-2], width, is_transposed=is_transposed)
    constant = along << _ALONG | across << _ACROSS | _SWIZZLES[width] << _SWIZZLE
    wide = registers.emit(llvm.ZExtOp(start, i64))
    return registers.emit(llvm.OrOp(wide, registers.constant(constant, i64)))


def _distances(rows: int, width: int, *, is_transposed: bool) -> tuple[int, int]:
    """Return the two distances of a descriptor, of chunks with `rows` rows.

    Without a swizzle, rows of a chunk follow one another, so 8 more are 128 bytes further, and the next chunk is as far
    as it has rows: the first distance is along the sum, the second one across, and rows of transposed matrices are
    along the sum. With one, 8 rows of adjacent chunks follow one another, which the second distance is always for. The
    first one is from adjacent chunks to the next ones, which a product needs only where these are across.
    """
    if width > 1:
        return rows * width if is_transposed else 1, nvgpu.ROWS * width
    return (nvgpu.ROWS, rows) if is_transposed else (rows, nvgpu.ROWS)


def _beginning(op: Operation, registers: Registers, matrix: Value, indices: Sequence[Value], width: int) -> Value:
    """Return the address where a matrix begins: the order of adjacent chunks is the plain one in its first row."""
    if width == 1:
        return _shared_place(registers, op, matrix, indices)
    *stage, chunk, row, _ = indices
    rows, zero = matrix.type_as(MemRefType).shape[-2], registers.constant(0, i64)
    first = _shared_place(registers, op, matrix, [*stage, zero, zero, zero])
    chunk, row = (registers.emit(llvm.TruncOp(each, i32)) for each in (chunk, row))
    inside = registers.emit(llvm.AndOp(chunk, registers.constant(width - 1, i32)))
    others = registers.emit(llvm.SubOp(chunk, inside))
    units = [
        registers.emit(llvm.MulOp(others, registers.constant(rows, i32))),
        registers.emit(llvm.MulOp(row, registers.constant(width, i32))),
        inside,
    ]
    for each in units:
        step = registers.emit(llvm.MulOp(each, registers.constant(nvgpu.ROW_BYTES, i32)))
        first = registers.emit(llvm.AddOp(first, step))
    return first


PATTERNS = (
    *(lower_ldmatrix, lower_mma, lower_quad_pairs, lower_copy, lower_group, lower_wait),
    *(lower_barrier_init, lower_barrier_arrive, lower_barrier_wait, lower_tile_copy),
    *(lower_proxy_fence, lower_warpgroup_fence, lower_warpgroup_mma, lower_warpgroup_wait),
)
