"""Habit 5: a rule's id stands in the op's docstring, in its verifier, and in a test that breaks it."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from support.project import dialect_sources, dialects, filecheck_text, nodes_of, strings

RULE = re.compile(r"\w+_c\d+")
NAMES = [dialect.name for dialect in dialects()]


@cache
def in_docstrings(name: str) -> set[str]:
    ops = next(dialect.ops for dialect in dialects() if dialect.name == name)
    own = [op for op in ops.values() if op.renamed_from is None]
    return {rule for op in own for rule in re.findall(rf"\(({RULE.pattern})\)", op.__doc__ or "")}


def in_verifiers(name: str) -> set[str]:
    return {text for path in dialect_sources(name) for text in strings(path) if RULE.fullmatch(text)}


def in_tests(name: str) -> set[str]:
    """Rules that an expected error names: `{{… [rule]}}`."""
    expected = re.findall(r"expected-error[^{]*\{\{(.*?)\}\}", filecheck_text(name, "invalid"))
    return {rule for text in expected for rule in re.findall(rf"\[({RULE.pattern})\]", text)}


@cache
def composed(name: str) -> set[str]:
    """Ends of rules that shared verifiers compose with the op's name: `_c1` for `f"{rule}_c1"`."""
    return {
        str(last.value)
        for path in dialect_sources(name)
        for node in nodes_of(path)
        if isinstance(node, ast.JoinedStr) and len(node.values) == 2
        for last in node.values[1:]
        if isinstance(last, ast.Constant) and re.fullmatch(r"_c\d+", str(last.value))
    }


@pytest.mark.parametrize("name", NAMES)
def test_documented_rules_are_checked(name: str) -> None:
    ends = composed(name)
    unchecked = in_docstrings(name) - in_verifiers(name)
    assert {rule for rule in unchecked if f"_{rule.rpartition('_')[2]}" not in ends} == set()


@pytest.mark.parametrize("name", NAMES)
def test_checked_rules_are_documented(name: str) -> None:
    assert in_verifiers(name) - in_docstrings(name) == set()


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_broken_by_a_test(name: str) -> None:
    assert in_docstrings(name) - in_tests(name) == set()


@pytest.mark.parametrize("name", NAMES)
def test_tests_name_rules_that_exist(name: str) -> None:
    known = {rule for other in NAMES for rule in in_docstrings(other)}
    assert in_tests(name) - known == set()


@pytest.mark.parametrize("name", NAMES)
def test_rules_of_an_op_are_numbered_from_one(name: str) -> None:
    numbers: dict[str, set[int]] = {}
    for rule in in_docstrings(name):
        stem, _, number = rule.rpartition("_c")
        numbers.setdefault(stem, set()).add(int(number))
    gaps = {stem: sorted(those) for stem, those in numbers.items() if those != set(range(1, len(those) + 1))}
    assert gaps == {}
