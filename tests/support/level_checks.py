"""Programs on their way from graphs to loops: what they give after each pass, held against what the graph gives.

    failure = check_levels(Trial.of(drawn), way(random))

`way` is the road of `lower-to-loops` with clean-ups at places that chance chooses. After each pass the module is
verified, at the end the program is run for each set of arguments; where that goes wrong, the first pass is found behind
which it does. A pass that raises is a failure like others; one that crashes or hangs ends the process, unless
`check_levels_apart` is asked. Programs are reduced by `reduced`, which keeps what went wrong, and where.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from dlc.dialects import register_all
from dlc.dialects.func import FuncOp
from dlc.dialects.graph.tensors import shape_of_type
from dlc.interp.comparison import elements_of
from dlc.interp.conversion import dtype_of, to_python
from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.memory import MemRef
from dlc.interp.values import POISON, Elements
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import TensorType
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.ir.sizes import substitute
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import InvalidPipeline, parse_pipeline
from dlc.passes.manager.registry import REGISTRY
from dlc.passes.manager.settings import RunSettings
from dlc.passes.pipelines import MEMORY, TENSOR, passes_of
from dlc.tools.reduce import Limits, module_reductions, reduce_module

from .child_processes import in_child
from .drawn_arrays import draw_array
from .drawn_graphs import DrawnGraph
from .shadowed_values import Expected, expected_results

Array = Any
ROAD = (*passes_of(TENSOR, MEMORY), "plan-memory")
CLEAN_UPS = ("canonicalize", "cse", "sccp", "remove-dead-values", "loop-invariant-code-motion", "dce")
"""Passes that may run anywhere, and that nothing needs."""
LEVEL = ("builtin", "func", "graph")
"""The dialects that programs are drawn from; what a reduction puts in from others is not looked at."""
MOST_STEPS = 3_000_000
SECONDS = 120
"""How long one program may take: the machine may be busy with others."""


class Inputs(NamedTuple):
    """Arguments for one run, and what names of sizes stand for there."""

    sizes: Mapping[str, int]
    arrays: Sequence[Array]

    def arguments_for(self, function: FuncOp) -> list[Array]:
        """Arrays for the arguments of a function that was made smaller: those that fit, in order, or new ones."""
        left, arguments = list(self.arrays), list[Array]()
        for type in function.type.inputs:
            fitting = next((number for number, array in enumerate(left) if self._fits(array, type)), None)
            arguments.append(left.pop(fitting) if fitting is not None else self._new(type))
        return arguments

    def _shape(self, type: Type) -> list[int]:
        assert isinstance(type, TensorType)
        sizes = [substitute(dim, dict(self.sizes)) for dim in shape_of_type(type)]
        return [size if isinstance(size, int) else 2 for size in sizes]

    def _fits(self, array: Array, type: Type) -> bool:
        assert isinstance(type, TensorType)
        return array.dtype == dtype_of(type.element_type) and list(array.shape) == self._shape(type)

    def _new(self, type: Type) -> Array:
        assert isinstance(type, TensorType)
        return draw_array(np.random.default_rng(1), self._shape(type), type.element_type)


class Trial(NamedTuple):
    """A program, with the arguments to run it on, and what comes of that, where it is known."""

    module: Operation
    inputs: Sequence[Inputs]
    known: Sequence[Run] = ()

    @classmethod
    def of(cls, drawn: DrawnGraph) -> Trial:
        inputs = [Inputs(world.sizes, world.arguments) for world in drawn.worlds]
        return cls(drawn.module, inputs, [Run(world.arguments, drawn.expected(world)) for world in drawn.worlds])

    def expected(self) -> Sequence[Run]:
        """Runs that must give the same at all levels."""
        return self.known or self._computed()

    def _computed(self) -> list[Run]:
        function = main_function(self.module)
        if function is None or not all(op.name.partition(".")[0] in LEVEL for op in self.module.walk()):
            return []
        runs: list[Run] = []
        for inputs in self.inputs:
            arguments = inputs.arguments_for(function)
            results = expected_results(self.module, function.sym_name.value, arguments)
            if results is not None:
                runs.append(Run(arguments, results))
        return runs


class Run(NamedTuple):
    """Arguments, and what comes of them."""

    arguments: Sequence[Array]
    results: Sequence[Expected]
    left: Sequence[Array] = ()
    """The arguments after the run, if a program writes to them."""


class Failure(NamedTuple):
    """A failure, and the pass after which it appeared."""

    number: int
    passes: Sequence[str]
    kind: str
    """An `error` of the pass, a `result` that is wrong, a `traceback`, or a `signal`."""
    message: str

    @property
    def pass_name(self) -> str:
        return self.passes[self.number]

    @property
    def key(self) -> tuple[str, str, str]:
        """Return a key that is probably equal for failures with one cause."""
        summary = "result" if self.message.startswith("result") else self.message.partition("\n")[0]
        return self.pass_name, self.kind, re.sub(r"'<[^']*'|\d+", "", summary)

    def __str__(self) -> str:
        return f"{self.kind} after '{self.pass_name}' of {','.join(self.passes)}: {self.message}"


def main_function(module: Operation) -> FuncOp | None:
    """The function that is run: the last one."""
    functions = [op for op in module.regions[0].entry.ops if isinstance(op, FuncOp) and not op.body.is_empty]
    return functions[-1] if functions else None


# -- Pipelines ---------------------------------------------------------------------------------------------------------


def way(random: Random) -> list[str]:
    """The passes of the road, with clean-ups between; none of them in one case of three."""
    if random.random() < 1 / 3:
        return [name for name in ROAD if name not in CLEAN_UPS]
    passes: list[str] = []
    for name in ROAD:
        passes += [random.choice(CLEAN_UPS) for _ in range(random.choice((0, 0, 0, 1, 1, 2)))]
        passes.append(name)
    return passes


@cache
def _pipeline(name: str) -> Pipeline:
    return parse_pipeline(f"builtin.module({name})", REGISTRY)


@cache
def _context() -> Context:
    context = Context()
    register_all(context)
    return context


# -- Checking ----------------------------------------------------------------------------------------------------------


def check_levels(trial: Trial, passes: Sequence[str], stops: Collection[int] = ()) -> Failure | None:
    """The first pass that breaks a program. Results are compared at the end, and after passes number `stops`."""
    runs = trial.expected()
    if not runs:
        return None
    failure = _first_failure(trial.module, runs, passes, {*stops, len(passes) - 1})
    if failure is None or failure.kind == "error":
        return failure
    return _first_failure(trial.module, runs, passes[: failure.number + 1], range(len(passes))) or failure


def check_levels_apart(trial: Trial, passes: Sequence[str], stops: Collection[int] = ()) -> Failure | None:
    """Check in child processes: a crash, or a timeout, is a failure of the next pass."""
    failure = _checked_in_child(trial, passes, stops)
    if failure is None or failure.kind != "signal":
        return failure
    shorter = (_checked_in_child(trial, passes[:count], ()) for count in range(1, len(passes)))
    return next((each for each in shorter if each is not None), failure)


def _checked_in_child(trial: Trial, passes: Sequence[str], stops: Collection[int]) -> Failure | None:
    outcome = in_child(lambda: json.dumps(check_levels(trial, passes, stops)), SECONDS)
    if outcome.signal:
        return Failure(len(passes) - 1, passes, "signal", outcome.signal)
    if outcome.error:
        return Failure(len(passes) - 1, passes, "traceback", outcome.error)
    fields = json.loads(outcome.text)
    return Failure(*fields) if fields is not None else None


def _first_failure(
    module: Operation, runs: Sequence[Run], passes: Sequence[str], stops: Collection[int]
) -> Failure | None:
    module = module.clone()
    for number, name in enumerate(passes):
        problem = _said_or_raised("error", lambda name=name: apply_pass(module, name))
        if problem is None and number in stops:
            problem = _said_or_raised("result", lambda: wrong_result(module, runs))
        if problem is not None:
            return Failure(number, passes, *problem)
    return None


def _said_or_raised(kind: str, check: Callable[[], str | None]) -> tuple[str, str] | None:
    """Return the error that a check reports or raises, with the kind of the failure."""
    try:
        message = check()
    except Exception as error:  # noqa: BLE001 (whatever a pass or the interpreter raises is a finding)
        return "traceback", told(error)
    return None if message is None else (kind, message)


def told(error: BaseException) -> str:
    """Return an exception with its position last, so that messages of one cause begin alike."""
    what = traceback.format_exception_only(error)[-1].strip()
    return f"{what}\n{''.join(traceback.format_exception(error)).strip()}"


def apply_pass(module: Operation, name: str) -> str | None:
    """Run a pass, and verify what it made; gives the errors, among them that its options do not fit together."""
    context = _context()
    before = len(context.diagnostics.diagnostics)
    try:
        pipeline = _pipeline(name)
    except InvalidPipeline as error:
        return error.message
    succeeded = pipeline.run(module, context, RunSettings())
    diagnostics = context.diagnostics.diagnostics[before:]
    del context.diagnostics.diagnostics[before:]
    return None if succeeded else "\n".join(each.text for each in diagnostics) or "failed"


def wrong_result(module: Operation, runs: Sequence[Run]) -> str | None:
    """Return how a result differs from the expected one."""
    function = main_function(module)
    assert function is not None
    for run in runs:
        passed = [array.copy() for array in run.arguments]
        try:
            machine = Interpreter(module, max_steps=MOST_STEPS, reads_unwritten=True)  # copies move what is not written
            results = machine.evaluate(function.sym_name.value, *passed)
            arrays = [_array_of(value, type) for value, type in results]
        except (InterpreterError, Fault) as error:
            return f"{error}"
        if len(arrays) != len(run.results):
            return f"there are {len(arrays)} results instead of {len(run.results)}"
        for number, (array, expected) in enumerate(zip(arrays, run.results, strict=True)):
            difference = expected.differs_from(array)
            if difference is not None:
                return f"result #{number} {difference}"
        for number, (array, before) in enumerate(zip(passed, run.arguments, strict=True)):
            if array.tobytes() != before.tobytes():
                return f"argument #{number} was written to"
    return None


def _array_of(value: Any, type: Type) -> Array:
    if isinstance(value, Elements) and value.poison is not None and value.poison.any():
        raise Fault("a result has poison")
    if isinstance(value, MemRef) and POISON in elements_of(value):
        raise Fault("a result has elements that were never written")
    return to_python(value, type)


# -- Reducing ----------------------------------------------------------------------------------------------------------


class KeyedFailure(Protocol):
    """A failure that can be told from others."""

    @property
    def key(self) -> tuple[str, str, str]: ...


def reduced(trial: Trial, failure: Failure, seconds: float, progress: Callable[[str], None] | None = None) -> Trial:
    """A smaller program that fails in the same way; the program itself, if it does not do so a second time."""
    passes = failure.passes[: failure.number + 1]
    check = check_levels_apart if failure.kind == "signal" else check_levels
    return reduced_by(trial, failure, lambda each: check(each, passes), seconds, progress)


def reduced_by(
    trial: Trial,
    failure: KeyedFailure,
    check: Callable[[Trial], KeyedFailure | None],
    seconds: float,
    progress: Callable[[str], None] | None = None,
) -> Trial:
    """A smaller program in which a check finds the same failure."""

    def fails_the_same(candidate: Operation) -> bool:
        again = check(Trial(candidate, trial.inputs))
        return again is not None and again.key == failure.key

    if not fails_the_same(trial.module.clone()):
        return trial
    names = [each.name for each in module_reductions(_context()) if each.name not in ("names", "locations")]
    limits = Limits(seconds=seconds)
    return Trial(
        reduce_module(trial.module, fails_the_same, reductions=names, limits=limits, progress=progress), trial.inputs
    )
