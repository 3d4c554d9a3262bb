"""Documents of passes and named pipelines: meaning, options, statistics, the place in the compiler, and an example.

The example in a pass's docstring is the IR before it, behind a line with the pass and its options; what the pass makes
of it is computed when somebody asks, so that it is always true.

    Example: loop-unroll{loops=i factor=2}
        func.func @f() { … }
"""

from __future__ import annotations

from typing import NamedTuple

from dlc.api import InvalidProgram, parse, run_pipeline
from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.docstrings import Docstring, docstring_of
from dlc.parser.print import print_ir
from dlc.passes.manager import NamedPipeline, Pass
from dlc.passes.manager.pipeline_text import parse_pipeline_on
from dlc.passes.pipelines import STAGES, Stage

from .documents import Code, Document, Part, Section, Table

Kind = type[Pass] | type[NamedPipeline]


def pass_document(kind: Kind, context: Context) -> Document:
    """Return everything that the definition of a pass or a named pipeline says."""
    docstring = docstring_of(kind)
    sections = [
        Section("", [docstring.meaning] if docstring.meaning else []),
        Section("Runs on", [_anchor(kind)]),
        Section("Options", _options(kind)),
        Section("Statistics", _statistics(kind)),
        Section("Stages of the compiler", _stages(kind)),
        Section("Example", _example(docstring, context)),
        Section("In Python", [Code(f"from {kind.__module__} import {kind.__name__}", "python")]),
    ]
    return Document(kind.name, "pass" if issubclass(kind, Pass) else "pipeline", sections)


def _anchor(kind: Kind) -> str:
    if issubclass(kind, NamedPipeline):
        return f"`builtin.module`, as `{kind().passes()}`"
    return f"`{kind.anchor}`" if kind.anchor is not None else "any op"


def _options(kind: Kind) -> list[Part]:
    rows = [
        (each.name, each.spelled_type, each.print_bare(each.default) or "none", each.description)
        for each in kind.typed_options().values()
    ]
    return [Table(("Option", "Type", "Default", "Meaning"), rows)] if rows else []


def _statistics(kind: Kind) -> list[Part]:
    rows = [(each.name, each.description) for each in kind.statistics()] if issubclass(kind, Pass) else []
    return [Table(("Statistic", "Meaning"), rows)] if rows else []


def _stages(kind: Kind) -> list[Part]:
    """Return the table of the stages of the compiler in which the pass runs."""
    rows = [(each.name, each.summary) for each in STAGES if kind.name in names_in(each)]
    return [Table(("Stage", "Meaning"), rows)] if rows else []


def names_in(stage: Stage) -> set[str]:
    """Return the names of the passes that a stage runs."""
    return {each.name for text in stage.passes for each in parse_pipeline_on("builtin.module", text).passes()}


# -- Examples ----------------------------------------------------------------------------------------------------------


class PassExample(NamedTuple):
    """An example of a docstring: pipeline text, and the IR before."""

    pipeline: str
    before: str

    def after(self, context: Context) -> str:
        """Return the IR that the pass makes of the example; raise `InvalidProgram` if that fails."""
        module = self.module(context)
        run_pipeline(module, self.pipeline, context=context)
        return text_of_module(module)

    def module(self, context: Context) -> Operation:
        """Return the IR before the pass, which may have ops of MLIR's dialects that are not ours."""
        allowed, context.allow_unregistered = context.allow_unregistered, True
        try:
            return parse(self.before, context=context)
        finally:
            context.allow_unregistered = allowed


def examples_of(docstring: Docstring) -> list[PassExample]:
    """Return the examples of a pass's docstring."""
    split = (text.partition("\n") for text in docstring.examples)
    return [PassExample(pipeline.strip(), _unindented(before)) for pipeline, _, before in split]


def _unindented(text: str) -> str:
    indent = min((len(line) - len(line.lstrip()) for line in text.split("\n") if line.strip()), default=0)
    return "\n".join(line[indent:] for line in text.split("\n")).strip()


def text_of_module(module: Operation) -> str:
    """Return the ops of a module, without the module around them unless it has attributes."""
    if module.attributes:
        return print_ir(module).rstrip("\n")
    return "\n".join(print_ir(op).rstrip("\n") for block in module.regions[0].blocks for op in block.ops)


def _example(docstring: Docstring, context: Context) -> list[Part]:
    parts: list[Part] = []
    for example in examples_of(docstring):
        try:
            after = example.after(context)
        except InvalidProgram as error:
            after = str(error)
        parts += [f"`{example.pipeline}`, before and after:", Code(example.before), Code(after)]
    return parts
