"""dlc as a plugin of xDSL: its dialects and passes, by name, in xDSL's own tools."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import ModulePass, PassPipeline
from xdsl.printer import Printer
from xdsl.traits import Commutative, IsolatedFromAbove, IsTerminator, Pure, SymbolTable
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import ParseError, PassFailedException, VerifyException
from xdsl.xdsl_opt_main import xDSLOptMain

import dlc
from dlc.frontends.xdsl import from_xdsl, to_xdsl, universe
from dlc.frontends.xdsl.coverage import same
from dlc.ir.equivalence import are_equivalent
from support.doc_pages import blocks_of
from support.run_lines import ROOT


def _example() -> dict[str, str]:
    """The dialect `garden` of the documentation, and its module."""
    blocks = blocks_of((ROOT / "docs" / "defining-ops.md").read_text(encoding="utf-8"))
    return {block.info[0]: block.text for block in blocks if block.info and block.info[0].startswith("garden.")}


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Context, str]]:
    folder = tmp_path_factory.mktemp("garden")
    files = _example()
    (folder / "plugin_garden.py").write_text(files["garden.py"], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        context = Context()
        for name, factory in {**get_all_dialects(), **universe.DLC_UNIVERSE.all_dialects}.items():
            context.register_dialect(name, factory)
        context.register_dialect("garden", lambda: universe.make_dialect("plugin_garden"))
        yield context, files["garden.mlir"]


def generic(module: ModuleOp) -> str:
    stream = io.StringIO()
    Printer(stream=stream, print_generic_format=True).print_op(module)
    return stream.getvalue()


def test_a_dialect_of_dlc_is_read_verified_and_printed(garden: tuple[Context, str]) -> None:
    context, text = garden
    module = Parser(context, text).parse_module()
    module.verify()
    printed = str(module)
    assert 'garden.garden @behind_the_house owner "Ada" attributes {fenced} {' in printed
    assert "garden.plant covered %x, %y in <spring> deep 4 : i32, i32 -> !garden.bed<2, i32>" in printed
    assert same(module, Parser(context, printed).parse_module())
    assert same(module, Parser(context, generic(module)).parse_module())


def test_both_frameworks_read_the_same(garden: tuple[Context, str]) -> None:
    context, text = garden
    own = dlc.make_context()
    own.load_module("plugin_garden")
    module = dlc.parse(text, context=own)
    read = Parser(context, text).parse_module()
    assert are_equivalent(module, from_xdsl(read))
    assert same(read, to_xdsl(module))


def test_rules_of_dlc_hold_in_xdsl(garden: tuple[Context, str]) -> None:
    context, text = garden
    module = Parser(context, text.replace("!garden.bed<2, i32>", "!garden.bed<3, i32>")).parse_module()
    with pytest.raises(VerifyException, match="bed must have 2 places, but got '3'"):
        module.verify()


def test_constraints_of_dlc_hold_in_xdsl(garden: tuple[Context, str]) -> None:
    context, _ = garden
    text = '%x = "test.op"() : () -> f32 "garden.water"(%x) : (f32) -> ()'
    with pytest.raises(VerifyException, match="must be garden bed, but got 'f32'"):
        Parser(context, text).parse_module().verify()


def test_a_syntax_error_says_where(garden: tuple[Context, str]) -> None:
    context, text = garden
    with pytest.raises(ParseError, match="expected 'in'"):
        Parser(context, text.replace(" in <spring>", " on <spring>")).parse_module()


def test_traits_are_those_of_xdsl(garden: tuple[Context, str]) -> None:
    context, _ = garden
    plant, whole = context.get_op("garden.plant"), context.get_op("garden.garden")
    assert any(isinstance(trait, Pure) for trait in plant.traits)
    assert {IsolatedFromAbove, SymbolTable} <= {type(trait) for trait in whole.traits}
    assert not any(isinstance(trait, (IsTerminator, Commutative)) for trait in whole.traits)


def test_names_do_not_clash() -> None:
    plugin = universe.DLC_UNIVERSE
    assert not set(plugin.all_dialects) & set(get_all_dialects())
    assert not set(plugin.all_passes) & set(get_all_passes())


@pytest.mark.parametrize("name", sorted(universe.dialect_modules()))
def test_every_dialect_of_ours_can_be_made(name: str) -> None:
    dialect = universe.DLC_UNIVERSE.all_dialects[name]()
    own: Any = import_module(universe.dialect_modules()[name]).DIALECT
    assert {op.name for op in dialect.operations} == set(own.ops)


TEXT = """func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  %z = arith.addi %x, %x : i32
  %w = arith.muli %y, %z : i32
  func.return %w : i32
}
"""


def plain_context() -> Context:
    context = Context()
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    return context


def test_passes_of_dlc_run_in_xdsl() -> None:
    module = Parser(plain_context(), TEXT).parse_module()
    pass_class = universe.DLC_UNIVERSE.all_passes["dlc-cse"]()
    pass_class().apply(plain_context(), module)
    assert str(module).count("arith.addi") == 1
    module.verify()


def test_passes_take_options_as_text() -> None:
    module = Parser(plain_context(), TEXT).parse_module()
    pass_class: Any = universe.DLC_UNIVERSE.all_passes["dlc-canonicalize"]()
    pass_class(options="max-iterations=3 top-down=false").apply(plain_context(), module)
    assert str(module).count("arith.addi") == 2


def test_a_failing_pass_leaves_the_module_and_says_why() -> None:
    module = Parser(plain_context(), TEXT).parse_module()
    before = str(module)
    pass_class: Any = universe.DLC_UNIVERSE.all_passes["dlc-symbol-privatize"]()
    with pytest.raises(PassFailedException, match="no option 'nonsense'"):
        pass_class(options="nonsense=1").apply(plain_context(), module)
    assert str(module) == before


def passes_of(pipeline: str) -> tuple[ModulePass, ...]:
    return PassPipeline.parse_spec(universe.DLC_UNIVERSE.all_passes, pipeline).passes


@pytest.mark.parametrize(
    ("written", "options"),
    [
        ("", ""),
        ("{max-iterations=3 top-down=false}", "max-iterations=3 top-down=false"),
        ('{options="max-iterations=3 top-down=false"}', "max-iterations=3 top-down=false"),
        ("{enable-patterns=one,two top-down}", "enable-patterns=one,two top-down"),
    ],
)
def test_options_are_written_as_dlc_or_xdsl_write_them(written: str, options: str) -> None:
    canonicalize: Any
    (canonicalize,) = passes_of(f"dlc-canonicalize{written}")
    assert canonicalize.options == options


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ('dlc-canonicalize{options="max-iterationz=3"}', "no option 'max-iterationz', did you mean 'max-iterations'"),
        ("dlc-canonicalize{max-iterationz=3}", "no option 'max-iterationz', did you mean 'max-iterations'"),
        ("dlc-canonicalize{max-iterations=many}", "option 'max-iterations' must be an integer, but got 'many'"),
        ("dlc-canonicalize{options=3}", "no option '3'"),
        ("dlc-cse,dlc-cse{nonsense}", "pass 'cse' has no option 'nonsense'; it has none"),
    ],
)
def test_a_wrong_option_in_a_pipeline_is_one_message(pipeline: str, message: str) -> None:
    with pytest.raises(PassFailedException, match=message):
        passes_of(pipeline)


def test_a_failure_ends_the_tool_with_its_message_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.mlir"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        xDSLOptMain(args=[str(path), "-p", "dlc-cse{nonsense}"]).run()
    assert ended.value.code == "pass 'cse' has no option 'nonsense'; it has none"
    assert not capsys.readouterr().out


def test_the_package_announces_the_plugin() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '[project.entry-points."xdsl.universe"]\ndlc = "dlc.frontends.xdsl.universe:DLC_UNIVERSE"' in text
