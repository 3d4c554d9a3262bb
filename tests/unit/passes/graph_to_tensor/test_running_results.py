"""Running results along any dimension are what the graph ops mean, also where they are computed slice by slice."""

from __future__ import annotations

import numpy as np
import pytest

import dlc

SHAPES = ((5, 20), (2, 3, 20), (2, 1, 17), (3, 4, 2, 9), (4, 3))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("flags", ["", " exclusive", " reverse", " exclusive reverse"])
def test_along_each_dimension(shape: tuple[int, ...], flags: str) -> None:
    random = np.random.default_rng(len(shape))
    for kind, element in (("sum", "f32"), ("max", "f32"), ("product", "f32"), ("sum", "f16"), ("min", "i64")):
        type = f"tensor<{'x'.join(map(str, shape))}x{element}>"
        x = random.integers(-4, 5, shape).astype({"f32": np.float32, "f16": np.float16, "i64": np.int64}[element])
        for dim in range(len(shape)):
            module = dlc.parse(f"""
              func.func @main(%x: {type}) -> {type} {{
                %r = graph.cumulative <{kind}> %x, {dim}{flags} : {type} -> {type}
                return %r : {type}
              }}""")
            expected = dlc.Interpreter(module).run("main", x)
            dlc.run_pipeline(module, "graph-to-tensor")
            np.testing.assert_array_equal(dlc.Interpreter(module).run("main", x), expected)


@pytest.mark.parametrize("dim", [0, 1])
def test_with_threads_and_open_sizes(dim: int) -> None:
    x = np.random.default_rng(0).integers(-4, 5, (3, 70, 90)).astype(np.float32)
    for type in ("tensor<3x70x90xf32>", "tensor<?x70x?xf32>"):
        text = f"""
          func.func @main(%x: {type}) -> {type} {{
            %r = graph.cumulative <sum> %x, {dim} : {type} -> {type}
            return %r : {type}
          }}"""
        np.testing.assert_array_equal(dlc.compile(dlc.parse(text), threads=2, level=0)(x), np.cumsum(x, dim))
