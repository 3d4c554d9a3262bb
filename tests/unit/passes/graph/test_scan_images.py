"""Networks that `scan-images` computes image by image give what they gave before; interpreted, bit by bit."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.api import parse, run_pipeline
from dlc.dialects import graph
from dlc.interp.interpreter import interpret
from dlc.ir import Operation
from dlc.passes.graph import scan_images
from dlc.passes.graph.scan_images import TAKES
from support.properties import examples

T, MEANS = "tensor<6x4x4x3xf32>", "tensor<6x3xf32>"
STEPS = {
    "add": f"graph.add %a, %whole : {T}",
    "batch_norm": f"graph.batch_norm %a, %c, %c, %c, %c, 3 epsilon 1.0e-3 : {T}, tensor<3xf32>",
    "broadcast": f"graph.broadcast %means, [0, 3] : {MEANS} -> {T}",
    "concat": f"graph.concat %a, %whole along 3 : {T}, {T} -> tensor<6x4x4x6xf32>",
    "constant": f"graph.mul %a, %two : {T}",
    "contract": (
        "graph.contract %means, %m, batch = [] x [], contracting = [1] x [0] "
        f": {MEANS}, tensor<3x5xf32> -> tensor<6x5xf32>"
    ),
    "convolution": (
        "graph.convolution %a, %k, <NHWC x HWIO -> NHWC> strides [2, 2] "
        f": {T}, tensor<3x3x3x3xf32> -> tensor<6x1x1x3xf32>"
    ),
    "dequantize": f"graph.dequantize %q, %s, %z : tensor<6x4x4x3xi8>, tensor<f32>, tensor<i8> -> {T}",
    "group_norm": f"graph.group_norm %a, 3 over [1, 2] groups 3 epsilon 1.0e-5 : {T}",
    "instance_norm": f"graph.instance_norm %a, 3 over [1, 2] epsilon 1.0e-5 : {T}",
    "layer_norm": f"graph.layer_norm %a, [3] scale %c : tensor<3xf32> epsilon 1.0e-5 : {T}",
    "local_response_norm": f"graph.local_response_norm %a, 3 size 3 alpha 1.0e-2 beta 0.75 bias 1.0 : {T}",
    "log_softmax": f"graph.log_softmax %a, [3] : {T}",
    "lp_normalize": f"graph.lp_normalize %a, [1] order 2.0 epsilon 1.0e-12 : {T}",
    "pad": (
        f"graph.pad <edge> %a, low [0, 1, 0, 0] high [0, 0, 2, 0] interior [0, 0, 0, 0] : {T} -> tensor<6x5x6x3xf32>"
    ),
    "pool": f"graph.pool <max> %a, [1, 2] window [2, 2] strides [2, 2] : {T} -> tensor<6x2x2x3xf32>",
    "quantize": f"graph.quantize %a, %s, %z : {T}, tensor<f32>, tensor<i8> -> tensor<6x4x4x3xi8>",
    "reduce": f"graph.reduce <sum> %a, [1, 3] : {T} -> tensor<6x4xf32>",
    "reshape": f"graph.reshape %a : {T} -> tensor<6x48xf32>",
    "resize": f"graph.resize <linear> %a, [1, 2] <half_pixel> : {T} -> tensor<6x8x8x3xf32>",
    "reverse": f"graph.reverse %a, [1, 3] : {T} -> {T}",
    "rms_norm": f"graph.rms_norm %a, [3] scale %c : tensor<3xf32> epsilon 1.0e-6 : {T}",
    "slice": f"graph.slice %a, [0, 1, 0, 0] to [6, 4, 4, ?] step [1, 2, 1, 1] : {T} -> tensor<6x2x4x3xf32>",
    "softmax": f"graph.softmax %a, [2, 3] : {T}",
    "transpose": f"graph.transpose %a, [0, 3, 1, 2] : {T} -> tensor<6x3x4x4xf32>",
    "transposed_convolution": (
        "graph.transposed_convolution %a, %k, <NHWC x HWIO -> NHWC> strides [2, 2] "
        f": {T}, tensor<3x3x3x3xf32> -> tensor<6x9x9x3xf32>"
    ),
}
"""An op for each rule, on what a convolution gives; results without a type are of type `T`."""
ACROSS = {
    "reduce over images": f"graph.reduce <sum> %a, [0, 1] : {T} -> tensor<4x3xf32>",
    "softmax over images": f"graph.softmax %a, [0] : {T}",
    "reverse the images": f"graph.reverse %a, [0] : {T} -> {T}",
    "concat images": f"graph.concat %a, %whole along 0 : {T}, {T} -> tensor<12x4x4x3xf32>",
    "slice of the images": (
        f"graph.slice %a, [1, 0, 0, 0] to [5, ?, ?, ?] step [1, 1, 1, 1] : {T} -> tensor<4x4x4x3xf32>"
    ),
    "transpose of the images": f"graph.transpose %a, [1, 0, 2, 3] : {T} -> tensor<4x6x4x3xf32>",
    "reshape of the images": f"graph.reshape %a : {T} -> tensor<3x96xf32>",
    "pad with images": (
        f"graph.pad <edge> %a, low [1, 0, 0, 0] high [0, 0, 0, 0] interior [0, 0, 0, 0] : {T} -> tensor<7x4x4x3xf32>"
    ),
    "instance norm of images as channels": f"graph.instance_norm %a, 0 over [1, 2] epsilon 1.0e-5 : {T}",
    "images as weights": (
        "graph.contract %m, %means, batch = [] x [], contracting = [0] x [1] "
        f": tensor<3x5xf32>, {MEANS} -> tensor<5x6xf32>"
    ),
}
"""Ops that need more than one image for each place of their results."""


def program(text: str) -> str:
    type = text.rpartition("-> ")[2] if "->" in text else T
    return f"""
func.func @main(%x: {T}, %whole: {T}, %m: tensor<3x5xf32>, %c: tensor<3xf32>, %k: tensor<3x3x3x3xf32>) -> {type} {{
  %two = graph.constant dense<2.0> : {T}
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<1> : tensor<i8>
  %a = graph.convolution %x, %k, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : {T}, tensor<3x3x3x3xf32> -> {T}
  %means = graph.reduce <mean> %a, [1, 2] : {T} -> {MEANS}
  %q = graph.quantize %a, %s, %z : {T}, tensor<f32>, tensor<i8> -> tensor<6x4x4x3xi8>
  %r = {text}
  return %r : {type}
}}
"""


def arguments() -> list[Any]:
    draw = np.random.default_rng(0)
    shapes = [(6, 4, 4, 3), (6, 4, 4, 3), (3, 5), (3,), (3, 3, 3, 3)]
    return [draw.uniform(0.1, 1, shape).astype(np.float32) for shape in shapes]


def scanned(text: str) -> Operation:
    module = parse(text)
    run_pipeline(module, "canonicalize,scan-images")
    module.verify()
    return module


def ops_in_scan(module: Operation) -> set[str]:
    return {op.name for op in module.walk() if isinstance(op.parent_op, graph.ScanOp)}


@pytest.fixture
def anything(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """Make a loop of any part of the graph."""
    monkeypatch.setattr(scan_images, "CACHED", 0)
    monkeypatch.setattr(scan_images, "FEWEST", 1)
    monkeypatch.setattr(scan_images, "FEW_RESULTS", float("inf"))


def test_each_rule_has_a_program() -> None:
    assert {kind.name.removeprefix("graph.") for kind in TAKES} == STEPS.keys() - {"add"}


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize("at_a_time", [1, 3 * 48])
@pytest.mark.parametrize("name", STEPS)
def test_an_op_is_computed_image_by_image(name: str, at_a_time: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_images, "AT_A_TIME", at_a_time)
    text, values = program(STEPS[name]), arguments()
    module = scanned(text)
    assert f"graph.{name}" in ops_in_scan(module)
    assert f"tensor<{3 if at_a_time > 48 else 1}x" in str(module)
    np.testing.assert_array_equal(interpret(module, "main", *values), interpret(parse(text), "main", *values))
    if at_a_time == 1:
        wanted = interpret(module, "main", *values)[0]
        np.testing.assert_allclose(dlc.compile(module)(*values), wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize("name", ACROSS)
def test_what_needs_several_images_stays_outside(name: str) -> None:
    text, values = program(ACROSS[name]), arguments()
    module = scanned(text)
    [result] = next(op for op in module.walk() if op.name == "func.return").operands
    maker = result.defining_op
    assert maker is not None
    assert maker.name == ACROSS[name].split()[0]
    np.testing.assert_array_equal(interpret(module, "main", *values), interpret(parse(text), "main", *values))


@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize(("dims", "is_scanned"), [("", False), (", #graph.dims<h, w>", True)])
def test_sizes_without_names_stay_together(dims: str, is_scanned: bool) -> None:
    """The results of a loop could not be put together again where two sizes are unknown."""
    type, weights = f"tensor<4x?x?x3xf32{dims}>", "tensor<1x1x3x3xf32>"
    text = f"""
    func.func @main(%x: {type}, %w: {weights}) -> {type} {{
      %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> : {type}, {weights} -> {type}
      %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> : {type}, {weights} -> {type}
      return %b : {type}
    }}"""
    module = scanned(text)
    assert bool(ops_in_scan(module)) is is_scanned
    x, w = np.ones((4, 5, 6, 3), np.float32), np.full((1, 1, 3, 3), 0.5, np.float32)
    np.testing.assert_array_equal(interpret(module, "main", x, w), interpret(parse(text), "main", x, w))


# -- Networks ----------------------------------------------------------------------------------------------------------


def network(random: Random, images: str) -> str:
    """A few layers, some of which look back, on images of 8 by 8 pixels; `images` is their number, or `?`."""
    dims = ", #graph.dims<n>" if images == "?" else ""

    def type(channels: int) -> str:
        return f"tensor<{images}x8x8x{channels}xf32{dims}>"

    lines, values = ["%k = graph.constant dense<0.125> : tensor<3x3x4x4xf32>"], ["%x"]
    for number in range(random.randint(3, 9)):
        name, a, b = f"%v{number}", random.choice(values[-3:]), random.choice(values)
        window = "<NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]"
        means = f"tensor<{images}x4xf32{dims}>"
        lines += random.choice(
            [
                [f"{name} = graph.convolution {a}, %k, {window} : {type(4)}, tensor<3x3x4x4xf32> -> {type(4)}"],
                [f"{name} = graph.convolution {a}, %k, {window} : {type(4)}, tensor<3x3x4x4xf32> -> {type(4)}"],
                [f"{name} = graph.add {a}, {b} : {type(4)}"],
                [f"{name} = graph.relu {a} : {type(4)}"],
                [
                    f"{name}_m = graph.reduce <mean> {a}, [1, 2] : {type(4)} -> {means}",
                    f"{name}_b = graph.broadcast {name}_m, [0, 3] : {means} -> {type(4)}",
                    f"{name} = graph.mul {b}, {name}_b : {type(4)}",
                ],
                [
                    f"{name}_s = graph.reduce <max> {a}, [0] : {type(4)} -> tensor<8x8x4xf32>",
                    f"{name}_b = graph.broadcast {name}_s, [1, 2, 3] : tensor<8x8x4xf32> -> {type(4)}",
                    f"{name} = graph.sub {b}, {name}_b : {type(4)}",
                ],
            ]
        )
        values.append(name)
    results = random.sample(values[1:], min(2, len(values) - 1))
    types = ", ".join([type(4)] * len(results))
    body = "\n  ".join(lines)
    return f"func.func @main(%x: {type(4)}) -> ({types}) {{\n  {body}\n  return {', '.join(results)} : {types}\n}}"


@pytest.mark.usefixtures("anything")
@examples(40)
@given(st.integers(0, 2**32 - 1))
def test_networks_give_the_same(seed: int) -> None:
    random = Random(seed)
    count = random.randint(1, 6)
    text = network(random, random.choice(["?", str(count)]))
    x = np.random.default_rng(seed).uniform(-1, 1, (count, 8, 8, 4)).astype(np.float32)
    for got, wanted in zip(interpret(scanned(text), "main", x), interpret(parse(text), "main", x), strict=True):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("anything")
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("images", ["?", "4", "6"])
def test_compiled_networks_give_the_same(images: str, threads: int) -> None:
    text = network(Random(threads), images)
    compiled = dlc.compile(text, threads=threads, cache=False)
    for count in range(6) if images == "?" else [int(images)]:
        x = np.random.default_rng(count).uniform(-1, 1, (count, 8, 8, 4)).astype(np.float32)
        for got, wanted in zip(compiled(x), interpret(parse(text), "main", x), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)
