"""`dlc.compile`: compile a module from any level to an object that can be called.

    exe = dlc.compile("layer.mlir")
    y = exe(x, weights, bias)

This file defines which passes run, and in which order; `runtime` loads and calls the result. Errors in the module raise
one exception, `InvalidProgram`, whose message shows all of them as `dlc-opt` would.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, NamedTuple

from .api import InvalidProgram, default_context, errors_since, parse, parse_file, remarks_since, show_warnings
from .codegen.machine_description import machine_description
from .codegen.side_by_side import start_ahead
from .codegen.target import OPTIMIZATION_LEVELS, Target
from .dialects.builtin import ModuleOp
from .dialects.func import FuncOp
from .ir.builtin_attributes import DictionaryAttr
from .ir.context import Context
from .ir.errors import DlcError, MissedOptimization
from .ir.garbage import not_collecting
from .ir.operations import Operation
from .ir.verifier import verify as verify_into
from .passes.graph.argument_sizes import contradiction_with, has_nameless_sizes
from .passes.insertions import Passes, StagePasses, items_of
from .passes.llvm.cf_to_llvm import FAILURE
from .passes.loops.schedules.apply_schedules import ApplySchedules
from .passes.loops.schedules.machine import MACHINE
from .passes.manager.pipeline import Pipeline
from .passes.manager.settings import RunSettings
from .passes.pipelines import ALWAYS, CPU_STAGES, GRAPH, LAUNCH, SCHEDULE, THREADS, pipeline_text
from .runtime.build import Stages, build
from .runtime.executable import EntryPoint, Executable, ProgramFailed, SizeCheck
from .runtime.number_arguments import InvalidArgument
from .runtime.signature import Array, Number, Parameter, Signature, entries_of
from .runtime.thread_pool import available_threads, is_supported
from .runtime.uses_of_memory import forgets_addresses

__all__ = [
    "Array",
    "EntryPoint",
    "Executable",
    "InvalidArgument",
    "MissedOptimization",
    "Number",
    "Parameter",
    "ProgramFailed",
    "Signature",
    "compile",
    "pipeline_for",
]

CPU = "cpu"
MOST_THREADS = 1024
Source = Operation | str | os.PathLike[str]


class CompileOptionError(DlcError, ValueError):
    """An option of `dlc.compile` has an invalid value."""


def compile(
    module: Source,
    target: Literal["cpu"] | Target = CPU,
    *,
    threads: int | None = None,
    level: int = 2,
    passes: Passes | None = None,
    context: Context | None = None,
    settings: RunSettings | None = None,
    remarks: bool = True,
) -> Executable:
    """Compile a module, its MLIR text, or the path of a file to machine code; the module itself is not changed.

    `threads` is the maximum number of threads of a call, by default the number of processors of this process. `level`,
    from 0 to 3, is the optimization level of LLVM. `passes` adds passes to the pipeline (`pipeline_for`
    returns the default): `before-schedule=cse` at a point between stages, `cse,default` before it. Without `default`
    they replace what runs before the lowering to LLVM. Optimizations that were missed, such as refused schedules, are
    in `remarks` of the result; each becomes a warning as well (`MissedOptimization`) unless `remarks` is false.
    """
    machine = _checked_target(target, level)
    count = checked_threads(threads)
    context = context or default_context()
    before = len(context.diagnostics.diagnostics)
    with not_collecting():
        executable = _compiled(module, _Request(machine, count, level, passes, context, settings))
    executable.remarks = remarks_since(context, before)
    if remarks:
        for text in executable.remarks:
            warnings.warn(text, MissedOptimization, stacklevel=2)
    return executable


class _Request(NamedTuple):
    """Everything that `compile` is asked for besides the module."""

    target: Target
    threads: int
    level: int
    passes: Passes | None
    context: Context
    settings: RunSettings | None

    def pipeline(self, module: Operation) -> Pipeline:
        """Return the passes to run on a module."""
        machine = _machine_for(module, self.target, self.threads)
        items = items_of(_stages(self.threads, self.level, machine), self.passes)
        return Pipeline.of_passes(items, module.name)


def _compiled(module: Source, request: _Request) -> Executable:
    context, stages = request.context, Stages()
    start_ahead()
    with stages.stage("parse"):
        op = _own_copy(module, context)
    signatures, checks, forgets = entries_of(op), _size_checks(op), forgets_addresses(op)
    pipeline = request.pipeline(op)
    _run(op, pipeline, context, request.settings, stages)
    before = len(context.diagnostics.diagnostics)
    executable = build(
        op,
        signatures,
        context.diagnostics,
        stages=stages,
        level=request.level,
        target=request.target,
        failure=FAILURE,
        scheduled=any(each.name == ApplySchedules.name for each in pipeline.passes()),
        processes=available_threads(),
        checks=checks,
        forgets_addresses=forgets,
    )
    if executable is None:
        raise InvalidProgram(context, errors_since(context, before))
    return executable


# -- Passes ------------------------------------------------------------------------------------------------------------


def pipeline_for(threads: int = 1, level: int = 2, target: Target | None = None, passes: Passes | None = None) -> str:
    """Return the passes that `compile` runs on a module of any level, as pipeline text."""
    stages = _stages(threads, level, machine_description(target or Target.host()) | {"cores": threads})
    if passes is None:
        return ",".join(stage.text for stage in stages if stage.text)
    return ",".join(map(str, items_of(stages, passes)))


def _stages(threads: int, level: int, machine: Mapping[str, int]) -> list[StagePasses]:
    """Return the stages, with the options of their passes; those that do not run have no passes."""
    left_out = {*((GRAPH, SCHEDULE) if level == 0 else ()), *((THREADS, LAUNCH) if threads == 1 else ())}
    numbers = " ".join(f"{name.replace('_', '-')}={value}" for name, value in machine.items())
    options = {
        "describe-machine": f"describe-machine{{{numbers}}}",
        "parallel-to-threads": f"parallel-to-threads{{threads={threads}}}",
    }
    return [
        StagePasses(stage.name, "" if stage in left_out else pipeline_text((stage,), options), stage in ALWAYS)
        for stage in CPU_STAGES
    ]


def _machine_for(module: Operation, target: Target, threads: int) -> dict[str, int]:
    """Return what `describe-machine` is told: the target, but for what the module itself says of its machine."""
    written = module.attributes.get(MACHINE)
    own = written.as_dict() if isinstance(written, DictionaryAttr) else {}
    known = {name: value for name, value in machine_description(target).items() if name not in own}
    return known | {"cores": threads}


def _run(op: Operation, pipeline: Pipeline, context: Context, settings: RunSettings | None, stages: Stages) -> None:
    before = len(context.diagnostics.diagnostics)
    with stages.stage("passes"):
        ok = pipeline.run(op, context, settings or RunSettings(verify_each=False))
    if not ok:
        raise InvalidProgram(context, errors_since(context, before))
    show_warnings(context, before)


# -- What is given -----------------------------------------------------------------------------------------------------


def _own_copy(module: Source, context: Context) -> Operation:
    """Return a verified module that may be changed."""
    if isinstance(module, Operation):
        if not isinstance(module, ModuleOp):
            raise CompileOptionError(f"expected a 'builtin.module' to compile, but got '{module.name}'")
        before = len(context.diagnostics.diagnostics)
        if not verify_into(module, context.diagnostics):
            raise InvalidProgram(context, errors_since(context, before))
        return module.clone()
    read: Callable[..., Operation] = parse if _is_text(module) else parse_file
    return read(module, context=context)


def _size_checks(module: Operation) -> dict[str, SizeCheck]:
    """Return checks of argument shapes for functions that have dynamic sizes without a name."""
    ops = (op for block in module.regions[0].blocks for op in block.ops)
    names = [op.sym_name.value for op in ops if isinstance(op, FuncOp) and has_nameless_sizes(op)]
    copy = module.clone() if names else module
    return {name: partial(contradiction_with, copy, name) for name in names}


def _is_text(module: str | os.PathLike[str]) -> bool:
    """Return whether a string is MLIR rather than a file name, in which line ends and braces are rare."""
    if not isinstance(module, str) or not any(sign in module for sign in "\n{("):
        return False
    return "\n" in module or not os.path.exists(module)


def _checked_target(target: str | Target, level: int) -> Target:
    if level not in OPTIMIZATION_LEVELS:
        levels = f"{OPTIMIZATION_LEVELS[0]} to {OPTIMIZATION_LEVELS[-1]}"
        raise CompileOptionError(f"'level' must be an integer from {levels}, but got '{level}'")
    if isinstance(target, Target):
        host = Target.host()
        if target.triple != host.triple:
            raise CompileOptionError(f"target of this machine is '{host.triple}', but got '{target.triple}'")
        return target
    if target != CPU:
        raise CompileOptionError(f"'target' must be '{CPU}' or a Target, but got '{target}'")
    return Target.host()


def checked_threads(threads: object) -> int:
    """Return the threads that a call may use, by default one for each processor of this process."""
    if threads is None:
        return min(available_threads(), MOST_THREADS) if is_supported() else 1
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise CompileOptionError(f"'threads' must be an integer from 1 to {MOST_THREADS}, but got '{threads}'")
    return threads if is_supported() else 1
