"""Passes that a user puts into a pipeline of stages.

    my-pass,default                               `default` is the name of the stages that run by default
    before-schedule=my-pass; after-graph=cse      all stages run, and these passes between them

Passes without `default` replace all stages before those that always run. Those before all stages may change what
a program takes and returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from dlc.ir import Operation
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError

from .manager import NamedPipeline, Pass, PassRun
from .manager.pipeline import Pipeline
from .manager.pipeline_text import parse_passes, parse_pipeline_on
from .manager.registry import REGISTRY

Passes = str | Mapping[str, str]
"""Pipeline text, or pipeline text by stage point; a text such as `before-schedule=cse` also names points."""
Items = list[Pass | Pipeline]
MODULE = "builtin.module"
_DEFAULT = "default"
_POINT = r"[\w-]+\s*=(?!=)"


class InvalidStage(DlcError, ValueError):
    """There is no such point in the pipeline."""


class StagePasses(NamedTuple):
    """The passes of one stage as they run, as pipeline text; empty if the stage is left out."""

    name: str
    text: str
    always: bool = False
    """Whether the stage also runs behind passes that replace the default."""
    is_front: bool = False
    """Whether the stage runs before it is determined what a program takes and returns."""


class PlannedPasses(NamedTuple):
    """The passes that a program goes through, with those of a user in them."""

    front: Items
    """The passes before the first stage that is no front. The program is compiled as they leave it."""
    stages: Items

    @property
    def items(self) -> Items:
        """All passes, in order."""
        return [*self.front, *self.stages]


def planned_passes(stages: Sequence[StagePasses], passes: Passes | None) -> PlannedPasses:
    """Return the passes of a pipeline of stages with the passes of a user in it."""
    first = next(f"before-{stage.name}" for stage in stages if not stage.is_front)
    registered = [name for name, point in REGISTRY.placed.items() if point == first]
    stages = with_placed(stages, {name: point for name, point in REGISTRY.placed.items() if point != first})
    if isinstance(passes, str) and not _names_points(passes):
        fronts = [stage.text for stage in stages if stage.is_front]
        others = [stage.text for stage in stages if not (stage.always or stage.is_front)]
        again = fronts if registered else []
        default = _join([*fronts, *registered, *again, _FirstStage.name, *others])
        known = REGISTRY.with_kind(_named_default(default)).with_kind(_FirstStage)
        front, replaced = _split(parse_pipeline_on(MODULE, passes, known).items)
        return PlannedPasses(front, [*replaced, *_of_stages(_join(stage.text for stage in stages if stage.always))])
    if not isinstance(passes, (str, Mapping, type(None))):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidStage(
            f"'passes' must be pipeline text, or a dictionary of it by points, but got {passes!r:.80}; "
            "register a pass by dlc.register_pass, and give its name"
        )
    inserted = _points(passes) if isinstance(passes, str) else passes or {}
    check_points(inserted, [stage.name for stage in stages])
    front, items = Items(), Items()
    place = front
    for stage in stages:
        place += parse_pipeline_on(MODULE, inserted.get(f"before-{stage.name}", "")).items
        if place is front and not stage.is_front:
            front += parse_passes(_join(registered))
            if registered:
                front += [item for each in stages if each.is_front for item in _of_stages(each.text)]
            place = items
        place += _of_stages(stage.text)
        place += parse_pipeline_on(MODULE, inserted.get(f"after-{stage.name}", "")).items
    return PlannedPasses(front, items)


def _of_stages(text: str) -> Items:
    """Return the passes of stages; parts of them that find nothing to run on are no mistake of the user."""
    return parse_passes(_DEFAULT, REGISTRY.with_kind(_named_default(text))) if text else []


class _FirstStage(Pass):
    """Marks where the stages begin in what `default` stands for"""

    name = "first-stage"

    def run(self, op: Operation, run: PassRun) -> None:
        run.mark_unchanged()


def _split(items: Items) -> tuple[Items, Items]:
    """Return the items before and after the mark: all are after it if there is none."""
    mark = next((number for number, each in enumerate(items) if isinstance(each, _FirstStage)), None)
    return ([], items) if mark is None else (items[:mark], items[mark + 1 :])


def with_placed(stages: Sequence[StagePasses], placed: Mapping[str, str]) -> list[StagePasses]:
    """Return the stages with the passes that registered ones have been placed at: `{"my-pass": "after-graph"}`."""
    points: dict[str, list[str]] = {}
    for name, point in placed.items():
        points.setdefault(point, []).append(name)
    check_points(points, [stage.name for stage in stages])
    return [
        stage._replace(
            text=_join([*points.get(f"before-{stage.name}", ()), stage.text, *points.get(f"after-{stage.name}", ())])
        )
        for stage in stages
    ]


def replaces_default(passes: Passes | None) -> bool:
    """Return whether the passes of a user run instead of the default ones."""
    return isinstance(passes, str) and not _names_points(passes) and re.search(r"\bdefault\b", passes) is None


def _names_points(passes: str) -> bool:
    return re.match(rf"\s*{_POINT}", passes) is not None


def _points(text: str) -> dict[str, str]:
    """Return the passes of a text by the points that it names."""
    points: dict[str, str] = {}
    for part in re.split(rf";(?=\s*(?:{_POINT}|$))", text):
        point, _, passes = part.partition("=")
        if not part.strip():
            continue
        if point.strip() in points:
            raise InvalidStage(f"'{point.strip()}' is given twice: separate its passes by commas")
        points[point.strip()] = passes
    return points


def check_points(points: Iterable[str], stages: Sequence[str]) -> None:
    """Raise an error for a point that does not exist."""
    known = [f"{side}-{stage}" for stage in stages for side in ("before", "after")]
    for point in points:
        if point not in known:
            names = ", ".join(stages)
            hint = did_you_mean(point, known) or f"; write 'before-' or 'after-' and one of the stages {names}"
            raise InvalidStage(f"there is no point '{point}' in the pipeline{hint}")


def _join(texts: Iterable[str]) -> str:
    return ",".join(filter(None, texts))


def _named_default(text: str) -> type[NamedPipeline]:
    """Return a named pipeline `default` that stands for a text."""

    class Default(NamedPipeline):
        """The passes that run by default"""

        name = _DEFAULT

        def passes(self) -> str:
            return text

    return Default
