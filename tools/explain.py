"""`--explain=%x`: print the source lines, passes and patterns that created the op with the printed result `%x`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dlc.passes.manager import Pass, PassRun
from dlc.passes.manager.instrumentation import Instrumentation
from dlc.passes.manager.pipeline import Pipeline

from ..ir import FileLineColLoc, Location, Operation, StringAttr
from ..ir.context import Context
from ..ir.locations import CallSiteLoc, FusedLoc, NameLoc, OpaqueLoc, Source
from ..parser.printer import Printer, PrintOptions


class Makers(Instrumentation):
    """Notes which pass made each op: the first after which it is there."""

    def __init__(self) -> None:
        self._makers: dict[Operation, str] = {}

    def begin(self, pipeline: Pipeline, root: Operation, context: Context) -> None:
        del pipeline, context
        self._note(root, "")

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        if not run.unchanged:
            self._note(op, pass_.name)

    def _note(self, root: Operation, maker: str) -> None:
        for op in root.walk():
            self._makers.setdefault(op, maker)

    def maker_of(self, op: Operation) -> str:
        """Return the name of the pass; empty for ops of the input."""
        return self._makers.get(op, "")


def explain(module: Operation, name: str, sources: dict[str, Source], makers: Makers | None = None) -> str | None:
    """Describe each op with a result of this name, of which there may be several; return `None` if there is none.

    `makers` have heard of the run of passes, if there was one.
    """
    makers = makers or Makers()
    value_name = name if name.startswith("%") else f"%{name}"
    ops = [op for op, names in _named_ops(module) if value_name in names]
    if not ops:
        return None
    return "\n".join(line for op in ops for line in _explanation(op, value_name, sources, makers)) + "\n"


def _named_ops(module: Operation) -> list[tuple[Operation, list[str]]]:
    """Return every op with the names of its results, as printed."""
    printer = _Recorder(PrintOptions())
    printer.print_top(module)
    return printer.recorded


class _Recorder(Printer):
    """A printer that records the names in scope where each op is printed."""

    def __init__(self, options: PrintOptions) -> None:
        super().__init__(options)
        self.recorded: list[tuple[Operation, list[str]]] = []

    def operation(self, op: Operation) -> None:
        names = [self.names[result] for result in op.results]
        self.recorded.append((op, [*names, *(name.partition("#")[0] for name in names)]))
        super().operation(op)


def _explanation(op: Operation, name: str, sources: dict[str, Source], makers: Makers) -> list[str]:
    """Return where an op comes from; its location names the pass already where a pattern has made it."""
    maker, head = makers.maker_of(op), f"{name} is defined by '{op.name}'"
    lines = describe(op.location, sources, 1)
    if not maker or re.match(rf"  by {re.escape(maker)}(/|$)", lines[0]):
        return [head, *lines]
    return [head, f"  by {maker}", *describe(op.location, sources, 2)]


def describe(location: Location, sources: Mapping[str, Source], depth: int) -> list[str]:
    """Return the location as an indented tree of its origins."""
    indent = "  " * depth
    if isinstance(location, FileLineColLoc):
        source = sources.get(location.filename)
        line = source.line(location.line) if source is not None else None
        shown = f": {line.strip()}" if line is not None else ""
        return [f"{indent}from {location.filename}:{location.line}:{location.column}{shown}"]
    if isinstance(location, FusedLoc):
        by = f"by {location.metadata.value}" if isinstance(location.metadata, StringAttr) else "fused"
        return [f"{indent}{by}", *(line for part in location.locations for line in describe(part, sources, depth + 1))]
    if isinstance(location, CallSiteLoc):
        callee = describe(location.callee, sources, depth + 1)
        return [f"{indent}inlined", *callee, f"{indent}called", *describe(location.caller, sources, depth + 1)]
    if isinstance(location, NameLoc):
        return [f"{indent}named '{location.text}'", *describe(location.child, sources, depth + 1)]
    if isinstance(location, OpaqueLoc):
        return describe(location.fallback, sources, depth)
    return [f"{indent}from an unknown location"]
