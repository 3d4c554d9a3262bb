"""Programs as machine code: what they give, held against what the graph or the loops give as they are interpreted.

    failure = machine_attempt(attempt(number).trial, number).failure()
    failure = large_attempt(number).failure()
    failure = loop_attempt(number).failure()

A build is a way to compile a program: passes down to loops, schedules for some machine or none, threads, and how hard
LLVM tries. Each is compiled and run in a forked child with a time limit, on guarded memory: a signal is a failure like
a wrong result, and so is memory that is not freed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from dlc.compiler import compile as compile_module
from dlc.dialects.func import FuncOp
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.manager.settings import RunSettings
from dlc.runtime.executable import EntryPoint, Executable

from .child_processes import in_child
from .drawn_graphs import GraphOptions
from .drawn_schedules import go_random_steps
from .guarded_memory import GuardedHeap, guarded_copy, guarded_heap
from .level_checks import MOST_STEPS, Failure, Run, Trial, check_levels, main_function, reduced_by, way
from .level_trials import attempt as level_attempt
from .loop_programs import random_contraction, random_nest
from .programs import module_of

Array = Any
SECONDS = 120
"""How long a child may take for one build: the machine may be busy with others."""
CHOSEN = "schedule-loops,apply-schedules,hoist-into-globals"
SMALL = "describe-machine{vector-bits=128 vector-registers=8 l1-bytes=512 l2-bytes=1024 l3-bytes=4096 cores=2}"
"""A machine for which small nests are large."""
SCHEDULES: Sequence[Sequence[str]] = ((), (CHOSEN,), (SMALL, CHOSEN), (SMALL, CHOSEN))
GRAPH_PASSES: Sequence[Sequence[str]] = ((), (), ("optimize-graph",))
LEVELS = (0, 0, 0, 3)
"""How hard LLVM tries. Not at all shows what we make of programs; where that says too much, optimizing tells."""
FEW_OPS = 4
LARGE = GraphOptions(
    largest=2500,
    sizes={1: 5, 2: 5, 3: 10, 4: 10, 5: 5, 7: 10, 8: 10, 9: 10, 13: 10, 16: 10, 17: 10, 24: 5, 33: 5, 0: 1},
    name_sizes=[(3, 7, 8, 9, 13, 17, 24), (1, 2, 4, 5, 16, 33)],
)
"""Programs with loops that run longer than vectors and blocks are."""


class Build(NamedTuple):
    """How a program becomes machine code."""

    passes: Sequence[str]
    threads: int = 1
    level: int = 0

    def __str__(self) -> str:
        passes = ",".join(self.passes)
        return f"dlc.compile(…, threads={self.threads}, level={self.level}, passes='{passes}')"


class MachineFailure(NamedTuple):
    """A failure of a build."""

    build: Build
    kind: str
    """An `error` of the compiler or a `traceback`, a `result` that is wrong, a `signal`, something about `memory`."""
    message: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Return a key that is probably equal for failures with one cause."""
        summary = "" if self.kind == "result" else self.message.rpartition("\n")[2]
        return "machine", self.kind, re.sub(r"'<[^']*'|\d+", "", summary)

    def __str__(self) -> str:
        return f"{self.kind} of {self.build}: {self.message}"


class MachineAttempt(NamedTuple):
    """A graph program, and how it is compiled."""

    trial: Trial
    build: Build

    def failure(self) -> Failure | MachineFailure | None:
        """Return the failure, and the pass after which it appears if interpreting finds it."""
        failure = machine_failure(self.trial.module, self.trial.expected(), self.build)
        return failure and (check_levels(self.trial, self.build.passes) or failure)


def machine_attempt(trial: Trial, number: int) -> MachineAttempt:
    """Return how a graph program is compiled, chosen by its number."""
    return MachineAttempt(trial, _some_build(Random(f"build of {number}")))


def large_attempt(number: int) -> MachineAttempt:
    """The attempt with a short program of larger tensors."""
    return machine_attempt(level_attempt(number, FEW_OPS, LARGE).trial, number)


def _some_build(random: Random) -> Build:
    road = way(random)
    passes = [*random.choice(GRAPH_PASSES), *road, *random.choice(SCHEDULES)]
    return Build(passes, random.choice((1, 2)), random.choice(LEVELS))


# -- Checking ----------------------------------------------------------------------------------------------------------


def machine_failure(module: Operation, runs: Sequence[Run], build: Build) -> MachineFailure | None:
    """Return the failure of a program that is built and run in this way."""
    outcome = in_child(lambda: _problem(module, runs, build), SECONDS)
    if outcome.signal:
        return MachineFailure(build, "signal", outcome.signal)
    if outcome.error:
        return MachineFailure(build, "traceback", outcome.error)
    kind, _, message = outcome.text.partition(": ")
    return MachineFailure(build, kind, message) if outcome.text else None


def _problem(module: Operation, runs: Sequence[Run], build: Build) -> str:
    with guarded_heap() as heap:
        try:
            program = _built(module, build)
        except DlcError as error:
            return f"error: {_first_error(str(error))}"
        try:
            for run in (*runs, *runs[:1]):
                message = _wrong_run(program.main, run)
                if message is not None:
                    return f"result: {message}"
        except DlcError as error:
            return f"error: it does not run: {error}"
        return _memory_problem(heap)


def _built(module: Operation, build: Build) -> Executable:
    passes = ",".join(build.passes)
    settings = RunSettings(verify_each=True)
    return compile_module(
        module, passes=passes, threads=build.threads, level=build.level, settings=settings, remarks=False
    )


def _first_error(text: str) -> str:
    lines = [line for line in text.splitlines() if "error:" in line]
    return lines[0].partition("error: ")[2] if lines else text


def _wrong_run(entry: EntryPoint, run: Run) -> str | None:
    """Return how the results of one call are wrong. No reference to them remains at the end."""
    passed = [guarded_copy(each) if isinstance(each, np.ndarray) else each for each in run.arguments]
    returned = entry(*passed)
    results = () if returned is None else returned if isinstance(returned, tuple) else (returned,)
    for number, (array, expected) in enumerate(zip(results, run.results, strict=True)):
        difference = expected.differs_from(array)
        if difference is not None:
            return f"result #{number} {difference}"
    for number, (array, left) in enumerate(zip(passed, run.left or run.arguments, strict=True)):
        if np.asarray(array).tobytes() != np.asarray(left).tobytes():
            return f"argument #{number} {_unlike(array, left) if run.left else 'was written to'}"
    return None


def _unlike(array: Array, wanted: Array) -> str:
    where = tuple(int(part[0]) for part in np.nonzero(array != wanted))
    return f"has {array[where]} at {list(where)}, which is not {wanted[where]}"


def _memory_problem(heap: GuardedHeap) -> str:
    problem = heap.problem()
    return "" if problem is None else f"memory: {problem}"


# -- Reducing ----------------------------------------------------------------------------------------------------------


def reduced_build(trial: Trial, failure: MachineFailure, seconds: float) -> Trial:
    """A smaller graph program that fails in the same way when it is built so."""
    return reduced_by(
        trial, failure, lambda each: machine_failure(each.module, each.expected(), failure.build), seconds
    )


# -- Loops -------------------------------------------------------------------------------------------------------------


class LoopAttempt(NamedTuple):
    """A program of loops on arrays, as it was written and behind some steps, and how that is compiled."""

    written: Operation
    steps: Sequence[str]
    module: Operation
    build: Build

    def failure(self) -> MachineFailure | None:
        """Return the failure; the interpreter decides whether a step causes it."""
        runs = runs_of_loops(self.written)
        failure = machine_failure(self.module, runs, self.build)
        if failure is None or not self.steps:
            return failure
        message = wrong_loops(self.module, runs)
        steps = " and ".join(self.steps)
        return failure if message is None else failure._replace(kind="step", message=f"{message} behind {steps}")


def loop_attempt(number: int) -> LoopAttempt:
    """The attempt of this number."""
    random = Random(f"loops of {number}")
    written = module_of(random.choice((random_nest, random_contraction, random_contraction))(random))
    module, steps = go_random_steps(written.clone(), random, random.choice((0, 4, 8, 16)))
    chosen = random.choice(SCHEDULES) if len(steps) < 3 else ()
    build = Build(chosen or ("canonicalize",), random.choice((1, 2)), random.choice(LEVELS))
    return LoopAttempt(written, steps, module, build)


def wrong_loops(module: Operation, runs: Sequence[Run]) -> str | None:
    """Return how the results of interpreted loops are wrong."""
    function = main_function(module)
    assert function is not None
    for run in runs:
        passed = [each.copy() if isinstance(each, np.ndarray) else each for each in run.arguments]
        try:
            Interpreter(module, max_steps=MOST_STEPS, reads_unwritten=True).run(function.sym_name.value, *passed)
        except InterpreterError as error:
            return f"{error}"
        for number, (array, left) in enumerate(zip(passed, run.left, strict=True)):
            if np.asarray(array).tobytes() != np.asarray(left).tobytes():
                return f"argument #{number} {_unlike(array, left)}"
    return None


def runs_of_loops(module: Operation) -> list[Run]:
    """Return what a program writes to arrays, for several trip counts."""
    function = main_function(module)
    assert function is not None
    runs: list[Run] = []
    for size in (0, 1, 3, 6):
        arguments = loop_arguments(function, size)
        left = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        try:
            Interpreter(module, max_steps=MOST_STEPS).run(function.sym_name.value, *left)
        except InterpreterError:
            continue
        runs.append(Run(arguments, [], left))
    return runs


def loop_arguments(function: FuncOp, size: int) -> list[Any]:
    """Arrays for the memrefs that a function takes, and a size for its numbers."""
    random = np.random.default_rng(size)
    types = function.type.inputs
    return [_array(random, type) if isinstance(type, MemRefType) else size for type in types]


def _array(random: np.random.Generator, type: MemRefType) -> Array:
    shape = [24 if size == DYNAMIC else size for size in type.shape]
    return random.integers(0, 1000, shape, np.int32)
