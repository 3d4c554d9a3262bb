"""Shared code of tests of passes: from text to a module, through a pipeline, and back to text."""

from __future__ import annotations

import io
from typing import Any

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.ir.verifier import verify
from dlc.parser import parse, print_ir
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.manager.settings import RunSettings
from support import test_dialect


def make_context() -> Context:
    """All dialects, the test dialect, and unregistered ops."""
    context = Context(allow_unregistered=True)
    register_all(context)
    context.load(test_dialect.DIALECT)
    return context


def read(text: str, context: Context | None = None) -> tuple[Operation, Context]:
    """The module of a text that must be valid, and its context."""
    context = context or make_context()
    module = parse(text, context)
    assert module is not None, rendered(context)
    assert verify(module, context.diagnostics), rendered(context)
    return module, context


def rendered(context: Context) -> str:
    """All diagnostics as a user sees them."""
    return "\n".join(context.diagnostics.render(each) for each in context.diagnostics.diagnostics)


def messages(context: Context) -> list[str]:
    """The texts of all diagnostics, without places."""
    return [f"{each.severity}: {each.text}" for each in context.diagnostics.diagnostics]


def transformed(pipeline: str, text: str) -> str:
    """Return a module after a pipeline, which must succeed."""
    module, context = read(text)
    assert parse_pipeline(pipeline).run(module, context, RunSettings(expensive_checks=True)), rendered(context)
    return print_ir(module)


def run_with(pipeline: str, text: str, **settings: Any) -> tuple[bool, str, Context]:
    """Return whether a pipeline succeeded, the text on its stream, and the context with the diagnostics."""
    module, context = read(text)
    stream = io.StringIO()
    ok = parse_pipeline(pipeline).run(module, context, RunSettings(stream=stream, **settings))
    return ok, stream.getvalue(), context
