"""`scf.forall`: iterations that may run at the same time and share outputs, and `scf.forall.in_parallel`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects.loop.for_loop import check_types, read_assignments
from dlc.dialects.loop.terminators import verify_single_body
from dlc.ir import Attribute, Block, BlockArgument, Location, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, i32_array
from dlc.ir.builtin_constraints import i64_dense_array, index_type
from dlc.ir.builtin_types import index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Region,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    optional_attr,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.index_lists import Index, mixed_indices, split_indices
from dlc.ir.interfaces import KeepsShapes, LoopLike
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_types
from dlc.ir.traits import (
    AutomaticAllocationScope,
    HasParent,
    NoTerminator,
    RecursiveMemoryEffects,
    SingleBlock,
    Terminator,
)

if TYPE_CHECKING:
    from dlc.dialects.tensor import ParallelInsertSliceOp
    from dlc.ir.verifier import Report


@op(
    "scf.forall.in_parallel",
    traits=(NoTerminator, RecursiveMemoryEffects, SingleBlock, Terminator, HasParent("scf.forall")),
)
class InParallelOp(Op):
    """End the body of `scf.forall`; the ops inside put parts into the shared outputs.

    Rules: (in_parallel_c1) there is nothing inside but `tensor.parallel_insert_slice`.
    Example:
        scf.forall.in_parallel {
        }
    """

    region_: Region = region(default=None)
    syntax = HAND_WRITTEN

    def verify(self, report: Report) -> None:
        others = [each.name for body in self.region_.blocks for each in body.ops if each.name != _INSERTION]
        if others:
            report.error("in_parallel_c1", f"expected only '{_INSERTION}' inside, but got '{others[0]}'")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> InParallelOp:
        body = p.region()
        if body.is_empty:
            body.append(Block())
        return cls.create((), (), {}, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(" ")
        p.region(self.regions[0])
        p.attr_dict(self)

    @property
    def insertions(self) -> Sequence[ParallelInsertSliceOp]:
        """The ops that put parts into shared outputs."""
        return [each for each in self.regions[0].entry.ops if each.name == _INSERTION]  # type: ignore[misc]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is put into shared outputs."""
        return self.regions[0].entry.first is None


@op(
    "scf.forall",
    traits=(AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(KeepsShapes, LoopLike),
)
class ForallOp(Op):
    """Run the body for each point of a box, at the same time or in any order; results are the shared outputs.

    Rules: (forall_c1) there is a lower bound, an upper bound and a step for each loop. (forall_c2) the body is a block
    that takes an index for each, then the shared outputs, and ends in `scf.forall.in_parallel`. (forall_c3) the results
    have the types of the shared outputs. (forall_c4) a mapping has an entry for each loop. (forall_c5) parts are put
    into shared outputs only.
    Example:
        scf.forall (%i, %j) in (%n, 4) {
          memref.store %x, %m[%i, %j] : memref<?x4xf32>
        }
    """

    dynamicLowerBound: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's names)
    dynamicUpperBound: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    dynamicStep: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    outputs: VariadicOperand = variadic_operand(any_type)
    result_tensors: VariadicResult = variadic_result(any_type)
    staticLowerBound: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)  # noqa: N815
    staticUpperBound: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)  # noqa: N815
    staticStep: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)  # noqa: N815
    mapping: Attr[ArrayAttr | None] = optional_attr(ArrayAttr, default=None, kw_only=True)
    body_region: Region = region(default=None)
    syntax = HAND_WRITTEN

    @property
    def body(self) -> Block:
        """The block that runs for each point."""
        return self.body_region.entry

    @property
    def rank(self) -> int:
        """The number of loops."""
        return len(self.staticLowerBound.elements)

    @property
    def bounds(self) -> tuple[list[Index], list[Index], list[Index]]:
        """The lower bounds, the upper bounds and the steps."""
        return (
            mixed_indices(self.staticLowerBound, self.dynamicLowerBound),
            mixed_indices(self.staticUpperBound, self.dynamicUpperBound),
            mixed_indices(self.staticStep, self.dynamicStep),
        )

    @property
    def induction_variables(self) -> Sequence[BlockArgument]:
        """The point."""
        return self.body.args[: self.rank]

    @property
    def shared(self) -> Sequence[BlockArgument]:
        """The shared outputs inside."""
        return self.body.args[self.rank :]

    def loop_regions(self) -> Sequence[IRRegion]:
        return self.regions

    def same_shape_as(self, value: Value) -> Value | None:
        """Return the output that a result or a shared output inside begins as."""
        outputs = [*self.outputs, *self.outputs]
        tied: dict[Value, Value] = dict(zip([*self.results, *self.shared], outputs, strict=True))
        return tied.get(value)

    def verify(self, report: Report) -> None:
        lists = (self.staticLowerBound, self.staticUpperBound, self.staticStep)
        marks = [sum(size == _DYNAMIC for size in each.elements) for each in lists]
        given = [len(self.dynamicLowerBound), len(self.dynamicUpperBound), len(self.dynamicStep)]
        if len({len(each.elements) for each in lists}) > 1 or marks != given:
            got = [list(each.elements) for each in lists]
            report.error("forall_c1", f"needs a lower bound, an upper bound and a step for each loop, but got {got}")
            return
        if self.mapping is not None and len(self.mapping.elements) not in (0, self.rank):
            got = len(self.mapping.elements)
            report.error("forall_c4", f"mapping must have {self.rank} entries, one for each loop, but got {got}")
        types = [value.type for value in self.outputs]
        if verify_single_body(self.body_region, InParallelOp, "the body", "forall_c2", report):
            wanted = [*[index] * self.rank, *types]
            check_types(report, "forall_c2", "the body must take", wanted, self.body.arg_types)
            self._verify_insertions(report)
        check_types(report, "forall_c3", "the results must have the outputs' types,", types, self.result_types)

    def _verify_insertions(self, report: Report) -> None:
        last = self.body.last
        shared = set(self.shared)
        for part in last.insertions if isinstance(last, InParallelOp) else ():
            if part.dest not in shared:
                error = report.error("forall_c5", f"'{_INSERTION}' may only insert into an output of the body")
                error.note(part.location, "this is the op")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ForallOp:
        p.expect("(")
        first = p.pos
        counters = p.value_names()
        p.expect(")")
        lists = _read_bounds(p, len(counters))
        names, inits, types = [], [], []
        offset = p.pos
        if p.accept("shared_outs"):
            names, inits = read_assignments(p)
            p.expect("->")
            types = read_types(p)
        if len(inits) != len(types):
            p.fail(f"expected a type for each of {len(inits)} shared outputs, but got {len(types)}", offset)
        outputs = [p.resolve(name, at, type) for (name, at), type in zip(inits, types, strict=True)]
        arguments = [(name, index, None, first) for name in counters]
        arguments += [(name, type, None, at) for (name, at), type in zip(names, types, strict=True)]
        body = p.region(arguments)
        if body.entry.last is None or not isinstance(body.entry.last, InParallelOp):
            body.entry.append(InParallelOp.create(regions=[IRRegion([Block()])], location=location))
        attributes = p.attr_dict()
        properties: dict[str, Attribute] = {"mapping": attributes.pop("mapping")} if "mapping" in attributes else {}
        groups = [dynamic for _, dynamic in lists]
        for name, (static, _) in zip(_LISTS, lists, strict=True):
            properties[name] = static
        properties["operandSegmentSizes"] = i32_array([*map(len, groups), len(outputs)])
        operands = [value for group in (*groups, outputs) for value in group]
        return cls.create(operands, types, properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        lower, upper, step = self.bounds
        p.write(f" ({p.names_of(self.induction_variables)})")
        if all(each == 0 for each in lower) and all(each == 1 for each in step):
            p.write(f" in ({_indices_text(p, upper)})")
        else:
            p.write(f" = ({_indices_text(p, lower)}) to ({_indices_text(p, upper)}) step ({_indices_text(p, step)})")
        if self.outputs:
            pairs = zip(self.shared, self.outputs, strict=True)
            shared = ", ".join(f"{p.name(inner)} = {p.name(outer)}" for inner, outer in pairs)
            p.write(f" shared_outs({shared}) -> ({p.types_of(self.result_types)})")
        p.write(" ")
        last = self.body.last
        p.region(
            self.body_region,
            entry_args=False,
            terminator=bool(self.outputs) or not (isinstance(last, InParallelOp) and last.is_empty),
        )
        p.attr_dict(self, (*_LISTS, "operandSegmentSizes"))


_INSERTION = "tensor.parallel_insert_slice"
_LISTS = ("staticLowerBound", "staticUpperBound", "staticStep")
_DYNAMIC = -(2**63)


def _read_bounds(p: AsmReader, count: int) -> list[tuple[DenseArrayAttr, list[Value]]]:
    """`in (%n, 4)` or `= (0) to (%n) step (2)`"""
    if p.accept("in"):
        upper = _read_indices(p)
        return [split_indices([0] * count), upper, split_indices([1] * count)]
    lists: list[tuple[DenseArrayAttr, list[Value]]] = []
    for word in ("=", "to", "step"):
        p.expect(word)
        lists.append(_read_indices(p))
    return lists


def _read_indices(p: AsmReader) -> tuple[DenseArrayAttr, list[Value]]:
    p.expect("(")
    indices: list[Index] = []
    while not p.at(")"):
        if indices:
            p.expect(",")
        offset = p.pos
        name = p.accept_value_name()
        indices.append(p.resolve(name, offset, index) if name is not None else p.integer())
    p.expect(")")
    return split_indices(indices)


def _indices_text(p: AsmPrinter, indices: Sequence[Index]) -> str:
    return ", ".join([p.name(each) if isinstance(each, Value) else str(each) for each in indices])
