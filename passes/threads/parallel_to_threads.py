"""The pass `parallel-to-threads`: parallel loops become calls of functions that run on several threads.

    loop.parallel (%i) = (0) to (%n) { … }
    =>
    %count = …
    func.call @f_parallel_launch(%count, …)

The iterations are outlined to a function of a range of them (`threads.outlining`). The function that is called, the
*launcher*, calls it for all iterations: the program is still sequential, with the same results. After the lowering to
`llvm`, the pass `launch-on-threads` replaces the launcher's body by a call of the thread pool.

A loop that is known to have too little work stays as it is; sections of a program (`parallel-sections`) have enough. If
its size is unknown, the pool decides at run time (`grain`: the iterations that are worth a thread). In nested parallel
loops, the outermost one with enough work is divided; threads start no threads. Reductions are computed in chunks of
fixed size, whose results are combined in order: the result does not depend on the number or speed of threads. Its
rounding differs from that of sequential iterations, which `loop.parallel` allows. `assign` and reductions without an
identity stay sequential.
"""

from __future__ import annotations

from dlc.dialects import arith, func, loop
from dlc.dialects.func import FuncOp
from dlc.ir import Builder, Operation, TypedAttribute
from dlc.ir.builtin_attributes import UNIT, DictionaryAttr, SymbolRefAttr, int_attr
from dlc.ir.builtin_types import i64, index
from dlc.ir.symbol_table import SymbolTable, nearest_symbol_table

from ..loops.analysis.workloads import LIKELY
from ..manager import Pass, PassRun, option, statistic
from .division import Division, divided_dimensions
from .outlining import Outlined
from .partial_results import share_reduction
from .work import GRAIN, work_of

LAUNCH = "llvm.launch"
"""The attribute of a launcher: the function that it calls for ranges of iterations, the number of iterations that are
worth a thread, and the number of threads. It belongs to the dialect `llvm` in order to survive the lowering."""


class ParallelToThreads(Pass):
    """Turn parallel loops into functions that several threads can run

    Example: parallel-to-threads{threads=4 grain=100}
        func.func @fill(%m: memref<?xf32>, %n: index, %x: f32) {
          loop.parallel (%i) = (0) to (symbol(%n)) {
            loop.store %x, %m[%i] : memref<?xf32>
          }
          return
        }
    """

    name = "parallel-to-threads"
    anchor = "builtin.module"
    threads: int = option("The maximum number of threads", default=2, least=1)
    grain: int = option("The work that is worth a thread, in scalar additions", default=GRAIN, least=1)
    shared = statistic("num-shared", "Number of parallel loops shared among threads")
    kept = statistic("num-kept", "Number of parallel loops that stay sequential because they have too little work")

    def run(self, op: Operation, run: PassRun) -> None:
        sharing = Sharing(self.threads, self.grain)
        for function in [each for each in op.walk() if isinstance(each, FuncOp) and not each.body.is_empty]:
            shared, kept = sharing.share_in(function)
            run.count(self.shared, shared)
            run.count(self.kept, kept)


class Sharing:
    """The division of parallel loops among a number of threads."""

    def __init__(self, threads: int, grain: int) -> None:
        self.threads = threads
        self.grain = grain
        self._tables: dict[Operation, SymbolTable] = {}

    def share_in(self, function: FuncOp) -> tuple[int, int]:
        """Share the loops of a function that have enough work; return how many were shared and how many not."""
        shared = kept = 0
        pending = [(op, list(op.ancestors)) for op in function.walk() if isinstance(op, loop.ParallelOp)]
        done: set[Operation] = set()
        for op, ancestors in pending:
            if any(around in done for around in ancestors):
                continue
            if self.share(op, function):
                done.add(op)
                shared += 1
            else:
                kept += 1
        for op in done:
            op.erase()
        return shared, kept

    def share(self, op: loop.ParallelOp, function: FuncOp) -> bool:
        """Insert a call before a loop and replace the loop's results; return False if it has too little work."""
        starts = _starts(op)
        dims = divided_dimensions(op, self.threads)
        if not dims or starts is None or self.threads < 2:
            return False
        grain = 1 if loop.SECTIONS in op.attributes else max(1, -(-self.grain // _work_of_iteration(op, dims)))
        division = Division(op, dims)
        known = division.known_count()
        if known is not None and known <= grain:
            return False
        table = self._table(function)
        name = table.unique_name(f"{function.sym_name.value}_parallel")
        outlined = Outlined(division, name, starts)
        table.insert(outlined.function)
        if starts:
            return share_reduction(outlined, grain, self.launcher, table)
        launcher = self.launcher(outlined.function, grain, table)
        Builder.before(op).insert(func.CallOp(launcher, [division.count(), *outlined.captured], []))
        return True

    def launcher(self, body: FuncOp, grain: int, table: SymbolTable) -> SymbolRefAttr:
        """Create a function that calls `body` for all iterations below a count; return its name."""
        types = body.type.inputs[2:]
        launcher_op = FuncOp.of(f"{body.sym_name.value}_launch", [index, *types], visibility="private")
        launcher_op.location = body.location
        launcher_op.no_inline = UNIT
        launcher_op.attributes[func.BARE_POINTERS] = UNIT
        count, *passed = launcher_op.entry.args
        count.name_hint = "count"
        for argument, inner in zip(passed, body.entry.args[2:], strict=True):
            argument.name_hint = inner.name_hint
        builder = Builder.at_end(launcher_op.entry, body.location)
        zero = builder.insert(arith.ConstantOp(int_attr(0, index)))
        builder.insert(func.CallOp(SymbolRefAttr(body.sym_name.value), [zero.results[0], count, *passed], []))
        builder.insert(func.ReturnOp())
        launcher_op.attributes[LAUNCH] = DictionaryAttr.of(
            {
                "body": SymbolRefAttr(body.sym_name.value),
                "grain": int_attr(grain, i64),
                "threads": int_attr(self.threads, i64),
            }
        )
        return SymbolRefAttr(table.insert(launcher_op))

    def _table(self, function: FuncOp) -> SymbolTable:
        module = nearest_symbol_table(function)
        assert module is not None, "the pass is anchored on a module"
        table = self._tables.get(module)
        if table is None:
            table = self._tables[module] = SymbolTable(module)
        return table


def _work_of_iteration(op: loop.ParallelOp, dims: range) -> int:
    """Return the work of one iteration of the divided dimensions."""
    work = max(work_of(op), 1)
    for dim, trips in enumerate(op.constant_trip_counts()):
        if dim not in dims:
            work *= LIKELY if trips is None else max(trips, 1)
    return work


def _starts(op: loop.ParallelOp) -> list[TypedAttribute] | None:
    """Return the identity of each reduction, or `None` if one has none."""
    identities = [loop.identity_of(word, type) for word, type in zip(op.reduction_words, op.result_types, strict=True)]
    known = [each for each in identities if each is not None]
    return known if len(known) == len(identities) else None
