"""The text of ops and attributes for `str` and `print`.

The syntax belongs to `dlc.parser`, which `ir` does not import: it is found by name when a text is first needed, so that
building and transforming IR does not load it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .attributes import Attribute
    from .operations import Operation

SYNTAX = "dlc.parser"


def _syntax() -> Any:
    return import_module(SYNTAX)  # a third of a second, once


def print_attribute(attr: Attribute) -> str:
    """Return the MLIR text of an attribute or type."""
    return _syntax().attribute_text(attr)


def print_operation(op: Operation) -> str:
    """Return the MLIR text of an op without a newline at the end."""
    return _syntax().operation_text(op)
