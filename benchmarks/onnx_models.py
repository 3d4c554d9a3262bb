"""The benchmark's cases as ONNX models, for ONNX Runtime. Weights are constants, as they are in practice."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import resnet

onnx: Any = import_module("onnx")
helper: Any = import_module("onnx.helper")
numpy_helper: Any = import_module("onnx.numpy_helper")
TensorProto = onnx.TensorProto

OPSET = 17


def model(nodes: list[Any], inputs: dict[str, Any], outputs: list[str], constants: dict[str, Any]) -> bytes:
    """Return a model of one graph; the runtime infers the shapes of outputs."""
    graph = helper.make_graph(
        nodes,
        "main",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, array.shape) for name, array in inputs.items()],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    return proto.SerializeToString()


def matmul(a: Any, b: Any) -> bytes:
    return model([helper.make_node("MatMul", ["a", "b"], ["c"])], {"a": a, "b": b}, ["c"], {})


def convolution(x: Any, w: Any, stride: int, pad: int, groups: int = 1) -> bytes:
    node = helper.make_node("Conv", ["x", "w"], ["y"], strides=[stride] * 2, pads=[pad] * 4, group=groups)
    return model([node], {"x": x}, ["y"], {"w": w})


def lstm(x: Any, w: Any, r: Any, b: Any, v: Any) -> bytes:
    """A tagger: an LSTM and a dense layer; ONNX has a bias for inputs and one for states."""
    constants = {"w": w[None], "r": r[None], "b": np.concatenate([b, np.zeros_like(b)])[None], "v": v}
    nodes = [
        helper.make_node("LSTM", ["x", "w", "r", "b"], ["all"], hidden_size=r.shape[1]),
        helper.make_node("MatMul", ["all", "v"], ["y"]),
    ]
    return model(nodes, {"x": x}, ["y"], constants)


class _Network:
    """The nodes and constants of a network under construction."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, array: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array, np.float32)
        return name

    def normal(self, x: str, numbers: tuple[list[float], ...]) -> str:
        return self.add("BatchNormalization", x, *map(self.constant, numbers), epsilon=1e-5)

    def convolution(self, x: str, weights: Any, stride: int = 1) -> str:
        pad = weights.shape[-1] // 2
        return self.add("Conv", x, self.constant(weights), strides=[stride] * 2, pads=[pad] * 4)


_SAME = ([1.0, 0.5, 2.0, 1.5], [0.0, 0.1, -0.1, 0.2], [0.1, -0.2, 0.0, 0.3], [1.0, 0.5, 2.0, 1.0])
_HALF = (
    [1.0, 0.5, 2.0, 1.5, 1.0, 0.8, 1.2, 0.9],
    [0.0, 0.1, -0.1, 0.2, 0.0, 0.0, 0.3, -0.2],
    [0.1, -0.2, 0.0, 0.3, -0.1, 0.2, 0.0, 0.1],
    [1.0, 0.5, 2.0, 1.0, 1.5, 0.7, 0.9, 1.1],
)
_STEM = ([1.0] * 4, [0.0] * 4, [0.0] * 4, [1.0] * 4)


def residual_network(*weights: Any) -> bytes:
    """Return the network of examples/residual_network.mlir, for one image."""
    stem, k0, k1, k2, k3, k4, k5, around, dense, bias = weights
    net = _Network()
    x = net.add("Relu", net.normal(net.convolution("x", stem), _STEM))
    x = net.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    for first, second in ((k0, k1), (k2, k3)):
        inner = net.add("Relu", net.normal(net.convolution(x, first), _SAME))
        x = net.add("Relu", net.add("Add", net.normal(net.convolution(inner, second), _SAME), x))
    inner = net.add("Relu", net.normal(net.convolution(x, k4, 2), _HALF))
    inner = net.normal(net.convolution(inner, k5), _HALF)
    x = net.add("Relu", net.add("Add", inner, net.convolution(x, around, 2)))
    x = net.add("Flatten", net.add("AveragePool", x, kernel_shape=[2, 2]))
    scores = net.add("Add", net.add("MatMul", x, net.constant(dense)), net.constant(bias))
    softmax = net.add("Softmax", scores, axis=1)
    return model(net.nodes, {"x": np.zeros((1, 3, 6, 6), np.float32)}, [softmax], net.constants)


def resnet18(image: Any) -> bytes:
    """Return the network of `resnet`."""
    network = resnet.Network()
    nodes = [helper.make_node(kind, inputs, [out], **given) for kind, inputs, out, given in network.nodes]
    return model(nodes, {"x": image}, [network.result], network.blobs)
