"""Code actions: correcting a misspelt name, and running a pass on an op."""

from __future__ import annotations

import re
from textwrap import indent

from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_passes

from ...ir.errors import DlcError
from ...ir.traits import IsolatedFromAbove
from ...ir.verifier import verify
from ...parser.print import print_ir
from ...parser.printer import PrintOptions
from ...parser.source_ranges import OpRange
from .document import Analysis, Document, Finding, Segment, View
from .names import Span
from .segments import OPS

_SUGGESTION = re.compile(r", did you mean '([^']+)'\?")
_QUOTED = re.compile(r"'([^']+)'")


def correction(document: Document, finding: Finding) -> tuple[Span, str] | None:
    """Return the edit that a finding suggests by "did you mean"."""
    suggested = _SUGGESTION.search(finding.message)
    if suggested is None:
        return None
    line_end = document.line_at(finding.start)[1]
    for wrong in _QUOTED.findall(finding.message, 0, suggested.start()):
        start = document.text.find(wrong, finding.start, line_end)
        if start >= 0:
            return (start, start + len(wrong)), suggested[1]
    return None


def runnable_op(document: Document, offset: int) -> tuple[Segment, OpRange] | None:
    """Return the outermost isolated op around an offset, such as a function, on which a pass can run."""
    segment = document.segment_at(offset)
    if segment.kind != OPS:
        return None
    view = document.view(segment)
    inner = view.inner(offset)
    for each in view.analysis.ranges.ops:
        if each.start <= inner <= each.end and IsolatedFromAbove in each.op.traits and each.op.regions:
            return segment, each
    return None


def run_passes(document: Document, offset: int, passes: str) -> tuple[Span, str]:
    """Run passes on the isolated op around an offset and return its text; raise `DlcError` with what went wrong.

    The text is parsed again for this, so the document stays as it is.
    """
    runnable = runnable_op(document, offset)
    if runnable is None:
        raise DlcError("there is no op here that a pass can run on, such as a function")
    segment, target = runnable
    fresh = Analysis(segment.text, document.context, document.aliases(segment))
    view = View(segment, fresh)
    op = next((each for each in fresh.ranges.ops if each.start == view.inner(view.outer(target.start))), None)
    if fresh.failed or op is None:
        raise DlcError("the text has errors; correct them first")
    context = document.context.with_own_diagnostics()
    ok = verify(op.op, context.diagnostics) and Pipeline.of_passes(parse_passes(passes), op.op.name).run(op.op, context)
    if not ok:
        raise DlcError("; ".join(each.text for each in context.diagnostics.diagnostics) or "the pass failed")
    start = view.outer(op.start)
    column = start - document.line_at(start)[0]
    options = PrintOptions(local_scope=True, defined_aliases=document.aliases(segment).names())
    text = indent(print_ir(op.op, options).rstrip("\n"), " " * column).lstrip(" ")
    return (start, view.outer(op.end)), text
