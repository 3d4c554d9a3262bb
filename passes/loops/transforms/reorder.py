"""Loop order: sums in memory become the innermost loops, and other nests go through memory in order.

    for %k { for %i { for %j {                      for %i { for %j { for %k {
      c[%i, %j] += a[%i, %k] * b[%k, %j]      =>      c[%i, %j] += a[%i, %k] * b[%k, %j]
    } } }                                           } } }

Loops that add to one element keep their order, so that each element is computed as before. Loads and pure ops between
the loops move into the innermost one. The cost model expects nests in this order; what it does not change is why a
person wrote another one: it reads memory in order by tiles and vectors. Nests with a schedule keep their order.

Before that, nested sums and sums along columns get nests of their own where other loops or stores stand beside them.
Ops on the same elements before and after a sum stay with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Operation
from dlc.ir.effects import only_computes
from dlc.passes.manager import Pass, PassRun, statistic

from ..analysis.accesses import accessed, forms_of
from ..analysis.dependences import LoopDependences, may_meet
from ..analysis.nests import is_scheduled, loops_in, perfect_nest
from ..analysis.workloads import strides_along
from .distribute import distribute_nest_at, parting_points
from .interchange import interchange
from .refusals import Refusal

WHAT = "cannot be reordered"


def reorder(band: Sequence[loop.ForOp]) -> bool:
    """Give a nest the order that the cost model expects; return whether it had another one and may be reordered."""
    order, root = better_order(band), band[0]
    if order is None or is_scheduled(root):
        return False
    trial = root.clone()
    root.block.insert_before(trial, root)
    try:
        interchange(_made_perfect(_chain(trial)), order)
    except Refusal:
        trial.erase()
        return False
    root.erase()
    return True


def better_order(band: Sequence[loop.ForOp]) -> list[int] | None:
    """Return the order that the loops of a nest should have, or `None` if they have it or nothing is known."""
    accesses = _accesses(band)
    if len(band) < 2 or accesses is None:
        return None
    last = _loops_of_sums(band) or _in_order(accesses, band)
    order = [*(number for number in range(len(band)) if number not in last), *last]
    return order if order != sorted(order) else None


def _accesses(band: Sequence[loop.ForOp]) -> list[loop.LoadOp | loop.StoreOp] | None:
    """Return what the innermost loop accesses, or `None` if it carries values or has regions inside."""
    ops = list(band[-1].body.ops)
    if band[-1].results or any(op.regions for op in ops):
        return None
    return [op for op in ops if isinstance(op, (loop.LoadOp, loop.StoreOp))]


def _loops_of_sums(band: Sequence[loop.ForOp]) -> list[int]:
    """Return the loops in whose iterations the same elements are read and written, if there are other loops."""
    accesses = _accesses(band) or []
    stores = [op for op in accesses if isinstance(op, loop.StoreOp)]
    read = {accessed(op) for op in accesses if isinstance(op, loop.LoadOp)}
    if not stores or not all(accessed(op) in read for op in stores):
        return []
    carrying = [number for number, op in enumerate(band) if not any(_depends(each, op) for each in stores)]
    return carrying if len(carrying) < len(band) else []


def _in_order(accesses: Sequence[loop.LoadOp | loop.StoreOp], band: Sequence[loop.ForOp]) -> list[int]:
    """Return the loop that goes through all memory in order, if the innermost one goes through none."""
    stores = [number for number, op in enumerate(accesses) if isinstance(op, loop.StoreOp)]
    if not stores or 1 in strides_along(accesses, band[-1]):
        return []
    strides = [strides_along(accesses, op) for op in band]
    straight = [number for number, each in enumerate(strides) if set(each) <= {0, 1} and each[stores[0]] == 1]
    return straight[-1:]


def _depends(access: AccessOp, op: loop.ForOp) -> bool:
    """Return whether the accessed element may depend on the induction variable of a loop."""
    forms = forms_of(access.affine_map, access.indices, access)
    return forms is None or any(op.induction_variable in form.terms for form in forms)


# -- Sums beside other ops ---------------------------------------------------------------------------------------------


def set_sums_apart(root: Operation) -> int:
    """Give sums in memory nests of their own, with other ops on their elements; return how many nests were divided."""
    bands: list[Sequence[loop.ForOp]] = []
    seen: set[loop.ForOp] = set()
    for op in loops_in(root):
        if op not in seen:
            bands.append(perfect_nest(op))
            seen.update(bands[-1])
    inner_first = reversed(bands)  # what is divided inside can be divided further with the loops around it
    return sum(any(_set_apart(band[depth:]) for depth in range(len(band))) for band in inner_first)


def _set_apart(band: Sequence[loop.ForOp]) -> bool:
    """Divide a perfect nest if there is a sum in it that should be in a nest of its own, and if that is allowed."""
    inside = [op for op in band[-1].body.ops if isinstance(op, loop.ForOp)]
    if not any(_is_column_sum(op, band[-1]) or any(map(_is_sum, _paths(op))) for op in inside) or is_scheduled(band[0]):
        return False
    try:
        points = _points_between_sums(parting_points(band)[0], band[-1])
    except Refusal:
        return False
    if points:
        distribute_nest_at(band, points)
    return bool(points)


def _is_sum(path: Sequence[loop.ForOp]) -> bool:
    """Return whether nested loops, one of which carries the sum, add to elements of memory."""
    return len(path) > 1 and bool(_loops_of_sums(path))


def _paths(op: loop.ForOp) -> Iterator[list[loop.ForOp]]:
    """Yield the loops from one on to each innermost loop inside it."""
    inside = [each for each in op.body.ops if isinstance(each, loop.ForOp)]
    if not inside:
        yield [op]
    for each in inside:
        yield from ([op, *path] for path in _paths(each))


def _is_column_sum(op: loop.ForOp, columns: loop.ForOp) -> bool:
    """Return whether an innermost loop adds up elements of memory that are only beside those of other columns."""
    accesses = _accesses([op])
    if not accesses or _loops_of_sums([columns, op]) != [1]:
        return False
    return 1 not in strides_along(accesses, op) and {1} <= {*strides_along(accesses, columns)} <= {0, 1}


def _points_between_sums(points: Sequence[Operation], innermost: loop.ForOp) -> list[Operation]:
    """Return the points of a loop's body without those that part a sum from other ops on the same elements."""
    parts: list[list[Operation]] = [[]]
    for op in innermost.body.ops:
        if op in points:
            parts.append([])
        parts[-1].append(op)
    return [after[0] for before, after in pairwise(parts) if not _is_one_sum(before, after)]


def _is_one_sum(before: Sequence[Operation], after: Sequence[Operation]) -> bool:
    """Return whether only one of two parts has a loop, and both store to one element."""
    stored = [_stored_in(part) for part in (before, after)]
    has_loop = [any(isinstance(op, loop.ForOp) for op in part) for part in (before, after)]
    return stored[0] == stored[1] and len(stored[0]) == 1 and has_loop[0] != has_loop[1]


def _stored_in(part: Sequence[Operation]) -> set[tuple[object, ...]]:
    return {accessed(each) for op in part for each in op.walk() if isinstance(each, loop.StoreOp)}


# -- Nests with ops between the loops ----------------------------------------------------------------------------------


def chains(root: Operation) -> Iterator[list[loop.ForOp]]:
    """Yield nests of loops with only loads and pure ops between them, as deep as possible, outer ones first."""
    seen: set[loop.ForOp] = set()
    for op in loops_in(root):
        if op not in seen:
            chain = _chain(op)
            seen.update(chain)
            yield chain


def _chain(op: loop.ForOp) -> list[loop.ForOp]:
    chain = [op]
    while (inner := _next_loop(chain[-1])) is not None:
        chain.append(inner)
    return chain


def _next_loop(op: loop.ForOp) -> loop.ForOp | None:
    """Return the loop that ends the body of a loop after loads and pure ops, if neither carries values."""
    inner = op.terminator.prev
    if op.results or not isinstance(inner, loop.ForOp) or inner.results:
        return None
    return inner if all(_moves(each) for each in op.body.ops if each not in (inner, op.terminator)) else None


def _moves(op: Operation) -> bool:
    return isinstance(op, loop.LoadOp) or (only_computes(op) and not op.may_be_terminator)


def _made_perfect(chain: Sequence[loop.ForOp]) -> Sequence[loop.ForOp]:
    """Move the ops between the loops of a chain into the innermost one; return the chain, which is a perfect nest."""
    dependences = LoopDependences(chain[0])
    moved = [op for outer in chain[:-1] for op in outer.body.ops if _moves(op)]
    for access in dependences.accesses:
        for other in dependences.accesses if access.op in moved else ():
            if other.is_write and may_meet(access, other):
                raise Refusal(access.op, f"{WHAT}: the element may be written", [(other.op.location, "here")])
    bounds = {value for each in chain for value in each.operands}
    for op in moved:
        if any(result in bounds for result in op.results):
            raise Refusal(op, f"{WHAT}: it computes a bound of a loop inside")
    innermost = chain[-1].body
    first = innermost.first
    for op in moved:
        op.detach()
        innermost.insert_before(op, first)
    return chain


class LoopReorder(Pass):
    """Reorder nests of loops: sums in memory innermost, other nests so that they go through memory in order

    The order of additions to an element stays as it is.

    Example: loop-reorder
        func.func @product(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8x8xf32> {llvm.noalias},
                           %c: memref<8x8xf32> {llvm.noalias}) {
          loop.for %k = 0 to 8 {
            loop.for %i = 0 to 8 {
              %0 = loop.load %a[%i, %k] : memref<8x8xf32>
              loop.for %j = 0 to 8 {
                %1 = loop.load %b[%k, %j] : memref<8x8xf32>
                %2 = arith.mulf %0, %1 : f32
                %3 = loop.load %c[%i, %j] : memref<8x8xf32>
                %4 = arith.addf %3, %2 : f32
                loop.store %4, %c[%i, %j] : memref<8x8xf32>
              }
            }
          }
          return
        }
    """

    name = "loop-reorder"
    distributed = statistic("num-distributed", "Number of nests divided into several")
    reordered = statistic("num-reordered", "Number of nests reordered")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.distributed, set_sums_apart(op))
        nests = list(chains(op))
        run.count_changes(self.reordered, sum(map(reorder, nests)))
        if not nests:
            run.mark_idle("there are no loops")
