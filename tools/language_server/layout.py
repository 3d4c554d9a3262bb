"""Layout: the formatter over a document that is parsed already.

A segment that keeps its text keeps its analysis, so formatting reads only the segments that were edited, and those that
get another layout; of a long one it reads the edited lines alone where it can. Each of these segments is one edit of
the answer. Segments in which there was nothing to change are taken as they are the next time.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping

from ...ir.equivalence import are_equivalent
from ..formatting import CannotFormat, Spans, format_text, laid_out
from .document import Analysis, Document, Segment, common_prefix, common_suffix
from .edited_lines import EditedLines
from .names import Span
from .segments import HEADER, OPS


def layout_edits(document: Document) -> list[tuple[Span, str]]:
    """Return the edits that give a document its layout; raise `CannotFormat` if it has errors."""
    edited = _edited_lines(document)
    for segment in document.segments:
        analysis = None if segment in edited else document.analyse(segment)
        if analysis is not None and analysis.failed:
            raise CannotFormat(f"cannot format a text with errors: {_first_error(document, segment, analysis)}")
    tidy = _tidy_segments(document, edited)
    kept: list[tuple[int, int]] = []
    for segment in document.segments:
        kept += edited[segment].others() if segment in edited else [(segment.start, segment.end)] * (segment in tidy)
    text = laid_out(document.text, _spans(document, tidy, edited), kept)
    formatted = document
    if text != document.text:
        formatted = copy.copy(document)
        formatted.update(text)
        if [each.kind for each in document.segments] != [each.kind for each in formatted.segments]:
            return _edits(0, document.text, format_text(document.text, document.context))
    pairs = [*zip(document.segments, formatted.segments, strict=True)]
    for old, new in pairs:
        lines = edited.get(old)
        if not (lines.means_the_same(new.text) if lines is not None else _same_meaning(document, old, formatted, new)):
            raise CannotFormat("cannot format: another layout would change what the text means")
    _remember_tidy_segments(document, [pair for pair in pairs if pair[0] not in edited])
    return [edit for old, new in pairs for edit in _edits(old.start, old.text, new.text)]


def _edited_lines(document: Document) -> dict[Segment, EditedLines]:
    """Return the edited lines of long segments in which there was nothing else to change."""
    headers = _headers(document)
    edited: dict[Segment, EditedLines] = {}
    for each in document.segments:
        if each.analysis is not None and each.analysis.laid_out_in == headers.get(each.part, ""):
            lines = EditedLines.of(document, each)
            if lines is not None:
                edited[each] = lines
    return edited


def _headers(document: Document) -> dict[int, str]:
    """Return the headers of modules by the parts that they are in; they say how deep segments are indented."""
    return {each.part: each.text for each in document.segments if each.kind == HEADER}


def _tidy_segments(document: Document, edited: Collection[Segment]) -> set[Segment]:
    """Return the segments that are known to keep their text."""
    headers = _headers(document)
    return {
        each
        for each in document.segments
        if each.kind == OPS and each not in edited and document.analyse(each).laid_out_in == headers.get(each.part, "")
    }


def _remember_tidy_segments(document: Document, pairs: Iterable[tuple[Segment, Segment]]) -> None:
    headers = _headers(document)
    for old, new in pairs:
        if old.kind == OPS and old.text == new.text:
            document.analyse(old).laid_out_in = headers.get(old.part, "")


def _spans(document: Document, tidy: set[Segment], edited: Mapping[Segment, EditedLines]) -> Spans:
    """Return where ops and regions of other segments are; those of a module's header end in its footer."""
    spans = Spans([], [])
    for segment in document.segments:
        if segment in tidy:
            continue
        if segment in edited:
            for of_document, of_lines in zip(spans, edited[segment].spans(), strict=True):
                of_document += of_lines
            continue
        footer = document.footer_of(segment)
        length = len(segment.text)
        shifts = (segment.start, footer.start - length if footer is not None else segment.start)
        of_segments = Spans.of(document.analyse(segment).ranges)
        for of_document, of_segment in zip(spans, of_segments, strict=True):
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
