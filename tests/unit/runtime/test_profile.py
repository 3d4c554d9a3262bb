"""Profiles: each kernel with its work and its origin, and programs that have none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from dlc.runtime import profile as profiles
from dlc.runtime.profile import NoProfile, Profile

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
    assert lines[0].split() == ["kernel", "calls", "µs", "share", "GFLOP/s", "GB/s", "of", "peak", "from"]
    assert lines[-2].startswith("(others)")
    assert lines[-1].endswith("median of 3 runs, 1 threads")


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
