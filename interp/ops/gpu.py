"""The meaning of `gpu`: launches run as `gpu_threads` says; ids are those of the thread that runs.

The device has no memory of its own here, and what is to happen in the background happens at once, in order: that is one
of the orders that tokens allow. Subgroups have as many threads as on the GPU that the module is for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from typing import Any

from dlc.dialects import gpu as dialect
from dlc.ir import DenseArrayAttr, Operation, Type
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, MemRefType, VectorType

from ..combining import combination
from ..conversion import scalar_to_python
from ..errors import Fault
from ..gpu_threads import Agreement, Block, Grid, Thread, launch
from ..semantics import Enter, Kernel, Leave, Machine, Meeting, Nullary, semantics
from ..values import Elements, filled, positions, scalar_width, to_signed, used_index, used_indices
from .memref.allocation import allocate, free
from .memref.checks import used_memref

Asked = Generator[Meeting, Any, Any]
FOR_BLOCK = ("gpu.barrier", "gpu.all_reduce")
"""Ops that all threads of a block execute together; others are executed by a subgroup."""
TOKEN = "token"


# -- Who a thread is -------------------------------------------------------------------------------------------------


def running(machine: Machine) -> Thread:
    thread = machine.thread
    if not isinstance(thread, Thread):
        raise Fault("stands outside of a launch, where there are no threads")
    return thread


def _subgroups(thread: Thread) -> int:
    x, y, z = thread.grid.threads
    return -(-x * y * z // thread.subgroup_size)


_ALONG: dict[type[Operation], Callable[[Thread, int], int]] = {
    dialect.ThreadIdOp: lambda thread, d: thread.thread_id[d],
    dialect.BlockIdOp: lambda thread, d: thread.block_id[d],
    dialect.BlockDimOp: lambda thread, d: thread.grid.threads[d],
    dialect.GridDimOp: lambda thread, d: thread.grid.blocks[d],
    dialect.GlobalIdOp: lambda thread, d: thread.block_id[d] * thread.grid.threads[d] + thread.thread_id[d],
}
_BY_ITSELF: dict[type[Operation], Callable[[Thread], int]] = {
    dialect.LaneIdOp: lambda thread: thread.lane,
    dialect.SubgroupIdOp: lambda thread: thread.number // thread.subgroup_size,
    dialect.NumSubgroupsOp: _subgroups,
    dialect.SubgroupSizeOp: lambda thread: thread.subgroup_size,
}


@semantics(*_ALONG)
def index_along(op: dialect.DimensionOp, machine: Machine) -> Nullary:
    """The number along a dimension."""
    function, dimension = _ALONG[type(op)], op.dimension.number
    return lambda: _bounded(op, function(running(machine), dimension))


@semantics(*_BY_ITSELF)
def index_of_lane(op: dialect.LaneIdOp, machine: Machine) -> Nullary:
    """The number."""
    function = _BY_ITSELF[type(op)]
    return lambda: _bounded(op, function(running(machine)))


def _bounded(op: dialect.DimensionOp | dialect.LaneIdOp, number: int) -> int:
    bound = op.upper_bound
    if bound is not None and not number < bound.value + op.counts:
        raise Fault(f"is {number}, though it is promised to be {'at most' if op.counts else 'less than'} {bound.value}")
    return number


# -- Launches --------------------------------------------------------------------------------------------------------


@semantics(dialect.LaunchOp)
def launch_region(op: dialect.LaunchOp, machine: Machine) -> Kernel:
    """The region, once for each thread."""
    _refuse_clusters(op)
    first, sizes_end = len(op.asyncDependencies), len(op.asyncDependencies) + 6
    subgroup_size = dialect.subgroup_size_around(op)
    shared, private = _memref_types(op.workgroup_buffers), _memref_types(op.private_buffers)

    def run(*operands: Any) -> Any:
        sizes = used_indices(operands[first:sizes_end])
        grid = Grid(sizes[:3], sizes[3:])

        def entry(buffers: Sequence[Any], thread: Thread) -> Enter:
            return Enter(op.body_region, [*thread.block_id, *thread.thread_id, *sizes, *buffers])

        seen = list(machine.frame.values.values())
        launch(machine, grid, subgroup_size, entry, shared, private, seen, AGREEMENTS, FOR_BLOCK)
        return _token(op)

    return run


@semantics(dialect.LaunchFuncOp)
def launch_function(op: dialect.LaunchFuncOp, machine: Machine) -> Kernel:
    """The kernel, once for each thread."""
    _refuse_clusters(op)
    kernel = machine.symbol(op, op.kernel)
    if not isinstance(kernel, dialect.GPUFuncOp):
        raise Fault(f"launches '{kernel.name}', which cannot be interpreted")
    first, sizes_end = len(op.asyncDependencies), len(op.asyncDependencies) + 6
    subgroup_size = dialect.subgroup_size_around(op)
    has_shared_size = op.dynamicSharedMemorySize is not None
    shared, private = _memref_types(kernel.workgroup_buffers), _memref_types(kernel.private_buffers)

    def run(*operands: Any) -> Any:
        sizes = used_indices(operands[first:sizes_end])
        _check_promise("grid", sizes[:3], kernel.known_grid_size)
        _check_promise("block", sizes[3:], kernel.known_block_size)
        arguments = operands[sizes_end + has_shared_size :]

        def entry(buffers: Sequence[Any], thread: Thread) -> Enter:
            del thread
            return Enter(kernel.body, [*arguments, *buffers], is_call=True)

        grid = Grid(sizes[:3], sizes[3:])
        launch(machine, grid, subgroup_size, entry, shared, private, arguments, AGREEMENTS, FOR_BLOCK)
        return _token(op)

    return run


def _refuse_clusters(op: dialect.LaunchOp | dialect.LaunchFuncOp) -> None:
    if op.cluster_sizes:
        raise Fault("launches clusters of blocks, which cannot be interpreted")


def _memref_types(buffers: Sequence[Any]) -> list[MemRefType]:
    return [buffer.type for buffer in buffers]


def _check_promise(what: str, sizes: Sequence[int], known: DenseArrayAttr | None) -> None:
    if known is not None and tuple(sizes) != known.elements:
        raise Fault(f"launches a {what} of sizes {list(sizes)}, but the kernel promises {list(known.elements)}")


def _token(op: Operation) -> Any:
    """The results of an op that may give a token."""
    return TOKEN if op.results else ()


@semantics(dialect.TerminatorOp, dialect.ReturnOp, dialect.YieldOp)
def leave_region(op: Operation, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)


# -- What threads do together ----------------------------------------------------------------------------------------


@semantics(dialect.BarrierOp)
def barrier(op: dialect.BarrierOp, machine: Machine) -> Kernel:
    """Wait for the block."""
    del machine

    def run() -> Asked:
        yield Meeting(op)
        return ()

    return run


@semantics(dialect.AllReduceOp, dialect.SubgroupReduceOp)
def reduce_values(op: dialect.AllReduceOp | dialect.SubgroupReduceOp, machine: Machine) -> Kernel:
    """Meet the others with a value, and get what all are combined to."""
    del machine

    def run(value: Any) -> Asked:
        return (yield Meeting(op, value))

    return run


@semantics(dialect.ShuffleOp)
def shuffle(op: dialect.ShuffleOp, machine: Machine) -> Kernel:
    """Meet the subgroup with a value and whose value is wanted."""

    def run(value: Any, offset: Any, width: Any) -> Asked:
        lanes = used_index(width)
        size = running(machine).subgroup_size
        if not 0 < lanes <= size:
            raise Fault(f"has the width {lanes}, but subgroups have {size} threads")
        return (yield Meeting(op, (value, used_index(offset), lanes), lanes))

    return run


def _let_go(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    del block
    return [()] * len(group)


def _values(group: Sequence[Thread]) -> list[Any]:
    return [thread.waits.value for thread in group if thread.waits is not None]


def op_of(group: Sequence[Thread]) -> Any:
    """Return the op that the threads of a group wait at."""
    assert group[0].waits is not None
    return group[0].waits.op


def _all_reduced(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    op: dialect.AllReduceOp = op_of(group)
    values = _values(group)
    combine = _combined_by_region(op, block.machine) if op.op is None else _combined(op.op.value, op.value.type)
    total = values[0]
    for value in values[1:]:
        total = combine(total, value)
    return [total] * len(group)


def _combined(word: str, type: Type) -> Callable[[Any, Any], Any]:
    """Two values as one; vectors element by element."""
    scalar = combination(word, type)
    if not isinstance(type, VectorType):
        return scalar
    width = scalar_width(type)
    return lambda a, b: Elements.of([scalar(*pair) for pair in zip(a.items(), b.items(), strict=True)], a.shape, width)


def _combined_by_region(op: dialect.AllReduceOp, machine: Machine) -> Callable[[Any, Any], Any]:
    def run(first: Any, second: Any) -> Any:
        stack = machine.new_stack(Enter(op.body, (first, second)), machine.frame.for_thread(is_call=True))
        out = machine.advance(stack)
        if isinstance(out, Meeting):
            raise Fault("has a region in which threads meet")
        return out.values[0]

    return run


def _subgroup_reduced(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    op: dialect.SubgroupReduceOp = op_of(group)
    combine, stride = _combined(op.op.value, op.value.type), op.cluster_stride.value
    size = op.cluster_size.value if op.cluster_size is not None else block.subgroup_size
    values = {thread.lane: value for thread, value in zip(group, _values(group), strict=True)}
    span = size * stride
    totals: list[Any] = []
    for lane in values:
        start = lane // span * span + lane % stride
        mates = [values[mate] for mate in range(start, start + span, stride) if mate in values]
        total = mates[0]
        for value in mates[1:]:
            total = combine(total, value)
        totals.append(total)
    return totals


def _shuffled(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    del block
    op: dialect.ShuffleOp = op_of(group)
    asked = dict(zip((thread.lane for thread in group), _values(group), strict=True))
    widths = {width for _, _, width in asked.values()}
    if len(widths) > 1:
        raise Fault(f"has different widths in the threads of a subgroup: {sorted(widths)}")
    results: list[Any] = []
    for lane, (value, offset, width) in asked.items():
        source = _source(op.mode.value, lane, offset)
        valid = 0 <= source < width and source in asked
        results.append((asked[source][0] if valid else value, int(valid)))
    return results


def _source(mode: str, lane: int, offset: int) -> int:
    """Whose value a lane gets."""
    if mode == "xor":
        return lane ^ offset
    return {"up": lane - offset, "down": lane + offset, "idx": offset}[mode]


AGREEMENTS: dict[str, Agreement] = {
    "gpu.barrier": _let_go,
    "gpu.all_reduce": _all_reduced,
    "gpu.subgroup_reduce": _subgroup_reduced,
    "gpu.shuffle": _shuffled,
}


# -- Printing --------------------------------------------------------------------------------------------------------

_CONVERSION = re.compile(r"%([-+ #0]*\d*(?:\.\d+)?)(?:hh|h|ll|l|z|j|t)?([diuoxXeEfFgGcs%])")


@semantics(dialect.PrintfOp)
def printf(op: dialect.PrintfOp, machine: Machine) -> Kernel:
    """Text, for the output of the run."""
    types = [value.type for value in op.args]
    pieces = _CONVERSION.sub(lambda match: f"%{match.group(1)}{match.group(2).replace('u', 'd')}", op.format.value)

    def run(*values: Any) -> None:
        shown = tuple(_printed(value, type) for value, type in zip(values, types, strict=True))
        try:
            machine.output.append(pieces % shown)
        except (TypeError, ValueError) as error:
            raise Fault(f"has a format that does not fit its values: {error}") from None

    return run


def _printed(value: Any, type: Type) -> Any:
    if isinstance(type, FloatType):
        return scalar_to_python(value, type)
    width = type.width if isinstance(type, IntegerType) else 64
    assert isinstance(type, (IntegerType, IndexType))
    return to_signed(value, width)


# -- Memory, as the host sees it -------------------------------------------------------------------------------------


@semantics(dialect.AllocOp)
def alloc(op: dialect.AllocOp, machine: Machine) -> Kernel:
    """Memory of which nothing is written."""
    type = op.memref.type
    assert isinstance(type, MemRefType)
    first, count = len(op.asyncDependencies), len(op.dynamicSizes)

    def run(*operands: Any) -> Any:
        sizes = filled(type.shape, iter(operands[first : first + count]))
        memref_value = allocate(type, sizes, used_indices(operands[first + count :]), machine, "heap")
        return (memref_value, TOKEN) if len(op.results) == 2 else memref_value

    return run


@semantics(dialect.DeallocOp)
def dealloc(op: dialect.DeallocOp, machine: Machine) -> Kernel:
    """Nothing may touch the memory any more."""
    del machine

    def run(*operands: Any) -> Any:
        free(used_memref(operands[-1]).buffer)
        return _token(op)

    return run


@semantics(dialect.MemcpyOp)
def memcpy(op: dialect.MemcpyOp, machine: Machine) -> Kernel:
    """All elements, whether written or not."""
    del machine

    def run(*operands: Any) -> Any:
        used_memref(operands[-2]).copy_from(used_memref(operands[-1]))
        return _token(op)

    return run


@semantics(dialect.MemsetOp)
def memset(op: dialect.MemsetOp, machine: Machine) -> Kernel:
    """The value, in each element."""
    del machine

    def run(*operands: Any) -> Any:
        target, value = used_memref(operands[-2]), operands[-1]
        for place in positions(*target.sizes):
            target.store(place, value)
        return _token(op)

    return run


@semantics(dialect.WaitOp)
def wait(op: dialect.WaitOp, machine: Machine) -> Kernel:
    """All is done already."""
    del machine
    return lambda *_: _token(op)
