"""The pass `gpu-map-loops`: loops are mapped to blocks and threads of a GPU, by the attribute `mapping`.

    loop.parallel (%row) = (0) to (64) {
      %max = loop.parallel (%i) = (0) to (1000) reduce ("maximumf") -> (f32) { … } {mapping = [#gpu.thread<x>]}
      …
    } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}

There are two mappings. *Points*: the outer parallel loops are linearized, 256 iterations to a block, and each thread
runs the loop body for its points; if their bounds depend on a loop of the host, only the last one is divided. *Rows*:
each iteration of the outer parallel loops is a block, and the inner loops, parallel ones and reductions, are divided
among its threads. The mapping is chosen by contiguity: adjacent threads should access adjacent elements.

Accesses between loops that use their results become a grid of one block. A sequential loop stays on the host and
launches its body in each iteration, if the body has only loops, or something that only the host can do, such as
allocating memory, or a loop that fills more than one block. Everything else of the host stays there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from math import prod
from typing import Literal

from dlc.dialects import gpu, loop, memref
from dlc.dialects.func import FuncOp
from dlc.dialects.gpu import BlockMappingAttr, ThreadMappingAttr
from dlc.ir import Attribute, Block, Builder, Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr, IntegerSet
from dlc.ir.builtin_attributes import ArrayAttr, int_attr
from dlc.ir.builtin_types import MemRefType, TensorType, i64
from dlc.ir.effects import only_computes
from dlc.ir.strided_layout import strides_of
from dlc.passes.loops.analysis.accesses import forms_of
from dlc.passes.loops.analysis.dependences import LoopDependences, levels_of
from dlc.passes.loops.analysis.nests import is_rectangular, loops_in, lower_bound, perfect_nest, upper_bound
from dlc.passes.loops.analysis.reductions import ReductionNest, reduction_nest
from dlc.passes.loops.analysis.workloads import bytes_of
from dlc.passes.loops.transforms.parallelize import parallelize

from ..loops.transforms.loop_pass import BandPass
from ..manager import PassRun, option, statistic
from .boxes import MOST_POINTS, bound_value, product, replace_counters, trip_counts
from .reductions import is_free_of_order, parallel_reduction
from .scalars import is_decided_by_floats, keep_in_memory, without_reads_of_host

BLOCK_SIZE = "gpu.block_size"
POINTS_IN_BLOCK = 256
LARGEST_BLOCK = 1024
"""The maximum number of threads of a block."""
MOST_COMBINED = 16
"""The largest number of values that an iteration of a reduction adds to a sum: those of a vector."""
LONG_WORK = 16
"""The iterations of a thread from which a block has more threads."""
MUCH_MEMORY = 48 << 10
"""The bytes of a block from which few others fit beside it, so that it has as many threads as it can."""
LEAST_ROW = 32
"""The trip count from which an inner loop is worth the threads of a block."""
BARRIER_STEPS = 16
"""The iterations that a thread could run while all threads of a block combine their values, or wait for each other."""


def mapping_of(op: Operation) -> Sequence[Attribute] | None:
    """Return what the dimensions of a loop are mapped to, or `None` if it is not mapped."""
    mapping = op.attributes.get(loop.MAPPING)
    return mapping.elements if isinstance(mapping, ArrayAttr) else None


def is_block_loop(op: Operation) -> bool:
    """Return whether the iterations of a loop are blocks."""
    mapping = mapping_of(op) if isinstance(op, loop.ParallelOp) else None
    return bool(mapping) and all(isinstance(each, BlockMappingAttr) for each in mapping or ())


def is_thread_loop(op: Operation) -> bool:
    """Return whether the iterations of a loop are divided among threads."""
    mapping = mapping_of(op) if isinstance(op, loop.ParallelOp) else None
    return bool(mapping) and all(isinstance(each, ThreadMappingAttr) for each in mapping or ())


def map_to(op: loop.ParallelOp, kind: type[BlockMappingAttr] | type[ThreadMappingAttr]) -> loop.ParallelOp:
    """Map all dimensions of a loop, linearized, to blocks or threads along x."""
    op.attributes[loop.MAPPING] = ArrayAttr(tuple(kind("x") for _ in op.induction_variables))
    return op


# -- The host ----------------------------------------------------------------------------------------------------------


class Mapper:
    """Maps the loops of a function; `count` is the number of nests that become launches."""

    def __init__(self) -> None:
        self.count = 0

    def map_block(self, block: Block) -> None:
        """Map all loops in a block that the host runs."""
        erase_idle_loops(block)
        self._gather(block)
        for op in list(block.ops):
            if mapping_of(op) is not None:
                continue
            if isinstance(op, loop.ForOp) and not op.results:
                self._map_nest(op)
            elif isinstance(op, loop.ParallelOp) and not op.results:
                self._map_parallel(op)
            elif op.name not in ("gpu.launch", "gpu.module"):
                for inner in op.blocks:
                    self.map_block(inner)

    def _map_nest(self, op: loop.ForOp) -> None:
        band = perfect_nest(op)
        depth = _countable_depth(band, parallel_depth(band))
        body = band[depth - 1] if depth else op
        allocations = _allocations(body)
        if not _fits_in_block(body, allocations):
            self.map_block(op.body)
        elif depth:
            self.count += 1
            if allocations or are_rows(band[:depth]):
                grid = map_to(parallelize(band[:depth]), BlockMappingAttr)
                divide_among_threads(grid.body)
                set_block_size(grid)
            else:
                as_points(parallelize(band[:depth]))
        elif allocations or _is_for_host(op):
            self.map_block(op.body)
        else:
            self._map_whole(op)

    def _map_parallel(self, op: loop.ParallelOp) -> None:
        """Map the iterations of a loop that is parallel already to points."""
        if any(len(group) > 1 for group in (*op.lower_groups, *op.upper_groups)):
            return
        if not _is_countable(op.constant_trip_counts()):
            return
        self.count += 1
        as_points(op)

    def _map_whole(self, op: Operation) -> None:
        """Map an op to a grid of one block, and its inner loops to threads."""
        self.count += 1
        grid = in_one_block([op])
        divide_among_threads(grid.body)
        set_block_size(grid)

    # -- Between the loops ---------------------------------------------------------------------------------------------

    def _gather(self, block: Block) -> None:
        """Put loops with results, and single accesses, in grids of one block, with the ops that use their results."""
        of_host: set[Operation] = set()
        pending = _runs(block)
        while pending:
            run = pending.pop(0)
            kept = without_reads_of_host(_split_off_free(run))
            of_host.update(run)
            if not kept:
                continue
            self.count += 1
            kept, adds_loads = keep_in_memory(kept)
            grid = in_one_block(kept)
            divide_among_threads(grid.body)
            set_block_size(grid)
            if adds_loads:
                pending = [each for each in _runs(block) if not of_host.issuperset(each)]


def _runs(block: Block) -> list[list[Operation]]:
    """Return sequences of loops with results and single accesses, with the computations between them.

    A view whose offset or sizes depend on a sequence ends it: the host needs them. What frees memory may come later.
    """
    runs: list[list[Operation]] = [[]]
    for op in block.ops:
        if _belongs_in_kernel(op) or (runs[-1] and _computes_scalars(op) and not _is_view_by(op, runs[-1])):
            runs[-1].append(op)
        elif runs[-1] and not isinstance(op, memref.DeallocOp):
            runs.append([])
    for run in runs:
        while run and not _belongs_in_kernel(run[-1]):
            run.pop()
    return runs


def _computes_scalars(op: Operation) -> bool:
    """Return whether an op computes no tensors."""
    return only_computes(op) and not any(isinstance(value.type, TensorType) for value in op.results)


def _is_view_by(op: Operation, run: Sequence[Operation]) -> bool:
    """Return whether an op is a view that depends on results of a sequence."""
    if not any(isinstance(value.type, MemRefType) for value in op.results):
        return False
    bound = {value for each in _bound_in(run) for value in each.results}
    return bool(bound.intersection(op.operands))


def _is_kernel(run: Sequence[Operation]) -> bool:
    """Return whether a sequence can leave the host: it writes, and the host uses none of its results."""
    inside = set(run)
    users = (op.block.find_ancestor_op_in(user) for op in run for value in op.results for user in value.users)
    return any(_writes(op) for op in run) and all(user in inside for user in users)


def _belongs_in_kernel(op: Operation) -> bool:
    if isinstance(op, (loop.LoadOp, loop.StoreOp, memref.LoadOp, memref.StoreOp)) or is_decided_by_floats(op):
        return True
    if not isinstance(op, loop.ForOp) or not op.results or not _fits_in_block(op):
        return False
    return not any(isinstance(type, (MemRefType, TensorType)) for type in op.result_types)


_IN_BLOCK = (
    *(loop.ForOp, loop.ParallelOp, loop.IfOp, loop.WhenOp, loop.YieldOp, loop.LoadOp, loop.StoreOp),
    *(loop.ApplyOp, loop.MinOp, loop.MaxOp, loop.DelinearizeIndexOp, loop.LinearizeIndexOp),
    *(memref.LoadOp, memref.StoreOp, memref.AllocaOp),
)


def _fits_in_block(op: Operation, allocations: Sequence[Operation] = ()) -> bool:
    """Return whether the threads of a block can run an op: it has no calls, copies or other allocations than these."""
    return all(
        isinstance(inner, _IN_BLOCK) or inner in allocations or gpu.DEFERRED in inner.attributes or only_computes(inner)
        for inner in op.walk()
    )


def _allocations(op: loop.ForOp) -> list[Operation]:
    """Return the allocations of each iteration, of sizes that are known before the loop, and their deallocations.

    Such memory is accessed element by element only.
    """
    ops: list[Operation] = []
    for inner in op.body.ops:
        if not isinstance(inner, memref.AllocOp) or any(size.is_inside(op) for size in inner.operands):
            continue
        users = inner.memref.users
        freed = [user for user in users if isinstance(user, memref.DeallocOp) and user.parent is op.body]
        elementwise = (loop.LoadOp, loop.StoreOp, memref.LoadOp, memref.StoreOp)
        type = inner.memref.type
        is_plain = isinstance(type, MemRefType) and type.layout is None
        if is_plain and all(user in freed or isinstance(user, elementwise) for user in users):
            ops += [inner, *freed]
    return ops


def _writes(op: Operation) -> bool:
    return isinstance(op, (loop.StoreOp, memref.StoreOp)) or any(
        isinstance(inner, (loop.StoreOp, memref.StoreOp)) for inner in (op.walk() if op.regions else ())
    )


def _split_off_free(run: Sequence[Operation]) -> list[Operation]:
    """Move ops without effects that use no result of a sequence before it, and return the remaining ops."""
    kept = _bound_in(run)
    for op in run:
        if op not in kept and op is not run[0]:
            op.move_before(run[0])
    return [op for op in run if op in kept]


def _bound_in(run: Sequence[Operation]) -> set[Operation]:
    """Return the ops of a sequence that have effects or use its results."""
    results: set[Value] = set()
    kept: set[Operation] = set()
    for op in run:
        if not only_computes(op) or is_decided_by_floats(op) or results.intersection(op.operands):
            results.update(op.results)
            kept.add(op)
    return kept


def in_one_block(ops: Sequence[Operation]) -> loop.ParallelOp:
    """Put adjacent ops into a parallel loop of one iteration, and return the loop."""
    grid = loop.ParallelOp.over([0], [1], location=ops[0].location)
    ops[0].block.insert_before(grid, ops[0])
    for op in ops:
        op.detach()
        grid.body.append(op)
    return map_to(grid.close(), BlockMappingAttr)


def _is_for_host(op: loop.ForOp) -> bool:
    """Return whether the host should run a sequential loop and launch its body.

    The body has loops without results, and accesses between them whose results only they use. If there are accesses,
    one of the loops must fill more than one block.
    """
    inner = [each for each in op.body.ops if each is not op.body.last and not only_computes(each)]
    loops = [each for each in inner if isinstance(each, (loop.ForOp, loop.ParallelOp)) and not each.results]
    if len(loops) == len(inner):
        return bool(loops)
    kernels = [[each for each in run if each in _bound_in(run)] for run in _runs(op.body) if run]
    apart = {each for run in kernels if _is_kernel(run) for each in run}
    return any(map(_fills_blocks, loops)) and all(each in apart or each in loops for each in inner)


def _fills_blocks(op: loop.ForOp | loop.ParallelOp) -> bool:
    """Return whether a nest has work for more than one block."""
    if isinstance(op, loop.ParallelOp):
        return _product_of_trips(op.constant_trip_counts()) >= POINTS_IN_BLOCK
    band = perfect_nest(op)
    depth = parallel_depth(band)
    return bool(depth) and (_trips(band[:depth]) >= POINTS_IN_BLOCK or are_rows(band[:depth]))


def erase_idle_loops(block: Block) -> None:
    """Erase loops that never run or do nothing, also inside other ops; results become the initial values."""
    inner = [op for each in block.ops for op in each.walk() if isinstance(op, (loop.ForOp, loop.ParallelOp))]
    for op in reversed(inner):
        if isinstance(op, loop.ForOp) and _never_runs(op):
            op.replace_all_uses_with(list(op.iter_inits))
            op.erase()
        elif not op.results and (op.body.first is op.body.last or _never_runs(op)):
            op.erase()


def _never_runs(op: loop.ForOp | loop.ParallelOp) -> bool:
    return 0 in ([op.constant_trip_count()] if isinstance(op, loop.ForOp) else op.constant_trip_counts())


# -- Which loops are parallel ------------------------------------------------------------------------------------------


def parallel_depth(band: Sequence[loop.ForOp]) -> int:
    """Return the number of outer loops of a perfect nest whose iterations can run in any order."""
    dependences = LoopDependences(band[0])
    for depth in range(len(band), 0, -1):
        if _is_box(band[:depth]) and next(dependences.carried(levels_of(band[:depth])), None) is None:
            return depth
    return 0


def _is_box(band: Sequence[loop.ForOp]) -> bool:
    """Return whether each loop has one lower and one upper bound that do not depend on the other loops."""
    for each in band:
        if each.results or each.lower_map.num_results != 1 or each.upper_map.num_results != 1:
            return False
    return is_rectangular(band)


# -- Points or rows ----------------------------------------------------------------------------------------------------


def are_rows(band: Sequence[loop.ForOp]) -> bool:
    """Return whether adjacent threads should run inner loops of a band rather than its last loop."""
    inner = [each for each in loops_in(band[-1]) if each is not band[-1]]
    along = {each.induction_variable for each in inner if _is_long(each)}
    if not along:
        return False
    outside = inside = 0
    for op in band[-1].walk():
        if isinstance(op, (loop.LoadOp, loop.StoreOp)):
            runs = _runs_in(op, band[-1])
            outside += runs * (_step(op, band[-1].induction_variable) == 1)
            inside += runs * any(_step(op, iv) == 1 for iv in along)
    return inside > outside or (inside == outside and _trips(band) < POINTS_IN_BLOCK)


def _runs_in(op: Operation, root: loop.ForOp) -> int:
    """Return the number of times that an op runs in an iteration of a loop around it."""
    inside = takewhile(lambda each: each is not root, op.ancestors)
    return _trips([each for each in inside if isinstance(each, loop.ForOp)])


def _is_long(op: loop.ForOp) -> bool:
    trips = op.constant_trip_count()
    return (trips is None or trips >= LEAST_ROW) and (not op.results or reduction_nest(op, MOST_COMBINED) is not None)


def _trips(band: Sequence[loop.ForOp]) -> int:
    """Return the number of iterations, with an assumption for unknown trip counts."""
    return _product_of_trips([each.constant_trip_count() for each in band])


def _countable_depth(band: Sequence[loop.ForOp], depth: int) -> int:
    """Return how many outer loops of a band, at most `depth`, have iterations that an index counts."""
    counts = [each.constant_trip_count() for each in band[:depth]]
    while depth and not _is_countable(counts[:depth]):
        depth -= 1
    return depth


def _is_countable(counts: Sequence[int | None]) -> bool:
    """Return whether an index holds the product of the known trip counts, with threads left over."""
    return prod(each for each in counts if each is not None) <= MOST_POINTS


def _product_of_trips(counts: Sequence[int | None]) -> int:
    """Return the product of trip counts, with an assumption for unknown ones."""
    return prod(POINTS_IN_BLOCK if each is None else each for each in counts)


def _step(op: loop.LoadOp | loop.StoreOp, iv: Value) -> int | None:
    """Return the stride of an access along a loop, or `None` if it is unknown."""
    type = op.memref.type
    layout = strides_of(type) if isinstance(type, MemRefType) else None
    forms = forms_of(op.affine_map, op.indices, op)
    if layout is None or forms is None:
        return None
    factors = [form.terms.get(iv, 0) for form in forms]
    moving = [(factor, stride) for factor, stride in zip(factors, layout.strides, strict=True) if factor]
    if not moving:
        return 0
    return moving[0][0] * moving[0][1] if len(moving) == 1 else None


# -- Points ------------------------------------------------------------------------------------------------------------


def as_points(op: loop.ParallelOp) -> loop.ParallelOp:
    """Map the points of a parallel loop to threads: linearized, where their number does not change in a loop around."""
    return _linearized(op) if _has_fixed_size(op) else _as_segments(op)


def _has_fixed_size(op: loop.ParallelOp) -> bool:
    """Return whether the trip counts are known, or computed from symbols, so that their product is a symbol."""
    if None not in op.constant_trip_counts():
        return True
    scope = loop.affine_scope(op)
    return all(loop.is_valid_symbol(value, scope) for value in (*op.lower_operands, *op.upper_operands))


def _linearized(op: loop.ParallelOp) -> loop.ParallelOp:
    """Linearize the points of a parallel loop, and give each block as many as it has threads."""
    builder = Builder.before(op)
    sizes = trip_counts(builder, op)
    total = product(builder, sizes)
    outer = builder.insert(loop.ParallelOp.over([0], [_ceiling(builder, total)]))
    inside, point, ivs = _threads_of_points(op, outer)
    linear = inside.insert(loop.ApplyOp.of(AffineMap(2, 0, [point]), ivs)).result
    if not (isinstance(total, int) and total % POINTS_IN_BLOCK == 0):
        end = AffineSymbolExpr(0) if isinstance(total, Value) else total
        symbols = [total] if isinstance(total, Value) else []
        inside = _only_if(inside, IntegerSet(2, len(symbols), [(-point - 1) + end], [False]), [*ivs, *symbols])
    replace_counters(inside, op, range(len(sizes)), sizes, linear)
    return _with_body(outer, inside, op)


def _as_segments(op: loop.ParallelOp) -> loop.ParallelOp:
    """Divide the last dimension of a parallel loop into segments, one for each block at each point of the others.

    Each bound is affine, whatever loops around it depends on; the number of all points is not.
    """
    *others, last = range(len(op.step_values))
    builder = Builder.before(op)
    lower, upper, step = (
        bound_value(builder, op, last, is_lower=True),
        bound_value(builder, op, last),
        op.step_values[last],
    )
    segments = (AffineDimExpr(1) - AffineDimExpr(0)).ceildiv(step * POINTS_IN_BLOCK)
    lowers: list[loop.Bound] = [bound_value(builder, op, number, is_lower=True) for number in others]
    uppers: list[loop.Bound] = [bound_value(builder, op, number) for number in others]
    whole = AffineMap(2, 0, [segments]), [lower, upper]
    outer = loop.ParallelOp.over([*lowers, 0], [*uppers, whole], [*op.step_values[:last], 1])
    inside, point, ivs = _threads_of_points(op, builder.insert(outer))
    place = inside.insert(loop.ApplyOp.of(AffineMap(2, 0, [point]), ivs)).result
    distance = AffineDimExpr(3) - AffineDimExpr(2)
    inside = _only_if(inside, IntegerSet(4, 0, [distance - point * step - 1], [False]), [*ivs, lower, upper])
    replace_counters(inside, op, [last], [], place)
    for iv, new in zip(op.induction_variables, outer.induction_variables, strict=False):
        iv.replace_all_uses_with(new)
    return _with_body(outer, inside, op)


def _threads_of_points(op: loop.ParallelOp, outer: loop.ParallelOp) -> tuple[Builder, AffineExpr, Sequence[Value]]:
    """Map a loop to blocks, and one in it to threads; return where their body is, and a point by both counters."""
    outer.attributes.update(op.attributes)
    threads = Builder.at_end(outer.body, op.location).insert(loop.ParallelOp.over([0], [POINTS_IN_BLOCK]))
    map_to(outer, BlockMappingAttr).close()
    map_to(threads, ThreadMappingAttr).close()
    set_block_size(outer)
    point = AffineDimExpr(0) * POINTS_IN_BLOCK + AffineDimExpr(1)
    ivs = [outer.induction_variables[-1], threads.induction_variables[0]]
    return Builder.before(threads.terminator, op.location), point, ivs


def _with_body(outer: loop.ParallelOp, inside: Builder, op: loop.ParallelOp) -> loop.ParallelOp:
    """Move the body of a loop to where its threads run it."""
    op.terminator.erase()
    inside.here.block.take_all_ops(op.body, inside.here.before)
    op.erase()
    return outer


def _ceiling(builder: Builder, total: int | Value) -> int | Value:
    """Return the number of blocks that have a thread for each point."""
    if isinstance(total, int):
        return -(-total // POINTS_IN_BLOCK)
    blocks = AffineDimExpr(0).ceildiv(POINTS_IN_BLOCK)
    return builder.insert(loop.ApplyOp.of(AffineMap(1, 0, [blocks]), [total])).result


def _only_if(builder: Builder, condition: IntegerSet, operands: Sequence[Value]) -> Builder:
    """Return a builder inside a condition."""
    op = builder.insert(loop.IfOp.on(condition, operands))
    op.then_block.append(loop.YieldOp.of(()))
    return Builder.at_start(op.then_block, builder.location)


# -- Rows --------------------------------------------------------------------------------------------------------------


def divide_among_threads(block: Block) -> None:
    """Divide the loops that a block runs among its threads, also those inside sequential loops and conditions."""
    for op in list(block.ops):
        if isinstance(op, loop.ForOp):
            _divide(op)
        elif isinstance(op, (loop.IfOp, loop.WhenOp)):
            for inner in op.blocks:
                divide_among_threads(inner)


def _divide(op: loop.ForOp) -> None:
    nest, band = _shared_reduction(op), _shared_band(op)
    if nest is not None:
        map_to(parallel_reduction(nest), ThreadMappingAttr)
    elif band and not _should_share_iterations(band):
        map_to(parallelize(band), ThreadMappingAttr)
    else:
        divide_among_threads(op.body)


def _shared_reduction(op: loop.ForOp) -> ReductionNest | None:
    """Return a loop with results as a reduction that threads can share, or `None` if it is not one."""
    nest = reduction_nest(op, MOST_COMBINED)
    if nest is None or not _has_single_bounds(nest.loops) or not is_free_of_order(nest):
        return None
    return nest if _is_countable([each.constant_trip_count() for each in nest.loops]) else None


def _shared_band(op: loop.ForOp) -> list[loop.ForOp]:
    """Return the outer loops of a nest without results that threads can share."""
    band = perfect_nest(op)
    return [] if op.results else band[: _countable_depth(band, parallel_depth(band))]


def _should_share_iterations(band: Sequence[loop.ForOp]) -> bool:
    """Return whether threads should share the loops in each iteration of a nest that has few iterations."""
    inner = [each for each in band[-1].body.ops if isinstance(each, loop.ForOp) and _is_long(each)]
    longest = max((_trips([each]) for each in inner if _shared_reduction(each) or _shared_band(each)), default=0)
    apart = -(-_trips(band) // POINTS_IN_BLOCK) * longest
    return _trips(band) * (-(-longest // POINTS_IN_BLOCK) + BARRIER_STEPS) < apart


def _has_single_bounds(loops: Sequence[loop.ForOp]) -> bool:
    return all(upper_bound(each)[0].num_results == lower_bound(each)[0].num_results == 1 for each in loops)


def set_block_size(op: loop.ParallelOp) -> None:
    """Choose the number of threads of a block by the trip counts of its loops, and write it on the loop."""
    inner = (each for each in op.walk() if isinstance(each, loop.ParallelOp) and is_thread_loop(each))
    most = max((_product_of_trips(each.constant_trip_counts()) for each in inner), default=1)
    subgroup, largest = gpu.subgroup_size_around(op), POINTS_IN_BLOCK
    work = 1 if _allocated_bytes(op) > MUCH_MEMORY else LONG_WORK
    while largest < LARGEST_BLOCK and most > largest * work:
        largest *= 2
    size = min(-(-most // subgroup) * subgroup, largest) if most > 1 else 1
    op.attributes[BLOCK_SIZE] = int_attr(size, i64)


def _allocated_bytes(op: loop.ParallelOp) -> int:
    """Return the known number of bytes that a block allocates."""
    allocated = [each.memref for each in op.body.ops if isinstance(each, (memref.AllocOp, memref.AllocaOp))]
    return sum(bytes_of(each) for each in allocated if each.type_as(MemRefType).has_static_shape)


class GPUMapLoops(BandPass):
    """Choose which loops are blocks and threads of a GPU

    Loops that have the attribute `mapping` are left as they are. With the names of loops, nothing is chosen: the
    perfect nests of these loops become parallel, and each iteration is a block or is run by a thread. The last loop of
    blocks is along x, the one before along y, and all others are linearized along z; or all are linearized along x, of
    which there may be 2^31 - 1 blocks, and 65,535 along the others.

    Example: gpu-map-loops
        func.func @double(%m: memref<32x64xf32>) {
          loop.for %i = 0 to 32 {
            loop.for %j = 0 to 64 {
              %x = loop.load %m[%i, %j] : memref<32x64xf32>
              %y = arith.addf %x, %x : f32
              loop.store %y, %m[%i, %j] : memref<32x64xf32>
            }
          }
          return
        }
    """

    name = "gpu-map-loops"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; chosen if empty", default=())
    to: Literal["blocks", "threads"] = option("What iterations of the named loops become", default="blocks")
    block_size: int = option("The number of threads of a block; chosen if 0", default=0, least=0)
    along: Literal["xyz", "x"] = option("The dimensions of the grid that blocks are along", default="xyz")
    done = statistic("num-mapped", "Number of nests that are mapped")
    refused = statistic("num-refused", "Number of nests that cannot be mapped")

    def run(self, op: Operation, run: PassRun) -> None:
        if self.loops or self.problem() is not None:
            super().run(op, run)
        else:
            self._choose(op, run)

    def problem(self) -> str | None:
        if self.block_size and not 1 <= self.block_size <= LARGEST_BLOCK:
            return f"expects blocks of 1 to {LARGEST_BLOCK} threads, but got '{self.block_size}'"
        return None

    def transform(self, band: list[loop.ForOp]) -> object:
        nest = parallelize(band)
        if self.to == "threads":
            return map_to(nest, ThreadMappingAttr)
        nest.attributes[loop.MAPPING] = ArrayAttr(
            tuple(BlockMappingAttr(each) for each in self._grid_dimensions(len(band)))
        )
        if self.block_size:
            nest.attributes[BLOCK_SIZE] = int_attr(self.block_size, i64)
        return nest

    def _grid_dimensions(self, count: int) -> list[str]:
        """Return the dimension of the grid for each loop: x for the last one, y for the one before, z for others."""
        return ["x"] * count if self.along == "x" else [*"z" * (count - 2), *"yx"[-count:]]

    def _choose(self, op: Operation, run: PassRun) -> None:
        mapper = Mapper()
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            for block in function.body.blocks:
                mapper.map_block(block)
        run.count(self.done, mapper.count)
        if not mapper.count:
            run.mark_idle("there are no loops")
