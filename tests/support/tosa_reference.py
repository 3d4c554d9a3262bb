"""Ops of TOSA as the specification defines them, element by element, with the exact integers of Python."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Array = Any
Window = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""Padding, strides and dilations."""


def limits(dtype: Any) -> tuple[int, int]:
    return np.iinfo(dtype).min, np.iinfo(dtype).max


def clip(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def each(function: Callable[..., Any], dtype: Any, *arrays: Array) -> Array:
    """Return a function of Python's numbers applied to all elements."""
    values = np.broadcast_arrays(*arrays)
    flat = [function(*(x.item() for x in group)) for group in zip(*(v.ravel() for v in values), strict=True)]
    return np.array(flat, dtype).reshape(values[0].shape)


def erf(x: Array) -> Array:
    return each(math.erf, np.float64, x)


# -- Scales ------------------------------------------------------------------------------------------------------------


def apply_scale_32(value: int, multiplier: int, shift: int, *, double: bool) -> int:
    rounding = 1 << (shift - 1)
    if double and shift > 31:
        rounding += (1 << 30) if value >= 0 else -(1 << 30)
    return (value * multiplier + rounding) >> shift


def rescale(
    x: Array, multiplier: Sequence[int], shift: Sequence[int], zero_points: tuple[int, int], dtype: Any, **flags: bool
) -> Array:
    """`tosa.rescale` of integers that have been read as the flags say; `dtype` says what is clamped to."""
    last = x.shape[-1]
    table = [(multiplier[c % len(multiplier)], shift[c % len(shift)]) for c in range(last)]
    out = [
        clip(apply_scale_32(v.item() - zero_points[0], *table[n % last], **flags) + zero_points[1], *limits(dtype))
        for n, v in enumerate(x.ravel())
    ]
    return np.array(out, dtype).reshape(x.shape)


def table_8(x: Array, table: Array) -> Array:
    return table[x.astype(np.int32) + 128]


def table_16(x: Array, table: Array) -> Array:
    def entry(value: int) -> int:
        place, rest = (value >> 7) + 256, value & 127
        base, following = table[place].item(), table[place + 1].item()
        return (base << 7) + (following - base) * rest

    return each(entry, np.int32, x)


def mul_shift(x: Array, y: Array, shift: int) -> Array:
    def product(a: int, b: int) -> int:
        exact = a * b
        wide = (exact + (1 << (shift - 1))) >> shift if shift else exact
        return (wide + 2**31) % 2**32 - 2**31

    return each(product, np.int32, x, y)


# -- Windows -----------------------------------------------------------------------------------------------------------


def conv(x: Array, w: Array, bias: Array, zero_points: tuple[int, int], window: Window) -> Array:
    """A convolution (N, …, C) with a kernel (outputs, …, C), of floats or exactly."""
    pads, strides, dilations = window
    rank = x.ndim - 2
    kind = object if x.dtype.kind == "i" else np.float64
    shifted = x.astype(kind) - zero_points[0]
    padded = np.pad(shifted, [(0, 0), *zip(pads[::2], pads[1::2], strict=True), (0, 0)])
    kernel = w.astype(kind) - zero_points[1]
    counts = [(padded.shape[d + 1] - (w.shape[d + 1] - 1) * dilations[d] - 1) // strides[d] + 1 for d in range(rank)]
    out = np.zeros((x.shape[0], *counts, w.shape[0]), kind)
    for place in itertools.product(*map(range, counts)):
        for part in itertools.product(*map(range, w.shape[1:-1])):
            at = tuple(p * s + k * d for p, s, k, d in zip(place, strides, part, dilations, strict=True))
            out[(slice(None), *place)] += padded[(slice(None), *at)] @ kernel[(slice(None), *part)].T
    return out + bias.astype(kind)


def depthwise(x: Array, w: Array, bias: Array, zero_points: tuple[int, int], window: Window) -> Array:
    """Each channel by itself, with a kernel (height, width, C, M)."""
    height, width, channels, count = w.shape
    whole = np.full((channels * count, height, width, channels), zero_points[1], w.dtype)
    for c, m in itertools.product(range(channels), range(count)):
        whole[c * count + m, :, :, c] = w[:, :, c, m]
    return conv(x, whole, bias, zero_points, window)


def transpose_conv(x: Array, w: Array, bias: Array, zero_points: tuple[int, int], pads: Any, strides: Any) -> Array:
    n, height, width, _ = x.shape
    outputs, kh, kw, _ = w.shape
    kind = object if x.dtype.kind == "i" else np.float64
    shape = (
        n,
        (height - 1) * strides[0] + pads[0] + pads[1] + kh,
        (width - 1) * strides[1] + pads[2] + pads[3] + kw,
        outputs,
    )
    out = np.zeros(shape, kind) + bias.astype(kind)
    for iy, ix, ky, kx in itertools.product(range(height), range(width), range(kh), range(kw)):
        oy, ox = iy * strides[0] + pads[0] + ky, ix * strides[1] + pads[2] + kx
        if 0 <= oy < shape[1] and 0 <= ox < shape[2]:
            left = x[:, iy, ix].astype(kind) - zero_points[0]
            out[:, oy, ox] += left @ (w[:, ky, kx].astype(kind) - zero_points[1]).T
    return out


def reciprocal_scale(count: int) -> tuple[int, int]:
    k = 32 - (32 - (count - 1).bit_length())
    return (((1 << 30) + 1) << k) // count, 30 + k


def pool(x: Array, kernel: Any, strides: Any, pads: Any, combine: Callable[[Array], Any], dtype: Any) -> Array:
    """`combine` of the elements (…) of each window that are inside, for each picture and channel."""
    n, height, width, channels = x.shape
    counts = [
        (height + pads[0] + pads[1] - kernel[0]) // strides[0] + 1,
        (width + pads[2] + pads[3] - kernel[1]) // strides[1] + 1,
    ]
    out = np.zeros((n, *counts, channels), dtype)
    for b, oy, ox, c in itertools.product(range(n), range(counts[0]), range(counts[1]), range(channels)):
        top, left = oy * strides[0] - pads[0], ox * strides[1] - pads[2]
        inside = x[b, max(top, 0) : top + kernel[0], max(left, 0) : left + kernel[1], c]
        out[b, oy, ox, c] = combine(inside)
    return out


def integer_average(zero_points: tuple[int, int], dtype: Any) -> Callable[[Array], int]:
    def average(inside: Array) -> int:
        total = sum(v.item() - zero_points[0] for v in inside.ravel())
        scaled = apply_scale_32(total, *reciprocal_scale(inside.size), double=False)
        return clip(scaled + zero_points[1], *limits(dtype))

    return average


# -- Places ------------------------------------------------------------------------------------------------------------


def resize(x: Array, scale: Any, offset: Any, size: tuple[int, int], mode: str, dtype: Any) -> Array:
    n, height, width, channels = x.shape
    is_float = x.dtype.kind == "f"
    out = np.zeros((n, *size, channels), dtype)
    for oy, ox in itertools.product(range(size[0]), range(size[1])):
        (y0, y1, dy), (x0, x1, dx) = (
            _around(oy * scale[1] + offset[0], scale[0], height, is_float=is_float),
            _around(ox * scale[3] + offset[1], scale[2], width, is_float=is_float),
        )
        if mode == "NEAREST_NEIGHBOR":
            half_y, half_x = (0.5, 0.5) if is_float else (scale[0] / 2, scale[2] / 2)
            out[:, oy, ox] = x[:, y1 if dy >= half_y else y0, x1 if dx >= half_x else x0]
        else:
            uy, ux = (1.0, 1.0) if is_float else (scale[0], scale[2])
            v = x.astype(np.float64 if is_float else np.int64)
            top = v[:, y0, x0] * (ux - dx) + v[:, y0, x1] * dx
            low = v[:, y1, x0] * (ux - dx) + v[:, y1, x1] * dx
            out[:, oy, ox] = top * (uy - dy) + low * dy
    return out


def _around(place: int, n: int, size: int, *, is_float: bool) -> tuple[int, int, float]:
    floor = place // n
    rest = place - floor * n
    return max(floor, 0), min(floor + 1, size - 1), rest / n if is_float else rest


def cast_to_integer(x: Array, dtype: Any) -> Array:
    def converted(value: float) -> int:
        low, high = limits(dtype)
        if math.isnan(value):
            return 0
        return clip(round(value) if math.isfinite(value) else (high if value > 0 else low), low, high)

    return each(converted, dtype, x)


def arithmetic_right_shift(x: Array, y: Array, *, rounds: bool) -> Array:
    def moved(value: int, count: int) -> int:
        last = (value >> (count - 1)) & 1 if rounds and count > 0 else 0
        return (value >> count) + last

    return each(moved, x.dtype, x, y)
