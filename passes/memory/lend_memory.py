"""The pass `lend-memory`: public functions get their memory from the caller instead of allocating it.

    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {    func.func @f(%x: memref<4xf32>,
      %arena = memref.alloc() : memref<64xi8>                          %r: memref<16xi8>, %workspace: memref<64xi8>) {
      %r = memref.alloc() : memref<4xf32>             =>    %0 = memref.view %r[%c0][] : … to memref<4xf32>
      …                                                     …
      memref.dealloc %arena                                 return
      return %r                                           }
    }

A result is written to memory of the caller: in place if it is a buffer that the function allocates, else it is copied;
what a loop or a call made is freed then, in functions marked `dlc.fresh_results`.
Static buffers that a function frees, such as the arena of `plan-memory`, are parts of its workspace, and so are the
workspaces of the functions that it calls, one after the other. Functions that threads run at the same time keep buffers
of their own; with `only`, small ones are on the stack. The attribute `dlc.workspaces` of the module has the sizes for
public functions, in bytes. Other buffers are still allocated; with `only`, the first of them is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dlc.dialects import arith, memref
from dlc.dialects.func import GLOBAL_CTOR, CallOp, FuncOp, ReturnOp
from dlc.ir import BlockArgument, Builder, Operation, Value
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width, i8, index

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, option, statistic
from ..threads.parallel_to_threads import LAUNCH
from .aliases import NO_ALIAS

WORKSPACES = "dlc.workspaces"
FRESH = "dlc.fresh_results"
"""The mark of functions each of whose results is memory of its own, which belongs to the caller."""
ALIGNMENT = 64
"""The alignment of the workspace, and of each buffer in it."""
ALIGNED = int_attr(ALIGNMENT)
OPEN_SIZES = "dlc.open_sizes"
"""The attribute of public functions with the names of sizes of arguments that are known only when they are called."""
OF_DYNAMIC_SIZE = "allocates memory whose size is known only when the program runs"
WHY = "a program that is freestanding, or for 32 bits, has all its memory in the workspace, whose size must be known"
NOT_LENT = "allocates memory in a loop or on several threads at once, which the caller cannot lend"
MOST_STACK_BYTES = 64 << 10
"""The maximum number of bytes of a function's buffers on the stack of a thread."""


class LendMemory(Pass):
    """Let the caller of public functions provide the memory of buffers and results

    Example: lend-memory
        func.func @main(%x: memref<4xf32>) -> memref<4xf32> {
          %result = memref.alloc() : memref<4xf32>
          memref.copy %x, %result : memref<4xf32> to memref<4xf32>
          return %result : memref<4xf32>
        }
    """

    name = "lend-memory"
    anchor = "builtin.module"
    only: bool = option("Refuse to allocate anything else", default=False)
    lent = statistic("num-lent", "Number of buffers in workspaces")
    in_place = statistic("num-in-place", "Number of results that are written in place")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = {each.sym_name.value: each for each in functions_in(op) if not each.is_declaration()}
        entries = [each for each in functions.values() if each.sym_visibility is None and not _runs_at_load(each)]
        problem = _problem(functions, entries)
        if problem is not None:
            run.error(problem[0], problem[1])
            return
        needs: dict[str, int] = {}
        on_threads = _run_on_threads(functions)
        for function in _callees_first(functions):
            if function.sym_name.value in on_threads:
                needs[function.sym_name.value] = 0
                if self.only:
                    _use_stack(function)
            else:
                run.count(self.lent, use_workspace(function, needs, _workspace))
        for entry in entries:
            run.count(self.in_place, _write_results(entry, has_workspace=needs[entry.sym_name.value] > 0))
        sizes = {entry.sym_name.value: int_attr(needs[entry.sym_name.value]) for entry in entries}
        op.attributes[WORKSPACES] = DictionaryAttr.of(dict(sorted(sizes.items())))
        if self.only:
            for each in op.walk():
                if isinstance(each, memref.AllocOp):
                    run.error(each, NOT_LENT if _bytes(each) is not None else _of_dynamic_size(entries))
                    return


def _of_dynamic_size(entries: Iterable[FuncOp]) -> str:
    """Return the error for a buffer of dynamic size: which sizes are open, how they are fixed, and why they must be."""
    listed = [each.attributes.get(OPEN_SIZES) for each in entries]
    attributes = [name for each in listed if isinstance(each, ArrayAttr) for name in each]
    names = dict.fromkeys(name.value for name in attributes if isinstance(name, StringAttr))
    if not names:
        return f"{OF_DYNAMIC_SIZE}, as it depends on numbers that the program computes: {WHY}"
    fix = " ".join(f"--size {name}=N" for name in names)
    return f"{OF_DYNAMIC_SIZE}: {WHY}; fix the open sizes by '{fix}', in Python by 'sizes'"


def _runs_at_load(function: FuncOp) -> bool:
    return GLOBAL_CTOR in function.attributes


def _problem(functions: dict[str, FuncOp], entries: Iterable[FuncOp]) -> tuple[Operation, str] | None:
    """Return an op that prevents the change, and the reason."""
    called = {call.callee.root for each in functions.values() for call in each.walk() if isinstance(call, CallOp)}
    for entry in entries:
        if entry.sym_name.value in called:
            return entry, "is public and called in the module: make it private, and call it from a public one"
        if len(list(entry.body.blocks)) != 1:
            return entry, "has several blocks; only functions with structured control flow can borrow their memory"
        for result in returned_by(entry).operands:
            buffer = whole_buffer(result)
            is_known = isinstance(buffer.defining_op, (memref.AllocOp, memref.GetGlobalOp))
            is_argument = isinstance(buffer, BlockArgument)
            if isinstance(result.type, MemRefType) and not (is_known or is_argument or FRESH in entry.attributes):
                return entry, "returns memory of unknown origin, which cannot be written to memory of the caller"
    return None


def returned_by(function: FuncOp) -> Operation:
    """Return the op that ends a function of one block."""
    last = function.entry.last
    assert isinstance(last, ReturnOp), "functions end with a return"
    return last


def _run_on_threads(functions: dict[str, FuncOp]) -> set[str]:
    """Return the functions that several threads may run at the same time in one call, which cannot share memory."""
    pending = [name for each in functions.values() for name in _launched(each)]
    reached: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in reached and name in functions:
            reached.add(name)
            pending += _callees(functions[name])
    return reached


def _launched(function: FuncOp) -> list[str]:
    """Return the function whose work a launcher shares among threads."""
    launch = function.attributes.get(LAUNCH)
    body = launch.as_dict().get("body") if isinstance(launch, DictionaryAttr) else None
    return [body.root] if isinstance(body, SymbolRefAttr) else []


def _use_stack(function: FuncOp) -> None:
    """Move the small static buffers of a function to the stack."""
    left = MOST_STACK_BYTES
    for buffer in [op for op in function.entry.ops if isinstance(op, memref.AllocOp)]:
        size, deallocation = _bytes(buffer), _deallocation(buffer)
        if size is not None and deallocation is not None and size <= left:
            left -= size
            deallocation.erase()
            b = Builder.before(buffer)
            local = b.insert(memref.AllocaOp(buffer.memref.type, alignment=ALIGNED))
            buffer.replace_all_uses_with([local.memref])
            buffer.erase()


def _callees_first(functions: dict[str, FuncOp]) -> list[FuncOp]:
    """Return the functions so that callees precede callers; recursive ones in any order."""
    order: dict[str, FuncOp] = {}
    started: set[str] = set()
    pending = [(name, False) for name in reversed(functions)]
    while pending:
        name, is_done = pending.pop()
        if is_done:
            order[name] = functions[name]
        elif name not in started:
            started.add(name)
            pending.append((name, True))
            pending += [(callee, False) for callee in _callees(functions[name]) if callee in functions]
    return list(order.values())


def _callees(function: FuncOp) -> list[str]:
    return [op.callee.root for op in function.walk() if isinstance(op, CallOp)]


# -- The workspace -----------------------------------------------------------------------------------------------------


def use_workspace(function: FuncOp, needs: dict[str, int], workspace_of: Callable[[FuncOp, int], Value]) -> int:
    """Move the static buffers of a function to its workspace, and return their number; note the size of all.

    `workspace_of` returns memory of this size. `needs` has the sizes for the functions that are called.
    """
    buffers = [op for op in function.entry.ops if isinstance(op, memref.AllocOp) and _bytes(op) is not None]
    buffers = [op for op in buffers if _deallocation(op) is not None]
    calls = [op for op in function.walk() if isinstance(op, CallOp) and needs.get(op.callee.root, 0)]
    offsets: list[int] = []
    size = 0
    for buffer in buffers:
        offsets.append(size)
        size += -(-(_bytes(buffer) or 0) // ALIGNMENT) * ALIGNMENT
    need = size + max((needs[call.callee.root] for call in calls), default=0)
    needs[function.sym_name.value] = 0 if _runs_at_load(function) else need
    if not need:
        return 0
    workspace = workspace_of(function, need)
    for buffer, offset in zip(buffers, offsets, strict=True):
        deallocation = _deallocation(buffer)
        assert deallocation is not None, "only such buffers were selected"
        deallocation.erase()
        _replace_by_view(buffer, workspace, offset)
    for call in calls:
        b = Builder.before(call)
        type = MemRefType((needs[call.callee.root],), i8)
        part = b.insert(memref.ViewOp(workspace, b.insert(arith.ConstantOp.integer(size, index)).result, [], type))
        call.set_operands([*call.operands, part.result])
    return len(buffers)


def _workspace(function: FuncOp, need: int) -> Value:
    """Return the workspace of a function: a new argument, or, for a function without arguments, a buffer of its own."""
    type = MemRefType((need,), i8)
    if not _runs_at_load(function):
        return add_workspace_argument(function, type)
    buffer = memref.AllocOp(type, alignment=ALIGNED)
    Builder.before(next(iter(function.entry.ops))).insert(buffer)
    Builder.before(returned_by(function)).insert(memref.DeallocOp(buffer.memref))
    return buffer.memref


def add_workspace_argument(function: FuncOp, type: MemRefType) -> Value:
    """Add an argument for aligned memory that nothing else refers to."""
    attributes = DictionaryAttr.of({NO_ALIAS: UNIT, "llvm.align": ALIGNED})
    [argument] = function.add_arguments([type], attributes, function.location)
    return argument


def _bytes(op: memref.AllocOp) -> int | None:
    """Return the size of a static buffer."""
    type = op.memref.type_as(MemRefType)
    bits = bit_width(type.element_type)
    if not type.has_static_shape or type.layout is not None or type.memory_space is not None or bits is None:
        return None
    is_aligned = op.alignment is None or op.alignment.value <= ALIGNMENT
    return type.num_elements * -(-bits // 8) if is_aligned else None


def _deallocation(op: memref.AllocOp) -> memref.DeallocOp | None:
    """Return the op that frees a buffer in the same block."""
    frees = [use for use in op.memref.users if isinstance(use, memref.DeallocOp) and use.parent is op.parent]
    return frees[0] if len(frees) == 1 else None


def _replace_by_view(buffer: Operation | None, memory: Value, offset: int) -> None:
    assert isinstance(buffer, memref.AllocOp), "views replace buffers"
    b = Builder.before(buffer)
    shift = b.insert(arith.ConstantOp.integer(offset, index)).result
    view = b.insert(memref.ViewOp(memory, shift, list(buffer.dynamicSizes), buffer.memref.type))
    buffer.replace_all_uses_with([view.result])
    buffer.erase()


# -- Results -----------------------------------------------------------------------------------------------------------


def _write_results(function: FuncOp, *, has_workspace: bool) -> int:
    """Write results to new arguments before the workspace; return how many of them are written in place."""
    values = returned_by(function).operands
    numbers = [number for number, value in enumerate(values) if isinstance(value.type, MemRefType)]
    return move_results(function, numbers, len(function.entry.args) - has_workspace)


def move_results(function: FuncOp, numbers: Sequence[int], position: int) -> int:
    """Write results to new arguments from a position on; return how many of them are written in place."""
    final = returned_by(function)
    in_place = 0
    copied: dict[Value, None] = {}
    for number in numbers:
        value = final.operands[number]
        assert isinstance(value.type, MemRefType), "only memory is moved"
        attributes = DictionaryAttr.of({NO_ALIAS: UNIT})
        [target] = function.add_arguments([_raw(value.type)], attributes, function.location, position)
        position += 1
        buffer = whole_buffer(value)
        if is_own_buffer(buffer, function):
            in_place += 1
            _replace_by_view(buffer.defining_op, target, 0)
        else:
            _copy(value, target, final)
            copied[buffer] = None
    for buffer in copied:
        if _is_owned(buffer, function):
            Builder.before(final).insert(memref.DeallocOp(buffer))
    kept = [value for number, value in enumerate(final.operands) if number not in numbers]
    final.set_operands(kept)
    function.set_signature(results=[value.type for value in kept])
    function.res_attrs = None
    return in_place


_VIEWS = (memref.CastOp, memref.CollapseShapeOp, memref.ExpandShapeOp)


def whole_buffer(value: Value) -> Value:
    """Return the buffer that has exactly the elements of a memref, in order."""
    while (op := value.defining_op) is not None and isinstance(op, _VIEWS):
        value = op.operands[0]
    return value


def is_own_buffer(buffer: Value, function: FuncOp) -> bool:
    """Return whether a plain buffer is allocated at the top of a function."""
    op = buffer.defining_op
    is_plain = isinstance(buffer.type, MemRefType) and _is_plain(buffer.type)
    return is_plain and isinstance(op, memref.AllocOp) and op.parent is function.entry


def _is_owned(buffer: Value, function: FuncOp) -> bool:
    """Return whether a function must free a buffer that it would have returned."""
    is_other = isinstance(buffer, BlockArgument) or isinstance(buffer.defining_op, (memref.GetGlobalOp, memref.ViewOp))
    return isinstance(buffer.defining_op, memref.AllocOp) or (FRESH in function.attributes and not is_other)


def _is_plain(type: MemRefType) -> bool:
    return type.layout is None and type.memory_space is None


def _raw(type: MemRefType) -> MemRefType:
    """Return the type of the bytes of a result."""
    bits = bit_width(type.element_type) or 8
    is_static = type.has_static_shape
    return MemRefType((type.num_elements * -(-bits // 8) if is_static else DYNAMIC,), i8)


def _copy(value: Value, target: Value, final: Operation) -> None:
    type = value.type_as(MemRefType)
    b = Builder.before(final)
    zero = b.insert(arith.ConstantOp.integer(0, index)).result
    dims = [dim for dim, size in enumerate(type.shape) if size == DYNAMIC]
    numbers = [b.insert(arith.ConstantOp.integer(dim, index)).result for dim in dims]
    sizes = [b.insert(memref.DimOp(value, number)).result for number in numbers]
    view = b.insert(memref.ViewOp(target, zero, sizes, MemRefType(type.shape, type.element_type)))
    b.insert(memref.CopyOp(value, view.result))
