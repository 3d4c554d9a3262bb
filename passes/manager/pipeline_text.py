"""The text of pipelines, as MLIR writes it: `builtin.module(func.func(canonicalize{max-iterations=3},cse))`.

`parse_pipeline` reads it, `parse_pipeline_on` also without the outermost op; `str(pipeline)` writes it. A mistake is
reported with its position:

    pipeline:1:16: error: 'cze' does not refer to a registered pass or pass pipeline, did you mean 'cse'?
      builtin.module(cze)
                     ^
"""

from __future__ import annotations

import re

from dlc.ir.errors import DlcError

from .declaration import Pass
from .options import InvalidOption, find_value_end
from .pipeline import Pipeline
from .registry import REGISTRY, Registry

_NAME = re.compile(r"[^\s(){},]+")
_SPACE = re.compile(r"\s*")
DEEPEST = 200
"""The maximum nesting of pipelines: more is a mistake, and must not become a recursion error."""


class InvalidPipeline(DlcError):
    """Pipeline text that makes no sense; the message shows where."""

    def __init__(self, text: str, offset: int, message: str) -> None:
        line = text.count("\n", 0, offset)
        start = text.rfind("\n", 0, offset) + 1
        shown = text[start:].partition("\n")[0]
        column = offset - start
        super().__init__(f"pipeline:{line + 1}:{column + 1}: error: {message}\n  {shown}\n  {' ' * column}^")
        self.message = message
        self.offset = offset


def parse_pipeline(text: str, registry: Registry = REGISTRY) -> Pipeline:
    """The pipeline that a text describes, which must begin with the op that it runs on: `builtin.module(…)`."""
    reader = _Reader(text, registry)
    anchor = reader.name()
    if not reader.at("("):
        raise InvalidPipeline(
            text,
            reader.offset if anchor and "." in anchor else 0,
            "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
        )
    pipeline = Pipeline(anchor, is_written=True)
    reader.body(pipeline, 0)
    reader.end()
    return pipeline


def parse_passes(text: str, registry: Registry = REGISTRY) -> list[Pass | Pipeline]:
    """The items of a pipeline text without its anchor: `func.func(cse),symbol-dce`."""
    reader = _Reader(text, registry)
    pipeline = Pipeline()
    reader.items(pipeline, "", 0, nesting=True)
    reader.end()
    return pipeline.items


def parse_pipeline_on(anchor: str, text: str, registry: Registry = REGISTRY) -> Pipeline:
    """Return the pipeline of a text with or without the op that it runs on: `builtin.module(cse)`, `cse`."""
    if text.lstrip().startswith(f"{anchor}("):
        return parse_pipeline(text, registry)
    return Pipeline.of_passes(parse_passes(text, registry), anchor)


def pass_from_options(name: str, options: str = "", registry: Registry = REGISTRY) -> list[Pass | Pipeline]:
    """Return the items that the flag `--name="options"` denotes: one pass, or the items of a named pipeline."""
    return _configured(name, options, 0, registry, 0)


def _configured(name: str, options: str, offset: int, registry: Registry, depth: int) -> list[Pass | Pipeline]:
    kind = registry.find(name)
    if kind is None:
        hint = registry.suggest(name) or ("; a pass of your own must be loaded or registered first" if name else "")
        raise InvalidPipeline(name, 0, f"'{name}' does not refer to a registered pass or pass pipeline{hint}")
    configured = kind.from_text(options, offset)
    if isinstance(configured, Pass):
        return [configured]
    if depth > DEEPEST:
        raise InvalidPipeline(name, 0, f"pipeline '{name}' contains itself")
    reader = _Reader(configured.passes(), registry, depth + 1)
    pipeline = Pipeline()
    reader.items(pipeline, "", 0, nesting=True)
    return pipeline.items


class _Reader:
    def __init__(self, text: str, registry: Registry, depth: int = 0) -> None:
        self.text = text
        self.registry = registry
        self.offset = 0
        self.depth = depth
        """The number of named pipelines around this text."""

    def error(self, message: str, offset: int | None = None) -> InvalidPipeline:
        return InvalidPipeline(self.text, self.offset if offset is None else offset, message)

    def space(self) -> None:
        match = _SPACE.match(self.text, self.offset)
        self.offset = match.end() if match else self.offset

    def at(self, character: str) -> bool:
        self.space()
        return self.text.startswith(character, self.offset)

    def name(self) -> str:
        self.space()
        match = _NAME.match(self.text, self.offset)
        if match is None:
            return ""
        self.offset = match.end()
        return match.group()

    def end(self) -> None:
        self.space()
        if self.at(")"):
            raise self.error("encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
        if self.offset < len(self.text):
            raise self.error(f"expected ',' or the end of the pipeline, but got '{self.text[self.offset]}'")

    def body(self, pipeline: Pipeline, depth: int) -> None:
        """`( items )`"""
        opened = self.offset
        self.offset += 1
        if depth > DEEPEST:
            raise self.error("pipelines are nested too deeply", opened)
        if not self.at(")"):
            self.items(pipeline, ")", depth)
        if not self.at(")"):
            if self.offset < len(self.text):
                raise self.error(f"expected ',' or ')', but got '{self.text[self.offset]}'")
            raise self.error("encountered unbalanced parentheses while parsing pipeline", opened)
        self.offset += 1

    def items(self, pipeline: Pipeline, close: str, depth: int, *, nesting: bool = False) -> None:
        if not close and not self.text.strip():
            return
        while True:
            self.item(pipeline, depth, nesting)
            if not self.at(","):
                return
            self.offset += 1

    def item(self, pipeline: Pipeline, depth: int, nesting: bool) -> None:
        self.space()
        start = self.offset
        name = self.name()
        if self.at("("):
            nested = Pipeline(name, is_written=not self.depth)
            self.body(nested, depth + 1)
            pipeline.add(nested)
            return
        options, offset = self.options() if self.at("{") else ("", start)
        try:
            for item in _configured(name, options, offset, self.registry, self.depth):
                (pipeline.add_nesting if nesting else pipeline.add)(item)
        except InvalidOption as error:
            raise self.error(str(error), error.offset) from None
        except InvalidPipeline as error:  # of the text that a named pipeline stands for, or of its name
            raise self.error(error.message, start) from None
        except DlcError as error:
            raise self.error(str(error), start) from None

    def options(self) -> tuple[str, int]:
        """The text between the braces, and where it begins."""
        start = self.offset
        end = find_value_end(self.text, start + 1, "}")
        if end == len(self.text):
            raise self.error("missing closing '}' while processing pass options", start)
        self.offset = end + 1
        return self.text[start + 1 : end], start + 1
