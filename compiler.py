"""`dlc.compile`: compile a module from any level to an object that can be called.

    exe = dlc.compile("layer.mlir")
    y = exe(x, weights, bias)

This file defines which passes run, and in which order; `runtime` loads and calls the result. Errors in the module raise
one exception, `InvalidProgram`, whose message shows all of them as `dlc-opt` would.
"""

from __future__ import annotations

import contextlib
import json
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from .api import InvalidProgram, default_context, errors_since, parse, remarks_since, show_warnings, warnings_since
from .bound_arguments import BoundSource, values_to_bind
from .codegen.jit import JitError
from .codegen.machine_description import cache_sizes, instruction_options, machine_description
from .codegen.ptx import TRIPLE as GPU_TRIPLE, target_for as gpu_target
from .codegen.side_by_side import start_ahead
from .codegen.target import OPTIMIZATION_LEVELS, Target, TargetError, best_here
from .dialects.func import FuncOp
from .ir import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr, Operation, StringAttr
from .ir.context import Context
from .ir.diagnostics import Diagnostic
from .ir.errors import DlcError, MissedOptimization
from .ir.forks import at_work
from .ir.garbage import not_collecting
from .model_executable import ModelExecutable
from .parser.print import print_ir
from .parser.printer import PrintOptions
from .passes.gpu.call_kernels import LAUNCHES
from .passes.graph.argument_sizes import contradiction_with, has_nameless_sizes
from .passes.insertions import Items, Passes, PlannedPasses, StagePasses, planned_passes, replaces_default, with_placed
from .passes.kernels.profile_kernels import PROFILED
from .passes.llvm.cf_to_llvm import FAILURE
from .passes.loops.schedules.apply_schedules import ApplySchedules
from .passes.loops.schedules.machine import MACHINE
from .passes.manager import Pass
from .passes.manager.instrumentation import Instrumentation
from .passes.manager.pipeline import Pipeline
from .passes.manager.registry import REGISTRY
from .passes.manager.settings import RunSettings
from .passes.pipelines import (
    ALWAYS,
    CPU_STAGES,
    CUDA_ALWAYS,
    CUDA_STAGES,
    GRAPH,
    IMPORT,
    IMPORTED,
    LAUNCH,
    SCHEDULE,
    THREADS,
    Stage,
    gpu_machine_options,
    pipeline_text,
)
from .runtime.build import Progress, Stages, build
from .runtime.compile_cache import Cache, key_of, user_cache
from .runtime.entry import Entry
from .runtime.executable import EntryPoint, Executable, ProgramFailed
from .runtime.function_signatures import entries_of, mark_memory_of_callers, with_lent_memory
from .runtime.gpu.build import build_for_gpu
from .runtime.gpu.device import arch_of_device
from .runtime.image import Image, Kernel
from .runtime.image_file import ImageFileError, read_image
from .runtime.load import CheckOf, for_this_machine, load as load_image
from .runtime.number_arguments import InvalidArgument
from .runtime.signature import Array, Number, Output, Parameter, Signature
from .runtime.thread_pool import available_threads, is_supported
from .runtime.uses_of_memory import forgets_addresses
from .sources import Given, ModuleSource, RunsInSteps, source_of

__all__ = [
    "Array",
    "EntryPoint",
    "Executable",
    "ImageFileError",
    "InvalidArgument",
    "MissedOptimization",
    "Number",
    "Output",
    "Parameter",
    "ProgramFailed",
    "Signature",
    "compile",
    "load",
    "pipeline_for",
]

CPU, CUDA = "cpu", "cuda"
MOST_DIGITS = 5
MOST_THREADS = 1024
MANY_OPS = 128
"""The number of ops of a module before its passes from which on LLVM is likely to run in several processes."""
AHEAD = 2
"""The number of these that start before the passes run: how many are needed is known later."""
LARGEST_CHECKED = 1024
"""The maximum number of elements of constants that can determine sizes."""


class CompileOptionError(DlcError, ValueError):
    """An option of `dlc.compile` has an invalid value."""


def compile(
    module: Given,
    *args: Any,
    target: str | Target | Sequence[Target] = CPU,
    weights: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    threads: int | None = None,
    level: int = 2,
    passes: Passes | None = None,
    context: Context | None = None,
    settings: RunSettings | None = None,
    remarks: bool = True,
    cache: bool = True,
    profile: bool = False,
    progress: Progress | None = None,
) -> Executable:
    """Compile a module, its MLIR text, or the path of a file to machine code; the module itself is not changed.

    It may also be a function of JAX with `args`, whose leaves the program takes, a `jax.export.Exported`, a
    `torch.export.ExportedProgram`, or a `torch.nn.Module` with `args`, tensors to trace it with; a tuple alone is all
    of them. `weights` are tensors by the names of its state dict, or the path of a safetensors file.

    `target` is `cpu`, another `Target` of this machine, `cuda` for a GPU by NVIDIA, or `cuda:1` for the one with this
    number. A program for a GPU is compiled for the architecture of that device, or for sm_80 and later where there
    is none; a target such as `Target.of("nvptx64-nvidia-cuda", "sm_90")` says which one it is. It runs on arrays of the
    device and on those of the host. Of several targets, such as processors of different levels, the program is compiled
    for each: `Executable.save` stores all of them, and `load` selects the best one that the machine can run.

    `threads` is the maximum number of threads of a call, by default the number of processors of this process. `level`,
    from 0 to 3, is the optimization level of LLVM. `passes` adds passes to the pipeline (`pipeline_for`
    returns the default): `before-schedule=cse` at a point between stages, `cse,default` before it. Without `default`
    they replace what runs before the lowering to LLVM. Optimizations that were missed, such as refused schedules, are
    in `remarks` of the result; each becomes a warning as well (`MissedOptimization`) unless `remarks` is false.

    A program that was compiled before is taken from the user's `cache`, unless a `context` or `settings` are given.
    With `profile`, the program notes the times of its kernels when `Executable.profile` calls it. `progress` is called
    with the name of each stage and pass when it begins.
    """
    (machine, *others), device = _checked_targets(target, level)
    count = checked_threads(threads)
    store = user_cache() if cache and context is None and settings is None else None
    stages = Stages(progress)
    with at_work(), not_collecting():
        request = _Request(machine, count, level, passes, context, settings, profile, device, tuple(others))
        source = source_of(module, args, weights)
        try:
            executable = _executable(source, request, store, stages)
            executable.compile_bound = partial(_compile_bound, source, request, store)
        except RunsInSteps as reason:
            options: dict[str, Any] = {"threads": threads, "level": level, "passes": passes, "cache": cache}
            program = reason.program(lambda part: compile(part, target=target, remarks=False, **options))
            executable = ModelExecutable(program, machine)
    if remarks:
        for text in executable.remarks:
            warnings.warn(text, MissedOptimization, stacklevel=2)
    return executable


def _compile_bound(
    source: ModuleSource, request: _Request, store: Cache | None, entry: Entry, values: Mapping[str, Any]
) -> Executable:
    """Return a program with constants for arguments of an entry, which has the other ones."""
    with at_work(), not_collecting():
        bound = BoundSource(source, entry.name, values_to_bind(entry, values))
        executable = _executable(bound, request, store, Stages())
    executable.compile_bound = partial(_compile_bound, bound, request, store)
    return executable


def load(path: str | os.PathLike[str], *, device: int = 0) -> Executable:
    """Return the program in a file that `Executable.save` has written; one for a GPU runs on the `device`.

    Constants remain in the file and are mapped into memory. As with a shared library, the code of the file is trusted.
    """
    image = read_image(path)
    try:
        if image.host is None:
            image = for_this_machine(image)
        with at_work():
            return load_image(image, _check_of(image), device=device)
    except (TargetError, JitError, MemoryError) as error:
        raise ImageFileError(f"cannot load '{os.fspath(path)}': {error or 'not enough memory'}") from None


class _Request(NamedTuple):
    """Everything that `compile` is asked for besides the module."""

    target: Target
    threads: int
    level: int
    passes: Passes | None
    context: Context | None
    settings: RunSettings | None
    profile: bool
    device: int = 0
    """The number of the GPU."""
    others: tuple[Target, ...] = ()
    """The other processors that the program is compiled for."""

    @property
    def is_for_gpu(self) -> bool:
        """Whether kernels run on a GPU."""
        return self.target.triple == GPU_TRIPLE

    def key_parts(self) -> list[str]:
        """Return everything but the module that determines the program."""
        passes = list(self.passes.items()) if isinstance(self.passes, Mapping) else self.passes
        target, machine = self.target, cache_sizes()
        options = [target.triple, target.cpu, target.features, machine, self.threads, self.level, passes, self.profile]
        return ["compile", json.dumps([*options, REGISTRY.placed])]

    def planned(self, module: Operation) -> PlannedPasses:
        """Return the passes to run on a module."""
        imports = has_imported_ops(module)
        if self.is_for_gpu:
            return planned_passes(gpu_stages_of(self.target, self.level, imports=imports), self.passes)
        machine = machine_for(module, self.target, self.threads)
        changed = {"apply-schedules": "profile-kernels,apply-schedules"} if self.profile else {}
        changed = {**instruction_options(self.target), **changed}
        stages = stages_of(self.threads, self.level, machine, changed, imports=imports)
        return planned_passes(stages, self.passes)


def has_imported_ops(module: Operation) -> bool:
    """Return whether a module has ops that the first stage converts."""
    return any(op.dialect_name in IMPORTED for op in module.walk())


def _executable(source: ModuleSource, request: _Request, store: Cache | None, stages: Stages) -> Executable:
    """Return the program of a source, from the cache if it is there, with variants for other processors."""
    single = request._replace(others=())
    variants = tuple(_image(source, single._replace(target=each), store, stages) for each in request.others)
    key, image = _kept(source, single, store, stages)
    if image is not None:
        with contextlib.suppress(JitError):  # the process lacks what the program requires: diagnostics say what
            return _loaded(image, variants, single, stages)
    return _loaded(_compiled_and_kept(source, single, store, key, stages), variants, single, stages)


def _loaded(image: Image, variants: tuple[Image, ...], request: _Request, stages: Stages) -> Executable:
    return load_image(replace(image, variants=variants), _check_of(image), stages, request.device)


def _image(source: ModuleSource, request: _Request, store: Cache | None, stages: Stages) -> Image:
    """Return the image of a source, from the cache if it is there; this machine need not be able to run it."""
    key, image = _kept(source, request, store, stages)
    return image if image is not None else _compiled_and_kept(source, request, store, key, stages)


def _kept(source: ModuleSource, request: _Request, store: Cache | None, stages: Stages) -> tuple[str, Image | None]:
    """Return the key of a program in the cache, and its image if it is there."""
    if store is None:
        return "", None
    with stages.stage("cache"):
        key = key_of([*request.key_parts(), *source.fingerprint()])
        return key, store.find(key)


def _compiled_and_kept(source: ModuleSource, request: _Request, store: Cache | None, key: str, stages: Stages) -> Image:
    """Return the image of a source, and put it into the cache."""
    return _compiled(source, request, stages, None if store is None else lambda image: store.keep(key, image))


def _compiled(source: ModuleSource, request: _Request, stages: Stages, keep: Callable[[Image], None] | None) -> Image:
    """Return the image of a module, after passing it to `keep` if nothing else than its key determines it."""
    context = request.context or default_context()
    first = len(context.diagnostics.diagnostics)
    if not request.is_for_gpu:
        start_ahead()
    with stages.stage("parse"):
        op = source.module(context)
    if not request.is_for_gpu and sum(1 for _ in op.walk()) >= MANY_OPS:
        start_ahead(min(AHEAD, available_threads()))
    planned = request.planned(op)
    passes = list(Pipeline.of_passes(planned.items, op.name).passes())
    is_ours = _is_ours(op, passes)
    _run(op, planned.front, context, request, stages)
    signatures, forgets = entries_of(op), forgets_addresses(op)
    checked = _checked_entries(op)
    checked_text = (
        print_ir(op, PrintOptions(elide_elements_from=LARGEST_CHECKED, elide_resources_from=0)) if checked else ""
    )
    if not request.is_for_gpu:
        mark_memory_of_callers(op, signatures)
    _run(op, planned.stages, context, request, stages)
    if not request.is_for_gpu:
        signatures = with_lent_memory(signatures, op)
    before = len(context.diagnostics.diagnostics)
    scheduled = any(each.name == ApplySchedules.name for each in passes)
    image = _built(op, signatures, context, request, stages, scheduled=scheduled, forgets_addresses=forgets)
    if image is None:
        raise InvalidProgram(context, errors_since(context, before))
    remarks = remarks_since(context, first)
    image = replace(
        image,
        checked_module=checked_text,
        checked_entries=checked,
        threads=request.threads,
        kernels=image.kernels or _profiled_kernels(op),
        remarks=remarks,
    )
    if keep is not None and is_ours and not warnings_since(context, first):
        with stages.stage("cache"):
            keep(image)
    return image


def _built(
    op: Operation,
    signatures: Mapping[str, Signature | str],
    context: Context,
    request: _Request,
    stages: Stages,
    *,
    scheduled: bool,
    forgets_addresses: bool,
) -> Image | None:
    """Return the image of a lowered module, or `None` if errors were reported."""
    if request.is_for_gpu:
        return build_for_gpu(
            op,
            signatures,
            context.diagnostics,
            arch=request.target.cpu,
            level=request.level,
            failure=FAILURE,
            launches=LAUNCHES,
            stages=stages,
        )
    return build(
        op,
        signatures,
        context.diagnostics,
        stages=stages,
        level=request.level,
        target=request.target,
        failure=FAILURE,
        scheduled=scheduled,
        processes=available_threads(),
        forgets_addresses=forgets_addresses,
    )


def _profiled_kernels(module: Operation) -> tuple[Kernel, ...]:
    """Return what the pass `profile-kernels` has described."""
    described = module.attributes.get(PROFILED)
    return tuple(map(_kernel, described)) if isinstance(described, ArrayAttr) else ()


def _kernel(described: Attribute) -> Kernel:
    fields = described.as_dict() if isinstance(described, DictionaryAttr) else {}
    name, schedule, sources = (_texts(fields.get(each)) for each in ("name", "schedule", "sources"))
    flops, transferred = (fields.get(each) for each in ("flops", "bytes"))
    return Kernel("".join(name), schedule, sources, _integer(flops), _integer(transferred))


def _texts(attribute: Attribute | None) -> tuple[str, ...]:
    items = attribute if isinstance(attribute, ArrayAttr) else (attribute,)
    return tuple(each.value for each in items if isinstance(each, StringAttr))


def _integer(attribute: Attribute | None) -> int | None:
    return attribute.value if isinstance(attribute, IntegerAttr) else None


def _is_ours(module: Operation, passes: Sequence[Pass]) -> bool:
    """Return whether all ops and passes are defined by dlc, whose sources are part of the keys of the cache."""
    kinds = {type(op) for op in module.walk()} | {type(each) for each in passes}
    return all(kind.__module__.partition(".")[0] == "dlc" for kind in kinds)


# -- Passes ------------------------------------------------------------------------------------------------------------


def pipeline_for(threads: int = 1, level: int = 2, target: Target | None = None, passes: Passes | None = None) -> str:
    """Return the passes that `compile` runs on a module of any level, as pipeline text."""
    if target is not None and target.triple == GPU_TRIPLE:
        stages = gpu_stages_of(target, level)
    else:
        machine = target or Target.host()
        stages = stages_of(
            threads, level, machine_description(machine) | {"cores": threads}, instruction_options(machine)
        )
    if passes is None:
        return ",".join(stage.text for stage in with_placed(stages, REGISTRY.placed) if stage.text)
    return ",".join(map(str, planned_passes(stages, passes).items))


def stages_of(
    threads: int,
    level: int,
    machine: Mapping[str, int],
    changed: Mapping[str, str] | None = None,
    *,
    imports: bool = True,
) -> list[StagePasses]:
    """Return the stages, with the options of their passes; those that do not run have no passes.

    `changed` is pipeline text that replaces passes. `imports` is whether there are ops of dialects to be converted.
    """
    left_out = {*((GRAPH, SCHEDULE) if level == 0 else ()), *((THREADS, LAUNCH) if threads == 1 else ())}
    numbers = " ".join(f"{name.replace('_', '-')}={value}" for name, value in machine.items())
    options = {
        "describe-machine": f"describe-machine{{{numbers}}}",
        "parallel-to-threads": f"parallel-to-threads{{threads={threads}}}",
        **(changed or {}),
    }
    return _with_passes(CPU_STAGES, left_out if imports else left_out | {IMPORT}, ALWAYS, options)


def gpu_stages_of(target: Target, level: int, *, imports: bool = True) -> list[StagePasses]:
    """Return the stages of programs whose kernels run on a GPU."""
    left_out = {*((GRAPH,) if level == 0 else ()), *(() if imports else (IMPORT,))}
    return _with_passes(CUDA_STAGES, left_out, CUDA_ALWAYS, gpu_machine_options(target.cpu))


def _with_passes(
    stages: Sequence[Stage], left_out: set[Stage], always: Sequence[Stage], options: Mapping[str, str]
) -> list[StagePasses]:
    return [
        StagePasses(
            stage.name, "" if stage in left_out else pipeline_text((stage,), options), stage in always, stage is IMPORT
        )
        for stage in stages
    ]


def machine_for(module: Operation, target: Target, threads: int) -> dict[str, int]:
    """Return the options of `describe-machine`: those of the target, without those that the module itself has."""
    written = module.attributes.get(MACHINE)
    own = written.as_dict() if isinstance(written, DictionaryAttr) else {}
    known = {name: value for name, value in machine_description(target).items() if name not in own}
    return known | {"cores": threads}


def _run(op: Operation, items: Items, context: Context, request: _Request, stages: Stages) -> None:
    if not items:
        return
    before = len(context.diagnostics.diagnostics)
    with stages.stage("passes"):
        watchers = () if stages.progress is None else (_Announcer(stages.progress),)
        settings = request.settings or RunSettings(verify_each=False)
        ok = Pipeline.of_passes(items, op.name).run(op, context, settings, watchers)
    if not ok:
        errors = errors_since(context, before)
        _suggest_default(op, request.passes, errors)
        raise InvalidProgram(context, errors)
    show_warnings(context, before)


class _Announcer(Instrumentation):
    """Says which pass begins."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        del op
        self._progress(pass_.name)


def _suggest_default(op: Operation, passes: Passes | None, errors: Sequence[Diagnostic]) -> None:
    """Add a note to the last error if the passes of the user replaced those that lower tensors."""
    has_tensors = any(each.name.startswith(("graph.", "tensor.")) for each in op.walk())
    if errors and has_tensors and replaces_default(passes):
        text = f"passes '{passes}' run instead of those that lower tensors; '{passes},default' runs them first"
        errors[-1].note(op.location, text)


# -- Sizes of arguments ------------------------------------------------------------------------------------------------


def _checked_entries(module: Operation) -> tuple[str, ...]:
    """Return the functions with dynamic sizes without a name, which are checked when they are called."""
    ops = (op for block in module.regions[0].blocks for op in block.ops)
    return tuple(op.sym_name.value for op in ops if isinstance(op, FuncOp) and has_nameless_sizes(op))


def _check_of(image: Image) -> CheckOf:
    """Return the function that returns the check of an entry; the module is parsed when it is first needed."""
    module = cache(lambda: parse(image.checked_module, check=False))
    return lambda name: lambda shapes: contradiction_with(module(), name, shapes)


# -- What is given -----------------------------------------------------------------------------------------------------


def _checked_targets(target: str | Target | Sequence[Target], level: int) -> tuple[list[Target], int]:
    """Return the targets, of which the first is the best for this machine, and the number of the device."""
    if isinstance(target, (str, Target)):
        machine, device = _checked_target(target, level)
        return [machine], device
    targets = [_checked_target(each, level)[0] for each in target]
    if not targets or any(each.triple == GPU_TRIPLE for each in targets):
        raise CompileOptionError(f"a list of targets must have processors of this machine's kind, but got '{target}'")
    return [targets.pop(best_here(targets)), *targets], 0


def _checked_target(target: str | Target, level: int) -> tuple[Target, int]:
    """Return the target, and the number of the device if it is a GPU."""
    if level not in OPTIMIZATION_LEVELS:
        levels = f"{OPTIMIZATION_LEVELS[0]} to {OPTIMIZATION_LEVELS[-1]}"
        raise CompileOptionError(f"'level' must be an integer from {levels}, but got '{level}'")
    if isinstance(target, Target):
        host = Target.host()
        if target.triple not in (host.triple, GPU_TRIPLE):
            raise CompileOptionError(f"target of this machine is '{host.triple}', but got '{target.triple}'")
        return (gpu_target(target.cpu), 0) if target.triple == GPU_TRIPLE else (target, 0)
    if target == CPU:
        return Target.host(), 0
    name, colon, number = target.partition(":")
    if name != CUDA or (colon and not (number.isascii() and number.isdigit() and len(number) < MOST_DIGITS)):
        raise CompileOptionError(f"'target' must be '{CPU}', '{CUDA}', '{CUDA}:1' or a Target, but got '{target}'")
    device = int(number or 0)
    return gpu_target(arch_of_device(device)), device


def checked_threads(threads: object) -> int:
    """Return the threads that a call may use, by default one for each processor of this process."""
    if threads is None:
        return min(available_threads(), MOST_THREADS) if is_supported() else 1
    count = valid_threads(threads)
    return count if is_supported() else 1


def valid_threads(threads: object) -> int:
    """Return a number of threads; raise `CompileOptionError` if it is none."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise CompileOptionError(f"'threads' must be an integer from 1 to {MOST_THREADS}, but got '{threads}'")
    return threads
