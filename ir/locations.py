"""Locations: the origin of ops in source files, and through rewrites.

Locations are attributes, so they print and parse like any other and can be held by rewrites. Making one for each op of
a large file would cost more than parsing it, so an op read from text keeps a `(Source, offset)` pair, which becomes a
`FileLineColLoc` when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol

from .attributes import Attribute, AttributeReport


class Location(Attribute):
    """Base of all locations."""

    __slots__ = ()


class UnknownLoc(Location):
    """`loc(unknown)`"""

    name = "builtin.unknown_loc"


class FileLineColLoc(Location):
    """`loc("file":line:col)`, or a range `loc("file":line:col to end_line:end_col)`. Counted from 1; 0 is unknown."""

    name = "builtin.file_line_loc"

    filename: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def at(cls, filename: str, line: int, column: int) -> FileLineColLoc:
        """Return the location of one point."""
        return cls(filename, line, column, line, column)

    def verify(self, report: AttributeReport) -> None:
        if min(self.line, self.column, self.end_line, self.end_column) < 0:
            report.error("line and column must not be negative")
        if max(self.line, self.column, self.end_line, self.end_column) >= 1 << 32:
            report.error("line and column must be less than 2^32")


class NameLoc(Location):
    """`loc("name"(child))`: something with a name, such as a variable of the source language."""

    name = "builtin.name_loc"

    text: str
    child: Location


class CallSiteLoc(Location):
    """`loc(callsite(callee at caller))`: code that was inlined."""

    name = "builtin.call_site_loc"

    callee: Location
    caller: Location


class FusedLoc(Location):
    """`loc(fused<metadata>[a, b])`: made from several places, the metadata says by what."""

    name = "builtin.fused_loc"

    locations: tuple[Location, ...]
    metadata: Attribute | None = None


class OpaqueLoc(Location):
    """A location with a fallback for those who do not know what the other part means."""

    name = "builtin.opaque_loc"

    identifier: int
    fallback: Location


UNKNOWN_LOC = UnknownLoc()


MOST_FUSED = 64
"""The maximum number of fused locations: an op that was merged from thousands would cost more at each merge
otherwise.
"""


def fuse(locations: Iterable[Location], metadata: Attribute | None = None) -> Location:
    """Fuse locations into one. Duplicates and unknowns vanish; fused parts are flattened.

    Of very many parts the first ones are kept.

    >>> fuse([UNKNOWN_LOC, UNKNOWN_LOC]) is UNKNOWN_LOC
    True
    """
    parts: dict[Location, None] = {}
    for location in locations:
        if isinstance(location, FusedLoc) and location.metadata is metadata:
            parts.update(dict.fromkeys(location.locations))
        elif location is not UNKNOWN_LOC:
            parts[location] = None
    if not parts:
        return UNKNOWN_LOC if metadata is None else FusedLoc((UNKNOWN_LOC,), metadata)
    if len(parts) == 1 and metadata is None:
        return next(iter(parts))
    return FusedLoc(tuple(islice(parts, MOST_FUSED)), metadata)


class Source:
    """A text that was parsed: its name, and where its lines begin."""

    __slots__ = ("_line_starts", "filename", "first_line", "text")

    def __init__(self, filename: str, text: str, first_line: int = 1) -> None:
        self.filename = filename
        self.text = text
        self.first_line = first_line
        """The number of the first line of `text` in the file: more than 1 in a part of a split file."""
        self._line_starts: list[int] | None = None

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, counted from 1, of an offset into the text."""
        starts = self._line_starts
        if starts is None:
            starts = self._line_starts = _line_starts(self.text)
        index = bisect_right(starts, offset) - 1
        return index + self.first_line, offset - starts[index] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, counted from 1; one that is not in the text is at its end."""
        starts = self._line_starts
        if starts is None:
            starts = self._line_starts = _line_starts(self.text)
        index = line - self.first_line
        return starts[index] + column - 1 if 0 <= index < len(starts) else len(self.text)

    def location(self, offset: int) -> FileLineColLoc:
        line, column = self.position(offset)
        return FileLineColLoc.at(self.filename, line, column)

    def line(self, number: int) -> str | None:
        """Return the text of a line, without its end; `None` where there is no such line."""
        starts = self._line_starts
        if starts is None:
            starts = self._line_starts = _line_starts(self.text)
        index = number - self.first_line
        if not 0 <= index < len(starts):
            return None
        end = self.text.find("\n", starts[index])
        return self.text[starts[index] : end if end >= 0 else len(self.text)].rstrip("\r")

    def shared_with(self, other: Source) -> Source:
        """Return a text of the lines that are the same in a text that begins at the same line; others are empty."""
        if self.text == other.text:
            return self
        pairs = zip(self.text.split("\n"), other.text.split("\n"), strict=False)
        return Source(self.filename, "\n".join(line if line == also else "" for line, also in pairs), self.first_line)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    line_end = text.find("\n")
    while line_end >= 0:
        starts.append(line_end + 1)
        line_end = text.find("\n", line_end + 1)
    return starts


class LocationSource(Protocol):
    """A source from which a location is made when it is needed."""

    def location(self, place: Any, /) -> Location: ...


PendingLocation = tuple[LocationSource, Any]
"""A place in a source that has not been turned into a location yet."""


def resolve(location: Location | PendingLocation) -> Location:
    """Return the location itself, whichever form it is kept in."""
    return location[0].location(location[1]) if type(location) is tuple else location  # type: ignore[return-value]
