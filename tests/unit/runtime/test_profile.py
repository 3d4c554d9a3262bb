"""Profiles: each kernel with its work and its origin, and programs that have none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from dlc.runtime import profile as profiles
from dlc.runtime.image import Kernel
from dlc.runtime.peak import Peak
from dlc.runtime.profile import NoProfile, Profile, Run, Span

SHARED = "tensor<64x64xf32>"
X, W = "tensor<32x64xf32>", "tensor<64x48xf32>"
TEXT = f"""
func.func @main(%x: {X}, %w: {W}) -> tensor<32x48xf32> {{
  %p = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0] : {X}, {W} -> tensor<32x48xf32>
  %s = graph.softmax %p, [1] : tensor<32x48xf32>
  return %s : tensor<32x48xf32>
}}
"""
ARGUMENTS = [np.ones((32, 64), np.float32), np.ones((64, 48), np.float32)]


@pytest.fixture(scope="module")
def exe() -> Executable:
    return dlc.compile(TEXT, threads=1, profile=True)


@pytest.fixture(scope="module")
def profile(exe: Executable) -> Profile:
    return exe.profile(*ARGUMENTS, runs=3)


def test_kernels_have_their_work_and_their_origin(profile: Profile) -> None:
    product, softmax = profile.kernels
    assert product.kernel.flops == 2 * 32 * 64 * 48
    assert product.kernel.bytes == 4 * (32 * 64 + 64 * 48 + 32 * 48)
    assert product.kernel.sources == ("-:3:8",)
    assert any(step.startswith("loop-tile") for step in product.kernel.schedule)
    assert "-:4:8" in softmax.kernel.sources
    assert (product.calls, softmax.calls) == (1, 1)
    assert product.seconds > 0
    assert sum(row.share for row in profile.kernels) <= 1
    assert len(profile.runs) == 3
    lines = str(profile).splitlines()
    head = ["kernel", "calls", "total µs", "µs per call", "share", "GFLOP/s", "GB/s", "of peak", "from"]
    assert columns_of(lines[0]) == head
    assert lines[-3].startswith("(others)")
    assert lines[-2].endswith("median of 3 runs, 1 thread")
    assert lines[-1].startswith("(others) is the time outside kernels")


def columns_of(line: str) -> list[str]:
    return re.split(" {2,}", line.strip())


def kernel(name: str, *sources: str, flops: int | None = None) -> Kernel:
    return Kernel(name, (), sources, flops, None)


def test_calls_of_a_kernel_from_several_places_are_one_row() -> None:
    kernels = [kernel("conv", "first", "inner"), kernel("conv", "second"), kernel("conv", "second"), kernel("unused")]
    runs = [
        Run(0, 10_000 + late, [Span(0, 0, 1000), Span(1, 2000, 5000 + late), Span(2, 6000, 8000)])
        for late in (0, 1000, 600)
    ]
    profile = Profile(runs, kernels, 2, Peak(1.0, 1.0))
    conv, unused = profile.kernels
    assert (conv.calls, conv.places) == (3, ["first", "second"])
    assert conv.seconds == pytest.approx(6.6e-6)  # the median of 6.0, 7.0 and 6.6
    assert conv.seconds_per_call == pytest.approx(2e-6)
    assert conv.share == pytest.approx(6.6 / 10.6)
    assert (unused.calls, unused.seconds) == (0, 0)
    assert [columns_of(line) for line in str(profile).splitlines()[:-1]] == [
        ["kernel", "calls", "total µs", "µs per call", "share", "from"],
        ["conv", "3", "6.6", "2.0", "62.3%", "first and 1 more"],
        ["(others)", "4.0", "37.7%"],
        ["10.6 µs, median of 3 runs, 2 threads"],
    ]
    named = [event["args"]["sources"] for event in profile.trace()["traceEvents"][1:4]]
    assert named == [("first", "inner"), ("second",), ("second",)]


def test_rates_are_shown_where_a_kernel_has_them() -> None:
    kernels = [kernel("sum", "here", flops=1000), kernel("copy", "a", "b", "c", flops=0)]
    profile = Profile([Run(0, 4000, [Span(0, 0, 2000), Span(1, 2000, 3000)])], kernels, 1, Peak(1e9, 1.0))
    assert [columns_of(line) for line in str(profile).splitlines()[:3]] == [
        ["kernel", "calls", "total µs", "µs per call", "share", "GFLOP/s", "of peak", "from"],
        ["sum", "1", "2.0", "2.0", "50.0%", "0.5", "50.0%", "here"],
        ["copy", "1", "1.0", "1.0", "25.0%", "a, b …"],
    ]


def test_a_kernel_that_functions_share_is_from_its_callers() -> None:
    """Equal ops become one kernel, whose loops have the place of the first."""
    lines = "\n".join(
        f"  %{i + 1} = graph.contract %{i}, %w, batch = [] x [], contracting = [1] x [0] : {SHARED}, {SHARED}"
        f" -> {SHARED}"
        for i in range(3)
    )
    text = f"func.func @main(%0: {SHARED}, %w: {SHARED}) -> {SHARED} {{\n{lines}\n  return %3 : {SHARED}\n}}"
    ones = np.ones((64, 64), np.float32)
    [row] = (
        each
        for each in dlc.compile(text, threads=1, profile=True).profile(ones, ones, runs=2).kernels
        if each.calls == 3
    )
    assert row.origin == "-:2:8 and 2 more"
    assert row.seconds > row.seconds_per_call > 0


def test_traces_and_values(profile: Profile, tmp_path: Path) -> None:
    profile.save_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert [event["name"] for event in events][:3] == ["run 0", "main_kernel", "main_kernel_0"]
    assert len(events) == 9
    assert all(event["ph"] == "X" and event["dur"] >= 0 for event in events)
    fields = json.loads(json.dumps(profile.fields()))
    assert [each["name"] for each in fields["kernels"]] == ["main_kernel", "main_kernel_0"]


def test_saved_programs_can_be_profiled(exe: Executable, tmp_path: Path) -> None:
    exe.save(tmp_path / "program.dlc")
    loaded = dlc.load(tmp_path / "program.dlc")
    np.testing.assert_array_equal(loaded(*ARGUMENTS), exe(*ARGUMENTS))
    assert [row.kernel for row in loaded.profile(*ARGUMENTS, runs=1).kernels] == list(exe.image.kernels)


def test_programs_that_do_not_note_times(exe: Executable, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "func.func @main(%x: f32) -> f32 { return %x : f32 }"
    for notes_times in (False, True):
        with pytest.raises(NoProfile, match="compile it with profile=True"):
            dlc.compile(text, profile=notes_times).profile(1.0)
    monkeypatch.setattr(profiles, "MOST_EVENTS", 2)
    with pytest.raises(NoProfile, match="one call runs kernels 2 times; at most 1 can be recorded"):
        exe.profile(*ARGUMENTS)
