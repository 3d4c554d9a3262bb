"""Distribution: a loop becomes one loop for each part of its body that can run by itself.

    for %i = 0 to %n {        for %i = 0 to %n { f(%i) }
      f(%i); g(%i)        =>  for %i = 0 to %n { g(%i) }
    }

Allowed if no iteration of the first part depends on an earlier one of the second. The opposite is `fuse`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.effects import only_computes
from dlc.ir.operations import IRMapping, Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.accesses import Access
from ..analysis.dependences import LoopDependences, levels_of
from ..analysis.nests import check_nest, keep_attributes, lower_bound, upper_bound
from .loop_pass import LoopPass
from .refusals import Refusal, forbidden
from .selection import Attempts, named

WHAT = "cannot be distributed"


def distribute(op: loop.ForOp, at: Operation) -> tuple[loop.ForOp, loop.ForOp]:
    """Two loops: one for what stands in front of `at` in the body, one for `at` and what stands behind it."""
    if op.results:
        raise Refusal(op, f"{WHAT}: it carries values from one iteration to the next")
    if at.parent is not op.body or at is op.body.last:
        raise Refusal(op, f"{WHAT}: it is to be split at an op that is not in its body")
    behind = _from(at, op)
    found = LoopDependences(op)
    inside = {access: _is_in(access, behind) for access in found.accesses}
    second = [access for access, is_behind in inside.items() if is_behind]
    first = [access for access, is_behind in inside.items() if not is_behind]
    broken = next(found.between(second, first, levels_of([op])), None)
    if broken is not None:
        raise forbidden(op, WHAT, broken)
    copied = _recomputed(op, behind)
    return _distributed(op, behind, copied)


def _from(at: Operation, op: loop.ForOp) -> list[Operation]:
    found: list[Operation] = []
    current: Operation | None = at
    while current is not None and current is not op.body.last:
        found.append(current)
        current = current.next
    return found


def _is_in(access: Access, ops: Sequence[Operation]) -> bool:
    return any(op.is_ancestor_of(access.op) for op in ops)


def _recomputed(op: loop.ForOp, behind: Sequence[Operation]) -> list[Operation]:
    """What is computed in front and used behind is computed again: ops without effects, in their order."""
    moved = set(behind)
    needed: dict[Operation, None] = {}
    pending = [value for each in behind for inner in each.walk() for value in inner.operands]
    while pending:
        value = pending.pop()
        definer = value.defining_op
        if definer is None or definer.parent is not op.body or definer in moved or definer in needed:
            continue
        if not only_computes(definer):
            note = (definer.location, "this computes it")
            raise Refusal(op, f"{WHAT}: what one part computes the other uses", [note])
        needed[definer] = None
        pending += [value for inner in definer.walk() for value in inner.operands]
    return [each for each in op.body.ops if each in needed]


def _distributed(
    op: loop.ForOp, behind: Sequence[Operation], copied: Sequence[Operation]
) -> tuple[loop.ForOp, loop.ForOp]:
    made = keep_attributes(op, loop.ForOp.over(lower_bound(op), upper_bound(op), op.step_value, location=op.location))
    block = op.parent
    assert block is not None
    block.insert_after(made, op)
    mapping = IRMapping()
    mapping.values[op.induction_variable] = made.induction_variable
    for each in copied:
        made.body.append(each.clone(mapping))
    for each in behind:
        each.detach()
        made.body.append(each)
        for inner in each.walk():
            for number, value in enumerate(inner.operands):
                inner.set_operand(number, mapping.values.get(value, value))
    made.close()
    return op, made


def distribute_fully(op: loop.ForOp) -> list[loop.ForOp]:
    """As many loops as can be, in their order; dependences are asked for once."""
    return [nest[0] for nest in distribute_nest_fully([op])]


def distribute_nest_fully(band: Sequence[loop.ForOp]) -> list[list[loop.ForOp]]:
    """A nest for each part of the body of a perfect nest, in their order; the loops of each, outermost first."""
    points, reason = parting_points(band)
    if not points:
        what = f"{WHAT}: its body is one thing that uses what it computes"
        raise reason or Refusal(band[0], what)
    innermost = band[-1]
    inner = [innermost]
    for at in reversed(points):
        behind = _from(at, innermost)
        inner.insert(1, _distributed(innermost, behind, _recomputed(innermost, behind))[1])
    nests = [[each] for each in inner]
    for outer in reversed(band[:-1]):
        around = [outer]
        for nest in reversed(nests[1:]):
            around.insert(1, _distributed(outer, _from(nest[0], outer), ())[1])
        nests = [[each, *nest] for each, nest in zip(around, nests, strict=True)]
    return nests


def parting_points(band: Sequence[loop.ForOp]) -> tuple[list[Operation], Refusal | None]:
    """The ops in front of which the body of a perfect nest can be split, and why not in front of others."""
    if band[-1].results:
        raise Refusal(band[-1], f"{WHAT}: it carries values from one iteration to the next")
    check_nest(band, WHAT)
    ops = [each for each in band[-1].body.ops if each is not band[-1].terminator]
    points, reason = _split_points(band, ops, _recomputable(ops))
    return [ops[number] for number in points], reason


def _recomputable(ops: Sequence[Operation]) -> set[Operation]:
    """Ops without effects that use nothing but such, and what is outside."""
    block = ops[0].parent if ops else None
    found: set[Operation] = set()
    for op in ops:
        definers = [value.defining_op for inner in op.walk() for value in inner.operands]
        inside = [each for each in definers if each is not None and each.parent is block]
        if only_computes(op) and all(each in found for each in inside):
            found.add(op)
    return found


def _split_points(
    band: Sequence[loop.ForOp], ops: Sequence[Operation], copyable: set[Operation]
) -> tuple[list[int], Refusal | None]:
    """The numbers of the ops in front of which the body can be split, and why not in front of others."""
    numbers = {each: number for number, each in enumerate(ops)}
    reach = [0] * (len(ops) + 1)
    """How far what begins at each op must stay together with it."""
    for user in ops:
        for value in [value for inner in user.walk() for value in inner.operands]:
            definer = value.defining_op
            if definer in numbers and definer not in copyable:
                reach[numbers[definer]] = max(reach[numbers[definer]], numbers[user])
    reason: Refusal | None = None
    found = LoopDependences(band[0])
    for each in found.carried(levels_of(band)):
        ends = [band[-1].body.find_ancestor_op_in(access.op) for access in (each.source, each.target)]
        late, early = (numbers[end] if end is not None else 0 for end in ends)
        if early < late:
            reason = reason or forbidden(band[0], WHAT, each)
            reach[early] = max(reach[early], late)
    points: list[int] = []
    farthest, has_work = 0, False
    for number, each in enumerate(ops):
        if number > farthest and has_work and each not in copyable:
            points.append(number)
            has_work = False
        farthest = max(farthest, reach[number])
        has_work = has_work or each not in copyable
    return points, reason


class LoopDistribute(LoopPass):
    """Split loops into one for each part that can run by itself

    What is pure and needed by several parts is computed in each. Inner loops come first.
    """

    name = "loop-distribute"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    distributed = statistic("num-distributed", "Number of loops split")
    refused = statistic("num-refused", "Number of loops that must stay whole")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.distributed, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: distribute_fully(each))
        attempt.finish(found=bool(found))
