"""Each op's docstring has an example in its own form, and the files ops*.mlir of its dialect show the op."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.parser import parse

NAMES = ("arith", "builtin", "cf", "func", "math", "memref", "ub", "vector")
EXAMPLES = Path(__file__).parents[2] / "filecheck" / "dialects"
LEFT_OUT = re.compile(r"use of undeclared SSA value name|reference to an undefined block")
TOP_LEVEL = ("builtin.module", "func.func")


def all_ops() -> list[type[Op]]:
    context = Context()
    register_all(context)
    classes: list[type[Op]] = []
    for name in NAMES:
        dialect = context.dialect(name)
        assert dialect is not None
        classes += dialect.ops.values()
    return classes


OPS = all_ops()


def files_of(cls: type[Op], kind: str) -> str:
    """Return the text of the files of an op's dialect whose names begin with `kind`."""
    return "\n".join(path.read_text() for path in sorted((EXAMPLES / cls.name.partition(".")[0]).glob(f"{kind}*.mlir")))


@pytest.mark.parametrize("cls", OPS, ids=lambda cls: cls.name)
def test_example_parses(cls: type[Op]) -> None:
    _, marker, example = (cls.__doc__ or "").partition("Example:")
    assert marker
    mnemonic = cls.name.partition(".")[2] if cls.name.startswith(("func.", "builtin.module")) else cls.name
    assert mnemonic in example
    context = Context()
    register_all(context)
    parse(example if cls.name in TOP_LEVEL else f"func.func @f() {{\n{example}\n}}", context)
    assert [d.text for d in context.diagnostics.diagnostics if not LEFT_OUT.search(d.message)] == []


@pytest.mark.parametrize("cls", OPS, ids=lambda cls: cls.name)
def test_ops_file_shows_the_op(cls: type[Op]) -> None:
    text = files_of(cls, "ops")
    bare = cls.name.removeprefix("func.").removeprefix("builtin.")
    assert re.search(rf"(?<![\w.]){re.escape(bare)}\b", text) or re.search(rf"\b{re.escape(cls.name)}\b", text)


@pytest.mark.parametrize("cls", OPS, ids=lambda cls: cls.name)
def test_rules_have_negative_tests(cls: type[Op]) -> None:
    """Every rule that the docstring numbers is shown to be checked."""
    rules = set(re.findall(r"\((\w+_c\d+)\)", cls.__doc__ or ""))
    text = files_of(cls, "invalid")
    assert {rule for rule in rules if f"[{rule}]" not in text} == set()


def test_registering_imports_nothing() -> None:
    context = Context()
    register_all(context)
    assert context.dialects == {}
    assert set(NAMES) <= set(context.available)
