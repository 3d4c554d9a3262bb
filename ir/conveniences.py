"""Conveniences for scripts and notebooks: the text of ops and attributes, and an exception for invalid ops.

The syntax belongs to `dlc.parser`, and the exception with the lines of the source to `dlc.api`; `ir` imports neither.
They are found by name when they are first needed, so that building and transforming IR does not load them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .forks import at_work

if TYPE_CHECKING:
    from .attributes import Attribute
    from .operations import Operation

SYNTAX, HTML, SCRIPTS = "dlc.parser", "dlc.parser.notebook_html", "dlc.api"


@cache
def _module(name: str) -> Any:
    with at_work():
        return import_module(name)  # a third of a second, once


def print_attribute(attr: Attribute) -> str:
    """Return the MLIR text of an attribute or type."""
    return _module(SYNTAX).attribute_text(attr)


def print_operation(op: Operation) -> str:
    """Return the MLIR text of an op without a newline at the end."""
    return _module(SYNTAX).operation_text(op)


def operation_line(op: Operation) -> str:
    """Return the first line of an op's MLIR text, without large constants."""
    return _module(SYNTAX).operation_line(op)


def operation_html(op: Operation) -> str:
    """Return the MLIR text of an op in HTML with colors, as notebooks show it."""
    return _module(HTML).operation_html(op)


def attribute_html(attr: Attribute) -> str:
    """Return the MLIR text of an attribute or type in HTML with colors, as notebooks show it."""
    return _module(HTML).attribute_html(attr)


def verify_operation(op: Operation) -> None:
    """Raise `dlc.InvalidProgram` with everything that is wrong with an op and what it contains."""
    _module(SCRIPTS).verify(op)
