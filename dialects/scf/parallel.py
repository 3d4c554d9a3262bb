"""`scf.parallel`: iterations over several dimensions in any order, and `scf.reduce`, which combines what they give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects.loop.for_loop import check_types
from dlc.dialects.loop.terminators import verify_single_body
from dlc.ir import Block, BlockArgument, Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import i32_array
from dlc.ir.builtin_constraints import index_type
from dlc.ir.builtin_types import index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicRegion,
    VariadicResult,
    op,
    operand,
    region,
    variadic_operand,
    variadic_region,
    variadic_result,
)
from dlc.ir.interfaces import LoopLike
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import (
    AutomaticAllocationScope,
    HasParent,
    Pure,
    RecursiveMemoryEffects,
    SingleBlock,
    Terminator,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op(
    "scf.reduce",
    traits=(RecursiveMemoryEffects, Terminator, HasParent("scf.parallel")),
)
class ReduceOp(Op):
    """End the body of `scf.parallel`: each value is combined with those of other iterations, by the region that belongs
    to it.

    Rules: (reduce_c1) there is a region for each value, a block that takes two values of its type and ends in
    `scf.reduce.return`.
    Example:
        scf.reduce(%x : f32) {
        ^bb0(%a: f32, %b: f32):
          scf.reduce.return %a : f32
        }
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    reductions: VariadicRegion = variadic_region(default=())
    syntax = HAND_WRITTEN

    def verify(self, report: Report) -> None:
        if len(self.regions) != len(self.operands):
            report.error("reduce_c1", f"expected {len(self.operands)} regions, but got {len(self.regions)}")
            return
        for value, body in zip(self.operands, self.regions, strict=True):
            if verify_single_body(body, ReduceReturnOp, "a reduction", "reduce_c1", report):
                check_types(report, "reduce_c1", "a reduction must take", [value.type] * 2, body.entry.arg_types)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ReduceOp:
        operands: list[Value] = []
        if p.accept("("):
            offset = p.pos
            names = p.value_names()
            types: list[Type] = []
            if names:
                p.expect(":")
                types = p.types()
            p.expect(")")
            if len(names) != len(types):
                p.fail(f"expected a type for each of {len(names)} values, but got {len(types)}", offset)
            operands = p.resolve_all(names, offset, types)
        regions = [p.region()] if p.at("{") and operands else []
        while regions and p.accept(","):
            regions.append(p.region())
        return cls.create(operands, (), {}, p.attr_dict(), regions, location=location)

    def write(self, p: AsmPrinter) -> None:
        if self.operands:
            p.write(f"({p.names_of(self.operands)} : {p.types_of(self.operand_types)})")
        for number, body in enumerate(self.regions):
            p.write(", " if number else " ")
            p.region(body)
        if not self.operands:
            p.write(" ")
        p.attr_dict(self)


@op("scf.reduce.return", traits=(Pure, Terminator, HasParent("scf.reduce")))
class ReduceReturnOp(Op):
    """End a reduction: the value is the combined one.

    Rules: (reduce_return_c1) it has the type of the values that are combined.
    Example: scf.reduce.return %a : f32
    """

    result: Operand = operand(any_type)
    syntax = "$result attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        block = self.parent
        wanted = block.arg_types[0] if block is not None and block.args else None
        if wanted is not None and self.result.type is not wanted:
            report.error("reduce_return_c1", f"must have operand type '{wanted}', but got '{self.result.type}'")


@op(
    "scf.parallel",
    traits=(AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(LoopLike,),
)
class ParallelOp(Op):
    """Run the body for each point of a box, in any order or at the same time; `scf.reduce` combines values.

    Rules: (parallel_c1) there are as many lower bounds, upper bounds and steps, at least one. (parallel_c2) the body is
    a block that takes an index for each, and ends in `scf.reduce`. (parallel_c3) that has as many values as the op has
    initial ones and results, of the same types.
    Example:
        %r = scf.parallel (%i, %j) = (%a, %a) to (%b, %b) step (%c, %c) init (%x) -> f32 {
          scf.reduce(%x : f32) {
          ^bb0(%l: f32, %u: f32):
            scf.reduce.return %l : f32
          }
        }
    """

    lowerBound: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's names)
    upperBound: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    step: VariadicOperand = variadic_operand(index_type)
    initVals: VariadicOperand = variadic_operand(any_type)  # noqa: N815
    outputs: VariadicResult = variadic_result(any_type)
    body_region: Region = region(default=None)
    syntax = HAND_WRITTEN

    @property
    def body(self) -> Block:
        """The block that runs for each point."""
        return self.body_region.entry

    @property
    def induction_variables(self) -> Sequence[BlockArgument]:
        """The point."""
        return self.body.args

    def loop_regions(self) -> Sequence[IRRegion]:
        return self.regions

    def verify(self, report: Report) -> None:
        counts = [len(self.lowerBound), len(self.upperBound), len(self.step)]
        if len(set(counts)) > 1 or not counts[0]:
            report.error(
                "parallel_c1", f"expected a lower bound, an upper bound and a step for each loop, but got {counts}"
            )
            return
        if not verify_single_body(self.body_region, ReduceOp, "the body", "parallel_c2", report):
            return
        check_types(report, "parallel_c2", "the body must take", [index] * counts[0], self.body.arg_types)
        inits = [value.type for value in self.initVals]
        combined = self.body.last.operand_types if self.body.last is not None else []
        check_types(report, "parallel_c3", "the reductions must have the types of the initial values,", inits, combined)
        check_types(report, "parallel_c3", "the results must have those types,", inits, self.result_types)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ParallelOp:
        p.expect("(")
        first = p.pos
        counters = p.value_names()
        p.expect(")")
        groups: list[list[Value]] = []
        for word in ("=", "to", "step"):
            p.expect(word)
            groups.append(_read_indices(p))
        offset, inits, types = p.pos, list[str](), list[Type]()
        if p.accept("init"):
            p.expect("(")
            inits = p.value_names()
            p.expect(")")
        if p.accept("->"):
            grouped = p.accept("(")
            types = p.types() if grouped else [p.type()]
            if grouped:
                p.expect(")")
        if len(inits) != len(types):
            p.fail(f"expected a type for each of {len(inits)} initial values, but got {len(types)}", offset)
        groups.append(p.resolve_all(inits, offset, types))
        body = p.region([(name, index, None, first) for name in counters])
        body.ensure_terminator(ReduceOp, location)
        properties = {"operandSegmentSizes": i32_array([len(group) for group in groups])}
        operands = [value for group in groups for value in group]
        return cls.create(operands, types, properties, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        lower, upper, step = map(p.names_of, (self.lowerBound, self.upperBound, self.step))
        p.write(f" ({p.names_of(self.induction_variables)}) = ({lower}) to ({upper}) step ({step})")
        if self.results:
            types = p.types_of(self.result_types)
            shown = types if len(self.results) == 1 else f"({types})"
            p.write(f" init ({p.names_of(self.initVals)}) -> {shown}")
        p.write(" ")
        p.region(self.body_region, entry_args=False)
        p.attr_dict(self, ("operandSegmentSizes",))


def _read_indices(p: AsmReader) -> list[Value]:
    p.expect("(")
    offset = p.pos
    names = p.value_names()
    p.expect(")")
    return [p.resolve(name, offset, index) for name in names]
