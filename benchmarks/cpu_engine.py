"""Engines that run kernels and networks on the CPU, each in a process of its own: `cpu_engine.py ENGINE THREADS`.

Every engine gets the same arrays, and replies with the median time of a call after a warm-up. It does not reply to a
case that it does not support, for example because a package is not installed.
"""

from __future__ import annotations

import functools
import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

ENGINE, THREADS = sys.argv[1], int(sys.argv[2])
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = str(THREADS)  # read when the libraries are loaded

import cpu_cases as cases  # noqa: E402
import numpy as np  # noqa: E402
from measure import Prepare, seconds_of, serve  # noqa: E402

Work = Callable[[], object]
SECONDS = 0.4
"""For how long calls are timed, in seconds."""


def median_call(work: Work) -> float:
    """Return the median time of a call; the first calls warm up."""
    work()
    once = seconds_of(work)
    for _ in range(min(20, int(0.05 / max(once, 1e-6)))):
        work()
    times: list[float] = []
    end = time.perf_counter() + SECONDS
    while len(times) < 5 or (time.perf_counter() < end and len(times) < 2000):
        times.append(seconds_of(work))
    return statistics.median(times)


# -- dlc ---------------------------------------------------------------------------------------------------------------


def compiled(text: Callable[..., str], arrays: Callable[..., list[Any]]) -> Prepare:
    """Compile a case, given functions that return its text and its arrays."""
    dlc: Any = import_module("dlc")

    def prepare(**arguments: Any) -> Work:
        return functools.partial(dlc.compile(text(**arguments), threads=THREADS), *arrays(**arguments))

    return prepare


def image_alone(**layer: int) -> list[Any]:
    """Return the only input of a layer whose weights are constant."""
    return cases.convolution_arrays(**layer)[:1]


def sequence_alone(**sizes: int) -> list[Any]:
    """Return the only input of a recurrent network whose weights are constants."""
    return cases.lstm_arrays(**sizes)[:1]


def dlc_cases() -> Mapping[str, Prepare]:
    return {
        "matmul": compiled(cases.matmul_text, cases.matmul_arrays),
        "rows": compiled(cases.rows_text, cases.rows_arrays),
        "convolution": compiled(cases.convolution_text, image_alone),
        "lstm": compiled(cases.lstm_text, sequence_alone),
        "network": compiled(cases.network_text, cases.network_arrays),
    }


# -- numpy -------------------------------------------------------------------------------------------------------------


def numpy_matmul(m: int, n: int, k: int) -> Work:
    a, b = cases.matmul_arrays(m, n, k)
    out = np.empty((m, n), np.float32)
    return lambda: np.matmul(a, b, out=out)


def numpy_copy(kind: str, rows: int, columns: int) -> Work:
    """Copy the bytes that a kernel over rows reads and writes: the limit that memory sets."""
    source = cases.rows_arrays(kind, rows, columns)[0]
    target = np.empty_like(source)
    return lambda: np.copyto(target, source)


def numpy_cases() -> Mapping[str, Prepare]:
    return {"matmul": numpy_matmul, "rows": numpy_copy}


# -- torch -------------------------------------------------------------------------------------------------------------


def torch_cases() -> Mapping[str, Prepare]:
    torch: Any = import_module("torch")
    functional: Any = torch.nn.functional

    torch.set_num_threads(THREADS)
    torch.set_grad_enabled(False)

    def given(*arrays: Any) -> list[Any]:
        return [torch.from_numpy(array) for array in arrays]

    def matmul(m: int, n: int, k: int) -> Work:
        a, b = given(*cases.matmul_arrays(m, n, k))
        return lambda: torch.matmul(a, b)

    def rows(kind: str, rows: int, columns: int) -> Work:
        x, *rest = given(*cases.rows_arrays(kind, rows, columns))
        if kind == "layer_norm":
            return lambda: functional.layer_norm(x, [columns], *rest)
        if kind == "transpose":
            return x.T.contiguous
        return (lambda: functional.softmax(x, -1)) if kind == "softmax" else (lambda: functional.gelu(x))

    def convolution(**layer: int) -> Work:
        x, w = given(*cases.convolution_arrays(**layer))
        pad, groups = layer["size"] // 2, layer.get("groups", 1)
        return lambda: functional.conv2d(x, w, stride=layer["stride"], padding=pad, groups=groups)

    return {"matmul": matmul, "rows": rows, "convolution": convolution}


# -- ONNX Runtime ------------------------------------------------------------------------------------------------------


def onnx_cases() -> Mapping[str, Prepare]:
    onnx_models: Any = import_module("onnx_models")
    onnxruntime: Any = import_module("onnxruntime")

    def session(model: bytes, arrays: Mapping[str, Any]) -> Work:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        running = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        return lambda: running.run(None, dict(arrays))

    def convolution(**layer: int) -> Work:
        x, w = cases.convolution_arrays(**layer)
        model = onnx_models.convolution(x, w, layer["stride"], layer["size"] // 2, layer.get("groups", 1))
        return session(model, {"x": x})

    def matmul(m: int, n: int, k: int) -> Work:
        a, b = cases.matmul_arrays(m, n, k)
        return session(onnx_models.matmul(a, b), {"a": a, "b": b})

    def network(name: str) -> Work:
        image, *weights = cases.network_arrays(name)
        model = onnx_models.residual_network(*weights) if weights else onnx_models.resnet18(image)
        return session(model, {"x": image})

    def lstm(**sizes: int) -> Work:
        arrays = cases.lstm_arrays(**sizes)
        return session(onnx_models.lstm(*arrays), {"x": arrays[0]})

    return {"convolution": convolution, "matmul": matmul, "lstm": lstm, "network": network}


ENGINES: Mapping[str, Callable[[], Mapping[str, Prepare]]] = {
    "dlc": dlc_cases,
    "numpy": numpy_cases,
    "torch": torch_cases,
    "onnxruntime": onnx_cases,
}

if __name__ == "__main__":
    try:
        requests: Mapping[str, Prepare] = ENGINES[ENGINE]()
    except ImportError as missing:
        print(f"{ENGINE}: not measured: {missing}", file=sys.stderr)
        requests = {}
    serve(requests, median_call)
