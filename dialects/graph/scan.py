"""A loop along the leading dimension of tensors: `graph.scan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import UNIT, UnitAttr
from dlc.ir.builtin_constraints import unit_attr
from dlc.ir.builtin_types import TensorType
from dlc.ir.definition import (
    Attr,
    Region,
    VariadicOperand,
    VariadicResult,
    op,
    optional_attr,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import LoopLike, RegionBranch, RegionSuccessor
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.sizes import Dim, Shape, more_precise
from dlc.ir.traits import RecursivelySpeculatable, RecursiveMemoryEffects, SingleBlock

from .bases import SizeRules, operand_shapes
from .carried import (
    Carried,
    PassesTensors,
    check_handed_on,
    check_region,
    read_carried,
    says_no_more,
    slice_type,
    spelled_types,
    write_carried,
    write_result_types,
)
from .control import YieldOp
from .rules import Findings, same_size
from .tensors import any_tensor, shape_of, shape_of_type, tensor_of

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op(
    "graph.scan",
    traits=(SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable),
    interfaces=(RegionBranch, LoopLike, SizeRules),
)
class ScanOp(PassesTensors):
    """Runs its region for each place along the leading dimension of the sources, from the first to the last, with
    `reverse` from the last to the first.

    The region's arguments are the carried values and, of each source, the slice at that place. It yields the carried
    values for the next place, and slices that are stacked at that place of a result, also in `reverse`. The results are
    the carried values at the end, and what was stacked.

    Rules: (scan_c1) the region is a block that ends with `graph.yield`. (scan_c2) there is a source, and the leading
    sizes of all agree. (scan_c3) there is an initial value for each carried argument, whose type may say less; the
    other arguments have the types of slices. (scan_c4) the region yields a value for each carried argument, whose type
    may say less, and one for each stacked result. (scan_c5) carried results have the types of the arguments; the types
    of stacked ones follow from the slices.
    Example:
        %last, %all = graph.scan (%sum = %zero : tensor<4xf32>) over (%x = %xs : tensor<8x4xf32>) -> tensor<8x4xf32> {
          %next = graph.add %sum, %x : tensor<4xf32>
          graph.yield %next, %next : tensor<4xf32>, tensor<4xf32>
        }
    """

    inits: VariadicOperand = variadic_operand(any_tensor)
    sources: VariadicOperand = variadic_operand(any_tensor)
    outputs: VariadicResult = variadic_result(any_tensor)
    stacked: VariadicResult = variadic_result(any_tensor)
    reverse: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @property
    def length(self) -> Dim:
        """The number of iterations, as far as it is known."""
        return common_length(self.sources)

    @property
    def carried_args(self) -> Sequence[Value]:
        """The arguments that are carried around."""
        return self.body.entry.args[: len(self.inits)]

    @property
    def slice_args(self) -> Sequence[Value]:
        """The arguments that are slices of the sources."""
        return self.body.entry.args[len(self.inits) :]

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ScanOp:
        carried = read_carried(p) if p.at("(") else Carried()
        p.expect("over")
        over = read_carried(p, sliced=True)
        reverse = UNIT if p.accept("reverse") else None
        stacked = read_result_types(p)
        body = p.region([*carried.arguments, *over.arguments]).ensure_terminator(YieldOp, location)
        outputs = [argument[1] for argument in carried.arguments]
        scan = cls(carried.values, over.values, outputs, stacked, reverse, body)
        scan.location = location
        scan.attributes.update(p.attr_dict())
        return scan

    def write(self, p: AsmPrinter) -> None:
        if self.inits:
            p.write(" ")
            write_carried(p, self.carried_args, self.inits)
        p.write(" over ")
        write_carried(p, self.slice_args, self.sources, sliced=True)
        p.write(" reverse" if self.reverse is not None else "")
        write_result_types(p, [value.type for value in self.stacked])
        p.write(" ")
        p.region(self.body, entry_args=False, terminator=bool(self.results))
        p.attr_dict(self, ("reverse", "operandSegmentSizes", "resultSegmentSizes"))

    def verify(self, report: Report) -> None:
        if not check_region(report, "scan_c1", "the region", self.body, YieldOp):
            return
        if not self._check_sources(report) or not self._check_arguments(report):
            return
        last = self.body.entry.last
        assert last is not None
        carried, stacked = last.operands[: len(self.inits)], last.operands[len(self.inits) :]
        if len(last.operands) != len(self.results):
            got = f"{len(last.operands)}"
            report.error("scan_c4", f"the region must yield {len(self.results)} values, but got {got}")
            return
        if check_handed_on(report, "scan_c4", "what the region yields", carried, self.carried_args):
            self._check_results(stacked, report)

    def _check_sources(self, report: Report) -> bool:
        if not self.sources:
            report.error("scan_c2", "there must be a source, but got none")
            return False
        for number, source in enumerate(self.sources):
            if not shape_of(source):
                report.error("scan_c2", f"source #{number} must have a leading dimension, but got '{source.type}'")
                return False
        return self.check_sizes(operand_shapes(self), report)

    def check_sizes(self, shapes: Sequence[Shape], report: Findings) -> bool:
        """Report sources whose leading sizes differ."""
        length, *others = [shape[0] for shape in shapes[len(self.inits) :]]
        for number, other in enumerate(others, 1):
            if not same_size(report, "scan_c2", f"leading sizes of source #{number} and those before", length, other):
                return False
            length = more_precise(length, other)
        return True

    def _check_arguments(self, report: Report) -> bool:
        wanted = len(self.inits) + len(self.sources)
        if len(self.body.entry.args) != wanted:
            got = len(self.body.entry.args)
            report.error("scan_c3", f"the region must have {wanted} arguments, but got {got}")
            return False
        if not check_handed_on(report, "scan_c3", "initial values", self.inits, self.carried_args):
            return False
        for argument, source in zip(self.slice_args, self.sources, strict=True):
            expected = slice_type(source.type)
            if argument.type is not expected:
                report.error("scan_c3", f"a slice of '{source.type}' must be '{expected}', but got '{argument.type}'")
                return False
        return True

    def _check_results(self, slices: Sequence[Value], report: Report) -> None:
        if [value.type for value in self.outputs] != [argument.type for argument in self.carried_args]:
            wanted, got = spelled_types(self.carried_args), spelled_types(self.outputs)
            report.error("scan_c5", f"carried results must have the types {wanted}, but got {got}")
        for result, value in zip(self.stacked, slices, strict=True):
            expected = stacked_type(self.length, value.type)
            if not says_no_more(result.type, expected):
                report.error("scan_c5", f"a stacked result must have type '{expected}', but got '{result.type}'")

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        """Return that control enters the region, again and again, and goes to the end."""
        return [self._again(), RegionSuccessor(None, self.outputs)]

    def _again(self) -> RegionSuccessor:
        return RegionSuccessor(self.body, self.carried_args)

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        """The initial values."""
        return self.inits

    def entry_operand_start(self, successor: RegionSuccessor) -> int:
        """Return the start of the forwarded operands, which come first."""
        return 0

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        """A known length says whether the region runs at all."""
        length = self.length
        if not isinstance(length, int):
            return self.region_successors(None)
        return [self._again() if length else RegionSuccessor(None, self.outputs)]

    def loop_regions(self) -> Sequence[IRRegion]:
        """The one."""
        return [self.body]


def common_length(sources: Sequence[Value]) -> Dim:
    """Return the common leading size of the tensors, as far as it is known."""
    length: Dim = None
    for source in sources:
        length = more_precise(length, shape_of(source)[0])
    return length


def stacked_type(length: Dim, slice: Type) -> Type:
    """Return the type of a tensor of `length` stacked slices."""
    assert isinstance(slice, TensorType)
    return tensor_of((length, *shape_of_type(slice)), slice.element_type)
