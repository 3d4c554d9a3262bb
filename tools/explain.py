"""`--explain=%x`: print the source lines, passes and patterns that created the op with the printed result `%x`."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import FileLineColLoc, Location, Operation, StringAttr
from ..ir.locations import CallSiteLoc, FusedLoc, NameLoc, OpaqueLoc, Source
from ..parser.printer import Printer, PrintOptions


def explain(module: Operation, name: str, sources: dict[str, Source]) -> str | None:
    """Describe each op with a result of this name, of which there may be several; return `None` if there is none."""
    value_name = name if name.startswith("%") else f"%{name}"
    ops = [op for op, names in _named_ops(module) if value_name in names]
    if not ops:
        return None
    return "\n".join(line for op in ops for line in _explanation(op, value_name, sources)) + "\n"


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


def _explanation(op: Operation, name: str, sources: dict[str, Source]) -> list[str]:
    return [f"{name} is defined by '{op.name}'", *describe(op.location, sources, 1)]


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
