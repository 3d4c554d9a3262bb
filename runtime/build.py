"""From a module of the llvm dialect to an image: add entries, compile to machine code.

A large module is divided, and compiled by several processes in parallel.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Container, Mapping
from operator import itemgetter

from dlc.codegen.partition import parts_of
from dlc.codegen.side_by_side import ObjectFiles
from dlc.codegen.target import Target
from dlc.dialects import llvm
from dlc.ir import Builder, Operation
from dlc.ir.builtin_attributes import UNIT, IntegerAttr, SymbolRefAttr
from dlc.ir.builtin_types import i64
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.symbol_table import symbol_refs

from .entry_points import add_entries
from .image import Image
from .large_constants import array_bytes, check_globals, take_out_globals
from .needed_helpers import RUNNER_FUNCTIONS, helpers_of
from .profile import MARK
from .signature import Signature, nothing_to_nothing
from .stages import Stages
from .thread_pool import FAIL, POOL_SYMBOLS, is_supported
from .uses_of_memory import heap_use

HIDDEN = ("internal", "private")
"""The linkages of functions that other modules cannot call."""


def build(
    module: Operation,
    signatures: Mapping[str, Signature | str],
    diagnostics: DiagnosticEngine,
    begun: ObjectFiles,
    *,
    target: Target,
    failure: str = "",
    stages: Stages | None = None,
    processes: int = 1,
    forgets_addresses: bool = False,
) -> Image | None:
    """Return the image of a module, or `None` if errors were reported; the module is changed.

    Object files of some functions may have `begun`. `failure` is the function, if the module has it, that is called
    with a message when the program fails. `processes` limits the number of LLVM processes. Memory that a call allocates
    is freed when the call fails, if the program `forgets_addresses` (`uses_of_memory`).
    """
    stages = stages or Stages()
    if not check_globals(module, diagnostics):
        return None
    callable_ones = [each for each in signatures.values() if isinstance(each, Signature)]
    with stages.stage("entries"):
        large = take_out_globals(module)
        can_fail = _let_fail(module, failure)
        at_load = [nothing_to_nothing(name) for name in take_constructors(module)]
        with_entries = {each.name: each for each in (*at_load, *callable_ones)}
        add_entries(module, with_entries.values(), can_fail=can_fail)
        compiled = begun.functions
        if not compiled:  # which may call what nothing here does
            _erase_unused(module)
        is_fresh = all(signature.results_are_fresh for signature in callable_ones)
        statics = {} if is_fresh else _globals_to_see(module)
        heap = heap_use(module, compiled, goes_with_call=can_fail and forgets_addresses)
        required = _declarations(module, compiled)
    if not _all_are_defined(required, {*large, *heap.declared, *POOL_SYMBOLS, *RUNNER_FUNCTIONS, MARK}, diagnostics):
        return None
    with stages.stage("divide"):
        parts = parts_of(module, processes, compiled)
    with stages.stage("llvm"), begun:
        begun.add_last(parts, at_once=processes)
        helpers = helpers_of(module, required)
        code = begun.finished()
    if code is None:
        return None
    return Image(
        target,
        tuple(code),
        tuple(callable_ones),
        {name: each for name, each in signatures.items() if isinstance(each, str)},
        tuple(each.name for each in at_load),
        large,
        statics,
        requires=tuple(name for name in required if name not in large and name not in heap.declared),
        helpers=helpers,
        heap=heap,
    )


def _erase_unused(module: Operation) -> None:
    """Erase functions that only this module could call, and does not: what they require need not be there."""
    functions = (op for op in module.regions[0].entry.ops if isinstance(op, llvm.FuncOp))
    hidden = {op.sym_name.value: op for op in functions if op.linkage.value in HIDDEN}
    if hidden.keys() <= _live(module, hidden, _used) or hidden.keys() <= (live := _live(module, hidden, _referred_to)):
        return
    for name, op in hidden.items():
        if name not in live:
            op.erase()


def _live(module: Operation, hidden: Mapping[str, Operation], names_in: Callable[[Operation], set[str]]) -> set[str]:
    """Return the names that ops refer to, apart from hidden functions that only others like them refer to."""
    names = {op: names_in(op) for op in module.regions[0].entry.ops}
    pending = [names[op] for op in names.keys() - set(hidden.values())]
    live: set[str] = set()
    while pending:
        new = pending.pop() - live
        live |= new
        pending += [names[hidden[name]] for name in new & hidden.keys()]
    return live


def _used(root: Operation) -> set[str]:
    """Return the names of functions and globals that ops call, or take the address of."""
    used: set[str] = set()
    for op in root.walk():
        if isinstance(op, llvm.CallOp) and op.callee is not None:
            used.add(op.callee.root)
        elif isinstance(op, llvm.AddressOfOp):
            used.add(op.global_name.root)
    return used


def _referred_to(root: Operation) -> set[str]:
    """Return the names of all symbols that ops refer to."""
    attributes = (each for op in root.walk() for each in (*op.properties.values(), *op.attributes.values()))
    return {reference.root for attribute in attributes for reference in symbol_refs(attribute)}


def _declarations(module: Operation, compiled: set[str]) -> dict[str, Operation]:
    """Return the declarations of functions and globals that the module uses and that nothing defines.

    Functions that were `compiled` before are declared in it as well.
    """
    declarations = [
        op for op in module.regions[0].entry.ops if isinstance(op, (llvm.FuncOp, llvm.GlobalOp)) and op.is_declaration()
    ]
    named = {op.sym_name.value: op for op in declarations}
    needed = _used(module).difference(compiled)
    return {name: op for name, op in named.items() if name in needed and not name.startswith("llvm.")}


def _all_are_defined(required: Mapping[str, Operation], known: Container[str], diagnostics: DiagnosticEngine) -> bool:
    """Report functions that the module uses but that are not defined anywhere; return whether there are none."""
    process = ctypes.CDLL(None)
    is_fine = True
    for name, op in required.items():
        if name not in known and not hasattr(process, name):
            diagnostics.error(op.location, f"'{op.name}' op declares '{name}', which this process does not define")
            is_fine = False
    return is_fine


def _function(module: Operation, name: str) -> llvm.FuncOp | None:
    ops = (op for op in module.regions[0].entry.ops if isinstance(op, llvm.FuncOp))
    return next((op for op in ops if op.sym_name.value == name), None)


def _let_fail(module: Operation, failure: str) -> bool:
    """Make the function that receives failure messages leave the program instead of ending the process."""
    function = _function(module, failure)
    if function is None or not is_supported():
        return False
    body = Builder.at_end(module.regions[0].entry)
    function.erase()
    definition = body.insert(llvm.FuncOp.of(failure, (llvm.PTR, i64), linkage="internal"))
    definition.no_inline = UNIT
    inside = Builder.at_end(definition.entry)
    inside.insert(llvm.CallOp.named(FAIL, list(definition.entry.args)))
    inside.insert(llvm.UnreachableOp())
    if _function(module, FAIL) is None:
        body.insert(llvm.FuncOp.declaration(FAIL, (llvm.PTR, i64)))
    return True


def take_constructors(module: Operation) -> list[str]:
    """Remove and return the functions that must run when the module is loaded, in order."""
    listed: list[tuple[int, str]] = []
    for op in [op for op in module.regions[0].entry.ops if isinstance(op, llvm.GlobalCtorsOp)]:
        for function, priority in zip(op.ctors, op.priorities, strict=True):
            if isinstance(function, SymbolRefAttr) and isinstance(priority, IntegerAttr):
                listed.append((priority.value, function.root))
        op.erase()
    return [name for _, name in sorted(listed, key=itemgetter(0))]


def _globals_to_see(module: Operation) -> dict[str, int]:
    """Make globals visible to the linker, so that a result in a global can be distinguished from memory to be freed."""
    addresses: dict[str, int] = {}
    for op in module.regions[0].entry.ops:
        if isinstance(op, llvm.GlobalOp) and not op.is_declaration():
            size = array_bytes(op.type)
            if size is not None:
                op.linkage = llvm.EXTERNAL
                addresses[op.sym_name.value] = size
    return addresses
