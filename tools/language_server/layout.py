"""Layout: the formatter over a document that is parsed already.

A segment that keeps its text keeps its analysis, so formatting reads only the segments that were edited, and those that
get another layout. Each of these is one edit of the answer.
"""

from __future__ import annotations

import copy

from ...ir.equivalence import are_equivalent
from ..formatting import CannotFormat, Spans, format_text, laid_out
from .document import Analysis, Document, Segment, common_prefix, common_suffix
from .names import Span
from .segments import HEADER


def layout_edits(document: Document) -> list[tuple[Span, str]]:
    """Return the edits that give a document its layout; raise `CannotFormat` if it has errors."""
    text = laid_out(document.text, _spans(document))
    if text == document.text:
        return []
    formatted = copy.copy(document)
    formatted.update(text)
    if [each.kind for each in document.segments] != [each.kind for each in formatted.segments]:
        return _edits(0, document.text, format_text(document.text, document.context))
    pairs = [*zip(document.segments, formatted.segments, strict=True)]
    if not all(_same_meaning(document, old, formatted, new) for old, new in pairs):
        raise CannotFormat("cannot format: another layout would change what the text means")
    return [edit for old, new in pairs for edit in _edits(old.start, old.text, new.text)]


def _spans(document: Document) -> Spans:
    """Return where ops and regions are; those that begin in a header of a module end in its footer."""
    spans = Spans([], [])
    for segment in document.segments:
        analysis = document.analyse(segment)
        if analysis.failed:
            raise CannotFormat(f"cannot format a text with errors: {_first_error(document, segment, analysis)}")
        footer = document.footer_of(segment)
        length = len(segment.text)
        shifts = (segment.start, footer.start - length if footer is not None else segment.start)
        for of_document, of_segment in zip(spans, Spans.of(analysis.ranges), strict=True):
            of_document += [(start + shifts[start >= length], end + shifts[end >= length]) for start, end in of_segment]
    return spans


def _first_error(document: Document, segment: Segment, analysis: Analysis) -> str:
    first = analysis.diagnostics[0]
    finding = document.finding(first, {analysis.name: segment})
    if finding is None:
        return first.message
    line, column = document.source.position(finding.start)
    return f"{line}:{column}: {first.message}"


def _same_meaning(document: Document, old: Segment, formatted: Document, new: Segment) -> bool:
    """Return whether a segment is read as the same ops after it was laid out."""
    before, after = document.analyse(old), formatted.analyse(new)
    if before is after:
        return True
    if old.kind == HEADER:
        # Its module may hold the ops of all segments.
        before = document.read(old)
    return not after.failed and len(before.ops) == len(after.ops) and all(map(are_equivalent, before.ops, after.ops))


def _edits(start: int, old: str, new: str) -> list[tuple[Span, str]]:
    """Return the edit that replaces what differs between two texts, if anything does."""
    if old == new:
        return []
    prefix = common_prefix(old, new)
    suffix = common_suffix(old, new, prefix)
    return [((start + prefix, start + len(old) - suffix), new[prefix : len(new) - suffix])]
