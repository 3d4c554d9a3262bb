"""Benchmarks of GPUs up to the device: cases are programs, and one is measured on a driver in Python."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import dlc
from dlc.runtime.gpu.device import Device
from dlc.runtime.gpu.driver import GPUError
from support.gpu_programs import InterpretedProgram
from support.run_lines import ROOT


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return import_module("gpu")


def test_without_a_device(gpu: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(_: object = None) -> Device:
        raise GPUError("there is no device")

    monkeypatch.setattr(Device, "open", refused)
    monkeypatch.setattr("sys.argv", ["gpu.py"])
    assert gpu.main() == 0
    assert capsys.readouterr().out == "bench-gpu is skipped: there is no device\n"


def test_networks_without_torch(gpu: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(gpu.gpu_networks, "find_spec", lambda _: None)
    assert gpu.gpu_networks.report("")
    assert capsys.readouterr().out == "networks are skipped: PyTorch is not installed\n"


def test_cases_are_programs(gpu: Any) -> None:
    cases = list(gpu.cases())
    assert len({case.name for case in cases}) == len(cases)
    for case in cases:
        dlc.verify(dlc.parse(case.source))
        assert bool(case.operations) != bool(case.moved), "it computes, or moves memory"


def test_a_case_is_measured(gpu: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The events of this device are half a millisecond apart; torch is not there."""
    monkeypatch.setattr(gpu, "ROUNDS", 1)
    case = gpu._memory_case("add", "graph.add %0, %0 : {0}", (2, 32), (2, 32), None)
    program = InterpretedProgram(case.source)
    device = Device.open(0, program.driver)
    measured = gpu.measure(program, case, device, None, {})
    assert measured.ours > 0
    assert (measured.torch, measured.triton) == (None, None)
    assert gpu.report(case, measured, {"copy": 1.0})
    assert capsys.readouterr().out.startswith("add ")
