"""Terminators of the regions of loops and conditionals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import UNKNOWN_LOC, Attribute, IntegerAttr, Location, Region, Value
from dlc.ir.builtin_constraints import bool_type
from dlc.ir.constraints import any_type
from dlc.ir.definition import Op, Operand, VariadicOperand, op, operand, variadic_operand
from dlc.ir.diagnostics import counted
from dlc.ir.interfaces import RegionSuccessor, RegionTerminator
from dlc.ir.locations import PendingLocation
from dlc.ir.operations import make_operation
from dlc.ir.traits import HasParent, Pure, ReturnLike, Terminator

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_WHILES = ("loop.while", "scf.while")
"""Ops whose second region yields to the first."""


@op(
    "loop.yield",
    traits=(Pure, ReturnLike, HasParent("loop.for", "loop.parallel", "loop.if", "loop.when", "loop.while")),
)
class YieldOp(Op):
    """End a region: the values are those of the next iteration, or the results of the op around it.

    At the end of what follows `do` in `loop.while`, they go to the region before that.

    Rules: (yield_c1) there are as many values as the op around takes. (yield_c2) they have the types that it takes.
    Example: loop.yield %a, %b : i32, f32
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($values^ `:` type($values))?"

    @classmethod
    def of(cls, values: Sequence[Value] = (), *, location: Location | PendingLocation = UNKNOWN_LOC) -> YieldOp:
        """Create the op like the constructor does, but faster."""
        return make_operation(cls, list(values), (), {}, {}, (), (), location)

    def verify(self, report: Report) -> None:
        parent = self.parent_op
        assert parent is not None
        expected = parent.operand_types if parent.name in _WHILES else parent.result_types
        if len(self.operands) != len(expected):
            report.error(
                "yield_c1", f"'{parent.name}' takes {counted(len(expected), 'value')}, but got {len(self.operands)}"
            )
            return
        for position, (value, type) in enumerate(zip(self.operands, expected, strict=True)):
            if value.type is not type:
                report.error(
                    "yield_c2",
                    f"value #{position} must have type '{type}', as '{parent.name}' says, but got '{value.type}'",
                )


@op("loop.condition", traits=(Pure, Terminator, HasParent("loop.while")), interfaces=(RegionTerminator,))
class ConditionOp(Op):
    """End the first region of `loop.while`: go on with the second, or leave the loop; either gets the values.

    Rules: (condition_c1) there are as many values as the loop has results. (condition_c2) they have the types of those.
    Example: loop.condition(%c) %a, %b : i32, f32
    """

    condition: Operand = operand(bool_type)
    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "`(` $condition `)` attr-dict ($values^ `:` type($values))?"

    def operands_for(self, successor: RegionSuccessor) -> Sequence[Value]:
        """Return the forwarded values, the same for both successors."""
        return self.operands[1:]

    def successors_for(
        self, successors: Sequence[RegionSuccessor], constants: Sequence[Attribute | None]
    ) -> Sequence[RegionSuccessor]:
        """Return a single successor if the condition is known."""
        known = constants[0]
        if not isinstance(known, IntegerAttr):
            return successors
        return [each for each in successors if (each.region is not None) == bool(known.value)]

    def verify(self, report: Report) -> None:
        parent = self.parent_op
        assert parent is not None
        expected, values = parent.result_types, self.values
        if len(values) != len(expected):
            report.error(
                "condition_c1",
                f"'{parent.name}' has {counted(len(expected), 'result')}, but got {counted(len(values), 'value')}",
            )
            return
        for position, (value, type) in enumerate(zip(values, expected, strict=True)):
            if value.type is not type:
                report.error(
                    "condition_c2",
                    f"value #{position} must have type '{type}', as the result of '{parent.name}' has"
                    f", but got '{value.type}'",
                )


def verify_single_body(region: Region, kind: type[Op], what: str, rule: str, report: Report) -> bool:
    """Return whether a region is one block that ends in a terminator of this kind."""
    if not region.has_one_block:
        count = sum(1 for _ in region.blocks)
        report.error(rule, f"{what} must be a region of one block, but got {count} blocks")
        return False
    last = region.entry.last
    if not isinstance(last, kind):
        got = f"'{last.name}'" if last is not None else "nothing"
        report.error(rule, f"{what} must end in '{kind.name}', but got {got}")
        return False
    return True
