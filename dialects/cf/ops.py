"""Branches between the blocks of a region, and assertions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, Block, DenseArrayAttr, DenseElementsAttr, IntegerAttr, Location, StringAttr
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.branches import WEIGHTS, Jump, Switch, Target, TwoWayBranch, read_switch_operand, read_target, target_text
from dlc.ir.builtin_constraints import bool_type, i32_dense_array, integer_elements, string_attr
from dlc.ir.builtin_types import IntegerType
from dlc.ir.constraints import TypeConstraint, any_type
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
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import Pure, Terminator

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

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
class BranchOp(Jump):
    """Go on in a block, whose arguments get these values.

    Example: cf.br ^next(%a, %b : i32, f32)
    """

    dest: Successor = successor()
    dest_operands: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "$dest (`(` $dest_operands^ `:` type($dest_operands) `)`)? attr-dict"


# -- Conditional branches ----------------------------------------------------------------------------------------------


@op("cf.cond_br", traits=(Pure, Terminator), interfaces=(Branch,))
class CondBranchOp(TwoWayBranch):
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
    directives: ClassVar = WEIGHTS

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


# -- Switch ------------------------------------------------------------------------------------------------------------


@op("cf.switch", traits=(Pure, Terminator), interfaces=(Branch,))
class SwitchOp(Switch):
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
        self.verify_segments(report, "switch_c3")

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        flag = operands[0]
        return self.target_of(flag.unsigned)[0] if isinstance(flag, IntegerAttr) else None

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> SwitchOp:
        flag, offset, type = read_switch_operand(p)
        p.expect(",")
        p.expect("[")
        p.expect("default")
        p.expect(":")
        targets = [read_target(p)]
        values: list[int] = []
        while p.accept(","):
            values.append(p.integer())
            p.expect(":")
            targets.append(read_target(p))
        p.expect("]")
        attributes = p.attr_dict()
        return cls.created(p.resolve(flag, offset, type), targets, values, {}, attributes, location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.flag)} : {p.type(self.flag.type)}, [")
        p.newline()
        p.write(f"  default: {target_text(p, self.default)}")
        for value, target in self.cases:
            p.write(",")
            p.newline()
            p.write(f"  {value}: {target_text(p, target)}")
        if self.case_values is not None:
            p.newline()
        p.write("]")
        p.attr_dict(self, ("operandSegmentSizes", "case_operand_segments", "case_values"))
