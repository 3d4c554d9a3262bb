"""Schedules: the transformations that one nest of loops is to go through, written on its outermost loop.

    loop.for %i = 0 to 512 { … } {loop.name = "i", loop.schedule = [
      "loop-tile{loops=i,j sizes=64,64}", "loop-vectorize{loops=j_point width=8}", "loop-parallelize{loops=i depth=1}"]}

A step is a pass of this package (or of anybody) with its options, as `dlc-opt` takes it: what can be done by hand can
be written into the IR, and the other way round. The passes see the nest alone, so that names of loops need to be unique
in it only. Under `loop.schedule` every step must succeed. Under `loop.try_schedule` the nest stays as it was if a step
is refused: that is what a program writes that guesses, as `schedule-loops` does. There may be several such schedules,
as an array of arrays, of which the first is taken that can be.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.attributes import Attribute
from dlc.ir.builtin_attributes import ArrayAttr, StringAttr
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_passes

from ..transforms.refusals import Refusal

SCHEDULE = "loop.schedule"
"""The attribute with the steps that a nest must go through."""
TRY_SCHEDULE = "loop.try_schedule"
"""The attribute with the steps that a nest goes through if all of them can be done."""
NOT_SCHEDULED = "loop.not_scheduled"
"""The attribute with the reasons why none of them could be."""

_EVERYWHERE = IntegerSet(0, 0, [], [])


def has_schedule(op: Operation) -> bool:
    return SCHEDULE in op.attributes or TRY_SCHEDULE in op.attributes


def steps_attr(steps: Sequence[str]) -> ArrayAttr:
    """Steps as they are written into the IR."""
    return ArrayAttr(tuple(StringAttr(step) for step in steps))


def alternatives_of(written: Attribute) -> Sequence[Attribute]:
    """The schedules of an attribute that may have several."""
    if isinstance(written, ArrayAttr) and any(isinstance(each, ArrayAttr) for each in written.elements):
        return written.elements
    return [written]


def steps_of(op: Operation, written: Attribute) -> list[Pass]:
    """The passes that an attribute names; a text that is none is refused."""
    texts = list(written.elements) if isinstance(written, ArrayAttr) else [written]
    found: list[Pass] = []
    for text in texts:
        if not isinstance(text, StringAttr):
            raise Refusal(op, f"must have an array of strings as its schedule, but got '{text}'")
        try:
            found += _passes(text.value)
        except DlcError as error:
            raise Refusal(op, f"has a step in its schedule that cannot be read: {error}") from None
    return found


@functools.lru_cache(maxsize=4096)
def _passes(text: str) -> tuple[Pass, ...]:
    items = parse_passes(text)
    nested = next((item for item in items if isinstance(item, Pipeline)), None)
    if nested is not None:
        raise DlcError(f"'{nested}' does not run on loops")
    return tuple(item for item in items if isinstance(item, Pass))


def apply_schedule(nest: loop.ForOp, run: PassRun) -> bool:
    """Put a nest through the steps that its attributes name; whether it went through all of them."""
    must = nest.attributes.pop(SCHEDULE, None)
    may = nest.attributes.pop(TRY_SCHEDULE, None)
    if must is not None:
        return _go(nest, steps_of(nest, must), run)
    reasons: list[str] = []
    for each in alternatives_of(may) if may is not None else ():
        reason = _try(nest, steps_of(nest, each), run)
        if reason is None:
            return True
        reasons.append(reason)
    nest.attributes[NOT_SCHEDULED] = ArrayAttr(tuple(StringAttr(reason) for reason in reasons))
    return False


def _go(nest: loop.ForOp, steps: Sequence[Pass], run: PassRun) -> bool:
    holder = _held(nest)
    failed = _first_failure(holder, steps, run)
    _let_go(holder)
    if failed is not None:
        run.fail()
    return failed is None


def _try(nest: loop.ForOp, steps: Sequence[Pass], run: PassRun) -> str | None:
    """Go the steps with a copy, which takes the nest's place if that worked; otherwise, why it did not."""
    block = nest.parent
    assert block is not None
    trial = nest.clone()
    block.insert_before(trial, nest)
    holder = _held(trial)
    quiet = copy.copy(run.context)
    quiet.diagnostics = DiagnosticEngine()
    failed = _first_failure(holder, steps, PassRun(run.pass_name, holder, quiet, run.settings))
    if failed is not None:
        holder.erase()
        why = next((each.message for each in quiet.diagnostics.diagnostics), "no reason was given")
        return f"{failed}: {why}"
    nest.replace_all_uses_with(holder.results)
    nest.erase()
    _let_go(holder)
    return None


def _first_failure(holder: loop.IfOp, steps: Sequence[Pass], run: PassRun) -> Pass | None:
    """Run passes on what is held; the one that failed."""
    for step in steps:
        of_step = PassRun(step.name, holder, run.context, run.settings)
        outermost = holder.then_block.first or holder
        if step.anchor is not None:
            run.error(outermost, f"has step '{step}', which runs on '{step.anchor}' only")
            return step
        try:
            step.run(holder, of_step)
        except Refusal as refusal:
            refusal.report(of_step)
        except DlcError as error:
            of_step.error(outermost, f"cannot go through '{step}': {error}")
        if of_step.idle is not None and not of_step.failed:
            of_step.error(outermost, f"has step '{step}', which finds nothing to do: {of_step.idle}")
        run.context.diagnostics.release()
        if of_step.failed:
            return step
    return None


# -- Where steps see nothing but the nest ------------------------------------------------------------------------------


def _held(nest: loop.ForOp) -> loop.IfOp:
    """Put a nest into an op of its own, whose results are the nest's."""
    block = nest.parent
    assert block is not None
    holder = loop.IfOp.on(_EVERYWHERE, [], [each.type for each in nest.results], has_else=False, location=nest.location)
    block.insert_before(holder, nest)
    nest.replace_all_uses_with(holder.results)
    nest.detach()
    holder.then_block.append(nest)
    holder.then_block.append(loop.YieldOp.of(nest.results, location=nest.location))
    return holder


def _let_go(holder: loop.IfOp) -> None:
    """Put what has become of a nest in the place of the op that holds it."""
    block, inside = holder.parent, holder.then_block
    assert block is not None
    terminator = inside.last
    assert isinstance(terminator, loop.YieldOp)
    holder.replace_all_uses_with(list(terminator.operands))
    terminator.erase()
    block.take_all_ops(inside, holder)
    holder.erase()
