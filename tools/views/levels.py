"""The levels of a run: for each pass, the stage of the compiler that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...passes.pipelines import STAGES

_NAME = re.compile(r"[\w.-]++(?!\()")
_OPTIONS = re.compile(r"\{[^{}]*\}")


def levels_of(passes: Iterable[str]) -> Iterator[str]:
    """Yield the name of the stage of each pass, in the order in which they run; nothing where that is not known.

    A pass that is in several stages belongs to the stage of the pass before it, if it is in that. Otherwise it begins
    the next stage in which it has its place, where it does not run again: stages run in order.
    """
    current: int | None = None
    for name in passes:
        current = _stage_after(current, name)
        yield "" if current is None else STAGES[current].name


def _stage_after(current: int | None, name: str) -> int | None:
    having = [number for number, names in enumerate(_NAMES) if name in names]
    if current is None:
        return having[0] if len(having) == 1 else None
    if current in having:
        return current
    return next((number for number in having if number > current and name in _FIRST_NAMES[number]), current)


def _names_in(steps: Iterable[str]) -> frozenset[str]:
    return frozenset(name for text in steps for name in _NAME.findall(_OPTIONS.sub("", text)))


_NAMES = [_names_in(stage.passes) for stage in STAGES]
_FIRST_NAMES = [_names_in(step for step in stage.steps if isinstance(step, str)) for stage in STAGES]
