"""The machine code of a program, for the explorer: the instructions of each function, their sources and their time."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...codegen.emission import Compilation
from ...compiler import compile
from ...dialects import llvm
from ...ir import Operation
from ...ir.context import Context
from ...ir.diagnostics import DiagnosticEngine
from ...runtime.large_constants import take_out_globals
from ...runtime.profile import DEFAULT_RUNS, profile_of
from ..program_files import arguments_of, entry_of
from .recording import leaves_of

_FUNCTION = re.compile(r"(?ms)^\t\.type\t(?P<name>[^\n]+),[@%]function\n(?P=name):\n(?P<body>.*?)^\.Lfunc_end")
_UNWINDING = re.compile(r"(?m)^\t\.cfi_.*\n")
MOST_CHARACTERS = 20_000_000
"""The length of assembly from which it is left out: a page must still open."""


def assembly_of(module: Operation, diagnostics: DiagnosticEngine, level: int) -> list[dict[str, Any]]:
    """Return the functions of a module of the dialect `llvm`, which loses its large constants; none after errors."""
    take_out_globals(module)
    places = {name: sorted(all_places) for name, all_places in _places_by_function(module)}
    compilation = Compilation.of(module, diagnostics, level=level)
    if compilation is None:
        return []
    if level > 0:
        compilation.optimize(is_scheduled=True)
    text = compilation.assembly()
    if len(text) > MOST_CHARACTERS:
        return []
    functions = ((each["name"].strip('"'), _UNWINDING.sub("", each["body"])) for each in _FUNCTION.finditer(text))
    return [{"name": name, "text": body, "places": places.get(name, [])} for name, body in functions]


def _places_by_function(module: Operation) -> Iterator[tuple[str, set[str]]]:
    for op in module.regions[0].entry.ops:
        if isinstance(op, llvm.FuncOp):
            yield op.sym_name.value, {place for inner in op.walk() for place in leaves_of(inner.location)}


def with_times(functions: list[dict[str, Any]], times: Mapping[str, tuple[float, int]]) -> list[dict[str, Any]]:
    """Return functions with the seconds that a call of the program spends in them, and how often they run."""
    timed = [each | dict(zip(("seconds", "calls"), times.get(each["name"], ()), strict=False)) for each in functions]
    return sorted(timed, key=lambda each: -each.get("seconds", 0.0))


def times_of_kernels(
    path: os.PathLike[str], options: argparse.Namespace, context: Context | None, progress: Callable[[str], None]
) -> dict[str, tuple[float, int]]:
    """Return the seconds and the calls of each kernel in a call with the arguments of a command line."""
    program = compile(
        path,
        threads=options.threads,
        level=options.level,
        passes=options.passes,
        context=context,
        profile=True,
        progress=progress,
        remarks=False,
    )
    entry = entry_of(program, options.entry)
    arguments = arguments_of(options, entry)
    if not program.image.kernels:
        return {}
    progress("measuring kernels")
    profile = profile_of(lambda: entry(*arguments), program.image.kernels, program.image.threads, DEFAULT_RUNS)
    return {row.kernel.name: (row.seconds, row.calls) for row in profile.kernels}
