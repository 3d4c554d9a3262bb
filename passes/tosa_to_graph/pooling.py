"""Windows that give the largest element or the average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph, tosa
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import DenseElementsAttr, Value
from dlc.ir.builtin_types import IntegerType, TensorType, i32, i64
from dlc.ir.elements import numpy

from ..graph.translated_values import static_size
from .elementwise import clamped_to, ignores_nan, shifted_by, without_nan
from .translation import convert, declared, is_float, plain_element, translates

Pooling = tosa.AvgPool2dOp | tosa.MaxPool2dOp


def _pooled(op: Pooling, source: Value, kind: str) -> Value:
    pads = list(op.pad)
    return graph.pool(
        source,
        [1, 2],
        list(op.kernel),
        kind,  # type: ignore[arg-type]
        strides=list(op.stride),
        pad_low=pads[::2],
        pad_high=pads[1::2],
    )


@translates(tosa.MaxPool2dOp)
def translate_max_pool2d(op: tosa.MaxPool2dOp) -> Value:
    """The largest elements."""
    return _pooled(op, without_nan(op.input, -math.inf) if ignores_nan(op, op.input) else op.input, "max")


@translates(tosa.AvgPool2dOp)
def translate_avg_pool2d(op: tosa.AvgPool2dOp) -> Value:
    """The averages of the elements inside."""
    accumulator = plain_element(op.acc_type.type)
    if is_float(op.input):
        return convert(_pooled(op, convert(op.input, accumulator), "average"), declared(op.output)[1])
    element = element_of(op.input)
    assert isinstance(element, IntegerType)
    sums = _pooled(op, shifted_by(graph.cast(op.input, i32), op.input_zp, graph.sub), "sum")
    averages = _averages(sums, _counts(op))
    return clamped_to(shifted_by(averages, op.output_zp, graph.add), element)


def _counts(op: tosa.AvgPool2dOp) -> Any:
    """Return how many elements each window covers."""
    pads = list(op.pad)
    along = [
        _counts_along(static_size(op.input, number + 1), kernel, stride, *pads[2 * number : 2 * number + 2])
        for number, (kernel, stride) in enumerate(zip(op.kernel, op.stride, strict=True))
    ]
    return numpy().outer(*along)


def _counts_along(size: int, kernel: int, stride: int, low: int, high: int) -> Any:
    starts = numpy().arange(-low, size + high - kernel + 1, stride)
    return numpy().minimum(starts + kernel, size) - numpy().maximum(starts, 0)


def _averages(sums: Value, counts: Any) -> Value:
    """Return sums divided by counts as the specification does it: times a reciprocal, with a shift."""
    scales = [reciprocal(int(count)) for count in counts.reshape(-1)]
    multiplier, shift = (_for_windows([scale[part] for scale in scales], counts.shape, sums) for part in (0, 1))
    half = _for_windows([1 << scale[1] - 1 for scale in scales], counts.shape, sums)
    return graph.shift_right(graph.add(graph.mul(graph.cast(sums, i64), multiplier), half), shift)


def reciprocal(count: int) -> tuple[int, int]:
    """Return the multiplier and the shift by which a sum is divided by a count."""
    bits = (count - 1).bit_length()
    return (((1 << 30) + 1) << bits) // count, 30 + bits


def _for_windows(numbers: Sequence[int], counts: tuple[int, ...], like: Value) -> Value:
    """Return a number for each window, for all pictures and channels."""
    elements = DenseElementsAttr.of(TensorType(counts, i64), list(numbers))
    sizes = graph.shape(like) if None in shape_of(like) else None
    return graph.broadcast(graph.constant(elements), [1, 2], shape_of(like), sizes=sizes)
