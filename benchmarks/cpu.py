"""Compiled kernels and networks on the CPU, beside the libraries written by hand.

    python benchmarks/cpu.py [--rounds=3] [--threads=1,2] [--only=matmul] [--peers=PYTHON]

Matrix products, square and skinny, against OpenBLAS (through numpy), kernels over rows against torch and against a copy
of as many bytes, the 3×3 convolutions of ResNet-18, depthwise ones of MobileNet-V2, an LSTM and the example network
against ONNX Runtime. Every engine works in a process of its
own; they take turns, and medians are reported with the ratios within each round. torch and onnxruntime are measured
where they are installed, or where `--peers` says that a Python has them. Beside each kernel stands the share that it
reaches of what the machine can do: its FMA rate, or its rate of copies for what moves more than it computes. What a
cache holds can be moved faster than that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from measure import (
    Case,
    Engine,
    Rates,
    Target,
    Work,
    Worker,
    at_least_times,
    exit_status,
    options_of,
    run_and_close,
    table,
)

from dlc.runtime.peak import peak

ENGINES = ("dlc", "numpy", "torch", "onnxruntime")
SCRIPT = str(Path(__file__).with_name("cpu_engine.py"))
SQUARES = (256, 384, 512, 768, 1024, 1536, 2048)
LAYERS = (  # channels, image, filters, stride: the 3x3 convolutions of ResNet-18
    (64, 56, 64, 1),
    (64, 56, 128, 2),
    (128, 28, 128, 1),
    (128, 28, 256, 2),
    (256, 14, 256, 1),
    (256, 14, 512, 2),
    (512, 7, 512, 1),
)
SKINNY = (  # rows, columns, products of a sum
    (1, 1024, 256),
    (1, 256, 1024),
    (2, 1024, 256),
    (4, 1024, 256),
    (8, 1024, 256),
    (16, 1024, 256),
    (256, 1, 1024),
    (256, 4, 256),
    (128, 10, 64),
)
DEPTHWISE = (  # channels, image, stride: 3x3 convolutions of MobileNet-V2
    (32, 112, 1),
    (96, 112, 2),
    (144, 56, 1),
    (192, 28, 1),
    (384, 14, 1),
    (960, 7, 1),
)
LSTM = {"steps": 128, "inputs": 128, "hidden": 256, "tags": 32}
ROWS = ((256, 768), (4096, 512))
TRANSPOSES = ((672, 196), (1024, 1024), (96, 12544))


def better_of(share: float) -> Target:
    """Require that share of the bandwidth of a copy, or to be faster than torch."""

    def met(case: Case) -> bool | None:
        copy, torch = case.ratio("numpy", "dlc"), case.ratio("torch", "dlc")
        known = [ok for ok in (copy and copy >= share, torch and torch >= 1) if ok is not None]
        return any(known) if known else None

    return Target(f"≥ {share:g} of a copy, or torch", met)


def of_product(m: int, n: int, k: int) -> Work:
    return Work(2.0 * m * n * k, 4.0 * (m * k + k * n + m * n))


def of_rows(rows: int, columns: int) -> Work:
    return Work(0.0, 2 * 4.0 * rows * columns)


def of_convolution(channels: int, image: int, filters: int, stride: int, groups: int = 1) -> Work:
    """Count a direct 3x3 convolution; Winograd's algorithm, which multiplies less, may need less time than this."""
    inputs, weights, outputs = channels * image**2, 9 * channels // groups * filters, filters * (image // stride) ** 2
    return Work(2.0 * outputs * 9 * channels // groups, 4.0 * (inputs + weights + outputs))


def of_lstm(steps: int, inputs: int, hidden: int, tags: int) -> Work:
    weights = 4 * hidden * (inputs + hidden) + tags * hidden
    return Work(2.0 * steps * weights, 4.0 * weights)


def rates(threads: int) -> Rates:
    """Return what the machine does with these threads: copies are limited by its memory, which they share."""
    machine = peak()
    return Rates(machine.flops * threads, machine.bytes)


def cases() -> Iterator[Case]:
    for size in SQUARES:
        rate = (-2.0 * size**3 / 1e9, "GFLOP/s")
        arguments = {"m": size, "n": size, "k": size}
        targets, work = [at_least_times(0.8, "numpy")], of_product(size, size, size)
        yield Case(f"matmul {size}", "matmul", arguments, scale=rate, targets=targets, work=work)
    for m, n, k in SKINNY:
        arguments = {"m": m, "n": n, "k": k}
        targets, work = [at_least_times(0.75, "numpy")], of_product(m, n, k)
        yield Case(f"matmul {m}x{n}x{k}", "matmul", arguments, scale=(1e6, "µs"), targets=targets, work=work)
    for kind in ("layer_norm", "softmax", "gelu"):
        for rows, columns in ROWS:
            arguments = {"kind": kind, "rows": rows, "columns": columns}
            name = f"rows {kind} {rows}x{columns}"
            targets, work = [better_of(0.6)], of_rows(rows, columns)
            yield Case(name, "rows", arguments, scale=(1e6, "µs"), targets=targets, work=work)
    for rows, columns in TRANSPOSES:
        arguments = {"kind": "transpose", "rows": rows, "columns": columns}
        targets = [at_least_times(2, "torch")]
        name, work = f"rows transpose {rows}x{columns}", of_rows(rows, columns)
        yield Case(name, "rows", arguments, scale=(1e6, "µs"), targets=targets, work=work)
    for channels, image, filters, stride in LAYERS:
        size = {"batch": 1, "channels": channels, "image": image}
        arguments = {**size, "filters": filters, "size": 3, "stride": stride}
        name = f"convolution {channels}x{image}x{image} to {filters} stride {stride}"
        targets, work = [at_least_times(0.6, "onnxruntime")], of_convolution(channels, image, filters, stride)
        yield Case(name, "convolution", arguments, targets=targets, work=work)
    for channels, image, stride in DEPTHWISE:
        arguments = {"batch": 1, "channels": channels, "image": image, "filters": channels, "size": 3, "stride": stride}
        name = f"depthwise {channels}x{image}x{image} stride {stride}"
        yield Case(
            name,
            "convolution",
            {**arguments, "groups": channels},
            scale=(1e6, "µs"),
            targets=[at_least_times(1, "onnxruntime")],
            work=of_convolution(channels, image, channels, stride, channels),
        )
    yield Case("LSTM tagger", "lstm", LSTM, targets=[at_least_times(1.1, "onnxruntime")], work=of_lstm(**LSTM))
    for name, scale in (("residual_network", (1e6, "µs")), ("resnet18", (1e3, "ms"))):
        targets = [at_least_times(0.5, "onnxruntime")]
        yield Case(f"network {name}", "network", {"name": name}, scale=scale, targets=targets)


def main() -> int:
    parser = options_of("Compiled kernels and networks against libraries.")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--peers", default=sys.executable, help="the Python that has torch and onnxruntime")
    arguments = parser.parse_args()
    names = [name for name in ENGINES if name in arguments.engines.split(",")]
    status = 0
    for threads in map(int, arguments.threads.split(",")):
        chosen = [case for case in cases() if arguments.only in case.name]
        engines: list[Engine] = [
            Worker(name, SCRIPT, [name, str(threads)], arguments.peers if name in ("torch", "onnxruntime") else None)
            for name in names
        ]
        run_and_close(chosen, engines, arguments.rounds)
        machine = rates(threads)
        print(f"\n{threads} thread{'s' if threads > 1 else ''}: {machine}\n\n{table(chosen, names, rates=machine)}")
        status = max(status, exit_status(chosen))
    return status


if __name__ == "__main__":
    sys.exit(main())
