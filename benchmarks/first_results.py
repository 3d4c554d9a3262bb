"""From the file of a model to its first result, in a new process: compiled, and found in the cache.

    python benchmarks/first_results.py [--only=resnet] [--rounds=3]

Each figure is the median of several processes, from the start of Python to the result; beside it stands the end of the
process. The exit status is 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx_models
import onnx_networks

CALL = """
import sys, time
import numpy, dlc
arguments = dict(numpy.load(sys.argv[2]))
program = dlc.compile(sys.argv[1], remarks=False)
program(**arguments)
print(time.time())
"""


class Network(NamedTuple):
    """A network, and the seconds in which its first result is due: compiled, and found in the cache."""

    example: onnx_networks.Example
    compiled: float
    cached: float


def resnet18() -> Network:
    image = np.random.default_rng(0).standard_normal((1, 3, 224, 224)).astype(np.float32)
    return Network(onnx_networks.Example(onnx_models.resnet18(image), {"x": image}), 4.0, 0.4)


def bert() -> Network:
    """Return an encoder of the size of BERT-base, for any number of sequences of any length."""
    return Network(onnx_networks.encoder("full"), 10.0, 1.0)


NETWORKS = {"resnet18": resnet18, "bert-base": bert}


def seconds(model: Path, arguments: Path, cache: Path) -> tuple[float, float]:
    """Return the time from the start of a process to its result, and to its end."""
    environment = {**os.environ, "DLC_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", CALL, str(model), str(arguments)]
    begin = time.time()
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout) - begin, time.time() - begin


def measure(name: str, network: Network, rounds: int, folder: Path) -> bool:
    """Print the figures of a network; return whether they are met."""
    model, arguments = folder / f"{name}.onnx", folder / f"{name}.npz"
    model.write_bytes(network.example.model)
    stored: Any = dict(network.example.arguments)
    np.savez(arguments, **stored)
    cold: list[tuple[float, float]] = []
    warm: list[tuple[float, float]] = []
    for number in range(rounds):
        cache = folder / f"{name}-{number}"
        cold.append(seconds(model, arguments, cache))
        warm.append(seconds(model, arguments, cache))
    met = _report(f"{name}, compiled", cold, network.compiled)
    return _report(f"{name}, found in the cache", warm, network.cached) and met


def _report(name: str, times: list[tuple[float, float]], limit: float) -> bool:
    result, end = (statistics.median(each) for each in zip(*times, strict=True))
    met = result <= limit
    print(f"{name:<28} {result:6.2f} s, the process ends after {end:6.2f} s  target ≤ {limit:g} s "
          f"{'met' if met else 'MISSED'}", flush=True)  # fmt: skip
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description="From the file of a model to its first result.")
    parser.add_argument("--only", default="", help="measure only networks whose names contain this")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = [
            measure(name, make(), options.rounds, Path(folder))
            for name, make in NETWORKS.items()
            if options.only in name
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
