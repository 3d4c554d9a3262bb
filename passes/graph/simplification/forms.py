"""Functions that models write out, and that have ops of their own: softmax, gelu, layer normalization …

What is recognized means the same, computed more exactly: the op rounds once. Differences beyond roundings are where the
written form overflows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.builtin_attributes import DenseArrayAttr, float_attr, i64_array
from dlc.ir.builtin_types import FloatType
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern
from dlc.ir.sizes import Shape

from ..matching import is_float, number_in
from ..placement import Placed
from .arithmetic import both_ways
from .products import Product


def is_about(number: float | None, wanted: float, like: Value) -> bool:
    """Return whether a number is another one, as far as the type of a value can tell."""
    element = element_of(like)
    if number is None or not isinstance(element, FloatType):
        return False
    return abs(number - wanted) <= 4 * abs(wanted) * 2.0 ** -min(element.format.precision, 20)


def _one_plus(value: Value) -> Value | None:
    """Return the value to which 1 is added, or `None`."""
    added = value.defined_by(graph.AddOp)
    for other, number in both_ways(added) if added is not None else ():
        if number_in(number) == 1.0:
            return other
    return None


# -- Activations -------------------------------------------------------------------------------------------------------


@pattern(graph.DivOp, graph.ReciprocalOp, exactness="rounding")
def recognize_sigmoid(op: graph.DivOp | graph.FloatFunctionOp, rw: Rewriter) -> Match:
    """1 / (1 + exp(-x)) -> sigmoid(x).  Terminates: removes a division."""
    if isinstance(op, graph.DivOp) and number_in(op.lhs) != 1.0:
        return rw.no_match("not one divided by something")
    other = _one_plus(op.operands[-1])
    power = other.defined_by(graph.ExpOp) if other is not None else None
    negative = power.operand.defined_by(graph.NegOp) if power is not None else None
    if negative is None or not is_float(op.result):
        return rw.no_match("not of 1 + exp(-x)")
    return rw.replace(op, graph.SigmoidOp(negative.operand))


@pattern(graph.MulOp, exactness="rounding")
def recognize_silu(op: graph.MulOp, rw: Rewriter) -> Match:
    """x * sigmoid(x) -> silu(x).  Terminates: removes a product."""
    for value, other in both_ways(op):
        inner = other.defined_by(graph.SigmoidOp)
        if inner is not None and inner.operand is value:
            return rw.replace(op, graph.SiluOp(value))
    return rw.no_match("not of x and sigmoid(x)")


@pattern(graph.MulOp, exactness="rounding")
def recognize_mish(op: graph.MulOp, rw: Rewriter) -> Match:
    """x * tanh(softplus(x)) -> mish(x).  Terminates: removes a product."""
    for value, other in both_ways(op):
        inner = other.defined_by(graph.TanhOp)
        soft = inner.operand.defined_by(graph.SoftplusOp) if inner is not None else None
        if soft is not None and soft.operand is value:
            return rw.replace(op, graph.MishOp(value))
    return rw.no_match("not of x and tanh(softplus(x))")


@pattern(graph.MulOp, exactness="finite")
def recognize_gelu(op: graph.MulOp, rw: Rewriter) -> Match:
    """x * 1/2 * (1 + erf(x / sqrt(2))) -> gelu <exact>; x * 1/2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) ->
    gelu <tanh>.  Terminates: removes a product."""
    product = Product(op.result) if is_float(op.result) else None
    if product is None or product.number != 0.5 or len(product.values) != 2:
        return rw.no_match("not half a product of two")
    a, b = product.values
    for value, other in ((a, b), (b, a)):
        inner = _one_plus(other)
        if inner is None:
            continue
        if _is_erf_of_gelu(inner, value):
            return rw.replace(op, graph.GeluOp(graph.GeluFormAttr("exact"), value))
        if _is_tanh_of_gelu(inner, value):
            return rw.replace(op, graph.GeluOp(graph.GeluFormAttr("tanh"), value))
    return rw.no_match("not of x and 1 + erf(x / sqrt(2)), or the like")


def _is_erf_of_gelu(value: Value, x: Value) -> bool:
    erf = value.defined_by(graph.ErfOp)
    scaled = Product(erf.operand) if erf is not None else None
    return scaled is not None and scaled.values == [x] and is_about(scaled.number, math.sqrt(0.5), x)


def _is_tanh_of_gelu(value: Value, x: Value) -> bool:
    tanh = value.defined_by(graph.TanhOp)
    scaled = Product(tanh.operand) if tanh is not None else None
    if scaled is None or len(scaled.values) != 1 or not is_about(scaled.number, math.sqrt(2 / math.pi), x):
        return False
    added = scaled.values[0].defined_by(graph.AddOp)
    return added is not None and any(first is x and _is_cube(Product(second), x) for first, second in both_ways(added))


def _is_cube(product: Product, x: Value) -> bool:
    """Return whether it is 0.044715 * x^3."""
    if not is_about(product.number, 0.044715, x):
        return False
    if len(product.values) == 1:
        power = product.values[0].defined_by(graph.PowOp)
        return power is not None and power.lhs is x and number_in(power.rhs) == 3.0
    squares = [each.defined_by(graph.PowOp) for each in product.values if each is not x]
    if len(product.values) == 2 and len(squares) == 1 and squares[0] is not None:
        return squares[0].lhs is x and number_in(squares[0].rhs) == 2.0
    return product.values == [x, x, x]


# -- Reductions and what they are broadcast to -------------------------------------------------------------------------


def _reduced(value: Value, kind: str) -> tuple[Value, DenseArrayAttr] | None:
    """Return the reduced value and the dimensions of a reduction that is repeated along them again."""
    reduction = Placed.of(value).reduction(kind, shape_of(value))
    return (reduction.source, reduction.dims) if reduction is not None else None


def _minus_its(value: Value, kind: str) -> tuple[Value, DenseArrayAttr] | None:
    """x and dims of x - broadcast(reduce(x, dims))."""
    difference = value.defined_by(graph.SubOp)
    reduced = _reduced(difference.rhs, kind) if difference is not None else None
    if difference is None or reduced is None or reduced[0] is not difference.lhs:
        return None
    return reduced


@pattern(graph.DivOp, exactness="finite")
def recognize_softmax(op: graph.DivOp, rw: Rewriter) -> Match:
    """exp(x - max(x)) / sum(exp(x - max(x))) -> softmax(x), also without the maximum.
    Terminates: removes a division.
    """
    total = _reduced(op.rhs, "sum")
    power = op.lhs.defined_by(graph.ExpOp)
    if total is None or power is None or total[0] is not op.lhs:
        return rw.no_match("not an exponential divided by its sum")
    shifted = _minus_its(power.operand, "max")
    source = shifted[0] if shifted is not None and _same_dims(shifted[1], total[1]) else power.operand
    return rw.replace(op, graph.SoftmaxOp(source, total[1]))


def _same_dims(a: DenseArrayAttr, b: DenseArrayAttr) -> bool:
    return {*a.elements} == {*b.elements}


@pattern(graph.LogOp, exactness="finite")
def recognize_log_softmax(op: graph.FloatFunctionOp, rw: Rewriter) -> Match:
    """log(softmax(x)) -> log_softmax(x).  Terminates: removes a logarithm."""
    inner = op.operand.defined_by(graph.SoftmaxOp)
    if inner is None:
        return rw.no_match("not of a softmax")
    return rw.replace(op, graph.LogSoftmaxOp(inner.source, inner.dims))


@pattern(graph.SubOp, exactness="finite")
def recognize_written_log_softmax(op: graph.SubOp, rw: Rewriter) -> Match:
    """(x - max(x)) - log(sum(exp(x - max(x)))) -> log_softmax(x).  Terminates: removes a difference."""
    shifted = _minus_its(op.lhs, "max")
    logarithm = Placed.of(op.rhs).before(graph.LogOp)
    if shifted is None or logarithm is None:
        return rw.no_match("not a logarithm taken from what was shifted by its maximum")
    total = logarithm.reduction("sum", shape_of(op.lhs))
    power = total.source.defined_by(graph.ExpOp) if total is not None else None
    if total is None or power is None or power.operand is not op.lhs or not _same_dims(total.dims, shifted[1]):
        return rw.no_match("the logarithm is of something else")
    return rw.replace(op, graph.LogSoftmaxOp(shifted[0], total.dims))


# -- Normalizations ----------------------------------------------------------------------------------------------------


class _MeanSquare(NamedTuple):
    """mean(x * x, dims) + epsilon"""

    source: Value
    dims: Sequence[int]
    epsilon: float


def _root_of_mean_square(value: Value) -> _MeanSquare | None:
    """Return what broadcast(sqrt(mean(x * x) + epsilon)) is made from, with the parts in any order."""
    root = Placed.of(value).before(graph.SqrtOp)
    return _mean_square(root, shape_of(value)) if root is not None else None


def _inverse_root_of_mean_square(value: Value) -> _MeanSquare | None:
    """Return the same for rsqrt, or the reciprocal of a root."""
    placed = Placed.of(value)
    inverse = placed.before(graph.ReciprocalOp)
    root = inverse.before(graph.SqrtOp) if inverse is not None else placed.before(graph.RsqrtOp)
    return _mean_square(root, shape_of(value)) if root is not None else None


def _mean_square(placed: Placed, shape: Shape) -> _MeanSquare | None:
    added = placed.value.defined_by(graph.AddOp)
    for variance, number in both_ways(added) if added is not None else ():
        epsilon = number_in(number)
        mean = placed.made_from(variance).reduction("mean", shape)
        source = _square_of(mean.source) if mean is not None else None
        if mean is not None and source is not None and epsilon is not None and 0 <= epsilon < math.inf:
            return _MeanSquare(source, mean.dims.elements, epsilon)
    return None


def _square_of(value: Value) -> Value | None:
    """Return the value that is squared, or `None`."""
    maker = value.defining_op
    if isinstance(maker, graph.MulOp) and maker.lhs is maker.rhs:
        return maker.lhs
    is_square = isinstance(maker, graph.PowOp) and number_in(maker.rhs) == 2.0
    return maker.operands[0] if maker is not None and is_square else None


@pattern(graph.DivOp, graph.MulOp, exactness="finite")
def recognize_normalization(op: graph.DivOp | graph.MulOp, rw: Rewriter) -> Match:
    """d / sqrt(mean(d * d) + epsilon) -> layer_norm(x) for d = x - mean(x), and rms_norm(d) for other d; also by a
    product with rsqrt.  Terminates: removes a division or product of this form."""
    pairs = [(op.lhs, op.rhs)] if isinstance(op, graph.DivOp) else both_ways(op)
    find = _root_of_mean_square if isinstance(op, graph.DivOp) else _inverse_root_of_mean_square
    for value, root in pairs:
        match = find(root)
        if match is None or match.source is not value:
            continue
        _, dims, epsilon = match
        centred = _minus_its(value, "mean")
        if centred is not None and {*centred[1].elements} == {*dims}:
            normalization = graph.LayerNormOp(centred[0], i64_array(sorted(dims)), float_attr(epsilon))
        else:
            normalization = graph.RmsNormOp(value, i64_array(sorted(dims)), float_attr(epsilon))
        return rw.replace(op, normalization)
    return rw.no_match("not divided by the root of the mean of its squares")


def _along(value: Value, op: graph.LayerNormOp | graph.RmsNormOp) -> Value | None:
    """Return the value that is broadcast to one that only changes along the dimensions of a normalization."""
    repeated = value.defined_by(graph.BroadcastOp)
    if repeated is None or repeated.sizes is not None or list(repeated.dims) != sorted(op.dims.elements):
        return None
    wanted = tuple(shape_of(op.source)[dim] for dim in op.dims)
    fits = list(op.dims) == sorted(op.dims.elements) and shape_of(repeated.source) == wanted
    return repeated.source if fits and element_of(value) is element_of(op.source) else None


@pattern(graph.MulOp, exactness="rounding")
def normalize_with_scale(op: graph.MulOp, rw: Rewriter) -> Match:
    """layer_norm(x) * s -> layer_norm(x, scale s); rms_norm(x) * s -> rms_norm(x, scale s).
    Terminates: removes a product.
    """
    for value, other in both_ways(op):
        inner = value.defining_op
        if not isinstance(inner, (graph.LayerNormOp, graph.RmsNormOp)) or inner.scale is not None:
            continue
        scale = _along(other, inner)
        if scale is None or not value.has_one_use or (isinstance(inner, graph.LayerNormOp) and inner.offset):
            continue
        return rw.replace(op, type(inner)(inner.source, inner.dims, inner.epsilon, scale=scale))
    return rw.no_match("not of a normalization without a scale")


@pattern(graph.AddOp, exactness="rounding")
def normalize_with_offset(op: graph.AddOp, rw: Rewriter) -> Match:
    """layer_norm(x, s) + o -> layer_norm(x, s, offset o).  Terminates: removes a sum."""
    for value, other in both_ways(op):
        inner = value.defined_by(graph.LayerNormOp)
        offset = _along(other, inner) if inner is not None else None
        if inner is not None and offset is not None and inner.offset is None and value.has_one_use:
            normalization = graph.LayerNormOp(inner.source, inner.dims, inner.epsilon, scale=inner.scale, offset=offset)
            return rw.replace(op, normalization)
    return rw.no_match("not of a layer normalization without an offset")


PATTERNS: Sequence[Pattern[Any]] = (
    recognize_sigmoid,
    recognize_silu,
    recognize_mish,
    recognize_gelu,
    recognize_softmax,
    recognize_log_softmax,
    recognize_written_log_softmax,
    recognize_normalization,
    normalize_with_scale,
    normalize_with_offset,
)
