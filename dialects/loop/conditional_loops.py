"""Control flow on conditions that are computed: `loop.when`, run once or not at all, and `loop.while`.

Values at the top of these regions are symbols inside (the trait `AffineScope`), which MLIR's `scf` does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir import UNKNOWN_LOC, Attribute, Block, BlockArgument, IntegerAttr, Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.branches import RunsOneRegion
from dlc.ir.builtin_constraints import bool_type
from dlc.ir.builtin_types import FunctionType, i1
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicResult,
    op,
    operand,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import (
    CarriesValues,
    ConditionallySpeculatable,
    LoopLike,
    MayRunForever,
    RegionBranch,
    RegionSuccessor,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.resizing import append_operand, append_result
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import AffineScope, RecursiveMemoryEffects, SingleBlock

from .for_loop import Named, carried_text, check_types, read_assignments
from .speculation import nest_is_speculatable
from .terminators import ConditionOp, YieldOp, verify_single_body

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


class Conditional(RunsOneRegion):
    """An op that runs its first region if a condition holds, and otherwise the second, if there is one."""

    yield_op: ClassVar[type[YieldOp]] = YieldOp

    @property
    def then_block(self) -> Block:
        """The block that runs if the condition holds."""
        return self.regions[0].entry

    @property
    def else_block(self) -> Block | None:
        """The block that runs if the condition does not hold."""
        return self.regions[1].first

    def carry(self, value: Value) -> Sequence[Value]:
        """Return the carried value for both regions, which see the value anyway and must both yield one."""
        self.regions[1].ensure_terminator(self.yield_op, self.location)
        append_result(self, value.type)
        return [value, value]

    def is_speculatable(self) -> bool:
        return nest_is_speculatable(self)

    def verify_regions(self, report: Report, region_rule: str, else_rule: str) -> None:
        """Check that regions are blocks without arguments that yield, and that there are both if there are results."""
        for body in self.regions:
            if body.is_empty and body.index == 1:
                if self.results:
                    report.error(else_rule, f"must have an else block for its results, but got {len(self.results)}")
                continue
            what = "the else region" if body.index else "the then region"
            if verify_single_body(body, self.yield_op, what, region_rule, report):
                check_types(report, region_rule, f"{what} must take", (), body.entry.arg_types)


@op(
    "loop.when",
    traits=(AffineScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(CarriesValues, ConditionallySpeculatable, RegionBranch),
)
class WhenOp(Conditional):
    """Run the first region where the condition is true, otherwise the second, if there is one.

    Rules: (when_c1) each region that is there is a block without arguments that ends in `loop.yield`, and the first is
    there. (when_c2) an op with results has both.
    Example:
        %r = loop.when %c -> (f32) {
          loop.yield %x : f32
        } else {
          loop.yield %y : f32
        }
    """

    condition: Operand = operand(bool_type)
    outputs: VariadicResult = variadic_result(any_type, default=())
    then_region: Region = region(default=None)
    else_region: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def on(
        cls,
        condition: Value,
        result_types: Sequence[Type] = (),
        *,
        has_else: bool | None = None,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> WhenOp:
        """A conditional with open blocks; there is a second one where there are results, unless it is said."""
        has_else = bool(result_types) if has_else is None else has_else
        regions = [IRRegion([Block()]), IRRegion([Block()] if has_else else ())]
        return cls.create([condition], result_types, {}, {}, regions, location=location)

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        """Return a single region if the condition is known."""
        both, known = self.region_successors(None), constants[0]
        return [both[0 if known.value else 1]] if isinstance(known, IntegerAttr) else both

    def verify(self, report: Report) -> None:
        self.verify_regions(report, "when_c1", "when_c2")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> WhenOp:
        offset = p.pos
        condition = p.resolve(p.value_name(), offset, i1)
        types = read_result_types(p)
        regions = read_branches(p, location, cls.yield_op)
        return cls.create([condition], types, {}, p.attr_dict(), regions, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.condition)}")
        if self.results:
            p.write(f" -> ({p.types_of(self.result_types)})")
        p.write(" ")
        write_branches(p, self.regions, bool(self.results))
        p.attr_dict(self)


def read_branches(p: AsmReader, location: Location | PendingLocation, yield_op: type[YieldOp]) -> list[IRRegion]:
    """`{ … } else { … }`, where yields of nothing may be left out."""
    then = p.region()
    then.ensure_terminator(yield_op, location)
    if not p.accept("else"):
        return [then, IRRegion()]
    other = p.region()
    other.ensure_terminator(yield_op, location)
    return [then, other]


def write_branches(p: AsmPrinter, regions: Sequence[IRRegion], yields: bool) -> None:
    """`{ … } else { … }`"""
    p.region(regions[0], entry_args=False, terminator=yields)
    if not regions[1].is_empty:
        p.write(" else ")
        p.region(regions[1], entry_args=False, terminator=yields)


@op(
    "loop.while",
    traits=(AffineScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(CarriesValues, LoopLike, MayRunForever, RegionBranch),
)
class WhileOp(Op):
    """Run the first region; as long as its condition is true, run the second and the first again.

    The first region gets the initial values, and afterwards what the second yields. What the condition is given with
    goes to the second region, or in the end to the results.

    Rules: (while_c1) the first region is a block that ends in `loop.condition`, the second one that ends in
    `loop.yield`. (while_c2) the first takes values of the operands' types. (while_c3) the second takes values of the
    results' types.
    Example:
        %r = loop.while (%a = %x) : (f32) -> f32 {
          loop.condition(%c) %a : f32
        } do {
        ^bb0(%b: f32):
          loop.yield %b : f32
        }
    """

    inits: VariadicOperand = variadic_operand(any_type, default=())
    outputs: VariadicResult = variadic_result(any_type, default=())
    before: Region = region(default=None)
    after: Region = region(default=None)
    syntax = HAND_WRITTEN
    yield_op: ClassVar[type[YieldOp]] = YieldOp
    condition_op: ClassVar[type[ConditionOp]] = ConditionOp

    @classmethod
    def over(
        cls,
        inits: Sequence[Value],
        result_types: Sequence[Type] | None = None,
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> WhileOp:
        """A loop with open blocks; the results have the types of the initial values, unless others are given."""
        types = [init.type for init in inits]
        results = types if result_types is None else list(result_types)
        regions = [IRRegion([Block(types)]), IRRegion([Block(results)])]
        return cls.create(inits, results, {}, {}, regions, location=location)

    @property
    def before_block(self) -> Block:
        """The block that computes the condition."""
        return self.before.entry

    @property
    def after_block(self) -> Block:
        """The block that runs while the condition is true."""
        return self.after.entry

    @property
    def condition(self) -> ConditionOp:
        """The end of the first region."""
        return cast(ConditionOp, self.before_block.last)

    @property
    def carried(self) -> Sequence[BlockArgument]:
        """The block arguments of the first region."""
        return self.before_block.args

    def loop_regions(self) -> Sequence[IRRegion]:
        return self.regions

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        """Return that control enters the first region, goes from there to the second one or out, and then back."""
        if source is not None and source.index == 0:
            second = RegionSuccessor(self.regions[1], self.after_block.args)
            return [second, RegionSuccessor(None, list(self.results))]
        return [RegionSuccessor(self.regions[0], self.before_block.args)]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        """The initial values."""
        return self.operands

    def carry(self, value: Value) -> Sequence[Value]:
        """Carry another value through both regions."""
        append_operand(self, value)
        held = [block.add_argument(value.type, value.location) for block in (self.before_block, self.after_block)]
        append_result(self, value.type)
        return held

    def verify(self, report: Report) -> None:
        if verify_single_body(self.before, self.condition_op, "the first region", "while_c1", report):
            message = "the first region must take the operands' types,"
            check_types(report, "while_c2", message, self.operand_types, self.before_block.arg_types)
        if verify_single_body(self.after, self.yield_op, "the second region", "while_c1", report):
            message = "the second region must take the results' types,"
            check_types(report, "while_c3", message, self.result_types, self.after_block.arg_types)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> WhileOp:
        names: Named = []
        inits: Named = []
        offset = p.pos
        if p.at("("):
            names, inits = read_assignments(p)
        p.expect(":")
        offset = p.pos
        type = p.type()
        if not isinstance(type, FunctionType):
            p.fail(f"expected a function type, but got '{type}'", offset)
        if len(type.inputs) != len(inits):
            p.fail(f"{len(inits)} values are carried, but got {len(type.inputs)} types", offset)
        operands = [p.resolve(name, at, kind) for (name, at), kind in zip(inits, type.inputs, strict=True)]
        arguments = [(name, kind, None, at) for (name, at), kind in zip(names, type.inputs, strict=True)]
        before = p.region(arguments)
        p.expect("do")
        after = p.region()
        attributes = p.attr_dict_with_keyword()
        return cls.create(operands, type.results, {}, attributes, [before, after], location=location)

    def write(self, p: AsmPrinter) -> None:
        if self.operands:
            p.write(f" ({carried_text(p, self.carried, self.operands)})")
        type = FunctionType(tuple(self.operand_types), tuple(self.result_types))
        p.write(f" : {p.type(type)} ")
        p.region(self.before, entry_args=False)
        p.write(" do ")
        p.region(self.after)
        p.attr_dict(self, keyword=True)
