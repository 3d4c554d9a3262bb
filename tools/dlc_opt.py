"""dlc-opt: read MLIR text, run passes over it, print it.

    dlc-opt --canonicalize --cse model.mlir
    dlc-opt --pass-pipeline='builtin.module(func.func(canonicalize,cse))' model.mlir

`run` is the whole tool as a function, for tests and for other tools; `main` is what the console script calls.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import tempfile
from collections.abc import Callable
from typing import TextIO

from ..dialects import register_all, register_installed
from ..ir.context import Context
from ..ir.diagnostics import Diagnostic
from ..ir.equivalence import are_equivalent
from ..ir.errors import DlcError
from ..ir.locations import Source
from ..ir.operations import Operation
from ..ir.verifier import verify
from ..parser.parse import ParsedModule, parse_file
from ..parser.printer import PrintOptions, print_ir
from ..passes.timing import Timing
from .options import Options, UsageError, parse_arguments, usage

Input = str | Callable[[], str]


def main() -> int:
    """The console script. Ends the process itself: taking a large module apart again would only cost time."""
    gc.disable()  # a run makes what it needs and ends: looking for garbage would only cost time
    encoding = {"encoding": "utf-8", "errors": "surrogateescape", "newline": ""}
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(**encoding)  # type: ignore[union-attr]
    try:
        status = run(sys.argv[1:], lambda: sys.stdin.read(), sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except KeyboardInterrupt:
        status = 130
    sys.stderr.flush()
    os._exit(status)


def run(argv: list[str], stdin: Input, stdout: TextIO, stderr: TextIO) -> int:
    """Run the tool; returns its exit status. `stdin` is the text, or gives it when it is needed."""
    try:
        options = _parse_options(argv)
        if _answer_questions(options, stdout):
            return 0
        text = _read_input(options.input, stdin)
        tool = _Tool(options, stdout, stderr)
        ok = tool.run(text)
        tool.report_timing()
        _write_output(options["o"], "".join(tool.output), stdout)
        return 0 if ok else 1
    except (DlcError, OSError) as error:
        stderr.write(f"dlc-opt: error: {error}\n")
        return 1
    except (RecursionError, MemoryError) as error:
        stderr.write(f"dlc-opt: error: the input is too large or too deeply nested: {type(error).__name__}\n")
        return 1


def _parse_options(argv: list[str]) -> Options:
    early = [argument.partition("=")[2] for argument in argv if argument.lstrip("-").startswith("load-pass=")]
    for modules in early:
        for module in modules.split(","):
            load_pass_module(module)
    return parse_arguments(argv, _is_pass, _pass_names)


def _is_pass(name: str) -> bool:
    from ..passes.registry import REGISTRY  # heavy: only runs with passes pay for it

    return REGISTRY.find(name) is not None


def _pass_names() -> list[str]:
    from ..passes.registry import REGISTRY  # heavy: as above

    return REGISTRY.names()


def load_pass_module(name: str) -> None:
    """Make the passes of a Python module known."""
    import importlib

    from ..passes.registry import REGISTRY  # heavy: as above

    try:
        REGISTRY.register_module(importlib.import_module(name))
    except ImportError as error:
        raise UsageError(f"cannot load passes from '{name}': {error}") from error


def _answer_questions(options: Options, stdout: TextIO) -> bool:
    if options["help"]:
        stdout.write(usage())
    elif options["version"]:
        from importlib.metadata import PackageNotFoundError, version  # heavy, and rarely wanted

        try:
            stdout.write(f"dlc {version('dlc')}\n")
        except PackageNotFoundError:
            stdout.write("dlc (from a checkout)\n")
    elif options["show-dialects"]:
        stdout.write(f"Available Dialects: {','.join(make_context(options).available)}\n")
    elif options["list-passes"]:
        from ..passes.registry import REGISTRY  # heavy: as above

        stdout.write("".join(f"  --{name:<34} {REGISTRY.description(name)}\n" for name in REGISTRY.names()))
    else:
        return False
    return True


def make_context(options: Options) -> Context:
    """A context with the bundled dialects, those of entry points, and those asked for."""
    context = Context(allow_unregistered=options["allow-unregistered-dialect"])
    register_all(context)
    register_installed(context)
    for module in options["load-dialect"]:
        context.load_module(module)
    return context


def _read_input(name: str, stdin: Input) -> str:
    if name == "-":
        return stdin if isinstance(stdin, str) else stdin()
    try:
        with open(name, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"cannot open input file '{name}': {error.strerror or error}") from None


def _write_output(name: str, text: str, stdout: TextIO) -> None:
    """Write a file whole or not at all."""
    if name == "-":
        stdout.write(text)
        return
    folder = os.path.dirname(os.path.abspath(name))
    try:
        if os.path.exists(name) and not os.path.isfile(name):  # a pipe or a device: there is nothing to replace
            with open(name, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                file.write(text)
            return
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".dlc-opt-")
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, name)
    except OSError as error:
        raise UsageError(f"cannot open output file '{name}': {error.strerror or error}") from None


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


class _Tool:
    """One run over one input, part by part."""

    def __init__(self, options: Options, stdout: TextIO, stderr: TextIO) -> None:
        self.options = options
        self.stdout = stdout
        self.stderr = stderr
        self.output: list[str] = []
        self.timing = Timing() if options["mlir-timing"] else None
        hex_from = options["mlir-print-elementsattrs-with-hex-if-larger"]
        self.print_options = PrintOptions(
            generic=options["mlir-print-op-generic"],
            debuginfo=options["mlir-print-debuginfo"],
            pretty_debuginfo=options["mlir-pretty-debuginfo"],
            local_scope=options["mlir-print-local-scope"],
            elide_elements_from=options["mlir-elide-elementsattrs-if-larger"],
            elide_resources_from=options["mlir-elide-resource-strings-if-larger"],
            hex_from=hex_from if hex_from >= 0 else None,
            skip_regions=options["mlir-print-skip-regions"],
            use_hints=options["names"] != "numbers",
            value_users=options["mlir-print-value-users"],
        )

    def run(self, text: str) -> bool:
        filename = "<stdin>" if self.options.input == "-" else self.options.input
        marker = self.options["split-input-file"]
        if not marker:
            return self.run_part(Source(filename, text))
        ok = True
        for index, (first_line, part) in enumerate(split_parts(text, marker)):
            if index:
                self.output.append(f"{self.options['output-split-marker']}\n")
            ok = self.run_part(Source(filename, part, first_line)) and ok
        return ok

    def run_part(self, source: Source) -> bool:
        """Process one file, or part of one; with --verify-diagnostics success is that all went as expected."""
        context = make_context(self.options)
        expected = self.options["verify-diagnostics"]
        if expected is None:
            context.diagnostics.handlers.append(lambda diagnostic: self.show(context, diagnostic))
            return self.process(source, context)
        from .expected_diagnostics import ExpectedDiagnostics  # only tests need it

        if expected not in ("all", "only-expected"):
            raise UsageError(f"'--verify-diagnostics' is 'all' or 'only-expected', but got '{expected}'")
        expectations = ExpectedDiagnostics(source, only_expected=expected == "only-expected")
        context.diagnostics.handlers.append(expectations.report)
        self.process(source, context)
        problems = expectations.finish()
        self.stderr.write("".join(f"{problem}\n" for problem in problems))
        return not problems

    def show(self, context: Context, diagnostic: Diagnostic) -> None:
        engine = context.diagnostics
        text = engine.as_json(diagnostic) if self.options["diagnostics"] == "json" else engine.render(diagnostic)
        self.stderr.write(f"{text}\n")

    def process(self, source: Source, context: Context) -> bool:
        with self.timed("Parser"):
            parsed = parse_file(source, context)
        if parsed is None:
            return False
        if not verify(parsed.op, context.diagnostics):
            return False
        if self.options["verify-roundtrip"] and not self.verify_roundtrip(parsed, context):
            return False
        if not self.run_passes(parsed, context):
            return False
        if self.options["explain"]:
            return self.explain(parsed.op, context)
        self.print_options.external_resources = parsed.external_resources
        self.print_options.dialect_resources = parsed.dialect_resources
        with self.timed("Output"):
            self.output.append(print_ir(parsed.op, self.print_options))
        return True

    def timed(self, what: str) -> contextlib.AbstractContextManager[None]:
        """A scope of the report of `--mlir-timing`, if there is to be one."""
        return self.timing.scope(what) if self.timing is not None else contextlib.nullcontext()

    def report_timing(self) -> None:
        if self.timing is not None:
            self.stderr.write(self.timing.report(as_list=self.options["mlir-timing-display"] == "list"))

    def explain(self, module: Operation, context: Context) -> bool:
        from .explain import explain  # rarely wanted

        for name in self.options["explain"]:
            text = explain(module, name, context.diagnostics.sources)
            if text is None:
                context.diagnostics.error(module.location, f"--explain: no operation has a result '{name}' after the passes")
                return False
            self.output.append(text)
        return True

    def verify_roundtrip(self, parsed: ParsedModule, context: Context) -> bool:
        """Whether printing and reading gives the same module, in custom and in generic form."""
        for generic in (False, True):
            text = print_ir(parsed.op, PrintOptions(generic=generic, external_resources=parsed.external_resources))
            again = make_context(self.options)
            module = parse_file(Source("<roundtrip>", text), again)
            form = "generic" if generic else "custom"
            if module is None:
                for diagnostic in again.diagnostics.diagnostics:
                    self.stderr.write(again.diagnostics.render(diagnostic) + "\n")
                context.diagnostics.error(parsed.op.location, f"failed to parse the {form} form that was printed")
                return False
            if not are_equivalent(parsed.op, module.op):
                context.diagnostics.error(parsed.op.location, f"roundtrip through the {form} form gives another module")
                return False
        return True

    # -- Passes ----------------------------------------------------------------------------------------------------------

    def run_passes(self, parsed: ParsedModule, context: Context) -> bool:
        options = self.options
        if not (options.passes or options["pass-pipeline"] or options["run-reproducer"] or options["dump-pass-pipeline"]):
            return True
        from ..passes.pass_manager import Pipeline  # heavy: only runs with passes pay for it

        settings = self.settings()
        pipeline: Pipeline = self.pipeline(parsed)
        if options["dump-pass-pipeline"]:
            self.stderr.write(pipeline.dump())
        return pipeline.run(parsed.op, context, settings)

    def settings(self):  # type: ignore[no-untyped-def]
        from ..passes.settings import RunSettings  # heavy: as above

        options = self.options
        return RunSettings(
            verify_each=options["verify-each"],
            print_before=options["mlir-print-ir-before"],
            print_after=options["mlir-print-ir-after"],
            print_before_all=options["mlir-print-ir-before-all"],
            print_after_all=options["mlir-print-ir-after-all"],
            print_after_change=options["mlir-print-ir-after-change"],
            print_after_failure=options["mlir-print-ir-after-failure"],
            print_module_scope=options["mlir-print-ir-module-scope"],
            timing=self.timing,
            statistics=options["mlir-pass-statistics"],
            statistics_list=options["mlir-pass-statistics-display"] == "list",
            pattern_stats=options["pattern-stats"],
            warn_idle_passes=options["warn-idle-passes"],
            reproducer=options["mlir-pass-pipeline-crash-reproducer"],
            local_reproducer=options["mlir-pass-pipeline-local-reproducer"],
            expensive_checks=options["expensive-checks"],
            traceback=options["traceback"],
            stream=self.stderr,
            print_ir=lambda op: print_ir(op, self.print_options),
        )

    def pipeline(self, parsed: ParsedModule):  # type: ignore[no-untyped-def]
        from ..passes.pass_manager import Pipeline  # heavy: as above
        from ..passes.pipeline_text import parse_pipeline, pass_from_options  # heavy: as above

        options = self.options
        if options["run-reproducer"]:
            recorded = parsed.external_resources.pop("mlir_reproducer", None)
            if recorded is None or "pipeline" not in recorded:
                raise UsageError("--run-reproducer: the file holds no reproducer (no 'mlir_reproducer' resources)")
            return parse_pipeline(unquoted(recorded["pipeline"]))
        if options["pass-pipeline"]:
            if options.passes:
                raise UsageError("'--pass-pipeline' and flags of single passes cannot be used together")
            return parse_pipeline(options["pass-pipeline"])
        passes = [made for name, text in options.passes for made in pass_from_options(name, text)]
        return Pipeline.of_passes(passes)


def unquoted(literal: str) -> str:
    """The text of a string literal."""
    from ..parser.strings import unquote

    return unquote(literal)


def split_parts(text: str, marker: str) -> list[tuple[int, str]]:
    """The parts between lines that consist of the marker, each with the number of its first line."""
    parts: list[tuple[int, str]] = []
    current: list[str] = []
    first = 1
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.rstrip() == marker:
            parts.append((first, "".join(current)))
            current, first = [], number + 1
        else:
            current.append(line)
    parts.append((first, "".join(current)))
    return parts
