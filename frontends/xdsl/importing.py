"""Modules of xDSL as modules of dlc, in memory. The mirror image of `exporting`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.dialects.builtin import UnregisteredOp as XUnregisteredOp
from xdsl.ir import Attribute as XAttribute, Block as XBlock, Operation as XOperation, Region as XRegion, SSAValue

from ...ir import UNKNOWN_LOC, Attribute, Block, IntegerAttr, Operation, Region, UnregisteredOp, Value
from ...ir.builtin_types import i32
from ...ir.errors import InvalidAttributeError
from ...ir.operations import make_operation
from ...ir.values import PlaceholderValue
from .attributes import AttributeImporter, ConversionError
from .op_pairs import OpImport, import_of, import_of_unregistered

NAME_OF_UNREGISTERED = "op_name__"


class Importer:
    """Converts ops; knows afterwards what became of each value and block."""

    def __init__(self) -> None:
        self.attributes = AttributeImporter()
        self.values: dict[SSAValue[Any], Value] = {}
        self.blocks: dict[XBlock, Block] = {}
        self._forward: dict[SSAValue[Any], PlaceholderValue] = {}
        self._plans: dict[type[XOperation], OpImport] = {}

    def convert(self, root: XOperation) -> Operation:
        """A copy of `root` and all that is in it, which must use nothing from outside but what `values` knows."""
        converted = self.copy_of(root)
        self._check_complete()
        return converted

    def copy_of(self, root: XOperation) -> Operation:
        """Convert an op that may use values from outside: a placeholder stands for each of them."""
        copy = self.op(root)
        pending = list(zip(root.regions, copy.regions, strict=True))
        while pending:
            x_region, region = pending.pop()
            self.add_blocks(x_region, region)
            for x_block in x_region.blocks:
                block = self.blocks[x_block]
                x_op = x_block.first_op
                while x_op is not None:
                    inner = block.append(self.op(x_op))
                    if x_op.regions:
                        pending += zip(x_op.regions, inner.regions, strict=True)
                    x_op = x_op.next_op
        return copy

    def add_blocks(self, x_region: XRegion, region: Region) -> None:
        """The blocks of a region with their arguments, without ops."""
        for x_block in x_region.blocks:
            block = self.block(x_block)
            for x_arg in x_block.args:
                location = self.attributes.location(x_arg.location)
                self.define(x_arg, block.add_argument(self.attributes.type(x_arg.type), location))
            region.append(block)

    def block(self, x_block: XBlock) -> Block:
        block = self.blocks.get(x_block)
        if block is None:
            block = self.blocks[x_block] = Block()
            block.label_hint = x_block.name_hint
        return block

    def define(self, x_value: SSAValue[Any], value: Value) -> None:
        """Let `made` stand for a value of xDSL from now on, and where it was used before."""
        self.values[x_value] = value
        value.name_hint = x_value.name_hint
        if self._forward:
            placeholder = self._forward.pop(x_value, None)
            if placeholder is not None:
                placeholder.replace_all_uses_with(value)

    def value(self, x_value: SSAValue[Any]) -> Value:
        value = self.values.get(x_value) or self._forward.get(x_value)
        if value is None:
            type = self.attributes.type(x_value.type)
            value = self._forward[x_value] = PlaceholderValue(type, UNKNOWN_LOC)
        return value

    def _check_complete(self) -> None:
        for x_value, placeholder in self._forward.items():
            if placeholder.has_uses:
                user = next(iter(placeholder.uses))[0]
                name = f"%{x_value.name_hint}" if x_value.name_hint else "a value"
                raise ConversionError(
                    f"'{user.name}' op uses {name}, which is defined outside of what was converted", user.location
                )

    def dialects(self) -> set[str]:
        """The dialects of everything met that only xDSL declares."""
        ops = {plan.cls.name.partition(".")[0] for plan in self._plans.values() if hasattr(plan.cls, "x_class")}
        return ops | self.attributes.dialects()

    # -- One op --------------------------------------------------------------------------------------------------------

    def op(self, x_op: XOperation) -> Operation:
        """Convert an op, with empty regions."""
        try:
            return self._op(x_op)
        except (ConversionError, InvalidAttributeError) as error:
            message = f"'{x_op.name}' op cannot be converted from xDSL: {error}"
            raise ConversionError(message, self.attributes.location(x_op.location)) from None

    def _op(self, x_op: XOperation) -> Operation:
        plan = self._plans.get(type(x_op)) or self._plan(x_op)
        attributes = self.attributes
        properties, discardable = self._sorted(plan, x_op.properties, x_op.attributes)
        op = make_operation(
            plan.cls,
            [self.values.get(value) or self.value(value) for value in x_op.operands],
            [attributes.type(result.type) for result in x_op.results],
            properties,
            discardable,
            self.regions(x_op) if x_op.regions else (),
            [self.block(block) for block in x_op.successors],
            attributes.location(x_op.location),
        )
        if plan.unregistered:
            del discardable[NAME_OF_UNREGISTERED]
            if isinstance(op, UnregisteredOp):
                op.name = _name_of(x_op)
        for x_result, result in zip(x_op.results, op.results):  # noqa: B905 (equal by construction, and hot)
            self.define(x_result, result)
        return op

    def _plan(self, x_op: XOperation) -> OpImport:
        x_class = type(x_op)
        if issubclass(x_class, XUnregisteredOp):  # one class for ops of many names
            return import_of_unregistered(_name_of(x_op))
        plan = self._plans[x_class] = import_of(x_class)
        return plan

    def regions(self, x_op: XOperation) -> list[Region]:
        """Regions for an op that is made."""
        return [Region() for _ in x_op.regions]

    def _sorted(
        self, plan: OpImport, own: Mapping[str, XAttribute], other: Mapping[str, XAttribute]
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """Each attribute where dlc keeps it, without defaults that dlc does not write."""
        convert = self.attributes.attribute
        defaults = plan.defaults
        properties: dict[str, Attribute] = {}
        discardable: dict[str, Attribute] = {}
        for name, attr in own.items():
            if not (name in defaults and defaults[name] == attr):
                properties[name] = convert(attr)
        for name, attr in other.items():
            (properties if name in plan.properties else discardable)[name] = convert(attr)
        for name, flags in plan.numbers.items():
            if isinstance(own.get(name), flags):
                properties[name] = IntegerAttr(flags.to_int(own[name]), i32)
        for name, default in plan.added:
            if name not in properties:
                properties[name] = default
        return properties, discardable


def _name_of(x_op: XOperation) -> str:
    """The name of an op that xDSL does not know."""
    name: Any = x_op.attributes[NAME_OF_UNREGISTERED]
    return name.data
