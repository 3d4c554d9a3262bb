"""Exceptions that stop a program which is being interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir.diagnostics import file_location
from dlc.ir.errors import DlcError

if TYPE_CHECKING:
    from dlc.ir.operations import Operation


class Fault(Exception):
    """Undefined behavior of an op, raised by its kernel; the interpreter adds the op and its location."""


class NoMeaning(Fault):
    """Something that the interpreter cannot run: an op without a meaning, a function that is defined elsewhere."""


class OutOfSteps(Fault):
    """An op would take more steps than the program may take."""


class InterpreterError(DlcError):
    """The program did something undefined, something that has no reference meaning yet, or too much of anything."""

    def __init__(self, message: str, op: Operation | None = None) -> None:
        self.op = op
        self.reason = message
        super().__init__(message if op is None else f"{_place_of(op)}'{op.name}' op {message}")


class NotInterpreted(InterpreterError):
    """The program cannot be interpreted, with these arguments or within the bounds: it may still be right."""


class TooManySteps(NotInterpreted):
    """The program takes more steps than it may."""


def error_of(fault: Fault, op: Operation | None = None) -> InterpreterError:
    """Return the error for a fault of an op."""
    if isinstance(fault, OutOfSteps):
        return TooManySteps(str(fault), op)
    return (NotInterpreted if isinstance(fault, NoMeaning) else InterpreterError)(str(fault), op)


def _place_of(op: Operation) -> str:
    place = file_location(op.location)
    return f"{place.filename}:{place.line}:{place.column}: " if place is not None else ""
