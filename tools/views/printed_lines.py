"""The printed text of an op as lines, each with the op that begins in it."""

from __future__ import annotations

from ...ir import Operation
from ...ir.call_stack import deep_recursion
from ...parser.printer import Printer, PrintOptions

Line = tuple[str, Operation | None]


def printed_lines(op: Operation) -> list[Line]:
    """Return the lines of an op's text, in which large constants are elided."""
    printer = _LinePrinter(PrintOptions(local_scope=True, elide_elements_from=16, elide_resources_from=16))
    with deep_recursion(f"'{op.name}' op"):
        printer.print_top(op)
    text = "".join(printer.parts)
    ops: dict[int, Operation] = {}
    line = begin = 0
    for op_here, index in sorted(printer.starts.items(), key=lambda pair: pair[1]):
        line += sum(part.count("\n") for part in printer.parts[begin:index])
        begin = index
        ops.setdefault(line, op_here)
    return [(written, ops.get(number)) for number, written in enumerate(text.split("\n"))]


class _LinePrinter(Printer):
    """A printer that records where the text of each op begins."""

    def __init__(self, options: PrintOptions) -> None:
        super().__init__(options)
        self.starts: dict[Operation, int] = {}
        """For each op, the number of pieces of text before it."""

    def operation(self, op: Operation) -> None:
        self.starts[op] = len(self.parts)
        super().operation(op)
