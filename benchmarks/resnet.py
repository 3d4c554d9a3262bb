"""ResNet-18 as text of dlc and as an ONNX model, with the same random weights as constants of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

LAYOUT = "<NCHW x OIHW -> NCHW>"
STAGES = ((64, 1), (128, 2), (256, 2), (512, 2))


def shape_text(shape: tuple[int, ...]) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class Network:
    """Collects the lines of a function, and the equivalent ONNX nodes."""

    def __init__(self, classes: int = 1000) -> None:
        self.random = np.random.default_rng(18)
        self.lines: list[str] = []
        self.blobs: dict[str, Any] = {}
        self.nodes: list[tuple[str, list[str], str, dict[str, Any]]] = []
        self.shapes: dict[str, tuple[int, ...]] = {"x": (1, 3, 224, 224)}
        self.result = self._build(classes)

    # -- Ops ---------------------------------------------------------------------------------------------------------

    def constant(self, array: Any) -> str:
        name = f"c{len(self.blobs)}"
        self.blobs[name] = np.ascontiguousarray(array, np.float32)
        self.shapes[name] = array.shape
        self.lines.append(f"%{name} = graph.constant dense_resource<{name}> : {shape_text(array.shape)}")
        return name

    def add(self, kind: str, inputs: list[str], shape: tuple[int, ...], text: str, **attributes: Any) -> str:
        """Add one op: `text` has `{0}` for inputs; its ONNX node has them in the same order."""
        name = f"v{len(self.nodes)}"
        self.nodes.append((kind, inputs, name, attributes))
        self.shapes[name] = shape
        self.lines.append(f"%{name} = {text.format(*(f'%{each}' for each in inputs))}")
        return name

    def convolution(self, x: str, filters: int, size: int, stride: int) -> str:
        """Add a convolution and its batch norm."""
        batch, channels, rows, columns = self.shapes[x]
        pad = size // 2
        scale = np.sqrt(2.0 / (channels * size * size))
        w = self.constant(self.random.standard_normal((filters, channels, size, size)) * scale)
        shape = (batch, filters, (rows + 2 * pad - size) // stride + 1, (columns + 2 * pad - size) // stride + 1)
        types = f"{self._type(x)}, {self._type(w)} -> {shape_text(shape)}"
        text = f"graph.convolution {{0}}, {{1}}, {LAYOUT} strides [{stride}, {stride}] "
        text += f"pad_low [{pad}, {pad}] pad_high [{pad}, {pad}] : {types}"
        y = self.add("Conv", [x, w], shape, text, strides=[stride] * 2, pads=[pad] * 4)
        draws = [self.random.uniform(low, high, filters) for low, high in ((0.5, 1.5), (-0.1, 0.1))]
        numbers = [*draws, self.random.uniform(-0.1, 0.1, filters), self.random.uniform(0.5, 1.5, filters)]
        inputs = [y, *map(self.constant, numbers)]
        text = "graph.batch_norm {0}, {1}, {2}, {3}, {4}, 1 epsilon 1.0e-05 : "
        text += f"{shape_text(shape)}, tensor<{filters}xf32>"
        return self.add("BatchNormalization", inputs, shape, text, epsilon=1e-5)

    def relu(self, x: str) -> str:
        return self.add("Relu", [x], self.shapes[x], f"graph.relu {{0}} : {self._type(x)}")

    def _type(self, name: str) -> str:
        return shape_text(self.shapes[name])

    # -- The network -------------------------------------------------------------------------------------------------

    def _build(self, classes: int) -> str:
        x = self.relu(self.convolution("x", 64, 7, 2))
        shape = (1, 64, 56, 56)
        text = "graph.pool <max> {0}, [2, 3] window [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : "
        text += f"{self._type(x)} -> {shape_text(shape)}"
        x = self.add("MaxPool", [x], shape, text, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
        for filters, stride in STAGES:
            x = self._block(x, filters, stride)
            x = self._block(x, filters, 1)
        return self._classifier(x, classes)

    def _block(self, x: str, filters: int, stride: int) -> str:
        inner = self.relu(self.convolution(x, filters, 3, stride))
        inner = self.convolution(inner, filters, 3, 1)
        around = self.convolution(x, filters, 1, stride) if self.shapes[x] != self.shapes[inner] else x
        total = self.add("Add", [inner, around], self.shapes[inner], f"graph.add {{0}}, {{1}} : {self._type(inner)}")
        return self.relu(total)

    def _classifier(self, x: str, classes: int) -> str:
        _, channels, rows, _ = self.shapes[x]
        flat, shape = (1, channels), (1, channels, 1, 1)
        text = f"graph.pool <average> {{0}}, [2, 3] window [{rows}, {rows}] : {self._type(x)} -> {shape_text(shape)}"
        x = self.add("GlobalAveragePool", [x], shape, text)
        x = self.add("Flatten", [x], flat, f"graph.reshape {{0}} : {shape_text(shape)} -> {shape_text(flat)}")
        w = self.constant(self.random.standard_normal((channels, classes)) * 0.05)
        types = f"{shape_text(flat)}, {self._type(w)} -> {shape_text((1, classes))}"
        text = f"graph.contract {{0}}, {{1}}, batch = [] x [], contracting = [1] x [0] : {types}"
        x = self.add("MatMul", [x, w], (1, classes), text)
        b = self.constant(self.random.standard_normal((1, classes)))
        return self.add("Add", [x, b], (1, classes), f"graph.add {{0}}, {{1}} : {shape_text((1, classes))}")

    # -- As text and as a model --------------------------------------------------------------------------------------

    def text(self) -> str:
        return "\n".join(self._text_lines())

    def _text_lines(self) -> Iterator[str]:
        result = self._type(self.result)
        yield f"func.func @main(%x: {self._type('x')}) -> {result} {{"
        yield from self.lines
        yield f"return %{self.result} : {result}"
        yield "}"
        yield "{-# dialect_resources: { builtin: {"
        yield ",\n".join(f'{name}: "0x04000000{array.tobytes().hex()}"' for name, array in self.blobs.items())
        yield "} } #-}"


def sample() -> Any:
    """Return a random image."""
    return np.random.default_rng(1).standard_normal((1, 3, 224, 224)).astype(np.float32)
