"""Traced functions in stages: between them, arrays leave the graph for something that no graph can do.

`open_exchanges(…).exchanged(arrays)` inside a function that is traced by `traced_in_stages` is such a place. What it is
given is computed before, and what uses its result is computed afterwards. A stage computes what the next exchange
needs, and results that need no later one; anything else waits. Values that several stages use are results of the first
one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp
from dlc.ir import ArrayAttr, Builder, DictionaryAttr, IRMapping, Operation, Value
from dlc.passes.generic.captured_values import is_copied, used_values

from .arrays import Array
from .errors import tracing_error
from .functions import DONATED, Traced, attributes_of_arguments, traced
from .operands import wrap
from .tracing import is_tracing, open_trace, return_values, value_of


class Stage(NamedTuple):
    """A part of a traced function. Values between stages have numbers; those of the arguments come first."""

    module: ModuleOp
    arguments: list[int]
    results: list[int]
    given: list[int]
    """The values that are exchanged after this stage."""
    received: list[int]


class TracedInStages(NamedTuple):
    """A function as a whole, and in stages."""

    whole: Traced
    stages: list[Stage]
    results: list[int]
    """The numbers of what the function returns."""


Exchange = Sequence[Operation]
"""Ops that stand for what arrays become in an exchange."""


class Exchanges:
    """The exchanges of a function that is being traced."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        """The number of processes that take part."""
        self.marks: list[Exchange] = []

    def exchanged(self, arrays: Sequence[Array]) -> list[Array]:
        """Return what arrays become between two stages."""
        results = [graph.stop_gradient(value_of(array)) for array in arrays]
        self.marks.append([result.owner for result in results])
        return [wrap(result) for result in results]


_open: ContextVar[Exchanges | None] = ContextVar("dlc_exchanges", default=None)


def open_exchanges(name: str) -> Exchanges:
    """Return the exchanges of the function that is being traced; `name` is what the user called, for messages."""
    exchanges = _open.get() if is_tracing() else None
    if exchanges is None:
        raise tracing_error(f"{name}: only a step of dlc.distributed.data_parallel has other processes")
    if open_trace().parent is not None:
        raise tracing_error(
            f"{name}: call it in the step itself, not in a function that is differentiated or a body of control flow"
        )
    return exchanges


def traced_in_stages(
    function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], donate: Sequence[int], processes: int
) -> TracedInStages:
    """Return the stages of a Python function for arguments like these."""
    opened = Exchanges(processes)
    token = _open.set(opened)
    try:
        whole = traced(function, args, kwargs, donate)
    finally:
        _open.reset(token)
    (main,) = (op for op in whole.module.walk() if isinstance(op, FuncOp))
    division = _Division(main, opened.marks)
    stages = [division.stage(number) for number in range(len(opened.marks) + 1)]
    return TracedInStages(whole, stages, [division.numbers[value] for value in division.returned])


class _Division:
    """The ops of a function, divided into stages."""

    def __init__(self, main: FuncOp, exchanges: Sequence[Exchange]) -> None:
        self.main = main
        self.exchanges = exchanges
        *self.ops, end = main.entry.ops
        self.returned = list(end.operands)
        self.marks = {op: number for number, exchange in enumerate(exchanges) for op in exchange}
        self.stages = self._stages_of_ops()
        self.results = self._results_of_stages()
        arguments = list(main.entry.args)
        received = [op.results[0] for op in self.marks]
        values = [*arguments, *(value for results in self.results for value in results), *received]
        self.numbers = {value: number for number, value in enumerate(values)}
        """The numbers of the values between stages."""

    def _stages_of_ops(self) -> dict[Operation, int]:
        """Return the stage of each op that is needed; constants are in none, as each stage has those that it uses."""
        earliest: dict[Value, int] = {}
        for op in self.ops:
            stage = max((earliest.get(value, 0) for value in used_values(op)), default=0)
            earliest.update(dict.fromkeys(op.results, self.marks[op] + 1 if op in self.marks else stage))
        stages: dict[Operation, int] = {}
        for number in range(len(self.exchanges) + 1):
            pending = [value for value in self.returned if earliest.get(value, 0) == number]
            pending += self._given(number)
            while pending:
                op = pending.pop().defining_op
                if op is not None and not (op in stages or op in self.marks or is_copied(op)):
                    stages[op] = number
                    pending += used_values(op)
        return stages

    def _given(self, number: int) -> list[Value]:
        """Return the values that are exchanged after a stage."""
        return [op.operands[0] for op in self.exchanges[number]] if number < len(self.exchanges) else []

    def _results_of_stages(self) -> list[list[Value]]:
        """Return what each stage computes for later ones, for exchanges, and to be returned."""
        results: list[dict[Value, None]] = [{} for _ in range(len(self.exchanges) + 1)]
        for op, stage in self.stages.items():
            for value in used_values(op):
                source = value.defining_op
                if source in self.stages and self.stages[source] < stage:
                    results[self.stages[source]][value] = None
        for value in [*self.returned, *(op.operands[0] for op in self.marks)]:
            source = value.defining_op
            if source is not None and source not in self.marks:
                results[self.stages.get(source, 0)][value] = None
        return [list(each) for each in results]

    def stage(self, number: int) -> Stage:
        """Return a stage as a module of its own."""
        results = self.results[number]
        ops = self._ops_of(number)
        inside = {result for op in ops for result in op.results}
        arguments = list(dict.fromkeys(value for op in ops for value in used_values(op) if value not in inside))
        function = FuncOp.of("main", [value.type for value in arguments])
        function.location = self.main.location
        mapping = IRMapping()
        mapping.map(arguments, function.entry.args)
        with Builder.at_end(function.entry) as builder:
            for op in ops:
                builder.insert(op.clone(mapping))
            return_values(function, [mapping.values[value] for value in results])
        function.arg_attrs = ArrayAttr(tuple(self._attributes_of(value, number) for value in arguments))
        given = self._given(number)
        received = [op.results[0] for op in self.exchanges[number]] if given else []
        return Stage(ModuleOp.containing([function]), *map(self._numbers_of, (arguments, results, given, received)))

    def _numbers_of(self, values: Sequence[Value]) -> list[int]:
        return [self.numbers[value] for value in values]

    def _ops_of(self, number: int) -> list[Operation]:
        """Return the ops of a stage in order, with the constants that they use."""
        own = [op for op in self.ops if self.stages.get(op) == number]
        used = [*self.results[number], *(value for op in own for value in used_values(op))]
        wanted = {*own, *(op for value in used if (op := value.defining_op) is not None and is_copied(op))}
        return [op for op in self.ops if op in wanted]

    def _attributes_of(self, value: Value, stage: int) -> DictionaryAttr:
        """Return the attributes of an argument; only the last stage that uses it gets its memory."""
        if value not in self.main.entry.args:
            return DictionaryAttr.of({})
        attributes = attributes_of_arguments(self.main)[self.numbers[value]].as_dict()
        last_use = max((self._time_of(op) for op in self.ops if value in used_values(op)), default=0)
        if last_use > stage or value in self.returned:
            attributes.pop(DONATED, None)
        return DictionaryAttr.of(attributes)

    def _time_of(self, op: Operation) -> int:
        """Return the stage in which operands are read: those of an exchange are, before the next stage."""
        return self.marks[op] + 1 if op in self.marks else self.stages.get(op, 0)
