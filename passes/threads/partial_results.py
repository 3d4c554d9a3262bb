"""Reductions of parallel loops: each chunk of iterations computes a partial result; these are combined in order.

    %s = loop.parallel (%i) = (0) to (%n) reduce ("addf") -> (f32) { … }
    =>
    %parts = memref.alloca() : memref<64xf32>
    func.call @f_parallel_parts_launch(%blocks, %size, %n, %parts, …)     // parts[b] = the sum over its iterations
    %s = loop.for %b = 0 to %blocks iter_args(%sum = -0.0) { … %sum + %parts[%b] … }

There are at most 64 chunks, independent of the number of threads, so that this number does not change the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import arith, func, loop, memref
from dlc.dialects.func import FuncOp
from dlc.ir import Builder, Value
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.builtin_attributes import UNIT, SymbolRefAttr, int_attr
from dlc.ir.builtin_types import MemRefType, index
from dlc.ir.symbol_table import SymbolTable

from .outlining import Outlined

MOST_PARTS = 64
MakeLauncher = Callable[[FuncOp, int, SymbolTable], SymbolRefAttr]


def share_reduction(outlined: Outlined, grain: int, launcher: MakeLauncher, table: SymbolTable) -> bool:
    """Compute the partial results on threads, combine them and replace the results of the loop; return True."""
    op, division = outlined.op, outlined.division
    parts_function = _parts_function(outlined, table)
    launch = launcher(parts_function, 1, table)
    builder = Builder.before(op)
    count = division.count()
    [d0] = affine_dims(1)
    share = builder.insert(loop.ApplyOp.of(AffineMap(1, 0, [d0.ceildiv(MOST_PARTS)]), [count])).result
    size = builder.insert(arith.MaxSIOp(share, division.number(grain))).result
    blocks = builder.insert(arith.CeilDivSIOp(count, size)).result
    memory = [builder.insert(memref.AllocaOp(MemRefType((MOST_PARTS,), type))).results[0] for type in op.result_types]
    builder.insert(func.CallOp(launch, [blocks, size, count, *memory, *outlined.captured], []))
    _combine(outlined, builder, blocks, memory)
    return True


def _parts_function(outlined: Outlined, table: SymbolTable) -> FuncOp:
    """Create `@parts(%begin, %end, %size, %count, %parts…, …)`, which stores a range of partial results."""
    types = [MemRefType((MOST_PARTS,), type) for type in outlined.op.result_types]
    passed = outlined.function.type.inputs[2:]
    name = table.unique_name(f"{outlined.function.sym_name.value}_parts")
    function = FuncOp.of(name, [index, index, index, index, *types, *passed], visibility="private")
    function.location = outlined.op.location
    function.attributes[func.BARE_POINTERS] = UNIT
    table.insert(function)
    begin, end, size, count, *arguments = function.entry.args
    memory, captured = arguments[: len(types)], arguments[len(types) :]
    builder = Builder.at_end(function.entry, outlined.op.location)
    parts = builder.insert(loop.ForOp.over(begin, end, location=outlined.op.location))
    inside = Builder.at_end(parts.body, outlined.op.location)
    first = inside.insert(arith.MulIOp(parts.induction_variable, size)).result
    chunk_end = inside.insert(arith.AddIOp(first, size)).result
    last = inside.insert(arith.MinSIOp(chunk_end, count)).result
    callee = SymbolRefAttr(outlined.function.sym_name.value)
    call = inside.insert(func.CallOp(callee, [first, last, *captured], outlined.op.result_types))
    for value, buffer in zip(call.results, memory, strict=True):
        inside.insert(memref.StoreOp(value, buffer, [parts.induction_variable]))
    parts.close()
    builder.insert(func.ReturnOp())
    return function


def _combine(outlined: Outlined, builder: Builder, blocks: Value, memory: Sequence[Value]) -> None:
    op = outlined.op
    starts = [builder.insert(arith.ConstantOp(start)).results[0] for start in outlined.starts]
    zero = builder.insert(arith.ConstantOp(int_attr(0, index))).results[0]
    parts = builder.insert(loop.ForOp.over(zero, blocks, 1, starts, location=op.location))
    inside = Builder.at_end(parts.body, op.location)
    loaded = [inside.insert(memref.LoadOp(place, [parts.induction_variable])).results[0] for place in memory]
    combined = [
        inside.insert(arith.COMBINERS[word].combine(so_far, value)).results[0]
        for word, so_far, value in zip(op.reduction_words, parts.carried, loaded, strict=True)
    ]
    parts.close(combined)
    for old, new in zip(op.results, parts.results, strict=True):
        old.hand_over_to(new)
