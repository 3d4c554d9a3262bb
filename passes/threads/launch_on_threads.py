"""The pass `launch-on-threads`: launchers, which call a function for all iterations, pass it to the thread pool.

    llvm.func internal @launch(%count: i64, %a: !llvm.ptr, …) attributes {llvm.launch = …} {
      llvm.call @body(0, %count, %a, …)
    =>
      %context = llvm.alloca … : a structure of the used arguments
      llvm.call @dlc_parallel_for(@body_in_context, %context, %count, %grain, %threads)

`body_in_context(context, begin, end)` loads the members of the structure and calls the function. It passes poison for
arguments that the function does not use, such as most parts of a memref descriptor. The pool is
`runtime/thread_pool.mlir`; launchers are created by the pass `parallel-to-threads`, which runs before the lowering.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from dlc.dialects import llvm
from dlc.ir import Block, Builder, DictionaryAttr, IntegerAttr, Operation, SymbolRefAttr, Type, Value
from dlc.ir.builtin_types import i64
from dlc.ir.symbol_table import SymbolTable

from ..manager import Pass, PassRun, statistic
from ..memory.aliases import NO_ALIAS
from .parallel_to_threads import LAUNCH

PARALLEL_FOR = "dlc_parallel_for"
PARALLEL_FOR_TYPE = llvm.LLVMFunctionType(llvm.VOID, (llvm.PTR, llvm.PTR, i64, i64, i64))


class LaunchOnThreads(Pass):
    """Let launchers run their work on the thread pool

    Example: launch-on-threads
        llvm.func internal @launch(%count: i64, %p: !llvm.ptr, %x: f32)
            attributes {llvm.launch = {body = @body, grain = 100 : i64, threads = 4 : i64}, no_inline} {
          %zero = llvm.mlir.constant(0 : i64) : i64
          llvm.call @body(%zero, %count, %p, %x) : (i64, i64, !llvm.ptr, f32) -> ()
          llvm.return
        }
        llvm.func internal @body(%begin: i64, %end: i64, %p: !llvm.ptr, %x: f32) {
          llvm.store %x, %p : f32, !llvm.ptr
          llvm.return
        }
    """

    name = "launch-on-threads"
    anchor = "builtin.module"
    launched = statistic("num-launched", "Number of launchers that use the thread pool")

    def run(self, op: Operation, run: PassRun) -> None:
        launchers = [each for each in op.walk() if isinstance(each, llvm.FuncOp) and LAUNCH in each.attributes]
        if not launchers:
            run.mark_unchanged()
            return
        table = SymbolTable(op)
        declared = table.lookup(PARALLEL_FOR)
        if declared is None:
            table.insert(llvm.FuncOp.declaration(PARALLEL_FOR, PARALLEL_FOR_TYPE.inputs))
        elif not isinstance(declared, llvm.FuncOp) or declared.type is not PARALLEL_FOR_TYPE:
            actual = declared.type if isinstance(declared, llvm.FuncOp) else declared.name
            run.error(declared, f"must be the thread pool's function of type '{PARALLEL_FOR_TYPE}', but got '{actual}'")
            return
        for launcher in launchers:
            problem = launch(launcher, table)
            if problem is not None:
                run.error(launcher, problem)
                return
            run.count(self.launched)


def launch(launcher: llvm.FuncOp, table: SymbolTable) -> str | None:
    """Replace the body of a launcher; return the reason if that cannot be done, otherwise `None`."""
    attribute = launcher.attributes[LAUNCH]
    entries = attribute.as_dict() if isinstance(attribute, DictionaryAttr) else {}
    body, numbers = entries.get("body"), [entries.get(name) for name in ("grain", "threads")]
    known = [each.value for each in numbers if isinstance(each, IntegerAttr)]
    if not isinstance(body, SymbolRefAttr) or len(known) != len(numbers):
        return f"must have 'body', 'grain' and 'threads' in '{LAUNCH}', but got '{attribute}'"
    function = table.lookup(body.root)
    count, *passed = launcher.type.inputs
    if not isinstance(function, llvm.FuncOp) or list(function.type.inputs) != [i64, i64, *passed] or count is not i64:
        return f"must launch a function whose arguments are a range and the launcher's own arguments, but got '{body}'"
    used = _used_arguments(function)[2:]
    context = llvm.StructType(tuple(compress(passed, used)))
    unpacking = _in_context(function, used, context, table)
    _fill(launcher, unpacking, used, context, known)
    del launcher.attributes[LAUNCH]
    launcher.no_inline = None
    return None


def _used_arguments(function: llvm.FuncOp) -> list[bool]:
    """Return which arguments cannot be poison: those that are used, and those with attributes.

    Poison violates an attribute such as `llvm.noundef`, but not `llvm.noalias`.
    """
    arguments: Sequence[Value] = [] if function.is_declaration() else function.entry.args
    all_attributes = function.arg_attrs.elements if function.arg_attrs is not None else ()
    is_used = [True] * len(function.type.inputs)
    for index, argument in enumerate(arguments):
        attributes = all_attributes[index] if all_attributes else None
        names = attributes.as_dict().keys() if isinstance(attributes, DictionaryAttr) else ()
        is_used[index] = argument.has_uses or any(name != NO_ALIAS for name in names)
    return is_used


def _in_context(function: llvm.FuncOp, used: Sequence[bool], context: llvm.StructType, table: SymbolTable) -> str:
    """Create a function of a context and a range that calls `function`; return its name."""
    wrapper = llvm.FuncOp.of(f"{function.sym_name.value}_in_context", [llvm.PTR, i64, i64], linkage="internal")
    wrapper.location = function.location
    name = table.insert(wrapper)
    context_pointer, begin, end = wrapper.entry.args
    builder = Builder.at_end(wrapper.entry, function.location)
    members: list[Value] = []
    for index, type in enumerate(context.body):
        member = builder.insert(llvm.GetElementPtrOp.of(context_pointer, [0, index], context))
        members.append(builder.insert(llvm.LoadOp(member.res, type)).res)
    unused = [type for type, is_used in zip(function.type.inputs[2:], used, strict=True) if not is_used]
    poison: dict[Type, Value] = {type: builder.insert(llvm.PoisonOp(type)).res for type in dict.fromkeys(unused)}
    next_member = iter(members)
    types = zip(function.type.inputs[2:], used, strict=True)
    values = [next(next_member) if is_used else poison[type] for type, is_used in types]
    builder.insert(llvm.CallOp.of(function, [begin, end, *values]))
    builder.insert(llvm.ReturnOp())
    return name


def _fill(
    launcher: llvm.FuncOp, unpacking: str, used: Sequence[bool], context: llvm.StructType, known: Sequence[int]
) -> None:
    """Build the new body, which stores the used arguments on the stack and calls the thread pool."""
    for block in list(launcher.body.blocks):
        for op in reversed(list(block.ops)):
            op.erase()
    [block] = launcher.body.blocks
    assert isinstance(block, Block)
    count, *passed = block.args
    builder = Builder.at_end(block, launcher.location)
    one = builder.insert(llvm.ConstantOp.of(1, i64)).res
    context_pointer = builder.insert(llvm.AllocaOp.of(context, one, 8)).res
    for index, value in enumerate(compress(passed, used)):
        member = builder.insert(llvm.GetElementPtrOp.of(context_pointer, [0, index], context))
        builder.insert(llvm.StoreOp(value, member.res))
    body = builder.insert(llvm.AddressOfOp.of(unpacking)).res
    numbers = [builder.insert(llvm.ConstantOp.of(index, i64)).res for index in known]
    builder.insert(llvm.CallOp.named(PARALLEL_FOR, [body, context_pointer, count, *numbers]))
    builder.insert(llvm.ReturnOp())
