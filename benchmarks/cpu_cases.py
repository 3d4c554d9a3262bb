"""The cases on the CPU: modules as text, and the arrays that all engines get."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import resnet

Arrays = list[Any]
EXAMPLES = Path(__file__).parent.parent / "examples"


def drawn(*shape: int, seed: int = 0) -> Any:
    """Return random floats around zero."""
    return (np.random.default_rng(seed + len(shape)).random(shape, np.float32) - np.float32(0.5)) * np.float32(0.2)


def type_of(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


# -- Matrix products ---------------------------------------------------------------------------------------------------


def matmul_arrays(m: int, n: int, k: int) -> Arrays:
    return [drawn(m, k), drawn(k, n, seed=1)]


def matmul_text(m: int, n: int, k: int) -> str:
    a, b, c = type_of(m, k), type_of(k, n), type_of(m, n)
    return f"""func.func @main(%a: {a}, %b: {b}) -> {c} {{
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {a}, {b} -> {c}
  return %c : {c}
}}"""


# -- Kernels over rows -------------------------------------------------------------------------------------------------


def rows_arrays(kind: str, rows: int, columns: int) -> Arrays:
    x = drawn(rows, columns)
    return [x, drawn(columns, seed=1), drawn(columns, seed=2)] if kind == "layer_norm" else [x]


def rows_text(kind: str, rows: int, columns: int) -> str:
    x, v = type_of(rows, columns), type_of(columns)
    if kind == "layer_norm":
        return f"""func.func @main(%x: {x}, %s: {v}, %o: {v}) -> {x} {{
  %r = graph.layer_norm %x, [1] scale %s : {v} offset %o : {v} epsilon 1.0e-5 : {x}
  return %r : {x}
}}"""
    if kind == "transpose":
        y = type_of(columns, rows)
        return f"""func.func @main(%x: {x}) -> {y} {{
  %r = graph.transpose %x, [1, 0] : {x} -> {y}
  return %r : {y}
}}"""
    op = "graph.softmax %x, [1]" if kind == "softmax" else "graph.gelu <exact> %x"
    return f"""func.func @main(%x: {x}) -> {x} {{
  %r = {op} : {x}
  return %r : {x}
}}"""


# -- Convolutions ------------------------------------------------------------------------------------------------------


def convolution_arrays(
    batch: int, channels: int, image: int, filters: int, size: int, stride: int, groups: int = 1
) -> Arrays:
    del stride
    return [drawn(batch, channels, image, image), drawn(filters, channels // groups, size, size, seed=1)]


def convolution_text(
    batch: int, channels: int, image: int, filters: int, size: int, stride: int, groups: int = 1
) -> str:
    """Return a convolution with constant weights, as in a network."""
    pad = size // 2
    out = (image + 2 * pad - size) // stride + 1
    x, w = type_of(batch, channels, image, image), type_of(filters, channels // groups, size, size)
    y = type_of(batch, filters, out, out)
    weights = convolution_arrays(batch, channels, image, filters, size, stride, groups)[1]
    return f"""func.func @main(%x: {x}) -> {y} {{
  %w = graph.constant dense_resource<w> : {w}
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride}, {stride}]
    pad_low [{pad}, {pad}] pad_high [{pad}, {pad}] groups {groups} : {x}, {w} -> {y}
  return %y : {y}
}}
{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{weights.tobytes().hex()}" }} }} #-}}"""


# -- Recurrent networks ------------------------------------------------------------------------------------------------


def lstm_arrays(steps: int, inputs: int, hidden: int, tags: int) -> Arrays:
    """A sequence, weights of four gates (input, output, forget, cell) for inputs and states, biases, and the head."""
    shapes = [(steps, 1, inputs), (4 * hidden, inputs), (4 * hidden, hidden), (4 * hidden,), (hidden, tags)]
    return [drawn(*shape, seed=number) for number, shape in enumerate(shapes)]


def lstm_text(steps: int, inputs: int, hidden: int, tags: int) -> str:
    """A tagger: an LSTM as ONNX defines it, with both products of a step inside the scan, and a dense layer."""
    sequence, states, result = type_of(steps, 1, inputs), type_of(steps, 1, hidden), type_of(steps, 1, tags)
    step, state, gates = type_of(1, inputs), type_of(1, hidden), type_of(1, 4 * hidden)
    weights = dict(zip(("w", "r", "b", "v"), lstm_arrays(steps, inputs, hidden, tags)[1:], strict=True))
    types = {name: type_of(*array.shape) for name, array in weights.items()}
    constants = "\n  ".join(f"%{name} = graph.constant dense_resource<{name}> : {types[name]}" for name in weights)
    parts = "\n    ".join(
        f"%{gate} = graph.slice %g, [0, {at * hidden}] to [1, {(at + 1) * hidden}] step [1, 1] : {gates} -> {state}"
        for at, gate in enumerate("iofc")
    )
    blobs = ", ".join(f'{name}: "0x04000000{array.tobytes().hex()}"' for name, array in weights.items())
    return f"""func.func @main(%x: {sequence}) -> {result} {{
  {constants}
  %zero = graph.constant dense<0.0> : {state}
  %biases = graph.broadcast %b, [1] : {types["b"]} -> {gates}
  %h_end, %c_end, %all = graph.scan (%h = %zero : {state}, %m = %zero : {state})
      over (%e = %x : {sequence}) -> {states} {{
    %own = graph.contract %h, %r, batch = [] x [], contracting = [1] x [1] : {state}, {types["r"]} -> {gates}
    %in = graph.contract %e, %w, batch = [] x [], contracting = [1] x [1] : {step}, {types["w"]} -> {gates}
    %both = graph.add %in, %own : {gates}
    %g = graph.add %both, %biases : {gates}
    {parts}
    %write = graph.sigmoid %i : {state}
    %show = graph.sigmoid %o : {state}
    %keep = graph.sigmoid %f : {state}
    %news = graph.tanh %c : {state}
    %kept = graph.mul %keep, %m : {state}
    %written = graph.mul %write, %news : {state}
    %next_m = graph.add %kept, %written : {state}
    %seen = graph.tanh %next_m : {state}
    %next_h = graph.mul %show, %seen : {state}
    graph.yield %next_h, %next_m, %next_h : {state}, {state}, {state}
  }}
  %r2 = graph.contract %all, %v, batch = [] x [], contracting = [2] x [0] : {states}, {types["v"]} -> {result}
  return %r2 : {result}
}}
{{-# dialect_resources: {{ builtin: {{ {blobs} }} }} #-}}"""


# -- Networks ----------------------------------------------------------------------------------------------------------


def network_text(name: str) -> str:
    return resnet.Network().text() if name == "resnet18" else (EXAMPLES / f"{name}.mlir").read_text()


def network_arrays(name: str) -> Arrays:
    if name == "resnet18":
        return [resnet.sample()]
    if name != "residual_network":
        raise KeyError(name)
    shapes = [(1, 3, 6, 6), (4, 3, 3, 3)]
    shapes += [(4, 4, 3, 3)] * 4 + [(8, 4, 3, 3), (8, 8, 3, 3), (8, 4, 1, 1), (8, 5), (5,)]
    return [drawn(*shape, seed=number) for number, shape in enumerate(shapes)]
