"""Data parallel training: processes that take the same steps, each with its own part of the data.

    engine = dlc.distributed.torch_engine()


    def train_step(params, state, x, y):
        value, gradients = dlc.value_and_grad(loss)(params, x, y)
        gradients = dlc.distributed.average(gradients)
        params, state = optimizer.step(params, gradients, state)
        return params, state, value


    train_step = dlc.distributed.data_parallel(train_step, engine=engine, donate=(0, 1))

What is before an average and what is behind it are compiled programs. The engine adds arrays of all processes between
them: `torch.distributed`, Ray, or anything with the methods of `Engine`. Without one, there is one process.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np

from .compiler import compile
from .frontends.array.creation import asarray
from .frontends.array.elementwise import astype
from .frontends.array.errors import call_error
from .frontends.array.functions import Traced
from .frontends.array.stages import TracedInStages, open_exchanges, traced_in_stages
from .frontends.array.tracing import array_function, flattened, is_array
from .jit_functions import JitFunction
from .runtime.processes.common import EngineUnavailable, WorkerLost
from .runtime.processes.ray_engine import make_ray_engines
from .runtime.processes.torch_engine import TorchEngine

__all__ = [
    "Engine",
    "EngineUnavailable",
    "WorkerLost",
    "average",
    "data_parallel",
    "ray_engines",
    "torch_engine",
]

TIMEOUT = 300.0
"""The seconds that a process waits for the others: they may be compiling."""
Arrays = Sequence[np.ndarray[Any, Any]]


class Engine(Protocol):
    """Processes that exchange arrays. Each has a rank, a number from 0."""

    @property
    def rank(self) -> int: ...
    @property
    def size(self) -> int:
        """The number of processes."""
        ...

    def all_reduce(self, arrays: Arrays) -> Arrays:
        """Return new arrays, the sums of those of all processes, which call this in the same order.

        If a process is lost, raise `WorkerLost`, which names it.
        """
        ...


class OneProcess:
    """The engine of a process that is alone."""

    rank = 0
    size = 1

    def all_reduce(self, arrays: Arrays) -> Arrays:
        """Return the arrays."""
        return arrays


def torch_engine(*, timeout: float = TIMEOUT) -> Engine:
    """Return the processes of `torch.distributed`, which is initialized: `torchrun`, or `init_process_group`.

    All processes call this. Arrays are exchanged by gloo, on CPUs. A process that calls no `average` for `timeout`
    seconds is lost.
    """
    return TorchEngine(_checked_timeout(timeout))


def ray_engines(size: int, *, timeout: float = TIMEOUT) -> Sequence[Engine]:
    """Return the engines of Ray tasks or actors, one to be passed to each of them."""
    if type(size) is not int or size < 1:
        raise ValueError(f"ray_engines: the number of workers must be an integer from 1, but got {size!r:.60}")
    return make_ray_engines(size, _checked_timeout(timeout))


def _checked_timeout(timeout: float) -> float:
    if not 0 < timeout < math.inf:
        raise ValueError(f"the timeout must be a positive number of seconds, but got {timeout!r:.60}")
    return timeout


@array_function
def average(tree: Any) -> Any:
    """Return the averages over all processes of the arrays of floats in a tree: gradients, or a loss.

    Only a step of `data_parallel` can call it, and not in a function that is differentiated.
    """
    exchanges = open_exchanges("average")
    leaves: list[Any] = []
    structure = flattened(
        tree, lambda leaf: is_array(leaf) or isinstance(leaf, (np.ndarray, np.generic, float)), leaves
    )
    arrays = [asarray(leaf) for leaf in leaves]
    for array in arrays:
        if array.dtype.kind not in "fV":
            raise call_error(f"average: arrays of floats are required, but got {array.dtype}")
    if not arrays:
        raise call_error(f"average: arrays of floats are required, but got {tree!r:.60}")
    wide = [np.float64 if array.dtype == np.float64 else np.float32 for array in arrays]
    sums = exchanges.exchanged([astype(array, dtype) for array, dtype in zip(arrays, wide, strict=True)])
    averages = [total / exchanges.processes for total in sums]
    return structure.rebuilt([astype(each, array.dtype) for each, array in zip(averages, arrays, strict=True)])


def data_parallel(
    step: Callable[..., Any], *, engine: Engine | None = None, donate: int | Sequence[int] = (), **options: Any
) -> ParallelStep:
    """Make a function of arrays a compiled one that all processes call, as `dlc.jit` does; it calls `average`.

    Without an engine, there is one process.
    """
    if engine is not None and not all(hasattr(engine, name) for name in ("rank", "size", "all_reduce")):
        raise call_error(f"data_parallel: an engine has 'rank', 'size' and 'all_reduce', but got {engine!r:.60}")
    donated = (donate,) if isinstance(donate, int) else tuple(donate)
    return ParallelStep(step, engine or OneProcess(), options, donated)


class ParallelStep(JitFunction):
    """A Python function that processes call together, compiled when it is called."""

    def __init__(
        self, step: Callable[..., Any], engine: Engine, options: dict[str, Any], donate: tuple[int, ...]
    ) -> None:
        super().__init__(step, None, options, donate)
        self.engine = engine

    def built(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Traced, Callable[..., Any]]:
        parts = traced_in_stages(self.function, args, kwargs, self.donate, self.engine.size)
        if len(parts.stages) == 1:
            raise call_error(
                f"{self.function.__name__}: the step calls no dlc.distributed.average, so processes would drift apart"
            )
        entries = [compile(stage.module, **self.options).main for stage in parts.stages]
        return parts.whole, partial(_call_stages, parts, entries, self.engine)


def _call_stages(parts: TracedInStages, entries: Sequence[Callable[..., Any]], engine: Engine, *arguments: Any) -> Any:
    """Return the results of compiled stages, which are called one after the other, with exchanges between them."""
    values = dict(enumerate(arguments))
    for stage, entry in zip(parts.stages, entries, strict=True):
        returned: Any = entry(*[values[number] for number in stage.arguments])
        values.update(zip(stage.results, [returned] if len(stage.results) == 1 else returned or (), strict=True))
        if stage.given:
            # A copy of an argument, which a later stage may overwrite.
            given = [values[number].copy() if number < len(arguments) else values[number] for number in stage.given]
            values.update(zip(stage.received, engine.all_reduce(given), strict=True))
    results = tuple([values[number] for number in parts.results])
    return results[0] if len(results) == 1 else results
