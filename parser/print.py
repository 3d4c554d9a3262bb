"""The entry point of the printer."""

from __future__ import annotations

import sys

from ..ir import Operation
from .driver import DEEPEST_RECURSION
from .printer import Printer, PrintOptions
from .value_users import UsersPrinter


def print_ir(op: Operation, options: PrintOptions | None = None) -> str:
    """Return the MLIR text of an operation, ending in a newline."""
    options = options or PrintOptions()
    printer = UsersPrinter(options) if options.value_users else Printer(options)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_RECURSION))
    try:
        return printer.print_top(op)
    finally:
        sys.setrecursionlimit(limit)
