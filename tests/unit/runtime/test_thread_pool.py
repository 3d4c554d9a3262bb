"""The thread pool: every iteration runs once, whoever calls, whatever sleeps, forks, fails or ends meanwhile."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlc import compile_options
from dlc.codegen.emission import Compilation
from dlc.codegen.jit import Library, link
from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.parser import parse
from dlc.passes.threads import launch_on_threads
from dlc.runtime.thread_pool import (
    ALONE_UNTIL,
    CATCH,
    FAIL,
    PARALLEL_FOR,
    SPINS,
    _quota,
    available_threads,
    is_supported,
    share_by,
    thread_pool,
)
from support.new_process import check_in_new_process

pytestmark = pytest.mark.skipif(not is_supported(), reason="there is no pool for this machine")

PROGRAM = """
llvm.func @dlc_parallel_for(!llvm.ptr, !llvm.ptr, i64, i64, i64)
llvm.func @dlc_fail(!llvm.ptr, i64)
llvm.func @dlc_catch(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @usleep(i32) -> i32
llvm.func @pthread_self() -> i64
llvm.mlir.global private constant @words("it was 7") : !llvm.array<8 x i8>

// context: a pointer to marks of i32, one for each iteration, each of which is increased
llvm.func internal @mark(%marks: !llvm.ptr, %begin: i64, %end: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %more = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%begin : i64)
^head(%i: i64):
  %is_left = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  %place = llvm.getelementptr %marks[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %old = llvm.atomicrmw add %place, %more monotonic : !llvm.ptr, i32
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^done:
  llvm.return
}
llvm.func @share(%marks: !llvm.ptr, %count: i64, %grain: i64, %threads: i64, %times: i64) {
  %body = llvm.mlir.addressof @mark : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %is_left = llvm.icmp "slt" %i, %times : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  llvm.call @dlc_parallel_for(%body, %marks, %count, %grain, %threads)
    : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^done:
  llvm.return
}

// Each iteration shares all iterations again.
llvm.func internal @again(%marks: !llvm.ptr, %begin: i64, %end: i64) {
  %grain = llvm.mlir.constant(1 : i64) : i64
  %threads = llvm.mlir.constant(4 : i64) : i64
  %count = llvm.mlir.constant(10 : i64) : i64
  %body = llvm.mlir.addressof @mark : !llvm.ptr
  llvm.br ^head(%begin : i64)
^head(%i: i64):
  %is_left = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  llvm.call @dlc_parallel_for(%body, %marks, %count, %grain, %threads)
    : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  %next = llvm.add %i, %grain : i64
  llvm.br ^head(%next : i64)
^done:
  llvm.return
}
llvm.func @nest(%marks: !llvm.ptr, %count: i64, %grain: i64, %threads: i64) {
  %body = llvm.mlir.addressof @again : !llvm.ptr
  llvm.call @dlc_parallel_for(%body, %marks, %count, %grain, %threads)
    : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}

// Each iteration writes which thread runs it, and waits, so that all threads that may work do.
llvm.func internal @sign(%threads: !llvm.ptr, %begin: i64, %end: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %wait = llvm.mlir.constant(100 : i32) : i32
  %self = llvm.call @pthread_self() : () -> i64
  llvm.br ^head(%begin : i64)
^head(%i: i64):
  %is_left = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  %place = llvm.getelementptr %threads[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %self, %place : i64, !llvm.ptr
  %slept = llvm.call @usleep(%wait) : (i32) -> i32
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^done:
  llvm.return
}
llvm.func @share_signing(%signed: !llvm.ptr, %count: i64, %threads: i64) {
  %body = llvm.mlir.addressof @sign : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.call @dlc_parallel_for(%body, %signed, %count, %one, %threads) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}

// Sleeps for as many microseconds as the mark says, and fails where it says 7.
llvm.func internal @slow(%marks: !llvm.ptr, %begin: i64, %end: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %seven = llvm.mlir.constant(7 : i32) : i32
  %eight = llvm.mlir.constant(8 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  llvm.br ^head(%begin : i64)
^head(%i: i64):
  %is_left = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  %place = llvm.getelementptr %marks[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %time = llvm.load %place : !llvm.ptr -> i32
  %slept = llvm.call @usleep(%time) : (i32) -> i32
  %is_wrong = llvm.icmp "eq" %time, %seven : i32
  llvm.cond_br %is_wrong, ^fail, ^mark
^fail:
  %words = llvm.mlir.addressof @words : !llvm.ptr
  llvm.call @dlc_fail(%words, %eight) : (!llvm.ptr, i64) -> ()
  llvm.unreachable
^mark:
  llvm.store %none, %place : i32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^done:
  llvm.return
}
// Each of two iterations says that it has begun, and waits until the other has: only two threads can do that.
llvm.func internal @meet(%marks: !llvm.ptr, %begin: i64, %end: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %most = llvm.mlir.constant(60000 : i64) : i64
  %wait = llvm.mlir.constant(1000 : i32) : i32
  %here = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %other = llvm.sub %one, %begin : i64
  %mine = llvm.getelementptr %marks[%begin] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %theirs = llvm.getelementptr %marks[%other] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %old = llvm.atomicrmw add %mine, %here seq_cst : !llvm.ptr, i32
  llvm.br ^head(%zero : i64)
^head(%rounds: i64):
  %seen = llvm.atomicrmw add %theirs, %none seq_cst : !llvm.ptr, i32
  %is_there = llvm.icmp "sgt" %seen, %none : i32
  llvm.cond_br %is_there, ^found, ^sleep
^sleep:
  %slept = llvm.call @usleep(%wait) : (i32) -> i32
  %next = llvm.add %rounds, %one : i64
  %is_left = llvm.icmp "slt" %next, %most : i64
  llvm.cond_br %is_left, ^head(%next : i64), ^done
^found:
  %last = llvm.atomicrmw add %mine, %here seq_cst : !llvm.ptr, i32
  llvm.br ^done
^done:
  llvm.return
}
llvm.func @share_meeting(%marks: !llvm.ptr, %threads: i64) {
  %body = llvm.mlir.addressof @meet : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  llvm.call @dlc_parallel_for(%body, %marks, %two, %one, %threads) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}
llvm.func internal @run_slow(%frame: !llvm.ptr) {
  %body = llvm.mlir.addressof @slow : !llvm.ptr
  %count_at = llvm.getelementptr %frame[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %threads_at = llvm.getelementptr %frame[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %marks = llvm.load %frame : !llvm.ptr -> !llvm.ptr
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %threads = llvm.load %threads_at : !llvm.ptr -> i64
  llvm.call @dlc_parallel_for(%body, %marks, %count, %one, %threads)
    : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}
llvm.func @try_slow(%frame: !llvm.ptr, %failure: !llvm.ptr) -> i32 {
  %function = llvm.mlir.addressof @run_slow : !llvm.ptr
  %status = llvm.call @dlc_catch(%function, %frame, %failure) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  llvm.return %status : i32
}
"""
NAMES = ["share", "nest", "try_slow", "share_meeting", "share_signing"]


@pytest.fixture(scope="module")
def library() -> Library:
    context = Context()
    register_all(context)
    module = parse(PROGRAM, context)
    assert module is not None, [each.message for each in context.diagnostics.diagnostics]
    compilation = Compilation.of(module, context.diagnostics)
    assert compilation is not None
    compilation.optimize()
    pool = thread_pool()
    return link([compilation.object_code()], NAMES, {name: pool[name] for name in (PARALLEL_FOR, FAIL, CATCH)})


class Program:
    def __init__(self, library: Library) -> None:
        numbers = [ctypes.c_int64] * 4
        self._share = library.function("share", None, ctypes.c_void_p, *numbers)
        self._nest = library.function("nest", None, ctypes.c_void_p, *numbers[:3])
        self._meet = library.function("share_meeting", None, ctypes.c_void_p, ctypes.c_int64)
        self._sign = library.function("share_signing", None, ctypes.c_void_p, *numbers[:2])
        self._try = library.function("try_slow", ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)

    def share(self, count: int, *, grain: int = 1, threads: int = 4, times: int = 1) -> None:
        """Run all iterations, and check that each ran as often as it should."""
        marks = np.zeros(count + 2, np.int32)
        self._share(marks[1:].ctypes.data, count, grain, threads, times)
        assert marks[0] == marks[-1] == 0
        assert (marks[1:-1] == times).all()

    def nest(self, count: int, threads: int) -> None:
        marks = np.zeros(10, np.int32)
        self._nest(marks.ctypes.data, count, 1, threads)
        assert marks.tolist() == [count] * 10

    def meet(self, threads: int) -> list[int]:
        """The marks of two iterations that wait for one another: 2 where that was not in vain."""
        marks = np.zeros(2, np.int32)
        self._meet(marks.ctypes.data, threads)
        return marks.tolist()

    def workers(self, count: int, threads: int) -> list[int]:
        """The thread that ran each iteration."""
        signed = np.zeros(count, np.int64)
        self._sign(signed.ctypes.data, count, threads)
        return signed.tolist()

    def run_slow(self, marks: Any, threads: int) -> str | None:
        """The message, if it failed."""
        frame = (ctypes.c_int64 * 3)(marks.ctypes.data, len(marks), threads)
        failure = (ctypes.c_int64 * 2)()
        if not self._try(ctypes.addressof(frame), ctypes.addressof(failure)):
            return None
        return ctypes.string_at(failure[0], failure[1]).decode()


@pytest.fixture(scope="module")
def program(library: Library) -> Program:
    return Program(library)


@pytest.fixture
def no_spinning() -> Iterator[None]:
    """Whoever has to wait sleeps at once. Threads that exist already keep their patience."""
    spins = ctypes.c_int32.from_address(thread_pool()[SPINS])
    before, spins.value = spins.value, 0
    yield
    spins.value = before


@pytest.fixture
def alone_until() -> ctypes.c_int64:
    """The time from which on loops are shared again."""
    return ctypes.c_int64.from_address(thread_pool()[ALONE_UNTIL])


# -- Sharing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3, 8, 40, 5000])
def test_every_iteration_runs_once(program: Program, threads: int) -> None:
    for count in (0, 1, 2, 3, 7, 8, 9, 100, 12345):
        for grain in (1, 5, 1000):
            program.share(count, grain=grain, threads=threads)


def test_chunks_are_worth_a_thread(alone_until: ctypes.c_int64) -> None:
    """All but the last have at least `grain` iterations, and together they are all iterations."""
    body_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    share = ctypes.CFUNCTYPE(None, body_type, ctypes.c_void_p, *[ctypes.c_int64] * 3)(thread_pool()[PARALLEL_FOR])
    chunks: list[tuple[int, int]] = []
    body = body_type(lambda _, begin, end: chunks.append((begin, end)))
    for count, grain, threads in product((1, 2, 5, 14, 17, 100), (1, 2, 3, 7, 30), (2, 3, 9)):
        alone_until.value = 0
        chunks.clear()
        share(body, None, count, grain, threads)
        chunks.sort()
        assert [begin for begin, _ in chunks] == [0, *(end for _, end in chunks[:-1])]
        assert chunks[-1][1] == count
        assert all(end - begin >= grain for begin, end in chunks[:-1])


def test_numbers_that_make_no_sense_do_no_harm(program: Program) -> None:
    program.share(10, grain=-5, threads=-3)
    program.share(10, grain=0, threads=0)
    program.share(10, grain=(1 << 63) - 1, threads=4)
    marks = np.zeros(1, np.int32)
    program._share(marks.ctypes.data, -100, 1, 4, 1)
    assert marks[0] == 0


@pytest.mark.parametrize("threads", [2, 3])
def test_many_jobs_in_a_row(program: Program, threads: int) -> None:
    program.share(64, threads=threads, times=5_000)


def test_waiting_asleep(program: Program, no_spinning: None) -> None:
    for _ in range(50):
        program.share(100, threads=3, times=20)
        time.sleep(0.001)


def test_threads_that_have_gone_to_sleep_wake_up(program: Program) -> None:
    for _ in range(5):
        time.sleep(0.05)
        marks = np.full(8, 2000, np.int32)
        assert program.run_slow(marks, 4) is None
        assert (marks == 0).all()


def test_work_is_really_shared(program: Program, alone_until: ctypes.c_int64) -> None:
    """Two iterations wait for one another, which one thread alone would do in vain."""
    for threads in (2, 8):
        alone_until.value = 0
        assert program.meet(threads) == [2, 2]


def test_each_thread_has_a_part_of_its_own(program: Program, alone_until: ctypes.c_int64) -> None:
    """So it finds in its cache what it has computed before; only if it is late, another one takes some of its part."""
    for _ in range(400):
        alone_until.value = 0
        workers = program.workers(16, 2)
        if workers == [threading.get_ident()] * 8 + [workers[-1]] * 8 and workers[0] != workers[-1]:
            return
    pytest.fail("no two threads had one half each")


def be_late(program: Program, alone_until: ctypes.c_int64) -> None:
    """The caller takes the first iteration, which is short; it waits for the other one if a helper takes that."""
    for _ in range(400):
        alone_until.value = 0
        assert program.run_slow(np.array([0, 5000], np.int32), 2) is None
        if alone_until.value:
            return
    pytest.fail("no job was late")


def test_loops_run_alone_after_helpers_were_late(program: Program, alone_until: ctypes.c_int64) -> None:
    be_late(program, alone_until)
    program.share(100, threads=2)
    alone_until.value = 1  # long ago
    program.share(100, threads=2, times=100)


def test_jobs_inside_of_jobs_run_alone(program: Program) -> None:
    for threads in (1, 2, 8):
        program.nest(25, threads)


def test_several_callers_at_once(program: Program) -> None:
    def work() -> None:
        for count in range(1, 200):
            program.share(count, threads=3, times=5)

    callers = [threading.Thread(target=work) for _ in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(60)
    assert not any(caller.is_alive() for caller in callers)


# -- Threads of another library ----------------------------------------------------------------------------------------


class Team:
    """A library whose threads work for the pool; like OpenMP's, it calls a function on each of its threads."""

    def __init__(self) -> None:
        work = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32)
        self.functions = work(self._work), ctypes.CFUNCTYPE(ctypes.c_int32)(lambda: self.size)
        self.size = 4
        self.steps_of_wait = 0
        """How long the caller waits afterwards; then it works alone."""
        self.asked: list[int] = []

    def _work(self, function: int, argument: int, threads: int, _flags: int) -> None:
        self.asked.append(threads)
        member = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function)
        others = [
            threading.Thread(target=member, args=(argument,)) for _ in range(0 if self.steps_of_wait else threads - 1)
        ]
        for each in others:
            each.start()
        member(argument)
        for each in others:
            each.join()
        for _ in range(self.steps_of_wait):
            pass


@pytest.fixture
def team(alone_until: ctypes.c_int64) -> Iterator[Team]:
    team = Team()
    alone_until.value = 0
    share_by(*(ctypes.cast(each, ctypes.c_void_p).value or 0 for each in team.functions))
    yield team
    share_by(0, 0)
    alone_until.value = 0


def test_threads_of_another_library_share_the_work(program: Program, team: Team, alone_until: ctypes.c_int64) -> None:
    assert program.meet(2) == [2, 2]
    assert team.asked == [4]
    for count in (1, 2, 100, 12345):
        alone_until.value = 0
        program.share(count, threads=4)
    program.nest(25, 4)


def test_a_wait_of_some_microseconds_is_not_late(program: Program, team: Team, alone_until: ctypes.c_int64) -> None:
    """It may be longer than the work of a short loop, and the next loop is worth sharing."""
    team.steps_of_wait, late = 500, 0
    for _ in range(500):
        alone_until.value = 0
        program.share(64)
        late += alone_until.value != 0
    assert late < 250
    assert len(team.asked) == 500


def test_no_more_threads_of_a_team_work_than_may(program: Program, team: Team) -> None:
    assert len(set(program.workers(100, 2))) <= 2
    assert team.asked == [4]


def test_a_team_that_is_too_small_is_not_asked(program: Program, team: Team) -> None:
    team.size = 2
    program.share(1000, threads=4, times=10)
    assert team.asked == []


def test_a_failure_in_a_team_comes_back_to_the_caller(
    program: Program, team: Team, alone_until: ctypes.c_int64
) -> None:
    for position in (0, 31, 63):
        alone_until.value = 0
        marks = np.ones(64, np.int32)
        marks[position] = 7
        assert program.run_slow(marks, 4) == "it was 7"
        program.share(100, threads=4)
    assert team.asked


def test_other_threads_have_no_team(program: Program, team: Team) -> None:
    other = threading.Thread(target=program.share, args=(1000,))
    other.start()
    other.join()
    assert team.asked == []


def test_a_child_has_no_team(program: Program, team: Team) -> None:
    child = os.fork()
    if child == 0:
        program.share(1000, times=10)
        os._exit(len(team.asked))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_child_does_not_suffer_from_late_helpers_of_its_parent(program: Program, alone_until: ctypes.c_int64) -> None:
    be_late(program, alone_until)
    child = os.fork()
    if child == 0:
        os._exit(program.meet(2) != [2, 2])
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# -- Failing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("position", [0, 31, 63])
def test_a_failure_comes_back_to_the_caller(program: Program, threads: int, position: int) -> None:
    for _ in range(20):
        marks = np.ones(64, np.int32)
        marks[position] = 7
        assert program.run_slow(marks, threads) == "it was 7"
        program.share(100, threads=threads)


def test_all_threads_may_fail(program: Program) -> None:
    for _ in range(50):
        assert program.run_slow(np.full(64, 7, np.int32), 8) == "it was 7"
    program.share(1000, threads=8)


def test_a_failure_that_nobody_catches_ends_the_process() -> None:
    code = """
    import ctypes
    from dlc.runtime.thread_pool import FAIL, thread_pool
    fail = thread_pool().function(FAIL, None, ctypes.c_char_p, ctypes.c_int64)
    fail(b"no way on\\n", 10)
    """
    done = check_in_new_process(code, expected=-6)
    assert done.stderr.startswith("no way on\n")


# -- Processes ---------------------------------------------------------------------------------------------------------

USE = """
import os, sys, threading, time
import numpy as np
import dlc
text = '''
func.func @f(%m: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xi64>
  loop.parallel (%i) = (0) to (symbol(%n)) {
    %x = loop.load %m[%i] : memref<?xi64>
    %y = arith.addi %x, %x : i64
    loop.store %y, %m[%i] : memref<?xi64>
  }
  return
}
'''
exe = dlc.compile(text, threads=4, passes="parallel-to-threads{threads=4 grain=1}")

def use(count=10_000):
    m = np.arange(count)
    exe(m)
    assert (m == 2 * np.arange(count)).all()

"""


@pytest.mark.slow
def test_a_child_has_threads_of_its_own() -> None:
    code = (
        USE
        + """
use()
children = []
for number in range(4):
    child = os.fork()
    if child == 0:
        for _ in range(100):
            use()
        grandchild = os.fork()
        if grandchild == 0:
            use()
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(grandchild, 0)[1]) == 0
        assert len(os.listdir("/proc/self/task")) == 4
        os._exit(0)
    children.append(child)
use()
print([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])
"""
    )
    assert check_in_new_process(code).stdout == "[0, 0, 0, 0]\n"


@pytest.mark.slow
def test_a_fork_while_others_are_at_work() -> None:
    code = (
        USE
        + """
import warnings
warnings.simplefilter("ignore")
stop = False

def work():
    while not stop:
        use()

threads = [threading.Thread(target=work) for _ in range(3)]
[thread.start() for thread in threads]
statuses = []
for number in range(20):
    child = os.fork()
    if child == 0:
        for _ in range(20):
            use()
        os._exit(0)
    statuses.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stop = True
[thread.join() for thread in threads]
print(set(statuses))
"""
    )
    assert check_in_new_process(code).stdout == "{0}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "end",
    [
        "print('end')",
        "print('end'); sys.exit(0)",
        "print('end', flush=True); os._exit(0)",
        "import atexit; atexit.register(use); print('end')",
        "threading.Thread(target=lambda: [use() for _ in range(1000)], daemon=True).start(); print('end')",
        "threading.Thread(target=lambda: (time.sleep(0.05), use())).start(); print('end')",
        "import builtins; builtins.exe = exe; print('end')",
        "del exe; import gc; gc.collect(); time.sleep(0.01); print('end')",
    ],
)
def test_the_process_ends_well(end: str) -> None:
    assert check_in_new_process(f"{USE}\nuse()\n{end}\n").stdout == "end\n"


@pytest.mark.slow
def test_signals_go_to_the_main_thread() -> None:
    code = (
        USE
        + """
import signal
use()
heard = []
signal.signal(signal.SIGALRM, lambda *_: heard.append(threading.current_thread() is threading.main_thread()))
signal.setitimer(signal.ITIMER_REAL, 0.05)
while not heard:
    time.sleep(0.01)
blocked = [line for task in os.listdir("/proc/self/task") if int(task) != os.getpid()
           for line in open(f"/proc/self/task/{task}/status") if line.startswith("SigBlk")]
assert blocked and all(int(line.split()[1], 16) >> 13 & 1 for line in blocked), blocked
print(heard)
"""
    )
    assert check_in_new_process(code, OPENBLAS_NUM_THREADS="1").stdout == "[True]\n"


@pytest.mark.slow
def test_one_thread_touches_no_pool() -> None:
    code = (
        USE.replace("threads=4", "threads=1").replace("parallel-to-threads{threads=1 grain=1}", "")
        + """
from dlc.runtime import thread_pool
use()
assert thread_pool._pool.cache_info().currsize == 0
print(len(os.listdir("/proc/self/task")))
"""
    )
    assert check_in_new_process(code, OPENBLAS_NUM_THREADS="1").stdout == "1\n"


def test_how_many_threads_there_may_be() -> None:
    assert 1 <= available_threads() <= len(os.sched_getaffinity(0))
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    code += "from dlc.runtime.thread_pool import available_threads; print(available_threads())"
    assert check_in_new_process(code).stdout == "1\n"


@pytest.mark.parametrize(
    ("text", "count"),
    [("200000 100000", 2), ("150000 100000", 2), ("1 100000", 1), ("max 100000", None), ("", None), ("1 0", None)],
)
def test_what_a_container_may_use(tmp_path: Path, text: str, count: int | None) -> None:
    file = tmp_path / "cpu.max"
    assert _quota(file) == sys.maxsize
    file.write_text(text)
    assert _quota(file) == (sys.maxsize if count is None else count)


def test_the_pass_calls_what_the_pool_offers() -> None:
    assert launch_on_threads.PARALLEL_FOR == PARALLEL_FOR
    assert thread_pool().addresses.keys() >= {PARALLEL_FOR, CATCH, FAIL}


def test_machines_without_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_options, "is_supported", lambda: False)
    assert compile_options.checked_threads(None) == compile_options.checked_threads(4) == 1


def test_another_thread_prepares_the_pool() -> None:
    check_in_new_process(
        """
        import threading
        import dlc.runtime.thread_pool as thread_pool_module
        from dlc.runtime.thread_pool import prepare_thread_pool, thread_pool

        with thread_pool_module._making:  # so that it is still there below
            prepare_thread_pool()
            [other] = [each for each in threading.enumerate() if each is not threading.current_thread()]
        other.join()
        libraries = {id(thread_pool()), id(thread_pool())}
        prepare_thread_pool()
        assert len(libraries) == threading.active_count() == 1
        """
    )
