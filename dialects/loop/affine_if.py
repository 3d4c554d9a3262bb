"""`loop.if`: a region for the points inside an affine set, and one for those outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import UNKNOWN_LOC, Attribute, Block, Location, Type, Value
from dlc.ir.affine import IntegerSet
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import IntegerSetAttr
from dlc.ir.builtin_constraints import index_type
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Region,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import CarriesValues, ConditionallySpeculatable, RegionBranch, RegionSuccessor
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import RecursiveMemoryEffects, SingleBlock

from .affine_text import operands_text, read_operands
from .apply import constants_of
from .conditional_loops import Conditional, read_branches, write_branches
from .constraints import set_attr
from .scopes import verify_operands

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op(
    "loop.if",
    traits=(RecursiveMemoryEffects, SingleBlock),
    interfaces=(CarriesValues, ConditionallySpeculatable, RegionBranch),
)
class IfOp(Conditional):
    """Run the first region where the point of the operands is in the set, otherwise the second, if there is one.

    Rules: (if_c1) the set has as many dimensions and symbols as there are operands. (if_c2) those are what can be
    dimensions and symbols. (if_c3) each region that is there is a block without arguments that ends in `loop.yield`,
    and the first is there. (if_c4) an op with results has both.
    Example:
        %r = loop.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] -> f32 {
          loop.yield %x : f32
        } else {
          loop.yield %y : f32
        }
    """

    set_operands_: VariadicOperand = variadic_operand(index_type)
    outputs: VariadicResult = variadic_result(any_type, default=())
    condition: Attr[IntegerSetAttr] = attr(set_attr, kw_only=True)
    then_region: Region = region(default=None)
    else_region: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def on(
        cls,
        condition: IntegerSet,
        operands: Sequence[Value],
        result_types: Sequence[Type] = (),
        *,
        has_else: bool | None = None,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> IfOp:
        """A conditional with open blocks; there is a second one where there are results, unless it is said."""
        has_else = bool(result_types) if has_else is None else has_else
        regions = [IRRegion([Block()]), IRRegion([Block()] if has_else else ())]
        properties = {"condition": IntegerSetAttr(condition)}
        return cls.create(operands, result_types, properties, {}, regions, location=location)

    @property
    def integer_set(self) -> IntegerSet:
        """The set in which the first region runs."""
        return self.condition.value

    def known_outcome(self, constants: Sequence[Attribute | None] = ()) -> bool | None:
        """Return whether the point is in the set, if that is known."""
        integer_set = self.integer_set
        known = constants_of(constants) if len(constants) == len(self.operands) else None
        if known is not None:
            return integer_set.contains(known[: integer_set.num_dims], known[integer_set.num_dims :])
        holds = [
            None if expr.constant_value is None else (expr.constant_value == 0 if equal else expr.constant_value >= 0)
            for expr, equal in integer_set
        ]
        if False in holds or integer_set.is_empty():
            return False
        return True if None not in holds else None

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        """Return a single region if it is known whether the point is in the set."""
        both, outcome = self.region_successors(None), self.known_outcome(constants)
        return both if outcome is None else [both[0 if outcome else 1]]

    def verify(self, report: Report) -> None:
        integer_set = self.integer_set
        if integer_set.num_inputs != len(self.operands):
            report.error("if_c1", f"the set takes {integer_set.num_inputs} operands, but got {len(self.operands)}")
        else:
            verify_operands(self, self.operands, integer_set.num_dims, "if_c2", report)
        self.verify_regions(report, "if_c3", "if_c4")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> IfOp:
        offset = p.pos
        condition = p.attribute()
        if not isinstance(condition, IntegerSetAttr):
            p.fail(f"expected an integer set, but got '{condition}'", offset)
        integer_set = condition.value
        operands = read_operands(p, "set", integer_set.num_dims, integer_set.num_symbols)
        types = read_result_types(p)
        regions = read_branches(p, location, cls.yield_op)
        return cls.create(operands, types, {"condition": condition}, p.attr_dict(), regions, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.attribute(self.condition)}{operands_text(p, self.operands, self.integer_set.num_dims)}")
        if self.results:
            types = p.types_of(self.result_types)
            p.write(f" -> {types if len(self.results) == 1 else f'({types})'}")
        p.write(" ")
        write_branches(p, self.regions, bool(self.results))
        p.attr_dict(self, ("condition",))
