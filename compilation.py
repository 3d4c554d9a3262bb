"""From a module of any level to an image: which passes run, in which order, and what is made of their result.

`dlc.compile` imports this file only for a program that is not in the cache: it needs all passes and LLVM's. Errors in
the module raise one exception, `InvalidProgram`, whose message shows all of them as `dlc-opt` would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from .api import InvalidProgram, default_context, errors_since, remarks_since, show_warnings, warnings_since
from .codegen.gpu_target import TRIPLES as GPU_TRIPLES
from .codegen.machine_description import instruction_options, machine_description
from .codegen.side_by_side import ObjectFiles, start_ahead
from .codegen.target import Target
from .compile_options import Precision, Request
from .dialects import BUNDLED
from .dialects.func import FuncOp
from .fixed_sizes import check_bytes, fix_sizes_of
from .ir import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr, Operation, StringAttr
from .ir.context import Context
from .ir.diagnostics import ERROR, Diagnostic, counted
from .kernels_ahead import Elsewhere, lower_kernels_ahead
from .kernels_elsewhere import COMMAND
from .parser.print import print_ir
from .parser.printer import PrintOptions
from .passes.catalog import PASSES
from .passes.gpu.call_kernels import LAUNCHES
from .passes.graph.argument_sizes import has_nameless_sizes
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
from .passes.mlir.result_sizes import name_result_sizes
from .passes.pipelines import (
    ALWAYS,
    BATCH,
    CPU_STAGES,
    EXACT_GRAPH,
    GRAPH,
    IMPORT,
    IMPORTS,
    LAUNCH,
    SCHEDULE,
    THREADS,
    Stage,
    gpu_always,
    gpu_machine_options,
    gpu_stages,
    needed_imports,
    pipeline_text,
    without_imports,
)
from .runtime.build import build
from .runtime.function_signatures import entries_of, mark_memory_of_callers, with_lent_memory
from .runtime.gpu.build import build_for_gpu
from .runtime.image import Image, Kernel
from .runtime.signature import Signature
from .runtime.stages import Progress, Stages
from .runtime.thread_pool import available_threads, prepare_thread_pool
from .runtime.uses_of_memory import forgets_addresses
from .sources import ModuleSource

MANY_OPS = 128
"""The number of ops of a module before its passes from which on LLVM is likely to run in several processes."""
AHEAD = 3
"""The most of these that start before the passes run: how many are needed is known later."""
LARGEST_CHECKED = 1024
"""The maximum number of elements of constants that can determine sizes."""


def compiled(source: ModuleSource, request: Request, stages: Stages, keep: Callable[[Image], None] | None) -> Image:
    """Return the image of a module, after passing it to `keep` if nothing else than its key determines it."""
    context = request.context or default_context()
    first = len(context.diagnostics.diagnostics)
    if not request.is_for_gpu:
        start_ahead()
    with stages.stage("parse"):
        op = source.module(context)
        if request.context is None:
            context.load_dialects_of(op)
        check_bytes(op, context)
    if not request.is_for_gpu and sum(1 for _ in op.walk()) >= MANY_OPS:
        start_ahead(min(AHEAD, available_threads() - 1), COMMAND)
        if request.threads > 1:
            prepare_thread_pool()
    with stages.stage("plan"):
        planned = passes_for(op, request)
        passes = list(Pipeline.of_passes(planned.items, op.name).passes())
    is_ours = _is_ours(op, passes)
    _run(op, planned.front, context, request, stages)
    if request.sizes:
        fix_sizes_of(op, request.sizes, context, are_known=request.is_bound)
    name_result_sizes(op)
    signatures, forgets = entries_of(op), forgets_addresses(op)
    checked = _checked_entries(op)
    checked_text = (
        print_ir(op, PrintOptions(elide_elements_from=LARGEST_CHECKED, elide_resources_from=0)) if checked else ""
    )
    if not request.is_for_gpu:
        mark_memory_of_callers(op, signatures)
    before = len(context.diagnostics.diagnostics)
    scheduled = any(each.name == ApplySchedules.name for each in passes)
    with ObjectFiles(context.diagnostics, request.target, request.level, is_scheduled=scheduled) as begun:
        elsewhere = _lower(op, planned.stages, context, request, stages, begun)
        if not request.is_for_gpu:
            signatures = with_lent_memory(signatures, op)
        image = _built(op, signatures, context, request, stages, begun, forgets_addresses=forgets)
    if image is None:
        raise InvalidProgram(context, errors_since(context, before))
    remarks = remarks_since(context, first)
    image = replace(
        image,
        checked_module=checked_text,
        checked_entries=checked,
        threads=request.threads,
        kernels=image.kernels or _profiled_kernels(op),
        helpers=tuple(sorted({*image.helpers, *elsewhere.helpers})),
        remarks=remarks,
    )
    op.erase()
    elsewhere.erase()
    if keep is not None and is_ours and not warnings_since(context, first):
        with stages.stage("cache"):
            keep(image)
    return image


def _built(
    op: Operation,
    signatures: Mapping[str, Signature | str],
    context: Context,
    request: Request,
    stages: Stages,
    begun: ObjectFiles,
    *,
    forgets_addresses: bool,
) -> Image | None:
    """Return the image of a lowered module, or `None` if errors were reported."""
    if request.is_for_gpu:
        return build_for_gpu(
            op,
            signatures,
            context.diagnostics,
            target=request.target,
            level=request.level,
            failure=FAILURE,
            launches=LAUNCHES,
            stages=stages,
        )
    return build(
        op,
        signatures,
        context.diagnostics,
        begun,
        target=request.target,
        failure=FAILURE,
        stages=stages,
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
    return all(map(_is_of_dlc, {type(op) for op in module.walk()} | {type(each) for each in passes}))


def _checked_entries(module: Operation) -> tuple[str, ...]:
    """Return the functions with dynamic sizes without a name, which are checked when they are called."""
    ops = (op for block in module.regions[0].blocks for op in block.ops)
    return tuple(op.sym_name.value for op in ops if isinstance(op, FuncOp) and has_nameless_sizes(op))


# -- Passes ------------------------------------------------------------------------------------------------------------


def pipeline_for(
    threads: int = 1,
    level: int = 2,
    target: Target | None = None,
    passes: Passes | None = None,
    precision: Precision = "default",
) -> str:
    """Return the passes that `compile` runs on a module of any level, as pipeline text."""
    if target is not None and target.triple in GPU_TRIPLES:
        stages = gpu_stages_of(target, level, precision)
    else:
        host = target or Target.host()
        machine = machine_description(host) | {"cores": threads}
        stages = stages_of(threads, level, machine, instruction_options(host), precision)
    if passes is None:
        return ",".join(stage.text for stage in with_placed(stages, REGISTRY.placed) if stage.text)
    return ",".join(map(str, planned_passes(stages, passes).items))


def stages_of(
    threads: int,
    level: int,
    machine: Mapping[str, int],
    changed: Mapping[str, str] | None = None,
    precision: Precision = "default",
    *,
    imports: Iterable[str] = IMPORTS,
) -> list[StagePasses]:
    """Return the stages, with the options of their passes; those that do not run have no passes.

    `changed` is pipeline text that replaces passes. `imports` are the passes of the first stage that run.
    """
    left_out = {*((GRAPH, BATCH, SCHEDULE) if level == 0 else ()), *((THREADS, LAUNCH) if threads == 1 else ())}
    known = {name: value for name, value in machine.items() if precision != "exact" or name not in INEXACT}
    numbers = " ".join(f"{name.replace('_', '-')}={value}" for name, value in known.items())
    options = {
        "describe-machine": f"describe-machine{{{numbers}}}",
        "parallel-to-threads": f"parallel-to-threads{{threads={threads}}}",
        **without_imports(imports),
        **(changed or {}),
        **_exact_options(precision),
    }
    return _with_passes(CPU_STAGES, left_out, ALWAYS, options)


INEXACT = ("bf16_terms",)
"""The facts about a machine that only matter if results may differ: instructions for bf16 take subnormals for zero."""


def gpu_stages_of(
    target: Target, level: int, precision: Precision = "default", *, imports: Iterable[str] = IMPORTS
) -> list[StagePasses]:
    """Return the stages of programs whose kernels run on a GPU."""
    left_out = {GRAPH} if level == 0 else set[Stage]()
    options = gpu_machine_options(target.cpu, tf32=precision == "tf32", exact_f8=precision == "exact")
    options |= {**without_imports(imports), **_exact_options(precision)}
    return _with_passes(gpu_stages(target.cpu), left_out, gpu_always(target.cpu), options)


def _exact_options(precision: Precision) -> Mapping[str, str]:
    """Return the text that replaces passes where no result may change."""
    return {**EXACT_GRAPH, "use-dot-products": "use-dot-products"} if precision == "exact" else {}


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


VERIFIED_BEFORE = ("graph-to-tensor",)
"""Passes before which programs are verified: later ones rely on sizes that fit, and graphs have few ops."""


def _run(op: Operation, items: Items, context: Context, request: Request, stages: Stages) -> None:
    if not items:
        return
    before = len(context.diagnostics.diagnostics)
    with stages.stage("passes"):
        watchers = () if stages.progress is None else (Announcer(stages.progress),)
        settings = request.settings or RunSettings(verify_each=False, verify_before=VERIFIED_BEFORE)
        ok = Pipeline.of_passes(items, op.name).run(op, context, settings, watchers)
    if not ok:
        errors = errors_since(context, before)
        _suggest_default(op, request.passes, errors)
        raise InvalidProgram(context, errors if request.passes is not None else _with_own_ops_together(errors))
    show_warnings(context, before)


def _lower(
    op: Operation, items: Items, context: Context, request: Request, stages: Stages, begun: ObjectFiles
) -> Elsewhere:
    """Run the passes of all stages; if nobody watches them, other processes begin with kernels meanwhile."""

    def run(module: Operation, some: Items) -> None:
        _run(module, some, context, request, stages)

    if request.is_for_gpu or request.settings is not None or available_threads() < 2:
        run(op, items)
        return Elsewhere()
    return lower_kernels_ahead(op, items, run, begun, stages, available_threads() - 1)


class Announcer(Instrumentation):
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


_LEFT_OP = re.compile(r"failed to legalize operation '((\w+)\.[^']*)'")


def _with_own_ops_together(errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return errors with one for all ops of a dialect for which the compiler has no pass, in place of one for each."""
    by_dialect: dict[str, list[Diagnostic]] = {}
    others: list[Diagnostic] = []
    for error in errors:
        left = _LEFT_OP.match(error.message)
        (by_dialect.setdefault(left[2], []) if left is not None and left[2] not in BUNDLED else others).append(error)
    names = [name for name in REGISTRY.names() if name not in PASSES and not _is_of_dlc(REGISTRY.find(name))]
    passes = f"{names[0] if len(names) == 1 else 'my-pass'},default"
    known = f"; there are {' and '.join(names)}" if len(names) > 1 else ""
    together = [
        Diagnostic(
            ERROR,
            of_dialect[0].location,
            f"{counted(len(of_dialect), 'op')} of '{dialect}' {'is' if len(of_dialect) == 1 else 'are'} left, which no "
            f"pass of the compiler rewrites; run a pass of your own before: --passes={passes}, or passes='{passes}' in "
            f"Python{known}",
        )
        for dialect, of_dialect in by_dialect.items()
    ]
    return [*together, *others]


def _is_of_dlc(kind: type | None) -> bool:
    return kind is None or kind.__module__.partition(".")[0] == "dlc"


def imports_for(module: Operation, passes: Passes | None) -> tuple[str, ...]:
    """Return the passes of the first stage that may be needed: passes of a user can make ops of any dialect."""
    may_have_all = passes is not None or bool(REGISTRY.placed)
    return tuple(IMPORTS) if may_have_all else needed_imports(module)


def passes_for(module: Operation, request: Request) -> PlannedPasses:
    """Return the passes that a module goes through when it is compiled as requested."""
    imports = imports_for(module, request.passes)
    if request.is_for_gpu:
        stages = gpu_stages_of(request.target, request.level, request.precision, imports=imports)
        return planned_passes(stages, request.passes)
    machine = machine_for(module, request.target, request.threads)
    changed = {"apply-schedules": "profile-kernels,apply-schedules"} if request.profile else {}
    changed = {**instruction_options(request.target), **changed}
    stages = stages_of(request.threads, request.level, machine, changed, request.precision, imports=imports)
    return planned_passes(stages, request.passes)
