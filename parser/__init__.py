"""Text to IR and back: `parse` and `print_ir`.

context = Context()
module = parse("func.func @f() { return }", context)     # None after errors: see context.diagnostics
print(print_ir(module))
"""

from __future__ import annotations

from ..ir.attributes import Attribute, Type, set_attribute_printer
from ..ir.context import Context
from ..ir.locations import Source
from ..ir.operations import Operation, set_operation_printer
from .attribute_printer import attribute_text
from .parse import parse, parse_attribute, parse_type
from .print import print_ir
from .printer import PrintOptions


def _operation_text(op: Operation) -> str:
    return print_ir(op).rstrip("\n")


set_attribute_printer(attribute_text)
set_operation_printer(_operation_text)

__all__ = [
    "Attribute",
    "Context",
    "Operation",
    "PrintOptions",
    "Source",
    "Type",
    "parse",
    "parse_attribute",
    "parse_type",
    "print_ir",
]
