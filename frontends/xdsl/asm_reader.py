"""Reads ops by xDSL's own parsing methods, from dlc's text, into dlc's IR.

xDSL's method sees a parser like any other. Tokens it takes itself; attributes and types, values by name, regions and
successors dlc's reader gives it, as stand-ins that know what they stand for. From the op that the method makes, the op
of dlc is made. A region stands in with its blocks, their arguments and their last op: a method may look there whether
a terminator is missing, and what it appends is appended.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any, cast

from xdsl.ir import Block as XBlock, Operation as XOperation, Region as XRegion, SSAValue
from xdsl.parser import Parser as XParser, UnresolvedOperand
from xdsl.utils.exceptions import ParseError
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ...ir import Block, Operation, Region, Value
from ...ir.assembly import Argument
from ...ir.definition import Op
from ...ir.locations import PendingLocation
from ...ir.traits import IsolatedFromAbove
from ...ir.values import PlaceholderValue
from ...parser.assembly_reader import Reader
from ...parser.driver import SyntaxFailure
from .attribute_text import AttributeTextParser, one_line
from .exporting import Exporter, StandIn
from .importing import Importer


class _OpReader(AttributeTextParser):
    """xDSL's parser as its parsing methods see it, for one op."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.is_isolated = False
        self.dialect = ""
        self.stand_ins = _StandIns()

    # -- Values --------------------------------------------------------------------------------------------------------

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        name = f"{operand.span.text}#{operand.index}" if operand.index else str(operand.span.text)
        value = self.hand_back().resolve(name, operand.span.start, self.importer.type(type))
        return self.stand_ins.stand_in(value, type)

    def parse_optional_operand(self, type: Any = None) -> Any:
        """Read an operand; without a type it must have been defined, as older methods of xDSL require."""
        operand = self.parse_optional_unresolved_operand()
        if operand is None or type is not None:
            return None if operand is None else self.resolve_operand(operand, type)
        name = f"{operand.span.text}#{operand.index}" if operand.index else str(operand.span.text)
        value = self.reader.values.get(name)
        if value is None or isinstance(value, PlaceholderValue):
            self.raise_error("SSA value used before assignment", operand.span)
        return self.stand_ins.stand_in(value, self.exporter.plain(value.type))

    def parse_operand(self, type: Any = None, *, msg: str = "expected an operand") -> Any:
        operand = self.parse_optional_operand(None if isinstance(type, str) else type)
        if operand is None:
            self.raise_error(type if isinstance(type, str) else msg)
        return operand

    # -- Regions and blocks --------------------------------------------------------------------------------------------

    def parse_optional_region(self, arguments: Iterable[XParser.Argument] | None = None) -> XRegion | None:
        if self._current_token.kind != MLIRTokenKind.L_BRACE:
            return None
        taken: list[Argument] = []
        for each in arguments or ():
            location = None if each.location is None else self.importer.location(each.location)
            taken.append((str(each.name.text), self.importer.type(each.type), location, each.name.start))
        region = self.hand_back().region(taken, isolated=self.is_isolated, default_dialect=self.dialect)
        if arguments is not None and region.is_empty:
            region.append(Block())
        self.take_over()
        return self.stand_ins.region(region)

    def parse_optional_successor(self) -> XBlock | None:
        if self._current_token.kind != MLIRTokenKind.CARET_IDENT:
            return None
        block = self.hand_back().block_label()
        self.take_over()
        return self.stand_ins.target(block)

    def parse_operation(self) -> XOperation:
        self.raise_error("an op whose form holds other ops outside of regions cannot be read")


class _StandIns(Importer):
    """Stand-ins for parts of dlc's IR while an op is read, from which dlc's op is built afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self._values: dict[Value, StandIn] = {}
        self._targets: dict[Block, XBlock] = {}
        self._regions: dict[XRegion, Region] = {}
        self._last_ops: dict[XBlock, XOperation | None] = {}

    def stand_in(self, value: Value, type: Any) -> StandIn:
        """Return the stand-in for a value of dlc."""
        known = self._values.get(value)
        if known is None:
            known = self._values[value] = StandIn(type, value)
        return known

    def value(self, x_value: SSAValue[Any]) -> Value:
        return x_value.value if isinstance(x_value, StandIn) else super().value(x_value)

    def region(self, region: Region) -> XRegion:
        """A region with its blocks, their arguments, and their last ops."""
        x_region = XRegion()
        exporter = Exporter()
        exporter.add_blocks(region, x_region)
        for block, x_block in zip(region.blocks, x_region.blocks, strict=True):
            self.blocks[x_block] = block
            for arg, x_arg in zip(block.args, x_block.args, strict=True):
                self.values[x_arg] = arg
            last = exporter.op(block.last) if block.last is not None else None
            if last is not None:
                x_block.add_op(last)
            self._last_ops[x_block] = last
        self._regions[x_region] = region
        return x_region

    def target(self, block: Block) -> XBlock:
        """Return the stand-in for a block that the op may branch to."""
        x_block = self._targets.get(block)
        if x_block is None:
            x_block = self._targets[block] = XBlock()
            self.blocks[x_block] = block
        return x_block

    def regions(self, x_op: XOperation) -> list[Region]:
        """The regions that were read, and what xDSL has put into them."""
        return [self._completed(x_region) for x_region in x_op.regions]

    def _completed(self, x_region: XRegion) -> Region:
        region = self._regions.get(x_region)
        if region is None:
            region = Region()
        for x_block in x_region.blocks:
            block = self.block(x_block)
            if block.parent is not region:
                if block.parent is not None:
                    block.detach()
                self._add_arguments(x_block, block)
                region.append(block)
            self._append_new_ops(x_block, block)
        return region

    def _add_arguments(self, x_block: XBlock, block: Block) -> None:
        for x_arg in x_block.args[len(block.args) :]:
            location = self.attributes.location(x_arg.location)
            self.define(x_arg, block.add_argument(self.attributes.type(x_arg.type), location))

    def _append_new_ops(self, x_block: XBlock, block: Block) -> None:
        known = self._last_ops.get(x_block)
        x_op = x_block.first_op if known is None else known.next_op
        while x_op is not None:
            block.append(self.convert(x_op))
            x_op = x_op.next_op


_readers: weakref.WeakKeyDictionary[Reader, list[_OpReader]] = weakref.WeakKeyDictionary()
"""Parsers that are free: methods nest as deep as regions do, and a parser is made for each level once."""


def read(cls: type[Op], x_class: Any, reader: Reader, location: PendingLocation) -> Operation:
    """Read the text behind an op's name by xDSL's method, and make the op."""
    free = _readers.setdefault(reader, [])
    parser = free.pop() if free else _OpReader(reader)
    parser.is_isolated = IsolatedFromAbove in cls.traits
    parser.dialect = cls.name.partition(".")[0]
    parser.stand_ins = _StandIns()
    parser.take_over()
    try:
        x_op = cast(XOperation, x_class.parse(parser))
        parser.hand_back()
        op = parser.stand_ins.op(x_op)
    except SyntaxFailure:
        raise
    except ParseError as error:
        raise SyntaxFailure(error.span.start, one_line(error.msg)) from None
    except Exception as error:  # noqa: BLE001 (whatever xDSL raises about bad input)
        reason = str(error) or type(error).__name__
        raise SyntaxFailure(location[1], f"'{cls.name}' op {one_line(reason)}") from None
    free.append(parser)
    op.location = location
    return op
