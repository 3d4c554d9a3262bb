"""Branches between blocks, and what ends a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir import Attribute, Block, DenseArrayAttr, DenseElementsAttr, IntegerAttr, Location
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.branches import WEIGHTS, Jump, Switch, Target, TwoWayBranch, read_switch_operand, read_target, target_text
from dlc.ir.builtin_constraints import bool_type, i32_dense_array, integer_elements
from dlc.ir.builtin_types import IntegerType
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

from .constraints import any_integer, any_llvm
from .loop_attributes import LoopAnnotationAttr

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("llvm.br", traits=(Pure, Terminator), interfaces=(Branch,))
class BrOp(Jump):
    """Go on in a block, whose arguments get these values. The branch back to a loop's beginning may annotate the loop.

    Example: llvm.br ^next(%a, %b : i32, f32)
    """

    dest: Successor = successor()
    destOperands: VariadicOperand = variadic_operand(any_llvm, default=())  # noqa: N815 (MLIR's name)
    loop_annotation: Attr[LoopAnnotationAttr | None] = optional_attr(LoopAnnotationAttr, default=None)
    syntax = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"


@op("llvm.cond_br", traits=(Pure, Terminator), interfaces=(Branch,))
class CondBrOp(TwoWayBranch):
    """Go on in the first block where the condition is true, in the second where it is false.

    Rules: (cond_br_c1) there is a weight for each successor, if there are any.
    Example: llvm.cond_br %c weights([9, 1]), ^then(%a : i32), ^else
    """

    condition: Operand = operand(bool_type)
    trueDest: Successor = successor()  # noqa: N815 (MLIR's name)
    falseDest: Successor = successor()  # noqa: N815 (MLIR's name)
    trueDestOperands: VariadicOperand = variadic_operand(any_llvm, default=())  # noqa: N815 (MLIR's name)
    falseDestOperands: VariadicOperand = variadic_operand(any_llvm, default=())  # noqa: N815 (MLIR's name)
    branch_weights: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    loop_annotation: Attr[LoopAnnotationAttr | None] = optional_attr(LoopAnnotationAttr, default=None)
    syntax = (
        "$condition (`weights` `(` custom<Weights>($branch_weights)^ `)`)? `,` "
        "$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` "
        "$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )
    directives: ClassVar = WEIGHTS

    def verify(self, report: Report) -> None:
        check_weights(report, "cond_br_c1", self.branch_weights, 2)


def check_weights(report: Report, rule: str, weights: DenseArrayAttr | None, count: int) -> None:
    """Report weights that are not one for each successor."""
    if weights is not None and len(weights) != count:
        report.error(rule, f"expects {count} branch weights, one for each successor, but got {len(weights)}")


# -- Switch ------------------------------------------------------------------------------------------------------------


@op("llvm.switch", traits=(Pure, Terminator), interfaces=(Branch,))
class SwitchOp(Switch):
    """Go on in the block of the case that equals the value, else in the default block.

    Rules: (switch_c1) there is a value for each case. (switch_c2) the values are of the type that is asked about.
    (switch_c3) the segments divide the operands of the cases. (switch_c4) there is a weight for each successor, if
    there are any. (switch_c5) no two cases are the same.
    Example: llvm.switch %x : i32, ^other [ 1: ^one(%a : f32), -3: ^two ]
    """

    value: Operand = operand(any_integer)
    defaultOperands: VariadicOperand = variadic_operand(any_llvm)  # noqa: N815 (MLIR's name)
    caseOperands: VariadicOperand = variadic_operand(any_llvm)  # noqa: N815 (MLIR's name)
    defaultDestination: Successor = successor()  # noqa: N815 (MLIR's name)
    caseDestinations: VariadicSuccessor = variadic_successor()  # noqa: N815 (MLIR's name)
    case_operand_segments: Attr[DenseArrayAttr] = attr(i32_dense_array)
    case_values: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)
    branch_weights: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    syntax = HAND_WRITTEN

    @property
    def values(self) -> list[int]:
        """The value of each case, signed."""
        known, type = self.case_values, cast(IntegerType, self.value.type)
        return [type.wrap(bits) for bits in known.bits()] if known is not None else []

    @property
    def cases(self) -> list[tuple[int, Target]]:
        """Each case's value (signed), its block and what is passed to it."""
        blocks = enumerate(self.caseDestinations, start=1)
        return list(zip(self.values, [(b, self.successor_operands(i)) for i, b in blocks], strict=True))

    def verify(self, report: Report) -> None:
        values, destinations = self.case_values, self.caseDestinations
        num_values = values.type.num_elements if values is not None else 0
        if num_values != len(destinations):
            report.error(
                "switch_c1",
                f"expects number of case values to match number of case destinations: "
                f"{num_values} and {len(destinations)}",
            )
        elif values is not None and values.type.element_type is not self.value.type:
            report.error(
                "switch_c2",
                f"expects case value type to match condition value type '{self.value.type}'"
                f", but got '{values.type.element_type}'",
            )
        elif values is not None and len(set(values.bits())) < num_values:
            report.error("switch_c5", f"expects no two cases to be the same, but got {self.values}")
        self.verify_segments(report, "switch_c3")
        check_weights(report, "switch_c4", self.branch_weights, 1 + len(destinations))

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        value = operands[0]
        if not isinstance(value, IntegerAttr):
            return None
        blocks = zip(self.values, self.caseDestinations, strict=True)
        return next((block for number, block in blocks if number == value.value), self.defaultDestination)

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> SwitchOp:
        value, offset, type = read_switch_operand(p)
        p.expect(",")
        targets = [read_target(p)]
        values: list[int] = []
        p.expect("[")
        while not p.at("]"):
            if values:
                p.expect(",")
            values.append(p.integer())
            p.expect(":")
            targets.append(read_target(p))
        p.expect("]")
        attributes = p.attr_dict()
        weights = {"branch_weights": attributes.pop("branch_weights")} if "branch_weights" in attributes else {}
        return cls.created(p.resolve(value, offset, type), targets, values, weights, attributes, location)

    def write(self, p: AsmPrinter) -> None:
        default = target_text(p, (self.defaultDestination, self.defaultOperands))
        p.write(f" {p.name(self.value)} : {p.type(self.value.type)}, {default} [")
        for index, (number, target) in enumerate(self.cases):
            p.write("," if index else "")
            p.newline()
            p.write(f"  {number}: {target_text(p, target)}")
        p.newline()
        p.write("]")
        p.attr_dict(self, ("operandSegmentSizes", "case_operand_segments", "case_values"))


@op("llvm.unreachable", traits=(Terminator,), interfaces=(MemoryEffects,))
class UnreachableOp(Op):
    """Control never comes here: what leads here may be taken not to happen.

    Example: llvm.unreachable
    """

    syntax = "attr-dict"

    def effects(self) -> Sequence[Effect]:
        return (Effect("diverge", resource="progress"),)
