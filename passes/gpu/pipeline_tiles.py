"""The pass `gpu-pipeline-tiles`: one thread copies whole tiles for later iterations of a loop, on sm_90a.

    for %k = 0 to %n step 32 {                 init %full[0]; …; fence.proxy
      for %i = … + 128 {                       arrive_expect %full[0]; tile_copy %a[…, 0], %rows[0], %full[0]
        for %j = %k to %k + 32 {               for %k = 0 to %n step 32 {
          %x = load %a[%i, %j]           =>      wait %full[%k / 32 mod 2], %k / 64 mod 2
          store %x, %rows[…]                     gpu.barrier
      compute with %rows                         if %k + 32 < %n { arrive_expect …; tile_copy %a[…, %k + 32], … }
    }                                            compute with %rows[%k / 32 mod 2]

Every stage of the buffers has a barrier, which counts the bytes of its tiles. A buffer with several chunks that only
products of warpgroups read is swizzled: then an instruction copies up to 128 bytes of each row, not 16.

Legal where `gpu-pipeline-copies` is, if each copy is a whole tile of memory of known sizes, with rows at multiples of
16 bytes, to a whole buffer in chunks of 16 bytes, as `gpu-use-wgmma` lays them out without more rows. The loop runs
once in a block, so that the first phase of each barrier is that of the first iterations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import gpu, loop, memref, nvgpu
from dlc.ir import Builder, IntegerAttr, Operation, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import MemRefType, i32, index
from dlc.passes.loops.analysis.accesses import Form, Quotient, forms_of
from dlc.passes.loops.analysis.divisibility import divisor_of
from dlc.passes.loops.analysis.nests import Point, check_rectangular, perfect_nest
from dlc.passes.loops.transforms.refusals import Refusal

from .map_loops import is_block_loop
from .pipeline_copies import Pipeline, PipelinePass, value_of

WHAT = "cannot be copied as a tile"


class TileNest(NamedTuple):
    """Two loops that copy a tile, element by element."""

    row: loop.ForOp
    column: loop.ForOp
    load: loop.LoadOp
    store: loop.StoreOp
    row_dimension: int
    """The dimension of the source that the rows are along."""

    @property
    def buffer(self) -> MemRefType:
        """The type of the buffer in workgroup memory."""
        return self.store.memref.type_as(MemRefType)


def tile_nest(op: Operation) -> TileNest:
    """Return a copy of a whole tile; refuse anything else."""
    band = perfect_nest(op) if isinstance(op, loop.ForOp) else []
    ops = [each for each in band[-1].body.ops if each is not band[-1].terminator] if len(band) == 2 else []
    if [type(each) for each in ops] != [loop.LoadOp, loop.StoreOp]:
        raise Refusal(op, f"{WHAT}: it is not two loops that only load and store an element")
    check_rectangular(band, WHAT)
    load, store = ops
    assert isinstance(load, loop.LoadOp)
    assert isinstance(store, loop.StoreOp)
    source, target = load.memref.type_as(MemRefType), store.memref.type_as(MemRefType)
    if store.value is not load.result or target.memory_space is not gpu.WORKGROUP or source.memory_space is not None:
        raise Refusal(op, f"{WHAT}: it does not copy to workgroup memory")
    if target.rank != 3 or not nvgpu.is_tile(target):
        raise Refusal(store, f"{WHAT}: its buffer does not lie in up to 256 chunks and rows of 16 bytes: '{target}'")
    if not nvgpu.has_tiles(source):
        raise Refusal(load, f"{WHAT}: its source has no known sizes and rows at multiples of 16 bytes: '{source}'")
    forms = forms_of(load.affine_map, load.indices, load)
    sides = sides_of(band, forms)
    if sides is None:
        raise Refusal(op, f"{WHAT}: rows and columns do not lie one after the other")
    row, column, dimension = sides
    _check_target(store, row, column)
    return TileNest(row, column, load, store, dimension)


def sides_of(band: Sequence[loop.ForOp], forms: Sequence[Form] | None) -> tuple[loop.ForOp, loop.ForOp, int] | None:
    """Return the loops over the rows and columns of a tile, and the dimension that the rows are along, or `None`."""
    if forms is None:
        return None
    for row, column in (band, band[::-1]):
        factors = [[_factor(form, each.induction_variable) for form in forms] for each in (row, column)]
        ones = [[at for at, factor in enumerate(each) if factor != 0] for each in factors]
        is_tile = ones[1] == [len(forms) - 1] and len(ones[0]) == 1 and ones[0] != ones[1]
        if is_tile and factors[0][ones[0][0]] == factors[1][-1] == 1:
            return row, column, ones[0][0]
    return None


def _factor(form: Form, iv: Value) -> int | None:
    """Return the factor of an induction variable in a form, or `None` if a quotient has it."""
    return None if any(_has(term, iv) for term in form.terms if isinstance(term, Quotient)) else form.terms.get(iv, 0)


def _has(quotient: Quotient, iv: Value) -> bool:
    return any(term is iv or (isinstance(term, Quotient) and _has(term, iv)) for term in quotient.dividend.terms)


def _check_target(store: loop.StoreOp, row: loop.ForOp, column: loop.ForOp) -> None:
    """Refuse a store unless it writes the whole buffer: element (r, c) at [c / n, r, c mod n]."""
    type, forms = store.memref.type_as(MemRefType), forms_of(store.affine_map, store.indices, store)
    chunks, rows, size = type.shape
    numbers = [_counted(each) for each in (column, row)]
    is_whole = (row.constant_trip_count(), column.constant_trip_count()) == (rows, chunks * size)
    if forms is None or numbers[0] is None or numbers[1] is None or not is_whole:
        raise Refusal(store, f"{WHAT}: it does not write the whole buffer")
    chunk = Form({Quotient(numbers[0], size): 1}, 0)
    if [each.key for each in forms] != [each.key for each in (chunk, numbers[1], _sum(numbers[0], chunk, -size))]:
        raise Refusal(store, f"{WHAT}: it does not write chunks of 16 bytes one below another")


def _counted(op: loop.ForOp) -> Form | None:
    """Return the number of the iteration of a loop that runs."""
    lower = forms_of(op.lower_map, op.lower_operands, op)
    if lower is None or len(lower) != 1 or op.step_value != 1:
        return None
    return _sum(Form({op.induction_variable: 1}, 0), lower[0], -1)


def _sum(first: Form, second: Form, factor: int) -> Form:
    """Return a form plus a multiple of another one; quotients of the same terms are one."""
    terms = dict(first.terms)
    keys = {term.key: term for term in terms if isinstance(term, Quotient)}
    for term, number in second.terms.items():
        same = keys.get(term.key, term) if isinstance(term, Quotient) else term
        terms[same] = terms.get(same, 0) + factor * number
    constant = first.constant + factor * second.constant
    return Form({term: number for term, number in terms.items() if number}, constant)


def swizzle_for(nest: TileNest) -> IntegerAttr | None:
    """Return the number of chunks of a row that can be adjacent in the buffer of a tile, or `None` if it is one."""
    buffer, chunks = nest.store.memref, nest.buffer.shape[0]
    readers = [user for user in buffer.users if user is not nest.store and not isinstance(user, memref.DeallocOp)]
    width = next((each for each in nvgpu.SWIZZLES if chunks % each == 0), None)
    if width is None or not all(_reads_swizzled(user, buffer, width) for user in readers):
        return None
    return int_attr(width, i32)


def _reads_swizzled(user: Operation, buffer: Value, width: int) -> bool:
    """Return whether an op is a product of matrices that begin where the pattern of a swizzle does."""
    if not isinstance(user, nvgpu.WarpgroupMmaAsyncOp):
        return False
    for matrix, indices, flag in (
        (user.matrixA, user.indicesA, user.transposeA),
        (user.matrixB, user.indicesB, user.transposeB),
    ):
        forms = forms_of(AffineMap.identity(len(indices)), indices, user) if matrix is buffer else ()
        steps = (width if flag is not None else 1, nvgpu.ROWS)
        if forms is None or any(divisor_of(form) % step for form, step in zip(forms[-3:-1], steps, strict=False)):
            return False
    return True


def _swizzle_products(nest: TileNest, swizzle: IntegerAttr | None) -> None:
    """Let the products that read the buffer of a tile read it as it is swizzled."""
    for user in nest.store.memref.users if swizzle is not None else ():
        if isinstance(user, nvgpu.WarpgroupMmaAsyncOp):
            user.swizzleA = swizzle if user.matrixA is nest.store.memref else user.swizzleA
            user.swizzleB = swizzle if user.matrixB is nest.store.memref else user.swizzleB


class TilePipeline(Pipeline):
    """A loop that begins with copies of tiles."""

    def __init__(self, op: loop.ForOp, stages: int) -> None:
        if op.parent_op is None or not is_block_loop(op.parent_op):
            raise Refusal(op, f"{WHAT}: the loop around it does not run once in a block")
        super().__init__(op, stages)
        self.nests = [tile_nest(each) for each in self.copies]
        size = sum(each.buffer.num_elements // each.buffer.shape[-1] * nvgpu.ROW_BYTES for each in self.nests)
        if size > nvgpu.MOST_EXPECTED:
            raise Refusal(op, f"{WHAT}: a barrier counts up to {nvgpu.MOST_EXPECTED} bytes, but got {size}")
        self.bytes = int_attr(size, i32)
        self.swizzles = [swizzle_for(each) for each in self.nests]
        self.barriers: Value

    def _is_copy(self, op: Operation) -> bool:
        return isinstance(op, loop.ForOp)

    def _targets(self) -> list[Value]:
        return [each.memref for op in self.copies for each in op.walk() if isinstance(each, loop.StoreOp)]

    def _prologue(self, staged: dict[Value, Value]) -> None:
        """Make the barriers ready, and copy for the first iterations."""
        for nest, swizzle in zip(self.nests, self.swizzles, strict=True):
            _swizzle_products(nest, swizzle)
        builder = Builder.before(self.op, self.op.location)
        type = MemRefType((self.stages,), nvgpu.BARRIER, None, gpu.WORKGROUP)
        self.barriers = builder.insert(memref.AllocOp(type, ())).memref
        self.barriers.name_hint = "full"
        for stage in range(self.stages):
            number = builder.insert(loop.ApplyOp.of(AffineMap.constant(stage), ())).result
            builder.insert(nvgpu.BarrierInitOp(self.barriers, [number], arrivals=int_attr(1, i32)))
        builder.insert(nvgpu.FenceProxyOp())
        super()._prologue(staged)
        Builder.after(self.op).insert(memref.DeallocOp(self.barriers))

    def _wait(self, builder: Builder) -> None:
        stage, operands, dimensions = self._stage(0)
        number, *_ = self._number()
        turn = number // self.stages % 2, operands, dimensions
        places = [value_of(builder, point) for point in ((stage, operands, dimensions), turn)]
        builder.insert(nvgpu.BarrierWaitOp(self.barriers, places[:1], places[1]))

    def _end_copies(self, builder: Builder) -> None:
        """Insert nothing: the barrier counts the bytes."""

    def _copy_to_stage(self, copies: Sequence[Operation], staged: dict[Value, Value], stage: Point) -> None:
        builder = Builder.before(copies[0], self.op.location)
        number = value_of(builder, stage)
        builder.insert(nvgpu.BarrierArriveExpectOp(self.barriers, [number], bytes=self.bytes))
        for copy, old, swizzle in zip(copies, self.nests, self.swizzles, strict=True):
            assert isinstance(copy, loop.ForOp)
            self._copy_tile(copy, staged[old.store.memref], number, old.row_dimension, swizzle)

    def _copy_tile(
        self, copy: loop.ForOp, target: Value, stage: Value, row_dimension: int, swizzle: IntegerAttr | None
    ) -> None:
        """Replace the nest of an iteration by a copy of the tile to a stage."""
        builder, band = Builder.before(copy), perfect_nest(copy)
        load = band[-1].body.first
        assert isinstance(load, loop.LoadOp)
        firsts: dict[Value, Value] = {
            each.induction_variable: builder.insert(loop.ApplyOp.of(each.lower_map, each.lower_operands)).result
            for each in band
        }
        indices = [firsts.get(each, each) for each in load.indices]
        maps = [load.affine_map.with_results([each]) for each in load.affine_map.results]
        places = [builder.insert(loop.ApplyOp.of(each, indices)).result for each in maps]
        zero = builder.insert(loop.ApplyOp.of(AffineMap.constant(0), ())).result
        builder.insert(
            nvgpu.TileCopyOp(
                target,
                [stage, zero, zero, zero],
                load.memref,
                places,
                self.barriers,
                [stage],
                rows=int_attr(row_dimension, index),
                swizzle=swizzle,
                location=load.location,
            )
        )
        copy.erase()


class GPUPipelineTiles(PipelinePass):
    """Let one thread copy whole tiles that later iterations of a loop need, on sm_90a

    All loops directly inside the named one copy tiles to workgroup memory that lies in chunks of 16 bytes. Buffers get
    `stages` stages: while an iteration computes, tiles for `stages` - 1 others are under way.

    Example: gpu-pipeline-tiles{loops=k}
        func.func @copy(%a: memref<8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
          loop.parallel (%b) = (0) to (1) {
            %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
            loop.for %k = 0 to 64 step 16 {
              loop.for %i = 0 to 8 {
                loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
                  %x = loop.load %a[%i, %j] : memref<8x64xf16>
                  loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8]
                    : memref<2x8x8xf16, #gpu.address_space<workgroup>>
                }
              }
              loop.parallel (%t) = (0) to (8) {
                %x = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
                loop.store %x, %out[%t] : memref<8xf16>
              } {mapping = [#gpu.thread<x>]}
            } {loop.name = "k"}
            memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
          } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
          return
        }
    """

    name = "gpu-pipeline-tiles"

    def transform(self, op: loop.ForOp) -> object:
        return TilePipeline(op, self.stages).run()
