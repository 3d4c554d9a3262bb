"""The pass `apply-schedules`: run the steps of the schedules that are written on loop nests (`schedule`).

Each step sees its nest alone, inside an op that has nothing else, so names of loops need to be unique in the nest only.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import llvm, loop
from dlc.dialects.loop.for_loop import NOT_SCHEDULED, SCHEDULE, TRY_SCHEDULE
from dlc.ir import ArrayAttr, Attribute, Operation, StringAttr
from dlc.ir.affine import IntegerSet
from dlc.ir.diagnostics import ERROR, Diagnostic, DiagnosticEngine, nearest_location
from dlc.ir.errors import DlcError
from dlc.ir.locations import UNKNOWN_LOC, resolve
from dlc.passes.manager import Pass, PassRun, statistic

from ..analysis.nests import loops_in
from ..transforms.loop_pass import LoopPass
from ..transforms.refusals import Refusal
from ..transforms.tile_selection import names_in
from ..transforms.unread_buffers import erase_unread_buffers
from ..transforms.unroll import LoopUnroll
from ..transforms.unroll_and_jam import LoopUnrollAndJam
from ..vectorize.vectorize import LoopVectorize
from ..vectorize.vectorize_tiles import LoopVectorizeTiles
from .gpu_machine import gpu_machine_for
from .schedule import InvalidSchedule, Schedule, alternatives_of, has_schedule

ANNOTATION = "loop_annotation"
"""The attribute of a loop that LLVM reads."""
_EVERYWHERE = IntegerSet(0, 0, [], [])
_LOOPS = (loop.ForOp, loop.ParallelOp)
_FINAL = (LoopVectorize, LoopVectorizeTiles, LoopUnroll, LoopUnrollAndJam)
"""The steps that choose vectors and registers, as LLVM would otherwise."""


class Refused(NamedTuple):
    """A schedule that a step refused, with the errors of that step."""

    schedule: Schedule
    number: int
    """The number of the step, counted from 1."""
    errors: Sequence[Diagnostic]

    @property
    def reason(self) -> str:
        """The step and its first error, in one line."""
        why = self.errors[0].message if self.errors else "it failed without an error"
        return f"{self.schedule.place(self.number)}: {why}"


class ApplySchedules(Pass):
    """Transform nests of loops by the schedules written on them

    `loop.schedule` on a loop is an array of passes with options, which run on that nest alone. Each must find the loops
    that it names, and may not be refused. `loop.try_schedule` has one or several such arrays: the first one that no
    step refuses is used, and a remark reports those that are refused. If all are, the nest stays as it is and gets the
    attribute `loop.not_scheduled` with the reasons.

    Example: apply-schedules
        func.func @fill(%m: memref<64x64xf32>, %x: f32) {
          loop.for %i = 0 to 64 {
            loop.for %j = 0 to 64 {
              loop.store %x, %m[%i, %j] : memref<64x64xf32>
            } {loop.name = "j"}
          } {loop.name = "i", loop.schedule = ["loop-tile{loops=i,j sizes=16,8}", "loop-parallelize{loops=i depth=1}"]}
          return
        }
    """

    name = "apply-schedules"
    applied = statistic("num-applied", "Number of nests transformed by their schedules")
    kept = statistic("num-kept", "Number of nests whose tentative schedule was refused")

    def run(self, op: Operation, run: PassRun) -> None:
        nests = [inner for inner in loops_in(op) if has_schedule(inner)]
        if not nests:
            run.mark_idle("no loop has a schedule")
        for nest in reversed(nests):
            try:
                is_applied = apply_schedule(nest, run)
            except Refusal as refusal:
                refusal.report(run)
                continue
            run.count(self.applied if is_applied else self.kept)


def apply_schedule(nest: loop.ForOp, run: PassRun) -> bool:
    """Transform a nest by the schedule on it, and remove the attribute; return whether a schedule was applied."""
    required = nest.attributes.pop(SCHEDULE, None)
    tentative = nest.attributes.pop(TRY_SCHEDULE, None)
    if required is not None:
        return _apply_required(nest, _checked(nest, required), run)
    return tentative is not None and _apply_first(nest, alternatives_of(tentative), run)


def _checked(nest: loop.ForOp, attribute: Attribute) -> Schedule:
    """Return the schedule of an attribute; one that cannot be read, or names loops that cannot exist, is an error."""
    try:
        schedule = Schedule.from_attribute(attribute)
    except InvalidSchedule as error:
        raise Refusal(nest, str(error)) from None
    unknown = schedule.unknown_loop(names_in(nest))
    if unknown is not None:
        raise Refusal(nest, f"{schedule.place(unknown.number)}: {unknown}")
    return schedule


# -- Schedules that must be applied ------------------------------------------------------------------------------------


def _apply_required(nest: loop.ForOp, schedule: Schedule, run: PassRun) -> bool:
    location = nearest_location(nest)
    holder = _isolate(nest)
    refused = _first_refusal(holder, schedule, run)
    if refused is None:
        _finish(holder, schedule)
    _release(holder)
    if refused is None:
        return True
    run.fail()
    if not refused.errors:
        run.context.diagnostics.error(location, refused.reason)
    for number, error in enumerate(refused.errors):
        if number == 0:
            error.message = refused.reason
            if error.location != resolve(location):
                error.note(location, "the schedule is on this loop")
        run.context.diagnostics.emit(error)
    return False


# -- Schedules that may be refused -------------------------------------------------------------------------------------


def _apply_first(nest: loop.ForOp, alternatives: Sequence[Attribute], run: PassRun) -> bool:
    """Apply the first schedule that no step refuses; report those that are refused."""
    refusals: list[Refused] = []
    for attribute in alternatives:
        schedule = _checked(nest, attribute)
        trial = _tried(nest, schedule, run)
        if isinstance(trial, Refused):
            refusals.append(trial)
            continue
        if refusals:
            _remark(nest, refusals, schedule, len(alternatives), run)
        nest.replace_all_uses_with(trial.results)
        nest.erase()
        _finish(trial, schedule)
        _release(trial)
        return True
    if refusals:
        _remark(nest, refusals, None, len(alternatives), run)
        nest.attributes[NOT_SCHEDULED] = ArrayAttr(tuple(StringAttr(refused.reason) for refused in refusals))
    return False


def _tried(nest: loop.ForOp, schedule: Schedule, run: PassRun) -> loop.IfOp | Refused:
    """Run the steps on a copy of a nest: return the op that holds the result, before the nest, or the refusal."""
    block = nest.block
    trial = nest.clone()
    block.insert_before(trial, nest)
    holder = _isolate(trial)
    refused = _first_refusal(holder, schedule, run)
    if refused is not None:
        holder.erase()
    return refused or holder


def _remark(nest: loop.ForOp, refusals: Sequence[Refused], used: Schedule | None, count: int, run: PassRun) -> None:
    """Report why schedules were refused, and which one is used instead."""
    first, *others = refusals
    remark = run.remark(nest, f"schedule 1 of {count} is refused {first.reason}")
    for error in first.errors[:1]:
        if error.location not in (remark.location, UNKNOWN_LOC):
            remark.note(error.location, "this is refused")
        remark.notes.extend(note for note in error.notes if note.location is not UNKNOWN_LOC)
    for number, refused in enumerate(others, 2):
        remark.note(remark.location, f"schedule {number} of {count} is refused {refused.reason}")
    if used is None:
        remark.note(remark.location, "no other schedule is left, so the loops stay as they are")
    else:
        remark.note(remark.location, f"schedule {len(refusals) + 1} of {count} is used instead{_lost(first, used)}")


def _lost(refused: Refused, used: Schedule) -> str:
    """Return `", without 'loop-parallelize'"`: the passes of a refused schedule that the one used instead lacks."""
    names = {step.name for step in used.steps}
    missing = dict.fromkeys(f"'{step.name}'" for step in refused.schedule.steps if step.name not in names)
    return f", without {' and '.join(missing)}" if missing else ""


# -- Steps -------------------------------------------------------------------------------------------------------------


def _first_refusal(holder: loop.IfOp, schedule: Schedule, run: PassRun) -> Refused | None:
    """Run the steps of a schedule on the nest that an op holds, and erase buffers that were not needed in the end.

    Return the first refusal, or `None`.
    """
    context = copy.copy(run.context)
    for number, step in enumerate(schedule.steps, 1):
        context.diagnostics = DiagnosticEngine()
        if not _run_step(holder, step, PassRun(step.name, holder, context, run.settings)):
            errors = [each for each in context.diagnostics.diagnostics if each.severity == ERROR]
            return Refused(schedule, number, errors)
    erase_unread_buffers(holder)
    return None


def _run_step(holder: loop.IfOp, step: Pass, run: PassRun) -> bool:
    """Run one step; return whether it succeeded and had an effect."""
    outermost = next((op for op in holder.then_block.ops if isinstance(op, _LOOPS)), holder)
    if step.anchor is not None:
        run.error(outermost, f"is not what the step runs on, which is '{step.anchor}'")
        return False
    try:
        step.run(holder, run)
    except Refusal as refusal:
        refusal.report(run)
    except DlcError as error:
        run.error(outermost, f"cannot be transformed: {error}")
    if run.idle is not None and not run.failed:
        run.error(outermost, f"is not changed: {run.idle}{_made_parallel(holder, step)}")
    return not run.failed


def _made_parallel(holder: loop.IfOp, step: Pass) -> str:
    """Return `", which a step before made parallel"` if that is why a step does not find the loops that it names."""
    anchors = step.anchors() if isinstance(step, LoopPass) else ()
    return ", which a step before made parallel" if names_in(holder).intersection(anchors) else ""


def _finish(holder: loop.IfOp, schedule: Schedule) -> None:
    """Let LLVM leave loops alone that were vectorized or unrolled; those of kernels for GPUs it unrolls further."""
    if gpu_machine_for(holder) is None and any(isinstance(step, _FINAL) for step in schedule.steps):
        for op in loops_in(holder):
            op.attributes.setdefault(ANNOTATION, llvm.left_alone())


def _isolate(nest: loop.ForOp) -> loop.IfOp:
    """Put a nest into an op that holds nothing else and has the results of the nest; return that op."""
    block = nest.block
    types = [result.type for result in nest.results]
    holder = loop.IfOp.on(_EVERYWHERE, [], types, has_else=False, location=nest.location)
    block.insert_before(holder, nest)
    nest.replace_all_uses_with(holder.results)
    nest.detach()
    holder.then_block.append(nest)
    holder.then_block.append(loop.YieldOp.of(nest.results, location=nest.location))
    return holder


def _release(holder: loop.IfOp) -> None:
    """Replace the op that holds a nest by what it holds."""
    block, inside = holder.block, holder.then_block
    terminator = inside.last
    assert isinstance(terminator, loop.YieldOp)
    holder.replace_all_uses_with(list(terminator.operands))
    terminator.erase()
    block.take_all_ops(inside, holder)
    holder.erase()
