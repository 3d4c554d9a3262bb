"""Branches between blocks, and what ends a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import Attribute
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr, i32_array
from dlc.ir.builtin_constraints import bool_type
from dlc.ir.builtin_types import IntegerType, VectorType
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

from .constraints import any_integer, any_llvm, i32_dense_array, integer_elements
from .loop_attributes import LoopAnnotationAttr

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Target = tuple[Block, Sequence[Value]]
"""A block, and what is passed to its arguments."""


@op("llvm.br", traits=(Pure, Terminator), interfaces=(Branch,))
class BrOp(Op):
    """Go on in a block, whose arguments get these values. The branch back to a loop's beginning may annotate the loop.

    Example: llvm.br ^next(%a, %b : i32, f32)
    """

    dest: Successor = successor()
    destOperands: VariadicOperand = variadic_operand(any_llvm, default=())  # noqa: N815 (MLIR's name)
    loop_annotation: Attr[LoopAnnotationAttr | None] = optional_attr(LoopAnnotationAttr, default=None)
    syntax = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self._operands

    def successor_operand_start(self, index: int) -> int:
        return 0

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        self.set_operands(values)

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        return self.dest


def _read_weights(p: AsmReader) -> DenseArrayAttr:
    """`[1, 2]`"""
    p.expect("[")
    weights = [p.integer()]
    while p.accept(","):
        weights.append(p.integer())
    p.expect("]")
    return i32_array(weights)


def _write_weights(p: AsmPrinter, op: Op, weights: DenseArrayAttr) -> None:
    p.write(f"[{', '.join(map(str, weights))}]")


@op("llvm.cond_br", traits=(Pure, Terminator), interfaces=(Branch,))
class CondBrOp(Op):
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
    directives: ClassVar = {"Weights": (_read_weights, _write_weights)}

    def verify(self, report: Report) -> None:
        check_weights(report, "cond_br_c1", self.branch_weights, 2)

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self.falseDestOperands if index else self.trueDestOperands

    def successor_operand_start(self, index: int) -> int:
        return 1 + (len(self.trueDestOperands) if index else 0)

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        if index:
            self.falseDestOperands = values
        else:
            self.trueDestOperands = values

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        condition = operands[0]
        if not isinstance(condition, IntegerAttr):
            return None
        return self.trueDest if condition.value else self.falseDest


def check_weights(report: Report, rule: str, weights: DenseArrayAttr | None, count: int) -> None:
    """Report weights that are not one for each successor."""
    if weights is not None and len(weights) != count:
        report.error(rule, f"expects {count} branch weights, one for each successor, but got {len(weights)}")


# -- Switch ------------------------------------------------------------------------------------------------------------


@op("llvm.switch", traits=(Pure, Terminator), interfaces=(Branch,))
class SwitchOp(Op):
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

    @classmethod
    def of(cls, value: Value, default: Target, cases: Sequence[tuple[int, Target]]) -> SwitchOp:
        """A switch of integers, each with its block and what is passed to it."""
        type = cast(IntegerType, value.type)
        return cls(
            value,
            default[1],
            [operand for _, (_, operands) in cases for operand in operands],
            default[0],
            [block for _, (block, _) in cases],
            i32_array(len(operands) for _, (_, operands) in cases),
            _case_values([number for number, _ in cases], type),
        )

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
        segments = self.case_operand_segments
        if len(segments) != len(destinations) or sum(segments) != len(self.caseOperands):
            report.error(
                "switch_c3",
                f"'case_operand_segments' should divide the {len(self.caseOperands)} case operands among "
                f"{len(destinations)} cases, but got {list(segments)}",
            )
        check_weights(report, "switch_c4", self.branch_weights, 1 + len(destinations))

    def successor_operand_start(self, index: int) -> int:
        if index == 0:
            return 1
        return 1 + len(self.defaultOperands) + sum(self.case_operand_segments.elements[: index - 1])

    def successor_operands(self, index: int) -> Sequence[Value]:
        if index == 0:
            return self.defaultOperands
        start, sizes = self.successor_operand_start(index), self.case_operand_segments.elements
        size = sizes[index - 1] if index <= len(sizes) else 0  # the verifier asks before it has seen that they fit
        return self._operands[start : start + size]

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        if index == 0:
            self.defaultOperands = values
            return
        passed = [list(self.successor_operands(number)) for number in range(1, len(self._successors))]
        passed[index - 1] = list(values)
        self.caseOperands = [value for operands in passed for value in operands]
        self.case_operand_segments = i32_array(map(len, passed))

    def successor_for(self, operands: Sequence[Attribute | None]) -> Block | None:
        value = operands[0]
        if not isinstance(value, IntegerAttr):
            return None
        blocks = zip(self.values, self.caseDestinations, strict=True)
        return next((block for number, block in blocks if number == value.value), self.defaultDestination)

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> SwitchOp:
        offset = p.pos
        value = p.value_name()
        p.expect(":")
        type = p.type()
        if not isinstance(type, IntegerType):
            p.fail(f"invalid kind of type specified: expected builtin.integer, but found '{type}'")
        p.expect(",")
        targets = [_read_target(p)]
        values: list[int] = []
        p.expect("[")
        while not p.at("]"):
            if values:
                p.expect(",")
            values.append(p.integer())
            p.expect(":")
            targets.append(_read_target(p))
        p.expect("]")
        attributes = p.attr_dict()
        groups = [operands for _, operands in targets]
        properties: dict[str, Attribute] = {
            "operandSegmentSizes": i32_array((1, len(groups[0]), sum(map(len, groups[1:])))),
            "case_operand_segments": i32_array(map(len, groups[1:])),
        }
        case_values = _case_values(values, type)
        if case_values is not None:
            properties["case_values"] = case_values
        if "branch_weights" in attributes:
            properties["branch_weights"] = attributes.pop("branch_weights")
        operands = [p.resolve(value, offset, type), *(value for group in groups for value in group)]
        blocks = [block for block, _ in targets]
        return cls.create(operands, (), properties, attributes, successors=blocks, location=location)

    def write(self, p: AsmPrinter) -> None:
        default = _target_text(p, (self.defaultDestination, self.defaultOperands))
        p.write(f" {p.name(self.value)} : {p.type(self.value.type)}, {default} [")
        for index, (number, target) in enumerate(self.cases):
            p.write("," if index else "")
            p.newline()
            p.write(f"  {number}: {_target_text(p, target)}")
        p.newline()
        p.write("]")
        p.attr_dict(self, ("operandSegmentSizes", "case_operand_segments", "case_values"))


def _case_values(values: Sequence[int], type: IntegerType) -> DenseElementsAttr | None:
    if not values:
        return None
    mask = (1 << type.width) - 1
    return DenseElementsAttr.of(VectorType((len(values),), type), [value & mask for value in values])


def _read_target(p: AsmReader) -> tuple[Block, list[Value]]:
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


def _target_text(p: AsmPrinter, target: Target) -> str:
    block, operands = target
    if not operands:
        return p.block_name(block)
    return f"{p.block_name(block)}({p.names_of(operands)} : {p.types_of([value.type for value in operands])})"


@op("llvm.unreachable", traits=(Terminator,), interfaces=(MemoryEffects,))
class UnreachableOp(Op):
    """Control never comes here: what leads here may be taken not to happen.

    Example: llvm.unreachable
    """

    syntax = "attr-dict"

    def effects(self) -> Sequence[Effect]:
        return (Effect("diverge", resource="progress"),)
