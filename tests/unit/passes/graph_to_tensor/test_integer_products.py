"""Products and convolutions of integers of 8 bits, as machine code: for all signs, with zero points, at odd sizes.

Sums are exact, so results are those of numpy, also at the bounds of the types.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import dlc

TYPES = {"i8": np.int8, "ui8": np.uint8}
PRODUCTS = {
    "pairs_of_signed": ((7, 34, 41), "i8", "i8"),
    "pairs_of_both": ((7, 34, 41), "ui8", "i8"),
    "odd": ((9, 33, 19), "i8", "ui8"),
}
"""Rows, terms of a sum, and columns: with pairs of terms, and with an odd number of them."""


def bounded(random: np.random.Generator, shape: tuple[int, ...], type: str) -> Any:
    """Numbers of a type, many of them its bounds."""
    info = np.iinfo(TYPES[type])
    drawn = random.integers(info.min, info.max + 1, shape)
    return np.where(random.random(shape) < 0.3, random.choice([info.min, info.max], shape), drawn).astype(TYPES[type])


def matmul_text(name: str, sizes: tuple[int, int, int], lhs: str, rhs: str) -> str:
    m, k, n = sizes
    types = f"tensor<{m}x{k}x{lhs}>, tensor<{k}x{n}x{rhs}>"
    return f"""
func.func @{name}(%a: tensor<{m}x{k}x{lhs}>, %b: tensor<{k}x{n}x{rhs}>, %z: tensor<{lhs}>, %w: tensor<{n}x{rhs}>)
    -> tensor<{m}x{n}xi32> {{
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    lhs_zero_point %z : tensor<{lhs}> rhs_zero_point %w : tensor<{n}x{rhs}> : {types} -> tensor<{m}x{n}xi32>
  return %c : tensor<{m}x{n}xi32>
}}"""


def test_matrix_products_with_zero_points() -> None:
    program = dlc.compile("".join(matmul_text(name, *case) for name, case in PRODUCTS.items()), threads=1)
    random = np.random.default_rng(0)
    for name, ((m, k, n), lhs, rhs) in PRODUCTS.items():
        shapes = (((m, k), lhs), ((k, n), rhs), ((), lhs), ((n,), rhs))
        a, b, z, w = (np.asarray(bounded(random, shape, type)) for shape, type in shapes)
        expected = (a.astype(np.int32) - z) @ (b.astype(np.int32) - w)
        np.testing.assert_array_equal(program.entry(name)(a, b, z, w), expected)


CONVOLUTION = """
func.func @{name}(%x: tensor<1x{channels}x9x11xui8>, %z: tensor<ui8>) -> tensor<1x{outputs}x5x6xi32> {{
  %k = graph.constant dense<{kernel}> : tensor<{outputs}x{inputs}x3x3xi8>
  %y = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1] groups {groups}
    source_zero_point %z : tensor<ui8>
    : tensor<1x{channels}x9x11xui8>, tensor<{outputs}x{inputs}x3x3xi8> -> tensor<1x{outputs}x5x6xi32>
  return %y : tensor<1x{outputs}x5x6xi32>
}}"""


def test_convolutions_with_padding_and_a_zero_point() -> None:
    """The padding contributes nothing: it is the zero point."""
    cases = {"dense": (6, 10, 1), "odd": (7, 10, 1), "wide": (32, 40, 1), "groups": (32, 32, 2)}
    cases["depthwise"] = (12, 12, 12)
    random, texts, kernels = np.random.default_rng(1), list[str](), dict[str, Any]()
    for name, (channels, outputs, groups) in cases.items():
        inputs = channels // groups
        kernels[name] = bounded(random, (outputs, inputs, 3, 3), "i8")
        sizes = {"channels": channels, "outputs": outputs, "inputs": inputs, "groups": groups}
        texts.append(CONVOLUTION.format(name=name, kernel=kernels[name].tolist(), **sizes))
    program = dlc.compile("".join(texts), threads=1)
    for name, (channels, outputs, groups) in cases.items():
        x = bounded(random, (1, channels, 9, 11), "ui8")
        padded = np.pad(x.astype(np.int64) - 200, ((0, 0), (0, 0), (1, 1), (1, 1)))
        windows = np.lib.stride_tricks.sliding_window_view(padded[0], (3, 3), (1, 2))[:, ::2, ::2]
        grouped = windows.reshape(groups, channels // groups, 5, 6, 3, 3)
        kernel = kernels[name].astype(np.int64).reshape(groups, outputs // groups, channels // groups, 3, 3)
        expected = np.einsum("gipqhw,goihw->gopq", grouped, kernel).reshape(1, outputs, 5, 6)
        np.testing.assert_array_equal(program.entry(name)(x, np.array(200, np.uint8)), expected)
