"""Tests do the same every time: no clock, no seed from nowhere, and one place that says what property tests draw.

What a syntax tree cannot show (the order of a set of strings, a race) is left to whoever writes the test.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

from support.project import nodes_of, shown, walk
from support.run_lines import ROOT

TESTS = ROOT / "tests"
FUZZERS = sorted((TESTS / "fuzz").glob("*.py"))
"""They run for as long as they are told; their seeds are numbers, too."""
PATHS = sorted(set(TESTS.rglob("*.py")) - set(FUZZERS))
MEASURES = TESTS / "support" / "cost.py"
DRAWS = TESTS / "support" / "properties.py"

PLAIN_CLOCKS = ("time", "perf_counter", "monotonic", "process_time", "thread_time", "now", "utcnow", "today")
CLOCKS = {*PLAIN_CLOCKS, *(f"{name}_ns" for name in PLAIN_CLOCKS)}
ENTROPY = {"urandom", "getrandom", "uuid1", "uuid4", "token_bytes", "token_hex", "randbelow", "SystemRandom"}
GENERATORS = {"Random", "default_rng", "RandomState", "SeedSequence"}
MEMORY = {"id", "hash"}
"""They differ from run to run."""
CHOICES_OF_HYPOTHESIS = {"settings", "seed", "HealthCheck", "Phase", "Verbosity", "reproduce_failure"}


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def calls(root: ast.AST) -> Iterator[ast.Call]:
    return (node for node in walk(root) if isinstance(node, ast.Call))


def reads_a_clock(call: ast.Call) -> bool:
    return name_of(call.func) in CLOCKS and not call.args


def draws_from_nowhere(call: ast.Call) -> bool:
    """Return whether a call uses the system's entropy, or makes a generator without a fixed seed."""
    name = name_of(call.func)
    if name in GENERATORS:
        seeds = [*call.args, *(keyword.value for keyword in call.keywords)]
        return not seeds or any(name_of(inner.func) in MEMORY | CLOCKS for seed in seeds for inner in calls(seed))
    return name in ENTROPY


def draws_from_a_shared_generator(call: ast.Call, modules: set[str]) -> bool:
    """Return whether a call is `random.choice`, of the module, or `np.random.rand`: its result depends on earlier draws
    of others.
    """
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr in GENERATORS | {"Generator", "PCG64"}:
        return False
    owner = function.value
    if isinstance(owner, ast.Attribute):
        return owner.attr == "random" and getattr(owner.value, "id", "") in ("np", "numpy")
    return isinstance(owner, ast.Name) and owner.id == "random" and "random" in modules


def computes_with_addresses(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and any(
        isinstance(side, ast.Call) and name_of(side.func) in MEMORY for side in (node.left, node.right)
    )


def imported_modules(path: Path) -> set[str]:
    imports = (node for node in nodes_of(path) if isinstance(node, ast.Import))
    return {alias.asname or alias.name for node in imports for alias in node.names}


def breaches(path: Path) -> Iterator[tuple[ast.AST, str]]:
    """Return the parts of a file that may differ from run to run."""
    modules = imported_modules(path)
    for node in nodes_of(path):
        if isinstance(node, ast.Call):
            if path not in (MEASURES, *FUZZERS) and reads_a_clock(node):
                yield node, "reads a clock: count what is done instead (support/cost.py)"
            if draws_from_nowhere(node):
                yield node, "draws from nowhere: give the generator a number"
            if draws_from_a_shared_generator(node, modules):
                yield node, "draws from a generator that all share: make one with a number"
        if computes_with_addresses(node):
            yield node, "computes with what differs from run to run"
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "hypothesis" and path != DRAWS:
            for alias in node.names:
                if alias.name in CHOICES_OF_HYPOTHESIS:
                    yield node, f"imports {alias.name}: say how many examples there are by support.properties.examples"


@pytest.mark.parametrize("path", [*PATHS, *FUZZERS], ids=shown)
def test_nothing_differs_from_run_to_run(path: Path) -> None:
    assert [f"{shown(path, node)}: {reason}" for node, reason in breaches(path)] == []


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("time.perf_counter()", False),
        ("Random()", False),
        ("np.random.default_rng()", False),
        ("Random(hash(name))", False),
        ("np.random.rand(3)", False),
        ("import random\nrandom.choice([1])", False),
        ("random.choice([1])", True),
        ("(id(user) + 1) % 3", False),
        ("from hypothesis import given, settings", False),
        ("from hypothesis import given", True),
        ("np.random.default_rng(7)", True),
        ("Random(f'{seed}/{number}')", True),
    ],
)
def test_breaches_are_seen(tmp_path: Path, text: str, holds: bool) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(text)
    assert (not list(breaches(path))) is holds


def test_examples_do_not_depend_on_modules_that_were_imported() -> None:
    """hypothesis would draw numbers that it reads in them; `support.properties` puts a stop to that."""
    assert not len(providers._get_local_constants())


def test_the_usual_profile_is_the_fixed_one(request: pytest.FixtureRequest) -> None:
    usual = hypothesis.settings()
    assert usual.derandomize is not bool(request.config.getoption("--fresh-draws"))
    assert usual.deadline is None
    assert usual.database is None


@pytest.mark.slow
def test_programs_do_not_depend_on_the_order_of_sets() -> None:
    """Python orders sets of strings differently in each process, unless it is told how."""
    command = [sys.executable, "-m", "support.drawn_texts"]
    search = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": search} | seed)
        for seed in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    ]
    first, second = (process.communicate()[0] for process in running)
    assert all(process.returncode == 0 for process in running)
    assert first.splitlines() == second.splitlines()
