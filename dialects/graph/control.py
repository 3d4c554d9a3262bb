"""Control flow of `graph`: `if`, `while`, and how their regions end. `scan` and `call` have files of their own.

Regions see the values around them. Values may be forwarded to where a type says less of their sizes, so that a loop may
carry tensors that grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.branches import RunsOneRegion
from dlc.ir.builtin_types import TensorType, i1
from dlc.ir.constraints import ExactType
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
from dlc.ir.interfaces import LoopLike, MayRunForever, RegionBranch, RegionSuccessor, RegionTerminator
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import (
    HasParent,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlock,
    Terminator,
)

from .carried import (
    PassesTensors,
    check_handed_on,
    check_region,
    read_carried,
    spelled_types,
    truth_of,
    write_carried,
    write_result_types,
)
from .tensors import any_tensor

if TYPE_CHECKING:
    from dlc.ir.assembly import Argument
    from dlc.ir.verifier import Report

condition_type = ExactType(TensorType((), i1), "tensor<i1>")


@op(
    "graph.yield",
    traits=(Pure, ReturnLike, HasParent("graph.if", "graph.while", "graph.scan")),
    interfaces=(RegionTerminator,),
)
class YieldOp(Op):
    """Ends a region and hands these values on: to the op's results, or to where it goes around.

    Example: graph.yield %x, %y : tensor<4xf32>, tensor<f32>
    """

    values: VariadicOperand = variadic_operand(any_tensor, default=())
    syntax = "attr-dict ($values^ `:` type($values))?"

    def operands_for(self, successor: RegionSuccessor) -> Sequence[Value]:
        """The first ones; behind those that go around there are slices, which become parts of results."""
        return self.operands[: len(successor.inputs)]

    def operand_start_for(self, successor: RegionSuccessor) -> int:
        """Return the start of the forwarded operands, which come first."""
        return 0


@op(
    "graph.if",
    traits=(SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable),
    interfaces=(RegionBranch,),
)
class IfOp(PassesTensors, RunsOneRegion):
    """Runs the first region if the condition is true, and the second if not. The results are what it yields.

    Rules: (if_c1) each region is a block without arguments that ends with `graph.yield`. (if_c2) it yields a value for
    each result, whose type may say less.
    Example:
        %r = graph.if %c -> tensor<?xf32> {
          graph.yield %x : tensor<4xf32>
        } else {
          graph.yield %y : tensor<2xf32>
        }
    """

    condition: Operand = operand(condition_type)
    outputs: VariadicResult = variadic_result(any_tensor, default=())
    then: Region = region(default=None)
    otherwise: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> IfOp:
        name = p.value_name()
        condition = p.resolve(name, p.pos - len(name), TensorType((), i1))
        types = read_result_types(p)
        then = p.region().ensure_terminator(YieldOp, location)
        p.expect("else")
        otherwise = p.region().ensure_terminator(YieldOp, location)
        return cls.create([condition], types, {}, p.attr_dict(), [then, otherwise], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.condition)}")
        write_result_types(p, self.result_types)
        p.write(" ")
        p.region(self.then, entry_args=False, terminator=bool(self.results))
        p.write(" else ")
        p.region(self.otherwise, entry_args=False, terminator=bool(self.results))
        p.attr_dict(self)

    def verify(self, report: Report) -> None:
        for region_name, body in (("the first region", self.then), ("the second region", self.otherwise)):
            if not check_region(report, "if_c1", region_name, body, YieldOp):
                continue
            if body.entry.args:
                report.error("if_c1", f"{region_name} must not have arguments, but got {len(body.entry.args)}")
            last = body.entry.last
            assert last is not None
            check_handed_on(report, "if_c2", f"what {region_name} yields", last.operands, self.outputs)

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        """The region that a constant condition chooses."""
        truth = truth_of(constants[0])
        if truth is None:
            return self.region_successors(None)
        return [RegionSuccessor(self.then if truth else self.otherwise, ())]


@op("graph.condition", traits=(Pure, Terminator, HasParent("graph.while")), interfaces=(RegionTerminator,))
class ConditionOp(Op):
    """Ends the first region of a `graph.while`: if the condition is true the second one goes on with these values, if
    not they are the results.

    Example: graph.condition %c, %x : tensor<4xf32>
    """

    condition: Operand = operand(condition_type)
    values: VariadicOperand = variadic_operand(any_tensor, default=())
    syntax = "$condition (`,` $values^ `:` type($values))? attr-dict"

    def operands_for(self, successor: RegionSuccessor) -> Sequence[Value]:
        """Return all operands but the condition."""
        return self.values

    def successors_for(
        self, successors: Sequence[RegionSuccessor], constants: Sequence[Attribute | None]
    ) -> Sequence[RegionSuccessor]:
        """Return the successors that are possible for a constant condition."""
        truth = truth_of(constants[0])
        return [each for each in successors if truth is None or truth == (each.region is not None)]


@op(
    "graph.while",
    traits=(SingleBlock, RecursiveMemoryEffects),
    interfaces=(RegionBranch, LoopLike, MayRunForever),
)
class WhileOp(PassesTensors):
    """Runs the first region, which says by `graph.condition` whether to go on with the second one, and with the first
    one again after that. What is carried around are the arguments of the regions; the results are what the condition
    forwarded at last.

    The loop may run for ever. Whoever knows that it does not says so by the attribute `must_progress`.

    Rules: (while_c1) the first region is a block that ends with `graph.condition`, the second one a block that ends
    with `graph.yield`. (while_c2) there is an initial value for each argument of the first region, whose type may say
    less. (while_c3) the condition forwards a value for each argument of the second region, whose type may say less, and
    results have the types of those. (while_c4) the second region yields a value for each argument of the first one.
    Example:
        %r = graph.while (%a = %x : tensor<4xf32> as tensor<?xf32>) {
          graph.condition %c, %a : tensor<?xf32>
        } do (%b: tensor<?xf32>) {
          graph.yield %b : tensor<?xf32>
        }
    """

    inits: VariadicOperand = variadic_operand(any_tensor, default=())
    outputs: VariadicResult = variadic_result(any_tensor, default=())
    before: Region = region(default=None)
    after: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> WhileOp:
        carried = read_carried(p)
        before = p.region(carried.arguments)
        p.expect("do")
        p.expect("(")
        arguments: list[Argument] = []
        while not p.at(")"):
            if arguments:
                p.expect(",")
            arguments.append(p.argument())
        p.expect(")")
        after = p.region(arguments).ensure_terminator(YieldOp, location)
        types = [argument[1] for argument in arguments]
        return cls.create(carried.values, types, {}, p.attr_dict(), [before, after], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(" ")
        write_carried(p, self.before.entry.args, self.inits)
        p.write(" ")
        p.region(self.before, entry_args=False)
        p.write(f" do ({', '.join(p.argument(argument) for argument in self.after.entry.args)}) ")
        p.region(self.after, entry_args=False, terminator=bool(self.before.entry.args))
        p.attr_dict(self)

    def verify(self, report: Report) -> None:
        is_sound = check_region(report, "while_c1", "the first region", self.before, ConditionOp)
        if not check_region(report, "while_c1", "the second region", self.after, YieldOp) or not is_sound:
            return
        condition, last = self.before.entry.last, self.after.entry.last
        assert isinstance(condition, ConditionOp)
        assert last is not None
        before, after = self.before.entry.args, self.after.entry.args
        check_handed_on(report, "while_c2", "initial values", self.inits, before)
        check_handed_on(report, "while_c3", "what the condition forwards", condition.values, after)
        if [arg.type for arg in after] != self.result_types:
            wanted, got = spelled_types(after), spelled_types(self.results)
            report.error(
                "while_c3", f"results must have the types {wanted} of the second region's arguments, but got {got}"
            )
        check_handed_on(report, "while_c4", "what the second region yields", last.operands, before)

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        """Return that control enters the first region, and goes from there to the second one or to the end."""
        if source is self.before:
            return [RegionSuccessor(self.after, self.after.entry.args), RegionSuccessor(None, self.outputs)]
        return [RegionSuccessor(self.before, self.before.entry.args)]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        """The initial values."""
        return self.inits

    def loop_regions(self) -> Sequence[IRRegion]:
        """Return the condition region and the body."""
        return [self.before, self.after]
