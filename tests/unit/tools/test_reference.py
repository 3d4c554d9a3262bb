"""The answers of dlc-opt about ops, types, attributes, dialects and passes, and the pages of the reference."""

from __future__ import annotations

import importlib
import io
import re
from pathlib import Path

import pytest

import dlc
from dlc.dialects.synonyms import SYNONYMS
from dlc.ir.attributes import Type, type_
from dlc.ir.builtin_types import IntegerType
from dlc.ir.constraints import any_type
from dlc.ir.context import Context
from dlc.ir.definition import Op, Operand, op, operand
from dlc.ir.dialect import Dialect
from dlc.ir.docstrings import docstring_of, example_text, summary_of
from dlc.passes.catalog import PASSES
from dlc.passes.manager.registry import REGISTRY
from dlc.passes.synonyms import pass_called
from dlc.tools import dlc_opt
from dlc.tools.options import UsageError
from dlc.tools.reference.definitions import attribute_document, dialect_document, op_document
from dlc.tools.reference.pages import ENVIRONMENT, dialect_page, environment_page, tools_page
from dlc.tools.reference.passes import examples_of, text_of_module
from dlc.tools.reference.questions import document_of
from support.project import dialects, sources
from support.run_lines import ROOT

BITS = ROOT / "examples" / "my_dialect"


def asked(*argv: str) -> str:
    """Return the answer of dlc-opt, or its error."""
    stdout, stderr = io.StringIO(), io.StringIO()
    status = dlc_opt.run(list(argv), "", stdout, stderr)
    assert (status == 0) == (stderr.getvalue() == "")
    return stdout.getvalue() or stderr.getvalue()


def test_an_op_is_explained_from_its_definition() -> None:
    text = asked("--help-op=graph.pool")
    for line in (
        "graph.pool (op)",
        "  graph.pool $kind $source `,` $dims `window` $window",
        "  kind           one       one of `max`, `min`, `sum`, `average`",
        "  pool_c3  the window fits into the padded source.",
        "  %r = graph.pool <max> %x, [2, 3] window [3, 3]",
        "  graph-to-tensor  lowering to the tensor level",
        "  from dlc.dialects.graph import PoolOp",
    ):
        assert line in text


def test_constructors_from_simpler_values_are_shown() -> None:
    text = asked("--help-op=arith.cmpi")
    assert "CmpIOp.of(predicate: str, lhs: Value, rhs: Value)" in text
    assert "ConstantOp.floating(value: float, type: Type)" in asked("--help-op=arith.constant")
    assert "AddIOp." not in asked("--help-op=arith.addi")


def test_a_pass_is_explained_with_options_statistics_and_stages() -> None:
    text = asked("--help-pass=cse", "--help-pass=canonicalize")
    for line in (
        "  num-cse'd  Number of operations CSE'd",
        "  region-simplify   disabled|normal|aggressive  normal",
        "  graph     simplify graphs of whole tensors",
        "  from dlc.passes.generic.cse import CSE",
    ):
        assert line in text


def test_stages_of_gpus_are_stages_of_the_compiler() -> None:
    assert "  host  lower what the host does around kernels" in asked("--help-pass=gpu-call-kernels")


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("--help-type=vector<4xf32>", "builtin.vector (type)"),
        ("--help-type=f32", "from dlc.ir import FloatType"),
        ("--help-type=!llvm.ptr<3>", "PointerType(address_space: int = 0)"),
        ("--help-attr=#graph.predicate", "one of `eq`, `ne`, `lt`, `le`, `gt`, `ge`"),
        ("--help-attr=dense", "DenseElementsAttr(type: ShapedType, data: ElementBuffer)"),
        ("--help-dialect=ub", "ub.unreachable  Ends a block"),
    ],
)
def test_types_attributes_and_dialects_are_explained(question: str, line: str) -> None:
    assert line in asked(question)


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("--help-op=graph.matmul", "no op 'graph.matmul', did you mean 'graph.contract'?"),
        ("--help-op=Conv", "did you mean 'graph.convolution'?"),
        ("--help-op=aten.relu6.default", "did you mean 'graph.clamp'?"),
        ("--help-op=onnx.Gemm", "did you mean 'graph.contract'?"),
        ("--help-op=arith.cmp", "did you mean 'arith.cmpf' or 'arith.cmpi'?"),
        ("--help-op=arith.add", "did you mean 'arith.addf' or 'arith.addi'?"),
        ("--help-op=addf", "did you mean 'arith.addf'?"),
        ("--help-op=graph.nonsense", "; --help-dialect=graph lists what there is"),
        (
            "--help-op=nonsense",
            "; the dialects are affine, amdgpu, arith, bufferization, builtin, cf",
        ),
        ("--help-type=pointer", "there is no type 'pointer'"),
        ("--help-op=aten.max.dim", "did you mean 'graph.maximum'"),
        ("--help-op=aten._unsafe_view.default", "did you mean 'graph.reshape'?"),
        ("--help-op=aten.slice_copy", "did you mean 'graph.slice'"),
        ("--help-op=LSTM", "did you mean 'graph.scan'?"),
        ("--help-op=onnx.Identity", "no op 'onnx.Identity': programs here use its operand instead"),
        ("--help-op=graph", "no op 'graph'; --help-dialect=graph lists what there is"),
        ("--help-op=", "'--help-op' requires a name: explain ops"),
        ("--help-attr=tensor", "no attribute 'tensor', but a type: --help-type=tensor"),
        ("--help-type=#affine_map", "no type '#affine_map', but an attribute: --help-attr=affine_map"),
        ("--help-type=poly", "no type 'poly'; the dialects are affine"),
        ("--help-type=tensr", "there is no type 'tensr', did you mean 'tensor'?"),
        ("--help-attr=graph.paddin", "there is no attribute 'graph.paddin', did you mean 'graph.padding'?"),
        ("--help-attr=predicate", "did you mean 'graph.predicate'?"),
        ("--help-dialect=grap", "did you mean 'graph'?"),
        ("--help-pass=autotune", "did you mean 'schedule-loops'?"),
        ("--help-pass=licm", "did you mean 'loop-invariant-code-motion'?"),
        ("--help-pass=nonsense", "there is no pass 'nonsense'; see --list-passes"),
        ("--convert-scf-to-cf", "did you mean '--scf-to-loop'?"),
    ],
)
def test_a_wrong_name_leads_to_the_right_one(question: str, end: str) -> None:
    assert end in asked(question)


def test_a_dialect_of_another_package_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BITS)
    load = ["--load-dialect=bits_dialect.ops", "--load-pass=bits_dialect.expand_rotates"]
    text = asked(*load, "--help-op=bits.rotate", "--help-pass=expand-rotates")
    assert "merge_rotates  rotate(rotate(x, a), b) -> rotate(x, a + b)" in text
    assert "max-width  int  64  Leave wider rotates alone" in text
    assert asked(*load, "--doc-dialect=bits", f"-o={tmp_path / 'docs'}") == f"{tmp_path / 'docs' / 'bits.md'}\n"
    page = (tmp_path / "docs" / "bits.md").read_text(encoding="utf-8")
    assert "## `bits.rotate`" in page
    assert "| `rotate_c1` | the amount is at least 0 and less than the width. |" in page
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    assert "must be a folder" in asked(*load, "--doc-dialect=bits", f"-o={tmp_path / 'file'}")


def test_names_and_docstrings_are_no_markup() -> None:
    @type_("wild.type<script>")
    class WildType(Type):
        """A type <b>of</b> *stars*, `<kept>` in code."""

    @op("wild.op")
    class WildOp(Op):
        """<img src=x onerror=alert(1)> | [link](javascript:alert(1))"""

        source: Operand = operand(any_type)

    page = dialect_page(Dialect("wild", ops=[WildOp], attributes=[WildType]))
    assert "A type &lt;b>of&lt;/b> \\*stars\\*, `<kept>` in code." in page
    assert "&lt;img src=x onerror=alert(1)> | \\[link\\](javascript:alert(1))" in page
    assert "<script" not in page.replace("`wild.type<script>`", "").replace("!wild.type<script>", "")


def test_a_definition_that_says_little_is_explained() -> None:
    @op("quiet.op")
    class QuietOp(Op):
        source: Operand = operand(any_type)

    dialect = Dialect("quiet", ops=[QuietOp])
    assert "QuietOp(source: Value)" in op_document(QuietOp).as_text()
    assert dialect_document(dialect).as_text() == "quiet (dialect)\n\nOps\n  quiet.op\n"


def test_every_definition_has_a_page() -> None:
    for dialect in dialects():
        page = dialect_page(dialect)
        assert all(f"## `{name}`" in page for name in dialect.ops)
        assert all(docstring_of(cls).meaning for cls in (*dialect.ops.values(), *dialect.types.values()))


def test_the_summary_is_the_first_sentence() -> None:
    assert summary_of("A sum, e.g. of\ntwo. More here.") == "A sum, e.g. of two."
    assert summary_of("A word: `#a.b<c>`.\n\nMore.") == "A word"


@pytest.mark.parametrize("name", ["relu", "aten.relu", "torch.nn.ReLU", "F.relu"])
def test_names_of_other_frameworks_lead_to_ops_of_the_same_name(name: str) -> None:
    assert "'graph.relu'" in asked(f"--help-op={name}")


def test_synonyms_lead_to_ops_and_passes() -> None:
    context = dlc.make_context()
    targets = {name for names in SYNONYMS.values() for name in names}
    assert {name for name in targets if context.op_class(name) is None} == set()
    assert {name for name in SYNONYMS if context.op_class(name) is not None} == set()
    names = REGISTRY.names()
    assert pass_called("licm") in names
    assert pass_called("convert-linalg-to-loops") == "lower-to-loops"
    assert not any(pass_called(name) for name in names)


WITHOUT_SYNONYMS = {"Gradient", "Adagrad", "Momentum", "Adam"}
"""Ops of ONNX for training, which stand for many ops here."""


@pytest.mark.parametrize(("framework", "prefix"), [("onnx", ""), ("torch", "aten.")])
def test_every_op_that_importers_translate_leads_somewhere(framework: str, prefix: str) -> None:
    context = dlc.make_context()
    names = _imported_ops(framework)
    assert len(names) > 150
    lost = {name for name in names if "; " in asked_in(context, prefix + name)}
    assert lost <= WITHOUT_SYNONYMS


def asked_in(context: Context, name: str) -> str:
    """Return the first line of the answer about an op, or the error, without making a context."""
    try:
        return document_of("help-op", name, context).as_text().partition("\n")[0]
    except UsageError as error:
        return str(error)


def _imported_ops(framework: str) -> set[str]:
    """Return the ops with an importer, read from the text: importers themselves need the framework."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "frontends" / framework / "ops").glob("*.py")]
    pattern = re.compile(r"^@imports\((.*?)\)\n", re.MULTILINE | re.DOTALL)
    decorators = [decorator for text in texts for decorator in pattern.findall(text)]
    return {name for text in decorators if "{" not in text for name in re.findall(r'"(\w+)"', text)}


def test_every_environment_variable_is_documented() -> None:
    ours = [path for path in sources() if ROOT / "tools" / "templates" not in path.parents]
    read = {name for path in ours for name in _variables_read_by(path)}
    assert read == set(ENVIRONMENT)
    assert "`DLC_CACHE_DIR`" in environment_page()


def _variables_read_by(path: Path) -> set[str]:
    """Return the names of environment variables, which stand in the call or in a constant of the module."""
    text = path.read_text(encoding="utf-8")
    names = re.findall(r"\benviron(?:\.get\(|\[)(\"?\w+\"?)", text)
    constants = (
        vars(importlib.import_module(".".join(["dlc", *path.relative_to(ROOT).with_suffix("").parts]))) if names else {}
    )
    return {name.strip('"') if name[0] == '"' else constants[name] for name in names}


def test_every_tool_is_on_a_page() -> None:
    page = tools_page()
    for text in ("`--help-op`", "## `dlc run`", "## `dlc-reduce`", "--seed N"):
        assert text in page


def test_defaults_are_shown_as_python() -> None:
    assert "IntegerType(width: int, signedness: str = '')" in attribute_document(IntegerType).as_text()


WITHOUT_EXAMPLES = {"print-ir", "print-op-stats", "strip-debuginfo", "xdsl"}
"""Passes that print, change what only `--mlir-print-debuginfo` shows, or run others."""


def test_every_pass_shows_by_an_example_what_it_does() -> None:
    context = dlc.make_context()
    kinds = [kind for name in PASSES if (kind := REGISTRY.find(name)) is not None]
    examples = {kind.name: examples_of(docstring_of(kind)) for kind in kinds}
    assert {name for name, shown in examples.items() if not shown} == WITHOUT_EXAMPLES
    for name, shown in examples.items():
        for example in shown:
            assert name in re.split(r"[{,]", example.pipeline)
            assert example.after(context) != text_of_module(example.module(context))


@pytest.mark.parametrize("indent", ["", "    "])
def test_a_bracket_that_ends_an_example_stands_below_its_beginning(indent: str) -> None:
    text = f" %r = a.b %x {{\n{indent}  a.c %y\n{indent}}} : f32\n"
    assert example_text(text) == "%r = a.b %x {\n  a.c %y\n} : f32"
    assert example_text(" a.b %x\n    : f32\n") == "a.b %x\n    : f32"
