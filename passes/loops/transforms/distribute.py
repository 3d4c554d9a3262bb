"""Distribution: a loop becomes one loop for each independent part of its body.

    for %i = 0 to %n {        for %i = 0 to %n { f(%i) }
      f(%i); g(%i)        =>  for %i = 0 to %n { g(%i) }
    }

Legal if no iteration of the first part depends on an earlier one of the second. The inverse is `fuse`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import IRMapping, Operation
from dlc.ir.effects import only_computes
from dlc.passes.manager import statistic

from ..analysis.dependences import LoopDependences, levels_of
from ..analysis.nests import check_nest, keep_attributes, lower_bound, upper_bound
from .loop_pass import SingleLoopPass
from .refusals import Refusal, forbidden

WHAT = "cannot be distributed"


def distribute(op: loop.ForOp, at: Operation) -> tuple[loop.ForOp, loop.ForOp]:
    """Split a loop in two: one for the ops before `at` in the body, one for `at` and the ops after it; return both."""
    if op.results:
        raise Refusal(op, f"{WHAT}: it has iteration arguments")
    if at.parent is not op.body or at is op.body.last:
        raise Refusal(op, f"{WHAT}: '{at.name}' is not an op of its body")
    second_part = _from(at, op)
    dependences = LoopDependences(op)
    inside = {access: any(op.is_ancestor_of(access.op) for op in second_part) for access in dependences.accesses}
    second = [access for access, is_second in inside.items() if is_second]
    first = [access for access, is_second in inside.items() if not is_second]
    broken = next(dependences.between(second, first, levels_of([op])), None)
    if broken is not None:
        raise forbidden(op, WHAT, broken)
    recomputed = _recomputed(op, second_part)
    return _distributed(op, second_part, recomputed)


def _from(at: Operation, op: loop.ForOp) -> list[Operation]:
    """Return the ops of a loop's body from one on, without the terminator."""
    ops: list[Operation] = []
    current: Operation | None = at
    while current is not None and current is not op.body.last:
        ops.append(current)
        current = current.next
    return ops


def _recomputed(op: loop.ForOp, second_part: Sequence[Operation]) -> list[Operation]:
    """Return the ops without effects that the second part must recompute, in their order; refuse other ops."""
    moved = set(second_part)
    needed: dict[Operation, None] = {}
    pending = [value for each in second_part for inner in each.walk() for value in inner.operands]
    while pending:
        value = pending.pop()
        definer = value.defining_op
        if definer is None or definer.parent is not op.body or definer in moved or definer in needed:
            continue
        if not only_computes(definer):
            note = (definer.location, "this computes it")
            raise Refusal(op, f"{WHAT}: one part uses a value that the other computes", [note])
        needed[definer] = None
        pending += [value for inner in definer.walk() for value in inner.operands]
    return [each for each in op.body.ops if each in needed]


def _distributed(
    op: loop.ForOp, second_part: Sequence[Operation], recomputed: Sequence[Operation]
) -> tuple[loop.ForOp, loop.ForOp]:
    """Move the second part of a loop's body, and copies of the ops it recomputes, to a loop after it; return both."""
    second = keep_attributes(op, loop.ForOp.over(lower_bound(op), upper_bound(op), op.step_value, location=op.location))
    op.block.insert_after(second, op)
    mapping = IRMapping()
    mapping.values[op.induction_variable] = second.induction_variable
    for each in recomputed:
        second.body.append(each.clone(mapping))
    for each in second_part:
        each.detach()
        second.body.append(each)
        for inner in each.walk():
            for index, value in enumerate(inner.operands):
                inner.set_operand(index, mapping.values.get(value, value))
    second.close()
    return op, second


def distribute_fully(op: loop.ForOp) -> list[loop.ForOp]:
    """Split a loop into as many loops as possible; return them in their order. Dependences are computed once."""
    return [nest[0] for nest in distribute_nest_fully([op])]


def distribute_nest_fully(band: Sequence[loop.ForOp]) -> list[list[loop.ForOp]]:
    """Split a perfect nest into as many nests as possible; return the loops of each, outermost first."""
    points, reason = parting_points(band)
    if not points:
        raise reason or Refusal(band[0], f"{WHAT}: its body has no independent parts")
    return distribute_nest_at(band, points)


def distribute_nest_at(band: Sequence[loop.ForOp], points: Sequence[Operation]) -> list[list[loop.ForOp]]:
    """Split a perfect nest before some of its `parting_points`; return the loops of each, outermost first."""
    innermost = band[-1]
    inner = [innermost]
    for at in reversed(points):
        second_part = _from(at, innermost)
        inner.insert(1, _distributed(innermost, second_part, _recomputed(innermost, second_part))[1])
    nests = [[each] for each in inner]
    for outer in reversed(band[:-1]):
        around = [outer]
        for nest in reversed(nests[1:]):
            around.insert(1, _distributed(outer, _from(nest[0], outer), ())[1])
        nests = [[each, *nest] for each, nest in zip(around, nests, strict=True)]
    return nests


def parting_points(band: Sequence[loop.ForOp]) -> tuple[list[Operation], Refusal | None]:
    """Return the ops before which the body of a perfect nest can be split, and why not before other ops."""
    if band[-1].results:
        raise Refusal(band[-1], f"{WHAT}: it has iteration arguments")
    check_nest(band, WHAT)
    ops = [each for each in band[-1].body.ops if each is not band[-1].terminator]
    points, reason = _split_points(band, ops, _recomputable(ops))
    return [ops[number] for number in points], reason


def _recomputable(ops: Sequence[Operation]) -> set[Operation]:
    """Return the ops without effects that use only each other and values from outside."""
    block = ops[0].parent if ops else None
    recomputable: set[Operation] = set()
    for op in ops:
        definers = [value.defining_op for inner in op.walk() for value in inner.operands]
        inside = [each for each in definers if each is not None and each.parent is block]
        if only_computes(op) and all(each in recomputable for each in inside):
            recomputable.add(op)
    return recomputable


def _split_points(
    band: Sequence[loop.ForOp], ops: Sequence[Operation], copyable: set[Operation]
) -> tuple[list[int], Refusal | None]:
    """Return the positions of the ops before which the body can be split, and why not before other ops."""
    positions = {each: position for position, each in enumerate(ops)}
    reach = [0] * (len(ops) + 1)
    """For each op, the position of the last op that must stay in one part with it."""
    for user in ops:
        for value in [value for inner in user.walk() for value in inner.operands]:
            definer = value.defining_op
            if definer in positions and definer not in copyable:
                reach[positions[definer]] = max(reach[positions[definer]], positions[user])
    reason: Refusal | None = None
    dependences = LoopDependences(band[0])
    for each in dependences.carried(levels_of(band)):
        ends = [band[-1].body.find_ancestor_op_in(access.op) for access in (each.source, each.target)]
        late, early = (positions[end] if end is not None else 0 for end in ends)
        if early < late:
            reason = reason or forbidden(band[0], WHAT, each)
            reach[early] = max(reach[early], late)
    points: list[int] = []
    farthest, has_work = 0, False
    for position, each in enumerate(ops):
        if position > farthest and has_work and each not in copyable:
            points.append(position)
            has_work = False
        farthest = max(farthest, reach[position])
        has_work = has_work or each not in copyable
    return points, reason


class LoopDistribute(SingleLoopPass):
    """Distribute loops over the independent parts of their bodies

    Ops without effects that several parts need are copied to each. Inner loops come first.

    Example: loop-distribute{loops=i}
        func.func @two_arrays(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %x: f32) {
          loop.for %i = 0 to 8 {
            loop.store %x, %a[%i] : memref<8xf32>
            loop.store %x, %b[%i] : memref<8xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-distribute"
    done = statistic("num-distributed", "Number of loops distributed")
    refused = statistic("num-refused", "Number of loops that could not be distributed")

    def transform(self, op: loop.ForOp) -> object:
        return distribute_fully(op)
