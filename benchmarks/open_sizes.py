"""Programs compiled once for any number of rows, beside the same programs compiled for each number alone.

    python benchmarks/open_sizes.py [--only=mlp] [--sizes=1,8,128] [--threads=1]

Rows are the samples of a batch, or the words of a sequence. Both programs run in turn in one process, and the least
time of each counts: CPU time on one thread, wall time on several. A ratio is the time of the program for any size
divided by that of the program for one size.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

import dlc

Work = Callable[[], object]
Clock = Callable[[], float]
xp: Any = dlc.array
nn: Any = dlc.nn
SIZES = (1, 2, 4, 8, 16, 37, 64, 128, 512)
MOST = 1.2
"""The greatest ratio that is good enough."""
WIDTH, HEADS, HIDDEN = 256, 4, 1024
CHANNELS = 32
SECONDS = 0.25
"""For how long the two programs of a size are timed, in seconds."""


def drawn(*shape: int) -> Any:
    """Return random floats around zero."""
    return np.random.default_rng(sum(shape)).standard_normal(shape, np.float32) / np.float32(shape[0] ** 0.5)


def dense(x: Any) -> Any:
    return x @ xp.asarray(drawn(WIDTH, HIDDEN))


def dense_of_argument(x: Any, weights: Any) -> Any:
    return x @ weights


def mlp(x: Any) -> Any:
    """Return the result of a perceptron with two hidden layers."""
    for rows, columns in ((WIDTH, HIDDEN), (HIDDEN, WIDTH)):
        x = nn.gelu(x @ xp.asarray(drawn(rows, columns)) + xp.asarray(drawn(columns)))
    return x @ xp.asarray(drawn(WIDTH, 10))


def layer_norm(x: Any) -> Any:
    return nn.layer_norm(x, xp.asarray(drawn(WIDTH)), xp.asarray(drawn(WIDTH)))


def softmax(x: Any) -> Any:
    return nn.softmax(x)


def heads_of(x: Any) -> Any:
    """Return features divided among heads, which come first."""
    return xp.permute_dims(xp.reshape(x, (x.shape[0], HEADS, WIDTH // HEADS)), (1, 0, 2))


def attention(q: Any, k: Any, v: Any) -> Any:
    """Return what rows find in one another, with scores of all pairs."""
    q, k, v = map(heads_of, (q, k, v))
    scores = q @ xp.permute_dims(k, (0, 2, 1)) * (WIDTH // HEADS) ** -0.5
    values = xp.permute_dims(nn.softmax(scores) @ v, (1, 0, 2))
    return xp.reshape(values, (values.shape[0], WIDTH))


def encoder(x: Any) -> Any:
    """Return the result of a layer of a transformer that normalizes first."""
    y = layer_norm(x)
    seen = attention(*(y @ xp.asarray(drawn(WIDTH, WIDTH)) + number for number in (0.1, 0.2, 0.3)))
    x = x + seen @ xp.asarray(drawn(WIDTH, WIDTH))
    y = nn.gelu(layer_norm(x) @ xp.asarray(drawn(WIDTH, HIDDEN)) + xp.asarray(drawn(HIDDEN)))
    return x + y @ xp.asarray(drawn(HIDDEN, WIDTH))


def convolution(x: Any) -> Any:
    return nn.relu(nn.convolution(x, xp.asarray(drawn(CHANNELS, CHANNELS, 3, 3)), padding=1))


ROWS = ("n", WIDTH)
CASES: dict[str, tuple[Callable[..., Any], Sequence[Sequence[Any]]]] = {
    "dense": (dense, [ROWS]),
    "dense_of_argument": (dense_of_argument, [ROWS, (WIDTH, HIDDEN)]),
    "mlp": (mlp, [ROWS]),
    "layer_norm": (layer_norm, [ROWS]),
    "softmax": (softmax, [ROWS]),
    "attention": (attention, [ROWS, ROWS, ROWS]),
    "encoder": (encoder, [ROWS]),
    "convolution": (convolution, [("n", CHANNELS, 14, 14)]),
}
"""The functions, and the shapes of their arguments."""


def compiled(name: str, rows: int | str, threads: int) -> Any:
    """Return a program for a number of rows, or for any number."""
    function, shapes = CASES[name]
    specs = [dlc.spec(*(rows if size == "n" else size for size in shape), dtype="float32") for shape in shapes]
    return dlc.compile(dlc.trace(function, *specs), threads=threads, remarks=False)


def least_times(programs: Sequence[Work], clock: Clock) -> list[float]:
    """Return the least time of a call of each program, called in turn."""
    least, repeats = [float("inf")] * len(programs), 1
    while _seconds(programs[0], repeats, clock) < 1e-4:
        repeats *= 2
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        least = [min(known, _seconds(each, repeats, clock)) for known, each in zip(least, programs, strict=True)]
    return [seconds / repeats for seconds in least]


def _seconds(work: Work, repeats: int, clock: Clock) -> float:
    start = clock()
    for _ in range(repeats):
        work()
    return clock() - start


def measured(name: str, sizes: Sequence[int], threads: int) -> list[tuple[float, float]]:
    """Return the times of the program for any size and of that for one size, for each size."""
    any_size, times = compiled(name, "n", threads), list[tuple[float, float]]()
    for rows in sizes:
        arrays = [drawn(*(rows if size == "n" else size for size in shape)) for shape in CASES[name][1]]
        one_size = compiled(name, rows, threads)
        if not np.allclose(any_size(*arrays), one_size(*arrays), rtol=1e-3, atol=1e-4):
            raise SystemExit(f"{name} with {rows} rows: results differ")
        calls = [partial(program, *arrays) for program in (any_size, one_size)]
        dynamic, static = least_times(calls, time.thread_time if threads == 1 else time.perf_counter)
        times.append((dynamic, static))
    return times


def main() -> int:
    """Measure, and print a table; 1 if a ratio is too great."""
    parser = argparse.ArgumentParser(description="Programs for any number of rows, beside those for one number.")
    parser.add_argument("--only", default="", help="measure only cases whose names contain this")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of rows")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    print(f"{'any : one (µs for one)':24}", *(f"n = {size:<12}" for size in sizes))
    greatest = 0.0
    for name in CASES:
        if arguments.only in name:
            times = measured(name, sizes, arguments.threads)
            ratios = [dynamic / static for dynamic, static in times]
            shown = [f"{ratio:.2f} ({static * 1e6:.1f})" for ratio, (_, static) in zip(ratios, times, strict=True)]
            print(f"{name:24}", *(f"{each:16}" for each in shown), flush=True)
            greatest = max(greatest, *ratios)
    print(f"the greatest ratio is {greatest:.2f}; at most {MOST} is good")
    return int(greatest > MOST)


if __name__ == "__main__":
    sys.exit(main())
