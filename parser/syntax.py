"""Compilation of a declared `syntax` to straight-line Python: a reader and a printer for each op, attribute and type.

A reader reads element by element, stores the results in local variables, and creates the op at the end. If a form has
only operands, literals, types and simple attributes, and its op is frequent, one regular expression for the whole form
is tried first: it nearly always matches, and takes a fifth of the time. Both are generated from the same tree.
Everything that the expression does not match (rare forms, comments, all errors) is read by the general code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..ir import Attribute
from ..ir.assembly import HAND_WRITTEN
from ..ir.definition import Op
from ..ir.errors import InvalidDefinitionError
from ..ir.mistakes import place_of
from .attribute_syntax import make_attribute_printer, make_attribute_reader

_C = TypeVar("_C")
_M = TypeVar("_M")
_op_readers: dict[type[Op], Callable[..., Any]] = {}
_op_printers: dict[type[Op], Callable[..., Any]] = {}
_attribute_readers: dict[type[Attribute], Callable[..., Any]] = {}
_attribute_printers: dict[type[Attribute], Callable[..., str]] = {}
_makers: dict[str, Callable[[type[Op]], Callable[..., Any]]] = {}


def operation_reader(cls: type[Op]) -> Callable[..., Any]:
    """Return `read(p, location) -> op` for the text after an op's name."""
    reader = _op_readers.get(cls)
    if reader is None:
        hand_written: Any = cls
        reader = hand_written.read if cls.syntax == HAND_WRITTEN else _made(_makers["reader"], cls)
        _op_readers[cls] = reader
    return reader


def operation_printer(cls: type[Op]) -> Callable[..., Any]:
    """Return `write(op, p)` for the text after an op's name."""
    printer = _op_printers.get(cls)
    if printer is None:
        hand_written: Any = cls
        printer = hand_written.write if cls.syntax == HAND_WRITTEN else _made(_makers["printer"], cls)
        _op_printers[cls] = printer
    return printer


def attribute_reader(cls: type[Attribute]) -> Callable[..., Any]:
    """Return `read(p) -> attribute` for the text after the mnemonic of an attribute or type."""
    reader = _attribute_readers.get(cls)
    if reader is None:
        reader = _attribute_readers[cls] = _made(make_attribute_reader, cls)
    return reader


def attribute_printer(cls: type[Attribute]) -> Callable[..., str]:
    """Return `text(attribute, show) -> str` for the text after the mnemonic; `show` prints nested attributes."""
    printer = _attribute_printers.get(cls)
    if printer is None:
        printer = _attribute_printers[cls] = _made(make_attribute_printer, cls)
    return printer


def _made(make: Callable[[type[_C]], _M], cls: type[_C]) -> _M:
    """Return what is made of the syntax of a class; where that cannot be right, the error says where the class is."""
    try:
        return make(cls)
    except InvalidDefinitionError as error:
        raise InvalidDefinitionError(f"{error}{place_of(cls)}") from error


def install(
    reader: Callable[[type[Op]], Callable[..., Any]], printer: Callable[[type[Op]], Callable[..., Any]]
) -> None:
    """Install the compiler of forms, which needs the reader, which needs this module; called by the package."""
    _makers["reader"] = reader
    _makers["printer"] = printer
