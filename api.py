"""The functions that scripts and notebooks import from `dlc`: `parse`, `verify`, `run_pipeline` and others.

The underlying functions report to a context's diagnostics and return `None` or `False`, as tools require. Here, errors
raise one exception, `InvalidProgram`, whose message shows all of them as `dlc-opt` would.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from .dialects import BUNDLED, register_all, register_installed
from .ir import Attribute, Operation, Type
from .ir.context import Context
from .ir.diagnostics import ERROR, REMARK, WARNING, Diagnostic
from .ir.errors import DiagnosedError, InvalidDefinitionError
from .ir.locations import Source
from .ir.verifier import verify as verify_into
from .parser.parse import parse_attribute as parse_attribute_in, parse_file as parse_source, parse_type as parse_type_in
from .passes.insertions import check_points
from .passes.manager import Pass
from .passes.manager.pipeline import Pipeline
from .passes.manager.pipeline_text import parse_pipeline_on
from .passes.manager.registry import REGISTRY
from .passes.manager.settings import RunSettings
from .passes.pipelines import CPU_STAGES

if TYPE_CHECKING:
    from .dialects.builtin import ModuleOp

_sources: dict[str, Source] = {}
_lines: dict[str, Source] = {}
"""The texts that were parsed without a context, so that later errors can show their lines."""


class InvalidProgram(DiagnosedError):
    """A text or a module has errors; the message shows all of them, `diagnostics` contains them."""

    def __init__(self, context: Context, diagnostics: list[Diagnostic]) -> None:
        cause = next((each.cause for each in diagnostics if each.cause is not None), None)
        headline = "the program is invalid" if cause is None else "Python code of a pass or a dialect failed"
        super().__init__("\n".join([headline, *map(context.diagnostics.render, diagnostics)]))
        self.diagnostics = diagnostics
        self.__cause__ = cause


def make_context(*, allow_unregistered: bool = False) -> Context:
    """Return a context with all bundled dialects and those of installed packages, each loaded on demand."""
    context = Context(allow_unregistered=allow_unregistered)
    register_all(context)
    register_installed(context)
    return context


def parse(text: str, *, context: Context | None = None, filename: str = "-", check: bool = True) -> ModuleOp:
    """Parse MLIR text and return the module, verified unless `check` is off."""
    _check_text(text)
    context = context or default_context()
    if not context.knows("builtin"):
        context.register({"builtin": BUNDLED["builtin"]})  # the dialect of the module itself
    before = len(context.diagnostics.diagnostics)
    parsed = parse_source(Source(filename, text), context)
    if parsed is None:
        raise InvalidProgram(context, errors_since(context, before))
    if check:
        verify(parsed.op, context=context)
    return cast("ModuleOp", parsed.op)


def _check_text(text: object) -> None:
    """Refuse what is no text of a program, such as the path of a file."""
    if not isinstance(text, str):
        raise TypeError(f"parse takes the text of a program, but got {text!r:.60}")
    if text.endswith((".mlir", ".onnx")) and "\n" not in text and " " not in text:
        raise ValueError(f"'{text}' is the path of a file; write dlc.parse_file('{text}')")


def parse_file(path: str | os.PathLike[str], *, context: Context | None = None, check: bool = True) -> ModuleOp:
    """Parse a file and return the module."""
    text = Path(path).read_text(encoding="utf-8", errors="surrogateescape")
    return parse(text, context=context, filename=os.fspath(path), check=check)


def parse_attribute(text: str, *, context: Context | None = None) -> Attribute:
    """Parse an attribute, such as `parse_attribute("dense<1> : tensor<2xi32>")`; errors raise `ValueError`."""
    return parse_attribute_in(text, context or default_context())


def parse_type(text: str, *, context: Context | None = None) -> Type:
    """Parse a type, such as `parse_type("vector<4xf32>")`; errors raise `ValueError`."""
    return parse_type_in(text, context or default_context())


def verify(op: Operation, *, context: Context | None = None) -> None:
    """Verify an op and its regions; raise `InvalidProgram` if there are errors."""
    context = context or default_context()
    before = len(context.diagnostics.diagnostics)
    if not verify_into(op, context.diagnostics):
        raise InvalidProgram(context, errors_since(context, before))


Passes = str | Pipeline | Pass | type[Pass] | Sequence["str | Pass | type[Pass]"]
"""Passes to run: pipeline text, passes or their classes, or a list of these."""


def run_pipeline(
    op: Operation, pipeline: Passes, *, context: Context | None = None, settings: RunSettings | None = None
) -> None:
    """Run passes on an op, most often a module, in place.

    `pipeline` is text as in MLIR, with or without the op that it runs on: `builtin.module(func.func(cse))`, `cse,sccp`;
    or a pass, such as `MyPass` or `MyPass(depth=2)`, or a list of passes and texts. Like what each pass leaves, the op
    is verified first, unless the settings say otherwise.
    """
    if not isinstance(op, Operation):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"run_pipeline takes an op, such as the module that dlc.parse returns, but got {op!r:.60}")
    context = context or context_for(op)
    before = len(context.diagnostics.diagnostics)
    settings = settings or RunSettings(machine=_this_machine)
    if settings.verify_each:
        verify(op, context=context)
    if not _pipeline_on(op.name, pipeline).run(op, context, settings):
        raise InvalidProgram(context, errors_since(context, before))
    show_warnings(context, before)


def _pipeline_on(anchor: str, passes: Passes) -> Pipeline:
    """Return the pipeline of passes that are given in any of the ways there are."""
    if isinstance(passes, Pipeline):
        return passes
    if isinstance(passes, str):
        return parse_pipeline_on(anchor, passes)
    items: list[Pass | Pipeline] = []
    for each in passes if isinstance(passes, Sequence) else [passes]:
        items += parse_pipeline_on(anchor, each).items if isinstance(each, str) else [_pass_of(each)]
    return Pipeline.of_passes(items, anchor)


def _pass_of(given: object) -> Pass:
    if isinstance(given, type) and issubclass(given, Pass):
        return given()
    if isinstance(given, Pass):
        return given
    raise InvalidDefinitionError(f"run_pipeline takes names, passes and their classes, but got {given!r}")


_P = TypeVar("_P", bound="type[Pass]")


@overload
def register_pass(kind: _P, /, *, at: str | None = None) -> _P: ...
@overload
def register_pass(*, at: str | None = None) -> Callable[[_P], _P]: ...
def register_pass(kind: Any = None, /, *, at: str | None = None) -> Any:
    """Make a pass known by its name, as a decorator or a call; a pass of that name that was registered before goes.

    With `at`, it also runs whenever `dlc.compile` runs its own passes, at a point such as `before-schedule` or
    `after-graph`; `dlc-opt --print-pipeline` lists the stages.
    """
    if kind is None:
        return partial(register_pass, at=at)
    if at is not None:
        check_points([at], [stage.name for stage in CPU_STAGES])
    REGISTRY.add(kind, at)
    return kind


def _this_machine() -> dict[str, int]:
    """Return what `describe-machine` writes for this machine."""
    described = importlib.import_module("dlc.codegen.machine_description")  # LLVM takes longer to load than to run
    return described.this_machine()


def default_context() -> Context:
    context = make_context()
    context.diagnostics.sources, context.diagnostics.lines = _sources, _lines
    return context


def context_for(op: Operation) -> Context:
    """Return a context that knows the dialects of an op and all inside it, wherever they come from."""
    context = default_context()
    context.load_dialects_of(op)
    return context


def remarks_since(context: Context, before: int) -> tuple[str, ...]:
    """Return the remarks since there were `before` diagnostics as text, equal ones once."""
    diagnostics = context.diagnostics
    remarks = [each for each in diagnostics.diagnostics[before:] if each.severity == REMARK]
    return tuple(dict.fromkeys(map(diagnostics.render, remarks)))


def show_warnings(context: Context, before: int) -> None:
    """Show what was warned of since there were `before` diagnostics, unless the context has handlers for it."""
    if context.diagnostics.handlers:
        return
    for each in warnings_since(context, before):
        warnings.warn(context.diagnostics.render(each), stacklevel=3)


def warnings_since(context: Context, before: int) -> list[Diagnostic]:
    """Return the warnings reported after the first `before` diagnostics."""
    return [each for each in context.diagnostics.diagnostics[before:] if each.severity == WARNING]


def errors_since(context: Context, before: int) -> list[Diagnostic]:
    """Return the diagnostics reported after the first `before` ones, without warnings."""
    return [each for each in context.diagnostics.diagnostics[before:] if each.severity == ERROR]
