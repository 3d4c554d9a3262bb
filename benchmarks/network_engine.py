"""Engines that run ONNX files on the CPU, each in a process of its own: `network_engine.py ENGINE THREADS SECONDS`.

A request names a file without its ending, and is answered with the median time of a call, called for some seconds; the
results of the first call are stored beside it, for their errors.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

ENGINE, THREADS = sys.argv[1], int(sys.argv[2])
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = str(THREADS)  # read when the libraries are loaded

import numpy as np  # noqa: E402
from measure import median_call, serve  # noqa: E402

Run = Callable[[], list[Any]]


def dlc(file: str, arguments: Mapping[str, Any]) -> Run:
    program: Any = import_module("dlc").compile(file, threads=THREADS, remarks=False)

    def run() -> list[Any]:
        result: Any = program(**arguments)
        return list(result) if isinstance(result, tuple) else [result]  # pyright: ignore[reportUnknownArgumentType]

    return run


def onnxruntime(file: str, arguments: Mapping[str, Any]) -> Run:
    ort: Any = import_module("onnxruntime")
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = THREADS, 1
    options.log_severity_level = 3
    session = ort.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, dict(arguments))


def openvino(file: str, arguments: Mapping[str, Any]) -> Run:
    ov: Any = import_module("openvino")
    options = {"INFERENCE_NUM_THREADS": THREADS, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
    request = ov.Core().compile_model(file, "CPU", options).create_infer_request()
    return lambda: list(request.infer(dict(arguments), share_inputs=True, share_outputs=True).to_tuple())


ENGINES = {"dlc": dlc, "onnxruntime": onnxruntime, "openvino": openvino}
_ready: dict[str, Run] = {}


def prepare(file: str) -> Run:
    """Return a call of the program in a file, with its arguments; it is made once."""
    if file not in _ready:
        arguments = dict(np.load(f"{file}.npz"))
        _ready[file] = ENGINES[ENGINE](f"{file}.onnx", arguments)
        results: Any = [np.array(each) for each in _ready[file]()]
        np.savez(f"{file}-{ENGINE}.npz", *results)
    return _ready[file]


def once(file: str) -> Callable[[], object]:
    """Prepare a call that is not timed by itself: programs in f64 are run for their results alone."""
    return partial(prepare, file)


if __name__ == "__main__":
    serve({"network": prepare, "reference": once}, partial(median_call, seconds=float(sys.argv[3])))
