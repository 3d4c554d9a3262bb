"""Fusion: two loops with the same iterations, one right after the other, become one.

    for %i = 0 to %n { f(%i) }         for %i = 0 to %n {
    for %i = 0 to %n { g(%i) }     =>    f(%i); g(%i)
                                       }

Allowed if no iteration of the second loop depends on a later one of the first. The opposite is `distribute`.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.effects import is_memory_effect_free
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.dependences import Distance, LoopDependences
from ..analysis.nests import loops_in, lower_bound, name_of, replace_loop, upper_bound
from .loop_pass import LoopPass
from .refusals import Refusal, forbidden
from .selection import Attempts

WHAT = "cannot be fused with the loop behind it"


def fuse(first: loop.ForOp, second: loop.ForOp) -> loop.ForOp:
    """One loop that does in each iteration what both do; it stands where the second one stood."""
    _check_bounds(first, second)
    _check_between(first, second)
    found = LoopDependences(first, second)
    later, sooner = found.inside(first), found.inside(second)
    level = (second.induction_variable, first.induction_variable)
    broken = next(found.between(sooner, later, [level]), None)
    if broken is not None:
        turned = broken._replace(source=broken.target, target=broken.source)
        negative = [Distance(_negated(high), _negated(low)) for low, high in broken.distances]
        raise forbidden(first, WHAT, turned._replace(distances=tuple(negative)))
    return _fused(first, second)


def _negated(value: int | None) -> int | None:
    return None if value is None else -value


def _check_bounds(first: loop.ForOp, second: loop.ForOp) -> None:
    same = first.step_value == second.step_value
    for bound in (lower_bound, upper_bound):
        given = [loop.simplified(loop.Expressions.of(*bound(each)), each) for each in (first, second)]
        same = same and given[0] == given[1]
    if not same:
        raise Refusal(first, f"{WHAT}: they do not count alike", [(second.location, "this is the other loop")])


def _check_between(first: loop.ForOp, second: loop.ForOp) -> None:
    """The first loop can move behind what stands between the two."""
    op = first.next
    while op is not None and op is not second:
        uses_results = any(operand in first.results for inner in op.walk() for operand in inner.operands)
        if uses_results or not is_memory_effect_free(op):
            raise Refusal(first, f"{WHAT}: something stands between them", [(op.location, "this does")])
        op = op.next
    if op is None:
        raise Refusal(first, f"{WHAT}: that is not behind it in the same block")
    results = set(first.results)
    if any(operand in results for inner in second.walk() for operand in inner.operands):
        raise Refusal(first, f"{WHAT}: that uses its results", [(second.location, "this is the other loop")])


def _fused(first: loop.ForOp, second: loop.ForOp) -> loop.ForOp:
    made = first.with_carried(range(len(first.results)), second.iter_inits)
    block = second.parent
    assert block is not None
    block.insert_before(made, second)
    count = len(first.results)
    yielded = [*first.yielded, *second.yielded]
    for old, arguments in ((first, made.carried[:count]), (second, made.carried[count:])):
        old.terminator.erase()
        made.body.take_all_ops(old.body)
        for previous, new in zip(old.body.args, (made.induction_variable, *arguments), strict=True):
            previous.replace_all_uses_with(new)
            yielded = [new if value is previous else value for value in yielded]
    made.close(yielded)
    replace_loop(first, made.results[:count])
    replace_loop(second, made.results[count:])
    return made


class LoopFuse(LoopPass):
    """Fuse adjacent loops that have the same iterations

    Without names, every two neighbours are tried, outer ones first, then those that come to stand in one body.
    """

    name = "loop-fuse"
    loops: tuple[str, ...] = option("The names of two loops", default=())
    fused = statistic("num-fused", "Number of loops fused with another")
    refused = statistic("num-refused", "Number of neighbours that could not be fused")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) not in (0, 2):
            run.error(op, f"needs the names of two loops to fuse, but got {len(self.loops)}")
            return
        attempt = Attempts(run, self.loops, self.fused, self.refused)
        found = loops_in(op)
        pending, gone = found[::-1], set[loop.ForOp]()
        while pending:
            first = pending.pop()
            second = self._neighbour(first) if first not in gone else None
            if second is None:
                continue
            made = attempt(lambda first=first, second=second: fuse(first, second))
            if made is not None:
                gone.update((first, second))
                pending.append(made)  # its inner loops are still waiting: ops move, and stay what they are
        attempt.finish(found=bool(found))

    def _neighbour(self, op: loop.ForOp) -> loop.ForOp | None:
        """The loop to fuse with."""
        if self.loops and name_of(op) != self.loops[0]:
            return None
        following = op.next
        while following is not None:
            if isinstance(following, loop.ForOp) and (not self.loops or name_of(following) == self.loops[1]):
                return following
            following = following.next
        return None
