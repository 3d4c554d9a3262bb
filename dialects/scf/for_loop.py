"""`scf.for`: counts between bounds that are computed, by a step that is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects import arith
from dlc.dialects.loop.for_loop import carried_text, check_types, read_carried
from dlc.dialects.loop.terminators import verify_single_body
from dlc.ir import Attribute, Block, BlockArgument, Location, Operation, UnitAttr, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_constraints import index_type, signless_integer, unit_attr
from dlc.ir.builtin_types import index
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicResult,
    op,
    operand,
    optional_attr,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.index_lists import Index, known_index
from dlc.ir.interfaces import CarriesValues, LoopLike, RegionBranch, RegionSuccessor
from dlc.ir.locations import PendingLocation
from dlc.ir.resizing import append_operand, append_result
from dlc.ir.traits import AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock

from .conditionals import YieldOp

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

T = TypeVariable("T", index_type | signless_integer)


def trip_count(lower: Index, upper: Index, step: Index) -> int | None:
    """Return how many numbers there are between bounds, if that is known. They are compared as signed numbers."""
    if lower is upper:
        return 0
    low, high, by = map(known_index, (lower, upper, step))
    span = high - low if low is not None and high is not None else _distance(lower, upper)
    return None if span is None or by is None or by <= 0 else max(0, -(-span // by))


def _distance(lower: Index, upper: Index) -> int | None:
    """Return the number that is added to a bound to get the other one, if the sum does not wrap around."""
    if not isinstance(upper, Value):
        return None
    sum = upper.defined_by(arith.AddIOp)
    if sum is None or "nsw" not in sum.overflowFlags or lower not in sum.operands:
        return None
    return known_index(sum.rhs if sum.lhs is lower else sum.lhs)


@op(
    "scf.for",
    traits=(AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(CarriesValues, LoopLike, RegionBranch),
)
class ForOp(Op):
    """Run the body for each number from the lower bound to below the upper bound, by the step; values are carried.

    Bounds are compared as signed numbers, or as unsigned ones. The results are the values that the last iteration
    yields, or the initial ones. The loop also ends where the next number would be beyond all numbers of the type.

    Rules: (for_c1) the body is a block that ends in `scf.yield`. (for_c2) it takes a number of the bounds' type, and
    values of the initial ones' types. (for_c3) the results have those types.
    Example:
        %sum = scf.for %i = %a to %b step %c iter_args(%s = %x) -> (f32) {
          scf.yield %s : f32
        }
    """

    lowerBound: Operand = operand(T)  # noqa: N815 (MLIR's names)
    upperBound: Operand = operand(T)  # noqa: N815
    step: Operand = operand(T)
    initArgs: VariadicOperand = variadic_operand(any_type)  # noqa: N815
    outputs: VariadicResult = variadic_result(any_type)
    body_region: Region = region(default=None)
    unsignedCmp: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    syntax = HAND_WRITTEN

    @property
    def body(self) -> Block:
        """The block that runs again and again."""
        return self.body_region.entry

    @property
    def induction_variable(self) -> BlockArgument:
        """The number that the body is told."""
        return self.body.args[0]

    @property
    def terminator(self) -> Operation:
        """The op that ends the body."""
        assert self.body.last is not None
        return self.body.last

    @property
    def yielded(self) -> Sequence[Value]:
        """The values that the next iteration gets."""
        return self.terminator.operands

    @property
    def iter_inits(self) -> Sequence[Value]:
        """The initial values, as `loop.for` calls them."""
        return self.initArgs

    def constant_trip_count(self) -> int | None:
        """The trip count if it is known: the step is a constant, and bounds are, or are one value, or it and a sum."""
        bounds = (self.lowerBound, self.upperBound, self.step)
        are_small = all((number := known_index(each)) is not None and number >= 0 for each in bounds)
        if self.unsignedCmp is not None and self.lowerBound is not self.upperBound and not are_small:
            return None
        return trip_count(*bounds)

    def with_carried(self, kept: Sequence[int]) -> ForOp:
        """A loop of the same bounds and an open body, with some of the carried values."""
        inits = [self.initArgs[place] for place in kept]
        types = [init.type for init in inits]
        body = IRRegion([Block([self.lowerBound.type, *types])])
        operands = [self.lowerBound, self.upperBound, self.step, *inits]
        new_loop = type(self).create(operands, types, self.properties, self.attributes, [body], location=self.location)
        for new, old in zip(
            new_loop.body.args, [self.body.args[0], *(self.carried[each] for each in kept)], strict=True
        ):
            new.name_hint = old.name_hint
        return new_loop

    @property
    def carried(self) -> Sequence[BlockArgument]:
        """The loop-carried block arguments of the body."""
        return self.body.args[1:]

    def loop_regions(self) -> Sequence[IRRegion]:
        return self.regions

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        """Return that control enters the body as long as there are iterations, and leaves it."""
        del source
        return [RegionSuccessor(self.regions[0], self.carried), RegionSuccessor(None, list(self.results))]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        """The initial values."""
        del successor
        return self.initArgs

    def carry(self, value: Value) -> Sequence[Value]:
        """Carry another value from iteration to iteration."""
        append_operand(self, value)
        held = self.body.add_argument(value.type, value.location)
        append_result(self, value.type)
        return [held]

    def verify(self, report: Report) -> None:
        inits = [init.type for init in self.initArgs]
        if verify_single_body(self.body_region, YieldOp, "the body", "for_c1", report):
            wanted = [self.lowerBound.type, *inits]
            check_types(report, "for_c2", "the body must take", wanted, self.body.arg_types)
        message = "the results must have the types of the carried values,"
        check_types(report, "for_c3", message, inits, self.result_types)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ForOp:
        properties: dict[str, Attribute] = {"unsignedCmp": UnitAttr()} if p.accept("unsigned") else {}
        counter = p.value_name()
        counter_offset = p.pos - len(counter)
        p.expect("=")
        offset = p.pos
        bounds = [p.value_name()]
        for word in ("to", "step"):
            p.expect(word)
            bounds.append(p.value_name())
        names, inits, types = read_carried(p)
        kind = p.type() if p.accept(":") else index
        operands = [*(p.resolve(name, offset, kind) for name in bounds), *inits]
        arguments = [(counter, kind, None, counter_offset)]
        arguments += [(name, type, None, at) for (name, at), type in zip(names, types, strict=True)]
        body = p.region(arguments)
        body.ensure_terminator(YieldOp, location)
        return cls.create(operands, types, properties, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        lower, upper, step = map(p.name, self.operands[:3])
        unsigned = " unsigned" if self.unsignedCmp is not None else ""
        p.write(f"{unsigned} {p.name(self.induction_variable)} = {lower} to {upper} step {step} ")
        if self.results:
            carried = carried_text(p, self.carried, self.initArgs)
            p.write(f"iter_args({carried}) -> ({p.types_of(self.result_types)}) ")
        kind = self.lowerBound.type
        p.write("" if kind is index else f" : {p.type(kind)} ")
        p.region(self.body_region, entry_args=False, terminator=bool(self.results))
        p.attr_dict(self, ("unsignedCmp",))
