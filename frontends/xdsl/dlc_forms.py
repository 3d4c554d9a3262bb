"""Custom forms of dlc's ops, read from and printed to the text of xDSL's tools.

dlc's reader goes over the same text as xDSL's parser, from where that has come to. Values, regions and successors the
parser gives it, as placeholders that know what they stand for. Printing is the other way round: dlc's printer writes
into xDSL's, which says what values and blocks are called, and prints regions.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from xdsl.ir import Operation as XOperation
from xdsl.parser import Parser as XParser, UnresolvedOperand
from xdsl.printer import Printer as XPrinter
from xdsl.utils.lexer import Span

from ...ir import Block, Operation, Region, Type, Value
from ...ir.assembly import Argument
from ...ir.context import Context
from ...ir.errors import InvalidAttributeError
from ...ir.locations import Source
from ...ir.values import PlaceholderValue
from ...parser.assembly_reader import Reader
from ...parser.driver import SyntaxFailure
from ...parser.printer import Printer, PrintOptions
from ...parser.syntax import operation_printer, operation_reader
from .dlc_text import resume_at, shared_context
from .exporting import Exporter
from .importing import Importer
from .loading import load_into

# -- Reading -----------------------------------------------------------------------------------------------------------


class _Reader(Reader):
    """dlc's reader as the reading functions of ops see it, for one op in a text of xDSL."""

    def __init__(self, parser: XParser) -> None:
        text: Any = parser.lexer.input.content
        super().__init__(Source(parser.lexer.input.name, text), _context())
        self.parser = parser
        self.begin()

    def begin(self) -> None:
        """Forget the previous op, and go on at the parser's position."""
        self.exporter = Exporter()
        self.importer = Importer()
        self.parts: dict[Region, Any] = {}
        self.pos = self.parser.pos

    def resolve(self, name: str, offset: int, kind: Type) -> Value:
        base, _, number = name.partition("#")
        start = self.find_name(name, offset)
        span: Any = Span(start, start + len(base), self.parser.lexer.input)
        x_value = self.parser.resolve_operand(
            UnresolvedOperand(span, int(number or 0)), self.exporter.attributes.plain(kind)
        )
        placeholder = PlaceholderValue(kind, (self.source, start))
        self.exporter.values[placeholder] = x_value
        return placeholder

    def region(
        self, arguments: Sequence[Argument] = (), *, isolated: bool = False, default_dialect: str | None = None
    ) -> Region:
        del isolated, default_dialect  # xDSL's parser has its own way with both
        resume_at(self.parser, self.pos)
        x_region = self.parser.parse_region([self._argument(*each) for each in arguments] or None)
        self.pos = self.parser.pos
        region = Region()
        self.importer.add_blocks(x_region, region)
        self.parts[region] = x_region
        return region

    def _argument(self, name: str, type: Type, location: Any, offset: int) -> XParser.Argument:
        span: Any = Span(offset, offset + len(name), self.parser.lexer.input)
        convert = self.exporter.attributes.plain
        return XParser.Argument(span, convert(type), None if location is None else convert(location))

    def block_label(self) -> Block:
        resume_at(self.parser, self.pos)
        x_block = self.parser.parse_successor()
        self.pos = self.parser.pos
        block = self.importer.block(x_block)
        self.exporter.blocks[block] = x_block
        return block


@lru_cache(maxsize=1)
def _context() -> Context:
    """A context with everything of both frameworks."""
    context = shared_context()
    load_into(context, ["all"])
    return context


_FREE_READERS = "dlc_readers"
"""The attribute of a parser that keeps readers over its text: one for each level of ops that are being read."""


def parse(cls: Any, parser: XParser) -> XOperation:
    """Implement `parse` of a class that represents an op of dlc."""
    own = cls.dlc_class
    free: list[_Reader] = parser.__dict__.setdefault(_FREE_READERS, [])
    reader = free.pop() if free else _Reader(parser)
    reader.begin()
    start = reader.pos
    try:
        op: Operation = operation_reader(own)(reader, (reader.source, start))
    except SyntaxFailure as failure:
        parser.raise_error(failure.message, failure.offset)
    except InvalidAttributeError as error:
        parser.raise_error(str(error), start)
    resume_at(parser, reader.pos)
    x_op = reader.exporter.op(op)
    free.append(reader)
    for region, x_region in zip(op.regions, list(x_op.regions), strict=True):
        x_region.parent = None
        taken = reader.parts.get(region)
        x_op.regions = tuple(taken if each is x_region and taken is not None else each for each in x_op.regions)
    for x_region in x_op.regions:
        x_region.parent = x_op
    return x_op


# -- Printing ----------------------------------------------------------------------------------------------------------


class _Names(dict[Value, str]):
    """The names of values, as xDSL's printer gives them."""

    def __init__(self, printer: XPrinter, originals: dict[Value, Any]) -> None:
        super().__init__()
        self.printer = printer
        self.originals = originals

    def __missing__(self, value: Value) -> str:
        saved = self.printer.stream
        self.printer.stream = io.StringIO()
        name = f"%{self.printer.print_ssa_value(self.originals[value])}"
        self.printer.stream = saved
        self[value] = name
        return name


class _Printer(Printer):
    """dlc's printer as the printing functions of ops see it, for one op in a text of xDSL."""

    def __init__(self, printer: XPrinter, x_op: XOperation) -> None:
        super().__init__(PrintOptions())
        importer = Importer()
        self.op = importer.copy_of(x_op)
        self.x_printer = printer
        self.x_op = x_op
        values: dict[Value, Any] = {value: x_value for x_value, value in importer.values.items()}
        values.update((value, x_value) for x_value, value in zip(x_op.operands, self.op.operands, strict=True))
        names: Any = _Names(printer, values)
        self.names = names
        self.out = self.write = printer.print_string

    def region(self, region: Region, *, entry_args: bool = True, terminator: bool = True) -> None:
        index = next(index for index, each in enumerate(self.op.regions) if each is region)
        self.x_printer.print_region(
            self.x_op.regions[index], print_entry_block_args=entry_args, print_block_terminators=terminator
        )

    def block_name(self, block: Block) -> str:
        index = next(index for index, each in enumerate(self.op.successors) if each is block)
        saved = self.x_printer.stream
        self.x_printer.stream = io.StringIO()
        name = f"^{self.x_printer.print_block_name(self.x_op.successors[index])}"
        self.x_printer.stream = saved
        return name


def print_op(self: Any, printer: XPrinter) -> None:
    """Implement `print` of a class that represents an op of dlc."""
    adapter = _Printer(printer, self)
    operation_printer(self.dlc_class)(adapter.op, adapter)
