"""Mistakes in the Python code of definitions: verifiers, folds and patterns that raise, or return nonsense.

Whoever calls such code turns what it raises into a `DefinitionMistake`, which names the culprit, the op, and the line
of Python. It ends as one diagnostic at the op; its cause is the exception, whose traceback `dlc-opt --traceback` shows.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .diagnostics import nearest_location
from .errors import DlcError

if TYPE_CHECKING:
    from .operations import Operation


class DefinitionMistake(DlcError):
    """Code of a definition raised, or broke its contract, at an op."""

    def __init__(self, culprit: str, op: Operation, problem: str) -> None:
        super().__init__(f"{culprit} on '{op.name}' {problem}")
        self.location = nearest_location(op)


def raised_by(
    culprit: str, op: Operation, error: Exception, function: Callable[..., Any], *, erased: bool = False
) -> DefinitionMistake:
    """Return the mistake for what a function of a definition raised; raise it `from` that error.

    `erased`: it raised when the op had been erased, most often because it asked for operands that were no longer there.
    """
    if isinstance(error, DefinitionMistake):
        return error
    hint = "; the op had been replaced or erased before, and must not be used after that" if erased else ""
    return DefinitionMistake(culprit, op, f"raised {described(error, function)}{hint}")


def described(error: BaseException, function: Callable[..., Any] | None = None) -> str:
    """Return an exception with the line that a person looks at first: `KeyError: 'x', at toy.py:12`."""
    text = message_of(error).partition("\n")[0]
    line = line_of(error, function)
    is_said = bool(line) and line.removeprefix(", at ") in text
    return f"{type(error).__name__}: {text or 'no message'}{'' if is_said else line}"


def message_of(error: BaseException) -> str:
    """Return the message of an exception; where an op lacks an attribute, it also says which fields the op has.

    An op could say that itself only in `__getattr__`, which makes Python slower at reading the attributes that exist.
    """
    op: object = error.obj if isinstance(error, AttributeError) else None
    definition: Any = getattr(type(op), "definition", None)
    if definition is None or "has no attribute" not in str(error):
        return str(error)
    fields = ", ".join(field.accessor for field in definition.fields) or "none"
    return f"{error}; fields of '{definition.name}': {fields}"


def import_problem(name: str, error: Exception) -> str:
    """Return why a module of definitions could not be imported, with the line that a person looks at first."""
    if name.endswith(".py") or "/" in name or os.sep in name:
        folder, file = os.path.split(os.path.normpath(name))
        where = f", and run in '{folder}' or put that into PYTHONPATH" if folder else ""
        return f"this is a path; give the name of the module, '{file.removesuffix('.py')}'{where}"
    if isinstance(error, SyntaxError):
        return f"{error.msg}, at {_shown(error.filename or '')}:{error.lineno}"
    return f"{error}{line_of(error)}" if isinstance(error, (DlcError, ImportError)) else described(error)


def line_of(error: BaseException, function: Callable[..., Any] | None = None) -> str:
    """Return `", at toy.py:12"` for the innermost line outside of dlc, or else the beginning of the function."""
    place: tuple[str, int] | None = None
    traceback: TracebackType | None = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if not _is_library(frame.f_globals.get("__name__")) and os.path.isfile(frame.f_code.co_filename):
            place = frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next
    code = getattr(function, "__code__", None)
    if place is None and code is not None and not _is_library(getattr(function, "__module__", None)):
        place = code.co_filename, code.co_firstlineno
    if place is None:
        return ""
    return f", at {_shown(place[0])}:{place[1]}"


def place_of(cls: type) -> str:
    """Return `", at toy.py:12"` for where a class begins; nothing for a class of dlc, or without a file."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if _is_library(cls.__module__) or file is None:
        return ""
    try:
        with open(file, encoding="utf-8") as stream:
            lines = list(stream)
    except (OSError, UnicodeDecodeError):
        return ""
    begins = re.compile(rf"\s*class\s+{re.escape(cls.__name__)}\b")
    number = next((number for number, line in enumerate(lines, 1) if begins.match(line)), None)
    return f", at {_shown(file)}" + (f":{number}" if number is not None else "")


def _shown(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


def _is_library(module: str | None) -> bool:
    """Return whether a module is dlc's or Python's own."""
    package = (module or "dlc").partition(".")[0]
    return package == "dlc" or package in sys.stdlib_module_names
