"""The first pass of a pipeline after which a program computes something else, as the interpreter sees it.

    search = Search(module, steps, call, tolerance)
    expected = search.expected()
    found = search.bisect()

The module after half of the passes is interpreted, then the half in which it went wrong is halved again. So a search
takes six or seven runs of the interpreter for a pipeline of sixty passes. A mistake that a later one undoes is not
found in this way: `each` interprets after all passes, or after those that are named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dlc.passes.manager import Pass, PassRun
from dlc.passes.manager.instrumentation import Instrumentation
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.settings import RunSettings

from ..interp.compared_results import Comparison, Difference, Result, compared, copied, with_arguments
from ..interp.errors import Fault, InterpreterError, NotInterpreted, TooManySteps
from ..interp.interpreter import Interpreter
from ..ir import Operation
from ..ir.context import Context
from ..ir.equivalence import fingerprint
from ..ir.errors import DlcError
from ..passes.insertions import PlannedPasses
from ..passes.mlir.result_sizes import name_result_sizes

MOST_STEPS = 5_000_000
"""The steps of the interpreter after which a program counts as too large; they take some ten seconds."""


class PassFailed(DlcError):
    """A pass that succeeded before has failed."""


class Step(NamedTuple):
    """One pass of a pipeline, with the ops that it runs on."""

    pass_: Pass
    pipeline: Pipeline
    is_first_behind_front: bool = False


class Call(NamedTuple):
    """A function with arguments for it."""

    function: str
    arguments: Sequence[Any]
    names: Sequence[str]
    """The names of the arguments."""
    results: Sequence[str]
    """The names of the results."""
    most_steps: int = MOST_STEPS


class Culprit(NamedTuple):
    """Where a program goes wrong."""

    number: int
    """The number of the pass, counted from 1, after which it is wrong."""
    right: int
    """The number of the last pass, or 0, after which it is known to be right."""
    differences: Sequence[Difference]
    reason: str
    """The reason why the program has no results, if it has none."""
    before: Operation
    after: Operation
    patterns: Mapping[str, int]
    """The patterns that the pass applied, with how often."""


class Trial(NamedTuple):
    """The outcome of interpreting a module."""

    comparison: Comparison = Comparison([])
    reason: str = ""
    """Why there are no results, if there are none."""
    is_known: bool = True
    """Whether it says something about the program."""

    @property
    def is_wrong(self) -> bool:
        """Whether the program computes something else, or something undefined."""
        return self.is_known and bool(self.comparison.wrong or self.reason)


def steps_of(planned: PlannedPasses, root: str) -> list[Step]:
    """Return the passes of a pipeline one by one."""
    front = [Step(*each) for each in _split(Pipeline.of_passes(planned.front, root))]
    stages = [Step(*each) for each in _split(Pipeline.of_passes(planned.stages, root))]
    if stages:
        stages[0] = stages[0]._replace(is_first_behind_front=True)
    return [*front, *stages]


def _split(pipeline: Pipeline) -> Iterator[tuple[Pass, Pipeline]]:
    """Yield each pass of a pipeline, and a pipeline of the same form with nothing else in it."""
    for item in pipeline.items:
        if isinstance(item, Pass):
            yield item, Pipeline(pipeline.anchor, [item])
            continue
        for pass_, inner in _split(item):
            yield pass_, Pipeline(pipeline.anchor, [inner])


class Search:
    """Interprets a module after passes."""

    def __init__(
        self,
        module: Operation,
        steps: Sequence[Step],
        context: Context,
        call: Call,
        *,
        tolerance: float | None = None,
        announce: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.steps = steps
        self.runs: list[tuple[int, Trial]] = []
        """The trials so far, each with the number of the last pass before it."""
        self.expected: Mapping[str, Result] = {}
        """The results of the program."""
        self.start = 0
        """The number of the pass, or 0, after which the module gave these results."""
        self._module = module
        self._context = context
        self._call = call
        self._tolerance = tolerance
        self._announce = announce

    def interpret_source(self) -> None:
        """Set the expected results: those of the module as it was read, or as soon as it can be interpreted."""
        front = next((number for number, each in enumerate(self.steps) if each.is_first_behind_front), 0)
        while True:
            try:
                self.expected = self._results(self._module)
            except TooManySteps:
                raise
            except InterpreterError as error:
                is_final = not isinstance(error, NotInterpreted) and self.start >= front
                if is_final or self.start == len(self.steps):
                    raise
                self.run_passes(self._module, self.start, self.start + 1)
                self.start += 1
            else:
                return

    def bisect(self) -> Culprit | int:
        """Return the pass after which the program is wrong, or the number of the last one after which it is right.

        The program may be wrong behind that one: it cannot be interpreted there.
        """
        right, end, wrong = self.start, len(self.steps) + 1, None
        module = self._module
        while right + 1 < end:
            middle = (right + end) // 2
            later = module.clone()
            self.run_passes(later, right, middle)
            trial = self.trial(middle, later)
            if trial.is_known and not trial.is_wrong:
                module, right = later, middle
                continue
            later.erase()
            end = middle
            if trial.is_wrong:
                wrong = middle, trial
        return right if wrong is None else self._found(module, right, *wrong)

    def each(self, names: Collection[str]) -> Culprit | int:
        """Return the first pass of these names, or of all, after which the program is wrong, or the last right one."""
        module, right, done = self._module, self.start, self.start
        for number, step in enumerate(self.steps[self.start :], self.start + 1):
            if names and step.pass_.name not in names:
                continue
            later = module.clone()
            self.run_passes(later, done, number)
            if fingerprint(later) == fingerprint(module):
                module, done = later, number
                continue
            trial = self.trial(number, later)
            if trial.is_wrong:
                later.erase()
                return self._found(module, done, number, trial)
            module, done = later, number
            right = number if trial.is_known else right
        return right

    def _found(self, module: Operation, right: int, number: int, trial: Trial) -> Culprit:
        """Return a pass after which the program is wrong; `module` is as the right one has left it."""
        self.run_passes(module, right, number - 1)
        after = module.clone()
        patterns = self.run_passes(after, number - 1, number)
        return Culprit(number, right, trial.comparison.wrong, trial.reason, module, after, patterns)

    def trial(self, number: int, module: Operation) -> Trial:
        """Interpret a module, which the pass of a number has left, and compare its results with the expected ones."""
        self._announce(f"interpreting the module after '{self.name(number)}'")
        try:
            results = self._results(module)
        except NotInterpreted as error:
            trial = Trial(reason=str(error), is_known=False)
        except InterpreterError as error:
            trial = Trial(reason=str(error))
        else:
            trial = Trial(compared(results, self.expected, self._tolerance))
        self.runs.append((number, trial))
        return trial

    def name(self, number: int) -> str:
        """Return the name of the pass of a number."""
        return self.steps[number - 1].pass_.name

    def run_passes(self, module: Operation, begin: int, end: int) -> Mapping[str, int]:
        """Run the passes from behind one to another, and return the patterns that they applied."""
        hits = _Hits()
        for step in self.steps[begin:end]:
            self._announce(step.pass_.name)
            if step.is_first_behind_front:
                name_result_sizes(module)
            if not step.pipeline.run(module, self._context, RunSettings(verify_each=False), [hits]):
                raise PassFailed(f"pass '{step.pass_.name}' failed")
        return hits.patterns

    def _results(self, module: Operation) -> Mapping[str, Result]:
        call = self._call
        arguments = copied(call.arguments)
        machine = Interpreter(module, max_steps=call.most_steps, reads_unwritten=True)
        values = machine.evaluate(call.function, *arguments)
        try:
            results = [Result.of_interpreter(value, type) for value, type in values]
        except Fault as fault:
            raise InterpreterError(f"a result {fault}") from None
        names = call.results if len(results) == len(call.results) else [f"result {n}" for n in range(len(results))]
        return with_arguments(dict(zip(names, results, strict=True)), call.names, arguments)


class _Hits(Instrumentation):
    """Counts the patterns that passes apply."""

    def __init__(self) -> None:
        self.patterns: dict[str, int] = {}

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        del pass_, op
        for pattern, count in run.pattern_hits.items():
            self.patterns[pattern.name] = self.patterns.get(pattern.name, 0) + count
