"""Modules of dlc as modules of xDSL, in memory.

Ops are made without xDSL's constructors: those fill in terminators and check what is checked already. Everything goes
by stacks, so nests may be deep. Values that are used before they are defined get stand-ins until they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from xdsl.dialects.builtin import StringAttr, UnregisteredOp
from xdsl.ir import (
    Attribute as XAttribute,
    Block as XBlock,
    Operation as XOperation,
    OpResult,
    Region as XRegion,
    SSAValue,
    SSAValues,
)

from ...ir import Block, Operation, Region, Value
from ...ir.errors import DlcError
from ...ir.operations import Attributes
from .attributes import AttributeExporter, ConversionError
from .op_pairs import OpExport, export_of

_NAME = re.compile(r"[A-Za-z_$.-][\w$.-]*").fullmatch
_DEFAULT_LABEL = re.compile(r"bb[0-9]+").fullmatch


class StandIn(SSAValue[Any]):
    """Stands for a value of which only name and type are known: one that is defined later, or elsewhere."""

    def __init__(self, type: XAttribute, value: Value) -> None:
        self._type = type
        self.value = value

    @property
    def owner(self) -> XOperation | XBlock:
        raise DlcError("the definition of this value was not converted")


class Exporter:
    """Converts ops; knows afterwards what became of each value, block and op."""

    def __init__(self) -> None:
        self.attributes = AttributeExporter()
        self.values: dict[Value, SSAValue[Any]] = {}
        self.blocks: dict[Block, XBlock] = {}
        self.ops: dict[Operation, XOperation] = {}
        self._forward: dict[Value, StandIn] = {}
        self._plans: dict[tuple[type[Operation], str], OpExport] = {}

    def convert(self, root: Operation) -> XOperation:
        """A copy of `root` and all that is in it; what is defined outside is a stand-in there."""
        x_root = self.op(root)
        pending = list(zip(root.regions, x_root.regions, strict=True))
        while pending:
            region, x_region = pending.pop()
            self.add_blocks(region, x_region)
            for block in region.blocks:
                for op in block.ops:
                    inner = self.op(op)
                    self.blocks[block].add_op(inner)
                    if op.regions:
                        pending += zip(op.regions, inner.regions, strict=True)
        return x_root

    def add_blocks(self, region: Region, x_region: XRegion) -> None:
        """The blocks of a region with their arguments, without ops."""
        convert = self.attributes.plain
        for block in region.blocks:
            x_block = self.blocks[block] = self._block(block)
            for arg in block.args:
                x_arg = x_block.insert_arg(convert(arg.type), len(x_block.args), convert(arg.location))
                self.define(arg, x_arg)
            x_region.add_block(x_block)

    def _block(self, block: Block) -> XBlock:
        x_block = self.blocks.get(block)
        if x_block is None:
            x_block = self.blocks[block] = XBlock()
            label = block.label_hint
            if label is not None and _NAME(label) and not _DEFAULT_LABEL(label):
                _give_name(x_block, label)
        return x_block

    def define(self, value: Value, x_value: SSAValue[Any]) -> None:
        """Let `made` stand for a value from now on, and where it was used before."""
        self.values[value] = x_value
        hint = value.name_hint
        if hint is not None and _NAME(hint):
            _give_name(x_value, hint)
        stand_in = self._forward.pop(value, None)
        if stand_in is not None:
            stand_in.replace_all_uses_with(x_value)

    def value(self, value: Value) -> SSAValue[Any]:
        """Return the counterpart of a value."""
        x_value = self.values.get(value) or self._forward.get(value)
        if x_value is None:
            x_value = self._forward[value] = StandIn(self.attributes.plain(value.type), value)
            if value.name_hint is not None and _NAME(value.name_hint):
                _give_name(x_value, value.name_hint)
        return x_value

    # -- One op --------------------------------------------------------------------------------------------------------

    def op(self, op: Operation) -> XOperation:
        """Convert an op, with empty regions."""
        try:
            x_op = self._op(op)
        except ConversionError as error:
            raise ConversionError(str(error), op.location) from None
        except Exception as error:  # what xDSL raises about an attribute that it does not accept
            message = f"'{op.name}' op cannot be converted to xDSL: {str(error) or type(error).__name__}"
            raise ConversionError(message, op.location) from error
        self.ops[op] = x_op
        return x_op

    def _op(self, op: Operation) -> XOperation:
        key = type(op), op.name
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = export_of(*key)
        convert = self.attributes.plain
        properties, attributes = self._sorted(plan, op.properties, op.attributes)
        x_op = make_op(
            plan.cls,
            [self.values.get(value) or self.value(value) for value in op.operands],
            [convert(result.type) for result in op.results],
            properties,
            attributes,
            convert(op.location),
            [self._block(block) for block in op.successors],
            [XRegion() for _ in op.regions],
        )
        if issubclass(plan.cls, UnregisteredOp):
            x_op.attributes["op_name__"] = StringAttr(op.name)
        for result, x_result in zip(op.results, x_op.results):  # noqa: B905 (equal by construction, and hot)
            self.define(result, x_result)
        return x_op

    def _sorted(
        self, plan: OpExport, own: Attributes, discardable: Attributes
    ) -> tuple[dict[str, XAttribute], dict[str, XAttribute]]:
        """Each attribute where xDSL keeps it, and what must be there but was left out."""
        convert = self.attributes.plain
        properties: dict[str, XAttribute] = {}
        attributes: dict[str, XAttribute] = {}
        for name, attr in own.items():
            if name in plan.dropped and plan.dropped[name] is attr:
                continue
            (attributes if name in plan.attributes else properties)[name] = convert(attr)
        for name, attr in discardable.items():
            (properties if name in plan.properties else attributes)[name] = convert(attr)
        for name, flags in plan.numbers.items():
            number: Any = own.get(name)
            if number is not None:
                properties[name] = flags.from_int(number.value)
        for name, default in plan.defaults.items():
            if name not in properties and name not in attributes:
                (attributes if name in plan.attributes else properties)[name] = default
        return properties, attributes


def make_op(
    cls: type[XOperation],
    operands: Sequence[SSAValue[Any]],
    result_types: Iterable[XAttribute],
    properties: dict[str, XAttribute],
    attributes: dict[str, XAttribute],
    location: Any,
    successors: Sequence[XBlock] = (),
    regions: Sequence[XRegion] = (),
) -> XOperation:
    """An op of xDSL, exactly as it is described; its constructor would add what is missing."""
    op = cls.__new__(cls)
    if operands:
        op.operands = operands
    op.results = SSAValues([OpResult(type, op, index) for index, type in enumerate(result_types)])
    op.properties = properties
    op.attributes = attributes
    op.location = location
    if successors:
        op.successors = successors
    op.regions = tuple(regions)
    for region in regions:
        region.parent = op
    return op


def _give_name(named: Any, name: str) -> None:
    """The name as it is: xDSL's setter would cut off what it takes for a number of its own."""
    named._name = name
