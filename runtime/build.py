"""From a module of the llvm dialect to an executable: add entries, compile to machine code, link.

Compiling is a separate step (`machine_code`), so that several modules, or the parts of one, can be compiled in
parallel.
"""

from __future__ import annotations

import ctypes
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from time import perf_counter

from dlc.codegen.jit import Library, link
from dlc.codegen.partition import parts_of
from dlc.codegen.side_by_side import object_files
from dlc.codegen.target import Target
from dlc.dialects import llvm
from dlc.ir.attributes import Type
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import UNIT, IntegerAttr, SymbolRefAttr
from dlc.ir.builtin_types import FloatType, VectorType, i64
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.operations import Operation

from .entry_points import add_entries
from .executable import EntryPoint, Executable, Program, SizeCheck
from .heap import heap_of
from .large_constants import array_bytes, take_out_globals
from .numpy_memory import NdArray, address_of
from .signature import Signature
from .support import float_conversions, linking
from .thread_pool import CATCH, FAIL, PARALLEL_FOR, is_supported, thread_pool


class Stages:
    """The time of each stage of a compilation in seconds, in order."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        """Return a context manager that adds the time of its body to a stage."""
        begin = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin


def build(
    module: Operation,
    signatures: Mapping[str, Signature | str],
    diagnostics: DiagnosticEngine,
    *,
    level: int = 2,
    target: Target | None = None,
    failure: str = "",
    checks: Mapping[str, SizeCheck] | None = None,
    stages: Stages | None = None,
    scheduled: bool = False,
    processes: int = 1,
    forgets_addresses: bool = False,
) -> Executable | None:
    """Return an executable of a module, or `None` if errors were reported; the module is changed.

    `failure` is the function, if the module has it, that is called with a message when the program fails. `checks`
    contains functions, by entry, that check the shapes of arguments. If the loops are `scheduled`, LLVM does not
    transform them. `processes` limits the number of LLVM processes. Memory that a call allocates is freed when the call
    fails, if the program `forgets_addresses` (`uses_of_memory`).
    """
    stages = stages or Stages()
    callable_ones = [each for each in signatures.values() if isinstance(each, Signature)]
    unsupported = {name: each for name, each in signatures.items() if isinstance(each, str)}
    with stages.stage("entries"):
        constants = take_out_globals(module)
        can_fail = _let_fail(module, failure)
        at_load = [Signature(name, (), (), results_are_fresh=True) for name in _take_constructors(module)]
        with_entries = {each.name: each for each in (*at_load, *callable_ones)}
        names = add_entries(module, with_entries.values(), can_fail=can_fail)
        is_fresh = all(signature.results_are_fresh for signature in callable_ones)
        statics = {} if is_fresh else _globals_to_see(module)
    code = machine_code(module, diagnostics, level, target, stages, scheduled=scheduled, processes=processes)
    if code is None:
        return None
    with stages.stage("link"):
        memory = heap_of(module, goes_with_call=can_fail and forgets_addresses)
        symbols = {**_symbols(module, constants), **memory.symbols}
        if not _all_are_defined(module, symbols, diagnostics):
            return None
        library = _linked(code, [*names, *statics], symbols)
    regions = [(library[name], library[name] + size) for name, size in statics.items()]
    regions += [(address_of(array), address_of(array) + array.nbytes) for array in constants.values()]
    program = Program(library, constants, regions, memory.free)
    with stages.stage("load"):
        for each in at_load:
            EntryPoint(each, program)()
    size_checks = checks or {}
    entries = {each.name: EntryPoint(each, program, size_checks.get(each.name)) for each in callable_ones}
    return Executable(entries, unsupported, stages.seconds)


def machine_code(
    module: Operation,
    diagnostics: DiagnosticEngine,
    level: int,
    target: Target | None,
    stages: Stages,
    *,
    scheduled: bool = False,
    processes: int = 1,
) -> list[bytes] | None:
    """Compile a module with LLVM and return its object files, or `None` if errors were reported.

    A large module is divided, and compiled by several processes in parallel.
    """
    with stages.stage("divide"):
        parts = parts_of(module, processes)
    with stages.stage("llvm"):
        return object_files(parts, diagnostics, target, level, transforms_loops=not scheduled)


def _linked(code: Sequence[bytes], names: Sequence[str], symbols: Mapping[str, int]) -> Library:
    with linking:
        return link(code, names, symbols)


def _all_are_defined(module: Operation, symbols: Mapping[str, int], diagnostics: DiagnosticEngine) -> bool:
    """Report functions that the module uses but that are not defined anywhere; return whether there are none."""
    process = ctypes.CDLL(None)
    used = {op.callee.root for op in module.walk() if isinstance(op, llvm.CallOp) and op.callee is not None}
    used |= {op.global_name.root for op in module.walk() if isinstance(op, llvm.AddressOfOp)}
    is_fine = True
    for op in module.regions[0].entry.ops:
        if isinstance(op, (llvm.FuncOp, llvm.GlobalOp)) and op.is_declaration() and op.sym_name.value in used:
            name = op.sym_name.value
            if name not in symbols and not name.startswith("llvm.") and not hasattr(process, name):
                diagnostics.error(op.location, f"'{op.name}' op declares '{name}', which this process does not define")
                is_fine = False
    return is_fine


def _symbols(module: Operation, constants: Mapping[str, NdArray]) -> dict[str, int]:
    """Return the addresses of symbols that the module requires and this process does not define itself."""
    addresses = {name: address_of(array) for name, array in constants.items()}
    pool_symbols = [name for name in (PARALLEL_FOR, CATCH, FAIL) if _has(module, name)]
    if pool_symbols:
        pool = thread_pool()
        addresses |= {name: pool[name] for name in pool_symbols}
    if any(_is_small_float(value.type) for op in module.walk() for value in op.results):
        addresses |= float_conversions().addresses
    return addresses


def _is_small_float(type: Type) -> bool:
    element = type.element_type if isinstance(type, VectorType) else type
    return isinstance(element, FloatType) and element.width == 16


def _function(module: Operation, name: str) -> llvm.FuncOp | None:
    ops = (op for op in module.regions[0].entry.ops if isinstance(op, llvm.FuncOp))
    return next((op for op in ops if op.sym_name.value == name), None)


def _has(module: Operation, name: str) -> bool:
    return _function(module, name) is not None


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
    if not _has(module, FAIL):
        body.insert(llvm.FuncOp.declaration(FAIL, (llvm.PTR, i64)))
    return True


def _take_constructors(module: Operation) -> list[str]:
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
