"""Small networks as TOSA, with what they give according to the specification.

`classifier()` is one of 8-bit integers as TensorFlow Lite's converter writes it: sums in 32 bits, scaled back by a
multiplier and a shift for each channel. `encoder()` is a block of a transformer of floats, with its softmax and its
normalization in single ops.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import tosa_reference as spec
from .tosa_case import const, shape

Array = Any


class Network(NamedTuple):
    """A program with a function `main` of one tensor."""

    text: str
    source: Array
    wanted: Array


class _Lines:
    """The lines of a function, each of which defines a value with a name of its own."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.types: dict[str, str] = {}

    def const(self, array: Array, element: str) -> str:
        type = "x".join([*map(str, array.shape), element])
        return self._named(const("{0}", array.tolist(), type), type)

    def shape(self, *sizes: int) -> str:
        return self._named(shape("{0}", *sizes), f"!tosa.shape<{len(sizes)}>")

    def op(self, name: str, *values: str, to: str, attributes: str = "") -> str:
        types = ", ".join(self._spelled(value) for value in values)
        more = f" {{{attributes}}}" if attributes else ""
        return self._named(f"%{{0}} = tosa.{name} {', '.join(values)}{more} : ({types}) -> tensor<{to}>\n", to)

    def _spelled(self, value: str) -> str:
        type = self.types[value]
        return type if type[0] == "!" else f"tensor<{type}>"

    def _named(self, line: str, type: str) -> str:
        name = f"v{len(self.types)}"
        self.lines.append(f"  {line.replace('{0}', name)}")
        self.types[f"%{name}"] = type
        return f"%{name}"

    def function(self, source: str, result: str) -> str:
        type = self.types[result]
        body = "".join(self.lines)
        end = f"  return {result} : tensor<{type}>\n}}\n"
        return f"func.func @main(%x: tensor<{source}>) -> tensor<{type}> {{\n{body}{end}"


# -- A network of integers ---------------------------------------------------------------------------------------------


SAME: spec.Window = ((1, 1, 1, 1), (1, 1), (1, 1))
POINT: spec.Window = ((0, 0, 0, 0), (1, 1), (1, 1))


class _Integers(_Lines):
    """Layers of integers of 8 bits, computed beside their text."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = np.random.default_rng(seed)

    def layer(self, value: str, x: Array, kernel: tuple[int, ...], window: spec.Window, points: tuple[int, int]) -> Any:
        """A convolution whose sums are scaled to integers of 8 bits: by channel if the kernel has four dimensions."""
        is_depthwise = len(kernel) == 5
        sizes = kernel[:4]
        channels = sizes[2] * sizes[3] if is_depthwise else sizes[0]
        weights = self.random.integers(-127, 127, sizes).astype(np.int8)
        bias = self.random.integers(-4000, 4000, channels).astype(np.int32)
        exact = (spec.depthwise if is_depthwise else spec.conv)(x, weights, bias, (points[0], 0), window)
        pads, strides, dilations = (", ".join(map(str, part)) for part in window)
        zero, no_zero = self.const(np.array([points[0]]), "i8"), self.const(np.array([0]), "i8")
        sums = self.op(
            "depthwise_conv2d" if is_depthwise else "conv2d",
            *(value, self.const(weights, "i8"), self.const(bias, "i32"), zero, no_zero),
            to="x".join([*map(str, exact.shape), "i32"]),
            attributes=f"acc_type = i32, dilation = array<i64: {dilations}>, pad = array<i64: {pads}>, "
            f"stride = array<i64: {strides}>",
        )
        return self.rescaled(sums, exact.astype(np.int32), points[1])

    def rescaled(self, value: str, sums: Array, point: int) -> tuple[str, Array]:
        """Sums scaled so that most of them fit 8 bits."""
        count = sums.shape[-1]
        multipliers = self.random.integers(1 << 30, (1 << 31) - 1, count)
        shifts = self.random.integers(38, 40, count)
        flags = "input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND"
        result = self.op(
            "rescale",
            *(value, self.const(multipliers, "i32"), self.const(shifts, "i8")),
            *(self.const(np.array([0]), "i32"), self.const(np.array([point]), "i8")),
            to="x".join([*map(str, sums.shape), "i8"]),
            attributes=f"{flags}, scale32 = true",
        )
        wanted = spec.rescale(sums, multipliers.tolist(), shifts.tolist(), (0, point), np.int8, double=True)
        return result, wanted


def classifier(seed: int = 0) -> Network:
    """Return a network for pictures: convolutions, pooling, and an activation by a table."""
    net = _Integers(seed)
    source = net.random.integers(-128, 127, (1, 8, 8, 3)).astype(np.int8)
    net.types["%x"] = "1x8x8x3xi8"
    value, x = net.layer("%x", source, (6, 3, 3, 3), SAME, (-4, -10))
    value = net.op("clamp", value, to="1x8x8x6xi8", attributes="max_val = 90 : i8, min_val = -10 : i8")
    x = np.clip(x, -10, 90)
    value, x = net.layer(value, x, (3, 3, 6, 1, 0), SAME, (-10, 5))
    window = "kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>"
    value = net.op("max_pool2d", value, to="1x4x4x6xi8", attributes=window)
    x = spec.pool(x, (2, 2), (2, 2), (0, 0, 0, 0), np.max, np.int8)
    zero = net.const(np.array([5]), "i8")
    window = "acc_type = i32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>"
    value = net.op("avg_pool2d", value, zero, zero, to="1x4x4x6xi8", attributes=window)
    x = spec.pool(x, (3, 3), (1, 1), (1, 1, 1, 1), spec.integer_average((5, 5), np.int8), np.int8)
    value = net.op("reshape", value, net.shape(1, 1, 1, 96), to="1x1x1x96xi8")
    value, x = net.layer(value, x.reshape(1, 1, 1, 96), (10, 1, 1, 96), POINT, (5, 20))
    table = net.random.integers(-128, 127, 256).astype(np.int8)
    value = net.op("table", value, net.const(table, "i8"), to="1x1x1x10xi8")
    value = net.op("reshape", value, net.shape(1, -1), to="1x10xi8")
    return Network(net.function("1x8x8x3xi8", value), source, spec.table_8(x, table).reshape(1, 10))


# -- A network of floats -----------------------------------------------------------------------------------------------


LENGTH, WIDTH, HIDDEN = 6, 8, 16


class _Floats(_Lines):
    """Ops of floats on tensors (1, rows, columns)."""

    def __init__(self) -> None:
        super().__init__()
        self.zero = self.const(np.zeros(1), "f32")
        self.shift = self.const(np.array([0]), "i8")

    def matmul(self, a: str, b: str, rows: int, columns: int) -> str:
        return self.op("matmul", a, b, self.zero, self.zero, to=f"1x{rows}x{columns}xf32")

    def times(self, a: str, b: str) -> str:
        return self.op("mul", a, b, self.shift, to=self.types[a])

    def number(self, number: float) -> str:
        return self.const(np.full((1, 1, 1), number), "f32")

    def unary(self, name: str, value: str) -> str:
        return self.op(name, value, to=self.types[value])

    def pair(self, name: str, a: str, b: str) -> str:
        return self.op(name, a, b, to=self.types[a])

    def reduced(self, name: str, value: str) -> str:
        rows = self.types[value].split("x")[1]
        return self.op(name, value, to=f"1x{rows}x1xf32", attributes="axis = 2 : i32")

    def softmax(self, value: str) -> str:
        exponentials = self.unary("exp", self.pair("sub", value, self.reduced("reduce_max", value)))
        return self.times(exponentials, self.unary("reciprocal", self.reduced("reduce_sum", exponentials)))

    def normalized(self, value: str) -> str:
        part = self.number(1 / WIDTH)
        centered = self.pair("sub", value, self.times(self.reduced("reduce_sum", value), part))
        variance = self.times(self.reduced("reduce_sum", self.times(centered, centered)), part)
        return self.times(centered, self.unary("rsqrt", self.pair("add", variance, self.number(1e-5))))

    def gelu(self, value: str) -> str:
        erf = self.unary("erf", self.times(value, self.number(0.5**0.5)))
        return self.times(self.times(value, self.number(0.5)), self.pair("add", erf, self.number(1)))


def encoder(seed: int = 0) -> Network:
    """Return a block of attention and a layer of neurons, each added to its operand and normalized."""
    random = np.random.default_rng(seed)
    source = random.normal(size=(1, LENGTH, WIDTH)).astype(np.float32)
    query, key, value, out = (random.normal(size=(1, WIDTH, WIDTH)) * 0.4 for _ in range(4))
    up, down = random.normal(size=(1, WIDTH, HIDDEN)) * 0.4, random.normal(size=(1, HIDDEN, WIDTH)) * 0.4
    net = _Floats()
    net.types["%x"] = f"1x{LENGTH}x{WIDTH}xf32"
    q, k, v = (net.matmul("%x", net.const(each, "f32"), LENGTH, WIDTH) for each in (query, key, value))
    turned = net.op("transpose", k, to=f"1x{WIDTH}x{LENGTH}xf32", attributes="perms = array<i32: 0, 2, 1>")
    scores = net.times(net.matmul(q, turned, LENGTH, LENGTH), net.number(WIDTH**-0.5))
    attended = net.matmul(net.softmax(scores), v, LENGTH, WIDTH)
    first = net.normalized(net.pair("add", "%x", net.matmul(attended, net.const(out, "f32"), LENGTH, WIDTH)))
    hidden = net.gelu(net.matmul(first, net.const(up, "f32"), LENGTH, HIDDEN))
    second = net.normalized(net.pair("add", first, net.matmul(hidden, net.const(down, "f32"), LENGTH, WIDTH)))
    wanted = _encoded(source.astype(np.float64), query, key, value, out, up, down)
    return Network(net.function(f"1x{LENGTH}x{WIDTH}xf32", second), source, wanted)


def _encoded(x: Array, query: Array, key: Array, value: Array, out: Array, up: Array, down: Array) -> Array:
    scores = (x @ query) @ (x @ key).transpose(0, 2, 1) * WIDTH**-0.5
    weights = np.exp(scores - scores.max(2, keepdims=True))
    attended = weights / weights.sum(2, keepdims=True) @ (x @ value)
    first = _normalized(x + attended @ out)
    hidden = first @ up
    return _normalized(first + 0.5 * hidden * (1 + spec.erf(hidden * 0.5**0.5)) @ down)


def _normalized(x: Array) -> Array:
    centered = x - x.mean(2, keepdims=True)
    return centered / np.sqrt((centered**2).mean(2, keepdims=True) + 1e-5)
