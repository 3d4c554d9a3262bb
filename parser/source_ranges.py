"""Source ranges: where ops, regions and names stand in a text, for editors and formatters.

    reader = RangeReader(source, context)
    ops = read_ops(reader)
    reader.ranges.op_at(offset)

`parse_file` uses a reader that records nothing. After errors there are the ranges of what could be read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from ..ir import Block, Operation, Value
from ..ir.context import Context
from ..ir.locations import Source
from .assembly_reader import Reader
from .reader import RegionFrame

_RESULT_NAME = re.compile(r"%[\w$.-]+")


class OpRange:
    """The text of an op: from its results to its end, and where its name stands."""

    __slots__ = ("end", "name_start", "op", "start")

    def __init__(self, op: Operation, start: int, name_start: int, end: int) -> None:
        self.op = op
        self.start = start
        self.name_start = name_start
        self.end = end


class Definition:
    """The place where a name of values is defined; several results may share it, as `%a:2`.

    The results of an op that cannot be read have names, but no values.
    """

    __slots__ = ("name", "scope", "start", "values")

    def __init__(self, name: str, start: int, scope: Scope) -> None:
        self.name = name
        self.start = start
        self.scope = scope
        self.values: list[Value] = []

    @property
    def end(self) -> int:
        return self.start + len(self.name)


class Scope:
    """The text of a region, with the names that are defined in it."""

    __slots__ = ("blocks", "definitions", "end", "isolated", "parent", "start")

    def __init__(self, start: int, parent: Scope | None, isolated: bool) -> None:
        self.start = start
        self.end = start
        self.parent = parent
        self.isolated = isolated
        self.definitions: dict[str, Definition] = {}
        self.blocks: dict[str, Block] = {}

    def lookup(self, name: str) -> Definition | None:
        """Return the definition of a name that is visible in this scope."""
        scope: Scope | None = self
        while scope is not None:
            definition = scope.definitions.get(name)
            if definition is not None or scope.isolated:
                return definition
            scope = scope.parent
        return None


class SourceRanges:
    """The ops and scopes of one text, in its order, as a reader records them."""

    def __init__(self) -> None:
        self.ops: list[OpRange] = []
        self.scopes: list[Scope] = []
        self.definitions: dict[int, Definition] = {}
        """Definitions of values by the offset of their name."""

    def finish(self, end: int) -> None:
        """Put what was recorded into the order of the text, which has this length."""
        self.ops.sort(key=lambda each: each.start)
        self.scopes.sort(key=lambda each: each.start)
        self.scopes[0].end = end

    def scope_at(self, offset: int) -> Scope:
        """Return the innermost scope around an offset."""
        index = bisect_right(self.scopes, offset, key=lambda each: each.start) - 1
        scope = self.scopes[max(index, 0)]
        while scope.parent is not None and not scope.start <= offset < scope.end:
            scope = scope.parent
        return scope

    def op_at(self, offset: int) -> OpRange | None:
        """Return the innermost op around an offset."""
        index = bisect_right(self.ops, offset, key=lambda each: each.start) - 1
        while index >= 0:
            candidate = self.ops[index]
            if offset <= candidate.end:
                return candidate
            index -= 1
        return None

    def definition_of(self, name: str, offset: int) -> Definition | None:
        """Return the definition of the value that is called `name` at an offset."""
        base = name.partition("#")[0]
        return self.definitions.get(offset) or self.scope_at(offset).lookup(base)


class RangeReader(Reader):
    """A reader that records source ranges."""

    def __init__(self, source: Source, context: Context) -> None:
        super().__init__(source, context)
        self.ranges = ranges = SourceRanges()
        self._scopes: dict[RegionFrame, Scope] = {self.outermost: Scope(0, None, True)}
        ranges.scopes.append(self._scopes[self.outermost])
        self._results_start: int | None = None
        """The offset of the names of the results that are being defined."""

    def read_file(self) -> list[Operation]:
        ops = super().read_file()
        self.ranges.finish(self.length)
        return ops

    def enter_region(self, isolated: bool, default_dialect: str | None) -> RegionFrame:
        outer = self._scopes[self.frame]
        frame = super().enter_region(isolated, default_dialect)
        scope = self._scopes[frame] = Scope(self.pos, outer, isolated)
        self.ranges.scopes.append(scope)
        return frame

    def _leave_region(self, complete: bool) -> None:
        scope = self._scopes[self.frame]
        scope.end = max(self.pos, scope.start)
        scope.blocks = {label: block for label, (block, _) in self.frame.labels.items()}
        super()._leave_region(complete)

    def define(self, name: str, value: Value) -> None:
        super().define(name, value)
        base, _, number = name.partition("#")
        scope = self._scopes[self.frame]
        definition = scope.definitions.get(base)
        if definition is None or not number:
            start = self.find_definition(base)
            definition = scope.definitions[base] = self.ranges.definitions[start] = Definition(base, start, scope)
        definition.values[int(number or 0) :] = [value]

    def find_definition(self, name: str) -> int:
        """Return the offset at which a name is defined: near the start of the op or argument that was read last."""
        begin = self.token_start if self._results_start is None else self._results_start
        for match in _RESULT_NAME.finditer(self.text, begin, self.pos + len(name)):
            if match[0] == name:
                return match.start()
        return self.written_before(name, begin)

    def note_broken(self, head: str, offset: int) -> None:
        super().note_broken(head, offset)
        if not head.startswith("%"):
            return
        scope = self._scopes[self.frame]
        for match in _RESULT_NAME.finditer(head):
            start = offset + match.start()
            if self.text.startswith(match[0], start) and match[0] not in scope.definitions:
                definition = scope.definitions[match[0]] = Definition(match[0], start, scope)
                self.ranges.definitions[start] = definition

    def place(self, op: Operation, results: str | None) -> Operation:
        start = self.token_start
        location = op._location
        name_start: int = location[1] if isinstance(location, tuple) else start
        if results is not None:
            first = _RESULT_NAME.match(results)
            if first is not None:
                start = self._results_start = min(start, self.written_before(results, name_start))
        self.ranges.ops.append(OpRange(op, start, name_start, self.pos))
        try:
            return super().place(op, results)
        finally:
            self._results_start = None

    def on_located(self, *parts: Any) -> None:
        super().on_located(*parts)
        for each in reversed(self.ranges.ops):
            if each.op is parts[-2]:
                each.end = self.pos
                break
