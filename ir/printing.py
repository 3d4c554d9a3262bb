"""The text of ops and attributes for `str` and `print`.

The syntax belongs to `dlc.parser`, which `ir` does not import: it is found by name when a text is first needed, so that
building and transforming IR does not load it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .forks import at_work

if TYPE_CHECKING:
    from .attributes import Attribute
    from .operations import Operation

SYNTAX, HTML = "dlc.parser", "dlc.parser.notebook_html"


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


def operation_html(op: Operation) -> str:
    """Return the MLIR text of an op in HTML with colors, as notebooks show it."""
    return _module(HTML).operation_html(op)


def attribute_html(attr: Attribute) -> str:
    """Return the MLIR text of an attribute or type in HTML with colors, as notebooks show it."""
    return _module(HTML).attribute_html(attr)
