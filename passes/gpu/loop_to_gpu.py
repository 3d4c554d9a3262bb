"""The pass `loop-to-gpu`: mapped loops become launches.

A loop whose dimensions are mapped to blocks becomes a `gpu.launch`; several dimensions along one of x, y, z are
linearized, the last fastest. All threads of a block run the body of the loop alike, except

- loops mapped to threads: thread t runs iterations t, t + n, t + 2n …, if the block has n threads; reductions are
  combined by `gpu.all_reduce`,
- stores and copies of tiles, which only the first thread runs,
- allocations: a block has one buffer, in workgroup memory. If that is too large, it has a part of a buffer that the
  host allocates. The memory is freed when the block ends.

Before an op that accesses memory which an earlier one writes, or that writes memory which an earlier one accesses,
there is a barrier, unless each thread meets only its own elements. A loop that all threads run ends with a barrier if
its body writes memory. Where a block has barriers of its own, as in a pipelined loop, there are no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlc.dialects import arith, gpu, loop, memref, nvgpu
from dlc.dialects.gpu import BlockMappingAttr, ThreadMappingAttr
from dlc.ir import Block, BlockArgument, Builder, Operation, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineMap, IntegerSet
from dlc.ir.builtin_attributes import UNIT, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, IndexType, MemRefType, bit_width, i64
from dlc.ir.effects import only_computes
from dlc.passes.loops.analysis.accesses import Access
from dlc.passes.loops.analysis.dependences import LoopDependences, may_meet
from dlc.passes.loops.transforms.refusals import Refusal

from ..loops.schedules.gpu_architecture import RESERVED_BYTES
from ..loops.schedules.gpu_machine import GPUMachine, gpu_machine_for
from ..manager import Pass, PassRun, statistic
from .boxes import Size, as_values, product, replace_counters, trip_counts
from .map_loops import BLOCK_SIZE, POINTS_IN_BLOCK, is_block_loop, is_thread_loop, mapping_of
from .private_memory import Allocation, are_alike, give_to_threads, is_private

DIMENSIONS = gpu.DIMENSIONS


def lower_mapped_loops(root: Operation) -> int:
    """Replace all loops that are mapped to blocks by launches, and return their number. Raises `Refusal`."""
    loops = [op for op in root.walk() if isinstance(op, loop.ParallelOp) and is_block_loop(op)]
    for op in loops:
        if any(mapping_of(around) is not None for around in op.ancestors):
            raise Refusal(op, "is mapped to blocks inside a mapped loop")
    launched = [op for op in loops if 0 not in op.constant_trip_counts()]
    for op in launched:
        _Launch(op).lower()
    for op in set(loops).difference(launched):
        op.erase()
    return len(launched)


@dataclass
class Phase:
    """Accesses that other threads may be running since the last barrier: those of a loop over threads, or of all
    threads.
    """

    accesses: Sequence[Access]
    loop: loop.ParallelOp | None
    is_by_first: bool
    """Whether one thread of the block runs them."""


class _Launch:
    """A launch under construction, and the loop that it replaces."""

    def __init__(self, op: loop.ParallelOp) -> None:
        self.op = op
        self.allocations = [
            inner
            for inner in op.walk()
            if isinstance(inner, (memref.AllocOp, memref.AllocaOp)) and not any(map(is_thread_loop, inner.ancestors))
        ]
        _free_at_the_end(self.allocations)
        self.private: set[Value] = set()
        """The buffers of which each thread has its own."""
        self.host = Builder.before(op)
        self.block_size = _block_size(op)
        self.threads: Value
        self.used_bytes = 0
        self.machine = gpu_machine_for(op) or GPUMachine()
        self.dependences = self._dependences()
        self.barriers: list[Operation] = []
        """Ops that need a barrier before them."""

    def _dependences(self) -> LoopDependences:
        """Return the dependences within a block."""
        return LoopDependences(*[each for each in self.op.body.ops if each is not self.op.body.last])

    def lower(self) -> None:
        """Replace the loop by the launch."""
        op = self.op
        if op.results:
            raise Refusal(op, "is mapped to blocks, but has results")
        for each in [each for each in self.allocations if is_private(each)]:
            self.private.add(give_to_threads(each, op, self.block_size))
            self.allocations.remove(each)
        if self.private:
            self.dependences = self._dependences()
        self._plan_block(op.body)
        for each in self.barriers:
            Builder.before(each).insert(gpu.BarrierOp())
        sizes = trip_counts(self.host, op)
        groups = _by_dimension(op, BlockMappingAttr)
        grid = [product(self.host, [sizes[number] for number in group]) for group in groups]
        threads = [self.block_size, 1, 1]
        values = as_values(self.host, [*grid, *threads])
        self.launch = self.host.insert(gpu.LaunchOp.over(values[:3], values[3:])).close()
        name_indices(self.launch)
        self.threads = self.launch.thread_ids[0]
        inside = Builder.before(self.launch.body.terminator or self.launch, op.location)
        for group, id in zip(groups, self.launch.block_ids, strict=True):
            replace_counters(inside, op, group, sizes, id)
        self.grid = values[:3]
        self._lower_allocations()
        self._lower_block(op.body)
        op.terminator.erase()
        self.launch.body.take_all_ops(op.body, self.launch.body.last)
        op.erase()

    # -- Memory of the block -------------------------------------------------------------------------------------------

    def _lower_allocations(self) -> None:
        for each in self.allocations:
            self._lower_allocation(each)

    def _lower_allocation(self, op: Allocation) -> None:
        type = op.memref.type_as(MemRefType)
        size = _bytes(type)
        is_asked_for = type.memory_space is gpu.WORKGROUP
        machine = self.machine
        largest = machine.largest_bytes
        most = largest if is_asked_for else max(machine.workgroup_bytes, largest - RESERVED_BYTES)
        if size is not None and not op.dynamicSizes and self.used_bytes + size <= most:
            self.used_bytes += size
            shared = MemRefType(type.shape, type.element_type, type.layout, gpu.WORKGROUP)
            buffer = self.launch.add_workgroup_buffer(shared)
            buffer.name_hint = op.memref.name_hint
            _use_instead(op, buffer)
            return
        too_large = self._too_large(type, size, most)
        if is_asked_for:
            raise Refusal(op, too_large)
        self._allocate_on_host(op, type, too_large)

    def _too_large(self, type: MemRefType, size: int | None, most: int) -> str:
        """Return that a buffer does not fit into the memory of a block, and what to do."""
        shown = "an unknown number of" if size is None else size
        return (
            f"takes {shown} bytes for '{type}', but {most - self.used_bytes} of the {most} bytes of memory of a block "
            "are left: make what a block computes smaller, such as the features of a head of attention or the tiles of "
            "a schedule"
        )

    def _allocate_on_host(self, op: Allocation, type: MemRefType, too_large: str) -> None:
        """Replace an allocation by a buffer with a part for each block, which is freed after the launch."""
        if op.parent is not self.op.body or any(value.is_inside(self.op) for value in op.dynamicSizes):
            raise Refusal(
                op, f"{too_large}, or allocate it at the beginning of the block with a size that is known before"
            )
        if type.layout is not None or op.symbolOperands:
            raise Refusal(op, f"takes memory of a block in a layout that is not row by row, but got '{type}'")
        whole = MemRefType((*[DYNAMIC] * 3, *type.shape), type.element_type, None, type.memory_space)
        memory = Builder.before(self.launch).insert(memref.AllocOp(whole, [*self.grid, *op.dynamicSizes])).memref
        after = Builder.after(self.launch)
        after.insert(memref.DeallocOp(memory))
        for user, number in list(op.memref.uses):
            if isinstance(user, (memref.LoadOp, memref.StoreOp)) and user.operands[number] is user.memref:
                user.set_operand(number, memory)
                user.indices = [*self.launch.block_ids, *user.indices]
                continue
            if not isinstance(user, (loop.LoadOp, loop.StoreOp)) or user.operands[number] is not user.memref:
                note = (user.location, f"'{user.name}' uses it, but not element by element")
                raise Refusal(
                    op, f"{too_large}, or access it by elements, so that it can be in memory of the device", [note]
                )
            places = [AffineDimExpr(position) for position in range(3)]
            shifted = user.affine_map.shift_dims(3)
            affine_map = AffineMap(shifted.num_dims, shifted.num_symbols, [*places, *shifted.results])
            indices = [*self.launch.block_ids, *user.indices]
            user.set_operand(number, memory)
            user.replace_access(affine_map, indices)
        op.erase()

    # -- What all threads run ------------------------------------------------------------------------------------------

    def _plan_block(self, block: Block) -> None:
        """Collect the ops of a block, and of blocks in it, that need a barrier before them.

        A block that has barriers gets no others.
        """
        pending: list[Phase] = []
        if any(isinstance(op, gpu.BarrierOp) for op in block.ops):
            return
        for op in _ops_inside(block):
            accesses = [
                each for each in self.dependences.inside(op) if each.value not in self.private and not _is_ordered(each)
            ]
            phase = Phase(accesses, _loop_over_threads(op), isinstance(op, _BY_FIRST))
            if any(self._conflict(before, phase) for before in pending):
                self.barriers.append(op)
                pending.clear()
            if phase.accesses:
                pending.append(phase)
            if isinstance(op, loop.ForOp):
                self._plan_block(op.body)
                has_barriers = any(isinstance(each, gpu.BarrierOp) for each in op.body.ops)
                if any(access.is_write for access in phase.accesses) and op.body.last is not None and not has_barriers:
                    self.barriers.append(op.body.last)
            elif isinstance(op, (loop.IfOp, loop.WhenOp)):
                for inner in op.blocks:
                    self._plan_block(inner)

    def _conflict(self, before: Phase, after: Phase) -> bool:
        """Return whether two phases access an element in different threads, and one of them writes it."""
        if before.is_by_first and after.is_by_first:
            return False
        pairs = [
            (first, second)
            for first in before.accesses
            for second in after.accesses
            if (first.is_write or second.is_write) and may_meet(first, second)
        ]
        if not pairs or before.loop is None or after.loop is None or not are_alike(before.loop, after.loop):
            return bool(pairs)
        levels = list(zip(before.loop.induction_variables, after.loop.induction_variables, strict=True))
        back = [(second, first) for first, second in levels]
        return any(
            self.dependences.carried_between(first, second, levels)
            or self.dependences.carried_between(second, first, back)
            for first, second in pairs
        )

    def _lower_block(self, block: Block) -> None:
        """Divide the ops of a block among its threads."""
        for op in _ops_inside(block):
            over_threads = _loop_over_threads(op)
            if over_threads is not None:
                self._lower_threads(over_threads)
            elif isinstance(op, _BY_FIRST):
                self._only_first(op)
            elif isinstance(op, (loop.ForOp, loop.IfOp, loop.WhenOp)):
                for inner in op.blocks:
                    self._lower_block(inner)
            elif not _is_harmless(op):
                raise Refusal(op, "cannot be run by the threads of a block together")

    def _only_first(self, op: Operation) -> None:
        """Run an op in the first thread of the block only."""
        if self.block_size == 1:
            return
        first = IntegerSet(1, 0, [AffineDimExpr(0)], [True])
        condition = loop.IfOp.on(first, [self.threads], location=op.location)
        op.block.insert_before(condition, op)
        op.detach()
        condition.then_block.append(op)
        condition.then_block.append(loop.YieldOp.of((), location=op.location))

    # -- Loops over threads --------------------------------------------------------------------------------------------

    def _lower_threads(self, op: loop.ParallelOp) -> None:
        groups = _by_dimension(op, ThreadMappingAttr)
        if groups[1] or groups[2]:
            raise Refusal(op, "is mapped to threads along y or z, but blocks have threads along x only")
        builder = Builder.before(op)
        sizes = trip_counts(builder, op)
        total = product(builder, sizes)
        identities = [_identity(builder, op, number) for number in range(len(op.results))]
        if total == self.block_size and not op.results:
            replace_counters(builder, op, groups[0], sizes, self.threads)
            op.terminator.erase()
            _move_before(op.body, op)
            op.erase()
            return
        steps = builder.insert(self._steps(op, total, identities))
        inside = Builder.at_end(steps.body, op.location)
        replace_counters(inside, op, groups[0], sizes, self._point(inside, steps))
        yielded = list(op.terminator.operands)
        op.terminator.erase()
        steps.body.take_all_ops(op.body)
        inside = Builder.at_end(steps.body, op.location)
        kinds = op.reduction_words
        combined = [
            inside.insert(arith.COMBINERS[kind].combine(held, value)).results[0]
            for kind, held, value in zip(kinds, steps.carried, yielded, strict=True)
        ]
        steps.close(combined)
        for old, kind, part in zip(op.results, kinds, steps.results, strict=True):
            old.replace_all_uses_with(_reduced_over_block(builder, kind, part))
        op.erase()

    def _steps(self, op: loop.ParallelOp, total: Size, inits: Sequence[Value]) -> loop.ForOp:
        """Return the loop of one thread; it counts rounds of all threads if each thread runs the same number."""
        if isinstance(total, int) and total % self.block_size == 0:
            return loop.ForOp.over(0, total // self.block_size, 1, inits, location=op.location)
        return loop.ForOp.over(self.threads, total, self.block_size, inits, location=op.location)

    def _point(self, builder: Builder, steps: loop.ForOp) -> Value:
        """Return the linear index of the point in an iteration of the loop of one thread."""
        if steps.step_value == self.block_size:
            return steps.induction_variable
        point = AffineDimExpr(0) * self.block_size + AffineDimExpr(1)
        return builder.insert(
            loop.ApplyOp.of(AffineMap(2, 0, [point]), [steps.induction_variable, self.threads])
        ).result


def _free_at_the_end(allocations: Sequence[Allocation]) -> None:
    """Erase deallocations: memory of a block is freed when the block ends."""
    for op in allocations:
        for user in op.memref.users:
            if isinstance(user, memref.DeallocOp):
                user.erase()


# -- Parts -------------------------------------------------------------------------------------------------------------


def _block_size(op: loop.ParallelOp) -> int:
    attribute = op.attributes.get(BLOCK_SIZE)
    size = attribute.value if isinstance(attribute, IntegerAttr) else POINTS_IN_BLOCK
    if not 1 <= size <= 1024:
        raise Refusal(op, f"has blocks of 1 to 1024 threads, but got '{size}'")
    return size


def _loop_over_threads(op: Operation) -> loop.ParallelOp | None:
    return op if isinstance(op, loop.ParallelOp) and is_thread_loop(op) else None


def _ops_inside(block: Block) -> list[Operation]:
    """Return the ops of a block except its terminator."""
    return [op for op in block.ops if op is not block.last or not op.may_be_terminator]


_COPIES_TILES = (nvgpu.BarrierArriveExpectOp, nvgpu.TileCopyOp)
_BY_FIRST = (loop.StoreOp, memref.StoreOp, nvgpu.BarrierInitOp, *_COPIES_TILES)
"""Ops that one thread runs for the block."""
_ORDERS_COPIES = (
    *(nvgpu.DeviceAsyncCreateGroupOp, nvgpu.DeviceAsyncWaitOp, nvgpu.FenceProxyOp),
    nvgpu.BarrierWaitOp,
)
_HARMLESS = (
    *(loop.ApplyOp, loop.MinOp, loop.MaxOp, loop.DelinearizeIndexOp, loop.LinearizeIndexOp),
    *(loop.LoadOp, memref.LoadOp, memref.AllocaOp, gpu.BarrierOp, *_ORDERS_COPIES),
)


def _is_ordered(access: Access) -> bool:
    """Return whether waits order an access, so that it needs no barrier of the block."""
    return isinstance(access.op, _COPIES_TILES) or (isinstance(access.op, _ORDERS_COPIES) and access.value is None)


def _is_harmless(op: Operation) -> bool:
    """Return whether all threads may run the op, because it writes nothing."""
    return isinstance(op, _HARMLESS) or gpu.DEFERRED in op.attributes or only_computes(op)


def _bytes(type: MemRefType) -> int | None:
    width = bit_width(type.element_type)
    return type.num_elements * -(-width // 8) if width is not None and type.has_static_shape else None


def _use_instead(op: Allocation, buffer: BlockArgument) -> None:
    """Replace stack memory by a buffer of the block, cast to the old type if users depend on the type."""
    simple = (loop.LoadOp, loop.StoreOp, memref.LoadOp, memref.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp)
    if all(isinstance(user, simple) and user.operands[number] is user.memref for user, number in op.memref.uses):
        op.memref.replace_all_uses_with(buffer)
    else:
        cast = memref.MemorySpaceCastOp(buffer, op.memref.type, location=op.location)
        op.block.insert_before(cast, op)
        op.memref.replace_all_uses_with(cast.dest)
    op.erase()


def name_indices(launch: gpu.LaunchOp) -> None:
    """Name the indices that a launch passes to its threads."""
    names = [f"{kind}{d}" for kind in ("block_", "thread_", "grid_size_", "block_size_") for d in DIMENSIONS]
    for argument, name in zip(launch.body.args, names, strict=False):
        argument.name_hint = name


def _by_dimension(
    op: loop.ParallelOp, kind: type[BlockMappingAttr] | type[ThreadMappingAttr]
) -> Sequence[Sequence[int]]:
    """Return the dimensions of the loop along x, y and z."""
    mapping = mapping_of(op) or ()
    if len(mapping) != len(op.step_values):
        raise Refusal(op, f"has {len(op.step_values)} dimensions, but got '{loop.MAPPING}' of {len(mapping)}")
    groups: list[list[int]] = [[], [], []]
    for number, each in enumerate(mapping):
        assert isinstance(each, kind)
        if each.value not in DIMENSIONS:
            raise Refusal(op, f"must be mapped along x, y or z, but got '{each}'")
        groups[DIMENSIONS.index(each.value)].append(number)
    return groups


def _move_before(source: Block, anchor: Operation) -> None:
    anchor.block.take_all_ops(source, anchor)


# -- Reductions --------------------------------------------------------------------------------------------------------


def _identity(builder: Builder, op: loop.ParallelOp, number: int) -> Value:
    word, type = op.reduction_words[number], op.result_types[number]
    identity = loop.identity_of(word, type)
    if identity is None:
        raise Refusal(op, f"is mapped to threads, which cannot reduce '{type}' by '{word}'")
    return builder.insert(arith.ConstantOp(identity)).result


def _reduced_over_block(builder: Builder, word: str, part: Value) -> Value:
    """Return the combination of the values of all threads; an index is combined as an integer."""
    type: Type = part.type
    if isinstance(type, IndexType):
        part = builder.insert(arith.IndexCastOp(part, i64)).results[0]
    kind = gpu.AllReduceOpAttr(arith.COMBINERS[word].kind)
    whole = builder.insert(gpu.AllReduceOp(part, op=kind, uniform=UNIT)).result
    return builder.insert(arith.IndexCastOp(whole, type)).results[0] if isinstance(type, IndexType) else whole


class LoopToGPU(Pass):
    """Turn loops that are mapped to blocks and threads into launches of a GPU

    Example: loop-to-gpu
        func.func @fill(%m: memref<4x32xf32>, %x: f32) {
          loop.parallel (%i) = (0) to (4) {
            loop.parallel (%j) = (0) to (32) {
              loop.store %x, %m[%i, %j] : memref<4x32xf32>
            } {mapping = [#gpu.thread<x>]}
          } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
          return
        }
    """

    name = "loop-to-gpu"
    launched = statistic("num-launches", "Number of launches made")

    def run(self, op: Operation, run: PassRun) -> None:
        try:
            count = lower_mapped_loops(op)
        except Refusal as refusal:
            refusal.report(run)
            return
        run.count(self.launched, count)
        if not count:
            run.mark_idle("no loop is mapped to blocks")
