"""Diagnostics: what dlc has to say about a user's program, and where.

    net.mlir:7:8: error: 'graph.matmul' op inner sizes must agree, but got 8 and 6 [matmul_c1]
      %c = graph.matmul %a, %b : tensor<4x8xf32>, tensor<6x2xf32> -> tensor<4x2xf32>
           ^~~~~~~~~~~~
    net.mlir:3:3: note: '%b' has type 'tensor<6x2xf32>' because of this op

An engine collects them and hands each to its handlers. It knows the sources that were read, so that it can show the
line; it never prints by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from .locations import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
    OpaqueLoc,
    PendingLocation,
    Source,
    resolve,
)

if TYPE_CHECKING:
    from .operations import Operation

ERROR, WARNING, REMARK, NOTE = "error", "warning", "remark", "note"
LONGEST_SHOWN_LINE = 200
MOST_ERRORS = 1000
"""The maximum number of errors that are kept of one run: enough to see them all, and a bound for hostile input."""


class Diagnostic:
    """A message with its location, its notes, and the number of the broken rule if it has one."""

    __slots__ = ("_late_note", "_location", "_notes", "cause", "message", "rule", "severity", "source")

    def __init__(
        self,
        severity: str,
        location: Location | PendingLocation,
        message: str,
        rule: str | None = None,
        cause: BaseException | None = None,
    ) -> None:
        self.severity = severity
        self._location = location
        self.source = location[0] if type(location) is tuple and isinstance(location[0], Source) else None
        """The text that the location is in, if that is known; others may have its name."""
        self.message = message
        self.rule = rule
        self._notes: list[Diagnostic] = []
        self._late_note: Callable[[], str | None] | None = None
        self.cause = cause
        """The exception in the code of a definition that this diagnostic is about."""

    @property
    def location(self) -> Location:
        self._location = location = resolve(self._location)
        return location

    @property
    def text(self) -> str:
        """The message with its rule."""
        return f"{self.message} [{self.rule}]" if self.rule else self.message

    @property
    def has_no_place(self) -> bool:
        """Whether nobody can tell from the location what the diagnostic is about."""
        return file_location(self.location) is None and _name_of(self.location) == UNKNOWN_PLACE

    @property
    def notes(self) -> list[Diagnostic]:
        """Further messages that help to understand this one."""
        if self._late_note is not None:
            late, self._late_note = self._late_note(), None
            if late is not None:
                self._notes.append(Diagnostic(NOTE, self.location, late))
        return self._notes

    def note(self, location: Location | PendingLocation, message: str) -> Diagnostic:
        """Add what helps to understand; returns this diagnostic, for the next note."""
        self._notes.append(Diagnostic(NOTE, location, message))
        return self

    def note_if_asked(self, message: Callable[[], str | None]) -> None:
        """Add a note that takes long to write, if somebody reads the notes."""
        self._late_note = message

    def __repr__(self) -> str:
        return f"<{self.severity}: {self.text}>"


class DiagnosticEngine:
    """Collects diagnostics and passes each on to the handlers, in order."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.handlers: list[Callable[[Diagnostic], None]] = []
        self.sources: dict[str, Source] = {}
        """The last text of each name."""
        self.lines: dict[str, Source] = {}
        """The lines of each name, without those that are not the same in all texts of that name."""
        self.error_count = 0
        self._held: Diagnostic | None = None

    def add_source(self, source: Source) -> None:
        """Make a text known, so that its lines can be shown."""
        known = self.lines.get(source.filename)
        is_another = known is not None and known.first_line == source.first_line
        self.lines[source.filename] = known.shared_with(source) if known is not None and is_another else source
        self.sources[source.filename] = source

    def emit(self, diagnostic: Diagnostic) -> Diagnostic:
        """Take note of a finished diagnostic."""
        self.hold(diagnostic)
        self.release()
        return diagnostic

    def hold(self, diagnostic: Diagnostic) -> Diagnostic:
        """Take note of a diagnostic that may still get notes: handlers hear of it before the next, or at `release`."""
        self.release()
        if diagnostic.severity == ERROR:
            self.error_count += 1
            if self.error_count > MOST_ERRORS:
                return diagnostic
        self.diagnostics.append(diagnostic)
        self._held = diagnostic
        return diagnostic

    def release(self) -> None:
        """Let handlers hear of what is held."""
        held, self._held = self._held, None
        if held is not None:
            for handler in self.handlers:
                handler(held)

    def error(
        self,
        location: Location | PendingLocation,
        message: str,
        rule: str | None = None,
        notes: Iterable[tuple[Location | PendingLocation, str]] = (),
    ) -> Diagnostic:
        return self._report(ERROR, location, message, rule, notes)

    def warning(
        self,
        location: Location | PendingLocation,
        message: str,
        rule: str | None = None,
        notes: Iterable[tuple[Location | PendingLocation, str]] = (),
    ) -> Diagnostic:
        return self._report(WARNING, location, message, rule, notes)

    def remark(self, location: Location | PendingLocation, message: str) -> Diagnostic:
        return self._report(REMARK, location, message, None, ())

    def _report(
        self,
        severity: str,
        location: Location | PendingLocation,
        message: str,
        rule: str | None,
        notes: Iterable[tuple[Location | PendingLocation, str]],
    ) -> Diagnostic:
        diagnostic = Diagnostic(severity, location, message, rule)
        for place, text in notes:
            diagnostic.note(place, text)
        return self.emit(diagnostic)

    # -- Rendering ---------------------------------------------------------------------------------------------------

    def render(self, diagnostic: Diagnostic) -> str:
        """Return the text for a person: place, severity, message, the line with the op underlined, and the notes."""
        parts = [self._render_one(diagnostic)]
        parts += [self._render_one(note) for note in diagnostic.notes]
        return "\n".join(parts)

    def _render_one(self, diagnostic: Diagnostic) -> str:
        place = file_location(diagnostic.location)
        where = f"{place.filename}:{place.line}:{place.column}" if place is not None else _name_of(diagnostic.location)
        head = f"{where}: {diagnostic.severity}: {diagnostic.text}"
        snippet = self._snippet(place, diagnostic.source) if place is not None else None
        return f"{head}\n{snippet}" if snippet else head

    def _snippet(self, place: FileLineColLoc, source: Source | None) -> str | None:
        source = source or self.lines.get(place.filename)
        line = source.line(place.line) if source is not None else None
        if not line or place.column < 1 or place.column > len(line) + 1:
            return None
        start = place.column - 1
        if place.end_line == place.line and place.end_column > place.column:
            width = place.end_column - place.column
        else:
            width = max(1, _word_length(line, start))
        if len(line) > LONGEST_SHOWN_LINE:
            cut = max(0, start - LONGEST_SHOWN_LINE // 2)
            line, start = line[cut : cut + LONGEST_SHOWN_LINE], start - cut
            width = min(width, len(line) - start)
        indent = "".join("\t" if character == "\t" else " " for character in line[:start])
        return f"  {line}\n  {indent}^{'~' * (width - 1)}"

    def as_json(self, diagnostic: Diagnostic) -> str:
        """Return the diagnostic as a line of JSON for tools."""
        return _json_text(_json_of(diagnostic))


_ESCAPED = r'["\\\x00-\x1f\ud800-\udfff]'
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _json_text(value: object) -> str:
    """JSON, without the cost of importing the module that most runs never need."""
    if isinstance(value, str):
        return f'"{re.sub(_ESCAPED, _escape, value)}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_json_text, cast('list[object]', value)))}]"
    if isinstance(value, dict):
        entries = cast("dict[str, object]", value)
        return f"{{{', '.join(f'{_json_text(key)}: {_json_text(item)}' for key, item in entries.items())}}}"
    return "null" if value is None else str(value)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"


_WORD = r"[%^@!#]?[\w.$-]+|\"(?:[^\"\\]|\\.)*\"|."


def _word_length(line: str, start: int) -> int:
    match = re.compile(_WORD).match(line, start)
    return match.end() - start if match else 1


def _json_of(diagnostic: Diagnostic) -> dict[str, Any]:
    place = file_location(diagnostic.location)
    return {
        "severity": diagnostic.severity,
        "file": place.filename if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "message": diagnostic.message,
        "rule": diagnostic.rule,
        "notes": [_json_of(note) for note in diagnostic.notes],
    }


def _name_of(location: Location) -> str:
    """Return the name that a location without a place in a file has, such as that of a node of a model."""
    parts = location.locations if isinstance(location, FusedLoc) else (location,)
    names = [part.text for part in parts if isinstance(part, NameLoc)]
    return f"'{names[0]}'" if names else UNKNOWN_PLACE


UNKNOWN_PLACE = "<unknown>"


def file_location(location: Location) -> FileLineColLoc | None:
    """Return the first place in a file that a location names, looking through names, calls and fusions."""
    return next((each for each in _parts_of(location) if isinstance(each, FileLineColLoc)), None)


def _parts_of(location: Location) -> Iterator[Location]:
    """Yield a location and those in it: what it names, callees before callers, and what was fused."""
    pending: list[Location] = [location]
    seen: set[Location] = set()  # a location can contain another over and over
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        yield current
        if isinstance(current, NameLoc):
            pending.append(current.child)
        elif isinstance(current, CallSiteLoc):
            pending += [current.caller, current.callee]
        elif isinstance(current, FusedLoc):
            pending += reversed(current.locations)
        elif isinstance(current, OpaqueLoc):
            pending.append(current.fallback)


def with_place(message: str, location: Location) -> str:
    """Return the message of an assertion with the place in a file that a location names, or with a name in it.

    Ops of an imported model have the name of a node, which some messages mention themselves.
    """
    place, text = file_location(location), message.rstrip("\n")
    if place is not None:
        return f"{text}, at {place.filename}:{place.line}:{place.column}"
    name = next((each.text for each in _parts_of(location) if isinstance(each, NameLoc)), "")
    return f"{text}, at '{name}'" if name and name not in text else text


def nearest_location(op: Operation) -> Location | PendingLocation:
    """Return the location of an op or, if it is in no file, as of ops that passes make, of the nearest op around it."""
    current: Operation | None = op
    while current is not None:
        kept = current.kept_location
        if type(kept) is tuple and isinstance(kept[0], Source):
            return kept
        if file_location(current.location) is not None:
            return current.location
        current = current.parent_op
    return op.location


def counted(count: int, noun: str) -> str:
    """Return a number of things in words: `1 result`, `2 results`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`", did you mean 'x'?"` for the known name nearest to `name`; empty where none is near.

    >>> did_you_mean("arith.adf", ["arith.addf", "arith.mulf"])
    ", did you mean 'arith.addf'?"
    """
    nearest = closest(name, known)
    return f", did you mean '{nearest}'?" if nearest is not None else ""


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name nearest to `name`; `None` where none is near."""
    limit = max(1, len(name) // 3)
    if len(name) > LONGEST_COMPARED:
        return None
    distance_to = _distance_from(name)
    best: tuple[int, str] | None = None
    for candidate in known:
        if abs(len(candidate) - len(name)) <= limit:
            candidate_distance = (distance_to(candidate, limit), candidate)
            if candidate_distance[0] <= limit and (best is None or candidate_distance < best):
                best, limit = candidate_distance, candidate_distance[0]
    return best[1] if best is not None else None


def meaning(names: Sequence[str]) -> str:
    """`", did you mean 'x' or 'y'?"` for names that may have been meant; empty where there are none."""
    return f", did you mean {' or '.join(repr(name) for name in names)}?" if names else ""


LONGEST_COMPARED = 200


def _distance_from(name: str) -> Callable[[str, int], int]:
    """Return the number of insertions, deletions, substitutions and swaps of neighbours between `name` and another
    word.

    The function answers any number above the limit that it is given where there are more. It works on a column of the
    usual table at once, as bits (Hyyro, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances"):
    a program with thousands of unknown names must not take minutes.
    """
    places: dict[str, int] = {}
    for index, character in enumerate(name):
        places[character] = places.get(character, 0) | 1 << index
    size, everything = len(name), (1 << len(name)) - 1
    last = 1 << (size - 1) if size else 0

    def distance_to(other: str, limit: int) -> int:
        if not size:
            return len(other)
        distance, left = size, len(other)
        up, down, diagonal, matches_before = everything, 0, 0, 0
        for character in other:
            matches = places.get(character, 0)
            swapped = ((~diagonal & matches) << 1) & matches_before
            diagonal = (swapped | (((matches & up) + up) ^ up) | matches | down) & everything
            right, wrong = diagonal & up, (down | ~(diagonal | up)) & everything
            distance += (1 if wrong & last else 0) - (1 if right & last else 0)
            left -= 1
            if distance - left > limit:
                return limit + 1
            wrong, right = wrong << 1 | 1, right << 1
            up, down = (right | ~(diagonal | wrong)) & everything, wrong & diagonal
            matches_before = matches
        return distance

    return distance_to
