"""A document: the segments of a text, with an analysis of each that is made when a question needs it.

A segment is parsed when something in it is asked for, and again after it has changed. One that is too long to be parsed
before an answer keeps the analysis of its earlier text, with offsets moved along, until `check` has parsed it again.
`check` verifies everything and may run in a thread of its own: it replaces analyses, and changes nothing in them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import count

from ...ir import Attribute, Block, BlockArgument, Location, Operation
from ...ir.context import Context
from ...ir.diagnostics import Diagnostic, DiagnosticEngine, file_location
from ...ir.locations import Source
from ...ir.verifier import verify
from ...parser.aliases import aliases_to_keep
from ...parser.highlighting import Token, tokens_of
from ...parser.parse import as_module, read_ops
from ...parser.source_ranges import RangeReader, SourceRanges
from .segments import ALIAS, FOOTER, HEADER, OPS, closed, split

LONG = 24_000
"""The number of characters from which a segment is not parsed while somebody waits."""
SPLIT_MARKER = re.compile(r"^// -----[ \t\r]*\n", re.MULTILINE)
_numbers = count(1)


class Aliases:
    """The aliases of a part of a text."""

    def __init__(self, key: str) -> None:
        self.key = key
        """The text that defines them."""
        self.readers: list[RangeReader] = []

    def names(self) -> dict[Attribute, str]:
        """Return the names that can stand for types and attributes, with their signs."""
        tables = [table for reader in self.readers for table in (reader.type_aliases, reader.attribute_aliases)]
        pairs = (pair for table in tables for pair in table.items())
        return aliases_to_keep(pairs, with_numbers=True)


class Analysis:
    """The ops and errors of one text of a segment. Its name stands for the file in locations."""

    __slots__ = (
        "alias_key",
        "diagnostics",
        "failed",
        "footer",
        "laid_out_in",
        "name",
        "ops",
        "ranges",
        "reader",
        "source",
        "text",
    )

    def __init__(self, text: str, context: Context, aliases: Aliases, footer: str = "") -> None:
        self.text = text
        self.footer = footer
        """The end of the module that the text is the header of."""
        self.alias_key = aliases.key
        self.name = f"segment {next(_numbers)}"
        self.source = Source(self.name, text + footer)
        self.reader = reader = reader_of(self.source, context, aliases)
        self.ops: list[Operation] = read_ops(reader)
        self.failed = reader.failed
        self.diagnostics: list[Diagnostic] = reader.context.diagnostics.diagnostics
        completed = closed(text) if self.failed and not footer else None
        if completed is not None:
            self.reader = reader = reader_of(Source(self.name, completed), context, aliases)
            self.ops = read_ops(reader)
        self.ranges: SourceRanges = reader.ranges
        self.laid_out_in: str | None = None
        """The header of the module in which the formatter found nothing to change here; empty where there is none."""


class _Unused:
    """The holder of a location that is not kept."""

    _location: object = None


class _EditorReader(RangeReader):
    """A reader whose ops are located where they stand, whatever `loc(…)` says: errors belong into the editor's text."""

    def locate(self, holder: Operation | BlockArgument, location: Location) -> None:
        del holder
        super().locate(_Unused(), location)  # type: ignore[arg-type]


def reader_of(source: Source, context: Context, aliases: Aliases) -> _EditorReader:
    """Return a reader of a text that knows the aliases and reports to diagnostics of its own."""
    reader = _EditorReader(source, context.with_own_diagnostics())
    for earlier in aliases.readers:
        reader.attribute_aliases.update(earlier.attribute_aliases)
        reader.type_aliases.update(earlier.type_aliases)
        reader.broken_aliases |= earlier.broken_aliases
    return reader


class Segment:
    """A piece of the text, with the latest analysis of it or of an earlier text in its place."""

    __slots__ = ("analysis", "kind", "part", "sound", "start", "text")

    def __init__(self, kind: str, part: int, start: int, text: str) -> None:
        self.kind = kind
        self.part = part
        self.start = start
        self.text = text
        self.analysis: Analysis | None = None
        self.sound: Analysis | None = None
        """The latest analysis without errors, which stands in for the segment while others are verified."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class View:
    """A segment as its analysis sees it. Offsets of the document are moved where the analysis is of an earlier text."""

    __slots__ = ("_delta", "_prefix", "_suffix_start", "analysis", "segment")

    def __init__(self, segment: Segment, analysis: Analysis) -> None:
        self.segment = segment
        self.analysis = analysis
        old, new = analysis.text, segment.text
        self._delta = len(new) - len(old)
        self._prefix = len(new) if old == new else common_prefix(old, new)
        self._suffix_start = self._prefix if old == new else len(old) - common_suffix(old, new, self._prefix)

    def inner(self, offset: int) -> int:
        """Return the offset in the analysed text of an offset in the document."""
        offset -= self.segment.start
        return offset if offset <= self._prefix else max(offset - self._delta, self._prefix)

    def outer(self, offset: int) -> int:
        """Return the offset in the document of an offset in the analysed text."""
        moved = offset if offset < self._suffix_start else offset + self._delta
        return self.segment.start + min(moved, len(self.segment.text))


def common_prefix(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_suffix(one: str, other: str, prefix: int) -> int:
    """Return the length of the common end of two texts behind a common beginning."""
    low, high = 0, min(len(one), len(other)) - prefix
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


class Finding:
    """A diagnostic at offsets of the document, with its notes."""

    __slots__ = ("end", "message", "notes", "rule", "severity", "start")

    def __init__(self, severity: str, start: int, end: int, message: str, rule: str | None) -> None:
        self.severity = severity
        self.start = start
        self.end = end
        self.message = message
        self.rule = rule
        self.notes: list[Finding] = []


class Document:
    """A text that is being edited."""

    def __init__(self, text: str, context: Context) -> None:
        self.context = context
        self.text = ""
        self.source = Source("", "")
        self.segments: list[Segment] = []
        self._aliases: dict[int, Aliases] = {}
        self.update(text)

    def update(self, text: str) -> None:
        """Take the text after an edit. Analyses of segments that did not change are kept."""
        self.text = text
        self.source = Source("", text)
        old, new = self.segments, list(_segments_of(text))
        same = 0
        while same < min(len(old), len(new)) and old[same].text == new[same].text:
            same += 1
        tail = 0
        while tail < min(len(old), len(new)) - same and old[-1 - tail].text == new[-1 - tail].text:
            tail += 1
        pairs = [*zip(old[:same], new[:same], strict=True)]
        if tail:
            pairs += zip(old[-tail:], new[-tail:], strict=True)
        if len(old) == len(new):
            pairs += zip(old[same : len(old) - tail], new[same : len(new) - tail], strict=True)
        for before, after in pairs:
            if before.kind == after.kind:
                after.analysis, after.sound = before.analysis, before.sound
        self.segments = new
        self._aliases = {}

    # -- Parts of the text -------------------------------------------------------------------------------------------

    def segment_at(self, offset: int) -> Segment:
        """Return the segment of an offset; the end of the text belongs to the last one."""
        index = bisect_right(self.segments, offset, key=lambda each: each.start) - 1
        return self.segments[max(index, 0)]

    def line_at(self, offset: int) -> tuple[int, int]:
        """Return the start and the end of the line of an offset."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return start, len(self.text) if end < 0 else end

    def token_at(self, offset: int) -> Token | None:
        """Return the token that contains an offset, or ends there."""
        start, end = self.line_at(offset)
        last: Token | None = None
        for token in tokens_of(self.text, start, end):
            if token.start > offset:
                break
            if offset < token.end or (offset == token.end and token.kind != "punctuation"):
                last = token
        return last

    def is_code(self, offset: int) -> bool:
        """Return whether an offset is in neither a comment nor a string."""
        token = self.token_at(offset)
        return token is not None and token.kind not in ("comment", "string")

    # -- Analyses ----------------------------------------------------------------------------------------------------

    def view_at(self, offset: int) -> View:
        """Return the segment of an offset with its analysis."""
        return self.view(self.segment_at(offset))

    def view(self, segment: Segment) -> View:
        """Return a segment with its analysis, which is made now unless the segment is long and has an older one.

        Where not even the op around everything can be read, as while a signature is typed, it is the latest sound one.
        """
        analysis = segment.analysis
        if analysis is None or not (len(segment.text) > LONG or self._is_current(segment, analysis)):
            analysis = self.analyse(segment)
        is_lost = analysis.failed and not analysis.ops and segment.kind == OPS
        return View(segment, segment.sound if is_lost and segment.sound is not None else analysis)

    def _is_current(self, segment: Segment, analysis: Analysis) -> bool:
        is_same = analysis.text == segment.text and analysis.alias_key == self.aliases(segment).key
        return is_same and analysis.footer == self._footer_text(segment)

    def analyse(self, segment: Segment) -> Analysis:
        """Return the analysis of the segment as it is now."""
        analysis = segment.analysis
        if analysis is None or not self._is_current(segment, analysis):
            analysis = self.read(segment)
            segment.analysis = analysis
            if not analysis.failed:
                segment.sound = analysis
        return analysis

    def read(self, segment: Segment) -> Analysis:
        """Return a new analysis of the segment as it is now, which is not kept."""
        text = segment.text if segment.kind != FOOTER else ""
        return Analysis(text, self.context, self.aliases(segment), self._footer_text(segment))

    def _footer_text(self, segment: Segment) -> str:
        footer = self.footer_of(segment)
        return footer.text if footer is not None else ""

    def footer_of(self, segment: Segment) -> Segment | None:
        """Return the footer that is read with a segment, which only a header has."""
        if segment.kind != HEADER:
            return None
        return next((each for each in self.segments if each.kind == FOOTER and each.part == segment.part), None)

    def aliases(self, segment: Segment) -> Aliases:
        """Return the aliases that a segment can use: all of its part; for an alias, those before it."""
        if segment.kind == ALIAS:
            return self._aliases_before(segment)
        known = self._aliases.get(segment.part)
        if known is None:
            known = self._aliases[segment.part] = self._aliases_before(None, segment.part)
        return known

    def _aliases_before(self, end: Segment | None, part: int = 0) -> Aliases:
        part = part if end is None else end.part
        defining: list[Segment] = []
        for each in self.segments:
            if each is end:
                break
            if each.kind == ALIAS and each.part == part:
                defining.append(each)
        aliases = Aliases("".join(each.text for each in defining))
        key = ""
        for each in defining:
            earlier = Aliases(key)
            earlier.readers = list(aliases.readers)
            if each.analysis is None or each.analysis.text != each.text or each.analysis.alias_key != key:
                each.analysis = Analysis(each.text, self.context, earlier)
            aliases.readers.append(each.analysis.reader)
            key += each.text
        return aliases

    # -- Diagnostics -------------------------------------------------------------------------------------------------

    def check(self) -> list[Finding] | None:
        """Parse and verify everything, and return what is wrong, in the order of the text.

        Return `None` if the text was changed meanwhile, for then there is more to come.
        """
        segments = self.segments
        engine = DiagnosticEngine()
        for part in dict.fromkeys(each.part for each in segments):
            members = [each for each in segments if each.part == part]
            for each in members:
                if self.segments is not segments:
                    return None
                for diagnostic in self.analyse(each).diagnostics:
                    engine.emit(diagnostic)
            module = _assembled(members)
            if module is not None:
                verify(module, engine)
        if self.segments is not segments:
            return None
        by_name = {each.analysis.name: each for each in segments if each.analysis is not None}
        findings = [shown for each in engine.diagnostics if (shown := self.finding(each, by_name)) is not None]
        return sorted(findings, key=lambda each: each.start)

    def finding(self, diagnostic: Diagnostic, by_name: dict[str, Segment]) -> Finding | None:
        """Return a diagnostic of the text as it is; what stands in for a broken segment has none."""
        place = file_location(diagnostic.location)
        segment = by_name.get(place.filename) if place is not None else None
        if place is None or segment is None or segment.analysis is None:
            return None
        start = min(segment.start + segment.analysis.source.offset(place.line, place.column), segment.end)
        token = self.token_at(start)
        end = token.end if token is not None and token.start <= start else start
        finding = Finding(diagnostic.severity, start, end, diagnostic.message, diagnostic.rule)
        notes = (self.finding(note, by_name) for note in diagnostic.notes)
        finding.notes = [note for note in notes if note is not None]
        return finding


def _segments_of(text: str) -> Iterator[Segment]:
    start = 0
    for part, piece in enumerate(_parts(text)):
        for kind, begin, end in split(piece):
            yield Segment(kind, part, start + begin, piece[begin:end])
        start += len(piece)


def _parts(text: str) -> Iterator[str]:
    """Divide a text at lines `// -----`, which belong to the part before them."""
    start = 0
    for marker in SPLIT_MARKER.finditer(text):
        yield text[start : marker.end()]
        start = marker.end()
    yield text[start:]


def _assembled(segments: Sequence[Segment]) -> Operation | None:
    """Return the module of all segments; `None` if a broken one has nothing that could stand in for it."""
    if any(each.sound is None for each in segments if each.kind in (HEADER, OPS)):
        return None
    ops = [op for each in segments if each.kind == OPS and each.sound is not None for op in each.sound.ops]
    for op in ops:
        op.detach()
    header = next((each.sound for each in segments if each.kind == HEADER), None)
    if header is None or not header.ops:
        sources = [each.sound for each in segments if each.sound is not None]
        context = sources[0].reader.context if sources else None
        return as_module(ops, sources[0].source, context) if context is not None else None
    module = header.ops[0]
    region = module.regions[0]
    block = region.first
    if block is None:
        block = Block()
        region.append(block)
    for stale in list(block.ops):
        stale.detach()
    for op in ops:
        block.append(op)
    return module
