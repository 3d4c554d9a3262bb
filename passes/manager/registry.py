"""Passes by name: the modules of the catalog are imported when a pass is first used.

Passes of other packages are found through entry points of the group `dlc.passes` (the name of the entry is that of the
pass, its value the module or the class), which are looked up only when a name is not known.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError, InvalidDefinitionError
from dlc.ir.forks import at_work
from dlc.ir.mistakes import import_problem

from ..catalog import PASSES, PassEntry
from .declaration import NamedPipeline, Pass

ENTRY_POINTS = "dlc.passes"
_is_name = re.compile(r"[A-Za-z][\w.-]*", re.ASCII).fullmatch


class Registry:
    """Passes and named pipelines by name."""

    def __init__(
        self,
        entries: Mapping[str, PassEntry] | None = None,
        *,
        entry_points: bool = False,
        base: Registry | None = None,
    ) -> None:
        self._entries = dict(entries or {})
        self._base = base
        """The registry that is asked for names which this one does not have."""
        self._loaded: dict[str, type[Pass] | type[NamedPipeline]] = {}
        self._search_entry_points = entry_points
        self.placed: dict[str, str] = {}
        """The points of the compiler's pipeline at which passes of users run, by the names of these passes."""

    def register(self, kind: type[Pass] | type[NamedPipeline]) -> None:
        """Make a pass or named pipeline known."""
        self._loaded[kind.name] = kind

    def add(self, kind: Any, at: str | None = None) -> None:
        """Make a user's pass known, and let it run at a point of the compiler's pipeline, or no longer."""
        if not (isinstance(kind, type) and issubclass(kind, Pass)):
            raise InvalidDefinitionError(f"a pass is a subclass of Pass, but got {kind!s}")
        if not kind.name:
            raise InvalidDefinitionError(f"pass '{kind.__name__}' has no name: name = \"my-pass\" in its body")
        _check_name(kind)
        self.register(kind)
        self.placed.pop(kind.name, None)
        if at is not None:
            self.placed[kind.name] = at

    def with_kind(self, kind: type[Pass] | type[NamedPipeline]) -> Registry:
        """Return a registry that also has this pass or named pipeline."""
        extended = Registry(base=self)
        extended.register(kind)
        return extended

    def register_module(self, module: ModuleType) -> list[str]:
        """Make all passes known that a module defines; their names."""
        kinds = list(_configured_in(module))
        for kind in kinds:
            _check_name(kind)
        for kind in kinds:
            self.register(kind)
        return [kind.name for kind in kinds]

    def find(self, name: str) -> type[Pass] | type[NamedPipeline] | None:
        """The pass or named pipeline of a name, imported now if need be."""
        kind = self._loaded.get(name)
        if kind is not None:
            return kind
        if name not in self._entries:
            self._read_entry_points()
        entry = self._entries.get(name)
        if entry is None:
            return self._base.find(name) if self._base is not None else None
        kind = self._loaded[name] = _load(name, entry)
        return kind

    def names(self) -> list[str]:
        """The names of everything registered, those of other packages included."""
        self._read_entry_points()
        others = self._base.names() if self._base is not None else ()
        return sorted({*self._entries, *self._loaded, *others})

    def suggest(self, name: str, others: Iterable[str] = ()) -> str:
        """`", did you mean 'x'?"` for the name of a pass, or one of `others`, that is misspelt or used elsewhere."""
        synonyms = importlib.import_module("..synonyms", __package__)  # only an unknown name should cost its import
        ours = synonyms.pass_called(name)
        return f", did you mean '{ours}'?" if ours in self.names() else did_you_mean(name, [*others, *self.names()])

    def description(self, name: str) -> str:
        """Return one line on a pass, without importing it where that is not needed."""
        loaded = self._loaded.get(name)
        if loaded is not None:
            return loaded.summary()
        if name in self._entries:
            return self._entries[name].description
        return self._base.description(name) if self._base is not None else ""

    def _read_entry_points(self) -> None:
        if not self._search_entry_points:
            return
        self._search_entry_points = False
        metadata = importlib.import_module("importlib.metadata")  # 20 ms that only an unknown name should cost
        for entry in metadata.entry_points(group=ENTRY_POINTS):
            where = entry.dist.name if entry.dist is not None else entry.value
            self._entries.setdefault(entry.name, PassEntry(entry.value, f"From {where}"))


def _check_name(kind: type[Pass] | type[NamedPipeline]) -> None:
    """Refuse a name that a pipeline cannot contain, or that a pass of dlc has."""
    if not _is_name(kind.name):
        raise InvalidDefinitionError(
            f"'{kind.name}' cannot be the name of a pass: letters, digits and dashes, such as \"my-pass\""
        )
    anchor: object = getattr(kind, "anchor", None)
    if anchor is not None and not isinstance(anchor, str):
        shown = getattr(anchor, "name", anchor)
        raise InvalidDefinitionError(f"the anchor of pass '{kind.name}' must be the name of an op, such as '{shown}'")
    own = PASSES.get(kind.name)
    if own is not None and kind.__module__ != own.module.partition(":")[0]:
        raise InvalidDefinitionError(f"pass '{kind.name}' is one of dlc's own: choose another name")


def _load(name: str, entry: PassEntry) -> type[Pass] | type[NamedPipeline]:
    module_name, _, attribute = entry.module.partition(":")
    try:
        with at_work():
            module = importlib.import_module(module_name)
    except Exception as error:
        raise DlcError(f"cannot load pass '{name}': {import_problem(entry.module.partition(':')[0], error)}") from error
    if attribute:
        kind = getattr(module, attribute, None)
        if isinstance(kind, type) and issubclass(kind, (Pass, NamedPipeline)) and kind.name == name:
            return kind
        raise DlcError(f"cannot load pass '{name}': '{entry.module}' is not a pass of that name")
    for kind in _configured_in(module):
        if kind.name == name:
            return kind
    raise DlcError(f"cannot load pass '{name}': module '{module_name}' does not define it")


def _configured_in(module: ModuleType) -> Iterable[type[Pass] | type[NamedPipeline]]:
    for member in vars(module).values():
        if isinstance(member, type) and issubclass(member, (Pass, NamedPipeline)) and member.name:
            yield member


REGISTRY = Registry(PASSES, entry_points=True)
"""The registry that tools use."""
