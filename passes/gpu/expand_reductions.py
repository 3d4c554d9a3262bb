"""The pass `gpu-expand-reductions`: reductions over blocks and subgroups become exchanges between threads.

Over a subgroup, each thread combines its value with that of the lane at a distance of 1, 2, 4 … 16, and 32 where
subgroups have 64 threads; then all threads have the result. Over a block, the first lane of each subgroup stores that
result in a buffer of the block. After a barrier, all threads combine the elements of the buffer, in order; a second
barrier allows the buffer to be used again. If the size of a block is not a multiple of the subgroup's, every thread
stores its own value.

The size of a block must be known: the launch has constant sizes, or the function has `known_block_size`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import arith, gpu, loop, memref
from dlc.ir import Builder, IRMapping, Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineMap, IntegerSet
from dlc.ir.builtin_attributes import IntegerAttr, int_attr
from dlc.ir.builtin_types import MemRefType, VectorType, i32, index
from dlc.ir.values import constant_of

from ..manager import Pass, PassRun, statistic

Combine = Callable[[Value, Value], Value]
Holder = gpu.GPUFuncOp | gpu.LaunchOp


class GPUExpandReductions(Pass):
    """Turn reductions over blocks and subgroups into exchanges between threads

    Example: gpu-expand-reductions
        gpu.module @kernels {
          gpu.func @sum(%x: f32, %m: memref<f32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
            %sum = gpu.all_reduce add %x uniform {} : (f32) -> f32
            memref.store %sum, %m[] : memref<f32>
            gpu.return
          }
        }
    """

    name = "gpu-expand-reductions"
    expanded = statistic("num-expanded", "Number of reductions expanded")

    def run(self, op: Operation, run: PassRun) -> None:
        reductions = [inner for inner in op.walk() if isinstance(inner, (gpu.AllReduceOp, gpu.SubgroupReduceOp))]
        for inner in reductions:
            problem = expand(inner)
            if problem is not None:
                run.error(inner, problem)
            else:
                run.count(self.expanded)
        if not reductions:
            run.mark_idle("there are no reductions over threads")


def expand(op: gpu.AllReduceOp | gpu.SubgroupReduceOp) -> str | None:
    """Expand a reduction; return the reason if that is not possible, otherwise `None`."""
    if isinstance(op.value.type, VectorType):
        return f"reduces numbers, one by one, but got '{op.value.type}'"
    builder, subgroup = Builder.before(op), gpu.subgroup_size_around(op)
    if isinstance(op, gpu.SubgroupReduceOp):
        size = op.cluster_size.value if op.cluster_size is not None else subgroup
        if size * op.cluster_stride.value > subgroup:
            return f"reduces within subgroups of {subgroup} threads, but got clusters over {size} lanes and a stride"
        result = _over_lanes(builder, op.value, subgroup, size, op.cluster_stride.value, _combining(builder, op))
    else:
        holder = next((around for around in op.ancestors if isinstance(around, (gpu.GPUFuncOp, gpu.LaunchOp))), None)
        sizes = _block_sizes(holder) if holder is not None else None
        if holder is None or sizes is None:
            return "needs a block of known size, which nothing around it says"
        result = _over_block(builder, op, holder, sizes)
    op.result.replace_all_uses_with(result)
    op.erase()
    return None


# -- Surroundings ------------------------------------------------------------------------------------------------------


def _block_sizes(holder: Holder) -> Sequence[int] | None:
    if isinstance(holder, gpu.GPUFuncOp):
        return holder.known_block_size.elements if holder.known_block_size is not None else None
    constants = [constant_of(size) for size in holder.block_sizes]
    numbers = [each.value for each in constants if isinstance(each, IntegerAttr)]
    return numbers if len(numbers) == len(constants) else None


# -- How two values are combined ---------------------------------------------------------------------------------------


def _combining(builder: Builder, op: gpu.AllReduceOp | gpu.SubgroupReduceOp) -> Combine:
    """Return a function that combines two values by the op of the kind, or by a copy of the region."""
    kind = op.op
    if kind is None:
        assert isinstance(op, gpu.AllReduceOp)
        return lambda first, second: _inlined(builder, op, first, second)
    combiner = arith.combiner_of(kind.value, op.value.type)
    assert combiner is not None, "the verifier has checked that the kind fits the type"
    return lambda first, second: builder.insert(combiner.combine(first, second)).results[0]


def _inlined(builder: Builder, op: gpu.AllReduceOp, first: Value, second: Value) -> Value:
    block, mapping = op.body.single_block, IRMapping()
    mapping.map(block.args, [first, second])
    for inner in block.ops:
        if isinstance(inner, gpu.YieldOp):
            return mapping.values.get(inner.operands[0], inner.operands[0])
        builder.insert(inner.clone(mapping))
    raise AssertionError("the verifier has seen that the region yields")


# -- Over subgroups and blocks -----------------------------------------------------------------------------------------


def _over_lanes(builder: Builder, value: Value, subgroup: int, size: int, stride: int, combine: Combine) -> Value:
    """Return the combination of the values of `size` lanes, `stride` apart; each of these lanes gets it."""
    if size == 1:
        return value
    width = builder.insert(arith.ConstantOp(int_attr(subgroup, i32))).result
    distance = stride
    while distance < size * stride:
        offset = builder.insert(arith.ConstantOp(int_attr(distance, i32))).result
        other = builder.insert(gpu.ShuffleOp(value, offset, width, gpu.ShuffleModeAttr("xor"))).shuffleResult
        value = combine(value, other)
        distance *= 2
    return value


def _over_block(builder: Builder, op: gpu.AllReduceOp, holder: Holder, sizes: Sequence[int]) -> Value:
    count = sizes[0] * sizes[1] * sizes[2]
    combine, subgroup = _combining(builder, op), gpu.subgroup_size_around(op)
    if count == 1:
        return op.value
    whole = count % subgroup == 0
    value = _over_lanes(builder, op.value, subgroup, subgroup, 1, combine) if whole else op.value
    if count == subgroup:
        return value
    number = _thread_number(builder, sizes)
    parts = count // subgroup if whole else count
    buffer = holder.add_workgroup_buffer(MemRefType((parts,), value.type, None, gpu.WORKGROUP))
    buffer.name_hint = "parts"
    _put_part(builder, value, buffer, number, subgroup if whole else 1)
    builder.insert(gpu.BarrierOp())
    result = _combined_parts(builder, buffer, parts, combine)
    builder.insert(gpu.BarrierOp())
    return result


def _thread_number(builder: Builder, sizes: Sequence[int]) -> Value:
    """Return the linear index of the thread in its block, x fastest."""
    ids = [
        builder.insert(gpu.ThreadIdOp(gpu.DimAttr(word))).result
        for word, size in zip(gpu.DIMENSIONS, sizes, strict=True)
        if size > 1
    ]
    factors = [1]
    for size in sizes:
        if size > 1:
            factors.append(factors[-1] * size)
    if len(ids) == 1:
        return ids[0]
    total = AffineDimExpr(0) * 1
    for place, factor in enumerate(factors[1 : len(ids)], start=1):
        total = total + AffineDimExpr(place) * factor
    return builder.insert(loop.ApplyOp.of(AffineMap(len(ids), 0, [total]), ids)).result


def _put_part(builder: Builder, value: Value, buffer: Value, number: Value, width: int) -> None:
    """Store the result of a subgroup, by its first thread; or the value of each thread."""
    if width == 1:
        builder.insert(memref.StoreOp(value, buffer, [number]))
        return
    place = AffineDimExpr(0)
    first = builder.insert(loop.IfOp.on(IntegerSet(1, 0, [place % width], [True]), [number]))
    inside = Builder.at_end(first.then_block, builder.location)
    group = inside.insert(loop.ApplyOp.of(AffineMap(1, 0, [place // width]), [number])).result
    inside.insert(memref.StoreOp(value, buffer, [group]))
    inside.insert(loop.YieldOp.of(()))


def _combined_parts(builder: Builder, buffer: Value, count: int, combine: Combine) -> Value:
    """Return the combination of the elements of the buffer, in order."""
    total: Value | None = None
    for number in range(count):
        place = builder.insert(arith.ConstantOp(int_attr(number, index))).result
        part = builder.insert(memref.LoadOp(buffer, [place])).result
        total = part if total is None else combine(total, part)
    assert total is not None, "there are parts"
    return total
