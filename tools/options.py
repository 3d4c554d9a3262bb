"""The command line of dlc-opt: MLIR's flags with MLIR's names, one flag for each pass, and dlc's own flags.

argparse is not used: it supports neither `--pass="options"` next to `--flag=value` in their order, nor single dashes,
and importing it takes longer than reading a small file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from ..ir.errors import DlcError


class UsageError(DlcError):
    """The command line is invalid; the message says how to correct it."""


class Flag:
    """One flag: its kind (`bool`, `int`, `str`, `list`, or `pass` for a flag that adds a pass) and its help text."""

    __slots__ = ("default", "help", "kind", "name")

    def __init__(self, name: str, kind: str, help: str, default: Any = None) -> None:
        self.name = name
        self.kind = kind
        self.help = help
        self.default = {"bool": False, "list": ()}.get(kind, default) if default is None else default


FLAGS = [
    Flag("pass-pipeline", "str", "the passes to run, such as 'builtin.module(func.func(cse),canonicalize)'"),
    Flag("o", "str", "the output file; '-' is standard output", "-"),
    Flag("emit", "str", "print 'llvm-ir', 'asm', 'obj' or 'ptx' of the llvm dialect instead of IR"),
    Flag("O0", "bool", "with --emit: do not optimize"),
    Flag("O1", "bool", "with --emit: optimize a little"),
    Flag("O2", "bool", "with --emit: optimize"),
    Flag("O3", "bool", "with --emit: optimize as much as LLVM can"),
    Flag("target", "str", "with --emit, --describe-machine: the target triple; this machine by default", ""),
    Flag("mcpu", "str", "with --emit, --describe-machine: the processor; 'native' is that of this machine", ""),
    Flag("mattr", "str", "with --emit, --describe-machine: features of the processor, such as '+avx2,-fma'", ""),
    Flag("gpu-target", "str", "with --emit: compile kernels for GPUs: 'nvptx', 'amdgcn'", ""),
    Flag("gpu-arch", "str", "with --emit: the GPU architecture, such as 'gfx90a'; for PTX 'sm_80' by default", ""),
    Flag("show-llvm-messages", "bool", "with --emit: print LLVM's complete message about code that it rejects"),
    Flag("allow-unregistered-dialect", "bool", "accept operations of unknown dialects"),
    Flag("split-input-file", "str", "process the parts between '// -----' (or another marker) as separate files"),
    Flag("output-split-marker", "str", "the separator between the parts in the output", "// -----"),
    Flag("verify-diagnostics", "str", "compare with 'expected-error {{…}}' comments; 'only-expected' ignores others"),
    Flag("verify-each", "bool", "verify after each pass", True),
    Flag("verify-roundtrip", "bool", "print, parse and compare the program before running passes"),
    Flag("no-implicit-module", "bool", "do not wrap the top-level operations of the file in a module"),
    Flag("format", "bool", "lay out the text again, with its comments, and change nothing else"),
    Flag("mlir-print-op-generic", "bool", "print operations in generic form"),
    Flag("mlir-print-debuginfo", "bool", "print locations"),
    Flag("mlir-pretty-debuginfo", "bool", "print locations in a short form"),
    Flag("mlir-print-local-scope", "bool", "print without aliases, so that each line can be read alone"),
    Flag("mlir-print-assume-verified", "bool", "do not verify before printing"),
    Flag("mlir-print-skip-regions", "bool", "print '{...}' for regions"),
    Flag("mlir-print-value-users", "bool", "print the users of values as comments"),
    Flag("mlir-print-unique-ssa-ids", "bool", "number values across the whole file"),
    Flag("mlir-elide-elementsattrs-if-larger", "int", "omit the elements of constants with more elements than this"),
    Flag("mlir-elide-resource-strings-if-larger", "int", "omit resources whose text is longer than this"),
    Flag("mlir-print-elementsattrs-with-hex-if-larger", "int", "print larger constants in hexadecimal; -1: never", 100),
    Flag("mlir-print-ir-before", "list", "print the IR before these passes"),
    Flag("mlir-print-ir-after", "list", "print the IR after these passes"),
    Flag("mlir-print-ir-before-all", "bool", "print the IR before each pass"),
    Flag("mlir-print-ir-after-all", "bool", "print the IR after each pass"),
    Flag("mlir-print-ir-after-change", "bool", "print the IR after each pass that changed it"),
    Flag("mlir-print-ir-after-failure", "bool", "print the IR after a pass that failed"),
    Flag("mlir-print-ir-tree-dir", "str", "write printed IR to files in this folder instead of stderr"),
    Flag("mlir-print-ir-module-scope", "bool", "print the whole module instead of the op that the pass ran on"),
    Flag("mlir-disable-threading", "bool", "accepted for command lines of mlir-opt: passes run in one thread anyway"),
    Flag("mlir-timing", "bool", "report the time of each pass"),
    Flag("mlir-timing-display", "str", "'tree', or 'list' for the slowest first", "tree"),
    Flag("mlir-pass-statistics", "bool", "report the statistics of each pass"),
    Flag("mlir-pass-statistics-display", "str", "'pipeline', or 'list'", "pipeline"),
    Flag("mlir-pass-pipeline-crash-reproducer", "str", "write a reproducer of a failing run to this file"),
    Flag("mlir-pass-pipeline-local-reproducer", "bool", "write a reproducer of the failing pass alone"),
    Flag("run-reproducer", "bool", "run the pipeline of a reproducer file"),
    Flag("dump-pass-pipeline", "bool", "print the pipeline before running it"),
    Flag("print-pipeline", "bool", "the same; without passes, print the pipelines of the compiler stage by stage"),
    Flag("show-dialects", "bool", "list the dialects"),
    Flag("list-passes", "bool", "list the passes"),
    Flag("help-op", "list", "explain ops: '--help-op=graph.pool'; names of torch, ONNX and MLIR are understood"),
    Flag("help-type", "list", "explain types: '--help-type=memref'"),
    Flag("help-attr", "list", "explain attributes: '--help-attr=graph.padding'"),
    Flag("help-dialect", "list", "explain dialects and list what they contain: '--help-dialect=loop'"),
    Flag("help-pass", "list", "explain passes, their options and statistics, with an example: '--help-pass=cse'"),
    Flag("doc-dialect", "list", "write the reference pages of dialects as Markdown into the folder of -o"),
    Flag("load-dialect", "list", "load a dialect from a Python module PACKAGE.MODULE"),
    Flag("load-pass", "list", "load passes from a Python module PACKAGE.MODULE"),
    Flag("load-xdsl", "list", "load dialects of xDSL by name, or 'all'"),
    Flag("xdsl-passes", "pass", "run passes of xDSL, such as 'convert-scf-to-cf,canonicalize'"),
    Flag("names", "str", "'source' keeps the names of values, as in custom form; 'numbers', as in generic form"),
    Flag("diagnostics", "str", "'text', or 'json' for one JSON object per line", "text"),
    Flag("explain", "list", "print the source lines, passes and patterns that created the op of this value"),
    Flag("view-op-graph", "str", "write the ops of each function as a graph to a file, .svg or .dot"),
    Flag("view-cfg", "str", "write the blocks of each function as a graph to a file, .svg or .dot"),
    Flag("view-memory", "str", "write when which memory is used to a file, .svg or .txt"),
    Flag("explore", "str", "write a page to this file that shows what each pass did, for a browser"),
    Flag("pattern-stats", "bool", "report how often each pattern was applied"),
    Flag("debug-only", "list", "print attempts of these patterns, or of these passes' patterns; 'patterns' is all"),
    Flag("warn-idle-passes", "bool", "warn about passes that saw nothing that they could ever transform"),
    Flag("expensive-checks", "bool", "check that patterns and passes that say so change nothing"),
    Flag("traceback", "bool", "show the Python tracebacks of what definitions and passes raise"),
    Flag("version", "bool", "print the version"),
    Flag("help", "bool", "print this help text"),
]  # fmt: skip
QUESTIONS = ("help-op", "help-type", "help-attr", "help-dialect", "help-pass")
"""The flags that are answered from definitions, without an input."""
_BY_NAME = {flag.name: flag for flag in FLAGS}
_BY_NAME["h"] = _BY_NAME["help"]
_TRUE, _FALSE = ("true", "1", ""), ("false", "0")
_BARE_VALUES = {"split-input-file": "// -----", "verify-diagnostics": "all"}
"""The meaning of flags that may be used without a value."""
PASS_FLAGS: dict[str, Callable[[str], tuple[str, str]]] = {"xdsl-passes": lambda value: ("xdsl", f"passes={{{value}}}")}
"""The pass, with its options, that a flag of the kind `pass` adds."""


class Options:
    """The parsed command line: flags by name, passes in order, and the input."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {flag.name: flag.default for flag in FLAGS}
        self.passes: list[tuple[str, str]] = []
        self.input = "-"

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def has_passes(self) -> bool:
        """Whether the command line names passes, in any of the ways there are."""
        return bool(self.passes or self["pass-pipeline"] or self["run-reproducer"])


def parse_arguments(
    argv: Iterable[str], is_pass: Callable[[str], bool], suggest: Callable[[str, Collection[str]], str]
) -> Options:
    """Parse the arguments. An unknown flag is a pass if there is one of that name.

    `suggest` returns the end of a message about a name that is neither, given the names of flags.
    """
    options = Options()
    arguments = list(argv)
    inputs: list[str] = []
    position = 0
    while position < len(arguments):
        argument = arguments[position]
        position += 1
        if not argument.startswith("-") or argument == "-":
            inputs.append(argument)
            continue
        name, equals, value = argument.lstrip("-").partition("=")
        flag = _BY_NAME.get(name)
        if flag is None:
            if not is_pass(name):
                raise UsageError(f"unknown command line argument '{argument}'{suggest(name, _BY_NAME)}")
            options.passes.append((name, value))
            continue
        if not equals and flag.kind != "bool" and name not in _BARE_VALUES:
            if position >= len(arguments) or _is_flag(arguments[position]):
                raise UsageError(f"'{argument}' requires a value: {flag.help}")
            value = arguments[position]
            position += 1
        _set(options, flag, value, bool(equals))
    if len(inputs) > 1:
        raise UsageError(f"expected one input file, but got '{inputs[0]}' and '{inputs[1]}'")
    options.input = inputs[0] if inputs else "-"
    return options


def _is_flag(argument: str) -> bool:
    """Return whether an argument is a flag of dlc-opt, and not the value of the flag before it."""
    return argument.startswith("-") and argument.lstrip("-").partition("=")[0] in _BY_NAME


def _set(options: Options, flag: Flag, value: str, given: bool) -> None:
    if flag.kind == "bool":
        if value not in (*_TRUE, *_FALSE):
            raise UsageError(f"'--{flag.name}' must be true or false, but got '{value}'")
        options.values[flag.name] = value in _TRUE
    elif flag.kind == "int":
        try:
            options.values[flag.name] = int(value)
        except ValueError:
            raise UsageError(f"'--{flag.name}' requires an integer, but got '{value}'") from None
    elif flag.kind == "pass":
        options.passes.append(PASS_FLAGS[flag.name](value))
    elif flag.kind == "list":
        names = [*filter(None, value.split(","))]
        if not names and flag.name in QUESTIONS:
            raise UsageError(f"'--{flag.name}' requires a name: {flag.help}")
        options.values[flag.name] = (*options.values[flag.name], *names)
    else:
        options.values[flag.name] = value if given or value else _BARE_VALUES.get(flag.name, value)


def usage() -> str:
    """Return the text of --help."""
    lines = ["usage: dlc-opt [FLAGS] [PASSES] [FILE]", "", "Read MLIR text, run passes on it and print the result.", ""]
    for flag in FLAGS:
        shown = (
            f"  -{flag.name} FILE" if flag.name == "o" else f"  --{flag.name}" + ("" if flag.kind == "bool" else "=…")
        )
        lines.append(f"{shown:<50} {flag.help}")
    lines += ["", "Each pass is a flag too, with options --PASS='option=value …'; see --list-passes."]
    return "\n".join(lines) + "\n"
