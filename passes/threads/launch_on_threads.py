"""`launch-on-threads`: launchers, which call a function for all iterations, hand it to the thread pool instead.

    llvm.func internal @launch(%count: i64, %a: !llvm.ptr, …) attributes {llvm.launch = …} {
      llvm.call @body(0, %count, %a, …)
    =>
      %context = llvm.alloca … : a structure of what is passed and used
      llvm.call @dlc_parallel_for(@body_in_context, %context, %count, %grain, %threads)

`body_in_context(context, begin, end)` takes the structure apart and calls the function; in place of what that does not
use, as most of what describes a memref, it passes poison. The pool is `runtime/thread_pool.mlir`; what launchers are,
the pass `parallel-to-threads` says, which comes before the lowering.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from dlc.dialects import llvm
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import DictionaryAttr, IntegerAttr, SymbolRefAttr
from dlc.ir.builtin_types import i64
from dlc.ir.operations import Operation
from dlc.ir.symbol_table import SymbolTable
from dlc.ir.values import Value

from ..manager.declaration import Pass, PassRun, statistic
from ..memory.origins import NO_ALIAS
from .parallel_to_threads import LAUNCH

PARALLEL_FOR = "dlc_parallel_for"
PARALLEL_FOR_TYPE = llvm.LLVMFunctionType(llvm.VOID, (llvm.PTR, llvm.PTR, i64, i64, i64))


class LaunchOnThreads(Pass):
    """Let launchers hand their work to the thread pool"""

    name = "launch-on-threads"
    anchor = "builtin.module"
    launched = statistic("num-launched", "Number of launchers that use the thread pool")

    def run(self, op: Operation, run: PassRun) -> None:
        found = [each for each in op.walk() if isinstance(each, llvm.FuncOp) and LAUNCH in each.attributes]
        if not found:
            run.mark_unchanged()
            return
        table = SymbolTable(op)
        declared = table.lookup(PARALLEL_FOR)
        if declared is None:
            table.insert(llvm.FuncOp.declaration(PARALLEL_FOR, PARALLEL_FOR_TYPE.inputs))
        elif not isinstance(declared, llvm.FuncOp) or declared.type is not PARALLEL_FOR_TYPE:
            run.error(declared, f"must be the thread pool's function of type '{PARALLEL_FOR_TYPE}', but got another")
            return
        for launcher in found:
            problem = launch(launcher, table)
            if problem is not None:
                run.error(launcher, problem)
                return
            run.count(self.launched)


def launch(launcher: llvm.FuncOp, table: SymbolTable) -> str | None:
    """Replace the body of a launcher; the reason why that cannot be done, if there is one."""
    how = launcher.attributes[LAUNCH]
    entries = how.as_dict() if isinstance(how, DictionaryAttr) else {}
    body, numbers = entries.get("body"), [entries.get(name) for name in ("grain", "threads")]
    known = [each.value for each in numbers if isinstance(each, IntegerAttr)]
    if not isinstance(body, SymbolRefAttr) or len(known) != len(numbers):
        return f"must say what it launches by 'body', 'grain' and 'threads', but got '{how}'"
    function = table.lookup(body.root)
    count, *passed = launcher.type.inputs
    if not isinstance(function, llvm.FuncOp) or list(function.type.inputs) != [i64, i64, *passed] or count is not i64:
        return f"must launch a function that takes a range, and what it takes itself, but got '{body}'"
    used = _used_arguments(function)[2:]
    context = llvm.StructType(tuple(compress(passed, used)))
    unpacking = _in_context(function, used, context, table)
    _fill(launcher, unpacking, used, context, known)
    del launcher.attributes[LAUNCH]
    launcher.no_inline = None
    return None


def _used_arguments(function: llvm.FuncOp) -> list[bool]:
    """Which arguments must be what they are: those that are used, and those of which anything is promised.

    A promise such as `llvm.noundef` is broken by poison; that nobody else sees the memory is not.
    """
    arguments: Sequence[Value] = [] if function.is_declaration() else function.entry.args
    promises = function.arg_attrs.elements if function.arg_attrs is not None else ()
    found = [True] * len(function.type.inputs)
    for number, argument in enumerate(arguments):
        promise = promises[number] if promises else None
        names = promise.as_dict().keys() if isinstance(promise, DictionaryAttr) else ()
        found[number] = argument.has_uses or any(name != NO_ALIAS for name in names)
    return found


def _in_context(function: llvm.FuncOp, used: Sequence[bool], context: llvm.StructType, table: SymbolTable) -> str:
    """A function of a context and a range that calls `function`; its name."""
    made = llvm.FuncOp.of(f"{function.sym_name.value}_in_context", [llvm.PTR, i64, i64], linkage="internal")
    made.location = function.location
    name = table.insert(made)
    place, begin, end = made.entry.args
    builder = Builder.at_end(made.entry)
    builder.location = function.location
    members: list[Value] = []
    for number, type in enumerate(context.body):
        member = builder.insert(llvm.GetElementPtrOp.of(place, [0, number], context))
        members.append(builder.insert(llvm.LoadOp(member.res, type)).res)
    unused = [type for type, is_used in zip(function.type.inputs[2:], used, strict=True) if not is_used]
    nothing: dict[Type, Value] = {type: builder.insert(llvm.PoisonOp(type)).res for type in dict.fromkeys(unused)}
    following = iter(members)
    types = zip(function.type.inputs[2:], used, strict=True)
    values = [next(following) if is_used else nothing[type] for type, is_used in types]
    builder.insert(llvm.CallOp.of(function, [begin, end, *values]))
    builder.insert(llvm.ReturnOp())
    return name


def _fill(
    launcher: llvm.FuncOp, unpacking: str, used: Sequence[bool], context: llvm.StructType, known: Sequence[int]
) -> None:
    """The new body: what is used goes to the stack, and the pool is told where."""
    for block in list(launcher.body.blocks):
        for op in reversed(list(block.ops)):
            op.erase()
    [block] = launcher.body.blocks
    assert isinstance(block, Block)
    count, *passed = block.args
    builder = Builder.at_end(block)
    builder.location = launcher.location
    one = builder.insert(llvm.ConstantOp.of(1, i64)).res
    place = builder.insert(llvm.AllocaOp.of(context, one, 8)).res
    for number, value in enumerate(compress(passed, used)):
        member = builder.insert(llvm.GetElementPtrOp.of(place, [0, number], context))
        builder.insert(llvm.StoreOp(value, member.res))
    body = builder.insert(llvm.AddressOfOp.of(unpacking)).res
    numbers = [builder.insert(llvm.ConstantOp.of(number, i64)).res for number in known]
    builder.insert(llvm.CallOp.named(PARALLEL_FOR, [body, place, count, *numbers]))
    builder.insert(llvm.ReturnOp())
