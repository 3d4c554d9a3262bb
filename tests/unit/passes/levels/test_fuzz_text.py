"""A short run of the fuzzer for passes, and that it sees what is wrong. A long run: `make fuzz-text`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.registry import REGISTRY

PROGRAM = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = graph.neg %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    path = Path(__file__).parents[3] / "fuzz" / "fuzz_text.py"
    spec = importlib.util.spec_from_file_location("fuzz_text", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_text"] = module
    spec.loader.exec_module(module)
    return module


def test_short_run_finds_nothing(fuzz: ModuleType) -> None:
    fuzzer = fuzz.Fuzzer(1, most_seconds=60.0)  # a busy machine is no finding
    for _ in range(150):
        fuzzer.step()
    assert fuzzer.verified > 30
    assert fuzzer.compared > 5
    assert not fuzzer.findings, "\n".join(fuzzer.findings[0])[-3000:]


def test_a_text_can_be_had_again_by_its_number(fuzz: ModuleType) -> None:
    drawn: list[tuple[str, list[str], int]] = []

    def keep(text: str, passes: list[str], number: int) -> None:
        drawn.append((text, passes, number))

    for first, steps in ((3, 3), (5, 1)):
        fuzzer = fuzz.Fuzzer(1, first)
        fuzzer.run_one = keep
        for _ in range(steps):
            fuzzer.step()
    assert drawn[2] == drawn[3] != drawn[1]


def test_a_finding_says_how_to_get_it_again(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def breach(*case: object) -> None:
        raise fuzz.Finding("planted")

    monkeypatch.setattr(fuzz, "check", breach)
    fuzzer = fuzz.Fuzzer(7, 41)
    fuzzer.step()
    [(_, report)] = fuzzer.findings
    assert report.endswith("once more: python tests/fuzz/fuzz_text.py --seed 7 --first 41 --steps 1")


class Raises(Pass):
    """Raises"""

    name = "fuzz-raises"

    def run(self, op: Operation, run: PassRun) -> None:
        raise IndexError("no such thing")


class LeavesWhatIsWrong(Pass):
    """Removes a terminator"""

    name = "fuzz-leaves-what-is-wrong"

    def run(self, op: Operation, run: PassRun) -> None:
        next(each for each in op.walk() if each.name == "func.return").erase()


class Loses(Pass):
    """Takes away what is computed"""

    name = "cse"

    def run(self, op: Operation, run: PassRun) -> None:
        for each in [each for each in op.walk() if each.name == "graph.neg"]:
            each.results[0].replace_all_uses_with(each.operands[0])
            each.erase()


class FailsInSilence(Pass):
    """Fails"""

    name = "fuzz-fails"

    def run(self, op: Operation, run: PassRun) -> None:
        run.fail()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Raises, "exception in fuzz-raises at test_fuzz_text.py"),
        (LeavesWhatIsWrong, "not valid after fuzz-leaves-what-is-wrong"),
        (FailsInSilence, "no cause in fuzz-fails"),
        (Loses, "another result"),
    ],
)
def test_what_is_wrong_is_found(
    fuzz: ModuleType, kind: type[Pass], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REGISTRY._loaded, kind.name, kind)  # pyright: ignore[reportPrivateUsage]
    fuzz._pipeline.cache_clear()
    fuzzer = fuzz.Fuzzer(0)
    fuzzer.run_one(PROGRAM, [kind.name])
    fuzz._pipeline.cache_clear()
    assert [report.startswith(message) for _, report in fuzzer.findings] == [True], fuzzer.findings


def test_what_is_right_is_not_found(fuzz: ModuleType) -> None:
    fuzzer = fuzz.Fuzzer(0)
    fuzzer.run_one(PROGRAM)
    assert (fuzzer.findings, fuzzer.compared) == ([], 1)
