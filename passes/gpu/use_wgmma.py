"""The pass `gpu-use-wgmma`: a nest of products is computed by the tensor cores of sm_90a, which read workgroup memory.

    for %i = … + 128 {                               nvgpu.fence.proxy
      for %j = … + 128 {                             parallel (%warp_row, …, %row, %pair) = … to (8, 1, 8, 4) {
        for %k = … + 32 {                              %acc = nvgpu.warpgroup.fence %sums
          %x = load %rows[%i, %k]                =>    %0 = nvgpu.warpgroup.mma_async %acc, %rows[…], %columns[…]
          %y = load %columns[%k, %j]                   %1 = nvgpu.warpgroup.mma_async %0, %rows[…], %columns[…]
          %xy = mulf extf %x, extf %y                  %sums = nvgpu.warpgroup.wait %1
          store addf (load %sums[%i, %j]), %xy

Each warpgroup has 64 rows of the tile of a block, and all its columns. Operands are in workgroup memory, in any order,
and are laid out in chunks of 16 bytes: element (r, c) of a buffer goes to (c / 8, r, c mod 8), and chunks may be
lengthened by some rows. So tensor cores read 128 adjacent bytes at a time, and copies of adjacent chunks go to
different banks; no address is swizzled. Legal where `gpu-use-mma` is. Only elements of 16 bits may lie with adjacent
ones of different sums. Products of f8 are summed apart, and then added to the sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, gpu, loop, memref, nvgpu
from dlc.ir import Builder, Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.builtin_types import MemRefType, VectorType, i32
from dlc.passes.loops.analysis.accesses import forms_of
from dlc.passes.loops.analysis.divisibility import divisor_of
from dlc.passes.loops.analysis.nests import Point, lower_bound, replace_loop
from dlc.passes.loops.transforms.refusals import Refusal

from ..loops.schedules.gpu_architecture import is_amd
from ..loops.transforms.loop_names import Names
from ..loops.transforms.loop_pass import BandPass
from ..manager import option, statistic
from .matrix_units.nvidia import WARPGROUPS, has_short_sums
from .operands import WHAT, MatrixInWorkgroup
from .use_mma import TensorCoreNest

WARP_ROWS = nvgpu.WARPGROUP_ROWS * nvgpu.WARP // nvgpu.WARPGROUP
"""The number of rows of a warp."""
_BY_ELEMENT = (loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp)


class WarpgroupNest(TensorCoreNest):
    """A nest of products under construction, for warpgroups."""

    def __init__(self, band: Sequence[loop.ForOp], *, tf32: bool) -> None:
        rows, columns, _ = band
        if is_amd(gpu.architecture_around(rows)):
            raise Refusal(rows, f"{WHAT}: only NVIDIA's GPUs have warpgroups")
        for op, size, most in ((rows, nvgpu.WARPGROUP_ROWS, None), (columns, nvgpu.ROWS, nvgpu.MOST_COLUMNS)):
            trips = op.constant_trip_count()
            if trips is None or trips % size or (most is not None and trips > most):
                shown = "any number of" if trips is None else trips
                limit = "" if most is None else f", at most {most},"
                message = f"it must run a multiple of {size}{limit} iterations, but got {shown} iterations"
                raise Refusal(op, f"{WHAT}: {message}")
        width = columns.constant_trip_count() or 0
        super().__init__(band, (WARP_ROWS, width), WARPGROUPS, tf32=tf32)
        assert isinstance(self.first, MatrixInWorkgroup), "warpgroups do not hold operands"
        if self.sum_type is i32 and not nvgpu.has_integer_columns(width):
            raise Refusal(columns, f"{WHAT}: sums of 'i32' have 8, 24 or a multiple of 16 columns, but got {width}")
        self.operands = (self.first, self.second)
        self.buffers = [ChunkedBuffer(each.load, band[0]) for each in self.operands]
        if self.buffers[0].alloc is self.buffers[1].alloc:
            raise Refusal(self.second.load, f"{WHAT}: both operands are in one buffer")

    def lower_with(self, skews: Sequence[int]) -> loop.ParallelOp:
        """Replace the nest, and return the loop over threads; chunks of the operands get these numbers of more rows."""
        block, threads = self.rows.block, self.tiles.threads
        block.insert_before(nvgpu.FenceProxyOp(location=self.rows.location), self.rows)
        block.insert_before(threads, self.rows)
        fragments = list(self.tiles.fragments())
        sums = [self._load_sums(threads.body, fragment) for fragment in fragments]
        builder = Builder.at_end(threads.body, self.inner.location)
        columns = self.tiles.tile[1]
        type = nvgpu.WarpgroupAccumulatorType.of(columns, self.sum_type)
        are_apart = has_short_sums(self.first.element)
        begun = sums
        if are_apart:
            begun = [builder.insert(arith.ConstantOp.floating(0.0, sums[0].type)).result] * len(sums)
        total = builder.insert(nvgpu.WarpgroupFenceOp(begun, type)).res
        for start in range(0, self.inner.constant_trip_count() or 0, self.shape.k):
            total = self._product_from(total, start)
        builder = Builder.at_end(threads.body, self.inner.location)
        done = builder.insert(nvgpu.WarpgroupWaitOp(total, type.fragments))
        totals: Sequence[Value] = done.results
        if are_apart:
            both = zip(sums, totals, strict=True)
            totals = [builder.insert(arith.AddFOp(total, part)).result for total, part in both]
        for fragment, value in zip(fragments, totals, strict=True):
            self._store_sums(threads.body, fragment, value)
        replace_loop(self.rows, ())
        for buffer, skew in zip(self.buffers, skews, strict=True):
            buffer.chunk(skew)
        return self.tiles.close()

    def _product_from(self, sums: Value, start: int) -> Value:
        """Append the products of the terms of each sum from `start` on that one op multiplies, and return the sums."""
        first, second = self.operands
        warp = self.tiles.threads.induction_variables[0]
        warps = nvgpu.WARPGROUP // nvgpu.WARP
        row = AffineDimExpr(0) // warps * nvgpu.WARPGROUP_ROWS
        places = [
            self._begin(first, self.tiles.point(self.rows, warp, 0, row, [warp]), start),
            self._begin(second, self.tiles.point(self.columns, warp, 0, AffineConstantExpr(0), ()), start),
        ]
        product = nvgpu.WarpgroupMmaAsyncOp(
            sums,
            first.load.memref,
            places[0],
            second.load.memref,
            places[1],
            sums.type,
            transposeA=UNIT if first.is_transposed else None,
            transposeB=UNIT if second.is_transposed else None,
            location=self.inner.location,
        )
        self.tiles.threads.body.append(product)
        return product.res

    def _begin(self, operand: MatrixInWorkgroup, side: Point, start: int) -> Sequence[Value]:
        """Return the indices of the first element of an operand, by its chunk."""
        lower, bound = lower_bound(self.inner)
        inner: Point = lower.results[0] + start, bound, lower.num_dims
        access = operand.access(self.tiles.threads.body, side, inner)
        builder = Builder.before(access)
        chunked = _chunked(access.affine_map, operand.per_row)
        maps = [access.affine_map.with_results([each]) for each in chunked.results]
        indices = [builder.insert(loop.ApplyOp.of(each, access.indices)).result for each in maps]
        access.erase()
        return indices


def _chunked(map: AffineMap, chunk: int) -> AffineMap:
    """Return the indices of elements in a buffer that is laid out in chunks of a number of elements."""
    row, column = map.results
    return map.with_results([column // chunk, row, column % chunk])


class ChunkedBuffer:
    """A buffer in workgroup memory that is going to be laid out in chunks, with all its accesses."""

    def __init__(self, load: loop.LoadOp, nest: loop.ForOp) -> None:
        alloc = load.memref.defining_op
        if not isinstance(alloc, memref.AllocOp):
            raise Refusal(load, f"{WHAT}: the buffer that is laid out in chunks is not allocated")
        self.alloc = alloc
        type = alloc.memref.type_as(MemRefType)
        if type.rank != 2 or not type.has_static_shape:
            raise Refusal(load, f"{WHAT}: only a matrix of a known size is laid out in chunks, but got '{type}'")
        self.size = nvgpu.chunk_of(type.element_type)
        """The number of elements of a chunk."""
        for user in alloc.memref.users:
            if not nest.is_ancestor_of(user):
                self._check_access(user, alloc.memref)

    def chunk(self, skew: int) -> None:
        """Lay out the buffer in chunks, each with `skew` more rows, and let all ops access these."""
        value = self.alloc.memref
        type = value.type_as(MemRefType)
        rows, columns = type.shape
        shape = (columns // self.size, rows + skew, self.size)
        value.type = MemRefType(shape, type.element_type, None, type.memory_space)
        for user in value.users:
            if isinstance(user, nvgpu.DeviceAsyncCopyOp):
                builder, map = Builder.before(user), AffineMap(2, 0, [AffineDimExpr(0), AffineDimExpr(1)])
                user.dstIndices = [
                    builder.insert(loop.ApplyOp.of(map.with_results([each]), user.dstIndices)).result
                    for each in _chunked(map, self.size).results
                ]
            elif isinstance(user, _BY_ELEMENT):
                user.replace_access(_chunked(user.affine_map, self.size), user.indices)

    def _check_access(self, user: Operation, buffer: Value) -> None:
        """Refuse an access that would not stay in a chunk, or that is none of elements."""
        if isinstance(user, (memref.DeallocOp, loop.LoadOp, loop.StoreOp)):
            return
        if isinstance(user, nvgpu.DeviceAsyncCopyOp) and user.dst is buffer and user.src is not buffer:
            return
        if isinstance(user, (loop.VectorLoadOp, loop.VectorStoreOp)):
            type = user.result.type if isinstance(user, loop.VectorLoadOp) else user.value.type
            forms = forms_of(user.affine_map, user.indices, user)
            width = type.num_elements if isinstance(type, VectorType) and type.rank == 1 else 0
            if forms is not None and width and self.size % width == 0 and divisor_of(forms[-1]) % width == 0:
                return
        raise Refusal(user, f"{WHAT}: it accesses an operand that is laid out in chunks, but not within a chunk")


class GPUUseWgmma(BandPass):
    """Compute nests of products by warpgroups, on sm_90a

    The three named loops are over the rows and columns of the tile of a block, and over the sums: a multiple of 64, one
    of 8 up to 256, and one of 32 bytes. Each warpgroup, of 128 threads, has 64 rows and all columns. Operands are laid
    out in chunks of 16 bytes, each with `skew` more rows: one number for the first operand, one for the second.

    Example: gpu-use-wgmma{loops=i,j,k skew=4,8}
        func.func @product(%c: memref<64x8xf32>) {
          %a = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
          %b = memref.alloc() : memref<16x8xf16, #gpu.address_space<workgroup>>
          loop.for %i = 0 to 64 {
            loop.for %j = 0 to 8 {
              %0 = loop.load %c[%i, %j] : memref<64x8xf32>
              %1 = loop.for %k = 0 to 16 iter_args(%s = %0) -> (f32) {
                %x = loop.load %a[%i, %k] : memref<64x16xf16, #gpu.address_space<workgroup>>
                %y = loop.load %b[%k, %j] : memref<16x8xf16, #gpu.address_space<workgroup>>
                %2 = arith.extf %x : f16 to f32
                %3 = arith.extf %y : f16 to f32
                %4 = arith.mulf %2, %3 : f32
                %5 = arith.addf %s, %4 fastmath<reassoc> : f32
                loop.yield %5 : f32
              } {loop.name = "k"}
              loop.store %1, %c[%i, %j] : memref<64x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          memref.dealloc %a : memref<64x16xf16, #gpu.address_space<workgroup>>
          memref.dealloc %b : memref<16x8xf16, #gpu.address_space<workgroup>>
          return
        }
    """

    name = "gpu-use-wgmma"
    loops: tuple[str, ...] = option("The names of the loops over rows, columns and sums", default=())
    skew: tuple[int, ...] = option(
        "The numbers of rows by which chunks of both operands are lengthened", default=(0, 0), least=0
    )
    tf32: bool = option("Round elements of f32 to tf32", default=False)
    done = statistic("num-lowered", "Number of nests that warpgroups compute")
    refused = statistic("num-refused", "Number of nests that they cannot compute")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops)

    def problem(self) -> str | None:
        if len(self.loops) != 3:
            return f"expects the names of three loops, but got {len(self.loops)}"
        if len(self.skew) != 2 or min(self.skew) < 0:
            return f"expects two numbers of rows, but got '{','.join(map(str, self.skew))}'"
        return None

    def transform(self, band: list[loop.ForOp]) -> object:
        return WarpgroupNest(band, tf32=self.tf32).lower_with(self.skew)
