"""Splitting of reductions: what each iteration contributes is computed by a nest of its own, before all others.

    for %i {                                        for %k step 64, %i {
      %s = for %k step 64 iter_args(%a = %x) {        %p = f(0)
        %b = f(%a)                                    store %p, %parts[%k / 64, %i]
        yield %b                              =>    }
      }                                             for %i {
      store %s, %c[%i]                                %s = for %k step 64 iter_args(%a = %x) {
    }                                                   %b = %a + load %parts[%k / 64, %i]
                                                        yield %b

A loop over tiles of a long sum thus becomes a parallel one: blocks of a GPU, or threads, have parts of one sum. The
parts are combined in the order of the loop, so results do not depend on when parts are computed. The loops inside that
begin at %k begin at zero then.

Legal if the loop carries nothing but reductions (`reductions`), writes no memory, and reads none that is written in the
loops around it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, loop
from dlc.ir import Block, IRMapping, Operation, TypedAttribute, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.effects import only_computes
from dlc.passes.generic.captured_values import outside_values
from dlc.passes.manager import option, statistic

from ..analysis.dependences import LoopDependences, may_meet
from ..analysis.facts import Facts
from ..analysis.nests import (
    check_rectangular,
    keep_attributes,
    lower_bound,
    replace_loop,
    simplify_bounds,
    substitute_point,
    upper_bound,
)
from ..analysis.reductions import Reduction, reductions_of
from .buffers import Layout, allocate
from .loop_names import PARTS, Names, part_of
from .loop_pass import BandPass
from .refusals import Refusal

WHAT = "cannot be split"


def split_reduction(band: Sequence[loop.ForOp], name: str = "parts") -> list[loop.ForOp]:
    """Compute what iterations of the last loop of a band contribute in a nest before it; return the loops of that nest.

    The other loops are those around it, outermost first. Results are kept in buffers of that name.
    """
    *around, op = band
    if not op.results:
        raise Refusal(op, f"{WHAT}: it carries nothing")
    reductions = reductions_of(op, WHAT)
    identities = [_identity(op, each) for each in reductions]
    check_rectangular(band, WHAT)
    _check_memory(band)
    computed = _computed_outside(band)
    layout = Layout.of([op, *around], {}, Facts().add_surroundings(band[0]), WHAT)
    buffers = [allocate(layout, op, result.type, name) for result in op.results]
    nest = _emit_parts(band, layout, buffers, identities, computed)
    _combine_parts(op, layout, buffers, reductions)
    return nest


# -- Checks ------------------------------------------------------------------------------------------------------------


def _identity(op: loop.ForOp, reduction: Reduction) -> TypedAttribute:
    identity = reduction.combiner.identity_of(op.result_types[reduction.position])
    if identity is None:
        raise Refusal(op, f"{WHAT}: '{reduction.combiner.name}' has no identity for parts to begin with")
    return identity


def _check_memory(band: Sequence[loop.ForOp]) -> None:
    """Refuse a loop that writes memory, or reads some that may be written in the loops around it."""
    dependences = LoopDependences(band[0])
    inside = dependences.inside(band[-1])
    writes = [access for access in dependences.accesses if access.is_write]
    for write in writes:
        if write in inside:
            raise Refusal(band[-1], f"{WHAT}: it writes memory", [(write.op.location, "here")])
        for read in inside:
            if may_meet(read, write):
                notes = [(read.op.location, "this is read"), (write.op.location, "this may write the same memory")]
                raise Refusal(band[-1], f"{WHAT}: it reads memory that is written around it", notes)


def _computed_outside(band: Sequence[loop.ForOp]) -> list[Operation]:
    """Return the ops in the loops around the last one whose results that uses, in their order; refuse loads."""
    needed: set[Operation] = set()
    pending = outside_values(band[-1])
    while pending:
        op = pending.pop().defining_op
        if op is None or op in needed or not band[0].is_ancestor_of(op):
            continue
        if not only_computes(op):
            raise Refusal(band[-1], f"{WHAT}: it uses the result of '{op.name}'", [(op.location, "here")])
        needed.add(op)
        pending += op.operands
    return [op for op in band[0].walk() if op in needed]


# -- Rewriting ---------------------------------------------------------------------------------------------------------


def _emit_parts(
    band: Sequence[loop.ForOp],
    layout: Layout,
    buffers: Sequence[Value],
    identities: Sequence[TypedAttribute],
    computed: Sequence[Operation],
) -> list[loop.ForOp]:
    """Emit the nest that stores what each iteration contributes: its outermost loop is that of the reduction."""
    *around, op = band
    block = band[0].block
    mapping, renamed, nest = IRMapping(), dict[Value, Value](), list[loop.ForOp]()
    for old in (op, *around):
        new = loop.ForOp.over(lower_bound(old), upper_bound(old), old.step_value, location=old.location)
        keep_attributes(old, new, PARTS)
        block.insert_before(new, band[0]) if not nest else nest[-1].body.append(new)
        mapping.map([old.induction_variable], [new.induction_variable])
        renamed[old.induction_variable] = new.induction_variable
        nest.append(new)
    body = nest[-1].body
    for each in computed:
        body.append(each.clone(mapping))
    for carried, identity in zip(op.carried, identities, strict=True):
        start = arith.ConstantOp(identity, location=op.location)
        block.insert_before(start, nest[0])
        mapping.map([carried], [start.result])
    for each in op.body.ops:
        if each is not op.terminator:
            body.append(each.clone(mapping))
    for buffer, value in zip(buffers, op.yielded, strict=True):
        part = mapping.values.get(value, value)
        body.append(loop.StoreOp.mapped(part, buffer, *layout.access(renamed, op), location=op.location))
    for each in reversed(nest):
        each.close()
    for inner in [each for each in body.ops if isinstance(each, loop.ForOp)]:
        _begin_at_zero(inner, nest[0].induction_variable)
    return nest


def _begin_at_zero(op: loop.ForOp, start: Value) -> None:
    """Let a loop that begins at a value begin at zero, as tiles of it then do not depend on that value."""
    if list(op.lower_operands) != [start] or op.lower_map != AffineMap.identity(1):
        return
    upper, operands = upper_bound(op)
    dims, symbols = operands[: upper.num_dims], operands[upper.num_dims :]
    length = [expr - AffineDimExpr(upper.num_dims) for expr in upper.results]
    op.set_upper_bound((AffineMap(upper.num_dims + 1, upper.num_symbols, length), [*dims, start, *symbols]))
    op.set_lower_bound((AffineMap(0, 0, [0]), []))
    simplify_bounds(op)
    counter = op.induction_variable
    point = AffineDimExpr(0) + AffineDimExpr(1), [counter, start], 2
    substitute_point(list(op.body.ops), counter, point, op.body, op.body.first)


def _combine_parts(op: loop.ForOp, layout: Layout, buffers: Sequence[Value], reductions: Sequence[Reduction]) -> None:
    """Replace a loop by one that combines what its iterations contribute."""
    block = op.block
    new = keep_attributes(
        op, loop.ForOp.over(lower_bound(op), upper_bound(op), op.step_value, op.iter_inits, location=op.location)
    )
    block.insert_before(new, op)
    renamed: dict[Value, Value] = {op.induction_variable: new.induction_variable}
    combined = [
        _combined(new.body, carried, buffer, reduction, layout, renamed, op)
        for carried, buffer, reduction in zip(new.carried, buffers, reductions, strict=True)
    ]
    new.close(combined)
    replace_loop(op, new.results)


def _combined(
    body: Block,
    carried: Value,
    buffer: Value,
    reduction: Reduction,
    layout: Layout,
    renamed: dict[Value, Value],
    op: loop.ForOp,
) -> Value:
    """Return the combination of a carried value with an element of a buffer."""
    part = loop.LoadOp.mapped(buffer, *layout.access(renamed, op), location=op.location)
    body.append(part)
    result = reduction.combined(carried, part.result)
    body.append(result)
    return result.results[0]


class LoopSplitReduction(BandPass):
    """Compute the parts of reductions in nests of their own

    What each iteration of the last loop contributes to the values that it carries is stored by a nest before all loops,
    in which any iterations may run at a time; the loop combines these parts. Its loops are named `k_parts` after the
    loop `k`. A loop over tiles of the reduction comes first: `loop-tile`.

    Example: loop-split-reduction{loops=i,k}
        func.func @sums(%a: memref<8x96xf32>, %c: memref<8xf32> {llvm.noalias}, %x: f32) {
          loop.for %i = 0 to 8 {
            %sum = loop.for %k = 0 to 96 step 32 iter_args(%s = %x) -> (f32) {
              %part = loop.for %kk = affine_map<(k) -> (k)>(%k) to affine_map<(k) -> (k + 32)>(%k)
                  iter_args(%p = %s) -> (f32) {
                %0 = loop.load %a[%i, %kk] : memref<8x96xf32>
                %1 = arith.addf %p, %0 fastmath<reassoc> : f32
                loop.yield %1 : f32
              }
              loop.yield %part : f32
            } {loop.name = "k"}
            loop.store %sum, %c[%i] : memref<8xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-split-reduction"
    loops: tuple[str, ...] = option("The names of the loops: those around the reduction, and its own", default=())
    buffer: str = option("The name of the buffer of the parts", default="parts")
    done = statistic("num-split", "Number of reductions that are split")
    refused = statistic("num-refused", "Number of reductions that cannot be split")

    def names_after(self, names: Names) -> Names:
        return names.union(part_of(name, PARTS) for name in self.loops) if self.loops else names.with_suffixes(PARTS)

    def is_candidate(self, band: Sequence[loop.ForOp]) -> bool:
        return bool(band[-1].results)

    def transform(self, band: list[loop.ForOp]) -> object:
        return split_reduction(band, self.buffer)
