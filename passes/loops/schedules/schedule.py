"""Schedules: the steps that transform one loop nest, as a value and as the attribute on the outermost loop.

    loop.for %i = 0 to 512 { … } {loop.name = "i", loop.schedule = [
      "loop-tile{loops=i,j sizes=64,64}",
      "loop-vectorize{loops=j_point width=8}",
      "loop-parallelize{loops=i depth=1}"
    ]}

A step is a pass with its options. Text exists in the IR only: a cost model makes passes, and the attribute is read back
into passes. It is the text that `dlc-opt` accepts, so whatever can be tried by hand can be written into the IR.

Under `loop.schedule` every step must succeed. Under `loop.try_schedule` the nest stays as it was if a step is refused,
which is for programs that guess, such as `schedule-loops`. That attribute may have several schedules, as an array of
arrays; `apply-schedules` uses the first one that is not refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dlc.dialects.loop.for_loop import SCHEDULE, TRY_SCHEDULE
from dlc.ir import ArrayAttr, Attribute, Operation, StringAttr
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError
from dlc.passes.manager import Pass
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_passes

from ..transforms.loop_names import Names
from ..transforms.loop_pass import LoopPass

MOST_KNOWN = 4096
"""The number of texts whose steps are kept."""
_known: dict[str, tuple[Pass, ...]] = {}
"""Steps by their text, so that a text is parsed at most once, and not at all if it was written here."""


class InvalidSchedule(DlcError):
    """An attribute that is not a schedule."""


class UnknownLoop(NamedTuple):
    """A name in a schedule that no loop can have when its step runs."""

    number: int
    """The number of the step, counted from 1."""
    name: str
    known: Names
    """The names that loops may have there."""

    def __str__(self) -> str:
        return f"no loop can be called '{self.name}'{did_you_mean(self.name, sorted(set(self.known)))}"


@dataclass(frozen=True, eq=False)
class Schedule:
    """Steps that transform a loop nest, in order."""

    steps: tuple[Pass, ...]

    @classmethod
    def of(cls, *steps: Pass) -> Schedule:
        return cls(steps)

    def __bool__(self) -> bool:
        return bool(self.steps)

    def to_attribute(self) -> ArrayAttr:
        """Return the schedule as it is written into the IR."""
        texts = [step.written for step in self.steps]
        for text, step in zip(texts, self.steps, strict=True):
            _remember(text, (step,))
        return ArrayAttr(tuple(map(StringAttr, texts)))

    @classmethod
    def from_attribute(cls, attribute: Attribute) -> Schedule:
        """Return the schedule that an attribute describes; one that describes none is an `InvalidSchedule`."""
        texts = attribute.elements if isinstance(attribute, ArrayAttr) else [attribute]
        steps: list[Pass] = []
        for text in texts:
            if not isinstance(text, StringAttr):
                raise InvalidSchedule(f"must have an array of strings as its schedule, but got '{text}'")
            steps += _steps_of(text.value)
        return cls(tuple(steps))

    def place(self, number: int) -> str:
        """Return how messages refer to a step, whose number is counted from 1."""
        return f"in step {number} of {len(self.steps)}, '{self.steps[number - 1].written}'"

    def unknown_loop(self, names: Iterable[str]) -> UnknownLoop | None:
        """Return the first name of a loop that cannot exist, in a nest whose loops have `names`.

        A pass that is not a `LoopPass` may make loops of any name, so that names after it are not checked.
        """
        known: Names | None = Names(names)
        for number, step in enumerate(self.steps, 1):
            if not isinstance(step, LoopPass) or known is None:
                return None
            unknown = next((name for name in step.uses() if name not in known), None)
            if unknown is not None:
                return UnknownLoop(number, unknown, known)
            known = step.names_after(known)
        return None

    def __str__(self) -> str:
        return ", ".join(step.written for step in self.steps)


def has_schedule(op: Operation) -> bool:
    """Return whether a schedule is written on an op."""
    return SCHEDULE in op.attributes or TRY_SCHEDULE in op.attributes


def alternatives_to_attribute(schedules: Sequence[Schedule]) -> ArrayAttr:
    """Return `loop.try_schedule` with schedules, the best one first."""
    return ArrayAttr(tuple(schedule.to_attribute() for schedule in schedules))


def alternatives_of(attribute: Attribute) -> Sequence[Attribute]:
    """Return the schedules of `loop.try_schedule`, still as attributes: later ones are seldom needed."""
    if isinstance(attribute, ArrayAttr) and any(isinstance(each, ArrayAttr) for each in attribute.elements):
        return attribute.elements
    return [attribute]


def _remember(text: str, steps: tuple[Pass, ...]) -> tuple[Pass, ...]:
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[text] = steps
    return steps


def _steps_of(text: str) -> tuple[Pass, ...]:
    steps = _known.get(text)
    return _parsed(text) if steps is None else steps


def _parsed(text: str) -> tuple[Pass, ...]:
    try:
        items = parse_passes(text)
    except DlcError as error:
        raise InvalidSchedule(f"has a step in its schedule that cannot be read: {error}") from None
    nested = next((item for item in items if isinstance(item, Pipeline)), None)
    if nested is not None:
        raise InvalidSchedule(f"has a step in its schedule that cannot be read: '{nested}' does not run on loops")
    return _remember(text, tuple(item for item in items if isinstance(item, Pass)))
