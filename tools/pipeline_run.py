"""The part of dlc-opt that runs passes, imported only by runs that use them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext
from typing import TextIO

from dlc.passes.manager.instrumentation import Instrumentation
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_pipeline, pass_from_options
from dlc.passes.manager.registry import REGISTRY
from dlc.passes.manager.settings import RunSettings
from dlc.passes.manager.timing import Timing
from dlc.passes.pipelines import overview

from ..ir import Operation
from ..ir.context import Context
from ..ir.diagnostics import did_you_mean
from ..ir.mistakes import import_problem
from ..parser.parse import ParsedModule
from ..parser.strings import unquote
from .flag_synonyms import flag_called
from .options import Options, UsageError


def is_pass(name: str) -> bool:
    return REGISTRY.find(name) is not None


def suggest(name: str, flags: Collection[str]) -> str:
    """Return the end of a message about a name that is neither a flag nor a pass."""
    written = flag_called(name, flags)
    if written is not None:
        return f"; write {written}"
    hint = REGISTRY.suggest(name, [flag for flag in flags if len(flag) > 1])
    return hint.replace("'", "'--", 1) or "; see --help and --list-passes, and load passes of your own by --load-pass"


def pass_list() -> str:
    """Return the output of --list-passes."""
    return "".join(f"  --{name:<34} {REGISTRY.description(name)}\n" for name in REGISTRY.names())


def stages() -> str:
    """The answer to --print-pipeline without passes."""
    return overview()


def check_pass_names(names: Iterable[str], when: str) -> None:
    """Refuse names of passes `when` the IR is to be printed that no pass has."""
    for name in names:
        if not is_pass(name):
            raise UsageError(f"there is no pass '{name}' to print {when}{did_you_mean(name, REGISTRY.names())}")


def load_pass_module(name: str) -> None:
    """Register the passes of a Python module."""
    try:
        module = importlib.import_module(name)
    except Exception as error:
        raise UsageError(f"cannot load passes from '{name}': {import_problem(name, error)}") from error
    if not REGISTRY.register_module(module):
        raise UsageError(f"module '{name}' defines no passes: a pass is a subclass of Pass with a 'name'")


def run_pipeline(
    parsed: ParsedModule,
    context: Context,
    options: Options,
    timing: Timing | None,
    stream: TextIO,
    print_ir: Callable[[Operation], str],
    watchers: Sequence[Instrumentation] = (),
) -> bool:
    """Run the passes given by the options, heard by watchers, and return whether all of them succeeded."""
    with timing.scope("Pipeline setup") if timing is not None else nullcontext():
        pipeline = _pipeline(parsed, options)
    if options["dump-pass-pipeline"] or options["print-pipeline"]:
        stream.write(pipeline.dump())
    settings = _settings(options, timing, stream, print_ir)
    if not options["explore"]:
        return pipeline.run(parsed.op, context, settings, watchers)
    if not any(pipeline.passes()):
        raise UsageError("'--explore' shows what passes do, but there are none to run")
    written = ",".join(each.written for each in pipeline.passes())
    exploring = importlib.import_module("dlc.tools.views.explorer")  # what draws the page: few runs need it
    with exploring.explored(options["explore"], f"{options.input}: {written}") as recorder:
        return pipeline.run(parsed.op, context, settings, [recorder, *watchers])


def _settings(
    options: Options, timing: Timing | None, stream: TextIO, print_ir: Callable[[Operation], str]
) -> RunSettings:
    for when in ("before", "after"):
        check_pass_names(options[f"mlir-print-ir-{when}"], when)
    return RunSettings(
        verify_each=options["verify-each"],
        print_before=options["mlir-print-ir-before"],
        print_after=options["mlir-print-ir-after"],
        print_before_all=options["mlir-print-ir-before-all"],
        print_after_all=options["mlir-print-ir-after-all"] or _prints_nothing_else(options),
        print_after_change=options["mlir-print-ir-after-change"],
        print_after_failure=options["mlir-print-ir-after-failure"],
        print_module_scope=options["mlir-print-ir-module-scope"],
        print_folder=options["mlir-print-ir-tree-dir"],
        timing=timing,
        statistics=options["mlir-pass-statistics"],
        statistics_list=options["mlir-pass-statistics-display"] == "list",
        pattern_stats=options["pattern-stats"],
        debug_only=options["debug-only"],
        warn_idle_passes=options["warn-idle-passes"],
        reproducer=options["mlir-pass-pipeline-crash-reproducer"],
        local_reproducer=options["mlir-pass-pipeline-local-reproducer"],
        expensive_checks=options["expensive-checks"],
        stream=stream,
        print_ir=print_ir,
        machine=lambda: _machine(options),
    )


_PRINTS = ("before", "after", "before-all", "after-all", "after-change", "after-failure")


def _prints_nothing_else(options: Options) -> bool:
    """Return whether a folder for printed IR is given, but no flag that says what to print."""
    return bool(options["mlir-print-ir-tree-dir"]) and not any(options[f"mlir-print-ir-{when}"] for when in _PRINTS)


def _machine(options: Options) -> dict[str, int]:
    """The machine that `--target`, `--mcpu` and `--mattr` name, with the threads that may run here."""
    emission = importlib.import_module("dlc.tools.code_emission")  # LLVM takes longer to load than a small file to run
    return emission.machine(options)


def _pipeline(parsed: ParsedModule, options: Options) -> Pipeline:
    if options["run-reproducer"]:
        recorded = parsed.external_resources.pop("mlir_reproducer", None)
        if recorded is None or "pipeline" not in recorded:
            raise UsageError("--run-reproducer: the file is not a reproducer: it has no 'mlir_reproducer' resources")
        return parse_pipeline(unquote(recorded["pipeline"]))
    if options["pass-pipeline"]:
        if options.passes:
            raise UsageError("'--pass-pipeline' and flags of single passes cannot be used together")
        return parse_pipeline(options["pass-pipeline"])
    passes = [each for name, text in options.passes for each in pass_from_options(name, text)]
    return Pipeline.of_passes(passes)
