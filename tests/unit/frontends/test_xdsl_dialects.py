"""Dialects of xDSL as dialects of dlc: every one loads, with what its ops, attributes and types declare."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from xdsl.dialects import riscv_scf, test
from xdsl.dialects.riscv.registers import IntRegisterType

import dlc
from dlc.frontends.xdsl import catalog, forms, from_xdsl, load_dialect, load_into
from dlc.frontends.xdsl.coverage import Tally, table, tally_dialect
from dlc.frontends.xdsl.declared_ops import declared_op
from dlc.frontends.xdsl.installed import XdslUnavailable, require_xdsl
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.context import Context
from dlc.ir.definition import VARIADIC
from dlc.ir.effects import memory_effects, would_be_trivially_dead
from dlc.ir.errors import DlcError
from dlc.ir.interfaces import Symbol
from dlc.ir.operations import Operation
from dlc.ir.traits import Commutative, IsolatedFromAbove, NoTerminator, Pure, SingleBlock, Terminator
from support.run_lines import ROOT

NAMES = catalog.dialect_names()


def context_with(*names: str) -> Context:
    context = dlc.make_context()
    load_into(context, names)
    return context


def only(name: str, text: str, *dialects: str) -> Operation:
    """The op of a name in a text."""
    module = dlc.parse(text, context=context_with(*dialects, "test"), check=False)
    return next(op for op in module.walk() if op.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_every_dialect_loads(name: str) -> None:
    contents = catalog.contents(name)
    dialect = load_dialect(name)
    assert contents is not None
    assert set(dialect.ops) >= {op for op in contents.ops if op != "builtin.unregistered"}


def test_most_declared_forms_are_compiled() -> None:
    declared = [op for name in NAMES for op in load_dialect(name).ops.values() if hasattr(op, "x_class")]
    with_form: list[Any] = [op for op in declared if getattr(op, "x_class").assembly_format is not None]  # noqa: B009
    compiled = [op for op in with_form if forms.compiled_syntax(op) is not None]
    assert len(with_form) > 500
    assert len(compiled) > 0.8 * len(with_form)


def test_bundled_dialects_stay_and_learn_what_they_lack() -> None:
    bundled: Any = dlc.make_context().dialect("memref")
    extended = load_dialect("memref")
    assert extended.ops["memref.load"] is bundled.ops["memref.load"]
    assert "memref.dma_start" in extended.ops
    assert extended.patterns == bundled.patterns


def test_an_unknown_dialect_is_an_error_with_a_guess() -> None:
    with pytest.raises(DlcError, match="xDSL has no dialect 'sfc', did you mean 'scf'"):
        load_into(Context(), ["sfc"])


# -- What an op of xDSL is in dlc -------------------------------------------------------------------------------------


def test_fields_are_those_of_the_declaration() -> None:
    op: Any = only(
        "riscv_scf.for",
        """
        %c = "test.op"() : () -> !riscv.reg
        %r = "riscv_scf.for"(%c, %c, %c, %c) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
        ^bb0(%i: !riscv.reg, %a: !riscv.reg):
          "riscv_scf.yield"(%a) : (!riscv.reg) -> ()
        }) : (!riscv.reg, !riscv.reg, !riscv.reg, !riscv.reg) -> !riscv.reg
        """,
        "riscv",
        "riscv_scf",
    )
    assert op.start is op.operands[0]
    assert list(op.iter_args) == [op.operands[3]]
    assert list(op.res) == list(op.results)
    assert op.body is op.regions[0]


def test_a_field_whose_name_is_taken_gets_an_underscore() -> None:
    cls: Any = load_dialect("acc").ops["acc.copyin"]
    assert cls.definition.attrs["name"].accessor == "var_name"
    assert cls.definition.attrs["dataClause"].accessor == "data_clause"


def test_groups_of_the_same_size_have_accessors() -> None:
    """`omp.loop_nest` has three groups of operands of one size, which no property says."""
    cls: Any = load_dialect("omp").ops["omp.loop_nest"]
    assert [field.count for field in cls.definition.operands] == [VARIADIC]
    text = """
    %v:6 = "test.op"() : () -> (i32, i32, i32, i32, i32, i32)
    "omp.loop_nest"(%v#0, %v#1, %v#2, %v#3, %v#4, %v#5) ({
    ^bb0(%i: i32, %j: i32):
      "omp.yield"() : () -> ()
    }) : (i32, i32, i32, i32, i32, i32) -> ()
    """
    op: Any = only("omp.loop_nest", text, "omp")
    assert list(op.lowerBound) == list(op.operands[:2])
    assert list(op.step) == list(op.operands[4:])


def test_traits_are_ours() -> None:
    dialect = load_dialect("riscv_scf")
    assert Terminator in dialect.ops["riscv_scf.yield"].traits
    assert dialect.ops["riscv_scf.yield"].may_be_terminator
    assert SingleBlock in dialect.ops["riscv_scf.for"].traits
    assert IsolatedFromAbove in load_dialect("riscv_func").ops["riscv_func.func"].traits
    assert Pure in load_dialect("bigint").ops["bigint.sub"].traits
    assert Commutative in load_dialect("bigint").ops["bigint.add"].traits
    assert NoTerminator in load_dialect("omp").ops["omp.wsloop"].traits  # through a trait that derives from it


def test_effects_are_known() -> None:
    read: Any = declared_op(test.TestReadOp)
    write: Any = declared_op(test.TestWriteOp)
    unknown: Any = declared_op(test.TestOp)
    effects = {cls.name: memory_effects(cls.create()) for cls in (read, write, unknown)}
    assert [effect.kind for effect in effects["test.op_with_memread"] or ()] == ["read"]
    assert [effect.kind for effect in effects["test.op_with_memwrite"] or ()] == ["write"]
    assert effects["test.op"] is None


def test_effects_that_depend_on_the_op_are_asked_for() -> None:
    """An op of riscv has an effect where its registers are decided, and none before."""
    text = '%a = "test.op"() : () -> !riscv.reg\n%b = riscv.add %a, %a : (!riscv.reg, !riscv.reg) -> !riscv.reg'
    free = only("riscv.add", text, "riscv")
    taken = only("riscv.add", f"{text}<a0>", "riscv")
    assert would_be_trivially_dead(free)
    assert not would_be_trivially_dead(taken)


def test_symbols_are_symbols() -> None:
    op = only("riscv_func.func", "riscv_func.func @f() { riscv_func.return }", "riscv_func")
    assert Symbol.of(op) is not None
    assert op.get_attr("sym_name") is StringAttr("f")


def test_attributes_are_inspectable() -> None:
    converted: Any = from_xdsl(test.TestOp(result_types=[IntRegisterType.from_name("a0")]))
    assert str(converted.results[0].type) == "!riscv.reg<a0>"
    assert converted.results[0].type.register_name.value == "a0"


def test_types_in_brackets_are_read_in_both_spellings() -> None:
    context = context_with("csl")
    one = dlc.parse_attribute("#csl<ptr_kind single>", context=context)
    assert one is dlc.parse_attribute("#csl.ptr_kind single", context=context)
    assert str(one) == "#csl<ptr_kind single>"


def test_a_wrong_parameter_is_refused_where_it_stands() -> None:
    with pytest.raises(ValueError, match="invalid register name bad"):
        dlc.parse_type("!riscv.reg<bad>", context=context_with("riscv"))


def test_classes_are_made_once() -> None:
    assert declared_op(riscv_scf.ForOp) is declared_op(riscv_scf.ForOp)
    assert load_dialect("riscv_scf").ops["riscv_scf.for"] is declared_op(riscv_scf.ForOp)


# -- Versions, and who pays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "ok"), [("0.73.0", True), ("0.74.2", True), ("0.72.9", False), ("0.75.0", False), ("1.0", False)]
)
def test_a_version_outside_of_the_range_is_refused(version: str, ok: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _: version)
    if ok:
        require_xdsl()
        return
    with pytest.raises(XdslUnavailable, match=re.escape(f"xdsl>=0.73,<0.75, but xDSL {version} is installed")):
        require_xdsl()


def test_a_missing_xdsl_is_an_error_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(XdslUnavailable, match=re.escape("pip install 'xdsl>=0.73,<0.75'")):
        require_xdsl()


def test_the_range_is_that_of_the_package() -> None:
    assert '"xdsl>=0.73,<0.75"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("flags", [[], ["--canonicalize"], ["--list-passes"]])
def test_dlc_opt_without_it_does_not_import_xdsl(flags: list[str]) -> None:
    code = (
        "import os, sys, runpy; sys.argv = sys.argv[1:]\n"
        "os._exit = lambda code: sys.exit('xdsl' in sys.modules)\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    command = [sys.executable, "-c", code, str(ROOT / "tools" / "dlc-opt.py"), *flags]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_samples_of_a_dialect_are_counted() -> None:
    failures: list[str] = []
    tally = tally_dialect("cf", failures)
    assert (tally.ops, tally.attributes, tally.sampled, tally.ops_passed) == (4, 0, 4, 4)
    assert tally.modules == tally.passed == {"generic": 11, "custom": 7}
    assert failures == []


def test_the_table_has_a_line_for_each_dialect_and_one_of_sums() -> None:
    good, bad = Tally("good"), Tally("bad")
    good.ops, good.sampled, good.ops_passed = 3, 2, 2
    good.modules, good.passed = {"generic": 4, "custom": 2}, {"generic": 4, "custom": 1}
    bad.reason = "no luck"
    lines = table([good, bad], {}).splitlines()
    assert lines[2] == "| good | 3 | 0 | 2 | 2 | 4 of 4 | 1 of 2 |"
    assert lines[3] == "| bad | does not load: no luck |"
    assert lines[4] == "| all | 3 | 0 | 2 | 2 | 4 of 4 | 1 of 2 |"
