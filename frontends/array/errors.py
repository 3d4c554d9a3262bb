"""Errors of array functions. Each message begins with the user's line: `model.py:12: add: shapes …`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dlc.ir.op_functions import InvalidCall
from dlc.ir.python_locations import at_line, caller_location


class InvalidArrayCall(InvalidCall, TypeError):
    """An array function was called with arrays or options that it does not accept."""


class IndexOutOfRange(InvalidCall, IndexError):
    """An index is not in the array."""


class InvalidArrayValue(InvalidCall, ValueError):
    """An array function was called with values for which it is not defined."""


class NumberOutOfRange(InvalidCall, OverflowError):
    """A number does not fit into the dtype of an array."""


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


def located(error: ValueError | OverflowError) -> InvalidCall:
    """Return the error of an array function that does not say yet in which line it was called."""
    if isinstance(error, InvalidCall):
        return error
    kind = NumberOutOfRange if isinstance(error, OverflowError) else InvalidArrayValue
    return kind(at_line(caller_location(), str(error)))


def check_known(name: str, what: str, given: object) -> None:
    """Raise an error if a number, or one of several, is an array that is being traced."""
    numbers: Sequence[object] = cast("Sequence[object]", given) if isinstance(given, (tuple, list)) else (given,)
    if any(getattr(each, "is_traced", False) is True for each in numbers):
        raise tracing_error(
            f"{name}: {what} must be known when the function is traced, but got an array; make the argument that it "
            "comes from `static`, an option of `dlc.jit`"
        )
