"""Compiled kernels and networks on the CPU, beside the libraries written by hand.

    python benchmarks/cpu.py [--rounds=3] [--threads=1,2] [--only=matmul] [--peers=PYTHON]

Matrix products, square and skinny, against OpenBLAS (through numpy), kernels over rows against torch and against a copy
of as many bytes, the 3×3 convolutions of ResNet-18, depthwise ones of MobileNet-V2, an LSTM and the example network
against ONNX Runtime. Every engine works in a process of its
own; they take turns, and medians are reported with the ratios within each round. torch and onnxruntime are measured
where they are installed, or where `--peers` says that a Python has them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from measure import Case, Engine, Target, Worker, at_least_times, exit_status, options_of, run_and_close, table

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


def cases() -> Iterator[Case]:
    for size in SQUARES:
        rate = (-2.0 * size**3 / 1e9, "GFLOP/s")
        arguments = {"m": size, "n": size, "k": size}
        yield Case(f"matmul {size}", "matmul", arguments, scale=rate, targets=[at_least_times(0.8, "numpy")])
    for m, n, k in SKINNY:
        arguments = {"m": m, "n": n, "k": k}
        yield Case(
            f"matmul {m}x{n}x{k}", "matmul", arguments, scale=(1e6, "µs"), targets=[at_least_times(0.75, "numpy")]
        )
    for kind in ("layer_norm", "softmax", "gelu"):
        for rows, columns in ROWS:
            arguments = {"kind": kind, "rows": rows, "columns": columns}
            name = f"rows {kind} {rows}x{columns}"
            yield Case(name, "rows", arguments, scale=(1e6, "µs"), targets=[better_of(0.6)])
    for rows, columns in TRANSPOSES:
        arguments = {"kind": "transpose", "rows": rows, "columns": columns}
        targets = [at_least_times(2, "torch")]
        yield Case(f"rows transpose {rows}x{columns}", "rows", arguments, scale=(1e6, "µs"), targets=targets)
    for channels, image, filters, stride in LAYERS:
        size = {"batch": 1, "channels": channels, "image": image}
        arguments = {**size, "filters": filters, "size": 3, "stride": stride}
        name = f"convolution {channels}x{image}x{image} to {filters} stride {stride}"
        yield Case(name, "convolution", arguments, targets=[at_least_times(0.6, "onnxruntime")])
    for channels, image, stride in DEPTHWISE:
        arguments = {"batch": 1, "channels": channels, "image": image, "filters": channels, "size": 3, "stride": stride}
        name = f"depthwise {channels}x{image}x{image} stride {stride}"
        yield Case(
            name,
            "convolution",
            {**arguments, "groups": channels},
            scale=(1e6, "µs"),
            targets=[at_least_times(1, "onnxruntime")],
        )
    yield Case("LSTM tagger", "lstm", LSTM, targets=[at_least_times(1.1, "onnxruntime")])
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
        print(f"\n{threads} thread{'s' if threads > 1 else ''}\n\n{table(chosen, names)}")
        status = max(status, exit_status(chosen))
    return status


if __name__ == "__main__":
    sys.exit(main())
