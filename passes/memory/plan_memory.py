"""`plan-memory`: the static buffers of a function share one piece of memory, its arena.

    %a = memref.alloc() : memref<64xf32>           %arena = memref.alloc() : memref<256xi8>
    …                                        =>    %a = memref.view %arena[%c0][] : memref<256xi8> to memref<64xf32>
    memref.dealloc %a : memref<64xf32>             …
    %b = memref.alloc() : memref<32xf32>           %b = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>

A buffer is alive from its `memref.alloc` to its `memref.dealloc`, which stand in one block; two that are never alive at
the same time may lie at the same place (`arena_layout`). Inside a loop that counts too: an iteration finds nothing in a
buffer that it allocates. Iterations of a parallel loop and points of a structured op keep buffers of their own. Buffers
of dynamic size, and those that others may keep (returned, passed on to the next iteration or to a function that keeps
its argument), stay as they are. Each has the alignment that its `memref.alloc` asks for, if that is more than the usual
one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile

from dlc.dialects import arith, loop, memref, tensor
from dlc.dialects.func import CallOp, FuncOp, ReturnOp
from dlc.ir import Builder, Operation, Type, Value
from dlc.ir.builtin_attributes import IntegerAttr, SymbolRefAttr, int_attr
from dlc.ir.builtin_types import MemRefType, VectorType, bit_width, i8, i64, index
from dlc.ir.symbol_table import SymbolTables, nearest_symbol_table
from dlc.ir.views import uses_of_memory

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, option, statistic
from .arena_layout import Lifetime, lay_out
from .escapes import keeps_argument, may_keep

SEQUENTIAL = (FuncOp, loop.ForOp, loop.WhileOp, loop.WhenOp, loop.IfOp, memref.AllocaScopeOp)
"""Ops whose regions are never run twice at the same time in one call of the function."""
LARGEST = 1 << 48
"""The bytes of the largest buffer that is put into an arena: no machine has more memory."""


class PlanMemory(Pass):
    """Let static buffers of a function share one piece of memory

    Example: plan-memory
        func.func @one_after_the_other(%x: f32, %i: index) {
          %a = memref.alloc() : memref<64xf32>
          memref.store %x, %a[%i] : memref<64xf32>
          memref.dealloc %a : memref<64xf32>
          %b = memref.alloc() : memref<32xf32>
          memref.store %x, %b[%i] : memref<32xf32>
          memref.dealloc %b : memref<32xf32>
          return
        }
    """

    name = "plan-memory"
    anchor = "builtin.module"
    alignment: int = option(
        "The bytes of which the address of each buffer that has as many is a multiple", default=64, least=1
    )
    report: bool = option("Print the bytes of each function before and after", default=False)
    planned = statistic("num-planned", "Number of buffers that share memory")
    before = statistic("bytes-before", "Number of bytes that these buffers have together")
    after = statistic("bytes-after", "Number of bytes of the memory that they share")

    def run(self, op: Operation, run: PassRun) -> None:
        if self.alignment < 1 or self.alignment & (self.alignment - 1):
            run.error(op, f"can only be planned with an alignment that is a power of two, but got '{self.alignment}'")
            return
        calls = Calls()
        for function in functions_in(op):
            plan = plan_function(function, self.alignment, calls)
            if plan is None:
                continue
            count, before, after = plan
            run.count(self.planned, count)
            run.count(self.before, before)
            run.count(self.after, after)
            if self.report:
                name = function.sym_name.value
                run.settings.stream.write(f"@{name}: {count} buffers of {before} bytes share {after} bytes\n")


class Calls:
    """The effects of the functions of a module on memrefs that are passed to them, computed once per function."""

    def __init__(self) -> None:
        self._keeps: dict[tuple[Operation | None, SymbolRefAttr, int], bool] = {}
        self._tables = SymbolTables()

    def keeps(self, call: CallOp, position: int) -> bool:
        """Return whether the called function may keep its argument at a position."""
        key = nearest_symbol_table(call), call.callee, position
        answer = self._keeps.get(key)
        if answer is None:
            answer = self._keeps[key] = keeps_argument(call, position, self._tables)
        return answer


def plan_function(function: FuncOp, alignment: int, calls: Calls) -> tuple[int, int, int] | None:
    """Put buffers into an arena: how many, their bytes, the arena's. `None` if there are none for which that pays."""
    numbers: dict[Operation, int] = {}
    allocations: list[memref.AllocOp] = []
    for number, op in enumerate(function.walk(tensor.is_open)):
        numbers[op] = number
        if type(op) is memref.AllocOp:
            allocations.append(op)
    planned = [(op, free) for op in allocations if (free := _only_free(op, calls)) is not None]
    if not planned or (len(planned) == 1 and planned[0][0].parent is function.body.first):
        return None
    lives = [
        Lifetime(_bytes_of(op.memref.type) or 0, numbers[op], numbers[free], _own_alignment(op, alignment))
        for op, free in planned
    ]
    offsets, total = lay_out(lives, alignment)
    largest = max([alignment, *(life.least_alignment for life in lives)])
    _use_arena(function, planned, offsets, max(total, 1), largest)
    return len(planned), sum(life.size for life in lives), total


# -- Which buffers -----------------------------------------------------------------------------------------------------


def _only_free(op: memref.AllocOp, calls: Calls) -> memref.DeallocOp | None:
    """The op that frees a buffer which may go into the arena; `None` where it may not."""
    if _bytes_of(op.memref.type) is None or not _runs_alone(op):
        return None
    free: memref.DeallocOp | None = None
    for user, position in uses_of_memory(op.memref):
        if type(user) is memref.DeallocOp:
            if free is not None or user.parent is not op.parent:
                return None
            free = user
        elif type(user) is CallOp:
            if calls.keeps(user, position):
                return None
        elif tensor.is_open(user) and may_keep(user, position):  # structured ops and kernels keep nothing
            return None
    return free


def _runs_alone(op: Operation) -> bool:
    """Return whether no two runs of an op in one call of the function overlap in time."""
    sequential = takewhile(lambda each: isinstance(each, SEQUENTIAL), op.ancestors)
    return any(isinstance(each, FuncOp) for each in sequential)


# -- Bytes -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _bytes_of(type: Type) -> int | None:
    """The bytes of a buffer; `None` where they are not known, too many, or not just anywhere, one after the other."""
    assert isinstance(type, MemRefType)
    if not type.has_static_shape or type.layout is not None or type.memory_space is not None:
        return None
    element = element_bytes(type.element_type)
    size = None if element is None else type.num_elements * element
    return None if size is None or size > LARGEST else size


def element_bytes(type: Type) -> int | None:
    """The bytes from one element to the next, or more; `None` where that is not known."""
    if isinstance(type, VectorType):
        inner = element_bytes(type.element_type)
        return None if inner is None or any(type.scalable) else _power_of_two(inner * type.num_elements)
    if type is index:
        return 8
    part = getattr(type, "element_type", None)
    if part is not None:
        inner = element_bytes(part) if type.name == "builtin.complex" else None  # type: ignore[attr-defined]
        return None if inner is None else 2 * inner
    width = bit_width(type)
    return None if width is None else _power_of_two((width + 7) // 8)


def _power_of_two(number: int) -> int:
    return 1 << max(number - 1, 0).bit_length()


def _own_alignment(op: memref.AllocOp, usual: int) -> int:
    """Return the alignment of an allocation beyond the default of bufferization."""
    asked = op.alignment.value if op.alignment is not None else 1
    return asked if asked > usual else 1


# -- The arena ---------------------------------------------------------------------------------------------------------


def _use_arena(
    function: FuncOp,
    planned: list[tuple[memref.AllocOp, memref.DeallocOp]],
    offsets: list[int],
    total: int,
    alignment: int,
) -> None:
    entry = function.body.entry
    builder = Builder.at_start(entry, function.location)
    type = MemRefType((total,), i8)
    align: IntegerAttr = int_attr(alignment, i64)
    constants = _constants(builder)
    shifts = {offset: constants(offset) for offset in sorted(set(offsets))}
    arena = builder.insert(memref.AllocOp(type, alignment=align)).results[0]
    for (op, free), offset in zip(planned, offsets, strict=True):
        place = Builder.before(op)
        view = place.insert(memref.ViewOp(arena, shifts[offset], [], op.memref.type))  # type: ignore[arg-type]
        view.result.name_hint = op.memref.name_hint
        free.erase()
        op.memref.replace_all_uses_with(view.result)
        op.erase()
    for block in function.body.blocks:
        if isinstance(block.last, ReturnOp):
            Builder.before(block.last).insert(memref.DeallocOp(arena))


def _constants(builder: Builder) -> Callable[[int], Value]:
    return lambda number: builder.insert(arith.ConstantOp(int_attr(number, index))).results[0]
