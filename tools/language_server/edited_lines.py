"""Edited lines: what was changed in a long segment since it was laid out, read without all the rest.

Lines with whole ops can be read by themselves if the values around them are known. All other lines are read as they
were before if these define the same names with the same types. Where this is uncertain, the whole segment is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from ...ir import Block, Operation, Type
from ...ir.equivalence import are_equivalent
from ...ir.locations import Source
from ...parser.parse import as_module, read_ops
from ...parser.source_ranges import Scope, SourceRanges
from ..formatting import Spans
from .document import LONG, Analysis, Document, Segment, common_prefix, common_suffix, reader_of

_NO_OPS = re.compile(r"\^|^[ \t]*[#!{]", re.MULTILINE).search
"""Blocks, branches to them, and what may only stand outside of regions."""


class EditedLines:
    """The lines of a segment in which its text differs from the analysed one, and those of the next op, which may now
    belong to what is before it.
    """

    def __init__(self, document: Document, segment: Segment, analysis: Analysis, scope: Scope, span: range) -> None:
        self._document = document
        self._segment = segment
        self._scope = scope
        self._growth = len(segment.text) - len(analysis.text)
        self.start, self.end = span.start, span.stop + self._growth
        """Offsets in the segment."""
        self._defined = _defined(scope, span)
        types = _types_around(scope, span)
        self._values = dict(zip(types, Block(types.values()).args, strict=True))
        """Stand for the values around the lines: those of the analysis must not get new users."""
        owner = analysis.ranges.op_at(scope.start)
        self._default_dialect: str | None = getattr(owner.op, "default_dialect", None) if owner is not None else None
        self._ops, self._ranges = self._read(segment.text[self.start : self.end])

    @staticmethod
    def of(document: Document, segment: Segment) -> EditedLines | None:
        """Return the edited lines of a segment whose analysis is sound; `None` if more than they has to be read."""
        analysis = segment.analysis
        if analysis is None or analysis.failed or len(segment.text) <= LONG:
            return None
        if analysis.text == segment.text or analysis.alias_key != document.aliases(segment).key:
            return None
        lines = _lines_of(analysis, segment.text)
        edited = None if lines is None else EditedLines(document, segment, analysis, *lines)
        return None if edited is None or edited._ranges is None else edited

    def others(self) -> list[tuple[int, int]]:
        """Return where the other lines of the segment are in the document."""
        segment = self._segment
        return [(segment.start, segment.start + self.start), (segment.start + self.end, segment.end)]

    def spans(self) -> Spans:
        """Return where the ops of these lines are in the document, and the regions in and around them."""
        assert self._ranges is not None
        begin = self._segment.start + self.start
        ops, regions = Spans.of(self._ranges)
        spans = Spans(*([(start + begin, end + begin) for start, end in each] for each in (ops, regions)))
        scope = self._scope
        while scope.parent is not None:
            end = scope.end - 1 + self._growth
            spans.regions.append((self._segment.start + scope.start, self._segment.start + end))
            scope = scope.parent
        return spans

    def means_the_same(self, text: str) -> bool:
        """Return whether a text of the segment with other white space in these lines is read as the same ops."""
        ops, ranges = self._read(text[self.start : len(text) - (len(self._segment.text) - self.end)])
        return ranges is not None and are_equivalent(self._ops, ops)

    def _read(self, text: str) -> tuple[Operation, SourceRanges | None]:
        """Return a module of the ops in lines, and their ranges if all other lines are certainly read as before."""
        source, context = Source("lines", text), self._document.context
        reader = reader_of(source, context, self._document.aliases(self._segment))
        reader.begin_inside(self._values, self._default_dialect)
        ops = read_ops(reader)
        defined = _defined(reader.ranges.scopes[0], range(len(text)))
        is_alone = not reader.failed and not reader.identified and defined == self._defined
        return as_module(ops, source, context), reader.ranges if is_alone else None


def _types_around(scope: Scope, lines: range) -> dict[str, Type]:
    """Return the types of the values that are defined outside of some lines and may be used in them, by their names."""
    types: dict[str, Type] = {}
    inner: Scope | None = scope
    while inner is not None:
        for name, definition in inner.definitions.items():
            if definition.values and definition.start not in lines and name not in types:
                types[name] = definition.values[0].type
                if len(definition.values) > 1:
                    types |= {f"{name}#{number}": value.type for number, value in enumerate(definition.values)}
        inner = None if inner.isolated else inner.parent
    return types


def _defined(scope: Scope, lines: range) -> dict[str, list[Type]]:
    """Return the types of the values that are defined in lines of a region, by their names."""
    definitions = (each for each in scope.definitions.values() if each.start in lines)
    return {each.name: [value.type for value in each.values] for each in definitions}


def _lines_of(analysis: Analysis, text: str) -> tuple[Scope, range] | None:
    """Return the region with the lines in which a text differs from the analysed one, and the lines, those of the next
    op included; `None` if they are not whole ops of one region, or too many.
    """
    old = analysis.text
    prefix = common_prefix(old, text)
    start = old.rfind("\n", 0, prefix) + 1
    end = old.find("\n", len(old) - common_suffix(old, text, prefix)) + 1
    while old.endswith("\n\n", 0, start):  # blank lines may be too many together
        start -= 1
    around = _whole_ops(analysis.ranges, old, start, end)
    if around is None:
        return None
    scope, start, end = around
    following = bisect_left(analysis.ranges.ops, end, key=lambda each: each.start)
    ops = analysis.ranges.ops[following : following + 1]
    end = old.find("\n", ops[0].end) + 1 if ops else 0
    if not start <= end < scope.end or 2 * (end - start) > len(old):
        return None
    if _NO_OPS(old, start, end) or _NO_OPS(text, start, end + len(text) - len(old)):
        return None
    return scope, range(start, end)


def _whole_ops(ranges: SourceRanges, text: str, start: int, end: int) -> tuple[Scope, int, int] | None:
    """Return the innermost region with some lines, which become more until each op there is in them or is not."""
    while True:
        scope = ranges.scope_at(start)
        while scope.parent is not None and scope.end <= end:
            scope = scope.parent
        if scope.parent is None or not end:
            return None
        first, last = ranges.op_at(start), ranges.op_at(end)
        if first is not None and first.start > scope.start:
            start = text.rfind("\n", 0, first.start) + 1
        elif last is not None and last.start > scope.start:
            end = text.find("\n", last.end) + 1
        else:
            return scope, start, end
