"""Fusion: two adjacent loops with the same iterations become one.

    for %i = 0 to %n { f(%i) }         for %i = 0 to %n {
    for %i = 0 to %n { g(%i) }     =>    f(%i); g(%i)
                                       }

Legal if no iteration of the second loop depends on a later one of the first. The inverse is `distribute`.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir import Operation
from dlc.ir.effects import is_memory_effect_free
from dlc.passes.manager import PassRun, option, statistic

from ..analysis.accesses import Accesses
from ..analysis.dependences import Distance, LoopDependences
from ..analysis.nests import loops_in, lower_bound, name_of, replace_loop, upper_bound
from .loop_pass import Attempts, LoopPass
from .refusals import Refusal, forbidden

WHAT = "cannot be fused with the loop after it"


def fuse(first: loop.ForOp, second: loop.ForOp) -> loop.ForOp:
    """Fuse two loops; return the new loop, which is in the place of the second one."""
    return Fusion(first).with_loop(second)


class Fusion:
    """A loop that takes the bodies of the loops after it; of its accesses, one of each kind is remembered."""

    def __init__(self, op: loop.ForOp) -> None:
        self.op = op
        self._accesses = {access.kind: access for access in Accesses([op]).all}

    def with_loop(self, second: loop.ForOp) -> loop.ForOp:
        """Fuse the loop with one after it; return the new loop, which is in the place of that one."""
        first = self.op
        _check_bounds(first, second)
        _check_between(first, second)
        self._check_order(second)
        ops = [op for op in second.body.ops if op is not second.terminator]
        self.op = _fused(first, second)
        if self.op is first:
            added = Accesses(ops, (first.induction_variable,)).all
            self._accesses.update((access.kind, access) for access in added)
        else:
            self._accesses = {access.kind: access for access in Accesses([self.op]).all}
        return self.op

    def _check_order(self, second: loop.ForOp) -> None:
        """Refuse a loop with an iteration that depends on a later one of this loop."""
        first, others = self.op, Accesses([second]).all
        dependences = LoopDependences(first, second, accesses=[*self._accesses.values(), *others])
        level = (second.induction_variable, first.induction_variable)
        broken = next(dependences.between(others, self._accesses.values(), [level]), None)
        if broken is not None:
            reversed_dependence = broken._replace(source=broken.target, target=broken.source)
            negative = [Distance(_negated(high), _negated(low)) for low, high in broken.distances]
            raise forbidden(first, WHAT, reversed_dependence._replace(distances=tuple(negative)))


def _negated(value: int | None) -> int | None:
    return None if value is None else -value


def _check_bounds(first: loop.ForOp, second: loop.ForOp) -> None:
    same = first.step_value == second.step_value
    for bound in (lower_bound, upper_bound):
        bounds = [loop.simplified(loop.Expressions.of(*bound(each)), each) for each in (first, second)]
        same = same and bounds[0] == bounds[1]
    if not same:
        raise Refusal(first, f"{WHAT}: bounds or steps differ", [(second.location, "this is the other loop")])


def _check_between(first: loop.ForOp, second: loop.ForOp) -> None:
    """Refuse loops that have ops between them that the first loop cannot move past."""
    op = first.next
    while op is not None and op is not second:
        uses_results = any(operand in first.results for inner in op.walk() for operand in inner.operands)
        if uses_results or not is_memory_effect_free(op):
            raise Refusal(first, f"{WHAT}: '{op.name}' is between them", [(op.location, "this is the op")])
        op = op.next
    if op is None:
        raise Refusal(first, f"{WHAT}: it is not after it in the same block")
    results = set(first.results)
    if any(operand in results for inner in second.walk() for operand in inner.operands):
        raise Refusal(first, f"{WHAT}: that loop uses its results", [(second.location, "this is the other loop")])


def _fused(first: loop.ForOp, second: loop.ForOp) -> loop.ForOp:
    if not first.results and not second.results:
        return _appended(first, second)
    new_loop = first.with_carried(range(len(first.results)), second.iter_inits)
    second.block.insert_before(new_loop, second)
    count = len(first.results)
    yielded = [*first.yielded, *second.yielded]
    for old, arguments in ((first, new_loop.carried[:count]), (second, new_loop.carried[count:])):
        old.terminator.erase()
        new_loop.body.take_all_ops(old.body)
        for previous, new in zip(old.body.args, (new_loop.induction_variable, *arguments), strict=True):
            previous.replace_all_uses_with(new)
            yielded = [new if value is previous else value for value in yielded]
    new_loop.close(yielded)
    replace_loop(first, new_loop.results[:count])
    replace_loop(second, new_loop.results[count:])
    return new_loop


def _appended(first: loop.ForOp, second: loop.ForOp) -> loop.ForOp:
    """Move the body of a loop to the end of another one, and that to its place; neither has results."""
    first.move_before(second)
    second.induction_variable.replace_all_uses_with(first.induction_variable)
    second.terminator.erase()
    first.body.take_all_ops(second.body, first.terminator)
    second.erase()
    return first


class LoopFuse(LoopPass):
    """Fuse adjacent loops that have the same iterations

    Without names, every two adjacent loops are tried, outer ones first, then those that become adjacent in one body.

    Example: loop-fuse
        func.func @f(%a: memref<8xf32>, %x: f32) {
          %b = memref.alloc() : memref<8xf32>
          loop.for %i = 0 to 8 {
            loop.store %x, %b[%i] : memref<8xf32>
          }
          loop.for %j = 0 to 8 {
            %y = loop.load %b[%j] : memref<8xf32>
            loop.store %y, %a[%j] : memref<8xf32>
          }
          return
        }
    """

    name = "loop-fuse"
    loops: tuple[str, ...] = option("The names of two loops", default=())
    done = statistic("num-fused", "Number of loops fused with another")
    refused = statistic("num-refused", "Number of pairs of adjacent loops that could not be fused")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) not in (0, 2):
            run.error(op, f"expects the names of two loops, but got {len(self.loops)}")
            return
        attempt = Attempts(self, run)
        candidates = loops_in(op)
        pending, erased = candidates[::-1], set[loop.ForOp]()
        while pending:
            first = pending.pop()
            if first in erased:
                continue
            fusion: Fusion | None = None
            while (second := self._next_loop(first)) is not None:
                fusion = fusion or Fusion(first)
                fused = attempt(lambda fusion=fusion, second=second: fusion.with_loop(second))
                if fused is None:
                    break
                erased.update({first, second} - {fused})
                first = fused  # its inner loops are still pending: fusion moves ops without copying them
        attempt.finish(has_candidates=bool(candidates))

    def _next_loop(self, op: loop.ForOp) -> loop.ForOp | None:
        """Return the following loop that is to be fused with a loop, or `None`."""
        if self.loops and name_of(op) != self.loops[0]:
            return None
        following = op.next
        while following is not None:
            if isinstance(following, loop.ForOp) and (not self.loops or name_of(following) == self.loops[1]):
                return following
            following = following.next
        return None
