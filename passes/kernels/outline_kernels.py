"""The pass `outline-kernels`: each nest of loops becomes a function of its own, and nests that are alike the same one.

A network has the same layers over and over. As functions they are scheduled, lowered and compiled once, and several of
them at the same time; no call is inlined, so that LLVM's work grows with the kernels, and not with their calls. What
memory a nest touches is passed to it, with `llvm.noalias` where the nest's surroundings show that two memrefs are
different memory.

A nest is the outermost loop that does nothing but compute: loops that call functions, allocate or copy, or run as long
as a condition holds, are the program around kernels, and stay where they are.
"""

from __future__ import annotations

from dlc.dialects import func, loop
from dlc.dialects.func import FuncOp
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.operations import Operation
from dlc.ir.symbol_table import SymbolTable
from dlc.ir.traits import ConstantLike

from ..generic.captured_values import argument_attributes, passed_values, used_values
from ..generic.distinct_functions import DistinctFunctions, function_of
from ..loops.analysis.workloads import kernels_in
from ..manager.declaration import Pass, PassRun, statistic
from ..manager.options import option

LEAST_WORK = 2000
"""How many scalar ops a nest has to run for a call not to matter."""


class OutlineKernels(Pass):
    """Make functions of nests of loops, one for all that are alike

    Example: outline-kernels{least-work=1}
        func.func @twice(%x: memref<8xf32>, %y: memref<8xf32>) {
          loop.for %i = 0 to 8 {
            %0 = loop.load %x[%i] : memref<8xf32>
            loop.store %0, %y[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "outline-kernels"
    anchor = "builtin.module"
    least_work: int = option("How many scalar ops a nest runs that becomes a function", default=LEAST_WORK)
    outlined = statistic("num-outlined", "Number of nests that became calls")
    functions = statistic("num-functions", "Number of functions made")

    def run(self, op: Operation, run: PassRun) -> None:
        kernels = Kernels(op)
        for function in [each for each in op.walk() if isinstance(each, FuncOp) and not each.body.is_empty]:
            for workload in kernels_in(function):
                if workload.is_affine and workload.work() >= self.least_work:
                    kernels.outline(workload.root, function)
                    run.count(self.outlined)
        run.count(self.functions, kernels.functions.count)
        if not kernels.functions.count:
            run.mark_unchanged()


class Kernels:
    """The functions made so far."""

    def __init__(self, module: Operation) -> None:
        self.functions = DistinctFunctions(SymbolTable(module))

    def outline(self, nest: loop.ForOp, host: FuncOp) -> func.CallOp:
        """A call in place of a nest."""
        used = [value for value in used_values(nest) if not _is_constant(value.defining_op)]
        captured = passed_values(nest, used)
        outlined = function_of([nest], captured, argument_attributes(nest, captured))
        outlined.no_inline = UNIT
        function = self.functions.known_or_new(outlined, f"{host.sym_name.value}_kernel")
        call = func.CallOp.of(function, captured)
        call.location = nest.location
        block = nest.parent
        assert block is not None
        block.insert_before(call, nest)
        nest.replace_all_uses_with(list(call.results))
        nest.erase()
        return call


def _is_constant(op: Operation | None) -> bool:
    return op is not None and ConstantLike in op.traits
