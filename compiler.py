"""`dlc.compile`: compile a module from any level to an object that can be called.

    exe = dlc.compile("layer.mlir")
    y = exe(x, weights, bias)

A program that was compiled before is found in the cache (`runtime/compile_cache.py`), and neither dialects nor passes
are imported; others are compiled by `compilation`. `runtime` loads and calls the result.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from .codegen.jit import JitError
from .codegen.target import Target, TargetError
from .compile_options import (
    CPU,
    CompileOptionError,
    Precision,
    Request,
    check_flags,
    checked_precision,
    checked_sizes,
    checked_targets,
    checked_threads,
)
from .ir.call_stack import with_room_for_calls
from .ir.context import Context
from .ir.errors import MissedOptimization
from .ir.forks import at_work
from .ir.garbage import not_collecting
from .ir.python_locations import caller_level
from .model_executable import ModelExecutable
from .runtime.compile_cache import Cache, user_cache
from .runtime.entry import Entry, SizeCheck
from .runtime.executable import EntryPoint, Executable, ProgramFailed
from .runtime.image import Image
from .runtime.image_file import ImageFileError, read_image
from .runtime.load import CheckOf, for_this_machine, load as load_image
from .runtime.number_arguments import InvalidArgument
from .runtime.signature import Array, Number, Output, Parameter, Signature
from .runtime.stages import Progress, Stages
from .sources import Given, ModuleSource, RunsInSteps, source_of

if TYPE_CHECKING:
    from .passes.insertions import Passes
    from .passes.manager.settings import RunSettings

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
]


@with_room_for_calls
def compile(
    module: Given,
    *args: Any,
    target: str | Target | Sequence[Target] = CPU,
    weights: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    threads: int | None = None,
    level: int = 2,
    precision: Precision = "default",
    sizes: Mapping[str, int] | None = None,
    passes: Passes | None = None,
    context: Context | None = None,
    settings: RunSettings | None = None,
    remarks: bool = True,
    cache: bool = True,
    profile: bool = False,
    progress: Progress | None = None,
) -> Executable:
    """Compile a module, its MLIR text, or the path of a file to machine code; the module itself is not changed.

    It may also be an `onnx.ModelProto`, a function of JAX with `args`, whose leaves the program takes, a
    `jax.export.Exported`, a `torch.export.ExportedProgram`, or a `torch.nn.Module` with `args`, tensors to trace it
    with; a tuple alone is all of them. `weights` are tensors by the names of its state dict, or the path of a
    safetensors file.

    `target` is `cpu`, another `Target` of this machine, `cuda` for a GPU by NVIDIA, `hip` for one by AMD, or `cuda:1`
    for the one with this number. A program for a GPU is compiled for the architecture of that device, and `cuda` means
    sm_80 and later where there is none; a target such as `Target.of("amdgcn-amd-amdhsa", "gfx90a")` says which one it
    is. It runs on arrays of the device and on those of the host. Of several targets, such as processors of different
    levels, the program is compiled for each: `Executable.save` stores all of them, and `load` selects the best one that
    the machine can run.

    `threads` is the maximum number of threads of a call, by default the number of processors of this process. `level`,
    from 0 to 3, is the optimization level of LLVM. `precision` says what optimization may change (docs/exactness.md):
    with `exact`, graph passes change no result; with `tf32`, a GPU may also round the elements of f32 that it
    multiplies. `sizes` fixes sizes that are open, by their names, such as `{"batch": 4}`: the program is compiled for
    these alone, and `x_size0` is the first size of an argument `x` that has none. `passes` adds passes to the pipeline
    (`pipeline_for` returns the default): `before-schedule=cse` at a point between stages, `cse,default` before it.
    Without `default` they replace what runs before the lowering to LLVM. Optimizations that were missed, such as
    refused schedules, are in `remarks` of the result; each becomes a warning as well (`MissedOptimization`) unless
    `remarks` is false.

    A program that was compiled before is taken from the user's `cache`, unless a `context` or `settings` are given.
    With `profile`, the program notes the times of its kernels when `Executable.profile` calls it. `progress` is called
    with the name of each stage and pass when it begins.
    """
    (machine, *others), device = checked_targets(target, level)
    count = checked_threads(threads)
    check_flags(remarks=remarks, cache=cache, profile=profile)
    store = user_cache() if cache and context is None and settings is None else None
    stages = Stages(progress)
    with at_work(), not_collecting():
        precision = checked_precision(precision)
        fixed, rest = checked_sizes(sizes), tuple(others)
        request = Request(machine, count, level, passes, context, settings, profile, device, precision, rest, fixed)
        with stages.stage("read"):
            source = source_of(module, args, weights)
        try:
            executable = _executable(source, request, store, stages)
            executable.compile_bound = partial(_compile_bound, source, request, store)
        except RunsInSteps as reason:
            if fixed:
                raise CompileOptionError(
                    "'sizes' are for programs that are compiled before they run, but the model runs step by step, and "
                    "compiles its parts for the sizes that they get"
                ) from None
            options: dict[str, Any] = {
                "threads": threads,
                "level": level,
                "precision": precision,
                "passes": passes,
                "cache": cache,
            }
            program = reason.program(lambda part: compile(part, target=target, remarks=False, **options))
            executable = ModelExecutable(program, machine)
    if remarks:
        for text in executable.remarks:
            warnings.warn(text, MissedOptimization, stacklevel=caller_level())
    return executable


@with_room_for_calls
def _compile_bound(
    source: ModuleSource, request: Request, store: Cache | None, entry: Entry, values: Mapping[str, Any]
) -> Executable:
    """Return a program with constants for arguments of an entry, which has the other ones."""
    with at_work(), not_collecting():
        bound = importlib.import_module("dlc.bound_arguments").bound_source(source, entry, values)  # heavy
        request = request._replace(is_bound=True)
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


def _executable(source: ModuleSource, request: Request, store: Cache | None, stages: Stages) -> Executable:
    """Return the program of a source, from the cache if it is there, with variants for other processors."""
    single = request._replace(others=())
    variants = tuple(_image(source, single._replace(target=each), store, stages) for each in request.others)
    key, image = _kept(source, single, store, stages)
    if image is not None:
        with contextlib.suppress(JitError):  # the process lacks what the program requires: diagnostics say what
            return _loaded(image, variants, single, stages)
    return _loaded(_compiled_and_kept(source, single, store, key, stages), variants, single, stages)


def _loaded(image: Image, variants: tuple[Image, ...], request: Request, stages: Stages) -> Executable:
    return load_image(replace(image, variants=variants), _check_of(image), stages, request.device)


def _image(source: ModuleSource, request: Request, store: Cache | None, stages: Stages) -> Image:
    """Return the image of a source, from the cache if it is there; this machine need not be able to run it."""
    key, image = _kept(source, request, store, stages)
    return image if image is not None else _compiled_and_kept(source, request, store, key, stages)


def _kept(source: ModuleSource, request: Request, store: Cache | None, stages: Stages) -> tuple[str, Image | None]:
    """Return the key of a program in the cache, and its image if it is there."""
    if store is None:
        return "", None
    with stages.stage("cache"):
        key = store.key_of([*request.key_parts(), *source.fingerprint()])
        return key, store.find(key)


def _compiled_and_kept(source: ModuleSource, request: Request, store: Cache | None, key: str, stages: Stages) -> Image:
    """Return the image of a source, and put it into the cache."""
    with stages.stage("import"):
        compilation = importlib.import_module("dlc.compilation")  # heavy: all passes
    keep = None if store is None else partial(store.keep, key)
    image: Image = compilation.compiled(source, request, stages, keep)
    return image


def _check_of(image: Image) -> CheckOf:
    """Return the function that returns the check of an entry; what it needs is imported when it is first called."""

    @cache
    def checks() -> CheckOf:
        argument_checks = importlib.import_module("dlc.argument_checks")  # heavy: the parser and the dialects
        checks: CheckOf = argument_checks.checks_by(image.checked_module)
        return checks

    def check_of(name: str) -> SizeCheck:
        def check(shapes: Sequence[Sequence[int]]) -> str | None:
            return checks()(name)(shapes)

        return check

    return check_of
