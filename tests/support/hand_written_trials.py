"""Programs of nests as people write them, behind single passes and as machine code, held against the interpreter.

    failure = hand_written_attempt(7).failure()

What the text computes as it is interpreted is what it must compute behind a pass alone, and when it is compiled for one
or two threads, as `dlc.compile` does it or for a machine for which small nests are large. Integers must be equal, and
floats where no op may round differently; others as far as inputs that differ in the last places let them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from dlc.compiler import compile as compile_module
from dlc.dialects.func import FuncOp
from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.manager.settings import RunSettings
from dlc.passes.pipelines import SCHEDULE
from dlc.tools.reduce import Limits, module_reductions, reduce_module

from .child_processes import in_child
from .guarded_memory import guarded_copy, guarded_heap
from .hand_written_nests import hand_written_program
from .hand_written_programs import DTYPES, Inputs, Program
from .level_checks import apply_pass, told
from .machine_trials import SECONDS, SMALL, Build, MachineFailure
from .programs import module_of, new_context

Array = Any
MOST_STEPS = 1_000_000
RUNS = 2
IMPORTED = "convert-imported"
ON_SMALL = (IMPORTED, "canonicalize", *(SMALL if name == "describe-machine" else name for name in SCHEDULE.passes))
SIMPLIFIED = SCHEDULE.passes[: SCHEDULE.passes.index("schedule-loops")]
IN_PARALLEL = (IMPORTED, *SIMPLIFIED, "loop-parallelize")
BUILDS: Sequence[Sequence[str]] = (("default",), ON_SMALL, IN_PARALLEL)
ALONE = (
    *("loop-reorder", "loop-scalar-replacement", "loop-scalar-replacement{accumulators=true}", "loop-factor-sums"),
    *("version-for-overlaps", "loop-distribute", "loop-invariant-code-motion", "loop-sink", "loop-simplify-bounds"),
    *("loop-accumulate-in-memory", "loop-fresh-sums", "loop-unswitch", "canonicalize", "cse", "loop-separate"),
)
"""Passes for nests that are not scheduled yet, some of which only a person runs."""

ANY_PROGRAM = """
func.func @main(%x: memref<64x64xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %x[%i, %j] : memref<64x64xf32>
      %1 = affine.load %y[%i] : memref<64xf32>
      %2 = arith.addf %0, %1 fastmath<reassoc> : f32
      affine.store %2, %y[%i] : memref<64xf32>
    }
  }
  return
}"""


class Expected(NamedTuple):
    """Inputs, and the memory that a program leaves for them."""

    inputs: Inputs
    left: Sequence[Array]


class HandWrittenAttempt(NamedTuple):
    """A program, the inputs of its runs, a pass that it must stand alone, and how it is compiled."""

    program: Program
    inputs: Sequence[Inputs]
    alone: str
    build: Build

    def failure(self) -> MachineFailure | None:
        """Return the failure; the interpreter finds the pass that causes it, if it is one before LLVM."""
        return self.failure_of(module_of(self.program.text, new_context()))

    def failure_of(self, module: Operation) -> MachineFailure | None:
        """Return the failure of a program for the same arguments, such as a smaller one."""
        runs = self._runs(module)
        return self._failure_alone(module, runs) or self._failure_compiled(module, runs)

    def reduced(self, failure: MachineFailure, seconds: float) -> Operation:
        """Return a smaller program that fails in the same way."""
        module = module_of(self.program.text, new_context())
        signature = _signature(module)

        def fails_the_same(candidate: Operation) -> bool:
            if _signature(candidate) != signature:
                return False
            again = self.failure_of(candidate)
            return again is not None and again.key == failure.key

        if not fails_the_same(module.clone()):
            return module
        names = [each.name for each in module_reductions(new_context()) if each.name not in ("names", "locations")]
        return reduce_module(module, fails_the_same, reductions=names, limits=Limits(seconds=seconds))

    def memory(self) -> dict[str, Array]:
        """Return the memory that the arguments lie in, by names that say of which run."""
        runs = enumerate(self.inputs)
        return {f"run{run}_memory{n}": array for run, each in runs for n, array in enumerate(each.memory)}

    @property
    def is_exact(self) -> bool:
        """Return whether no op may round differently."""
        return self.program.element[0] == "i" or not any(self.program.flags)

    def _runs(self, module: Operation) -> list[Expected]:
        runs: list[Expected] = []
        for inputs in self.inputs:
            left = [each.copy() for each in inputs.memory]
            try:
                _interpret(module, inputs, left)
            except (InterpreterError, Fault):
                continue
            if self.is_exact or all(np.isfinite(each).all() for each in left):
                runs.append(Expected(inputs, left))
        return runs

    def _failure_alone(self, module: Operation, runs: Sequence[Expected]) -> MachineFailure | None:
        return _failure_behind(module, (IMPORTED, self.alone), partial(self._wrong_interpreted, module, runs))

    def _failure_compiled(self, module: Operation, runs: Sequence[Expected]) -> MachineFailure | None:
        _load_compiler()
        outcome = in_child(lambda: self._problem(module, runs), SECONDS)
        if outcome.signal:
            return MachineFailure(self.build, "signal", outcome.signal)
        if outcome.error:
            return MachineFailure(self.build, "traceback", outcome.error)
        if not outcome.text:
            return None
        kind, _, message = outcome.text.partition(": ")
        failure = MachineFailure(self.build, kind, message)
        if kind != "result":
            return failure
        passes = (IMPORTED, *SCHEDULE.passes) if self.build.passes == ("default",) else self.build.passes
        return _failure_behind(module, passes, partial(self._wrong_interpreted, module, runs)) or failure

    def _problem(self, module: Operation, runs: Sequence[Expected]) -> str:
        """Return what is wrong with the machine code."""
        with guarded_heap() as heap:
            try:
                program = _built(module, self.build)
            except DlcError as error:
                return f"error: {error}"
            if program.remarks:
                return f"remark: {program.remarks[0]}"
            for run in runs:
                memory = [guarded_copy(each) for each in run.inputs.memory]
                program.main(*run.inputs.of(memory))
                message = self._difference(module, run, memory)
                if message:
                    return f"result: {message}"
            problem = heap.problem()
            return "" if problem is None else f"memory: {problem}"

    def _wrong_interpreted(self, original: Operation, runs: Sequence[Expected], module: Operation) -> str:
        """Return how the results of a transformed program are wrong."""
        for run in runs:
            memory = [each.copy() for each in run.inputs.memory]
            try:
                _interpret(module, run.inputs, memory)
            except (InterpreterError, Fault) as error:
                return f"{error}"
            message = self._difference(original, run, memory)
            if message:
                return message
        return ""

    def _difference(self, original: Operation, run: Expected, memory: Sequence[Array]) -> str:
        """Return where memory is not what it should be."""
        if all(map(_is_equal, memory, run.left)):
            return ""
        allowed = None if self.is_exact else self._allowed(original, run)
        for number, (actual, wanted) in enumerate(zip(memory, run.left, strict=True)):
            wrong = ~((actual == wanted) | ((actual != actual) & (wanted != wanted)))
            if allowed is not None:
                wrong &= ~(np.abs(actual - wanted) <= allowed[number])
            if wrong.any():
                at = int(np.argmax(wrong))
                return f"memory #{number} has {actual[at]} at {at}, which is not {wanted[at]}"
        return ""

    def _allowed(self, original: Operation, run: Expected) -> list[Array]:
        """Return how far floats may be off: some times as far as inputs that differ in the last places bring them."""
        epsilon = float(np.finfo(DTYPES[self.program.element]).eps)
        off = [64 * epsilon * np.abs(each).max(initial=1.0) + 0 * each for each in run.left]
        for seed in (0, 1):
            random = np.random.default_rng(seed)
            moved = [
                (each + 8 * epsilon * random.uniform(-1, 1, each.shape) * (each.dtype.kind == "f")).astype(each.dtype)
                for each in run.inputs.memory
            ]
            try:
                _interpret(original, run.inputs, moved)
            except (InterpreterError, Fault):
                continue
            off = [most + 32 * np.abs(each - left) for most, each, left in zip(off, moved, run.left, strict=True)]
        return off


def hand_written_attempt(number: int) -> HandWrittenAttempt:
    """The attempt of this number."""
    random = Random(f"nests of {number}")
    program = hand_written_program(random)
    inputs = [program.inputs(random) for _ in range(RUNS)]
    [passes] = random.choices(BUILDS, (3, 2, 1))
    build = Build(passes, 2 if passes == IN_PARALLEL else random.choice((1, 1, 2)), random.choice((2, 2, 3, 1)))
    return HandWrittenAttempt(program, inputs, random.choice(ALONE), build)


def _failure_behind(
    module: Operation, passes: Sequence[str], wrong: Callable[[Operation], str]
) -> MachineFailure | None:
    """Return the failure of the first pass behind which a program is wrong."""
    module = module.clone()
    done: list[str] = []
    for name in passes:
        done.append(name)
        try:
            message = apply_pass(module, name)
            kind = "error"
            if message is None:
                kind, message = "result", wrong(module)
        except Exception as error:  # noqa: BLE001 (whatever a pass or the interpreter raises is a finding)
            kind, message = "traceback", told(error)
        if message:
            return MachineFailure(Build(done), f"{kind} behind {name.partition('{')[0]}", message)
    return None


def _interpret(module: Operation, inputs: Inputs, memory: Sequence[Array]) -> None:
    with np.errstate(all="ignore"):
        Interpreter(module, max_steps=MOST_STEPS).run("main", *inputs.of(memory))


@cache
def _load_compiler() -> None:
    """Import what compiling needs, before children are forked that would each do it."""
    for passes in BUILDS:
        _built(module_of(ANY_PROGRAM), Build(passes, threads=2))


def _built(module: Operation, build: Build) -> Any:
    return compile_module(
        module,
        passes=",".join(build.passes),
        threads=build.threads,
        level=build.level,
        settings=RunSettings(verify_each=True),
        remarks=False,
    )


def _is_equal(actual: Array, wanted: Array) -> bool:
    return np.array_equal(actual, wanted, equal_nan=actual.dtype.kind == "f")


def _signature(module: Operation) -> list[str]:
    functions = [op for op in module.regions[0].entry.ops if isinstance(op, FuncOp) and not op.body.is_empty]
    return [str(op.type) for op in functions if op.sym_name.value == "main"]
