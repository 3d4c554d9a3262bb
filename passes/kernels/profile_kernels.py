"""The pass `profile-kernels`: calls of kernels are surrounded by calls that note the time, and described.

A description has the work of a kernel, counted before its loops are transformed: the floating-point operations, if all
loops have constant trip counts, and the bytes of the arrays that it accesses, if their shapes are static. Each of them
must be transferred at least once. The program that loads the code defines the function that is called
(`runtime/profile.mlir`); without the pass, nothing is called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, func, loop
from dlc.dialects.func import FuncOp
from dlc.dialects.loop.for_loop import SCHEDULE, TRY_SCHEDULE
from dlc.ir import Attribute, Builder, FileLineColLoc, Location, Operation
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr, int_attr
from dlc.ir.builtin_types import MemRefType, bit_width, i64
from dlc.ir.locations import CallSiteLoc, FusedLoc, NameLoc, OpaqueLoc
from dlc.ir.symbol_table import SymbolTable

from ..manager import Pass, PassRun, statistic
from .work import operations_in

PROFILED = "dlc.profiled_kernels"
"""The attribute of a module with a description of each call of a kernel, in order."""
MARK = "dlc_profile_mark"
"""The function that notes the time: its argument is twice the number of a call, and one more after the call."""
MOST_SOURCES = 8


class ProfileKernels(Pass):
    """Note the time before and after each kernel, and describe the kernels

    Example: profile-kernels
        func.func @main(%m: memref<8xf32>, %x: f32) {
          call @kernel(%m, %x) : (memref<8xf32>, f32) -> ()
          return
        }
        func.func private @kernel(%m: memref<8xf32>, %x: f32) {
          loop.for %i = 0 to 8 {
            loop.store %x, %m[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "profile-kernels"
    anchor = "builtin.module"
    calls = statistic("num-calls", "Number of calls of kernels")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = {each.sym_name.value: each for each in op.walk() if isinstance(each, FuncOp)}
        calls = [each for each in op.walk() if isinstance(each, func.CallOp) and _is_kernel(functions, each)]
        if not calls:
            run.mark_unchanged()
            return
        mark = FuncOp.declaration(MARK, [i64])
        SymbolTable(op).insert(mark)
        for number, call in enumerate(calls):
            _surround(call, mark, number)
            run.count(self.calls)
        callers = Counter(call.callee.root for call in calls)
        described = [
            _description(functions[call.callee.root], call, is_shared=callers[call.callee.root] > 1) for call in calls
        ]
        op.attributes[PROFILED] = ArrayAttr(tuple(described))


def _is_kernel(functions: dict[str, FuncOp], call: func.CallOp) -> bool:
    """Return whether a function contains loops and calls nothing."""
    function = functions.get(call.callee.root)
    if function is None or function.is_declaration() or function.sym_visibility is None:
        return False
    inside = list(function.walk())
    return any(isinstance(op, loop.ForOp) for op in inside) and not any(isinstance(op, func.CallOp) for op in inside)


def _surround(call: func.CallOp, mark: FuncOp, number: int) -> None:
    before, after = Builder.before(call), Builder.after(call)
    for builder, code in ((before, 2 * number), (after, 2 * number + 1)):
        builder.insert(func.CallOp.of(mark, [builder.insert(arith.ConstantOp.integer(code, i64)).result]))


# -- Descriptions ------------------------------------------------------------------------------------------------------


def _description(function: FuncOp, call: func.CallOp, *, is_shared: bool) -> DictionaryAttr:
    """Return the description of a call. A kernel with several callers has the places of only one of them inside."""
    ops = list(function.walk())
    places = [op.location for op in ops if op.parent_op is not function and op is not function]
    own_sources = sources_of([call.location]) if is_shared else []
    sources = own_sources or sources_of([call.location, *places])
    fields: dict[str, Attribute] = {
        "name": StringAttr(function.sym_name.value),
        "schedule": ArrayAttr(tuple(StringAttr(step) for op in ops for step in steps_on(op))),
        "sources": ArrayAttr(tuple(map(StringAttr, sources))),
    }
    operations, transferred = operations_in(function), _bytes(function)
    if isinstance(operations, int):
        fields["flops"] = int_attr(operations)
    if transferred is not None:
        fields["bytes"] = int_attr(transferred)
    return DictionaryAttr.of(fields)


def steps_on(op: Operation) -> list[str]:
    """Return the steps of the schedule on a loop, of the first one if there are several."""
    schedule = op.attributes.get(SCHEDULE) or op.attributes.get(TRY_SCHEDULE)
    if isinstance(schedule, ArrayAttr) and len(schedule) and isinstance(schedule[0], ArrayAttr):
        schedule = schedule[0]
    return [step.value for step in schedule if isinstance(step, StringAttr)] if isinstance(schedule, ArrayAttr) else []


def _bytes(function: FuncOp) -> int | None:
    """Return the bytes of the arrays of a function, or `None` if sizes are dynamic."""
    total = 0
    for type in function.type.inputs:
        if isinstance(type, MemRefType):
            bits = bit_width(type.element_type)
            if bits is None or not type.has_static_shape:
                return None
            total += prod(type.shape) * max(8, bits) // 8
    return total


def sources_of(locations: Sequence[Location]) -> list[str]:
    """Return names and places in files, the first ones if there are many."""
    sources: dict[str, None] = {}
    pending, seen = list(reversed(locations)), set[Location]()
    while pending and len(sources) < MOST_SOURCES:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        match current:
            case FileLineColLoc():
                sources[f"{current.filename}:{current.line}:{current.column}"] = None
            case NameLoc():
                sources[current.text] = None
            case CallSiteLoc():
                pending += [current.caller, current.callee]
            case FusedLoc():
                pending += reversed(current.locations)
            case OpaqueLoc():
                pending.append(current.fallback)
            case _:
                pass
    return list(sources)
