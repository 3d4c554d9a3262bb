"""Names of values and blocks, assigned before printing, so that forward references are known."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..ir import Block, Operation, Region, Value
from ..ir.definition import Op

UNKNOWN = "<<UNKNOWN SSA VALUE>>"
_usable = re.compile(r"[A-Za-z_$.-][\w$.-]*", re.ASCII).fullmatch


class Names(dict[Value, str]):
    """The names of values; an unknown value is printed as such instead of failing."""

    __slots__ = ()

    def __missing__(self, value: Value) -> str:
        return UNKNOWN


def name_values(
    root: Operation,
    names: Names,
    blocks: dict[Block, str],
    *,
    hints: bool,
    suggestions: bool = True,
    unique: bool = False,
    ids: dict[Operation, str] | None = None,
) -> None:
    """Name the results of `root`, and everything inside; with `ids`, also number the ops without results.

    Names come from `hints` in the source, then from `suggestions` by the ops; other values are numbered.
    """
    naming = _Naming(names, blocks, hints, suggestions, ids)
    naming.name_results(root)
    naming.regions(root._regions, unique)


class _Naming:
    """Names the values of a region first, then those of nested regions, with consecutive numbers, as MLIR does.

    So a name in a nested region never equals a name of the enclosing one, whether defined earlier or later. This holds
    in isolated ops too, though they see none of these values, because MLIR's text never redefines names.
    """

    def __init__(
        self, names: Names, blocks: dict[Block, str], hints: bool, suggestions: bool, ids: dict[Operation, str] | None
    ) -> None:
        self.names = names
        self.blocks = blocks
        self.hints = hints
        self.suggestions = suggestions
        self.ids = ids
        self.used: set[str] = set()
        self.next_conflict: int = 0
        """The number to try next for a name that is already used, independent of the name."""
        self.next_value: int = 0
        self.next_argument: int = 0

    def regions(self, regions: Sequence[Region], unique: bool) -> None:
        """Name the contents of these regions, each independently of the others, unless all names must be unique.

        An explicit stack allows nests of any depth.
        """
        pending: list[tuple[Region, int, int, int] | list[str]] = [
            (region, self.next_value, self.next_argument, self.next_conflict) for region in regions
        ]
        while pending:
            entry = pending.pop()
            if isinstance(entry, list):
                self.used.difference_update(entry)
                continue
            region = entry[0]
            if not unique:
                _, self.next_value, self.next_argument, self.next_conflict = entry
            added: list[str] = []
            nested = self._region(region, added)
            if not unique:
                pending.append(added)
            numbers = self.next_value, self.next_argument, self.next_conflict
            pending += [(inner, *numbers) for op in nested for inner in op._regions]

    def _region(self, region: Region, added: list[str]) -> list[Operation]:
        """Name the blocks, arguments and results of one region; return the ops that have regions themselves."""
        names = self.names
        nested: list[Operation] = []
        for number, block in enumerate(region.blocks):
            self.blocks[block] = f"^bb{number}"
            is_entry = number == 0
            suggested = self._suggested_arguments(region) if is_entry and block._args else ()
            sources = self._shared_arguments(region) if is_entry and self.hints else block._args
            for index, arg in enumerate(block._args):
                hint = sources[index].name_hint if self.hints else None
                if hint is None and index < len(suggested):
                    hint = suggested[index]
                if hint is not None and _usable(hint):
                    names[arg] = self.unique(hint, added)
                elif is_entry:
                    names[arg] = self._argument_name(added)
                else:
                    names[arg] = self._number()
            op = block._first
            while op is not None:
                if op._results:
                    self.name_results(op, added)
                elif self.ids is not None:
                    self.ids[op] = self._number()
                if op._regions:
                    nested.append(op)
                op = op._next
        return nested

    def _shared_arguments(self, region: Region) -> Sequence[Value]:
        """Return the arguments whose names those of a region have: its own, or those of the last region of its op."""
        op = region.parent
        own = region.entry._args
        if not isinstance(op, Op) or not op.regions_share_names:
            return own
        last = op._regions[-1]
        shared = last.entry._args if last.blocks else own
        return shared if len(shared) == len(own) else own

    def _suggested_arguments(self, region: Region) -> Sequence[str | None]:
        op = region.parent
        return op.argument_names() if self.suggestions and isinstance(op, Op) else ()

    def _argument_name(self, added: list[str]) -> str:
        name = f"%arg{self.next_argument}"
        self.next_argument += 1
        while name in self.used:
            name = f"%arg{self.next_argument}"
            self.next_argument += 1
        self.used.add(name)
        added.append(name)
        return name

    def _number(self) -> str:
        name = f"%{self.next_value}"
        self.next_value += 1
        return name

    def unique(self, hint: str, added: list[str]) -> str:
        """Return `%hint`, with a number if it is already used."""
        name = f"%{hint}"
        if name in self.used:
            name = self._distinguished(name)
        self.used.add(name)
        added.append(name)
        return name

    def _distinguished(self, name: str) -> str:
        number = self.next_conflict
        while f"{name}_{number}" in self.used:
            number += 1
        self.next_conflict = number + 1
        return f"{name}_{number}"

    def name_results(self, op: Operation, added: list[str] | None = None) -> None:
        added = [] if added is None else added
        results = op._results
        if len(results) == 1:
            result = results[0]
            hint = result.name_hint if self.hints else None
            if hint is None and self.suggestions and isinstance(op, Op):
                suggested = op.result_names()
                hint = suggested[0] if suggested else None
            if hint is not None and ((hint.isascii() and hint.isidentifier()) or _usable(hint)):
                name = f"%{hint}"
                if name in self.used:
                    name = self._distinguished(name)
                self.used.add(name)
                added.append(name)
                self.names[result] = name
            else:
                self.names[result] = f"%{self.next_value}"
                self.next_value += 1
        elif results:
            self._name_several(op, added)

    def _name_several(self, op: Operation, added: list[str]) -> None:
        """Name results without hints after the one before them: `%0:2`."""
        suggested = op.result_names() if self.suggestions and isinstance(op, Op) else ()
        hints = [
            (result.name_hint if self.hints else None) or (suggested[index] if index < len(suggested) else None)
            for index, result in enumerate(op._results)
        ]
        hints = [hint if hint is not None and _usable(hint) else None for hint in hints]
        start = 0
        while start < len(op._results):
            end = start + 1
            while end < len(op._results) and hints[end] is None:
                end += 1
            hint = hints[start]
            base = self.unique(hint, added) if hint is not None else self._number()
            for index in range(start, end):
                self.names[op._results[index]] = base if end - start == 1 else f"{base}#{index - start}"
            start = end
