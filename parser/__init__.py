"""Text to IR and back: `parse` and `print_ir`.

context = Context()
module = parse("func.func @f() { return }", context)     # None after errors: see context.diagnostics
print(print_ir(module))
"""

from __future__ import annotations

from ..ir import Attribute, Operation, Type
from ..ir.context import Context
from ..ir.locations import Source
from .attribute_printer import attribute_text
from .parse import parse, parse_attribute, parse_type
from .print import print_ir
from .printer import PrintOptions


def operation_text(op: Operation) -> str:
    """Return the text of an op without a newline at the end."""
    return print_ir(op).rstrip("\n")


def operation_line(op: Operation) -> str:
    """Return the first line of an op's text, without large constants."""
    limit = LARGEST_IN_LINE
    options = PrintOptions(elide_elements_from=limit, elide_resources_from=limit, local_scope=True)
    return print_ir(op, options).partition("\n")[0]


LARGEST_IN_LINE = 16
"""The maximum number of elements of constants in a line."""

__all__ = [
    "Attribute",
    "Context",
    "Operation",
    "PrintOptions",
    "Source",
    "Type",
    "attribute_text",
    "operation_line",
    "operation_text",
    "parse",
    "parse_attribute",
    "parse_type",
    "print_ir",
]
