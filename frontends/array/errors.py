"""Errors of array functions. Each message begins with the user's line: `model.py:12: add: shapes …`."""

from __future__ import annotations

from dlc.ir.op_functions import InvalidCall
from dlc.ir.python_locations import at_line, caller_location


class InvalidArrayCall(InvalidCall, TypeError):
    """An array function was called with arrays or options that it does not accept."""


class IndexOutOfRange(InvalidCall, IndexError):
    """An index is not in the array."""


class NotTraceable(InvalidCall, TypeError):
    """A traced function does something that depends on values, which are not known yet."""


def call_error(message: str) -> InvalidArrayCall:
    """Return the error of a call."""
    return InvalidArrayCall(at_line(caller_location(), message))


def attribute_error(name: str, hint: str) -> AttributeError:
    """Return the error of an attribute that arrays do not have."""
    return AttributeError(at_line(caller_location(), f"arrays have no attribute '{name}'{hint}"))


def index_error(message: str) -> IndexOutOfRange:
    """Return the error of an index that is not in the array."""
    return IndexOutOfRange(at_line(caller_location(), message))


def tracing_error(message: str) -> NotTraceable:
    """Return the error of something that cannot be traced."""
    return NotTraceable(at_line(caller_location(), message))
