"""The pass `outline-kernels`: each nest of loops becomes a function of its own, and nests that are alike the same one.

A network has the same layers over and over. As functions they are scheduled, lowered and compiled once, and several of
them at the same time; no call is inlined, so that LLVM's work grows with the kernels, and not with their calls. What
memory a nest touches is passed to it, with `llvm.noalias` where the nest's surroundings show that two memrefs are
different memory. Constants are passed where nests differ only in them (`passed_constants`).

A nest that runs few ops stays where it is: a call would matter. But LLVM's time grows faster than what one function
computes, so where such nests are large together, they become functions as well.

A nest is the outermost loop that does nothing but compute: loops that call functions, allocate or copy, or run as long
as a condition holds, are the program around kernels, and stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import arith, func, loop
from dlc.dialects.func import FuncOp
from dlc.ir import Builder, Operation, TypedAttribute, Value
from dlc.ir.builtin_attributes import DictionaryAttr, StringAttr
from dlc.ir.symbol_table import SymbolTable
from dlc.ir.traits import ConstantLike

from ..generic.captured_values import argument_attributes, passed_values, used_values
from ..generic.distinct_functions import Alike, function_of
from ..loops.analysis.workloads import kernels_in
from ..manager import Pass, PassRun, option, statistic
from .passed_constants import constants_at, pass_constants, places_of_constants

LEAST_WORK = 2000
"""How many scalar ops a nest has to run for a call not to matter."""
MOST_OPS = 512
"""How many ops the nests that stay in a function may have together."""


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
    least_work: int = option("How many scalar ops a nest runs that becomes a function", default=LEAST_WORK, least=0)
    most_ops: int = option(
        "How many ops the nests that stay in a function may have together", default=MOST_OPS, least=0
    )
    outlined = statistic("num-outlined", "Number of nests that became calls")
    functions = statistic("num-functions", "Number of functions made")

    def run(self, op: Operation, run: PassRun) -> None:
        kernels = Kernels()
        for function in [each for each in op.walk() if isinstance(each, FuncOp) and not each.body.is_empty]:
            for nest in self._nests_in(function):
                kernels.add(nest, function)
                run.count(self.outlined)
        run.count(self.functions, len(kernels.groups))
        if kernels.groups:
            kernels.outline(SymbolTable(op))
        else:
            run.mark_unchanged()

    def _nests_in(self, function: FuncOp) -> list[loop.ForOp]:
        """Return the nests that run long enough for a call, or all where the others are large together."""
        nests = [workload for workload in kernels_in(function) if workload.is_affine]
        long = [workload for workload in nests if workload.work() >= self.least_work]
        others = set(nests).difference(long)
        are_large = sum(sum(1 for _ in workload.root.walk()) for workload in others) > self.most_ops
        return [workload.root for workload in (nests if are_large else long)]


class Nest(NamedTuple):
    """A nest that becomes a call."""

    root: loop.ForOp
    host: FuncOp
    captured: Sequence[Value]
    """The values that the function takes."""
    attributes: Sequence[DictionaryAttr] | None
    """The attributes of its arguments."""
    constants: Sequence[TypedAttribute]
    """The constants that may be passed to a function."""

    def function(self) -> FuncOp:
        """Return a function that does the same, without a name."""
        return function_of([self.root], self.captured, self.attributes)


class Kernels:
    """The nests of a module that become calls, those that are alike together."""

    def __init__(self) -> None:
        self.groups: Alike[list[Nest]] = Alike()

    def add(self, root: loop.ForOp, host: FuncOp) -> None:
        """Add a nest to those that differ from it at most in constants."""
        used = [value for value in used_values(root) if not _is_constant(value.defining_op)]
        captured = passed_values(root, used)
        attributes = argument_attributes(root, captured)
        form = function_of([root], captured, attributes)
        places = places_of_constants(form)
        nest = Nest(root, host, captured, attributes, constants_at(places))
        pass_constants(form, places, range(len(places)))
        self.groups.known_or_new(form, list).append(nest)

    def outline(self, symbols: SymbolTable) -> None:
        """Put functions into a module, and calls in place of the nests."""
        calls = [call for nests in self.groups for call in _calls_of_one_function(nests, symbols)]
        for nest, call in calls:
            nest.replace_all_uses_with(list(call.results))
            nest.erase()


def _calls_of_one_function(nests: Sequence[Nest], symbols: SymbolTable) -> list[tuple[loop.ForOp, func.CallOp]]:
    """Return calls of a new function, each before its nest; constants that are not the same in all are passed."""
    first = nests[0]
    function = first.function()
    function.sym_name = StringAttr(f"{first.host.sym_name.value}_kernel")
    columns = list(zip(*(nest.constants for nest in nests), strict=True))
    differing = [None if len(set(column)) == 1 else column for column in columns]
    passed = pass_constants(function, places_of_constants(function), differing)
    symbols.insert(function)
    return [(nest.root, _call(function, nest, [nest.constants[number] for number in passed])) for nest in nests]


def _call(function: FuncOp, nest: Nest, constants: Sequence[TypedAttribute]) -> func.CallOp:
    builder = Builder.before(nest.root)
    passed = [builder.insert(arith.ConstantOp(constant)).result for constant in constants]
    call = func.CallOp.of(function, [*nest.captured, *passed])
    call.location = nest.root.location
    return builder.insert(call)


def _is_constant(op: Operation | None) -> bool:
    return op is not None and ConstantLike in op.traits
