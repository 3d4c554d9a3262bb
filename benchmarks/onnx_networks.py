"""Networks as ONNX models with drawn weights, as exporters write them: for tests, and beside ONNX Runtime.

    .venv/bin/python benchmarks/onnx_networks.py --size=small   # beside ONNX Runtime, if it is there

Sizes of batches and sequences are symbolic where exporters leave them so. Where torch is, networks that its exporters
write are run as well (`sequence_networks`): their names end in `-traced` and `-exported`.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

onnx: Any = import_module("onnx")
helper: Any = import_module("onnx.helper")
numpy_helper: Any = import_module("onnx.numpy_helper")

OPSET = 17
TOLERANCE = 1e-4
TOLERANCE_OF_INTEGERS = 2**-5
"""The tolerance of quantized networks, four steps of 7 bits: each rounding may differ by a step, and later ones too."""
QUANTIZED_FORMS = ("qdq", "qoperator", "dynamic")
"""Pairs of quantizations around real ops, ops on integers, and activations quantized by their own range."""
QUANTIZED = ("mlp", "mobilenet", "encoder")


class Example(NamedTuple):
    """A model with arguments for it."""

    model: bytes
    arguments: Mapping[str, Any]


class Network:
    """A graph that grows: nodes and constants, with drawn weights."""

    def __init__(self, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def add(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        """Add a node and return the name of its output, or of several."""
        names = [f"{kind.lower()}_{len(self.nodes)}_{number}" for number in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"/{kind}_{len(self.nodes)}", **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, array: Any, dtype: Any = np.float32) -> str:
        """Return the name of a constant."""
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array, dtype)
        return name

    def ints(self, *numbers: int) -> str:
        """Return the name of a vector of i64."""
        return self.constant(numbers, np.int64)

    def weights(self, *shape: int, scale: float | None = None) -> str:
        """Return the name of drawn weights."""
        fan_in = int(np.prod(shape[1:] if len(shape) > 2 else shape[:1]))
        factor = scale if scale is not None else (1.0 / fan_in) ** 0.5
        return self.constant(self.random.standard_normal(shape) * factor)

    def model(self, inputs: Mapping[str, tuple[Any, Sequence[Any]]], outputs: Sequence[str]) -> bytes:
        """Return the model with these inputs, by name with type and shape."""
        infos = [helper.make_tensor_value_info(name, *each) for name, each in inputs.items()]
        results = [helper.make_empty_tensor_value_info(name) for name in outputs]
        tensors = [numpy_helper.from_array(array, name) for name, array in self.constants.items()]
        graph = helper.make_graph(self.nodes, "main", infos, results, tensors)
        proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
        return onnx.shape_inference.infer_shapes(proto).SerializeToString()

    # -- Layers --------------------------------------------------------------------------------------------------------

    def linear(self, x: str, width: int, new: int) -> str:
        """A product with weights, and a bias."""
        return self.add("Add", self.add("MatMul", x, self.weights(width, new)), self.weights(new, scale=0.1))

    def convolution(self, x: str, old: int, new: int, size: int, stride: int = 1, groups: int = 1) -> str:
        """A convolution without bias, and its normalization."""
        kernel = self.weights(new, old // groups, size, size)
        y = self.add("Conv", x, kernel, strides=[stride] * 2, pads=[size // 2] * 4, group=groups)
        draws = [
            self.random.uniform(low, high, new) for low, high in ((0.5, 1.5), (-0.1, 0.1), (-0.1, 0.1), (0.5, 1.5))
        ]
        return self.add("BatchNormalization", y, *map(self.constant, draws), epsilon=1e-5)

    def layer_norm(self, x: str, width: int) -> str:
        """Layer normalization, as opset 17 has it."""
        return self.add("LayerNormalization", x, self.constant(np.ones(width)), self.constant(np.zeros(width)))

    def gelu(self, x: str) -> str:
        """The exact gelu, as torch exports it."""
        inner = self.add("Erf", self.add("Div", x, self.constant(2**0.5)))
        return self.add("Mul", self.add("Mul", x, self.add("Add", inner, self.constant(1.0))), self.constant(0.5))

    def heads(self, x: str, count: int, width: int, order: Sequence[int]) -> str:
        """Return features divided among heads, whose shape is computed from that of the input."""
        shape = self.add("Shape", x)
        batch = self.add("Unsqueeze", self.add("Gather", shape, self.constant(0, np.int64), axis=0), self.ints(0))
        steps = self.add("Unsqueeze", self.add("Gather", shape, self.constant(1, np.int64), axis=0), self.ints(0))
        sizes = self.add("Concat", batch, steps, self.ints(count), self.ints(width // count), axis=0)
        return self.add("Transpose", self.add("Reshape", x, sizes), perm=list(order))

    def joined(self, x: str, width: int) -> str:
        """Return heads as features again."""
        moved = self.add("Transpose", x, perm=[0, 2, 1, 3])
        return self.add("Reshape", moved, self.ints(0, 0, width))

    def attention(self, q: str, k: str, v: str, width: int, count: int, mask: str | None = None) -> str:
        """Attention of heads, as torch exports it: scale and softmax written out."""
        scores = self.add("MatMul", q, self.add("Transpose", k, perm=[0, 1, 3, 2]))
        scores = self.add("Div", scores, self.constant((width // count) ** 0.5))
        if mask is not None:
            scores = self.add("Add", scores, mask)
        return self.add("MatMul", self.add("Softmax", scores, axis=-1), v)


# -- Networks ----------------------------------------------------------------------------------------------------------


def mlp(size: str) -> Example:
    """Two layers."""
    net = Network()
    width = 16 if size == "small" else 1024
    hidden = net.add("Relu", net.linear("x", width, 2 * width))
    result = net.linear(hidden, 2 * width, 4)
    x = net.random.standard_normal((3, width)).astype(np.float32)
    return Example(net.model({"x": (1, ["batch", width])}, [result]), {"x": x})


def mobilenet(size: str) -> Example:
    """MobileNet-V2: inverted residuals with depthwise convolutions and relu6."""
    net = Network()
    small = size == "small"
    stages = ((1, 8, 1, 1), (6, 12, 2, 2)) if small else (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)
    )  # fmt: skip
    image = 32 if small else 224

    def relu6(x: str) -> str:
        return net.add("Clip", x, net.constant(0.0), net.constant(6.0))

    width = 8 if small else 32
    x = relu6(net.convolution("x", 3, width, 3, 2))
    for factor, new, repeats, stride in stages:
        for number in range(repeats):
            inner, hidden = x, width * factor
            if factor != 1:
                inner = relu6(net.convolution(inner, width, hidden, 1))
            step = stride if number == 0 else 1
            inner = relu6(net.convolution(inner, hidden, hidden, 3, step, groups=hidden))
            inner = net.convolution(inner, hidden, new, 1)
            x = net.add("Add", x, inner) if step == 1 and width == new else inner
            width = new
    x = net.add("Flatten", net.add("GlobalAveragePool", x))
    result = net.add("Gemm", x, net.weights(10, width), net.weights(10, scale=0.1), transB=1)
    argument = net.random.standard_normal((1, 3, image, image)).astype(np.float32)
    return Example(net.model({"x": (1, ["batch", 3, image, image])}, [result]), {"x": argument})


def efficientnet(size: str) -> Example:
    """EfficientNet-B0: inverted residuals with swish, kernels of 3 and 5, and squeezed excitations."""
    net = Network()
    small = size == "small"
    stages = ((1, 8, 1, 1, 3), (6, 12, 2, 2, 5)) if small else (
        (1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3), (6, 112, 3, 1, 5), (6, 192, 4, 2, 5),
        (6, 320, 1, 1, 3),
    )  # fmt: skip
    first, last, image = (8, 24, 32) if small else (32, 1280, 224)

    def swish(x: str) -> str:
        return net.add("Mul", x, net.add("Sigmoid", x))

    def pointwise(x: str, old: int, new: int) -> str:
        return net.add("Conv", x, net.weights(new, old, 1, 1), net.weights(new, scale=0.1))

    def excited(x: str, width: int, inner: int) -> str:
        squeezed = swish(pointwise(net.add("GlobalAveragePool", x), width, inner))
        return net.add("Mul", x, net.add("Sigmoid", pointwise(squeezed, inner, width)))

    width = first
    x = swish(net.convolution("x", 3, width, 3, 2))
    for factor, new, repeats, stride, kernel in stages:
        for number in range(repeats):
            inner, hidden = x, width * factor
            if factor != 1:
                inner = swish(net.convolution(inner, width, hidden, 1))
            step = stride if number == 0 else 1
            inner = swish(net.convolution(inner, hidden, hidden, kernel, step, groups=hidden))
            inner = net.convolution(excited(inner, hidden, width // 4), hidden, new, 1)
            x = net.add("Add", x, inner) if step == 1 and width == new else inner
            width = new
    x = swish(net.convolution(x, width, last, 1))
    x = net.add("Flatten", net.add("GlobalAveragePool", x))
    result = net.add("Gemm", x, net.weights(10, last), net.weights(10, scale=0.1), transB=1)
    argument = net.random.standard_normal((1, 3, image, image)).astype(np.float32)
    return Example(net.model({"x": (1, ["batch", 3, image, image])}, [result]), {"x": argument})


def unet(size: str) -> Example:
    """A U-Net of two levels with transposed convolutions and skip connections."""
    net = Network()
    small = size == "small"
    width, image = (4, 16) if small else (32, 128)

    def twice(x: str, old: int, new: int) -> str:
        for _ in range(2):
            x, old = net.add("Relu", net.convolution(x, old, new, 3)), new
        return x

    def up(x: str, old: int, new: int) -> str:
        return net.add("ConvTranspose", x, net.weights(old, new, 2, 2), net.weights(new, scale=0.1), strides=[2, 2])

    first = twice("x", 3, width)
    second = twice(net.add("MaxPool", first, kernel_shape=[2, 2], strides=[2, 2]), width, 2 * width)
    bottom = twice(net.add("MaxPool", second, kernel_shape=[2, 2], strides=[2, 2]), 2 * width, 4 * width)
    x = twice(net.add("Concat", up(bottom, 4 * width, 2 * width), second, axis=1), 4 * width, 2 * width)
    x = twice(net.add("Concat", up(x, 2 * width, width), first, axis=1), 2 * width, width)
    result = net.add("Sigmoid", net.add("Conv", x, net.weights(1, width, 1, 1)))
    argument = net.random.standard_normal((1, 3, image, image)).astype(np.float32)
    return Example(net.model({"x": (1, [1, 3, image, image])}, [result]), {"x": argument})


def tagger(size: str) -> Example:
    """An LSTM tagger: embeddings, a layer in both directions, a class for each word."""
    net = Network()
    vocabulary, width, hidden = (50, 8, 6) if size == "small" else (10000, 128, 128)
    embedded = net.add("Gather", net.weights(vocabulary, width, scale=1.0), "words")
    steps = net.add("Transpose", embedded, perm=[1, 0, 2])
    gates = [net.weights(2, 4 * hidden, each, scale=0.3) for each in (width, hidden)]
    outputs, _, _ = net.add(
        "LSTM", steps, *gates, net.weights(2, 8 * hidden, scale=0.1), outputs=3, hidden_size=hidden,
        direction="bidirectional",
    )  # fmt: skip
    joined = net.add("Reshape", net.add("Transpose", outputs, perm=[2, 0, 1, 3]), net.ints(0, 0, 2 * hidden))
    result = net.add("LogSoftmax", net.linear(joined, 2 * hidden, 5), axis=-1)
    argument = net.random.integers(0, vocabulary, (2, 7))
    return Example(net.model({"words": (7, ["batch", "steps"])}, [result]), {"words": argument})


def encoder(size: str) -> Example:
    """A transformer encoder like BERT, with a mask for padding."""
    net = Network()
    vocabulary, width, count, layers = (60, 16, 2, 2) if size == "small" else (30522, 768, 12, 12)
    x = net.add("Gather", net.weights(vocabulary, width, scale=1.0), "words")
    x = net.layer_norm(x, width)
    mask = net.add("Cast", net.add("Unsqueeze", "mask", net.ints(1, 2)), to=1)
    mask = net.add("Mul", net.add("Sub", net.constant(1.0), mask), net.constant(-3.0e38))
    for _ in range(layers):
        q, k, v = (net.heads(net.linear(x, width, width), count, width, [0, 2, 1, 3]) for _ in range(3))
        attended = net.joined(net.attention(q, k, v, width, count, mask), width)
        x = net.layer_norm(net.add("Add", net.linear(attended, width, width), x), width)
        hidden = net.gelu(net.linear(x, width, 4 * width))
        x = net.layer_norm(net.add("Add", net.linear(hidden, 4 * width, width), x), width)
    steps = 9 if size == "small" else 64
    mask_argument = np.ones((2, steps), np.int64)
    mask_argument[1, -3:] = 0
    arguments = {"words": net.random.integers(0, vocabulary, (2, steps)), "mask": mask_argument}
    shape = ["batch", "steps"]
    return Example(net.model({"words": (7, shape), "mask": (7, shape)}, [x]), arguments)


def decoder(size: str) -> Example:
    """A transformer decoder like GPT-2 that takes and returns a cache of keys and values."""
    net = Network()
    vocabulary, width, count, layers = (60, 16, 2, 2) if size == "small" else (50257, 768, 12, 12)
    head = width // count
    table = net.weights(vocabulary, width, scale=1.0)
    x = net.add("Gather", table, "words")
    inputs: dict[str, Any] = {"words": (7, ["batch", "steps"])}
    caches: list[str] = []
    arguments: dict[str, Any] = {"words": net.random.integers(0, vocabulary, (1, 2))}
    for layer in range(layers):
        y = net.layer_norm(x, width)
        packed = net.add("Split", net.linear(y, width, 3 * width), net.ints(width, width, width), outputs=3, axis=-1)
        q, k, v = (net.heads(each, count, width, [0, 2, 1, 3]) for each in packed)
        for name, value in (("key", k), ("value", v)):
            past = f"past_{name}_{layer}"
            inputs[past] = (1, ["batch", count, "past", head])
            arguments[past] = net.random.standard_normal((1, count, 5, head)).astype(np.float32)
            caches.append(net.add("Concat", past, value, axis=2))
        attended = net.joined(net.attention(q, caches[-2], caches[-1], width, count), width)
        x = net.add("Add", x, net.linear(attended, width, width))
        hidden = net.gelu(net.linear(net.layer_norm(x, width), width, 4 * width))
        x = net.add("Add", x, net.linear(hidden, 4 * width, width))
    scores = net.add("MatMul", net.layer_norm(x, width), net.add("Transpose", table, perm=[1, 0]))
    return Example(net.model(inputs, [scores, *caches]), arguments)


NETWORKS: dict[str, Callable[[str], Example]] = {
    "mlp": mlp,
    "mobilenet": mobilenet,
    "efficientnet": efficientnet,
    "unet": unet,
    "tagger": tagger,
    "encoder": encoder,
    "decoder": decoder,
}


def networks() -> dict[str, Callable[[str], Example]]:
    """Return all networks, with those of torch's exporters and ONNX Runtime's quantizers where these are installed."""
    return {**NETWORKS, **_exported(), **_quantized()}


def _quantized() -> dict[str, Callable[[str], Example]]:
    """Return networks with integers of 8 bits."""
    if importlib.util.find_spec("onnxruntime") is None:
        return {}
    written: Any = import_module("quantized_networks")

    def with_integers(name: str, form: str) -> Callable[[str], Example]:
        def example(size: str) -> Example:
            model, arguments = NETWORKS[name](size)
            return Example(written.quantized(model, arguments, form), arguments)

        return example

    return {f"{name}-{form}": with_integers(name, form) for name in QUANTIZED for form in QUANTIZED_FORMS}


def _exported() -> dict[str, Callable[[str], Example]]:
    """Return networks that torch's exporters write."""
    if importlib.util.find_spec("torch") is None:
        return {}
    written: Any = import_module("sequence_networks")

    def of_torch(name: str, way: str) -> Callable[[str], Example]:
        return lambda size: Example(*written.network(name, size, way))

    ways = ["traced", *(["exported"] if importlib.util.find_spec("onnxscript") is not None else [])]
    return {f"{name}-{way}": of_torch(name, way) for way in ways for name in written.MODULES}


def largest_error(results: Sequence[Any], expected: Sequence[Any]) -> float:
    """Return the largest difference, relative to the largest number of each result."""
    errors = [
        float(np.abs(a.astype(np.float64) - b).max() / max(float(np.abs(b).max()), 1e-30))
        for a, b in zip(results, expected, strict=True)
    ]
    return max(errors)


def main() -> None:
    """Compare each network with ONNX Runtime, and print times."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", choices=("small", "full"), default="small")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    compile: Any = import_module("dlc.compiler").compile
    peer: Any = import_module("onnxruntime") if importlib.util.find_spec("onnxruntime") else None
    known = networks()
    names = options.names or list(known)
    for name in names:
        if name not in known:
            parser.error(f"there is no network '{name}'; there are {', '.join(known)}")
    passed = 0
    for name in names:
        passed += _compare(name, known[name](options.size), compile, peer)
    if peer is not None:
        print(f"passed {passed} / attempted {len(names)} / total {len(known)}")


def _compare(name: str, example: Example, compile: Any, peer: Any) -> bool:
    """Print the times of a network, and its error; return whether the error is small."""
    begin = time.perf_counter()
    program = compile(example.model, remarks=False, cache=False)
    first: Any = program(**example.arguments)
    results: list[Any] = list(first) if isinstance(first, tuple) else [first]  # pyright: ignore[reportUnknownArgumentType]
    line = f"{name:26} first result after {time.perf_counter() - begin:6.2f} s"
    line += f", then {_seconds(lambda: program(**example.arguments)) * 1e3:9.3f} ms"
    error = 0.0
    if peer is not None:
        session = peer.InferenceSession(example.model, providers=["CPUExecutionProvider"])
        expected = session.run(None, dict(example.arguments))
        error = largest_error(results, expected)
        line += f", onnxruntime {_seconds(lambda: session.run(None, dict(example.arguments))) * 1e3:9.3f} ms"
        line += f", error {error:.1e}"
    print(line, flush=True)
    return error <= (TOLERANCE_OF_INTEGERS if name.endswith(tuple(QUANTIZED_FORMS)) else TOLERANCE)


def _seconds(call: Callable[[], object]) -> float:
    """Return the shortest time of some calls."""
    times: list[float] = []
    end = time.perf_counter() + 0.5
    while len(times) < 3 or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return min(times)


if __name__ == "__main__":
    main()
