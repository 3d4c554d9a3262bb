"""Elements at computed positions that a loop reads one after the other, read in that loop from where they come.

Scatters are loops that read each update once. If updates are elements of gathered rows, as in layers of graph networks
and in embedding bags, storing them and loading them again would take longer than all else. `fuse-elementwise` does this
last, so that what gathered elements are multiplied with is part of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dlc.dialects import loop, tensor
from dlc.ir import Builder, Operation, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.builtin_types import ShapedType

from ..generic.loop_invariant_code_motion import hoist_from_loop
from .form_kernels import element_work

MOST_WORK_IN_LOOPS = 8
"""The maximum work of an element. More is better done by kernels, which have schedules."""


def compute_in_loops(ops: Sequence[tensor.StructuredOp]) -> int:
    """Compute elements of ops in the loops that read each of them once; return the number of these ops."""
    count = 0
    for op in reversed(ops):
        read = _only_read(op)
        if read is not None:
            _compute_at(op, read)
            count += 1
    return count


def _only_read(op: tensor.StructuredOp) -> tensor.ExtractOp | None:
    """Return the op that reads each element once in loops around it, if nothing else uses the result."""
    if len(op.results) != 1 or not op.results[0].has_one_use or not op.is_elementwise:
        return None
    read = next(iter(op.results[0].users))
    if not isinstance(read, tensor.ExtractOp) or not _reads_at_loops(op) or element_work(op) > MOST_WORK_IN_LOOPS:
        return None
    if not any(isinstance(each, tensor.ExtractOp) for each in op.walk()):
        return None
    loops = _loops_between(op, read)
    indices = list(read.indices)
    is_once = bool(loops) and len(indices) == len(loops) and set(indices) == {each.induction_variable for each in loops}
    return read if is_once and any(isinstance(each, loop.WhenOp) for each in loops[-1].walk()) else None


def _loops_between(op: Operation, read: Operation) -> list[loop.ForOp]:
    """Return the loops around a read that are not around an op, innermost first; none if there is other control."""
    loops: list[loop.ForOp] = []
    around = read.parent_op
    while around is not None and around is not op.parent_op:
        if isinstance(around, loop.ForOp):
            loops.append(around)
        elif not isinstance(around, loop.WhenOp):
            return []
        around = around.parent_op
    return loops


def _reads_at_loops(op: tensor.StructuredOp) -> bool:
    """Return whether all operands are read, and the result is written, at plain indices of the op's loops."""
    return all(len(plain_dims(map)) == map.num_results for map in op.grid.maps)


def _compute_at(op: tensor.StructuredOp, read: tensor.ExtractOp) -> None:
    """Replace an element that is read by its computation: what inner loops do not change is computed before them."""
    builder = Builder.before(read, op.kept_location)
    [own] = op.grid.output_maps
    at = dict(zip(plain_dims(own), read.indices, strict=True))
    loops = _loops_between(op, read)

    def element(value: Value, map: AffineMap) -> Value:
        if not isinstance(value.type, ShapedType):
            return value
        places = [at[dim] for dim in plain_dims(map)]
        unused = next((number for number, each in enumerate(loops) if each.induction_variable in places), len(loops))
        before = Builder.before(loops[unused - 1] if unused else read, op.kept_location)
        return before.insert(tensor.ExtractOp(value, places)).result

    inputs = [element(value, map) for value, map in zip(op.inputs, op.grid.maps, strict=False)]
    indices = [at[dim] for dim in range(own.num_dims)]
    [computed] = op.emit(builder, [*inputs, *op.outputs], indices)
    read.result.replace_all_uses_with(computed)
    read.erase()
    op.erase()
    for each in loops:
        hoist_from_loop(each)


@lru_cache(maxsize=4096)
def plain_dims(map: AffineMap) -> tuple[int, ...]:
    """The dimensions that stand alone as a result of a map."""
    return tuple([expr.position for expr in map.results if isinstance(expr, AffineDimExpr)])
