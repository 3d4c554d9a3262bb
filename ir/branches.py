"""Shared parts of the branch ops of several dialects: successors with their operands, branch weights, and switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .attributes import Attribute
from .blocks import Block, Region
from .builtin_attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr, i32_array
from .builtin_types import IntegerType, VectorType
from .definition import Attr, Op
from .interfaces import RegionSuccessor
from .locations import UNKNOWN_LOC
from .values import Value

if TYPE_CHECKING:
    from typing_extensions import Self

    from .assembly import AsmPrinter, AsmReader
    from .locations import Location, PendingLocation
    from .operations import Operation
    from .verifier import Report

Target = tuple[Block, Sequence[Value]]
"""A block, and the values for its arguments."""


# -- Regions -----------------------------------------------------------------------------------------------------------


class RunsOneRegion(Op):
    """An op that runs one of its regions and then ends; an empty one is passed over. Regions take nothing."""

    def region_successors(self, source: Region | None) -> Sequence[RegionSuccessor]:
        out = RegionSuccessor(None, list(self.results))
        if source is not None:
            return [out]
        return [RegionSuccessor(each, ()) if not each.is_empty else out for each in self.regions]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        return ()


# -- Branches ----------------------------------------------------------------------------------------------------------


class Jump(Op):
    """A branch to one block, with all operands as the values for its arguments."""

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self._operands

    def successor_operand_start(self, index: int) -> int:
        return 0

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        self.set_operands(values)

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        return self._successors[0]


class TwoWayBranch(Op):
    """A branch on a condition, its first operand; the values for the blocks' arguments are two more groups."""

    def successor_operands(self, index: int) -> Sequence[Value]:
        operands: Sequence[Value] = getattr(self, self.definition.operands[1 + index].accessor)
        return operands

    def successor_operand_start(self, index: int) -> int:
        return 1 + (len(self.successor_operands(0)) if index else 0)

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        setattr(self, self.definition.operands[1 + index].accessor, values)

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        condition = operands[0]
        return self._successors[0 if condition.value else 1] if isinstance(condition, IntegerAttr) else None


class Switch(Op):
    """A branch on an integer, its first operand: the default block and its operands come first, then the cases.

    The operands of all cases are one group, which `case_operand_segments` divides.
    """

    if TYPE_CHECKING:
        case_operand_segments: Attr[DenseArrayAttr]

    @classmethod
    def of(cls, value: Value, default: Target, cases: Sequence[tuple[int, Target]]) -> Self:
        """Return a switch of integers, each with its block and the values for its arguments."""
        targets = [default, *(target for _, target in cases)]
        return cls.created(value, targets, [number for number, _ in cases])

    def verify_segments(self, report: Report, rule: str) -> None:
        """Report segments that do not divide the operands of the cases."""
        segments, count = self.case_operand_segments, len(self._successors) - 1
        num_operands = len(self._case_operands())
        if len(segments) != count or sum(segments) != num_operands:
            report.error(
                rule,
                f"'case_operand_segments' should divide the {num_operands} case operands among "
                f"{count} cases, but got {list(segments)}",
            )

    def _default_operands(self) -> Sequence[Value]:
        operands: Sequence[Value] = getattr(self, self.definition.operands[1].accessor)
        return operands

    def _case_operands(self) -> Sequence[Value]:
        operands: Sequence[Value] = getattr(self, self.definition.operands[2].accessor)
        return operands

    def successor_operand_start(self, index: int) -> int:
        if index == 0:
            return 1
        return 1 + len(self._default_operands()) + sum(self.case_operand_segments.elements[: index - 1])

    def successor_operands(self, index: int) -> Sequence[Value]:
        if index == 0:
            return self._default_operands()
        start, sizes = self.successor_operand_start(index), self.case_operand_segments.elements
        size = sizes[index - 1] if index <= len(sizes) else 0  # branches are verified before the number of segments
        return self._operands[start : start + size]

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        if index == 0:
            setattr(self, self.definition.operands[1].accessor, values)
            return
        passed = [list(self.successor_operands(number)) for number in range(1, len(self._successors))]
        passed[index - 1] = list(values)
        setattr(self, self.definition.operands[2].accessor, [value for operands in passed for value in operands])
        self.case_operand_segments = i32_array(map(len, passed))

    @classmethod
    def created(
        cls,
        operand: Value,
        targets: Sequence[Target],
        values: Sequence[int],
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> Self:
        """Return a switch to targets: the default one first, then one for each value."""
        assert isinstance(operand.type, IntegerType)
        groups = [operands for _, operands in targets]
        case_values = _case_values(values, operand.type)
        return cls.create(
            [operand, *(value for group in groups for value in group)],
            (),
            {
                "operandSegmentSizes": i32_array((1, len(groups[0]), sum(map(len, groups[1:])))),
                "case_operand_segments": i32_array(map(len, groups[1:])),
                **({"case_values": case_values} if case_values is not None else {}),
                **(properties or {}),
            },
            attributes,
            successors=[block for block, _ in targets],
            location=location,
        )


def _case_values(values: Sequence[int], type: IntegerType) -> DenseElementsAttr | None:
    if not values:
        return None
    mask = (1 << type.width) - 1
    return DenseElementsAttr.of(VectorType((len(values),), type), [value & mask for value in values])


# -- Text --------------------------------------------------------------------------------------------------------------


def _read_weights(p: AsmReader) -> DenseArrayAttr:
    """`[1, 2]`"""
    p.expect("[")
    weights = [p.integer()]
    while p.accept(","):
        weights.append(p.integer())
    p.expect("]")
    return i32_array(weights)


def _write_weights(p: AsmPrinter, op: Operation, weights: DenseArrayAttr) -> None:
    p.write(f"[{', '.join(map(str, weights))}]")


WEIGHTS = {"Weights": (_read_weights, _write_weights)}
"""The directive `custom<Weights>($branch_weights)`."""


def read_switch_operand(p: AsmReader) -> tuple[str, int, IntegerType]:
    """Read `%value : i32`; return the name, its offset and the type."""
    offset = p.pos
    name = p.value_name()
    p.expect(":")
    type = p.type()
    if not isinstance(type, IntegerType):
        p.fail(f"invalid kind of type specified: expected builtin.integer, but found '{type}'")
    return name, offset, type


def read_target(p: AsmReader) -> Target:
    """`^block(%a : i32)`"""
    block = p.block_label()
    if not p.accept("("):
        return block, []
    offset = p.pos
    names = p.value_names()
    p.expect(":")
    types = p.types()
    p.expect(")")
    if len(names) != len(types):
        p.fail(f"{len(names)} operands present, but expected {len(types)}", offset)
    return block, [p.resolve(name, offset, kind) for name, kind in zip(names, types, strict=True)]


def target_text(p: AsmPrinter, target: Target) -> str:
    block, operands = target
    if not operands:
        return p.block_name(block)
    return f"{p.block_name(block)}({p.names_of(operands)} : {p.types_of([value.type for value in operands])})"
