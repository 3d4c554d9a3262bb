"""Programs of one op of TOSA each, with what the specification says that they give.

case = CASES["conv2d i8"]
arrays = case.arrays(seed)
case.wanted(*arrays)        # by `tosa_reference`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from . import tosa_reference as spec
from .tosa_case import DTYPES, Array, Case, const, op, shape

Window = spec.Window


def unary(name: str, function: Callable[..., Any], type: str = "3x4xf32", **more: Any) -> Case:
    return Case([type], type, op(f"{name} %a", type, to=type), function, exact="f" not in type, **more)


def binary(name: str, function: Callable[..., Any], type: str, more: str = "", to: str = "", **fields: Any) -> Case:
    other = re.sub(r"^\d+", "1", type)
    result = re.sub(r"\w\d+$", to, type) if to else type
    return Case([type, other], result, op(f"{name} %a, %b{more}", type, other, to=result), function, **fields)


def _ignoring(function: Any, x: Array, y: Array) -> Array:
    return np.where(np.isnan(x), y, np.where(np.isnan(y), x, function(x, y)))


def _int_divide(x: Array, y: Array) -> Array:
    return np.trunc(x.astype(np.float64) / y).astype(x.dtype)


ELEMENTWISE: dict[str, Case] = {
    "abs": unary("abs", np.abs),
    "abs i32": unary("abs", np.abs, "3x4xi32"),
    "bitwise_not": unary("bitwise_not", np.invert, "3x4xi16"),
    "ceil": unary("ceil", np.ceil),
    "clz": unary(
        "clz",
        lambda x: np.array([32 - int(v).bit_length() for v in x.view(np.uint32).ravel()]).reshape(x.shape),
        "3x4xi32",
    ),
    "cos": unary("cos", np.cos),
    "erf": unary("erf", spec.erf),
    "exp": unary("exp", np.exp),
    "floor": unary("floor", np.floor),
    "log": unary("log", np.log),
    "logical_not": unary("logical_not", np.logical_not, "3x4xi1"),
    "reciprocal": unary("reciprocal", np.reciprocal),
    "rsqrt": unary("rsqrt", lambda x: 1 / np.sqrt(x)),
    "sigmoid": unary("sigmoid", lambda x: 1 / (1 + np.exp(-x))),
    "sin": unary("sin", np.sin),
    "tanh": unary("tanh", np.tanh),
    "identity": unary("identity", lambda x: x),
    "add f32": binary("add", np.add, "3x4xf32"),
    "add i32": binary("add", np.add, "3x4xi32"),
    "sub i8": binary("sub", np.subtract, "3x4xi8"),
    "pow": binary("pow", np.power, "3x4xf32", exact=False),
    "bitwise_and": binary("bitwise_and", np.bitwise_and, "3x4xi8"),
    "bitwise_or": binary("bitwise_or", np.bitwise_or, "3x4xi32"),
    "bitwise_xor": binary("bitwise_xor", np.bitwise_xor, "3x4xi16"),
    "logical_and": binary("logical_and", np.logical_and, "3x4xi1"),
    "logical_or": binary("logical_or", np.logical_or, "3x4xi1"),
    "logical_xor": binary("logical_xor", np.logical_xor, "3x4xi1"),
    "equal": binary("equal", np.equal, "3x4xi8", to="i1", below=2),
    "greater": binary("greater", np.greater, "3x4xf32", to="i1", special=True),
    "greater_equal": binary("greater_equal", np.greater_equal, "3x4xi32", to="i1", below=3),
    "maximum f32": binary("maximum", np.maximum, "3x4xf32", special=True),
    "maximum i8": binary("maximum", np.maximum, "3x4xi8"),
    "minimum ignoring NaN": binary(
        "minimum", partial(_ignoring, np.minimum), "3x4xf32", " {nan_mode = IGNORE}", special=True
    ),
    "maximum ignoring NaN": binary(
        "maximum", partial(_ignoring, np.maximum), "3x4xf32", " {nan_mode = IGNORE}", special=True
    ),
    "intdiv": Case(
        ["3x4xi32"],
        "3x4xi32",
        const("y", [[-3], [7], [1]], "3x1xi32") + op("intdiv %a, %y", "3x4xi32", "3x1xi32", to="3x4xi32"),
        lambda x: _int_divide(x, np.array([[-3], [7], [1]])),
    ),
    **{
        f"arithmetic_right_shift {rounds}": Case(
            ["3x4xi16"],
            "3x4xi16",
            const("n", [[0], [1], [15]], "3x1xi16")
            + op(f"arithmetic_right_shift %a, %n {{round = {rounds}}}", "3x4xi16", "3x1xi16", to="3x4xi16"),
            lambda x, rounds=rounds: spec.arithmetic_right_shift(
                x, np.array([[0], [1], [15]], np.int16), rounds=rounds == "true"
            ),
        )
        for rounds in ("true", "false")
    },
    "logical_right_shift": Case(
        ["3x4xi8"],
        "3x4xi8",
        const("n", [[0], [1], [7]], "3x1xi8") + op("logical_right_shift %a, %n", "3x4xi8", "3x1xi8", to="3x4xi8"),
        lambda x: (x.view(np.uint8) >> np.array([[0], [1], [7]], np.uint8)).view(np.int8),
    ),
    "logical_left_shift": Case(
        ["3x4xi32"],
        "3x4xi32",
        const("n", [[0], [1], [31]], "3x1xi32") + op("logical_left_shift %a, %n", "3x4xi32", "3x1xi32", to="3x4xi32"),
        lambda x: x << np.array([[0], [1], [31]], np.int32),
    ),
    **{
        f"mul i32 by {count}": Case(
            ["3x4xi32", "1x4xi32"],
            "3x4xi32",
            const("s", count, "1xi8") + op("mul %a, %b, %s", "3x4xi32", "1x4xi32", "1xi8", to="3x4xi32"),
            lambda x, y, count=count: spec.mul_shift(x, y, count),
        )
        for count in (0, 1, 31)
    },
    "mul i8": Case(
        ["3x4xi8", "1x4xi8"],
        "3x4xi32",
        const("s", 0, "1xi8") + op("mul %a, %b, %s", "3x4xi8", "1x4xi8", "1xi8", to="3x4xi32"),
        lambda x, y: x.astype(np.int32) * y,
    ),
    "mul f32": Case(
        ["3x4xf32", "1x4xf32"],
        "3x4xf32",
        const("s", 0, "1xi8") + op("mul %a, %b, %s", "3x4xf32", "1x4xf32", "1xi8", to="3x4xf32"),
        np.multiply,
    ),
    "select": Case(
        ["3x4xi1", "3x4xf32", "1x1xf32"],
        "3x4xf32",
        op("select %a, %b, %c", "3x4xi1", "3x4xf32", "1x1xf32", to="3x4xf32"),
        np.where,
    ),
    "negate i8": Case(
        ["3x4xi8"],
        "3x4xi8",
        const("z", 5, "1xi8") + const("y", -7, "1xi8") + op("negate %a, %z, %y", "3x4xi8", "1xi8", "1xi8", to="3x4xi8"),
        lambda x: np.clip(-(x.astype(np.int32) - 5) - 7, -128, 127).astype(np.int8),
    ),
    "negate i32": Case(
        ["3x4xi32"],
        "3x4xi32",
        const("z", 0, "1xi32") + op("negate %a, %z, %z", "3x4xi32", "1xi32", "1xi32", to="3x4xi32"),
        lambda x: np.minimum(-x.astype(np.int64), 2**31 - 1).astype(np.int32),
        mlir="wraps the least integer",
    ),
    "clamp f32": Case(
        ["3x4xf32"],
        "3x4xf32",
        op("clamp %a {min_val = -1.5 : f32, max_val = 2.0 : f32}", "3x4xf32", to="3x4xf32"),
        lambda x: np.clip(x, np.float32(-1.5), np.float32(2)),
        special=True,
    ),
    "clamp ignoring NaN": Case(
        ["3x4xf32"],
        "3x4xf32",
        op("clamp %a {min_val = -1.5 : f32, max_val = 2.0 : f32, nan_mode = IGNORE}", "3x4xf32", to="3x4xf32"),
        lambda x: np.clip(np.nan_to_num(x, nan=-1.5), np.float32(-1.5), np.float32(2)),
        special=True,
    ),
    "clamp i8": Case(
        ["3x4xi8"],
        "3x4xi8",
        op("clamp %a {min_val = -100 : i8, max_val = 20 : i8}", "3x4xi8", to="3x4xi8"),
        lambda x: np.clip(x, -100, 20),
    ),
}


def reduction(name: str, function: Callable[..., Any], type: str, more: str = "", axis: int = 1, **fields: Any) -> Case:
    sizes = type.split("x")
    result = "x".join("1" if n == axis else size for n, size in enumerate(sizes[:-1])) + f"x{sizes[-1]}"
    body = op(f"{name} %a {{axis = {axis} : i32{more}}}", type, to=result)
    return Case([type], result, body, lambda x: function(x, axis=axis, keepdims=True).astype(x.dtype), **fields)


def _argmax(x: Array, *, ignores: bool) -> Array:
    return np.argmax(np.where(np.isnan(x), -np.inf, x) if ignores else x, axis=2).astype(np.int32)


IGNORE = ", nan_mode = IGNORE"
LEAST = "begins with the least finite number"
REDUCTIONS: dict[str, Case] = {
    "reduce_all": reduction("reduce_all", np.all, "4x2x3xi1"),
    "reduce_any": reduction("reduce_any", np.any, "4x2x3xi1", axis=2),
    "reduce_max": reduction("reduce_max", np.max, "4x5x3xf32", special=True, mlir=LEAST),
    "reduce_max i8": reduction("reduce_max", np.max, "4x5x3xi8", axis=0),
    "reduce_min": reduction("reduce_min", np.min, "4x5x3xi32"),
    "reduce_max ignoring NaN": reduction("reduce_max", np.fmax.reduce, "6x2x3xf32", IGNORE, special=True, mlir=LEAST),
    "reduce_min ignoring NaN": reduction("reduce_min", np.fmin.reduce, "6x2x3xf32", IGNORE, special=True),
    "reduce_product": reduction("reduce_product", np.prod, "4x5x3xf32", exact=False),
    "reduce_sum": reduction("reduce_sum", np.sum, "4x5x3xf32", exact=False),
    "reduce_sum i32": reduction("reduce_sum", np.sum, "4x5x3xi32"),
    "argmax": Case(
        ["2x3x5xf32"],
        "2x3xi32",
        op("argmax %a {axis = 2 : i32}", "2x3x5xf32", to="2x3xi32"),
        partial(_argmax, ignores=False),
        special=True,
    ),
    "argmax ignoring NaN": Case(
        ["2x3x5xf32"],
        "2x3xi32",
        op("argmax %a {axis = 2 : i32, nan_mode = IGNORE}", "2x3x5xf32", to="2x3xi32"),
        partial(_argmax, ignores=True),
        special=True,
    ),
    "argmax i8": Case(
        ["2x3x5xi8"],
        "2x3xi32",
        op("argmax %a {axis = 2 : i32}", "2x3x5xi8", to="2x3xi32"),
        lambda x: np.argmax(x, 2).astype(np.int32),
        below=2,
    ),
}


def _zero_points(x: int, w: int, element: str, weight: str = "") -> str:
    return const("xz", x, f"1x{element}") + const("wz", w, f"1x{weight or element}")


def _array(*given: int) -> str:
    return f"array<i64: {', '.join(map(str, given))}>"


def convolution(
    name: str,
    types: Sequence[str],
    zero_points: tuple[int, int],
    window: Window,
    function: Callable[..., Any],
    acc: str = "i32",
) -> Case:
    """A convolution of %a, whose kernel is %b and whose bias is %c."""
    x, w, bias, result = types
    element, weight = x.split("x")[-1], w.split("x")[-1]
    pads, strides, dilations = window
    attributes = (
        f"acc_type = {acc}, pad = {_array(*pads)}, stride = {_array(*strides)}, dilation = {_array(*dilations)}"
    )
    body = _zero_points(*zero_points, element, weight) + op(
        f"{name} %a, %b, %c, %xz, %wz {{{attributes}}}", x, w, bias, f"1x{element}", f"1x{weight}", to=result
    )
    return Case([x, w, bias], result, body, lambda *a: function(*a, zero_points, window), 1 << 20, exact=acc != "f32")


def _transposed(types: Sequence[str], zero_points: tuple[int, int], pads: Any, strides: Any, acc: str) -> Case:
    x, w, bias, result = types
    element = x.split("x")[-1]
    attributes = f"acc_type = {acc}, out_pad = {_array(*pads)}, stride = {_array(*strides)}"
    body = _zero_points(*zero_points, element) + op(
        f"transpose_conv2d %a, %b, %c, %xz, %wz {{{attributes}}}", x, w, bias, f"1x{element}", f"1x{element}", to=result
    )
    return Case(
        [x, w, bias],
        result,
        body,
        lambda x, kernel, bias: spec.transpose_conv(x, kernel, bias, zero_points, pads, strides),
        1 << 20,
        exact=acc != "f32",
    )


def _pooling(name: str, type: str, result: str, window: Any, combine: Any, more: str = "", **fields: Any) -> Case:
    kernel, strides, pads = window
    attributes = f"kernel = {_array(*kernel)}, stride = {_array(*strides)}, pad = {_array(*pads)}{more}"
    dtype = DTYPES[type.rsplit("x", maxsplit=1)[-1]]
    is_average = name == "avg_pool2d"
    element = type.rsplit("x", maxsplit=1)[-1]
    points = fields.pop("points", (0, 0))
    zeros = const("xz", points[0], f"1x{element}") + const("yz", points[1], f"1x{element}") if is_average else ""
    operands = "%a, %xz, %yz" if is_average else "%a"
    types = [type, f"1x{element}", f"1x{element}"] if is_average else [type]
    body = zeros + op(f"{name} {operands} {{{attributes}}}", *types, to=result)
    return Case([type], result, body, lambda x: spec.pool(x, kernel, strides, pads, combine, dtype), **fields)


PLAIN_2D: Window = ((0, 0, 0, 0), (1, 1), (1, 1))
AVERAGE_WINDOW = ((3, 2), (2, 1), (1, 1, 0, 1))
WINDOWS: dict[str, Case] = {
    "conv2d i8": convolution(
        "conv2d",
        ["2x7x6x3xi8", "4x3x2x3xi8", "4xi32", "2x4x6x4xi32"],
        (-5, 0),
        ((1, 1, 0, 1), (2, 1), (1, 1)),
        spec.conv,
    ),
    "conv2d i8 with both zero points": convolution(
        "conv2d",
        ["1x5x5x2xi8", "3x3x3x2xi8", "1xi32", "1x5x5x3xi32"],
        (17, -3),
        ((2, 2, 2, 2), (1, 1), (2, 2)),
        spec.conv,
    ),
    "conv2d of points": convolution(
        "conv2d", ["1x5x5x2xi8", "3x1x1x2xi8", "3xi32", "1x5x5x3xi32"], (1, 2), PLAIN_2D, spec.conv
    ),
    "conv2d f32": convolution(
        "conv2d",
        ["2x6x6x3xf32", "4x3x3x3xf32", "4xf32", "2x6x6x4xf32"],
        (0, 0),
        ((1, 1, 1, 1), (1, 1), (1, 1)),
        spec.conv,
        "f32",
    ),
    "conv3d f32": convolution(
        "conv3d",
        ["1x4x5x4x2xf32", "3x2x3x2x2xf32", "3xf32", "1x3x3x3x3xf32"],
        (0, 0),
        ((0, 0, 1, 1, 0, 0), (1, 2, 1), (1, 1, 1)),
        spec.conv,
        "f32",
    ),
    "conv3d i8": convolution(
        "conv3d",
        ["1x3x3x4x2xi8", "2x2x2x2x2xi8", "2xi32", "1x2x2x3x2xi32"],
        (4, 0),
        ((0, 0, 0, 0, 0, 0), (1, 1, 1), (1, 1, 1)),
        spec.conv,
    ),
    "depthwise_conv2d i8": convolution(
        "depthwise_conv2d",
        ["1x6x5x3xi8", "3x3x3x2xi8", "6xi32", "1x6x5x6xi32"],
        (-128, 3),
        ((1, 1, 1, 1), (1, 1), (1, 1)),
        spec.depthwise,
    ),
    "depthwise_conv2d f32": convolution(
        "depthwise_conv2d",
        ["1x7x5x4xf32", "3x3x4x1xf32", "4xf32", "1x3x2x4xf32"],
        (0, 0),
        ((0, 0, 0, 0), (2, 2), (1, 1)),
        spec.depthwise,
        "f32",
    ),
    "transpose_conv2d f32": _transposed(
        ["1x4x3x2xf32", "3x3x2x2xf32", "3xf32", "1x10x6x3xf32"], (0, 0), (0, 1, 0, 0), (2, 2), "f32"
    ),
    "transpose_conv2d i8": _transposed(
        ["1x3x3x2xi8", "4x3x3x2xi8", "4xi32", "1x6x8x4xi32"], (3, -2), (-1, 0, 1, 0), (2, 2), "i32"
    ),
    "max_pool2d f32": _pooling(
        "max_pool2d",
        "1x6x5x2xf32",
        "1x3x2x2xf32",
        ((2, 3), (2, 2), (0, 0, 0, 0)),
        np.max,
        special=True,
        mlir=LEAST,
    ),
    "max_pool2d i8": _pooling("max_pool2d", "1x5x5x2xi8", "1x3x3x2xi8", ((3, 3), (2, 2), (1, 1, 1, 1)), np.max),
    "max_pool2d ignoring NaN": _pooling(
        "max_pool2d",
        "1x4x4x2xf32",
        "1x2x2x2xf32",
        ((2, 2), (2, 2), (0, 0, 0, 0)),
        lambda v: np.max(np.where(np.isnan(v), -np.inf, v)),
        IGNORE,
        special=True,
        mlir=LEAST,
    ),
    "avg_pool2d f32": _pooling(
        "avg_pool2d", "1x7x4x2xf32", "1x4x4x2xf32", AVERAGE_WINDOW, np.mean, ", acc_type = f32", exact=False
    ),
    "avg_pool2d i8": _pooling(
        "avg_pool2d",
        "2x7x4x3xi8",
        "2x4x4x3xi8",
        AVERAGE_WINDOW,
        spec.integer_average((3, -4), np.int8),
        ", acc_type = i32",
        points=(3, -4),
    ),
    "avg_pool2d i16": _pooling(
        "avg_pool2d",
        "1x7x4x3xi16",
        "1x4x4x3xi16",
        AVERAGE_WINDOW,
        spec.integer_average((0, 0), np.int16),
        ", acc_type = i32",
    ),
    "matmul f32": Case(
        ["2x3x4xf32", "2x4x5xf32"],
        "2x3x5xf32",
        const("z", 0.0, "1xf32")
        + op("matmul %a, %b, %z, %z", "2x3x4xf32", "2x4x5xf32", "1xf32", "1xf32", to="2x3x5xf32"),
        np.matmul,
        exact=False,
    ),
    "matmul i8": Case(
        ["2x3x4xi8", "2x4x5xi8"],
        "2x3x5xi32",
        _zero_points(7, -3, "i8")
        + op("matmul %a, %b, %xz, %wz", "2x3x4xi8", "2x4x5xi8", "1xi8", "1xi8", to="2x3x5xi32"),
        lambda x, y: (x.astype(np.int32) - 7) @ (y.astype(np.int32) + 3),
    ),
}


def _resize(type: str, result: str, scale: Any, offset: Any, border: Any, mode: str, **fields: Any) -> Case:
    height, width = map(int, result.split("x")[1:3])
    body = shape("s", *scale) + shape("o", *offset) + shape("b", *border)
    kinds = ["!tosa.shape<4>", "!tosa.shape<2>", "!tosa.shape<2>"]
    body += op(f"resize %a, %s, %o, %b {{mode = {mode}}}", type, *kinds, to=result)
    dtype = DTYPES[result.rsplit("x", maxsplit=1)[-1]]
    return Case([type], result, body, lambda x: spec.resize(x, scale, offset, (height, width), mode, dtype), **fields)


def _scatter(x: Array, y: Array) -> Array:
    out = x.copy()
    for n, places in enumerate([[3, 0], [1, 2]]):
        out[n, places] = y[n]
    return out


INDICES = const("i", [[3, 0], [1, 2]], "2x2xi32")
HALF_PIXEL = ((4, 2, 4, 2), (-1, -1), (1, 1))
MOVEMENT: dict[str, Case] = {
    "reshape": Case(
        ["2x6xf32"],
        "3x4xf32",
        shape("s", -1, 4) + op("reshape %a, %s", "2x6xf32", "!tosa.shape<2>", to="3x4xf32"),
        lambda x: x.reshape(3, 4),
    ),
    "transpose": Case(
        ["2x3x4xi8"],
        "4x2x3xi8",
        op("transpose %a {perms = array<i32: 2, 0, 1>}", "2x3x4xi8", to="4x2x3xi8"),
        lambda x: x.transpose(2, 0, 1),
    ),
    "reverse": Case(
        ["2x3xf32"], "2x3xf32", op("reverse %a {axis = 1 : i32}", "2x3xf32", to="2x3xf32"), lambda x: x[:, ::-1]
    ),
    "concat": Case(
        ["2x3xf32", "2x1xf32"],
        "2x4xf32",
        op("concat %a, %b {axis = 1 : i32}", "2x3xf32", "2x1xf32", to="2x4xf32"),
        lambda x, y: np.concatenate([x, y], 1),
    ),
    "pad": Case(
        ["2x3xi8"],
        "3x6xi8",
        shape("p", 1, 0, 1, 2)
        + const("z", 7, "1xi8")
        + op("pad %a, %p, %z", "2x3xi8", "!tosa.shape<4>", "1xi8", to="3x6xi8"),
        lambda x: np.pad(x, [(1, 0), (1, 2)], constant_values=7),
    ),
    "slice": Case(
        ["4x5xf32"],
        "2x3xf32",
        shape("s", 1, 2)
        + shape("n", 2, 3)
        + op("slice %a, %s, %n", "4x5xf32", "!tosa.shape<2>", "!tosa.shape<2>", to="2x3xf32"),
        lambda x: x[1:3, 2:5],
    ),
    "tile": Case(
        ["2x3xi32"],
        "4x9xi32",
        shape("n", 2, 3) + op("tile %a, %n", "2x3xi32", "!tosa.shape<2>", to="4x9xi32"),
        lambda x: np.tile(x, (2, 3)),
    ),
    "gather": Case(
        ["2x4x3xf32"],
        "2x2x3xf32",
        INDICES + op("gather %a, %i", "2x4x3xf32", "2x2xi32", to="2x2x3xf32"),
        lambda x: np.stack([x[0][[3, 0]], x[1][[1, 2]]]),
    ),
    "scatter": Case(
        ["2x4x3xi8", "2x2x3xi8"],
        "2x4x3xi8",
        INDICES + op("scatter %a, %i, %b", "2x4x3xi8", "2x2xi32", "2x2x3xi8", to="2x4x3xi8"),
        _scatter,
        mlir="has no lowering of it",
    ),
    "resize nearest": _resize("1x3x4x2xf32", "1x6x8x2xf32", *HALF_PIXEL, "NEAREST_NEIGHBOR"),
    "resize nearest i8": _resize("1x3x3x2xi8", "1x7x5x2xi8", (6, 2, 4, 2), (0, 0), (0, 0), "NEAREST_NEIGHBOR"),
    "resize bilinear": _resize("1x3x4x2xf32", "1x6x8x2xf32", *HALF_PIXEL, "BILINEAR", exact=False),
    "resize bilinear i8": _resize(
        "1x3x4x2xi8", "1x6x8x2xi32", *HALF_PIXEL, "BILINEAR", mlir="rounds negative places towards 0"
    ),
    "resize bilinear down": _resize("2x9x9x1xi8", "2x5x5x1xi32", (2, 4, 2, 4), (0, 0), (0, 0), "BILINEAR"),
}


def _cast(source: str, target: str, function: Callable[..., Any], **fields: Any) -> Case:
    return Case(
        [f"3x5x{source}"], f"3x5x{target}", op("cast %a", f"3x5x{source}", to=f"3x5x{target}"), function, **fields
    )


def _rescale(
    source: str, target: str, multipliers: Sequence[int], shifts: Sequence[int], points: tuple[int, int],
    mode: str = "SINGLE_ROUND", scale: str = "i32", unsigned: tuple[bool, bool] = (False, False), **fields: Any,
) -> Case:  # fmt: skip
    count = len(multipliers)
    per_channel = count > 1
    flags = (
        f"scale32 = {str(scale == 'i32').lower()}, rounding_mode = {mode}, per_channel = {str(per_channel).lower()}, "
        f"input_unsigned = {str(unsigned[0]).lower()}, output_unsigned = {str(unsigned[1]).lower()}"
    )
    body = const("m", list(multipliers), f"{count}x{scale}") + const("s", list(shifts), f"{count}xi8")
    body += const("xz", points[0], f"1x{source}") + const("yz", points[1], f"1x{target}")
    types = [f"4x3x{source}", f"{count}x{scale}", f"{count}xi8", f"1x{source}", f"1x{target}"]
    body += op(f"rescale %a, %m, %s, %xz, %yz {{{flags}}}", *types, to=f"4x3x{target}")
    read = np.dtype(f"uint{source[1:]}") if unsigned[0] else DTYPES[source]
    clamped = np.dtype(f"uint{target[1:]}") if unsigned[1] else DTYPES[target]

    def wanted(x: Array) -> Array:
        double = mode == "DOUBLE_ROUND"
        return spec.rescale(x.view(read), multipliers, shifts, points, clamped, double=double).view(DTYPES[target])

    return Case([f"4x3x{source}"], f"4x3x{target}", body, wanted, **fields)


TABLE_8 = np.random.default_rng(8).integers(-128, 128, 256)
TABLE_16 = np.random.default_rng(16).integers(-(2**14), 2**14, 513)
INTEGERS: dict[str, Case] = {
    "cast f32 to i8": _cast("f32", "i8", lambda x: spec.cast_to_integer(x * 1, np.int8)),
    "cast f32 to i32": _cast("f32", "i32", lambda x: spec.cast_to_integer(x, np.int32)),
    "cast i32 to i8": _cast("i32", "i8", lambda x: x.astype(np.int8)),
    "cast i8 to f32": _cast("i8", "f32", lambda x: x.astype(np.float32)),
    "cast i1 to i32": _cast("i1", "i32", lambda x: x.astype(np.int32)),
    "cast i8 to i1": _cast("i8", "i1", lambda x: x != 0, below=1),
    "cast f32 to f16": _cast("f32", "f16", lambda x: x.astype(np.float16)),
    "table i8": Case(
        ["4x16xi8"],
        "4x16xi8",
        const("t", TABLE_8.tolist(), "256xi8") + op("table %a, %t", "4x16xi8", "256xi8", to="4x16xi8"),
        lambda x: spec.table_8(x, TABLE_8.astype(np.int8)),
    ),
    "table i16": Case(
        ["4x16xi16"],
        "4x16xi32",
        const("t", TABLE_16.tolist(), "513xi16") + op("table %a, %t", "4x16xi16", "513xi16", to="4x16xi32"),
        lambda x: spec.table_16(x, TABLE_16.astype(np.int16)),
    ),
    "rescale i32 to i8": _rescale("i32", "i8", [1288490189], [40], (0, -128), below=2**20),
    "rescale i32 to i8 twice": _rescale("i32", "i8", [1288490189], [36], (0, 3), "DOUBLE_ROUND", below=2**10),
    "rescale by channel": _rescale(
        "i32", "i8", [1288490189, 1073741824, 2147483647], [38, 31, 36], (0, 1), "DOUBLE_ROUND", below=2**10
    ),
    "rescale i8 to i32": _rescale("i8", "i32", [1073741824], [11], (-5, 0)),
    "rescale i8 to i16": _rescale("i8", "i16", [1518500250], [24], (7, 0)),
    "rescale u8 to i8": _rescale("i8", "i8", [1073741824], [30], (100, -28), unsigned=(True, False)),
    "rescale i8 to u8": _rescale("i8", "i8", [1073741824], [30], (-28, 100), unsigned=(False, True)),
    "rescale i16 with 16 bits": _rescale("i16", "i16", [19661], [15], (0, 0), scale="i16"),
}
CASES: dict[str, Case] = {**ELEMENTWISE, **REDUCTIONS, **WINDOWS, **MOVEMENT, **INTEGERS}
