"""The pass `parallel-sections`: loops that do not depend on each other become sections of one parallel loop.

    loop.for %t = 0 to 64 { … }              loop.parallel (%section) = (0) to (2) {
    …                                 =>       loop.when %is_first { loop.for %t = 0 to 64 { … } }
    loop.for %t = 0 to 64 { … }                loop.when %is_second { loop.for %t = 0 to 64 { … } }
                                             } {loop.sections}

The two directions of a recurrent layer are such loops: the steps of each run one after another, and a step is too small
for threads that meet at its end. What the second loop needs moves before the first one.

Only loops around kernels become sections; kernels share their own iterations. The pass runs when schedules are written,
but not applied, so that it knows which kernels will do that. Sections are made where they take clearly less time than
such kernels, one loop after the other. `parallel-to-threads` shares them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, loop
from dlc.dialects.func import CallOp, FuncOp
from dlc.ir import Block, Builder, Operation
from dlc.ir.builtin_attributes import UNIT, int_attr
from dlc.ir.builtin_types import index
from dlc.ir.symbol_table import SymbolTable

from ..kernels.profile_kernels import steps_on
from ..loops.schedules.schedule import has_schedule
from ..loops.transforms.parallelize import LoopParallelize
from ..manager import Pass, PassRun, option, statistic
from ..memory.memory_uses import MemoryUses
from .work import CALL, GRAIN, iterations_of, threads_of, work_of

CLEARLY_LESS = 0.9
"""The share of the time of loops one after the other that sections may take."""
MOST_OPS_BETWEEN = 256
"""The number of ops between two loops up to which it is examined whether they depend on each other."""


class ParallelSections(Pass):
    """Let independent loops around kernels run at the same time

    The number of threads is that of the cores of `loop.machine`.

    Example: describe-machine{cores=2},parallel-sections{grain=1}
        func.func @f(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
          loop.for %i = 1 to 8 {
            func.call @step(%a, %i) : (memref<8xf32>, index) -> ()
          }
          loop.for %i = 1 to 8 {
            func.call @step(%b, %i) : (memref<8xf32>, index) -> ()
          }
          return
        }
        func.func private @step(%m: memref<8xf32>, %i: index) {
          %x = memref.load %m[%i] : memref<8xf32>
          %y = arith.addf %x, %x : f32
          memref.store %y, %m[%i] : memref<8xf32>
          return
        }
    """

    name = "parallel-sections"
    anchor = "builtin.module"
    grain: int = option("The work that is worth a thread, in scalar additions", default=GRAIN, least=1)
    sections = statistic("num-sections", "Number of loops that became sections of parallel loops")

    def run(self, op: Operation, run: PassRun) -> None:
        threads = threads_of(op, run)
        if threads is None:
            return
        sharing = Sections(op, threads, self.grain)
        for function in [each for each in op.walk() if isinstance(each, FuncOp)]:
            for block in function.body.blocks:
                for loops in sharing.groups(block):
                    run_at_once(loops)
                    run.count(self.sections, len(loops))


class Sections:
    """The loops of a module that can run at the same time, and are worth it."""

    def __init__(self, module: Operation, threads: int, grain: int) -> None:
        self.threads = threads
        self.grain = grain
        self._symbols = SymbolTable(module)
        self._uses = MemoryUses(self._symbols)
        self._works: dict[FuncOp, int] = {}

    def groups(self, block: Block) -> list[list[loop.ForOp]]:
        """Return groups of loops of a block, after moving those of a group next to each other."""
        groups: list[list[loop.ForOp]] = []
        for op in [each for each in block.ops if isinstance(each, loop.ForOp) and self._is_candidate(each)]:
            group = groups[-1] if groups else []
            needed = self._needed(group, op) if group and self._is_worth_it([*group, op]) else None
            if needed is None:
                groups.append([op])
                continue
            for each in needed:
                each.move_before(group[0])
            op.move_after(group[-1])
            group.append(op)
        return [group for group in groups if len(group) > 1]

    def _is_candidate(self, op: loop.ForOp) -> bool:
        """Return whether a loop has enough work for a thread, and is no kernel, which has a schedule."""
        return (
            not op.results
            and not has_schedule(op)
            and self._work(op, 1) >= self.grain
            and self._uses.of(op) is not None
        )

    def _needed(self, group: Sequence[loop.ForOp], op: loop.ForOp) -> list[Operation] | None:
        """Return the ops before a loop that must move before a group for the loop to join it, in order.

        `None` if the loop depends on the group.
        """
        needed: list[Operation] = [op]
        current = op.prev
        for _ in range(MOST_OPS_BETWEEN):
            if current is None or current is group[-1]:
                break
            if any(self._uses.depends(each, current) for each in needed):
                needed.append(current)
            current = current.prev
        if current is not group[-1] or any(self._uses.depends(each, other) for each in needed for other in group):
            return None
        return needed[:0:-1]

    def _is_worth_it(self, loops: Sequence[loop.ForOp]) -> bool:
        """Return whether loops take clearly less time as sections than one after the other."""
        threads = [0] * self.threads
        for op in loops:
            threads[threads.index(min(threads))] += self._work(op, 1)
        return max(threads) + self.grain < CLEARLY_LESS * sum(self._work(op, self.threads) for op in loops)

    def _work(self, op: loop.ForOp, threads: int) -> int:
        """Return the work of a loop on the thread that has the most, if its kernels share theirs among threads."""
        return iterations_of(op) * work_of(op, lambda call: self._work_of_call(call, threads))

    def _work_of_call(self, call: CallOp, threads: int) -> int:
        function = self._symbols.lookup(call.callee.root)
        if not isinstance(function, FuncOp) or function.is_declaration():
            return CALL
        if function not in self._works:
            self._works[function] = work_of(function)
        work = self._works[function]
        is_shared = threads > 1 and work >= self.grain and _is_parallel(function)
        return work // threads + self.grain if is_shared else work


def _is_parallel(function: FuncOp) -> bool:
    """Return whether the schedule of a kernel makes a loop parallel."""
    steps = (step for op in function.walk() for step in steps_on(op))
    return any(step.startswith(LoopParallelize.name) for step in steps)


def run_at_once(loops: Sequence[loop.ForOp]) -> loop.ParallelOp:
    """Turn adjacent loops that do not depend on each other into the sections of a parallel loop; return it."""
    first = loops[0]
    parallel = loop.ParallelOp.over([0], [len(loops)], location=first.location)
    parallel.attributes[loop.SECTIONS] = UNIT
    first.block.insert_before(parallel, first)
    [section] = parallel.induction_variables
    section.name_hint = "section"
    builder = Builder.at_end(parallel.body, first.location)
    for number, op in enumerate(loops):
        own_number = builder.insert(arith.ConstantOp(int_attr(number, index))).results[0]
        is_own = builder.insert(arith.CmpIOp.of("eq", section, own_number)).results[0]
        part = builder.insert(loop.WhenOp.on(is_own, location=op.location))
        op.detach()
        part.then_block.append(op)
        part.then_block.append(loop.YieldOp.of(location=op.location))
    parallel.close()
    return parallel
