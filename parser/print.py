"""The entry point of the printer."""

from __future__ import annotations

from ..ir import Operation
from ..ir.call_stack import deep_recursion
from .printer import Printer, PrintOptions
from .value_users import UsersPrinter


def print_ir(op: Operation, options: PrintOptions | None = None) -> str:
    """Return the MLIR text of an operation, ending in a newline."""
    options = options or PrintOptions()
    printer = UsersPrinter(options) if options.value_users else Printer(options)
    with deep_recursion(f"'{op.name}' op"):
        return printer.print_top(op)
