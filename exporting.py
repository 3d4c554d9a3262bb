"""`dlc.export`: compile a module ahead of time, to an object file or a library that C programs call.

    dlc.export("layer.mlir", "layer.o", header="layer.h")

The machine code depends on nothing of dlc: constants are in it, and the caller provides the memory. The functions are
those of `runtime.c_interface`. Programs run on the thread of the caller, and on others if the caller provides them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .api import InvalidProgram, default_context, errors_since
from .codegen.emission import Compilation, checked, translated
from .codegen.machine_description import instruction_options
from .codegen.target import OPTIMIZATION_LEVELS, Target, required_features
from .compilation import imports_for, machine_for, stages_of
from .compile_options import CompileOptionError, Precision, check_flags, checked_count, checked_precision, checked_sizes
from .fixed_sizes import check_bytes, fix_sizes_of
from .ir import Operation
from .ir.builtin_attributes import UNIT, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from .ir.call_stack import with_room_for_calls
from .ir.context import Context
from .ir.files import check_output, replace_file
from .ir.garbage import not_collecting
from .passes.generic.functions import functions_in
from .passes.insertions import Items, Passes, PlannedPasses, planned_passes
from .passes.manager.pipeline import Pipeline
from .passes.manager.settings import RunSettings
from .passes.memory.lend_memory import FRESH, OPEN_SIZES, WORKSPACES
from .passes.mlir.result_sizes import name_result_sizes
from .runtime.c_functions import add_c_functions, add_parallel_for
from .runtime.c_interface import CFunction, ExportError, c_function, c_header, identifier
from .runtime.function_signatures import entries_of
from .runtime.large_constants import check_globals, take_out_globals, with_large_globals
from .runtime.object_files import archive, shared_library
from .runtime.object_symbols import required_symbols
from .runtime.processor_levels import BASELINE, check_levels, joined
from .runtime.signature import Signature
from .runtime.wasm_module import wasm_module
from .sources import Given, module_of

KINDS = (".o", ".a", ".so", ".wasm", ".s", ".ll")
ALLOWED = frozenset({"memcpy", "memmove", "memset", "_GLOBAL_OFFSET_TABLE_", ".TOC.", "_fltused"})
"""The functions that a freestanding program may call, and names that linkers define."""
ALLOWED_BY_APPLE = frozenset({"bzero", "_bzero"})
"""The functions that LLVM calls on systems of Apple to set memory to zero."""
LONGEST_MEMBER = 15
"""The number of characters of the name of a file in an archive."""
LEAST_LARGE = 256
"""The minimum number of bytes of constants that LLVM reads as bytes."""


@dataclass(frozen=True)
class Exported:
    """The result of an export."""

    code: bytes
    """The content of the object file or library."""
    header: str
    functions: tuple[CFunction, ...]
    requires: tuple[str, ...]
    """The functions and variables of libraries that the code expects."""


@with_room_for_calls
def export(
    module: Given,
    path: str | os.PathLike[str],
    *,
    header: str | os.PathLike[str] | None = None,
    target: Target | Sequence[Target] | None = None,
    level: int = 2,
    threads: int = 1,
    precision: Precision = "default",
    freestanding: bool = False,
    sizes: Mapping[str, int] | None = None,
    passes: Passes | None = None,
    context: Context | None = None,
    settings: RunSettings | None = None,
) -> Exported:
    """Compile a module to an object file, archive, shared library or WebAssembly module, and write it with a header.

    The ending of the path selects the kind: `.o`, `.a`, `.so`, `.wasm`, or to be read by people `.s` for assembly and
    `.ll` for LLVM IR. A `freestanding` program calls no function of a library: all its memory is in the workspace, so
    every size must be static, and its weights are packed in each call. Programs for targets of 32 bits are always
    freestanding. `sizes` fixes sizes that are open, as for `dlc.compile`. Loops are divided for at most `threads`
    threads; the caller provides them through a function of the header. Of several targets, levels of x86-64, the
    program chooses the best one that the processor can run. `precision` is that of `dlc.compile`. `context` has the
    dialects that the module may use, and `settings` are those of the pass manager, which can print.
    """
    name = _checked_path(path)
    if level not in OPTIMIZATION_LEVELS:
        raise CompileOptionError(f"'level' must be an integer from 0 to 3, but got '{level}'")
    for file in filter(None, (path, header)):
        check_output(file)
    threads, targets = checked_count(threads), _targets(target)
    check_flags(freestanding=freestanding)
    precision, fixed = checked_precision(precision), checked_sizes(sizes)
    target = targets[0]
    _check_kind(path, target)
    freestanding = freestanding or target.pointer_bits() < 64
    prefix = identifier(name.stem.removeprefix("lib"))
    with not_collecting():
        context = context or default_context()
        lowered: list[_Lowered] = []
        for each in targets:
            op = module_of(module, context)
            planned = _planned(op, each, level, threads, precision, passes, freestanding=freestanding)
            lowered.append(_lowered(op, context, planned, settings, fixed, freestanding=freestanding))
        functions = _functions(lowered, prefix)
        for each in lowered:
            add_c_functions(each.module, functions, target.pointer_bits())
        op = lowered[0].module
        if len(lowered) > 1:
            op = joined([each.module for each in lowered], targets, [each.name for each in functions])
            target = Target.of(target.triple, BASELINE)
        set_parallel_for = add_parallel_for(op, prefix)
        compilation = _compilation(op, context, target, level)
        text = compilation.text(name.suffix)
        code = compilation.object_code()
        requires = required_symbols(code)
    if freestanding:
        _check_requirements(requires, target)
    declarations = c_header(functions, prefix, is_freestanding=freestanding, is_parallel=set_parallel_for is not None)
    names = [*(each.name for each in functions), *filter(None, [set_parallel_for])]
    code = text.encode() if text else _packaged(code, name.suffix, f"{prefix}.o", names, target)
    replace_file(path, [code])
    if header is not None:
        replace_file(header, [declarations.encode()])
    return Exported(code, declarations, tuple(functions), requires)


def _checked_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of the file to write; raise `CompileOptionError` if its ending stands for no kind of program."""
    if not isinstance(path, (str, os.PathLike)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise CompileOptionError(f"expected the path of a file, but got '{path}'")
    if Path(path).suffix not in KINDS:
        raise CompileOptionError(f"'{path}' must end in {', '.join(KINDS)}")
    return Path(path)


def _packaged(code: bytes, suffix: str, member: str, names: Sequence[str], target: Target) -> bytes:
    """Return object code, whose public symbols are `names`, as the content of a file with an ending."""
    if suffix == ".a":
        short = member[-LONGEST_MEMBER:]
        return archive({short: code}, {short: names})
    if suffix == ".so":
        return shared_library(code, target)
    return wasm_module(code, names) if suffix == ".wasm" else code


def _targets(given: Target | Sequence[Target] | None) -> list[Target]:
    """Return the targets of a program, those with the most features first."""
    if given is None or isinstance(given, Target):
        return [given or Target.host()]
    is_list = isinstance(given, Sequence) and not isinstance(given, str)  # pyright: ignore[reportUnnecessaryIsInstance]
    if not is_list or not all(isinstance(each, Target) for each in given):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise CompileOptionError(
            f"'target' must be a Target, such as Target.of('wasm32'), or a list, but got '{given}'"
        )
    targets = list(dict.fromkeys(given))
    if not targets:
        raise CompileOptionError("'target' must be a target or a list of them, but got an empty list")
    if len(targets) > 1:
        check_levels(targets)
        targets.sort(key=lambda each: len(required_features(each)), reverse=True)
    return targets


class _Lowered(NamedTuple):
    """A module of the llvm dialect for one target."""

    module: Operation
    signatures: list[Signature]


def _lowered(
    module: Operation,
    context: Context,
    planned: PlannedPasses,
    settings: RunSettings | None,
    sizes: Mapping[str, int],
    *,
    freestanding: bool,
) -> _Lowered:
    check_bytes(module, context)
    _lower(module, context, planned.front, settings)
    if sizes:
        fix_sizes_of(module, sizes, context)
    name_result_sizes(module)
    signatures = _signatures(module)
    _mark_fresh_results(module, signatures)
    if freestanding:
        _mark_open_sizes(module, signatures)
    _lower(module, context, planned.stages, settings)
    return _Lowered(module, signatures)


def _functions(lowered: Sequence[_Lowered], prefix: str) -> list[CFunction]:
    """Return the functions for C of all entries, whose workspaces are large enough for each target."""
    functions: dict[str, CFunction] = {}
    for each in lowered[0].signatures:
        bytes = max(_workspace_bytes(one.module, each.name) for one in lowered)
        function = c_function(each, prefix, bytes)
        other = functions.setdefault(function.name.upper(), function)  # macros are named in capitals
        if other is not function:
            raise ExportError(
                f"cannot export @{each.name}: in C, it would have the name '{function.name}' beside "
                f"'{other.name}' of @{other.signature.name}; rename one of them"
            )
    return list(functions.values())


def _check_kind(path: str | os.PathLike[str], target: Target) -> None:
    """Raise an error if a target does not have programs of a kind."""
    suffix = Path(path).suffix
    if suffix == ".wasm" and target.architecture != "wasm32":
        raise CompileOptionError(f"'{path}' is for the target 'wasm32', but got '{target.triple}'")
    if suffix == ".so" and target.architecture.startswith("wasm"):
        raise CompileOptionError(f"'{target.triple}' has no shared libraries; write '.wasm', or an object file '.o'")


_WITH_LIBRARY = ", or leave out 'freestanding' and link with a library"


def _check_requirements(requires: Iterable[str], target: Target) -> None:
    """Raise an error if a freestanding program calls functions of a library."""
    allowed = ALLOWED | ALLOWED_BY_APPLE if "-apple-" in target.triple else ALLOWED
    unknown = [name for name in requires if name not in allowed]
    if unknown:
        raise ExportError(
            f"a freestanding program for '{target.triple}' would call {', '.join(unknown)}: choose a processor or "
            f"features that have instructions for it{_WITH_LIBRARY if target.pointer_bits() == 64 else ''}"
        )


def _signatures(module: Operation) -> list[Signature]:
    """Return the signatures of all entries; raise an error for public functions that cannot be exported."""
    signatures: list[Signature] = []
    for name, each in entries_of(module).items():
        if isinstance(each, str):
            raise ExportError(f"cannot export @{name}: it {each}")
        signatures.append(each)
    if not signatures:
        raise ExportError("the module has no public function to export")
    return signatures


def _mark_fresh_results(module: Operation, signatures: Iterable[Signature]) -> None:
    fresh = {each.name for each in signatures if each.results_are_fresh}
    for function in functions_in(module):
        if function.sym_name.value in fresh:
            function.attributes[FRESH] = UNIT


def _mark_open_sizes(module: Operation, signatures: Iterable[Signature]) -> None:
    """Let functions say which sizes of their arguments are open, for errors about memory of unknown size."""
    names = {each.name: each.open_sizes for each in signatures}
    for function in functions_in(module):
        open_sizes = names.get(function.sym_name.value)
        if open_sizes:
            function.attributes[OPEN_SIZES] = ArrayAttr(tuple(map(StringAttr, open_sizes)))


def _planned(
    module: Operation,
    target: Target,
    level: int,
    threads: int,
    precision: Precision,
    passes: Passes | None,
    *,
    freestanding: bool,
) -> PlannedPasses:
    """Return the passes to run on a module; buffers and results become memory of the caller."""
    only = "only=true" if freestanding else "only=false"
    changed = {**instruction_options(target), "plan-memory": f"plan-memory,lend-memory{{{only}}}"}
    if freestanding:
        changed |= {"hoist-into-globals": "", "to-llvm": "to-llvm{asserts=trap}"}
        changed["graph-to-tensor"] = "inline,symbol-dce,graph-to-tensor"
    machine = machine_for(module, target, threads)
    stages = stages_of(threads, level, machine, changed, precision, imports=imports_for(module, passes))
    return planned_passes(stages, passes)


def _lower(module: Operation, context: Context, items: Items, settings: RunSettings | None) -> None:
    before = len(context.diagnostics.diagnostics)
    settings = settings or RunSettings(verify_each=False)
    if not Pipeline.of_passes(items, module.name).run(module, context, settings):
        raise InvalidProgram(context, errors_since(context, before))


def _workspace_bytes(module: Operation, name: str) -> int:
    sizes = module.attributes.get(WORKSPACES)
    size = sizes.as_dict().get(name) if isinstance(sizes, DictionaryAttr) else None
    return size.value if isinstance(size, IntegerAttr) else 0


def _compilation(module: Operation, context: Context, target: Target, level: int) -> Compilation:
    """Return the optimized LLVM IR of a module of the llvm dialect; the module is not needed any more."""
    before = len(context.diagnostics.diagnostics)
    if not check_globals(module, context.diagnostics):
        raise InvalidProgram(context, errors_since(context, before))
    large = take_out_globals(module, LEAST_LARGE)
    text = translated(module, context.diagnostics, target)
    llvm_module = None
    if text is not None:
        text.text = with_large_globals(text.text, large)
        llvm_module = checked(text, context.diagnostics)
    if text is None or llvm_module is None:
        raise InvalidProgram(context, errors_since(context, before))
    compilation = Compilation(text, target, level, llvm_module)
    if level > 0:
        compilation.optimize(is_scheduled=True)
    return compilation
