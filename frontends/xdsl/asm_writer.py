"""Prints ops by xDSL's own printing methods, into dlc's text.

The method sees a copy of the op among copies of what is around it (`copies.Surroundings`) and xDSL's printer. Names,
attributes, regions and blocks are printed by dlc's printer, which knows what they are called.
"""

from __future__ import annotations

import weakref
from typing import Any

from xdsl.ir import (
    Attribute as XAttribute,
    Block as XBlock,
    BlockArgument as XBlockArgument,
    Operation as XOperation,
    Region as XRegion,
    SSAValue,
)
from xdsl.printer import Printer as XPrinter

from ...ir import Operation, Region, Type
from ...parser.printer import Printer
from .attributes import AttributeImporter
from .copies import Surroundings


class _Stream:
    """The stream that xDSL's printer writes to."""

    def __init__(self, printer: Printer) -> None:
        self.write = printer.write


class _OpWriter(XPrinter):
    """xDSL's printer as its printing methods see it."""

    def __init__(self, printer: Printer) -> None:
        stream: Any = _Stream(printer)
        super().__init__(stream=stream)
        self.printer = weakref.ref(printer)
        self.surroundings = Surroundings()
        self.importer = AttributeImporter()
        self.op: Operation | None = None
        self.x_op: XOperation | None = None

    @property
    def out(self) -> Printer:
        printer = self.printer()
        assert printer is not None
        return printer

    def write_op(self, op: Operation) -> None:
        saved = self.op, self.x_op, self._indent
        self.op, self.x_op = op, self.surroundings.copy(op)
        self._indent = len(self.out.indent) // 2
        try:
            self.x_op.print(self)
        finally:
            self.op, self.x_op, self._indent = saved

    # -- What dlc prints -----------------------------------------------------------------------------------------------

    def print_ssa_value(self, value: SSAValue[Any]) -> str:
        original = self.surroundings.original(value)
        if original is None:
            raise ValueError("a value is printed that is not there")
        name = self.out.name(original)
        self.print_string(name)
        return name[1:]

    def print_block_name(self, block: XBlock) -> str:
        assert self.op is not None
        assert self.x_op is not None
        index = next(index for index, each in enumerate(self.x_op.successors) if each is block)
        name = self.out.block_name(self.op.successors[index])
        self.print_string(name)
        return name[1:]

    def print_attribute(self, attribute: XAttribute) -> None:
        converted = self.importer.plain(attribute)
        self.print_string(self.out.type(converted) if isinstance(converted, Type) else self.out.attribute(converted))

    def print_block_argument(self, arg: XBlockArgument[Any], print_type: bool = True) -> None:
        original = self.surroundings.original(arg)
        if original is not None and print_type:
            self.print_string(self.out.argument(original))
        else:
            self.print_ssa_value(arg)

    def print_region(
        self,
        region: XRegion,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        original = self._original_region(region)
        needs_label = original.has_one_block and original.entry.is_empty and print_empty_block
        if needs_label and not (original.entry.args and print_entry_block_args):
            self._print_empty_block(self.out.block_name(original.entry))
            return
        self.out.region(original, entry_args=print_entry_block_args, terminator=print_block_terminators)

    def _print_empty_block(self, name: str) -> None:
        """A region whose only block is empty, with its label: without, there would be no block."""
        indent = self.out.indent
        self.print_string("{", indent=0)
        self.out.write(f"\n{indent}{name}:\n{indent}")
        self.print_string("}", indent=0)

    def _original_region(self, x_region: XRegion) -> Region:
        assert self.op is not None
        assert self.x_op is not None
        for region, each in zip(self.op.regions, self.x_op.regions, strict=True):
            if each is x_region:
                return region
        raise ValueError("a region is printed that is not the op's own")


_writers: weakref.WeakKeyDictionary[Printer, _OpWriter] = weakref.WeakKeyDictionary()


def write(op: Operation, printer: Printer) -> None:
    """Print what stands behind an op's name by xDSL's method."""
    writer = _writers.get(printer)
    if writer is None:
        writer = _writers[printer] = _OpWriter(printer)
    writer.write_op(op)
