"""`scf.execute_region`, a region in the place of an op, and `scf.index_switch`, which chooses one of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.dialects.loop.terminators import verify_single_body
from dlc.ir import Attribute, Location, Operation
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.branches import RunsOneRegion
from dlc.ir.builtin_attributes import DenseArrayAttr, UnitAttr, i64_array
from dlc.ir.builtin_constraints import i64_dense_array, index_type, unit_attr
from dlc.ir.builtin_types import index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Operand,
    Region,
    VariadicRegion,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    variadic_region,
    variadic_result,
)
from dlc.ir.interfaces import RegionBranch
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import RecursiveMemoryEffects, SingleBlock

from .conditionals import YieldOp

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def _results_text(p: AsmPrinter, op: Operation) -> str:
    types = p.types_of(op.result_types)
    return f" -> {types}" if len(op.results) == 1 else f" -> ({types})" if op.results else ""


@op("scf.execute_region", traits=(RecursiveMemoryEffects,), interfaces=(RegionBranch,))
class ExecuteRegionOp(RunsOneRegion):
    """Run a region of one or several blocks once; the results are what its `scf.yield` gives.

    Rules: (execute_region_c1) the region has a block, and the first takes nothing.
    Example:
        %r = scf.execute_region -> f32 {
          scf.yield %x : f32
        }
    """

    outputs: VariadicResult = variadic_result(any_type)
    region_: Region = region(default=None)
    no_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    syntax = HAND_WRITTEN

    def verify(self, report: Report) -> None:
        entry = self.regions[0].first
        if entry is None or entry.args:
            got = "none" if entry is None else f"one of {len(entry.args)}"
            report.error("execute_region_c1", f"region needs a first block without arguments, but got {got}")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ExecuteRegionOp:
        types = read_result_types(p)
        properties: dict[str, Attribute] = {"no_inline": UnitAttr()} if p.accept("no_inline") else {}
        body = p.region()
        return cls.create((), types, properties, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f"{_results_text(p, self)}{' no_inline' if self.no_inline is not None else ''} ")
        p.region(self.regions[0])
        p.attr_dict(self, ("no_inline",))


@op("scf.index_switch", traits=(RecursiveMemoryEffects, SingleBlock), interfaces=(RegionBranch,))
class IndexSwitchOp(RunsOneRegion):
    """Run the region of the case that the index is, or the default one.

    The text of the default region may leave out a `scf.yield` of nothing; as in MLIR, that of the cases may not. As
    in MLIR, regions may take arguments, which nothing gives them: such an op can be read and printed, but not run.

    Rules: (index_switch_c1) there is a region for each case, and each case is there once. (index_switch_c2) regions are
    blocks that end in `scf.yield`.
    Example:
        %r = scf.index_switch %i -> f32
        case 2 {
          scf.yield %x : f32
        }
        default {
          scf.yield %y : f32
        }
    """

    arg: Operand = operand(index_type)
    outputs: VariadicResult = variadic_result(any_type)
    cases: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)
    defaultRegion: Region = region(default=None)  # noqa: N815 (MLIR's names)
    caseRegions: VariadicRegion = variadic_region(default=())  # noqa: N815
    syntax = HAND_WRITTEN

    @property
    def takes_arguments(self) -> bool:
        """Whether there is a region with arguments."""
        return any(body.entry.args for body in self.regions)

    def verify(self, report: Report) -> None:
        cases = list(self.cases.elements)
        if len(self.regions) != len(cases) + 1 or len(set(cases)) != len(cases):
            count = len(self.regions) - 1
            report.error("index_switch_c1", f"needs a distinct case for each of {count} regions, but got {cases}")
            return
        for body in self.regions:
            verify_single_body(body, YieldOp, "each region", "index_switch_c2", report)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> IndexSwitchOp:
        offset = p.pos
        value = p.resolve(p.value_name(), offset, index)
        attributes = p.attr_dict()
        types = p.types() if p.accept("->") else []
        cases: list[int] = []
        regions: list[IRRegion] = []
        while p.accept("case"):
            cases.append(p.integer())
            regions.append(p.region())
        p.expect("default")
        regions.insert(0, p.region().ensure_terminator(YieldOp, location))
        return cls.create([value], types, {"cases": i64_array(cases)}, attributes, regions, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.arg)}")
        p.attr_dict(self, ("cases",))
        p.write(f" -> {p.types_of(self.result_types)} " if self.results else " ")
        labels = [*(f"case {case}" for case in self.cases.elements), "default"]
        for label, body in zip(labels, [*self.regions[1:], self.regions[0]], strict=True):
            p.newline()
            p.write(f"{label} ")
            p.region(body, terminator=label != "default" or bool(self.results))
