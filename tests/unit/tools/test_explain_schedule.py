"""`dlc explain-schedule`: plans with their estimates, the chosen one, its steps, and times."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from dlc.tools import dlc_command

PROGRAM = """
func.func @main(%x: tensor<64x256xf32>, %w: tensor<256x96xf32>) -> (tensor<64x96xf32>, tensor<64x256xf32>) {
  %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<64x256xf32>, tensor<256x96xf32> -> tensor<64x96xf32>
  %z = graph.exp %x : tensor<64x256xf32>
  return %y, %z : tensor<64x96xf32>, tensor<64x256xf32>
}
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return str(path)


def run(*arguments: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_command.run(["explain-schedule", *arguments], out, err)
    assert (status, err.getvalue()) == (0, "")
    return out.getvalue()


def error(*arguments: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    assert dlc_command.run(["explain-schedule", *arguments], out, err) == 1
    assert out.getvalue() == ""
    return err.getvalue()


def test_the_chosen_plan_is_marked_among_the_possible_ones(program: str) -> None:
    lines = run(program, "--threads", "1").splitlines()
    assert lines[0].startswith("main_kernel: 3.146 MFLOP; from ")
    plans = [line for line in lines if "× arithmetic alone" in line]
    assert len(plans) > 1
    assert [line[2] for line in plans].count("*") == 1
    assert "  * one schedule, without others to compare it with" in lines


def test_no_plan_is_estimated_to_be_faster_than_its_products(program: str) -> None:
    nests = json.loads(run(program, "--threads", "1", "--json"))["nests"]
    [estimates] = [each["estimates"] for each in nests if each["estimates"] is not None]
    cycles = list(estimates["cycles"].values())
    assert cycles == sorted(cycles)
    assert cycles[0] >= estimates["least"]
    assert estimates["chosen"] in estimates["cycles"]


def test_steps_are_those_of_the_schedule(program: str) -> None:
    without, with_steps = (run(program, "--threads", "1", *more) for more in ((), ("--steps",)))
    steps = [line.strip() for line in with_steps.splitlines() if line not in without.splitlines()]
    assert steps
    assert all(step.startswith(("loop-", "scf-")) for step in steps)


def test_kernels_have_times_where_they_are_measured(program: str) -> None:
    text = run(program, "--threads", "1", "--measure")
    assert all(" µs" in line for line in text.splitlines() if line.startswith("main_kernel"))
    nests = json.loads(run(program, "--threads", "1", "--measure", "--json"))["nests"]
    assert all(each["seconds"] > 0 for each in nests)


def test_only_some_kernels_are_shown(program: str) -> None:
    assert "main_kernel_0" in run(program, "--threads", "1", "--only", "kernel_0")
    assert run(program, "--threads", "1", "--only", "kernel_9").strip() == ""


def test_compiled_programs_have_no_choice_left(program: str, tmp_path: Path) -> None:
    compiled = str(tmp_path / "program.dlc")
    assert dlc_command.run(["compile", program, "-o", compiled], io.StringIO(), io.StringIO()) == 0
    assert "is compiled, so its schedules are chosen" in error(compiled)
    assert "cannot open" in error(str(tmp_path / "nothing.mlir"))
