"""Each graph rewrite declares what it may change of results, and changes no more than that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

import pytest

from dlc.dialects import graph
from dlc.dialects.func import FuncOp
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.effects import is_trivially_dead
from dlc.ir.operations import Operation
from dlc.ir.patterns import Pattern, Rewriter
from dlc.parser import parse
from dlc.passes.graph import fold_batch_norm, sink_transposes, skip_padding
from dlc.passes.graph.simplify_graph import simplification_patterns
from support.exactness import exactness_broken
from support.programs import new_context
from support.project import FILECHECK
from support.run_lines import ROOT

PASSES: list[list[Pattern[Any]]] = [
    list(graph.DIALECT.patterns),
    simplification_patterns(reassociate=True),
    fold_batch_norm.PATTERNS,
    sink_transposes.PATTERNS,
    [skip_padding.convolve_parts],
]
PATTERNS = list(dict.fromkeys(pattern for patterns in PASSES for pattern in patterns))
MOST_PROGRAMS = 4
"""How many programs each pattern is tried on."""
MOST_ELEMENTS = 1 << 16
"""How many elements an argument of a program may have."""
MOST_STEPS = 40
"""How many rewrites of one program are looked at."""
CONTEXT = new_context()
FILES = [
    *sorted((FILECHECK / "dialects" / "graph").glob("canonicalize*.mlir")),
    *sorted((FILECHECK / "passes" / "graph").glob("*.mlir")),
]


def programs() -> Iterator[tuple[str, Operation]]:
    """The functions of the FileCheck tests on graphs, each in a module with all others of its chunk."""
    for path in FILES:
        for chunk in path.read_text(encoding="utf-8").split("// -----"):
            module = parse(chunk, CONTEXT)
            assert module is not None
            for op in module.regions[0].entry.ops:
                if isinstance(op, FuncOp) and not op.body.is_empty and _takes_tensors(op):
                    yield op.sym_name.value, module


def _takes_tensors(function: FuncOp) -> bool:
    """Return whether arguments are tensors, which are small enough for the interpreter."""
    types = function.type.inputs
    return all(isinstance(type, TensorType) and _elements(type) <= MOST_ELEMENTS for type in types)


def _elements(type: TensorType) -> int:
    return prod(size for size in type.shape if size != DYNAMIC)


class Rewrite(NamedTuple):
    """A function before and after one pattern was applied to it once."""

    name: str
    before: Operation
    after: Operation


@cache
def rewrites() -> dict[Pattern[Any], list[Rewrite]]:
    """Return the effects of each pattern on programs of the FileCheck tests, and on results of other patterns."""
    of_pattern: dict[Pattern[Any], list[Rewrite]] = {pattern: [] for pattern in PATTERNS}
    for name, module in programs():
        for patterns in PASSES:
            for pattern, rewrite in steps(name, module, patterns):
                if len(of_pattern[pattern]) < MOST_PROGRAMS:
                    of_pattern[pattern].append(rewrite)
    return of_pattern


def steps(name: str, module: Operation, patterns: Sequence[Pattern[Any]]) -> Iterator[tuple[Pattern[Any], Rewrite]]:
    """The rewrites that patterns do to a function, one after the other."""
    before = module
    for _ in range(MOST_STEPS):
        after = before.clone()
        pattern = first_match(function_of(after, name), patterns)
        if pattern is None:
            return
        yield pattern, Rewrite(name, before, after)
        before = after


def first_match(function: Operation, patterns: Sequence[Pattern[Any]]) -> Pattern[Any] | None:
    """Apply the first pattern that matches an op of a function, erase what it made dead, and return it."""
    for op in list(function.walk()):
        for pattern in patterns:
            fits = not pattern.kinds or type(op) in pattern.kinds or op.name in pattern.kinds
            if fits and op is not function and pattern(op, Rewriter()):
                for each in reversed(list(function.walk())):
                    if is_trivially_dead(each):
                        each.erase()
                return pattern
    return None


def function_of(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if isinstance(op, FuncOp) and op.sym_name.value == name)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda each: f"{each.exactness}-{each.name}")
def test_patterns_change_no_more_than_they_declare(pattern: Pattern[Any]) -> None:
    assert rewrites()[pattern], "no FileCheck test on graphs shows it"
    for seed, (name, before, after) in enumerate(rewrites()[pattern]):
        broken = exactness_broken(before, after, name, pattern.exactness, seed)
        assert broken is None, f"{pattern.name} is not {pattern.exactness}: {broken}\n{before}\n{after}"


def test_the_page_lists_what_is_not_exact() -> None:
    page = (ROOT / "docs" / "exactness.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| (rounding|finite) \|$", page, re.MULTILINE)
    assert listed == [(each.name, each.exactness) for each in PATTERNS if each.exactness != "exact"]


def test_canonicalizations_are_exact() -> None:
    assert {pattern.exactness for pattern in graph.DIALECT.patterns} == {"exact"}
