"""Kernels and networks on a real GPU, against numpy in f64: `make test-gpu`.

Without a device these tests are skipped; `test_gpu_lowering`, `test_tensor_cores` and `test_programs` interpret kernels
of the same kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.runtime.gpu.executable import GPUExecutable
from support.gpu_programs import real_device
from support.run_lines import ROOT
from unit.passes.gpu.test_gpu_lowering import PROGRAMS, arguments_of, convolved, softmax
from unit.test_networks import NETWORKS, layer_norm

Array = Any
pytestmark = pytest.mark.skipif(real_device() is None, reason="there is no CUDA device")
TOLERANCES = {"f32": 1e-5, "f16": 2e-3, "f8E4M3FN": 1e-3, "i8": 0.0, "i32": 0.0}
"""The largest error by the type of elements, as a share of the largest result."""
NUMPY = {
    "f32": np.float32,
    "f16": np.float16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "i8": np.int8,
    "i32": np.int32,
}


class Kernel(NamedTuple):
    """An op on large arrays: its text, which names the types `{0}`, `{1}` …, of arguments and of the result last."""

    text: str
    shapes: Sequence[Sequence[int]]
    elements: str
    expected: Callable[..., Array]

    def types(self) -> list[str]:
        """Return the types of the arguments and of the result."""
        argument, result = self.elements.split()
        kinds = [argument] * (len(self.shapes) - 1) + [result]
        return [f"tensor<{'x'.join(map(str, [*shape, kind]))}>" for shape, kind in zip(self.shapes, kinds, strict=True)]

    def source(self) -> str:
        """Return the function that computes the op."""
        *types, result = self.types()
        parameters = ", ".join(f"%{number}: {type}" for number, type in enumerate(types))
        body = self.text.format(*types, result)
        return f"func.func @main({parameters}) -> {result} {{\n  %r = {body}\n  return %r : {result}\n}}"


def product(rows: int, sums: int, columns: int, elements: str) -> Kernel:
    text = "graph.contract %0, %1, batch = [] x [], contracting = [1] x [0] : {0}, {1} -> {2}"
    return Kernel(text, [(rows, sums), (sums, columns), (rows, columns)], elements, np.matmul)


def reduction(kind: str, shape: Sequence[int], dims: Sequence[int], function: Callable[..., Array]) -> Kernel:
    result = [size for dim, size in enumerate(shape) if dim not in dims]
    text = f"graph.reduce <{kind}> %0, {list(dims)} : {{0}} -> {{1}}"
    return Kernel(text, [shape, result], "f32 f32", lambda x: function(x, axis=tuple(dims)))


def attention(query: Array, key: Array, value: Array) -> Array:
    return softmax(query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])) @ value


def causal_attention(query: Array, key: Array) -> Array:
    """Return attention of four queries that share a head, where the last one sees all keys."""
    scores = query @ key.repeat(4, axis=0).swapaxes(-1, -2) / np.sqrt(query.shape[-1])
    queries, keys = scores.shape[-2:]
    seen = np.arange(keys) <= np.arange(queries)[:, None] + keys - queries
    return softmax(np.where(seen, scores, -np.inf)) @ key.repeat(4, axis=0)


KERNELS = {
    "product": product(512, 768, 384, "f32 f32"),
    "product-odd": product(255, 77, 131, "f32 f32"),
    "product-f16": product(512, 768, 384, "f16 f16"),
    "product-f16-odd": product(255, 77, 131, "f16 f16"),
    "product-f16-long": product(64, 8192, 64, "f16 f16"),
    "product-i8": product(256, 512, 128, "i8 i32"),
    "product-f8": product(512, 768, 384, "f8E4M3FN f32"),
    "product-f8-along": Kernel(
        "graph.contract %0, %1, batch = [] x [], contracting = [1] x [1] : {0}, {1} -> {2}",
        [(512, 2048), (384, 2048), (512, 384)],
        "f8E4M3FN f32",
        lambda a, b: a @ b.T,
    ),
    "product-batch": Kernel(
        "graph.contract %0, %1, batch = [0] x [0], contracting = [2] x [2] : {0}, {1} -> {2}",
        [(12, 128, 64), (12, 96, 64), (12, 128, 96)],
        "f16 f16",
        lambda a, b: a @ b.swapaxes(1, 2),
    ),
    "convolution": Kernel(
        "graph.convolution %0, %1, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1] : {0}, {1} -> {2}",
        [(2, 64, 14, 14), (32, 64, 3, 3), (2, 32, 14, 14)],
        "f16 f16",
        convolved,
    ),
    "softmax": Kernel("graph.softmax %0, [1] : {0}", [(64, 1000), (64, 1000)], "f32 f32", softmax),
    "softmax-short": Kernel("graph.softmax %0, [2] : {0}", [(96, 128, 128)] * 2, "f16 f16", softmax),
    "layer-norm": Kernel(
        "graph.layer_norm %0, [2] epsilon 1.0e-05 : {0}",
        [(8, 128, 768)] * 2,
        "f32 f32",
        lambda x: layer_norm(x, np.ones(768), np.zeros(768)),
    ),
    "sum-of-all": reduction("sum", (1024, 1000), (0, 1), np.sum),
    "sum-of-rows": reduction("sum", (1024, 1000), (1,), np.sum),
    "max-of-columns": reduction("max", (1024, 500), (0,), np.max),
    "transpose": Kernel("graph.transpose %0, [1, 0] : {0} -> {1}", [(500, 300), (300, 500)], "f32 f32", np.transpose),
    "attention": Kernel(
        "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {3}", [(2, 4, 200, 64)] * 4, "f16 f16", attention
    ),
    "attention-causal": Kernel(
        "graph.attention %0, %1, %1 causal <last> : {0}, {1}, {1} -> {2}",
        [(8, 256, 128), (2, 512, 128), (8, 256, 128)],
        "f16 f16",
        causal_attention,
    ),
}


def compiled(source: Any) -> GPUExecutable:
    executable = dlc.compile(source, target="cuda", cache=False)
    assert isinstance(executable, GPUExecutable)
    return executable


def drawn(kernel: Kernel) -> list[Array]:
    random = np.random.default_rng(11)
    element = kernel.elements.split()[0]
    scale = 20 if element == "i8" else 1
    return [(random.standard_normal(shape) * scale).astype(NUMPY[element]) for shape in kernel.shapes[:-1]]


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name: str) -> None:
    """Results are right, on the device and on the host, and the same bits in every call and as a graph."""
    kernel = KERNELS[name]
    executable, arguments = compiled(kernel.source()), drawn(kernel)
    expected = kernel.expected(*(array.astype(np.float64) for array in arguments))
    first = executable(*arguments)
    error = np.abs(first.astype(np.float64) - expected).max()
    assert error <= TOLERANCES[kernel.elements.split()[0]] * np.abs(expected).max()
    there = [executable.loaded().device.upload(array) for array in arguments]
    for _ in range(3):
        np.testing.assert_array_equal(executable(*there).numpy(), first)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    program, arguments = PROGRAMS[name], arguments_of(PROGRAMS[name])
    actual = compiled(program.text)(*arguments)
    expected = program.expected(*(array.astype(np.float64) for array in arguments))
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", NETWORKS)
def test_networks(name: str) -> None:
    network = NETWORKS[name]
    executable = compiled(ROOT / "examples" / f"{network.example}.mlir")
    for size in network.sizes:
        arguments = network.arguments(size)
        returned = executable.run(network.function, *arguments)
        precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
        results = returned if isinstance(returned, tuple) else (returned,)
        for one, other in zip(results, network.expected(*precise), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"size {size}")


def test_arrays_of_torch() -> None:
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("torch has no CUDA")
    x = torch.randn(64, 1000, device="cuda")
    result = compiled(KERNELS["softmax"].source())(x)
    assert result.device == x.device
    torch.testing.assert_close(result, torch.softmax(x, 1))
