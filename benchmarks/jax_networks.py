"""Functions of JAX under `dlc.jit`, beside `jax.jit` on the CPU.

    python benchmarks/jax_networks.py [--rounds=3] [--threads=1] [--only=ResNet]

Inference with one image or sequence, with parameters that are constants and with parameters that are arguments, and the
time to the first result. Every engine works in a process of its own, and they take turns; medians are reported with the
ratios within each round, and minima behind them. On one thread times are those of the CPU, so that other work on the
machine counts little. The error of a result is printed to stderr: the largest difference to `jax.jit` over the largest
number.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from measure import Case, Prepare, Worker, at_least_times, run_and_close, serve, table

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
        jax.clear_caches()
        work, _ = call(name, are_constants=False)
        return lambda: jax.block_until_ready(work())

    return {"inference": inference, "first result": first_result}


def seconds_of_call(threads: int, work: Callable[[], object]) -> float:
    """Return the seconds of one call: those of the CPU on one thread."""
    clock = time.process_time if threads == 1 else time.perf_counter
    start = clock()
    work()
    return clock() - start


def every_case(only: str) -> list[Case]:
    """Return the cases whose names contain a text."""
    each = (1e3 / REPEAT, "ms")
    targets = {"ResNet-18": 2.0, "MobileNet-V2": 2.0, "encoder": 1.2}
    chosen: list[Case] = []
    for name, factor in targets.items():
        for kind, are_constants in (("constants", True), ("arguments", False)):
            arguments = {"name": name, "are_constants": are_constants}
            target = at_least_times(factor, "jax.jit")
            chosen.append(Case(f"{name}, {kind}", "inference", arguments, scale=each, targets=[target]))
    chosen += [Case(f"{name}, first result", "first result", {"name": name}, scale=(1, "s")) for name in targets]
    return [case for case in chosen if only.lower() in case.name.lower()]


def minima(chosen: list[Case]) -> str:
    """Return the minima of all engines, as lines."""
    lines: list[str] = []
    for case in chosen:
        factor, unit = case.scale
        parts = [f"{name} {min(case.times[name]) * factor:.1f} {unit}" for name in ENGINES if case.times.get(name)]
        lines.append(f"{case.name}: minima {', '.join(parts)}")
    return "\n".join(lines)


def main() -> None:
    """Run the benchmark, or one engine of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--engine", default="", help="be the worker for an engine")
    options = parser.parse_args()
    if options.engine:
        os.environ["DLC_CACHE_DIR"] = ""
        os.environ["JAX_PLATFORMS"] = "cpu"
        serve(cases(options.engine, options.threads), partial(seconds_of_call, options.threads))
        return
    script, arguments = str(Path(__file__)), [f"--threads={options.threads}"]
    engines = [Worker(name, script, [*arguments, f"--engine={name}"]) for name in ENGINES]
    chosen = every_case(options.only)
    run_and_close(chosen, engines, options.rounds)
    print(table(chosen, ENGINES))
    print(minima(chosen))


if __name__ == "__main__":
    main()
