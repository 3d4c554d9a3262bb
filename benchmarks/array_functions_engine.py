"""The worker of `array_functions.py`: the functions, their inputs, and each engine's way to run them."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, cast

import numpy as np

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}

from measure import median_call, serve

Work = Callable[[], object]
Function = Callable[..., Any]


# -- The functions, over any namespace ---------------------------------------------------------------------------------


def gelu(xp: Any, x: Any) -> Any:
    """Return gelu(x) by its approximation with tanh."""
    return 0.5 * x * (1 + xp.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def softmax(xp: Any, x: Any) -> Any:
    """Return the softmax of rows."""
    e = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
    return e / xp.sum(e, axis=-1, keepdims=True)


def layer_norm(xp: Any, x: Any, scale: Any, offset: Any) -> Any:
    """Return rows with mean 0 and variance 1, scaled and moved."""
    distance = x - xp.mean(x, axis=-1, keepdims=True)
    variance = xp.mean(distance * distance, axis=-1, keepdims=True)
    return distance / xp.sqrt(variance + 1e-5) * scale + offset


def k_means_step(xp: Any, points: Any, centres: Any) -> Any:
    """Return the means of the points that are nearest to each centre."""
    distances = xp.sum(centres * centres, axis=-1) - 2 * (points @ centres.T)
    nearest = xp.argmin(distances, axis=-1)
    belongs = xp.astype(nearest[:, None] == xp.arange(centres.shape[0])[None, :], points.dtype)
    counts = xp.maximum(xp.sum(belongs, axis=0), 1.0)
    return (belongs.T @ points) / counts[:, None]


def n_body_step(xp: Any, positions: Any, velocities: Any, masses: Any) -> Any:
    """Return positions and velocities after a step of time."""
    between = positions[None, :, :] - positions[:, None, :]
    squared = xp.sum(between * between, axis=-1) + 0.01
    pull = masses[None, :] / (squared * xp.sqrt(squared))
    faster = velocities + 0.01 * xp.sum(pull[:, :, None] * between, axis=1)
    return positions + 0.01 * faster, faster


def mandelbrot(xp: Any, re: Any, im: Any, iterations: int) -> Any:
    """Return after how many iterations each point is far away."""
    x, y, count = 0.0 * re, 0.0 * im, 0.0 * re
    for _ in range(iterations):
        x, y = x * x - y * y + re, 2 * x * y + im
        x, y = xp.clip(x, -1e6, 1e6), xp.clip(y, -1e6, 1e6)
        count = count + xp.astype(x * x + y * y < 4.0, count.dtype)
    return count


# -- Inputs ------------------------------------------------------------------------------------------------------------


def inputs(name: str, sizes: dict[str, int]) -> tuple[Callable[..., Any], list[Any]]:
    """Return a function of a namespace and arrays, and the arrays."""
    draw = np.random.default_rng(0)

    def normal(*shape: int) -> Any:
        return draw.normal(size=shape).astype(np.float32)

    if name == "k_means_step":
        return k_means_step, [
            normal(sizes["points"], sizes["dimensions"]),
            normal(sizes["clusters"], sizes["dimensions"]),
        ]
    if name == "n_body_step":
        count = sizes["bodies"]
        return n_body_step, [normal(count, 3), normal(count, 3), np.abs(normal(count))]
    if name == "mandelbrot":
        re, im = np.meshgrid(
            np.linspace(-2, 1, sizes["width"], dtype=np.float32), np.linspace(-1, 1, sizes["height"], dtype=np.float32)
        )
        return partial(mandelbrot, iterations=sizes["iterations"]), [re, im]
    x = normal(sizes["rows"], sizes["columns"])
    if name == "layer_norm":
        return layer_norm, [x, normal(sizes["columns"]), normal(sizes["columns"])]
    return {"gelu": gelu, "softmax": softmax}[name], [x]


# -- Engines -----------------------------------------------------------------------------------------------------------


def run_dlc(
    function: Callable[..., Any], arrays: list[Any], _name: str, _sizes: dict[str, int]
) -> Callable[[], object]:
    dlc: Any = import_module("dlc")

    def traced(*arguments: Any) -> Any:
        return function(dlc.array, *arguments)

    return partial(dlc.jit(threads=1)(traced), *arrays)


def run_numpy(function: Function, arrays: list[Any], _name: str, _sizes: dict[str, int]) -> Work:
    return partial(function, np, *arrays)


def run_jax(
    function: Callable[..., Any], arrays: list[Any], _name: str, _sizes: dict[str, int]
) -> Callable[[], object]:
    jax, jnp = cast("Any", import_module("jax")), cast("Any", import_module("jax.numpy"))
    compiled = jax.jit(partial(function, jnp))
    device_arrays = [jnp.asarray(array) for array in arrays]

    def run() -> object:
        return jax.block_until_ready(compiled(*device_arrays))

    return run


def run_numba(_: Function, arrays: list[Any], name: str, sizes: dict[str, int]) -> Work:
    compiled = import_module("numba").njit(fastmath=True)(LOOPS[name])
    return partial(compiled, *arrays, *([sizes["iterations"]] if name == "mandelbrot" else []))


RUNS = {"dlc": run_dlc, "numpy": run_numpy, "jax": run_jax, "numba": run_numba}


# -- Loops for numba ---------------------------------------------------------------------------------------------------


def gelu_loops(x: Any) -> Any:
    out = np.empty_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            v = x[i, j]
            inner = np.float32(0.7978845608) * (v + np.float32(0.044715) * v * v * v)
            out[i, j] = np.float32(0.5) * v * (np.float32(1) + math.tanh(inner))
    return out


def softmax_loops(x: Any) -> Any:
    out = np.empty_like(x)
    for i in range(x.shape[0]):
        most = x[i, 0]
        for j in range(x.shape[1]):
            most = max(most, x[i, j])
        total = np.float32(0)
        for j in range(x.shape[1]):
            out[i, j] = math.exp(x[i, j] - most)
            total += out[i, j]
        for j in range(x.shape[1]):
            out[i, j] /= total
    return out


def layer_norm_loops(x: Any, scale: Any, offset: Any) -> Any:
    out = np.empty_like(x)
    for i in range(x.shape[0]):
        mean: Any = np.float32(0)
        for j in range(x.shape[1]):
            mean += x[i, j]
        mean /= np.float32(x.shape[1])
        variance: Any = np.float32(0)
        for j in range(x.shape[1]):
            variance += (x[i, j] - mean) * (x[i, j] - mean)
        spread = math.sqrt(variance / np.float32(x.shape[1]) + np.float32(1e-5))
        for j in range(x.shape[1]):
            out[i, j] = (x[i, j] - mean) / spread * scale[j] + offset[j]
    return out


def k_means_loops(points: Any, centres: Any) -> Any:
    sums, counts = np.zeros_like(centres), np.zeros(centres.shape[0], np.float32)
    for i in range(points.shape[0]):
        best, nearest = np.float32(np.inf), 0
        for k in range(centres.shape[0]):
            distance = np.float32(0)
            for d in range(points.shape[1]):
                distance += (points[i, d] - centres[k, d]) * (points[i, d] - centres[k, d])
            if distance < best:
                best, nearest = distance, k
        counts[nearest] += np.float32(1)
        for d in range(points.shape[1]):
            sums[nearest, d] += points[i, d]
    for k in range(centres.shape[0]):
        sums[k] /= max(counts[k], np.float32(1))
    return sums


def n_body_loops(positions: Any, velocities: Any, masses: Any) -> Any:
    faster = velocities.copy()
    step = np.float32(0.01)
    for i in range(positions.shape[0]):
        ax = ay = az = np.float32(0)
        for j in range(positions.shape[0]):
            dx, dy = positions[j, 0] - positions[i, 0], positions[j, 1] - positions[i, 1]
            dz = positions[j, 2] - positions[i, 2]
            squared = dx * dx + dy * dy + dz * dz + step
            pull = masses[j] / (squared * math.sqrt(squared))
            ax, ay, az = ax + pull * dx, ay + pull * dy, az + pull * dz
        faster[i, 0] += step * ax
        faster[i, 1] += step * ay
        faster[i, 2] += step * az
    return positions + step * faster, faster


def mandelbrot_loops(re: Any, im: Any, iterations: int) -> Any:
    out = np.empty_like(re)
    for i in range(re.shape[0]):
        for j in range(re.shape[1]):
            x: Any = np.float32(0)
            y: Any = np.float32(0)
            count = 0
            for _ in range(iterations):
                x, y = x * x - y * y + re[i, j], np.float32(2) * x * y + im[i, j]
                if x * x + y * y >= np.float32(4):
                    break
                count += 1
            out[i, j] = count
    return out


LOOPS = {
    "gelu": gelu_loops,
    "softmax": softmax_loops,
    "layer_norm": layer_norm_loops,
    "k_means_step": k_means_loops,
    "n_body_step": n_body_loops,
    "mandelbrot": mandelbrot_loops,
}


# -- Measuring ---------------------------------------------------------------------------------------------------------


def main() -> None:
    """Serve the cases of the engine that is named on the command line."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    run = RUNS[sys.argv[1]]
    names = ("gelu", "softmax", "layer_norm", "k_means_step", "n_body_step", "mandelbrot")

    def prepare(name: str, **sizes: int) -> Callable[[], object]:
        return run(*inputs(name, sizes), name, sizes)

    serve({name: partial(prepare, name) for name in names}, median_call)


if __name__ == "__main__":
    main()
