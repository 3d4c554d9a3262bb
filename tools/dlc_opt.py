"""dlc-opt: read MLIR text or a model, run passes on it and print the result.

    dlc-opt --canonicalize --cse model.mlir
    dlc-opt --pass-pipeline='builtin.module(func.func(canonicalize,cse))' model.mlir

`run` is the whole tool as a function, for tests and for other tools; `main` is what the console script calls.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import sys
from collections.abc import Callable, Collection, Sequence
from typing import Any, TextIO, cast

from ..dialects import register_all, register_installed
from ..ir import Operation
from ..ir.call_stack import with_room_for_calls
from ..ir.context import Context
from ..ir.diagnostics import Diagnostic
from ..ir.equivalence import are_equivalent
from ..ir.errors import DlcError
from ..ir.kept_code import keep_new_code
from ..ir.locations import Source
from ..ir.mistakes import described
from ..ir.verifier import verify
from ..parser.parse import ParsedModule, parse_file
from ..parser.print import print_ir
from ..parser.printer import PrintOptions
from .console import INTERRUPTED
from .interruptions import end_when_interrupted
from .module_search import beside
from .options import QUESTIONS, Options, UsageError, parse_arguments, usage
from .text_files import (
    FailedOutput,
    StandardOutput,
    described_failure,
    is_binary,
    read_text,
    show_warnings_as_messages,
    write_text,
)

Input = str | Callable[[], str]


def main() -> int:
    """Run the tool as a console script, and end the process directly: deallocating a large module only costs time."""
    gc.disable()  # a run is short: collecting garbage would only cost time
    show_warnings_as_messages("dlc-opt")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")
    output = StandardOutput(sys.stdout)
    try:
        end_when_interrupted()
        status = run(sys.argv[1:], sys.stdin.read, cast(TextIO, output), sys.stderr)
        output.flush()
        keep_new_code()
    except BrokenPipeError:
        output.give_up()
        status = 1
    except FailedOutput as error:
        sys.stderr.write(f"dlc-opt: error: {error}\n")
        output.give_up()
        status = 1
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception as error:  # noqa: BLE001 (no user sees a traceback without having asked for it)
        sys.stderr.write(f"dlc-opt: internal error: {described(error)}; --traceback shows how it came about\n")
        sys.stderr.writelines(_traceback_of(error) if "--traceback" in sys.argv else [])
        status = 1
    sys.stderr.flush()
    os._exit(status)


@with_room_for_calls
def run(argv: list[str], stdin: Input, stdout: TextIO, stderr: TextIO) -> int:
    """Run the tool and return its exit status. `stdin` is the text, or a function that returns it when it is needed."""
    try:
        options = _parse_options(argv)
        if _answer_questions(options, stdout):
            return 0
        tool = _Tool(options, stdout, stderr)
        if options.input != "-" and is_binary(options.input):
            ok = tool.run_part(Source(options.input, ""), is_model=True)
        else:
            ok = tool.run(_read_input(options.input, stdin))
        tool.report_timing()
        if options["emit"] == "obj":
            _lazy("code_emission").write_object(options["o"], tool.object_code)
        elif ok or options["o"] == "-":
            _write_output(options["o"], "".join(tool.output), stdout)
        return 0 if ok else 1
    except (BrokenPipeError, FailedOutput):  # whoever reads the output has seen enough, or nobody can
        raise
    except (DlcError, OSError) as error:
        stderr.write(f"dlc-opt: error: {described_failure(error)}\n")
        return 1
    except (RecursionError, MemoryError) as error:
        stderr.write(f"dlc-opt: error: the input is too large or too deeply nested: {type(error).__name__}\n")
        return 1


def _parse_options(argv: list[str]) -> Options:
    """Parse the command line. Modules with passes are loaded first, because their passes are flags too."""
    if any(argument.lstrip("-").startswith("load-pass") for argument in argv):
        named = parse_arguments(argv, is_pass=lambda _: True, suggest=_no_suggestion)
        with beside([named.input]):
            for module in named["load-pass"]:
                _lazy("pipeline_run").load_pass_module(module)
    return parse_arguments(
        argv,
        is_pass=lambda name: _lazy("pipeline_run").is_pass(name),
        suggest=lambda name, flags: _lazy("pipeline_run").suggest(name, flags),
    )


def _no_suggestion(name: str, flags: Collection[str]) -> str:
    del name, flags
    return ""


def _lazy(name: str) -> Any:
    """Import a module that few runs need, so that only those runs pay for it and its imports. A name with a leading dot
    is that of another folder.
    """
    return importlib.import_module(f".{name}", __package__)


def _answer_questions(options: Options, stdout: TextIO) -> bool:
    if options["help"]:
        stdout.write(usage())
    elif options["version"]:
        stdout.write(_lazy("version").version_line())
    elif options["show-dialects"]:
        stdout.write(f"Available Dialects: {','.join(make_context(options).available)}\n")
    elif options["list-passes"]:
        stdout.write(_lazy("pipeline_run").pass_list())
    elif options["print-pipeline"] and not options.has_passes:
        stdout.write(_lazy("pipeline_run").stages())
    elif options["doc-dialect"]:
        stdout.write(
            _lazy("reference.pages").write_dialect_pages(make_context(options), options["doc-dialect"], options["o"])
        )
    elif any(options[question] for question in QUESTIONS):
        stdout.write(_lazy("reference.questions").answers(options, make_context(options)))
    else:
        return False
    return True


def make_context(options: Options) -> Context:
    """Return a context with the bundled dialects, those of entry points, and the requested ones."""
    context = Context(allow_unregistered=options["allow-unregistered-dialect"])
    register_all(context)
    register_installed(context)
    with beside([options.input]):
        for module in options["load-dialect"]:
            context.load_module(module)
    if options["load-xdsl"]:
        _load_xdsl(context, options["load-xdsl"])
    return context


def _traceback_of(error: BaseException) -> list[str]:
    traceback = importlib.import_module("traceback")  # only `--traceback` should cost its import
    return traceback.format_exception(type(error), error, error.__traceback__)


def _load_xdsl(context: Context, names: Sequence[str]) -> None:
    loading = importlib.import_module("dlc.frontends.xdsl.loading")  # xDSL takes longer to import than dlc to run
    loading.load_into(context, names)


def _read_input(name: str, stdin: Input) -> str:
    if name == "-":
        return stdin if isinstance(stdin, str) else stdin()
    return read_text(name)


def _model(name: str, context: Context) -> ParsedModule:
    """Return the module that a model in a file becomes."""
    sources = importlib.import_module("dlc.sources")  # text is parsed without what models need
    return ParsedModule(sources.module_of(name, context), {}, {})


def _write_output(name: str, text: str, stdout: TextIO) -> None:
    if name == "-":
        stdout.write(text)
    else:
        write_text(name, text)


class _Tool:
    """One run over one input, processed in parts."""

    def __init__(self, options: Options, stdout: TextIO, stderr: TextIO) -> None:
        self.options = options
        self.stdout = stdout
        self.stderr = stderr
        self.output: list[str] = []
        self.object_code: bytes | None = None
        self.timing = _lazy(".passes.manager.timing").Timing() if options["mlir-timing"] else None
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
            use_hints={"source": True, "numbers": False}.get(options["names"]),
            value_users=options["mlir-print-value-users"],
            unique_ids=options["mlir-print-unique-ssa-ids"] or None,
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

    def run_part(self, source: Source, *, is_model: bool = False) -> bool:
        """Process one file, or part of one. With --verify-diagnostics, return whether all diagnostics were expected."""
        with self.timed("Dialects"):
            context = make_context(self.options)
        if self.options["format"]:
            if is_model:
                raise UsageError(f"'--format' is for text, which '{source.filename}' is not")
            self.output.append(self.formatted(source, context))
            return True
        expected = self.options["verify-diagnostics"]
        if expected is None:
            context.diagnostics.handlers.append(lambda diagnostic: self.show(context, diagnostic))
            return self.process(source, context, is_model=is_model)
        if expected not in ("all", "only-expected"):
            raise UsageError(f"'--verify-diagnostics' must be 'all' or 'only-expected', but got '{expected}'")
        expectations = _lazy("expected_diagnostics").ExpectedDiagnostics(
            source, only_expected=expected == "only-expected"
        )
        context.diagnostics.handlers.append(expectations.report)
        self.process(source, context, is_model=is_model)
        problems = expectations.finish()
        self.stderr.write("".join(f"{problem}\n" for problem in problems))
        return not problems

    def formatted(self, source: Source, context: Context) -> str:
        if self.options.has_passes:
            raise UsageError("'--format' only changes the layout of a text; run passes without it")
        text: str = _lazy("formatting").format_text(source.text, context, source.filename)
        return text

    def show(self, context: Context, diagnostic: Diagnostic) -> None:
        engine = context.diagnostics
        text = engine.as_json(diagnostic) if self.options["diagnostics"] == "json" else engine.render(diagnostic)
        self.stderr.write(f"{text}\n")
        if diagnostic.cause is not None and self.options["traceback"]:
            self.stderr.writelines(_traceback_of(diagnostic.cause))

    def process(self, source: Source, context: Context, *, is_model: bool) -> bool:
        with self.timed("Parser"):
            parsed = _model(source.filename, context) if is_model else parse_file(source, context)
        if parsed is None:
            return False
        with self.timed("Verifier of the input"):
            ok = verify(parsed.op, context.diagnostics)
        if ok and self.options["verify-roundtrip"]:
            with self.timed("Round trip"):
                ok = self.verify_roundtrip(parsed, context)
        if not ok:
            return False
        makers = [_lazy("explain").Makers()] if self.options["explain"] else []
        if not self.run_passes(parsed, context, makers):
            return False
        for view in ("view-op-graph", "view-cfg", "view-memory"):
            if self.options[view]:
                self.draw(view, parsed.op)
        if makers:
            return self.explain(parsed.op, context, makers[0])
        if self.options["emit"]:
            return self.emit(parsed.op, context)
        self.print_options.external_resources = parsed.external_resources
        self.print_options.dialect_resources = parsed.dialect_resources
        with self.timed("Output"):
            self.output.append(print_ir(parsed.op, self.print_options))
        return True

    def draw(self, view: str, module: Operation) -> None:
        """Write a picture of the module to the file that a flag names."""
        pictures = importlib.import_module("dlc.tools.views.pictures")  # few runs draw
        _write_output(self.options[view], pictures.picture(view, module, self.options[view]), self.stdout)

    def emit(self, module: Operation, context: Context) -> bool:
        """Write text to the output; keep an object file until the run has finished."""
        with self.timed("Code generation"):
            output = _lazy("code_emission").emit(module, self.options, context.diagnostics)
        if isinstance(output, str):
            self.output.append(output)
        elif output is not None:
            self.object_code = output
        return output is not None

    def timed(self, what: str) -> contextlib.AbstractContextManager[None]:
        """Return a scope of the report of `--mlir-timing`, which does nothing if no report was requested."""
        return self.timing.scope(what) if self.timing is not None else contextlib.nullcontext()

    def report_timing(self) -> None:
        if self.timing is not None:
            self.stderr.write(self.timing.report(as_list=self.options["mlir-timing-display"] == "list"))

    def explain(self, module: Operation, context: Context, makers: Any) -> bool:
        for name in self.options["explain"]:
            text = _lazy("explain").explain(module, name, context.diagnostics.sources, makers)
            if text is None:
                context.diagnostics.error(module.location, f"--explain: no op has a result '{name}' after the passes")
                return False
            self.output.append(text)
        return True

    def verify_roundtrip(self, parsed: ParsedModule, context: Context) -> bool:
        """Return whether printing and parsing preserves the module, in custom and in generic form."""
        for generic in (False, True):
            form_options = PrintOptions(generic=generic, external_resources=parsed.external_resources)
            text = print_ir(parsed.op, form_options)
            again = make_context(self.options)
            module = parse_file(Source("<roundtrip>", text), again)
            form = "generic" if generic else "custom"
            if module is None:
                for diagnostic in again.diagnostics.diagnostics:
                    self.stderr.write(again.diagnostics.render(diagnostic) + "\n")
                context.diagnostics.error(parsed.op.location, f"failed to parse the printed {form} form")
                return False
            if not are_equivalent(parsed.op, module.op):
                context.diagnostics.error(parsed.op.location, f"roundtrip through the {form} form changes the module")
                return False
        return True

    def text_of(self, op: Operation) -> str:
        """Return the text of an op in the form that this run prints."""
        return print_ir(op, self.print_options)

    def run_passes(self, parsed: ParsedModule, context: Context, watchers: Sequence[Any]) -> bool:
        options = self.options
        if not (options.has_passes or options["dump-pass-pipeline"] or options["explore"]):
            return True
        running = _lazy("pipeline_run")
        return running.run_pipeline(parsed, context, options, self.timing, self.stderr, self.text_of, watchers)


def split_parts(text: str, marker: str) -> list[tuple[int, str]]:
    """Split a text at lines that consist of the marker; return each part with the number of its first line."""
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


if __name__ == "__main__":
    sys.exit(main())
