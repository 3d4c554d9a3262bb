"""The passes of the compiler, and of other packages, whose modules have a pattern or a table for an op.

A pass that decides by interfaces, or that tests classes in its code, is not found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

from dlc.ir.definition import Op
from dlc.ir.op_table import OpTable
from dlc.ir.patterns import Pattern
from dlc.passes.catalog import PASSES
from dlc.passes.manager import Pass
from dlc.passes.manager.registry import REGISTRY
from dlc.passes.pipelines import STAGES

from .passes import names_in


def lowerings_of(cls: type[Op]) -> list[tuple[str, str]]:
    """Return the passes that rewrite a kind of op, each with the patterns or the tables that do it."""
    passes = {
        name: dict.fromkeys(by for kind, by in kinds if _is_kind(cls, kind))
        for name, kinds in _rewritten(_passes()).items()
    }
    return [(name, ", ".join(by)) for name, by in passes.items() if by]


def _is_kind(cls: type[Op], kind: object) -> bool:
    return kind == cls.name if isinstance(kind, str) else isinstance(kind, type) and issubclass(cls, kind)


def _passes() -> tuple[str, ...]:
    """Return the passes of the compiler and of other packages."""
    of_compiler = {name for stage in STAGES for name in names_in(stage)}
    return tuple(sorted(of_compiler.union(REGISTRY.names()).difference(PASSES.keys() - of_compiler)))


@lru_cache(maxsize=1)
def _rewritten(passes: tuple[str, ...]) -> dict[str, list[tuple[object, str]]]:
    """Return the kinds of ops that each pass rewrites, with what rewrites them."""
    rewritten: dict[str, list[tuple[object, str]]] = {}
    for name in passes:
        kind = REGISTRY.find(name)
        module = sys.modules.get(kind.__module__) if kind is not None and issubclass(kind, Pass) else None
        members = list(vars(module).values()) if module is not None else []
        rewritten[name] = [entry for member in members for entry in _entries(member)]
        rewritten[name] += [entry for member in members for entry in _keys(member, name.partition("-to-")[0])]
    return rewritten


def _entries(member: Any) -> Iterator[tuple[object, str]]:
    """Yield the kinds of ops, or names, that a member of a module is for: a pattern, patterns, or a table."""
    if isinstance(member, OpTable):
        yield from ((kind, member.entry) for kind in member)
    elif isinstance(member, Pattern):
        yield from ((kind, member.name) for kind in member.kinds)
    elif isinstance(member, (list, tuple)):
        for each in cast("Sequence[object]", member):
            if isinstance(each, Pattern):
                yield from _entries(each)


def _keys(member: Any, dialect: str) -> Iterator[tuple[object, str]]:
    """Yield the kinds of ops of a dialect that a dictionary is for: `scf-to-loop` has one for ops of `scf`."""
    for kind in cast("dict[object, object]", member) if isinstance(member, dict) else ():
        name = str(getattr(kind, "name", kind))
        if name.startswith(f"{dialect}."):
            yield name, "a table"
