"""Branches between the blocks of a region, and assertions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import Attribute
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr, StringAttr, i32_array
from dlc.ir.builtin_constraints import bool_type, string_attr
from dlc.ir.builtin_types import IntegerType, VectorType, i32
from dlc.ir.constraints import AttributeConstraint, TypeConstraint, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Successor,
    VariadicOperand,
    VariadicSuccessor,
    attr,
    op,
    operand,
    optional_attr,
    successor,
    variadic_operand,
    variadic_successor,
)
from dlc.ir.interfaces import Branch, Effect, MemoryEffects
from dlc.ir.locations import Location, PendingLocation
from dlc.ir.traits import Pure, Terminator
from dlc.ir.values import Value

if TYPE_CHECKING:
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report

i32_dense_array = AttributeConstraint(
    "i32 dense array attribute", lambda a: isinstance(a, DenseArrayAttr) and a.element_type is i32, DenseArrayAttr
)
integer_elements = AttributeConstraint(
    "integer elements attribute",
    lambda a: isinstance(a, DenseElementsAttr) and isinstance(a.type.element_type, IntegerType),
    DenseElementsAttr,
)
any_integer_flag = TypeConstraint("integer", lambda t: isinstance(t, IntegerType))


@op("cf.assert", interfaces=(MemoryEffects,))
class AssertOp(Op):
    """End the program with a message where the argument is false; otherwise, do nothing.

    Example: cf.assert %ok, "sizes differ"
    """

    arg: Operand = operand(bool_type)
    msg: Attr[StringAttr] = attr(string_attr)
    syntax = "$arg `,` $msg attr-dict"

    def effects(self) -> Sequence[Effect]:
        """Ending the program counts as a write, so that the op stays and keeps its place."""
        return (Effect("write", resource="program"),)


@op("cf.br", traits=(Pure, Terminator), interfaces=(Branch,))
class BranchOp(Op):
    """Go on in a block, whose arguments get these values.

    Example: cf.br ^next(%a, %b : i32, f32)
    """

    dest: Successor = successor()
    dest_operands: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "$dest (`(` $dest_operands^ `:` type($dest_operands) `)`)? attr-dict"

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self._operands

    def successor_operand_start(self, index: int) -> int:
        return 0

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        self.set_operands(values)

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        return self.dest


# -- Conditional branches ----------------------------------------------------------------------------------------------


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


@op("cf.cond_br", traits=(Pure, Terminator), interfaces=(Branch,))
class CondBranchOp(Op):
    """Go on in the first block where the condition is true, in the second where it is false.

    Weights say how often each is taken, in proportion.

    Rules: (cond_br_c1) there is a weight for each successor, and not all are zero.
    Example: cf.cond_br %c weights([9, 1]), ^then(%a : i32), ^else
    """

    condition: Operand = operand(bool_type)
    true_dest: Successor = successor()
    false_dest: Successor = successor()
    true_operands: VariadicOperand = variadic_operand(any_type, default=())
    false_operands: VariadicOperand = variadic_operand(any_type, default=())
    branch_weights: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    syntax = (
        "$condition (`weights` `(` custom<Weights>($branch_weights)^ `)`)? `,` "
        "$true_dest (`(` $true_operands^ `:` type($true_operands) `)`)? `,` "
        "$false_dest (`(` $false_operands^ `:` type($false_operands) `)`)? attr-dict"
    )
    directives: ClassVar = {"Weights": (_read_weights, _write_weights)}

    def verify(self, report: Report) -> None:
        weights = self.branch_weights
        if weights is None:
            return
        if len(weights) != 2:
            report.error(
                "cond_br_c1", f"expects number of branch weights to match number of successors: {len(weights)} vs 2"
            )
        elif not any(weights):
            report.error("cond_br_c1", "branch weights cannot all be zero")

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self.false_operands if index else self.true_operands

    def successor_operand_start(self, index: int) -> int:
        return 1 + (len(self.true_operands) if index else 0)

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        if index:
            self.false_operands = values
        else:
            self.true_operands = values

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        condition = operands[0]
        if not isinstance(condition, IntegerAttr):
            return None
        return self.true_dest if condition.value else self.false_dest


# -- Switch ------------------------------------------------------------------------------------------------------------

Target = tuple[Block, Sequence[Value]]
"""A block, and what is passed to its arguments."""


@op("cf.switch", traits=(Pure, Terminator), interfaces=(Branch,))
class SwitchOp(Op):
    """Go on in the block of the case that equals the flag, the first if there are several; else in the default block.

    Rules: (switch_c1) there is a value for each case. (switch_c2) the values are of the flag's type. (switch_c3) the
    segments divide the operands of the cases.
    Example: cf.switch %flag : i32, [ default: ^a(%x : f32), 42: ^b ]
    """

    flag: Operand = operand(any_integer_flag)
    default_operands: VariadicOperand = variadic_operand(any_type)
    case_operands: VariadicOperand = variadic_operand(any_type)
    default_destination: Successor = successor()
    case_destinations: VariadicSuccessor = variadic_successor()
    case_operand_segments: Attr[DenseArrayAttr] = attr(i32_dense_array)
    case_values: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(cls, flag: Value, default: Target, cases: Sequence[tuple[int, Target]]) -> SwitchOp:
        """A switch of integers, each with its block and what is passed to it."""
        values = [value for value, _ in cases]
        type = cast(IntegerType, flag.type)
        return cls(
            flag,
            default[1],
            [value for _, (_, operands) in cases for value in operands],
            default[0],
            [block for _, (block, _) in cases],
            i32_array(len(operands) for _, (_, operands) in cases),
            DenseElementsAttr.of(VectorType((len(values),), type), values) if values else None,
        )

    @property
    def values(self) -> list[int]:
        """The value of each case, its bits as an unsigned number."""
        known = self.case_values
        return known.bits() if known is not None else []

    @property
    def default(self) -> Target:
        return self.default_destination, self.default_operands

    @property
    def cases(self) -> list[tuple[int, Target]]:
        """Each case's value (unsigned), its block and what is passed to it."""
        targets = [
            (block, self.successor_operands(index)) for index, block in enumerate(self.case_destinations, start=1)
        ]
        return list(zip(self.values, targets, strict=True))

    def target_of(self, value: int) -> Target:
        """Return the successor for a flag of this value (unsigned)."""
        return next((target for known, target in self.cases if known == value), self.default)

    def verify(self, report: Report) -> None:
        values, destinations = self.case_values, self.case_destinations
        num_values = values.type.num_elements if values is not None else 0
        if num_values != len(destinations):
            report.error(
                "switch_c1",
                f"number of case values ({num_values}) should match number of case destinations ({len(destinations)})",
            )
        elif values is not None and values.type.element_type is not self.flag.type:
            report.error(
                "switch_c2",
                f"'flag' type ('{self.flag.type}') should match case value type ('{values.type.element_type}')",
            )
        segments = self.case_operand_segments
        if len(segments) != len(destinations) or sum(segments) != len(self.case_operands):
            report.error(
                "switch_c3",
                f"'case_operand_segments' should divide the {len(self.case_operands)} case operands among "
                f"{len(destinations)} cases, but got {list(segments)}",
            )

    def successor_operand_start(self, index: int) -> int:
        if index == 0:
            return 1
        return 1 + len(self.default_operands) + sum(self.case_operand_segments.elements[: index - 1])

    def successor_operands(self, index: int) -> Sequence[Value]:
        if index == 0:
            return self.default_operands
        start = self.successor_operand_start(index)
        return self._operands[start : start + self.case_operand_segments[index - 1]]

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        if index == 0:
            self.default_operands = values
            return
        passed = [list(self.successor_operands(number)) for number in range(1, len(self._successors))]
        passed[index - 1] = list(values)
        self.case_operands = [value for operands in passed for value in operands]
        self.case_operand_segments = i32_array(map(len, passed))

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        flag = operands[0]
        return self.target_of(flag.unsigned)[0] if isinstance(flag, IntegerAttr) else None

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> SwitchOp:
        offset = p.pos
        flag = p.value_name()
        p.expect(":")
        type = p.type()
        if not isinstance(type, IntegerType):
            p.fail(f"invalid kind of type specified: expected builtin.integer, but found '{type}'")
        p.expect(",")
        p.expect("[")
        p.expect("default")
        targets = [_read_target(p)]
        values: list[int] = []
        while p.accept(","):
            values.append(p.integer())
            targets.append(_read_target(p))
        p.expect("]")
        attributes = p.attr_dict()
        groups = [operands for _, operands in targets]
        properties: dict[str, Attribute] = {
            "operandSegmentSizes": i32_array((1, len(groups[0]), sum(map(len, groups[1:])))),
            "case_operand_segments": i32_array(map(len, groups[1:])),
        }
        if values:
            mask = (1 << type.width) - 1
            case_type = VectorType((len(values),), type)
            properties["case_values"] = DenseElementsAttr.of(case_type, [value & mask for value in values])
        operands = [p.resolve(flag, offset, type), *(value for group in groups for value in group)]
        blocks = [block for block, _ in targets]
        return cls.create(operands, (), properties, attributes, successors=blocks, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.flag)} : {p.type(self.flag.type)}, [")
        p.newline()
        p.write(f"  default: {_target_text(p, self.default)}")
        for value, target in self.cases:
            p.write(",")
            p.newline()
            p.write(f"  {value}: {_target_text(p, target)}")
        if self.case_values is not None:
            p.newline()
        p.write("]")
        p.attr_dict(self, ("operandSegmentSizes", "case_operand_segments", "case_values"))


def _read_target(p: AsmReader) -> tuple[Block, list[Value]]:
    """`: ^block(%a : i32)`"""
    p.expect(":")
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


def _target_text(p: AsmPrinter, target: Target) -> str:
    block, operands = target
    if not operands:
        return p.block_name(block)
    return f"{p.block_name(block)}({p.names_of(operands)} : {p.types_of([value.type for value in operands])})"
