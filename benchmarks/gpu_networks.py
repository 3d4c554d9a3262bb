"""Whole networks on a GPU beside `torch.compile`: ResNet-50 and BERT-base of bf16, and the time to a first result.

    python benchmarks/gpu_networks.py [--only=BERT]

Networks run in turn with the same module under `torch.compile(mode="reduce-overhead")`, which launches CUDA graphs, on
one batch that is on the device; the device's events time a few calls at a time. The time to a first result is that of a
new process without caches, from the module in memory to the result, on the device. Without a device, or without
PyTorch for it, nothing is measured. `make bench-gpu` runs this too.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import dlc
from dlc.codegen.target import Target

ROUNDS, CALLS = 7, 10
TRIALS = 3
"""The number of processes of which the median time to a first result is taken."""
ENGINES = ("dlc", "torch.compile")


class Network(NamedTuple):
    """A network for a number of images or sequences, and the least ratio of torch's time to ours that is asked."""

    model: str
    batch: int
    asked: float = 0.8

    @property
    def name(self) -> str:
        return f"{self.model}, batch {self.batch}"


NETWORKS = tuple(Network(model, batch) for model in ("ResNet-50", "BERT-base") for batch in (1, 32))
FIRST_RESULT = Network("ResNet-50", 1, 3.0)
"""The network whose first result is timed: in a third of torch's time."""


def module_of(network: Network, device: str) -> tuple[Any, Any]:
    """Return a network with random weights of bf16, and an argument."""
    models: Any = import_module("torch_models")
    torch: Any = models.torch
    torch.manual_seed(0)
    make, shape, draw = models.LARGE[network.model]
    return make().eval().to(device, torch.bfloat16), draw((network.batch, *shape)).to(device)


def compiled(module: Any, argument: Any, target: str | Target) -> Callable[[Any], Any]:
    """Return the program of a module; its parameters are constants of it."""
    return dlc.compile(module, argument, target=target, cache=False, remarks=False)


def by_torch(module: Any) -> Callable[[Any], Any]:
    """Return what `torch.compile` makes of a module, with its parameters as constants and calls as CUDA graphs."""
    torch: Any = sys.modules["torch"]
    settings: Any = import_module("torch._inductor.config")
    settings.freezing = True
    return torch.compile(module, mode="reduce-overhead", dynamic=False)


# -- Speed -------------------------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """The medians of the times of a call, in seconds, and the largest difference to eager PyTorch."""

    ours: float
    torch: float
    error: float


def measure(network: Network) -> Measured:
    """Run a network in turn by both engines."""
    module, argument = module_of(network, "cuda")
    torch: Any = sys.modules["torch"]
    with torch.no_grad():
        expected = module(argument).float()
        calls = [compiled(module, argument, "cuda"), by_torch(module)]
        results = [call(argument).float() for call in calls]
        error = float((results[0] - expected).abs().max() / expected.abs().max())
        times: list[list[float]] = [[] for _ in calls]
        for call in calls:
            for _ in range(3):
                call(argument)
        for turn in range(ROUNDS):
            for number in range(len(calls)):
                at = (number + turn) % len(calls)
                times[at].append(seconds(torch, lambda call=calls[at]: call(argument)))
    ours, peer = map(statistics.median, times)
    return Measured(ours, peer, error)


def seconds(torch: Any, work: Callable[[], object]) -> float:
    """Return the time of a call, as events of the device say."""
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    first.record()
    for _ in range(CALLS):
        work()
    last.record()
    last.synchronize()
    return first.elapsed_time(last) / 1e3 / CALLS


# -- First results -----------------------------------------------------------------------------------------------------


def first_result(engine: str) -> float:
    """Return the seconds from a module to its first result; the device and the libraries are ready before."""
    module, argument = module_of(FIRST_RESULT, "cuda")
    torch: Any = sys.modules["torch"]
    torch.cuda.synchronize()
    begin = time.perf_counter()
    with torch.no_grad():
        call = compiled(module, argument, "cuda") if engine == "dlc" else by_torch(module)
        call(argument)
    torch.cuda.synchronize()
    return time.perf_counter() - begin


def first_results() -> dict[str, float]:
    """Return the median of some processes for each engine, which take turns and have no caches."""
    times: dict[str, list[float]] = {engine: [] for engine in ENGINES}
    for _ in range(TRIALS):
        for engine in ENGINES:
            with tempfile.TemporaryDirectory() as folder:
                caches = {"TORCHINDUCTOR_CACHE_DIR": folder, "TRITON_CACHE_DIR": folder, "DLC_CACHE_DIR": ""}
                environment = {**os.environ, **caches, "TORCHINDUCTOR_FORCE_DISABLE_CACHES": "1"}
                command = [sys.executable, __file__, f"--first-result={engine}"]
                said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
            times[engine].append(float(said.split()[-1]))
    return {engine: statistics.median(each) for engine, each in times.items()}


# -- Report ------------------------------------------------------------------------------------------------------------


def lines(only: str) -> Iterator[tuple[str, bool]]:
    """Iterate over the lines of the report, each with whether it reaches what is asked."""
    for network in NETWORKS:
        if only in network.name:
            ours, torch, error = measure(network)
            yield _line(network.name, ours, torch, network.asked, f"error {error:.1e}")
    name = f"{FIRST_RESULT.model}, first result"
    if only in name:
        times = first_results()
        yield _line(name, times["dlc"], times["torch.compile"], FIRST_RESULT.asked, "")


def _line(name: str, ours: float, torch: float, asked: float, more: str) -> tuple[str, bool]:
    ratio = torch / ours
    verdict = f"{ratio:>7.2f}x ≥ {asked} {'met' if ratio >= asked else 'MISSED'}"
    shown = f"{name:<32} {ours * 1e3:10.2f} ms, torch.compile {torch * 1e3:.2f} ms {verdict} {more}"
    return shown.rstrip(), ratio >= asked


def why_not() -> str:
    """Return why networks cannot be measured, or nothing."""
    if find_spec("torch") is None:
        return "PyTorch is not installed"
    torch: Any = import_module("torch")
    return "" if torch.cuda.is_available() else "PyTorch has no CUDA device"


def report(only: str) -> bool:
    """Print the report, and return whether all is reached that is asked."""
    reason = why_not()
    if reason:
        print(f"networks are skipped: {reason}")
        return True
    met = True
    for line, reached in lines(only):
        print(line)
        met &= reached
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="part of the names of networks to run")
    parser.add_argument("--first-result", choices=ENGINES, help="print the time to a first result of an engine")
    options = parser.parse_args()
    if options.first_result is not None:
        print(first_result(options.first_result))
        return 0
    return 0 if report(options.only) else 1


if __name__ == "__main__":
    sys.exit(main())
