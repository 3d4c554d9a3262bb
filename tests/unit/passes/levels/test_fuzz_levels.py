"""The fuzzer for levels reports what raises or crashes like what is wrong, and goes on."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from dlc.dialects import graph
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.registry import PASSES, Registry
from support import level_checks, level_trials

COUNT = 12


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    path = Path(__file__).parents[3] / "fuzz" / "fuzz_levels.py"
    spec = importlib.util.spec_from_file_location("fuzz_levels", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_levels"] = module
    spec.loader.exec_module(module)
    return module


def contains_subtraction(op: Operation) -> bool:
    return any(isinstance(each, graph.SubOp) for each in op.walk())


class RaiseOnSubtraction(Pass):
    """Raise at subtractions"""

    name = "test-raise-on-subtraction"
    anchor = "builtin.module"

    def run(self, op: Operation, run: PassRun) -> None:
        if contains_subtraction(op):
            raise TypeError("no subtractions")


class CrashOnSubtraction(Pass):
    """End the process at subtractions"""

    name = "test-crash-on-subtraction"
    anchor = "builtin.module"

    def run(self, op: Operation, run: PassRun) -> None:
        if contains_subtraction(op):
            os.kill(os.getpid(), signal.SIGKILL)


def use_passes(monkeypatch: pytest.MonkeyPatch, *kinds: type[Pass]) -> None:
    """Let all programs take these passes, and contain few kinds of ops."""
    registry = Registry(PASSES)
    for kind in kinds:
        registry.register(kind)

    def passes_of_all(_: object) -> list[str]:
        return ["cse", *[kind.name for kind in kinds], "cse"]

    monkeypatch.setattr(level_checks, "REGISTRY", registry)
    monkeypatch.setattr(level_trials, "way", passes_of_all)
    monkeypatch.setattr(level_trials, "lowered_kinds", lambda: [graph.SubOp, graph.AddOp, graph.TransposeOp])


def run(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    arguments = [str(COUNT), "--only", "levels", "--ops", "2", "--jobs", "2", "--reduce-seconds", "600", *options]
    monkeypatch.setattr(sys, "argv", ["fuzz_levels", *arguments])
    status: int = fuzz.main()
    return status


def findings(folder: Path, ending: str) -> Sequence[str]:
    return [each.read_text() for each in sorted(folder.glob(f"*/{ending}"))]


@pytest.mark.parametrize(
    ("kind", "message"),
    [(RaiseOnSubtraction, "raised TypeError: no subtractions"), (CrashOnSubtraction, "SIGKILL")],
    ids=["raises", "crashes"],
)
def test_a_program_that_ends_badly_is_reduced_and_the_run_goes_on(
    fuzz: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    kind: type[Pass],
    message: str,
) -> None:
    use_passes(monkeypatch, kind)
    assert run(fuzz, monkeypatch, "--save", str(tmp_path)) == 1
    assert f"{COUNT} of {COUNT} programs" in capfd.readouterr().out
    failures = findings(tmp_path, "failure.txt")
    assert failures
    assert all(message in text and f"after '{kind.name}'" in text for text in failures)
    for text in findings(tmp_path, "reduced.mlir"):
        assert text.count("= graph.sub ") == 1
        assert "= graph.add" not in text


def test_what_raises_while_a_program_is_run_is_a_finding(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run_program(module: Operation, _: object) -> None:
        if contains_subtraction(module):
            raise TypeError("cannot subtract")

    use_passes(monkeypatch)
    monkeypatch.setattr(level_checks, "wrong_result", run_program)
    assert run(fuzz, monkeypatch, "--save", str(tmp_path)) == 1
    assert all(text.startswith("traceback after 'cse'") for text in findings(tmp_path, "failure.txt"))
    assert all(text.count("= graph.sub ") == 1 for text in findings(tmp_path, "reduced.mlir"))


def test_what_raises_while_a_program_is_drawn_is_a_finding(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def draw(*_: object) -> None:
        raise TypeError("cannot draw")

    monkeypatch.setattr(level_trials, "draw_graph", draw)
    assert run(fuzz, monkeypatch, "--save", str(tmp_path)) == 1
    assert "traceback: TypeError: cannot draw" in findings(tmp_path, "failure.txt")[0]


def test_a_run_without_findings_says_so(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_passes(monkeypatch)
    assert run(fuzz, monkeypatch, "--save", str(tmp_path)) == 0
    assert not list(tmp_path.iterdir())
