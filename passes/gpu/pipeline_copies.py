"""The pass `gpu-pipeline-copies`: a loop copies what later iterations need while it computes.

    for %k = 0 to %n step 32 {                 copy 0 into %rows[0]; group       (and so on, stages - 1 groups in all)
      copy %k into %rows; group; wait          for %k = 0 to %n step 32 {
      compute with %rows                =>       wait for the oldest group
    }                                            gpu.barrier
                                                 if %k + 32 < %n { copy %k + 32 into %rows[(%k / 32 + 1) mod 2] }
                                                 group
                                                 compute with %rows[%k / 32 mod 2]

Buffers have a stage for each copy under way. A stage is overwritten when all threads have passed the barrier after the
iteration that reads it. Legal if nothing in the loop writes what is copied.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import gpu, loop, memref, nvgpu
from dlc.ir import Block, Builder, IRMapping, Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import MemRefType, i32
from dlc.passes.loops.analysis.dependences import LoopDependences, may_meet
from dlc.passes.loops.analysis.nests import Point, lower_bound, substitute_point, upper_bound
from dlc.passes.loops.analysis.terms import Terms, put_guard
from dlc.passes.loops.transforms.refusals import Refusal

from ..loops.transforms.loop_pass import SingleLoopPass
from ..manager import option, statistic

WHAT = "cannot be pipelined"
_BY_ELEMENT = (
    *(nvgpu.DeviceAsyncCopyOp, nvgpu.LdMatrixOp, nvgpu.WarpgroupMmaAsyncOp),
    *(loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp),
)
"""Ops that access elements of buffers by indices."""


class Pipeline:
    """A loop that begins with copies in the background."""

    def __init__(self, op: loop.ForOp, stages: int) -> None:
        self.op, self.stages = op, stages
        self._token: Value | None = None
        """Of the last group of copies."""
        ops = [each for each in op.body.ops if each is not op.terminator]
        self.copies = [each for each in ops if self._is_copy(each)]
        self.waits = [
            each for each in ops if isinstance(each, (nvgpu.DeviceAsyncCreateGroupOp, nvgpu.DeviceAsyncWaitOp))
        ]
        self.fences = [each for each in ops if isinstance(each, nvgpu.FenceProxyOp)]
        self.rest = [each for each in ops if each not in (*self.copies, *self.waits, *self.fences)]
        if op.results or op.lower_map.num_results != 1:
            raise Refusal(op, f"{WHAT}: it carries values, or has several lower bounds")
        if not self.copies:
            raise Refusal(op, f"{WHAT}: it does not copy in the background")
        self.buffers = self._buffers()
        self._check_sources()

    def _is_copy(self, op: Operation) -> bool:
        """Return whether an op of the loop copies for an iteration."""
        return any(isinstance(each, nvgpu.DeviceAsyncCopyOp) for each in op.walk())

    def _targets(self) -> list[Value]:
        """Return what is copied to."""
        return [each.dst for op in self.copies for each in _copies_in(op)]

    def _buffers(self) -> list[memref.AllocOp]:
        """Return the buffers that are copied to, which nothing outside the loop uses."""
        buffers: list[memref.AllocOp] = []
        for target in dict.fromkeys(self._targets()):
            buffer = target.defining_op
            if not isinstance(buffer, memref.AllocOp) or buffer.dynamicSizes:
                raise Refusal(self.op, f"{WHAT}: it copies to a buffer that is not allocated before, with static sizes")
            for user in target.users:
                note = (user.location, "this is the op")
                if not isinstance(user, memref.DeallocOp) and not self.op.is_ancestor_of(user):
                    raise Refusal(self.op, f"{WHAT}: an op outside of it uses a buffer that it copies to", [note])
                if not isinstance(user, (memref.DeallocOp, *_BY_ELEMENT)):
                    raise Refusal(self.op, f"{WHAT}: an op uses a buffer that it copies to, but no element", [note])
            buffers.append(buffer)
        return buffers

    def _check_sources(self) -> None:
        """Refuse copies of what the loop writes, and those that depend on other values of an iteration."""
        for op in self.copies:
            inside = {value for inner in op.walk() for value in (*inner.results, *_arguments(inner))}
            for value in (operand for inner in op.walk() for operand in inner.operands):
                block = value.parent_block
                if value not in inside and value is not self.op.induction_variable and block is self.op.body:
                    raise Refusal(op, f"{WHAT}: a copy depends on other values that are computed in each iteration")
        dependences = LoopDependences(*self.copies, *self.rest)
        reads = [each for op in self.copies for each in dependences.inside(op) if not each.is_write]
        writes = [each for op in self.rest for each in dependences.inside(op) if each.is_write]
        for read in reads:
            clash = next((write for write in writes if may_meet(write, read)), None)
            if clash is not None:
                note = (clash.op.location, f"'{clash.op.name}' may write it")
                raise Refusal(read.op, f"{WHAT}: the loop may write what is copied", [note])

    # -- Rewriting -----------------------------------------------------------------------------------------------------

    def run(self) -> loop.ForOp:
        """Rewrite the loop, and return it."""
        staged: dict[Value, Value] = {buffer.memref: self._with_stages(buffer) for buffer in self.buffers}
        for each in reversed(self.waits):
            each.erase()
        self._prologue(staged)
        first = next(each for each in self.op.body.ops if each not in self.fences)
        builder = Builder.before(first, self.op.location)
        self._wait(builder)
        for each in self.fences:
            each.erase()
        builder.insert(gpu.BarrierOp())
        ahead = self.stages - 1
        self._copy_ahead(self.op.body, first, staged, self._later(ahead), self._stage(ahead), is_certain=False)
        self._end_copies(builder)
        for each in self.copies:
            each.erase()
        stage = self._stage(0)
        for op in self.rest:
            _use_stage(op, staged, value_of(Builder.before(op), stage))
        for buffer in self.buffers:
            for user in list(buffer.memref.users):
                user.erase()
            buffer.erase()
        return self.op

    def _wait(self, builder: Builder) -> None:
        """Insert what lets the threads see the copies of an iteration, after a barrier."""
        assert self._token is not None, "there are at least two stages"
        builder.insert(nvgpu.DeviceAsyncWaitOp(self._token, numGroups=int_attr(self.stages - 2, i32)))
        if self.fences:
            builder.insert(nvgpu.FenceProxyOp())

    def _end_copies(self, builder: Builder) -> None:
        """Insert what ends the copies of an iteration."""
        self._token = builder.insert(nvgpu.DeviceAsyncCreateGroupOp(())).asyncToken

    def _with_stages(self, buffer: memref.AllocOp) -> Value:
        """Return a new buffer that has the stages as its first dimension."""
        type, block = buffer.memref.type, buffer.parent
        assert isinstance(type, MemRefType)
        assert block is not None
        whole = MemRefType((self.stages, *type.shape), type.element_type, None, type.memory_space)
        new = memref.AllocOp(whole, (), alignment=buffer.alignment, location=buffer.location)
        new.memref.name_hint = buffer.memref.name_hint
        block.insert_before(new, buffer)
        for user in buffer.memref.users:
            if isinstance(user, memref.DeallocOp) and user.parent is not None:
                user.parent.insert_before(memref.DeallocOp(new.memref, location=user.location), user)
        return new.memref

    def _prologue(self, staged: dict[Value, Value]) -> None:
        """Copy for the first iterations before the loop."""
        block, trips = self.op.block, self.op.constant_trip_count()
        for number in range(self.stages - 1):
            lower, operands = lower_bound(self.op)
            point = lower.results[0] + number * self.op.step_value, operands, lower.num_dims
            stage: Point = (AffineDimExpr(0) * 0 + number, [self.op.induction_variable], 1)
            if trips is None or number < trips:
                self._copy_ahead(block, self.op, staged, point, stage, is_certain=trips is not None)
            self._end_copies(Builder.before(self.op, self.op.location))

    def _later(self, iterations: int) -> Point:
        return AffineDimExpr(0) + iterations * self.op.step_value, [self.op.induction_variable], 1

    def _stage(self, ahead: int) -> Point:
        """Return the stage of a later iteration."""
        number, operands, dimensions = self._number()
        return (number + ahead) % self.stages, operands, dimensions

    def _number(self) -> Point:
        """Return the number of the iteration."""
        lower, operands = lower_bound(self.op)
        start = lower.shift_dims(1).results[0]
        number = (AffineDimExpr(0) - start) // self.op.step_value
        return number, [self.op.induction_variable, *operands], lower.num_dims + 1

    def _copy_ahead(
        self, block: Block, before: Operation, staged: dict[Value, Value], at: Point, stage: Point, *, is_certain: bool
    ) -> None:
        """Insert the copies of an iteration, under the condition that it runs."""
        place, anchor = block, before
        if not is_certain:
            terms = Terms()
            [here] = terms.of(loop.Expressions.of(*_map_of(at)))
            ends = terms.of(loop.Expressions.of(*upper_bound(self.op)))
            exprs: list[AffineExpr] = [end - here - 1 for end in ends]
            place = put_guard(block, before, exprs, [False] * len(exprs), terms)
            assert place.last is not None
            anchor = place.last
        copies: list[Operation] = []
        for op in self.copies:
            mapping = IRMapping()
            mapping.values[self.op.induction_variable] = self.op.induction_variable
            copy = op.clone(mapping)
            place.insert_before(copy, anchor)
            substitute_point([copy], self.op.induction_variable, at, place, copy)
            copies.append(copy)
        self._copy_to_stage(copies, staged, stage)

    def _copy_to_stage(self, copies: Sequence[Operation], staged: dict[Value, Value], stage: Point) -> None:
        """Let the copies of an iteration write a stage of buffers."""
        for copy in copies:
            _use_stage(copy, staged, value_of(Builder.before(copy), stage))


def _map_of(point: Point) -> tuple[AffineMap, Sequence[Value]]:
    expr, operands, num_dims = point
    return AffineMap(num_dims, len(operands) - num_dims, [expr]), operands


def value_of(builder: Builder, point: Point) -> Value:
    """Return a point as a value."""
    affine_map, operands = _map_of(point)
    if affine_map.is_constant:
        affine_map, operands = AffineMap(0, 0, affine_map.results), ()
    return builder.insert(loop.ApplyOp.of(affine_map, operands)).result


def _copies_in(op: Operation) -> list[nvgpu.DeviceAsyncCopyOp]:
    return [inner for inner in op.walk() if isinstance(inner, nvgpu.DeviceAsyncCopyOp)]


def _arguments(op: Operation) -> list[Value]:
    return [argument for block in op.blocks for argument in block.args]


def _use_stage(root: Operation, staged: dict[Value, Value], stage: Value) -> None:
    """Let accesses use a stage of buffers."""
    for op in root.walk():
        if isinstance(op, nvgpu.DeviceAsyncCopyOp) and op.dst in staged:
            op.dstIndices = [stage, *op.dstIndices]
            op.set_operand(0, staged[op.dst])
        elif isinstance(op, nvgpu.LdMatrixOp) and op.srcMemref in staged:
            op.indices = [stage, *op.indices]
            op.set_operand(0, staged[op.srcMemref])
        elif isinstance(op, nvgpu.WarpgroupMmaAsyncOp):
            _use_stage_of_matrices(op, staged, stage)
        elif isinstance(op, (loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp)) and op.memref in staged:
            shifted = op.affine_map.shift_dims(1)
            access = AffineMap(shifted.num_dims, shifted.num_symbols, [AffineDimExpr(0), *shifted.results])
            number = 0 if isinstance(op, (loop.LoadOp, loop.VectorLoadOp)) else 1
            buffer = staged[op.memref]
            op.replace_access(access, [stage, *op.indices])
            op.set_operand(number, buffer)


def _use_stage_of_matrices(op: nvgpu.WarpgroupMmaAsyncOp, staged: dict[Value, Value], stage: Value) -> None:
    """Let a product of a warpgroup use a stage of buffers."""
    first, second = op.matrixA, op.matrixB
    if first in staged:
        op.indicesA = [stage, *op.indicesA]
        op.set_operand(1, staged[first])
    if second in staged:
        op.indicesB = [stage, *op.indicesB]
        op.set_operand(2 + len(op.indicesA), staged[second])


class PipelinePass(SingleLoopPass):
    """A pass that gives loops stages, in which it copies for later iterations."""

    loops: tuple[str, ...] = option("The names of the loops", default=())
    stages: int = option("The number of stages", default=2, least=2)
    done = statistic("num-pipelined", "Number of loops pipelined")
    refused = statistic("num-refused", "Number of loops that cannot be pipelined")

    def problem(self) -> str | None:
        return None if self.loops else "requires the option 'loops'"


class GPUPipelineCopies(PipelinePass):
    """Copy in the background what later iterations of a loop need

    The loop begins with copies that `gpu-async-copies` made. Buffers get `stages` stages: while an iteration computes,
    copies for `stages` - 1 others are under way.

    Example: gpu-async-copies{loops=i width=4},gpu-pipeline-copies{loops=k}
        func.func @copy(%a: memref<64xf32>, %out: memref<64xf32> {llvm.noalias}) {
          %w = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
          loop.for %k = 0 to 64 step 16 {
            loop.for %i = 0 to 16 {
              %x = loop.load %a[%k + %i] : memref<64xf32>
              loop.store %x, %w[%i] : memref<16xf32, #gpu.address_space<workgroup>>
            } {loop.name = "i"}
            loop.for %j = 0 to 16 {
              %x = loop.load %w[%j] : memref<16xf32, #gpu.address_space<workgroup>>
              loop.store %x, %out[%k + %j] : memref<64xf32>
            }
          } {loop.name = "k"}
          memref.dealloc %w : memref<16xf32, #gpu.address_space<workgroup>>
          return
        }
    """

    name = "gpu-pipeline-copies"

    def transform(self, op: loop.ForOp) -> object:
        return Pipeline(op, self.stages).run()
