"""Functions of JAX under `dlc.jit`, beside `jax.jit` on the CPU.

    python benchmarks/jax_networks.py [--rounds=3] [--threads=1] [--only=ResNet]

Inference with one image or sequence, with parameters that are constants and with parameters that are arguments, and the
time to the first result, in a new process. Every engine works in a process of its own, and they take turns; medians are
reported with the ratios within each round, and minima behind them. On one thread times are those of the CPU, so that
other work on the machine counts little. The error of a result is printed to stderr: the largest difference to `jax.jit`
over the largest number.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from measure import Case, Prepare, at_least_times, compare_workers, serve

ENGINES = ("dlc", "jax.jit")
REPEAT = 5


def cases(engine: str, threads: int) -> Mapping[str, Prepare]:
    """Return what an engine measures."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])  # XLA has as many threads as there are cores
    models: Any = import_module("jax_models")
    jax: Any = models.jax
    prepared: dict[str, Callable[[], Any]] = {}

    def compiled(function: Any) -> Any:
        if engine != "dlc":
            return jax.jit(function)
        dlc: Any = import_module("dlc")
        return dlc.jit(jax.jit(function), threads=threads)

    def call(name: str, *, are_constants: bool) -> tuple[Callable[[], Any], Callable[[], Any]]:
        """Return the call of a compiled network, and that of `jax.jit`."""
        network, shape = models.MODELS[name]
        x = jax.random.normal(jax.random.key(0), shape)
        function = partial(models.applied, network)
        parameters = models.drawn(network, x)
        if are_constants:
            bound = partial(function, parameters)
            return partial(compiled(bound), x), partial(jax.jit(bound), x)
        return partial(compiled(function), parameters, x), partial(jax.jit(function), parameters, x)

    def inference(name: str, are_constants: bool) -> Callable[[], object]:
        key = f"{name}, {'constants' if are_constants else 'arguments'}"
        if key not in prepared:
            fast, reference = call(name, are_constants=are_constants)
            result, expected = fast(), reference()
            error = abs(result - expected).max() / abs(expected).max()
            print(f"{engine}: {key}: error {error:.1e}", file=sys.stderr)
            prepared[key] = fast
        work = prepared[key]
        jax.block_until_ready(work())
        return lambda: [jax.block_until_ready(work()) for _ in range(REPEAT)]

    def first_result(name: str) -> Callable[[], object]:
        work, _ = call(name, are_constants=False)
        return lambda: jax.block_until_ready(work())

    return {"inference": inference, "first result": first_result}


def seconds_of_call(threads: int, work: Callable[[], object]) -> float:
    """Return the seconds of one call: those of the CPU on one thread."""
    clock = time.process_time if threads == 1 else time.perf_counter
    start = clock()
    work()
    return clock() - start


def every_case() -> list[Case]:
    """Return the cases."""
    each = (1e3 / REPEAT, "ms")
    targets = {"ResNet-18": 2.0, "MobileNet-V2": 2.0, "encoder": 1.2}
    chosen: list[Case] = []
    for name, factor in targets.items():
        for kind, are_constants in (("constants", True), ("arguments", False)):
            arguments = {"name": name, "are_constants": are_constants}
            target = at_least_times(factor, "jax.jit")
            chosen.append(Case(f"{name}, {kind}", "inference", arguments, scale=each, targets=[target]))
    chosen += [Case(f"{name}, first result", "first result", {"name": name}, scale=(1, "s")) for name in targets]
    return chosen


def minima(chosen: list[Case]) -> str:
    """Return the minima of all engines, as lines."""
    lines: list[str] = []
    for case in chosen:
        factor, unit = case.scale
        parts = [f"{name} {min(case.times[name]) * factor:.1f} {unit}" for name in ENGINES if case.times.get(name)]
        lines.append(f"{case.name}: minima {', '.join(parts)}")
    return "\n".join(lines)


def serve_engine(engine: str, threads: int) -> None:
    """Be the worker for an engine, without a cache of compiled programs."""
    os.environ["DLC_CACHE_DIR"] = ""
    os.environ["JAX_PLATFORMS"] = "cpu"
    serve(cases(engine, threads), partial(seconds_of_call, threads))


if __name__ == "__main__":
    about = "Functions of JAX under dlc.jit."
    measured = compare_workers(
        __file__,
        ENGINES,
        serve_engine,
        every_case(),
        description=about,
        threads=1,
        in_new_processes=("first result",),
    )
    print(minima(measured))
