"""The pass `parallel-iterations`: loops around kernels whose iterations do not depend on each other become parallel.

    loop.for %image = 0 to 8 {                     loop.parallel (%image) = (0) to (8) {
      %rows = memref.alloc() : …                     …
      call @layer(%rows, …)                 =>     }
      call @next_layer(%rows, %result[%image], …)
    }

Threads that share the iterations of such a loop meet once, at its end, and what an iteration computes stays in the
caches of one core; threads that share each kernel inside meet at the end of each. So a loop is made parallel if its
iterations can be shared evenly.

Iterations are apart if what one of them writes is memory that it allocates, or a slice of a memref at the place of its
counter. The pass runs when schedules are written, but not applied. `parallel-to-threads` shares the loops.
"""

from __future__ import annotations

from typing import NamedTuple

from dlc.dialects import loop, memref
from dlc.dialects.func import FuncOp
from dlc.ir import Operation, Value
from dlc.ir.affine import IntegerSet
from dlc.ir.symbol_table import SymbolTable
from dlc.ir.views import defining_view

from ..loops.schedules.schedule import has_schedule
from ..loops.transforms.parallelize import parallel_of
from ..manager import Pass, PassRun, option, statistic
from ..memory.aliases import may_share_memory
from ..memory.memory_uses import MemoryUses
from .work import GRAIN, threads_of, work_of

EVENLY = 17, 20
"""The least share of the time of all threads that iterations must fill, as a fraction."""


class Place(NamedTuple):
    """A slice of a memref at the place of a counter."""

    memory: Value
    dim: int


class ParallelIterations(Pass):
    """Let independent iterations of loops around kernels run at the same time

    The number of threads is that of the cores of `loop.machine`.

    Example: describe-machine{cores=2},parallel-iterations{grain=1}
        func.func @f(%a: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            %row = memref.subview %a[%i, 0] [1, 8] [1, 1]
              : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
            func.call @double(%row) : (memref<8xf32, strided<[1], offset: ?>>) -> ()
          }
          return
        }
        func.func private @double(%m: memref<8xf32, strided<[1], offset: ?>>) {
          loop.for %i = 0 to 8 {
            %x = loop.load %m[%i] : memref<8xf32, strided<[1], offset: ?>>
            %y = arith.addf %x, %x : f32
            loop.store %y, %m[%i] : memref<8xf32, strided<[1], offset: ?>>
          }
          return
        }
    """

    name = "parallel-iterations"
    anchor = "builtin.module"
    grain: int = option("The work that is worth a thread, in scalar additions", default=GRAIN, least=1)
    parallel = statistic("num-parallel", "Number of loops that became parallel")

    def run(self, op: Operation, run: PassRun) -> None:
        threads = threads_of(op, run)
        if threads is None:
            return
        uses = MemoryUses(SymbolTable(op))
        for each in [each for each in op.walk() if isinstance(each, loop.ForOp)]:
            evenly = shared_evenly(each, threads)
            if evenly is not None and self._is_worth_it(each) and are_apart(each, uses):
                where_it_holds(evenly, each)
                parallel_of([each])
                run.count(self.parallel)

    def _is_worth_it(self, op: loop.ForOp) -> bool:
        """Return whether a loop is no kernel, is inside no other loop, and has enough work for a thread."""
        is_outermost = isinstance(op.parent_op, FuncOp) and not op.results
        return is_outermost and not has_schedule(op) and work_of(op) >= self.grain


def shared_evenly(op: loop.ForOp, threads: int) -> IntegerSet | None:
    """Return for which operands of its upper bound the iterations of a loop can be shared evenly.

    `None` if there are none, or the loop has other bounds than 0 and a single one.
    """
    upper = op.upper_map
    if op.constant_lower != 0 or op.step_value != 1 or upper.num_results != 1:
        return None
    least, of = EVENLY
    [count] = upper.results
    rounds = count.ceildiv(threads)
    points = IntegerSet(upper.num_dims, upper.num_symbols, [count * of - rounds * (least * threads)], [False])
    return None if points.is_empty() else points


def where_it_holds(points: IntegerSet, op: loop.ForOp) -> None:
    """Put a loop into a condition, with a copy of it where the condition does not hold; not if it always does."""
    if points.as_map.results[0].constant_value is not None:
        return
    condition = loop.IfOp.on(points, op.upper_operands, has_else=True, location=op.location)
    op.block.insert_before(condition, op)
    other = op.clone()
    op.detach()
    for block, content in zip((condition.then_block, condition.else_block), (op, other), strict=True):
        assert block is not None, "the condition has both regions"
        block.append(content)
        block.append(loop.YieldOp.of(()))


def are_apart(op: loop.ForOp, known: MemoryUses) -> bool:
    """Return whether no iteration of a loop uses memory that another one writes."""
    uses = known.of(op)
    if uses is None:
        return False
    places = [_place_of(use.value, op) for use in uses]
    for written, own in zip(uses, places, strict=True):
        for other, place in zip(uses, places, strict=True):
            if not written.writes or not may_share_memory(written.origin, other.origin, across=op):
                continue
            if own is None or own != place or not (written.origin.is_one_to_one and other.origin.is_one_to_one):
                return False
    return True


def _place_of(value: Value, op: loop.ForOp) -> Place | None:
    """Return the slice that a memref is a view of, if that is the slice at the place of the loop's counter."""
    view: Operation | None = None
    while (definer := defining_view(value)) is not None and op.is_ancestor_of(definer[0]):
        view, interface = definer
        value = interface.view_source(view)
    if not isinstance(view, memref.SubViewOp) or value.is_inside(op):
        return None
    counter = op.induction_variable
    for dim, (offset, size) in enumerate(zip(view.mixed_offsets, view.mixed_sizes, strict=True)):
        if offset is counter and size == 1:
            return Place(value, dim)
    return None
