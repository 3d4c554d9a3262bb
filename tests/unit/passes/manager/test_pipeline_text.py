"""Pipelines as text: reading, printing, options and every mistake with its place."""

from __future__ import annotations

import importlib
import importlib.metadata
from importlib.metadata import EntryPoint
from typing import Literal

import pytest

from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.catalog import PASSES, PassEntry
from dlc.passes.manager.declaration import NamedPipeline, Pass, PassRun
from dlc.passes.manager.options import option
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import InvalidPipeline, parse_passes, parse_pipeline, pass_from_options
from dlc.passes.manager.registry import REGISTRY, Registry


class Tile(Pass):
    """Cut loops into tiles"""

    name = "tile"
    anchor = "func.func"
    sizes: tuple[int, ...] = option("Sizes", default=(), least=1)
    names: tuple[str, ...] = option("Names", default=())
    depth: int = option("Depth", default=2, least=-1)
    deep: bool = option("Whether deep", default=False)
    order: Literal["rows", "columns"] = option("Order", default="rows")
    label: str = option("Label", default="")

    def run(self, op: Operation, run: PassRun) -> None:
        """Do nothing."""


class Lower(NamedPipeline):
    """Lower to loops"""

    name = "lower-to-loops"
    depth: int = option("Depth", default=1)

    def passes(self) -> str:
        return f"canonicalize,func.func(tile{{depth={self.depth}}},cse)"


class Recursive(NamedPipeline):
    """Contains itself"""

    name = "recursive"

    def passes(self) -> str:
        return "recursive"


@pytest.fixture
def registry() -> Registry:
    registered = Registry(PASSES)
    for kind in (Tile, Lower, Recursive):
        registered.register(kind)
    return registered


DEFAULTS = "deep=false depth=2 label= order=rows"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("builtin.module()", "builtin.module()"),
        (" builtin.module ( cse , cse ) ", "builtin.module(cse,cse)"),
        ("any(cse)", "any(cse)"),
        ("builtin.module(func.func(cse),any(cse))", "builtin.module(func.func(cse),any(cse))"),
        ("func.func(tile)", f"func.func(tile{{{DEFAULTS}}})"),
        ("func.func(tile{sizes=8,16})", f"func.func(tile{{{DEFAULTS} sizes={{8,16}}}})"),
        ("func.func(tile{sizes={8,16} depth=3})", f"func.func(tile{{{DEFAULTS.replace('2', '3')} sizes={{8,16}}}})"),
        ("func.func(tile{sizes=8,16,depth=3})", f"func.func(tile{{{DEFAULTS.replace('2', '3')} sizes={{8,16}}}})"),
        ("func.func(tile{depth=3,deep})", "func.func(tile{deep=true depth=3 label= order=rows})"),
        ("func.func(tile{order=columns})", f"func.func(tile{{{DEFAULTS.replace('rows', 'columns')}}})"),
        ("func.func(tile{label={a b}})", "func.func(tile{deep=false depth=2 label={a b} order=rows})"),
        ('func.func(tile{label="a, b"})', "func.func(tile{deep=false depth=2 label={a, b} order=rows})"),
        ("func.func(tile{names=f(x,y),z})", "func.func(tile{deep=false depth=2 label= names={f(x,y),z} order=rows})"),
        ("func.func(tile{depth=-1})", f"func.func(tile{{{DEFAULTS.replace('2', '-1')}}})"),
        ("func.func(tile{depth=0x10})", f"func.func(tile{{{DEFAULTS.replace('2', '16')}}})"),
    ],
)
def test_text_is_read_and_printed(registry: Registry, text: str, printed: str) -> None:
    pipeline = parse_pipeline(text, registry)
    assert str(pipeline) == printed
    assert str(parse_pipeline(printed, registry)) == printed


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("", "expected pass pipeline to be wrapped with the anchor operation type", 0),
        ("cse", "expected pass pipeline to be wrapped with the anchor operation type", 0),
        ("builtin.module", "expected pass pipeline to be wrapped with the anchor operation type", 14),
        ("builtin.module(cs)", "'cs' does not refer to a registered pass or pass pipeline, did you mean 'cse'?", 15),
        ("builtin.module(cse,)", "'' does not refer to a registered pass or pass pipeline", 19),
        ("builtin.module(cse", "encountered unbalanced parentheses while parsing pipeline", 14),
        ("builtin.module(cse))", "encountered extra closing ')' creating unbalanced parentheses", 19),
        ("builtin.module(cse) x", "expected ',' or the end of the pipeline, but got 'x'", 20),
        ("builtin.module(cse cse)", "expected ',' or ')', but got 'c'", 19),
        ("builtin.module(cse{)", "missing closing '}' while processing pass options", 18),
        ("builtin.module(cse{a=1})", "pass 'cse' has no option 'a'; it has none", 19),
        ("func.func(tile{depht=1})", "pass 'tile' has no option 'depht', did you mean 'depth'?", 15),
        ("func.func(tile{depth=x})", "option 'depth' must be an integer, but got 'x'", 21),
        ("func.func(tile{depth=99999999999999999999})", "option 'depth' must fit in 64 bits", 21),
        ("func.func(tile{depth=-2})", "option 'depth' must be at least -1, but got -2", 21),
        ("func.func(tile{sizes=1,0})", "option 'sizes' must be at least 1, but got 0", 23),
        ("func.func(tile{deep=maybe})", "option 'deep' must be 'true' or 'false', but got 'maybe'", 20),
        ("func.func(tile{order=row})", "option 'order' must be one of 'rows', 'columns', but got 'row', did you", 21),
        ("func.func(tile{depth=1 depth=2})", "option 'depth' of pass 'tile' is given twice", 23),
        ("func.func(tile{depth})", "option 'depth' of pass 'tile' needs a value: depth=…", 15),
        ("func.func(tile{sizes=1,x})", "option 'sizes' must be an integer, but got 'x'", 23),
        (
            "builtin.module(tile)",
            (
                "can't add pass 'tile' restricted to 'func.func' on a pass manager intended to run on "
                "'builtin.module', did you intend to nest?"
            ),
            15,
        ),
        ("builtin.module(recursive)", "pipeline 'recursive' contains itself", 15),
        ("a.b(" * 300 + ")" * 300, "pipelines are nested too deeply", 807),
    ],
)
def test_mistakes_are_reported_where_they_are(registry: Registry, text: str, message: str, offset: int) -> None:
    with pytest.raises(InvalidPipeline) as caught:
        parse_pipeline(text, registry)
    assert caught.value.message.startswith(message)
    assert caught.value.offset == offset


class Scale(Pass):
    """Scales"""

    name = "scale"
    by: float = option("Factor", default=0.5)
    weights: tuple[float, ...] = option("Weights", default=())


class Odd(Pass):
    """Has an option that no text can set"""

    name = "odd"
    by: complex = option("Factor", default=1j)


def test_options_can_be_floats() -> None:
    registry = Registry(PASSES)
    registry.register(Scale)
    pipeline = parse_pipeline("any(scale{by=-1e-3 weights=1,2.5})", registry)
    assert str(pipeline) == "any(scale{by=-0.001 weights={1.0,2.5}})"
    assert str(parse_pipeline(str(pipeline), registry)) == str(pipeline)
    with pytest.raises(InvalidPipeline, match="option 'by' must be a number, but got 'x'"):
        parse_pipeline("any(scale{by=x})", registry)


def test_an_option_of_an_unknown_type_is_refused() -> None:
    registry = Registry(PASSES)
    registry.register(Odd)
    with pytest.raises(DlcError, match=r"option 'by' of pass 'odd' must be of 'int', .* but got 'complex'"):
        parse_pipeline("any(odd)", registry)


def test_the_message_shows_the_place() -> None:
    with pytest.raises(InvalidPipeline) as caught:
        parse_pipeline("builtin.module(\n  cze)")
    assert str(caught.value) == (
        "pipeline:2:3: error: 'cze' does not refer to a registered pass or pass pipeline, did you mean 'cse'?\n"
        "    cze)\n"
        "    ^"
    )


def test_a_flat_list_is_nested_by_anchors(registry: Registry) -> None:
    flat = [each for name in ("cse", "tile", "tile", "cse", "tile") for each in pass_from_options(name, "", registry)]
    tile = f"tile{{{DEFAULTS}}}"
    assert str(Pipeline.of_passes(flat)) == f"builtin.module(cse,func.func({tile},{tile}),cse,func.func({tile}))"
    assert str(Pipeline.of_passes(flat, "func.func")) == f"func.func(cse,{tile},{tile},cse,{tile})"


def test_a_flag_with_options_is_a_pass(registry: Registry) -> None:
    (tile,) = pass_from_options("tile", "sizes=1,2 deep=true", registry)
    assert isinstance(tile, Tile)
    assert tile.sizes == (1, 2)
    assert tile.deep


def test_a_named_pipeline_is_expanded(registry: Registry) -> None:
    items = parse_passes("lower-to-loops{depth=4}", registry)
    pipeline = Pipeline("builtin.module", items)
    assert "depth=4" in str(pipeline)
    assert [str(each).partition("{")[0] for each in pipeline.passes()] == ["canonicalize", "tile", "cse"]
    assert parse_passes("", registry) == []


def test_options_of_a_pass_are_immutable_and_known() -> None:
    tile = Tile(depth=3)
    assert (tile.depth, tile.order, Tile.depth) == (3, "rows", 2)
    with pytest.raises(AttributeError, match="pass 'tile' is immutable"):
        tile.depth = 4  # type: ignore[misc]
    with pytest.raises(DlcError, match="option 'depth' of pass 'tile' must be at least -1, but got -2"):
        Tile(depth=-2)
    with pytest.raises(TypeError, match="pass 'tile' has no option 'width'"):
        Tile(width=4)  # type: ignore[call-arg]


def test_the_dump_has_a_line_for_each_pass() -> None:
    text = parse_pipeline("builtin.module(func.func(cse,dce),any(cse))").dump()
    assert text == (
        "Pass Manager with 2 passes:\nbuiltin.module(\n  func.func(\n    cse,\n    dce\n  ),\n  any(\n    cse\n  )\n)\n"
    )


@pytest.mark.parametrize("name", sorted(PASSES))
def test_every_registered_pass_is_there_and_is_described_as_it_describes_itself(name: str) -> None:
    kind = REGISTRY.find(name)
    assert kind is not None
    assert kind.name == name
    assert PASSES[name].description == kind.summary()
    assert kind().name == name
    assert all(each.description and each.spelled_type for each in kind.typed_options().values())


def test_passes_that_cannot_be_loaded_say_why() -> None:
    cse = PassEntry("dlc.passes.generic.cse:CSE", "")
    registry = Registry({"gone": PassEntry("dlc.passes.gone", ""), "other": cse})
    with pytest.raises(InvalidPipeline, match=r"cannot load pass 'gone': No module named 'dlc.passes.gone'"):
        parse_pipeline("builtin.module(gone)", registry)
    with pytest.raises(InvalidPipeline, match=r"'other': 'dlc\.passes\.generic\.cse:CSE' is not a pass of that name"):
        parse_pipeline("builtin.module(other)", registry)


def test_passes_of_other_packages_are_found_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def entry_points(group: str) -> list[EntryPoint]:
        asked.append(group)
        dce = EntryPoint("dce", "dlc.passes.generic.dce:DeadCodeElimination", group)
        return [dce, EntryPoint("cse", "no.such:CSE", group)]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    registry = Registry({"cse": PASSES["cse"]}, entry_points=True)
    assert str(parse_pipeline("builtin.module(cse)", registry)) == "builtin.module(cse)"
    assert asked == []
    assert str(parse_pipeline("builtin.module(dce,cse)", registry)) == "builtin.module(dce,cse)"
    assert asked == ["dlc.passes"]
    assert registry.names() == ["cse", "dce"]


def test_a_module_can_be_registered_with_all_its_passes() -> None:
    registry = Registry()
    assert registry.register_module(importlib.import_module("dlc.passes.generic.print_ir")) == ["print-ir"]
    assert registry.description("print-ir") == "Print IR on the debug stream"
