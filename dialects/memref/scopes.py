"""A scope of its own for stack allocations, and when it is not needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Location, Operation, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.branches import RunsOneRegion
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Op,
    Region,
    VariadicOperand,
    VariadicResult,
    op,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import CarriesValues, MemoryEffects, RegionBranch
from dlc.ir.locations import PendingLocation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.resizing import append_result
from dlc.ir.traits import (
    AutomaticAllocationScope,
    HasParent,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlock,
)

from .allocation import STACK

if TYPE_CHECKING:
    from dlc.ir.attributes import Type
    from dlc.ir.verifier import Report


@op(
    "memref.alloca_scope",
    traits=(AutomaticAllocationScope, SingleBlock, RecursiveMemoryEffects),
    interfaces=(RegionBranch, CarriesValues),
)
class AllocaScopeOp(RunsOneRegion):
    """Runs its region once; what `memref.alloca` makes inside is freed where the region ends.

    Rules: (alloca_scope_c1) the region takes no arguments. (alloca_scope_c2) what it returns has the types of the
    results. (alloca_scope_c3) the region ends with `memref.alloca_scope.return`.
    Example:
        %r = memref.alloca_scope -> (f32) {
          memref.alloca_scope.return %x : f32
        }
    """

    outputs: VariadicResult = variadic_result(any_type, default=())
    bodyRegion: Region = region(default=None)  # noqa: N815 (MLIR's name)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> AllocaScopeOp:
        types: list[Type] = []
        if p.accept("->"):
            if p.accept("("):
                types = [] if p.at(")") else p.types()
                p.expect(")")
            else:
                types = [p.type()]
        body = p.region().ensure_terminator(AllocaScopeReturnOp, location)
        return cls.create((), types, {}, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(" ")
        if self.results:
            p.write(f" -> ({p.types_of(self.result_types)})")
        p.write(" ")
        p.region(self.bodyRegion, entry_args=False, terminator=bool(self.results))
        p.attr_dict(self)

    def verify(self, report: Report) -> None:
        body = self.bodyRegion
        if body.is_empty:
            report.error("alloca_scope_c1", "region with 1 block expected, but got an empty one")
            return
        if body.entry.args:
            report.error("alloca_scope_c1", f"region should have no arguments, but got {len(body.entry.args)}")
        last = body.entry.last
        if not isinstance(last, AllocaScopeReturnOp):
            got = "nothing" if last is None else last.name
            report.error("alloca_scope_c3", f"expects region to end with 'memref.alloca_scope.return', but got '{got}'")
        elif last.operand_types != self.result_types:
            wanted, got = spelled(self.result_types), spelled(last.operand_types)
            report.error(
                "alloca_scope_c2",
                f"region control flow edge from its end to the op: expected ({wanted}), but got ({got})",
            )

    def carry(self, value: Value) -> Sequence[Value]:
        """The region sees the value anyhow."""
        append_result(self, value.type)
        return [value]


@op("memref.alloca_scope.return", traits=(Pure, ReturnLike, HasParent("memref.alloca_scope")))
class AllocaScopeReturnOp(Op):
    """Ends a `memref.alloca_scope` and gives its results.

    Example: memref.alloca_scope.return %x : f32
    """

    inputs: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($inputs^ `:` type($inputs))?"


# -- Canonicalization ------------------------------------------------------------------------------------------------


@canonicalization(AllocaScopeOp)
def inline_scope(op: AllocaScopeOp, rw: Rewriter) -> Match:
    """A scope that frees nothing, or nothing earlier than the scope around it -> what it contains.

    Terminates: removes an op."""
    if _may_allocate(op) and not (_is_last(op) and _is_scope(op.parent_op)):
        return rw.no_match("it may free memory earlier than the scope around it would")
    block = op.bodyRegion.single_block
    terminator = block.last
    if not isinstance(terminator, AllocaScopeReturnOp):
        return rw.no_match("it does not end in a return")
    returned = list(terminator.operands)
    rw.erase(terminator)
    rw.inline_block_before(block, op, ())
    return rw.replace(op, returned)


@canonicalization(AllocaScopeOp)
def hoist_allocations(op: AllocaScopeOp, rw: Rewriter) -> Match:
    """scope { op { scope { alloca } } } -> scope { alloca, op { scope { } } }, if nothing follows but terminators.

    Terminates: moves the allocation to an outer scope."""
    outermost = _op_below_outer_scope(op)
    if outermost is None:
        return rw.no_match("the scope around it does not end where it ends")
    moved = [
        inner
        for inner in op.bodyRegion.single_block.ops
        if _allocates_on_stack(inner) and not any(value.is_inside(outermost) for value in inner.operands)
    ]
    for inner in moved:
        rw.replace(inner, rw.insert_before(outermost, inner.clone()))
    return rw.modify(op) if moved else rw.no_match("there is nothing that can move")


def _is_scope(op: Operation | None) -> bool:
    return op is not None and AutomaticAllocationScope in op.traits


def _is_last(op: Operation) -> bool:
    """Return whether nothing but a terminator follows `op`, in a region of one block."""
    region, following = op.parent_region, op.next
    if region is None or following is None or not region.has_one_block:
        return False
    return following is region.entry.terminator


def _allocates_on_stack(op: Operation) -> bool:
    effects = MemoryEffects.of(op)
    return effects is not None and any(
        effect.kind == "alloc" and effect.resource == STACK for effect in effects.effects(op)
    )


def _may_allocate(scope: Operation) -> bool:
    """Return whether anything inside may allocate from this scope; scopes further inside look after themselves."""
    pending = [inner for region in scope.regions for block in region.blocks for inner in block.ops]
    while pending:
        op = pending.pop()
        known = RecursiveMemoryEffects in op.traits or Pure in op.traits
        if not known and (MemoryEffects.of(op) is None or _allocates_on_stack(op)):
            return True
        if not _is_scope(op):
            pending += [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return False


def _op_below_outer_scope(op: Operation) -> Operation | None:
    """The op around `op` that stands directly in the next scope, if each on the way there is the last of its region."""
    current = op.parent_op
    if current is None or _is_scope(current) or not _is_last(op):
        return None
    while current is not None and _is_last(current):
        parent = current.parent_op
        if _is_scope(parent):
            return current
        current = parent
    return None
