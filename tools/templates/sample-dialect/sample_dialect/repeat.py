"""A loop: an op with a region, and the terminator of that region."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, semantics
from dlc.ir import TypeVariable, Value, blocks
from dlc.ir.builtin_constraints import index_type
from dlc.ir.constraints import any_type
from dlc.ir.definition import Op, Operand, Region, Result, inferred_result, op, operand, region
from dlc.ir.interfaces import LoopLike, RegionBranch, RegionSuccessor
from dlc.ir.traits import Pure, RecursiveMemoryEffects, ReturnLike, SingleBlock, Terminator

T = TypeVariable("T", any_type)


@op("sample.repeat", traits=(RecursiveMemoryEffects, SingleBlock), interfaces=(RegionBranch, LoopLike))
class RepeatOp(Op):
    """Run the body `count` times, each on what the last run has given; `start` is for the first run.

    Example:
        %end = sample.repeat %n from %x : i32 {
        ^bb0(%v: i32):
          sample.give %v : i32
        }
    """

    count: Operand = operand(index_type)
    start: Operand = operand(T)
    end: Result = inferred_result(T)
    body: Region = region()
    syntax = "$count `from` $start attr-dict `:` type($end) $body"

    def region_successors(self, source: blocks.Region | None) -> Sequence[RegionSuccessor]:
        """Return the body and the op itself: control enters the one or leaves, with one value each time."""
        del source
        return [RegionSuccessor(self.body, self.body.entry.args), RegionSuccessor(None, [self.end])]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        """Return what the op forwards when it starts."""
        del successor
        return [self.start]

    def loop_regions(self) -> Sequence[blocks.Region]:
        """Return the region that may run again and again."""
        return [self.body]


@op("sample.give", traits=(Pure, ReturnLike, Terminator))
class GiveOp(Op):
    """End a run of the body of `sample.repeat` with the value for the next one.

    Example: sample.give %v : i32
    """

    value: Operand = operand(any_type)
    syntax = "$value attr-dict `:` type($value)"


@semantics(RepeatOp)
def repeat(op: RepeatOp, machine: Machine) -> Kernel:
    """Return what the interpreter does: it enters the region again and again."""
    del machine

    def run(count: int, start: Any) -> RegionRun:
        value = start
        for _ in range(count):
            leave = yield Enter(op.body, [value])
            [value] = leave.values
        return value

    return run


@semantics(GiveOp)
def give(op: GiveOp, machine: Machine) -> Kernel:
    """Return what the interpreter does: the region is left with the value."""
    del machine

    def run(value: Any) -> Leave:
        return Leave(op, [value])

    return run
