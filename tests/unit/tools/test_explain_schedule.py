"""`dlc explain-schedule`: plans with their estimates, the chosen one, its steps, and times."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from dlc.passes.loops.schedules.cost_model.cpu_contractions import Estimates
from dlc.tools import dlc_command
from dlc.tools.compared_plans import plan_lines

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


LOOPS = """
func.func @refused(%x: memref<4096xf32>) {
  loop.for %i = 0 to 4095 {
    %0 = loop.load %x[%i] : memref<4096xf32>
    loop.store %0, %x[%i + 1] : memref<4096xf32>
  } {loop.name = "i", loop.try_schedule = [["loop-vectorize{loops=i}"]]}
  return
}
func.func @down_columns(%x: memref<4096x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 4096 {
    loop.store %zero, %x[%i, 3] : memref<4096x64xf32>
  }
  return
}
func.func @main(%x: memref<4096xf32>) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 4096 {
    %0 = loop.load %x[%i] : memref<4096xf32>
    %c = arith.cmpf olt, %0, %zero : f32
    loop.when %c {
      loop.store %zero, %x[%i] : memref<4096xf32>
    }
  }
  return
}
"""


def explained(tmp_path: Path, *arguments: str) -> list[str]:
    """Return the lines for loops without an applied schedule; what was refused is reported as well."""
    path = tmp_path / "loops.mlir"
    path.write_text(LOOPS)
    out, err = io.StringIO(), io.StringIO()
    assert dlc_command.run(["explain-schedule", str(path), "--threads", "1", *arguments], out, err) == 0
    assert "is refused in step 1 of 1" in err.getvalue()
    return out.getvalue().splitlines()


def test_loops_without_a_schedule_have_the_reason(tmp_path: Path) -> None:
    lines = explained(tmp_path)
    heads = {line.partition(":")[0]: number for number, line in enumerate(lines) if line[0] != " "}
    assert heads.keys() == {"refused_kernel", "down_columns_kernel", "main"}
    left = "LLVM vectorizes the loops if it can"
    refused = lines[heads["refused_kernel"] + 1 :]
    assert refused[0] == f"  ! no schedule is applied: {left}"
    assert refused[1].startswith("    refused in step 1 of 1, 'loop-vectorize{loops=i")
    assert "flow dependence with distance (1)" in refused[1]
    columns = lines[heads["down_columns_kernel"] + 1]
    assert columns == f"    no schedule: loop 'i': it accesses no adjacent elements; {left}"
    assert lines[heads["main"] + 1] == f"    no kernel: it contains 'loop.when'; {left}"


def test_a_schedule_that_is_used_instead_of_another_is_named(tmp_path: Path) -> None:
    others = LOOPS.replace('[["loop-vectorize{loops=i}"]]', '[["loop-vectorize{loops=i}"], ["loop-unroll{factor=4}"]]')
    path = tmp_path / "loops.mlir"
    path.write_text(others)
    out = io.StringIO()
    assert dlc_command.run(["explain-schedule", str(path), "--only", "refused"], out, io.StringIO()) == 0
    lines = out.getvalue().splitlines()[1:]
    assert lines[0].startswith(
        "  ! schedule 1 of 2 is refused in step 1 of 1, 'loop-vectorize{loops=i}': 'loop.for' op "
    )
    assert lines[1:] == ["    schedule 2 of 2 is used instead, without 'loop-vectorize'"]


def test_no_kernel_that_could_be_measured(tmp_path: Path) -> None:
    text = LOOPS[LOOPS.index("func.func @main") :]
    path = tmp_path / "main.mlir"
    path.write_text(text)
    lines = run(str(path), "--threads", "1", "--measure").splitlines()
    assert lines[-1] == "no kernel is called, so none has a time; 'dlc bench' measures whole calls"
    path.write_text("func.func @main(%x: i32) -> i32 {\n  return %x : i32\n}\n")
    assert run(str(path)) == "the program has no loops to schedule\n"


def test_refused_plans_have_another_mark() -> None:
    estimates = Estimates(cycles={"tiles": 2000.0, "dots": 3000.0}, chosen="tiles", least=1000.0)
    assert [line[0] for line in plan_lines(estimates)] == ["*", " ", " "]
    assert [line[0] for line in plan_lines(estimates, mark="!")] == ["!", " ", " "]


def test_only_some_kernels_are_shown(program: str) -> None:
    assert "main_kernel_0" in run(program, "--threads", "1", "--only", "kernel_0")
    assert run(program, "--threads", "1", "--only", "kernel_9").strip() == ""


def test_compiled_programs_have_no_choice_left(program: str, tmp_path: Path) -> None:
    compiled = str(tmp_path / "program.dlc")
    assert dlc_command.run(["compile", program, "-o", compiled], io.StringIO(), io.StringIO()) == 0
    assert "is compiled, so its schedules are chosen" in error(compiled)
    assert "cannot open" in error(str(tmp_path / "nothing.mlir"))


def test_equal_reasons_are_given_once(tmp_path: Path) -> None:
    loops = "\n".join(
        f"""loop.for %k{number} = 0 to 3 {{
          %s{number} = loop.load %a[%i * {number + 1}, %k{number}] : memref<64x64xf32>
          loop.store %s{number}, %b[%k{number}, %i] : memref<64x64xf32>
        }}"""
        for number in range(2)
    )
    path = tmp_path / "loops.mlir"
    path.write_text(f"""func.func @main(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {{
      loop.for %i = 0 to 8 {{ {loops} }}
      return
    }}""")
    out = io.StringIO()
    assert dlc_command.run(["explain-schedule", str(path), "--threads", "1"], out, io.StringIO()) == 0
    assert "each of the loops 'k0', 'k1': it" in out.getvalue()


def test_sizes_and_entries_are_checked_though_nothing_is_called(tmp_path: Path) -> None:
    path = tmp_path / "loops.mlir"
    path.write_text("func.func @main(%x: tensor<?xf32, #graph.dims<batch>>) { return }")
    for arguments, message in (
        (("--size", "batc=7"), "@main has no size 'batc'; the sizes are: batch"),
        (("--entry", "man"), "there is no entry @man"),
    ):
        err = io.StringIO()
        assert dlc_command.run(["explain-schedule", str(path), *arguments], io.StringIO(), err) == 1
        assert message in err.getvalue()
    assert dlc_command.run(["explain-schedule", str(path), "--size", "batch=7"], io.StringIO(), io.StringIO()) == 0
