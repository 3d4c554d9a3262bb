"""Conversion of whole ops and modules between the frameworks: the functions that scripts call."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute as XAttribute, Operation as XOperation

from ...ir import Attribute, Operation
from ...ir.context import Context
from ...ir.garbage import not_collecting
from . import conversion_rules
from .attributes import AttributeExporter, AttributeImporter, ConversionError
from .exporting import Exporter
from .importing import Importer
from .loading import load_into

RULES = conversion_rules.TABLES
"""Imported for what it enters into the tables of attributes and ops."""


def from_xdsl(op: XOperation, context: Context | None = None) -> Operation:
    """A module (or any other op) of xDSL as dlc's, with all that is in it; the original stays as it is.

    The dialects of xDSL that are met are loaded into `context`, so that the result can be printed and read again with
    it. What cannot be converted raises `ConversionError`, whose `location` says where.
    """
    importer = Importer()
    with _bounded():
        converted = importer.convert(op)
    if context is not None:
        load_into(context, sorted(importer.dialects()))
    return converted


def to_xdsl(op: Operation) -> Any:
    """A module (or any other op) of dlc as xDSL's, with all that is in it; the original stays as it is.

    Typed loosely, since what is made of a `builtin.module` is a `ModuleOp`, and of another op what xDSL has for that.
    """
    with _bounded():
        return Exporter().convert(op)


def to_xdsl_module(op: Operation) -> ModuleOp:
    """An op of dlc as a module of xDSL, put into one if it is none."""
    converted = to_xdsl(op)
    return converted if isinstance(converted, ModuleOp) else ModuleOp([converted])


def from_xdsl_attribute(attr: XAttribute) -> Attribute:
    """An attribute or type of xDSL as dlc's."""
    return AttributeImporter().plain(attr)


def to_xdsl_attribute(attr: Attribute) -> Any:
    """An attribute or type of dlc as xDSL's."""
    return AttributeExporter().plain(attr)


@contextmanager
def _bounded() -> Generator[None, None, None]:
    """Convert with the garbage collector off, since everything is kept; report an attribute that nests too deeply for
    xDSL.
    """
    try:
        with not_collecting():
            yield
    except RecursionError:
        raise ConversionError("an attribute is nested too deeply to be converted") from None
