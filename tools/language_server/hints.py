"""Inlay hints: the types of values whose definition does not write them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from ...ir import BlockArgument
from ...parser.source_ranges import Definition
from .document import Document, View

LONGEST_TYPE = 60
"""The number of characters from which a type is cut off in a hint."""


def type_hints(document: Document, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Return the offsets and texts of the hints in a part of the document."""
    for segment in document.segments:
        if segment.start >= end or segment.end <= start or segment.analysis is None:
            continue
        view = document.view(segment)
        definitions = view.analysis.ranges.definitions
        offsets = sorted(definitions)
        for offset in offsets[bisect_left(offsets, view.inner(max(start, segment.start))) :]:
            outer = view.outer(offset)
            if outer >= end:
                break
            definition = definitions[offset]
            if definition.values and document.text.startswith(definition.name, outer):
                text = _hint(view, definition)
                if text is not None:
                    yield outer + len(definition.name), text


def _hint(view: View, definition: Definition) -> str | None:
    value = definition.values[0]
    text = view.analysis.text
    if isinstance(value, BlockArgument):
        if text[definition.end :].lstrip().startswith(":"):
            return None
    else:
        line_end = text.find("\n", definition.end)
        if str(value.type) in text[definition.end : line_end if line_end >= 0 else len(text)]:
            return None
    types = ", ".join(str(each.type) for each in definition.values)
    return f": {types}" if len(types) <= LONGEST_TYPE else f": {types[:LONGEST_TYPE]}…"
