"""Ops with regions of the dialect `test`: one for each way in which control and values go around.

`test.if` runs one of two regions, `test.for` one region any number of times, `test.repeat` at least once, `test.while`
two in turn until one of them says stop. What they mean is said in `region_semantics`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute
from dlc.ir.blocks import Block, Region as IRRegion
from dlc.ir.builtin_attributes import IntegerAttr, UnitAttr
from dlc.ir.builtin_constraints import bool_type, index_type, integer_attr_any, unit_attr
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import (
    CarriesValues,
    InferIntRange,
    LoopLike,
    MayRunForever,
    RegionBranch,
    RegionSuccessor,
    RegionTerminator,
)
from dlc.ir.resizing import append_operand, append_result
from dlc.ir.traits import Pure, RecursivelySpeculatable, RecursiveMemoryEffects, ReturnLike, SingleBlock, Terminator
from dlc.ir.values import Value

RECURSIVE = (RecursiveMemoryEffects, RecursivelySpeculatable)


@op("test.yield", traits=(Pure, ReturnLike))
class YieldOp(Op):
    """Ends a region.

    Example: test.yield %x : i32
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "($values^ `:` type($values))? attr-dict"


@op("test.if", traits=RECURSIVE, interfaces=(RegionBranch, CarriesValues))
class IfOp(Op):
    """Runs its first region if the condition is true, and its second, if there is one, if not.

    Example: %r = test.if %c -> i32 { test.yield %x : i32 } else { test.yield %y : i32 }
    """

    condition: Operand = operand(bool_type)
    outputs: VariadicResult = variadic_result(any_type, default=())
    then: Region = region(default=None)
    otherwise: Region = region(default=None)
    syntax = "$condition (`->` type($outputs)^)? attr-dict-with-keyword $then `else` $otherwise"

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        end = RegionSuccessor(None, self.outputs)
        if source is not None:
            return [end]
        return [RegionSuccessor(self.then, ()), self._when_false()]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        return ()

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        [condition] = constants
        if not isinstance(condition, IntegerAttr):
            return self.region_successors(None)
        return [RegionSuccessor(self.then, ()) if condition.value else self._when_false()]

    def _when_false(self) -> RegionSuccessor:
        return RegionSuccessor(None, self.outputs) if self.otherwise.is_empty else RegionSuccessor(self.otherwise, ())

    def carry(self, value: Value) -> Sequence[Value]:
        if self.otherwise.is_empty:
            self.otherwise.append(Block()).append(YieldOp())
        append_result(self, value.type)
        return [value, value]


@op(
    "test.for",
    traits=(SingleBlock, *RECURSIVE),
    interfaces=(RegionBranch, CarriesValues, LoopLike, InferIntRange),
)
class ForOp(Op):
    """Runs its region for each number from 0 to below `count`, and carries values from one time to the next.

    Example: %r = test.for %n iter(%x : i32) -> i32 { ^bb0(%i: index, %a: i32): test.yield %a : i32 }
    """

    count: Operand = operand(index_type)
    inits: VariadicOperand = variadic_operand(any_type, default=())
    outputs: VariadicResult = variadic_result(any_type, default=())
    body: Region = region(default=None)
    fixed: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = "$count (`iter` `(` $inits^ `:` type($inits) `)`)? (`->` type($outputs)^)? attr-dict-with-keyword $body"

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        return [self._again(), RegionSuccessor(None, self.outputs)]

    def _again(self) -> RegionSuccessor:
        return RegionSuccessor(self.body, self.body.entry.args[1:])

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        return self.inits

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        count = constants[0]
        if not isinstance(count, IntegerAttr):
            return self.region_successors(None)
        return [self._again() if count.value > 0 else RegionSuccessor(None, self.outputs)]

    def has_fixed_values(self) -> bool:
        return self.fixed is not None

    def carry(self, value: Value) -> Sequence[Value]:
        append_operand(self, value)
        held = self.body.entry.add_argument(value.type, value.location)
        append_result(self, value.type)
        return [held]

    def loop_regions(self) -> Sequence[IRRegion]:
        return [self.body]

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        return [None] * len(self.results)

    def infer_argument_ranges(
        self, arguments: Sequence[Value], operands: Sequence[IntegerRange | None]
    ) -> Sequence[IntegerRange | None]:
        count = operands[0]
        known = count is not None and count.smax > 0
        return [IntegerRange.signed(64, 0, count.smax - 1) if known and count is not None else None] * len(arguments)


@op("test.repeat", traits=(SingleBlock, *RECURSIVE), interfaces=(RegionBranch, LoopLike))
class RepeatOp(Op):
    """Run a region several times, at least once. Its operands, iteration arguments and results are in two groups."""

    left: VariadicOperand = variadic_operand(any_type)
    right: VariadicOperand = variadic_operand(any_type)
    first: VariadicResult = variadic_result(any_type)
    second: VariadicResult = variadic_result(any_type)
    times: Attr[IntegerAttr] = attr(integer_attr_any)
    body: Region = region(default=None)

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        again = RegionSuccessor(self.body, self.body.entry.args)
        return [again] if source is None else [again, RegionSuccessor(None, self.results)]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        return self.operands

    def loop_regions(self) -> Sequence[IRRegion]:
        return [self.body]


@op(
    "test.while",
    traits=(RecursiveMemoryEffects,),
    interfaces=(RegionBranch, CarriesValues, LoopLike, MayRunForever),
)
class WhileOp(Op):
    """Runs `before`, which says by `test.condition` whether to go on with `after`, and then with `before` again.

    Example:
        %r = test.while(%x : i32) -> i32 {
        ^bb0(%a: i32):
          test.condition %c, %a : i32
        } do {
        ^bb0(%b: i32):
          test.yield %b : i32
        }
    """

    inits: VariadicOperand = variadic_operand(any_type, default=())
    outputs: VariadicResult = variadic_result(any_type, default=())
    before: Region = region(default=None)
    after: Region = region(default=None)
    syntax = "(`(` $inits^ `:` type($inits) `)`)? (`->` type($outputs)^)? attr-dict-with-keyword $before `do` $after"

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        if source is self.before:
            return [RegionSuccessor(self.after, self.after.entry.args), RegionSuccessor(None, self.outputs)]
        return [RegionSuccessor(self.before, self.before.entry.args)]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        return self.inits

    def carry(self, value: Value) -> Sequence[Value]:
        append_operand(self, value)
        held = [each.entry.add_argument(value.type, value.location) for each in self.regions]
        append_result(self, value.type)
        return held

    def loop_regions(self) -> Sequence[IRRegion]:
        return [self.before, self.after]


@op("test.condition", traits=(Pure, Terminator), interfaces=(RegionTerminator,))
class ConditionOp(Op):
    """Ends the region `before` of a `test.while`.

    Example: test.condition %c, %x : i32
    """

    condition: Operand = operand(bool_type)
    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "$condition (`,` $values^ `:` type($values))? attr-dict"

    def operands_for(self, successor: RegionSuccessor) -> Sequence[Value]:
        return self.values

    def successors_for(
        self, successors: Sequence[RegionSuccessor], constants: Sequence[Attribute | None]
    ) -> Sequence[RegionSuccessor]:
        condition = constants[0]
        if not isinstance(condition, IntegerAttr):
            return successors
        return [each for each in successors if (each.region is None) == (not condition.value)]
