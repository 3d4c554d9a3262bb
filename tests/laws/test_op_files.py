"""Habit 6: every op has a round-trip test, tests of what is invalid, and, where it simplifies, tests of that."""

from __future__ import annotations

import re

import pytest

from dlc.ir.definition import Op
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import Foldable
from support.project import dialects, filecheck_text, ops

ELIDED = ("builtin", "func")
"""Dialects whose prefix may be left out in the text."""


def mentions(text: str, op: type[Op]) -> bool:
    """Return whether the op occurs in some IR: by its name, in quotes or not, or by its mnemonic if that is enough."""
    dialect, _, mnemonic = op.name.partition(".")
    spelled = re.search(rf"(?<![\w.$]){re.escape(op.name)}(?![\w.$-])", text)
    return bool(spelled) or (
        dialect in ELIDED and re.search(rf"(?m)(?:^|[={{,]|\s)\s*{re.escape(mnemonic)}(?![\w.$-])", text) is not None
    )


def own_ops(dialect: Dialect) -> list[type[Op]]:
    """Return the ops that are not another dialect's under another name, whose rules and folds are tested there."""
    return [op for op in dialect.ops.values() if op.renamed_from is None]


def simplified() -> set[str]:
    """Ops that fold, or that a canonicalization pattern of their dialect is for."""
    names = {op.name for op in ops() if Foldable in op.interfaces}
    for dialect in dialects():
        for pattern in dialect.patterns:
            names |= {kind if isinstance(kind, str) else kind.name for kind in pattern.kinds}
    return names


@pytest.mark.parametrize("dialect", dialects(), ids=lambda dialect: dialect.name)
def test_round_trips(dialect: Dialect) -> None:
    lacking = [op.name for op in dialect.ops.values() if not mentions(filecheck_text(dialect.name, "ops"), op)]
    assert lacking == []


@pytest.mark.parametrize("dialect", dialects(), ids=lambda dialect: dialect.name)
def test_invalid(dialect: Dialect) -> None:
    """An op is tested to be refused: it stands in a part of the file that expects an error."""
    parts = re.split(r"(?m)^// -----", filecheck_text(dialect.name, "invalid"))
    refused = "\n".join(part for part in parts if "expected-error" in part)
    lacking = [op.name for op in own_ops(dialect) if not mentions(refused, op)]
    assert lacking == []


@pytest.mark.parametrize("dialect", dialects(), ids=lambda dialect: dialect.name)
def test_simplifications(dialect: Dialect) -> None:
    names = simplified()
    text = filecheck_text(dialect.name, "canonicalize")
    lacking = [op.name for op in own_ops(dialect) if op.name in names and not mentions(text, op)]
    assert lacking == []


def test_negative_tests_pin_a_text() -> None:
    """Habit 8: no expectation is an empty pattern."""
    empty = [
        dialect.name
        for dialect in dialects()
        if re.search(r"expected-(error|warning|note|remark)[^{]*\{\{\s*\}\}", filecheck_text(dialect.name, "invalid"))
    ]
    assert empty == []
