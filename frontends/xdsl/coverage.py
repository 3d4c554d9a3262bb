"""Coverage of xDSL by the bridge, as the table in docs/xdsl-coverage.md.

    python -m dlc.frontends.xdsl.coverage [DIRECTORY]

For each dialect that xDSL ships: whether it loads, its ops, attributes and types, and how many modules go through dlc
and come out as they went in, as text in generic and in custom form: xDSL prints one, dlc reads and prints it, xDSL
reads that and compares. The modules are made up from the declarations, and from the `.mlir` files below a directory,
such as a checkout's `tests/filecheck/dialects`, where one is given. Only those count that xDSL itself reads back.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from xdsl.context import Context as XContext
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation as XOperation
from xdsl.parser import Parser as XParser
from xdsl.printer import Printer as XPrinter

from ...dialects import register_all
from ...dialects.linalg.structured import MEMOIZED
from ...ir.context import Context
from ...ir.errors import DlcError
from ...ir.locations import Source
from ...parser.parse import parse_file
from ...parser.print import print_ir
from ...parser.printer import PrintOptions
from . import catalog, sampling
from .loading import load_dialect, load_into


class Tally:
    """Coverage figures of one dialect."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.reason = ""
        """Why the dialect does not load, if it does not."""
        self.ops = 0
        self.attributes = 0
        self.sampled = 0
        self.modules = {"generic": 0, "custom": 0}
        self.passed = {"generic": 0, "custom": 0}
        self.ops_passed = 0
        """Ops of which each sample went through in both forms."""


@cache
def x_context() -> XContext:
    """A context of xDSL with all its dialects, which load when they are first needed."""
    context = XContext(allow_unregistered=True)
    for name, factory in catalog.factories().items():
        context.register_dialect(name, factory)
    return context


def x_text(module: XOperation, *, generic: bool) -> str:
    stream = io.StringIO()
    XPrinter(stream=stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


def same(left: XOperation, right: XOperation) -> bool:
    """Return whether two modules of xDSL are the same; if xDSL finds one to differ from its own copy, the text
    decides.
    """
    if left.is_structurally_equivalent(right):
        return True
    original: Any = left
    is_own_copy: bool = original.is_structurally_equivalent(original.clone())
    return not is_own_copy and x_text(left, generic=True) == x_text(right, generic=True)


@cache
def dlc_context() -> Context:
    """A context of dlc with all dialects of xDSL, which load when they are first needed."""
    context = Context(allow_unregistered=True)
    register_all(context)
    load_into(context, ["all"])
    return context


def through_dlc(text: str, *, generic: bool) -> str:
    """A text of xDSL, read and printed by dlc."""
    context = dlc_context().with_own_diagnostics()
    parsed = parse_file(Source("-", text), context)
    if parsed is None:
        raise DlcError(context.diagnostics.diagnostics[0].text)
    return print_ir(parsed.op, PrintOptions(generic=generic))


def is_readable(text: str, module: ModuleOp) -> bool:
    """Return whether xDSL itself reads a text of a module back as that module."""
    try:
        return same(module, XParser(x_context(), text).parse_module())
    except Exception:  # noqa: BLE001 (xDSL's own business)
        return False


def problem_with(text: str, module: ModuleOp, *, generic: bool) -> str:
    """Return why the text of a module does not come back from dlc, or nothing if it does."""
    try:
        result = through_dlc(text, generic=generic)
        if result == text or same(module, _read_back(result, text)):
            return ""
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what the table is about)
        return f"{type(error).__name__}: {' '.join(str(error).split())}"
    return "comes back different"


def _read_back(result: str, text: str) -> ModuleOp:
    """Return what xDSL reads, without the maps that only MLIR and dlc note at named ops of `linalg`."""
    module = XParser(x_context(), result).parse_module()
    for op in module.walk() if MEMOIZED not in text else ():
        op.attributes.pop(MEMOIZED, None)
    return module


def try_module(module: ModuleOp, tally: Tally, failures: list[str]) -> bool | None:
    """Return whether a module comes back from dlc, as text in both forms; `None` if xDSL cannot read its own text."""
    ok: bool | None = None
    for form in ("generic", "custom"):
        try:
            text = x_text(module, generic=form == "generic")
        except Exception:  # noqa: BLE001 (xDSL's own business)
            continue
        if not is_readable(text, module):
            continue
        tally.modules[form] += 1
        problem = problem_with(text, module, generic=form == "generic")
        tally.passed[form] += not problem
        ok = ok is not False and not problem
        if problem:
            failures.append(f"{tally.name}, {form}: {problem}\n{text}")
    return ok


def tally_dialect(name: str, failures: list[str]) -> Tally:
    """Load a dialect, and try samples of its ops."""
    tally = Tally(name)
    try:
        load_dialect(name)
    except DlcError as error:
        tally.reason = str(error)
        return tally
    dialect = catalog.contents(name)
    assert dialect is not None
    tally.ops = len(dialect.ops)
    tally.attributes = len(dialect.attributes) + len(dialect.types)
    for x_class in dialect.ops.values():
        results = [try_module(module, tally, failures) for module in sampling.sample_modules(x_class)]
        counted = [result for result in results if result is not None]
        tally.sampled += bool(counted)
        tally.ops_passed += bool(counted) and all(counted)
    return tally


def modules_in(folder: Path, name: str) -> Iterator[ModuleOp]:
    """The modules in the files of a dialect that xDSL reads and finds valid."""
    for path in sorted([*folder.glob(f"{name}/**/*.mlir"), *folder.glob(f"{name}.mlir")]):
        for part in path.read_text(encoding="utf-8").split("// -----"):
            try:
                module = XParser(x_context(), part).parse_module()
                module.verify()
            except Exception:  # noqa: BLE001 (files of errors are many)
                continue
            yield module


def table(tallies: Iterable[Tally], from_files: dict[str, Tally]) -> str:
    """The table in Markdown, with a line of sums."""
    head = "| dialect | ops | attributes | ops tried | both forms | generic | custom |"
    lines = [head + (" files: generic | custom |" if from_files else "")]
    lines.append("| --- |" + " --- |" * (8 if from_files else 6))
    total = Tally("all")
    for tally in tallies:
        lines.append(_line(tally, from_files))
        total.ops += tally.ops
        total.attributes += tally.attributes
        total.sampled += tally.sampled
        total.ops_passed += tally.ops_passed
        for form in total.modules:
            total.modules[form] += tally.modules[form]
            total.passed[form] += tally.passed[form]
    sums = Tally("all")
    for each in from_files.values():
        for form in sums.modules:
            sums.modules[form] += each.modules[form]
            sums.passed[form] += each.passed[form]
    return "\n".join([*lines, _line(total, {"all": sums} if from_files else {})]) + "\n"


def _line(tally: Tally, from_files: dict[str, Tally]) -> str:
    if tally.reason:
        return f"| {tally.name} | does not load: {tally.reason} |"
    cells = [tally.name, tally.ops, tally.attributes, tally.sampled, tally.ops_passed]
    cells += [f"{tally.passed[form]} of {tally.modules[form]}" for form in ("generic", "custom")]
    if from_files:
        in_files = from_files.get(tally.name)
        cells += [
            f"{in_files.passed[form]} of {in_files.modules[form]}" if in_files else "" for form in ("generic", "custom")
        ]
    return f"| {' | '.join(map(str, cells))} |"


def main(arguments: list[str], out: TextIO) -> int:
    failures: list[str] = []
    names = catalog.dialect_names()
    from_files: dict[str, Tally] = {}
    if arguments:
        for name in names:
            tally = Tally(name)
            for module in modules_in(Path(arguments[0]), name):
                try_module(module, tally, failures)
            if any(tally.modules.values()):
                from_files[name] = tally
    tallies = [tally_dialect(name, failures) for name in names]
    out.write(table(tallies, from_files))
    if "--failures" in arguments:
        out.write("\n".join(["", *failures]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
