"""Single ops compiled by dlc, beside eager PyTorch: the way to find the ones that are slow alone.

    python benchmarks/torch_ops.py [--rounds=3] [--threads=1] [--only=softmax]

Whole networks hide slow ops. Every op is a case; the ten with the largest ratios follow the table.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from measure import Case, Prepare, compare_workers, median_call, serve, within_times

ENGINES = ("dlc", "torch")
SECONDS = 0.1
"""The seconds for which an op runs in each round."""
WORST = 10


def cases(engine: str, threads: int) -> Mapping[str, Prepare]:
    """Return what an engine measures."""
    ops: Any = import_module("torch_op_cases")
    torch: Any = ops.torch
    torch.set_num_threads(threads)
    prepared: dict[str, Callable[[], object]] = {}

    def compiled(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[[], object]:
        dlc: Any = import_module("dlc")

        class Module(torch.nn.Module):
            def forward(self, *given: Any) -> Any:
                return function(*given)

        program = dlc.compile(Module(), arguments, threads=threads, remarks=False)
        tensors = [each for each in arguments if isinstance(each, torch.Tensor)]
        return lambda: program(*tensors)

    def run(name: str) -> Callable[[], object]:
        if name not in prepared:
            torch.manual_seed(0)
            function, make = ops.OPS[name]
            arguments = tuple(make())
            prepared[name] = compiled(function, arguments) if engine == "dlc" else lambda: function(*arguments)
        return torch.inference_mode()(prepared[name])

    return {"op": run}


def every_case() -> list[Case]:
    """Return a case for each op."""
    names = import_module("torch_op_cases").OPS
    return [Case(name, "op", {"name": name}, scale=(1e6, "µs"), targets=[within_times(1.3, "torch")]) for name in names]


def serve_engine(engine: str, threads: int) -> None:
    """Be the worker for an engine."""
    os.environ["DLC_CACHE_DIR"] = ""
    serve(cases(engine, threads), lambda work: median_call(work, SECONDS))


def print_worst(measured: list[Case]) -> None:
    """Print the ops with the largest ratios."""
    ratios = sorted(((each.ratio("dlc", "torch") or 0, each.name) for each in measured), reverse=True)
    print("worst:", ", ".join(f"{name} {ratio:.2f}" for ratio, name in ratios[:WORST]))


if __name__ == "__main__":
    measured = compare_workers(
        __file__, ENGINES, serve_engine, every_case(), description="Single ops beside PyTorch.", threads=1
    )
    print_worst(measured)
    sys.exit()
