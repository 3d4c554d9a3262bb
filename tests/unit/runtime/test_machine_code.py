"""Random programs give as machine code what they give when they are interpreted, and touch no memory but their own.

A long run of the same: `make fuzz N=100000`. What such runs found is in `test_machine_code_found.py`.
"""

from __future__ import annotations

import time
from collections import Counter

import numpy as np
import pytest

from dlc.ir.operations import Operation
from support.child_processes import in_child
from support.hand_written_trials import ALONE, BUILDS, IMPORTED, SIMPLIFIED, hand_written_attempt
from support.level_checks import Run, apply_pass
from support.level_trials import attempt
from support.machine_trials import (
    SCHEDULES,
    Build,
    MachineFailure,
    large_attempt,
    loop_attempt,
    machine_attempt,
    machine_failure,
    runs_of_loops,
)
from support.programs import module_of
from support.shadowed_values import Expected

PARTS = 4
PROGRAMS = 4
"""Of each kind in each part."""
AGAIN = "(make fuzz N=1 ARGS='--only {} --seed {}')"


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_graphs_give_the_same_as_machine_code(part: int) -> None:
    for number in range(part * PROGRAMS, (part + 1) * PROGRAMS):
        failure = machine_attempt(attempt(number, 8).trial, number).failure()
        assert failure is None, f"{AGAIN.format('machine --ops 8', number)}: {failure}"


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_large_tensors_give_the_same_as_machine_code(part: int) -> None:
    for number in range(part * PROGRAMS, (part + 1) * PROGRAMS):
        failure = large_attempt(number).failure()
        assert failure is None, f"{AGAIN.format('large', number)}: {failure}"


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_loops_give_the_same_as_machine_code(part: int) -> None:
    for number in range(part * PROGRAMS, (part + 1) * PROGRAMS):
        failure = loop_attempt(number).failure()
        assert failure is None, f"{AGAIN.format('loops', number)}: {failure}"


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_nests_that_people_write_give_the_same_as_machine_code(part: int) -> None:
    for number in range(part * PROGRAMS, (part + 1) * PROGRAMS):
        failure = hand_written_attempt(number).failure()
        assert failure is None, f"{AGAIN.format('nests', number)}: {failure}"


# -- What is wrong would be seen ---------------------------------------------------------------------------------------

BUILD = Build(["canonicalize"])


def failure_of(body: str, *arguments: object) -> MachineFailure | None:
    """Return how a program that must not change its arguments fails."""
    signature = "%m: memref<?xi32>, %n: index" if arguments else ""
    module = module_of(f"func.func @main({signature}) {{\n{body}\n  return\n}}")
    return machine_failure(module, [Run(arguments, [], arguments)], BUILD)


def numbers(count: int) -> np.ndarray:
    return np.arange(count, dtype=np.int32)


def test_what_is_right_is_no_failure() -> None:
    load = "%0 = memref.load %m[%n] : memref<?xi32>\n  memref.store %0, %m[%n] : memref<?xi32>"
    assert failure_of(load, numbers(5), 4) is None


READ = """
  %zero = arith.constant 0 : index
  %0 = memref.load %m[%n] : memref<?xi32>
  memref.store %0, %m[%zero] : memref<?xi32>"""
WRITTEN = """
  %one = arith.constant 1 : i32
  memref.store %one, %m[%n] : memref<?xi32>"""


@pytest.mark.parametrize("body", [READ, WRITTEN], ids=["read", "written"])
def test_who_goes_beyond_an_array_is_seen(body: str) -> None:
    failure = failure_of(body, numbers(5), 5)
    assert failure is not None
    assert (failure.kind, failure.message) == ("signal", "SIGSEGV")


ALLOCATED = """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %size = memref.dim %m, %zero : memref<?xi32>
  %a = memref.alloc(%size) : memref<?xi32>
  memref.store %one, %a[%n] : memref<?xi32>
  %0 = memref.load %a[%n] : memref<?xi32>
  memref.store %0, %m[%zero] : memref<?xi32>"""


def test_memory_that_is_not_freed_is_seen() -> None:
    failure = failure_of(ALLOCATED, numbers(5) * 0 + 1, 1)
    assert failure is not None
    assert (failure.kind, failure.message) == ("memory", "2 pieces of memory are never freed, of 20, 20 bytes")


def test_who_writes_behind_what_was_allocated_is_seen() -> None:
    failure = failure_of(f"{ALLOCATED}\n  memref.dealloc %a : memref<?xi32>", numbers(5) * 0 + 1, 5)
    assert failure is not None
    assert (failure.kind, failure.message) == (
        "memory",
        "20 bytes were allocated, and what lies behind them was written to",
    )


def test_a_wrong_result_is_seen() -> None:
    module = module_of("""func.func @main(%x: tensor<3xf32>, %y: tensor<2xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
      %0 = graph.add %x, %x : tensor<3xf32>
      %1 = graph.add %y, %y : tensor<2xf32>
      return %0, %1 : tensor<3xf32>, tensor<2xf32>
    }""")
    arrays = [np.ones(3, np.float32), np.ones(2, np.float32)]
    right = [Expected(array * 2, 0.0) for array in arrays]
    wrong = [right[0], Expected(arrays[1] * 3, 0.0)]
    build = Build(["lower-to-loops"])
    assert machine_failure(module, [Run(arrays, right)], build) is None
    failure = machine_failure(module, [Run(arrays, wrong)], build)
    assert failure is not None
    assert failure.message == "result #1 at [0] 2.0 is not 3.0, give or take 0"


def test_an_error_of_the_compiler_is_a_failure() -> None:
    module = module_of('func.func @main() { loop.for %i = 0 to 5 { } {loop.name = "i"} return }')
    failure = machine_failure(module, [], Build(["loop-tile{loops=i,j sizes=2,2}"]))
    assert failure is not None
    assert failure.kind == "error"
    assert "'loop.for' op" in failure.message


def test_who_hangs_is_ended() -> None:
    def compute() -> str:
        while True:
            pass

    def sleep() -> str:
        while True:
            time.sleep(60)

    assert in_child(compute, 0.02).signal == "SIGPROF"
    assert in_child(sleep, 0.02).signal == "SIGALRM"


def test_what_a_child_raises_is_told() -> None:
    def fail() -> str:
        raise KeyError("nothing")

    assert "KeyError: 'nothing'" in in_child(fail, 60).error
    assert in_child(lambda: "fine", 60).text == "fine"


def test_loops_are_scheduled_in_many_ways() -> None:
    tried = [loop_attempt(number) for number in range(40)]
    steps = {step.partition("{")[0] for each in tried for step in each.steps}
    assert len(steps) >= 14, steps
    assert {each.build.threads for each in tried} == {1, 2}
    assert {each.build.level for each in tried} == {0, 3}
    assert any([*each.build.passes] == [*SCHEDULES[-1]] for each in tried)
    assert all(runs_of_loops(each.written) for each in tried)


def test_the_same_number_makes_the_same_attempt() -> None:
    def shown(attempt: object) -> list[str]:
        assert isinstance(attempt, tuple)
        return [str(part) for part in attempt if isinstance(part, (Operation, Build))]

    assert shown(loop_attempt(3)) == shown(loop_attempt(3))
    assert str(large_attempt(3).trial.module) == str(large_attempt(3).trial.module)


@pytest.mark.slow
def test_nests_that_people_write_are_of_many_kinds() -> None:
    tried = [hand_written_attempt(number) for number in range(60)]
    assert {each.build.passes for each in tried} == {*BUILDS}
    assert {each.build.threads for each in tried} == {1, 2}
    assert {each.alone for each in tried} == {*ALONE}
    assert {True, False} == {each.is_exact for each in tried}
    assert {each.program.text.partition(".for ")[0].rpartition(" ")[2] for each in tried} == {"affine", "scf", "loop"}
    changing = Counter[str]()
    for each in tried:
        module = module_of(each.program.text)
        for name in (IMPORTED, *SIMPLIFIED):
            before = str(module)
            assert apply_pass(module, name) is None
            changing[name] += str(module) != before
    for name in ("version-for-overlaps", "loop-reorder", "loop-scalar-replacement{accumulators=true}"):
        assert changing[name] >= 4, changing
    assert changing["loop-factor-sums"] >= 2, changing


def test_nests_that_do_not_fail_are_not_reduced() -> None:
    tried = hand_written_attempt(3)
    failure = MachineFailure(tried.build, "result", "")
    assert tried.failure_of(module_of(tried.program.text)) is None
    assert str(tried.reduced(failure, 1.0)) == str(module_of(tried.program.text))
