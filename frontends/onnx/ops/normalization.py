"""Normalizations and softmax."""

from __future__ import annotations

from dlc.ir.sizes import product

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_attributes import i64_array, int_attr
from ....ir.builtin_types import f32, i32
from ...emitter import number
from ...positions import checked, take
from ..element_types import element_type
from ..node import Node
from ..registry import MICROSOFT, imports


@imports("BatchNormalization")
def import_batch_norm(node: Node) -> list[Value]:
    """Batch normalization with given statistics; in training, with those of the batch, and running ones updated.

    A vector has one channel.
    """
    x = node[0] if node.rank() > 1 else node.expand(node[0], [1])
    if node.int("training_mode", 0) or (node.opset < 7 and not node.int("is_test", 0) and node.wants(1)):
        result, *running = _batch_norm_in_training(node, x)
    else:
        result, *running = [_batch_norm(node, x)]
    return [result if node.rank() > 1 else node.pick(result, 1, 0), *running]


def _batch_norm(node: Node, x: Value) -> Value:
    element = element_of(x)
    parameters: list[Value] = []
    for place in (1, 2, 3, 4):
        x, parameter = node.agreeing(x, node.cast(node[place], element), [(1, 0)])
        parameters.append(parameter)
    scale, offset, mean, variance = parameters
    return graph.batch_norm(x, scale, offset, mean, variance, 1, node.float("epsilon"))


def _batch_norm_in_training(node: Node, x: Value) -> list[Value]:
    dims = [dim for dim in range(len(shape_of(x))) if dim != 1]
    mean = node.reduce("mean", x, dims)
    distance = node.add(graph.SubOp(x, node.broadcast(mean, [1], shape_of(x))))
    variance = node.reduce("mean", node.add(graph.MulOp(distance, distance)), dims)
    epsilon = number(node.float("epsilon"))
    result = node.add(graph.BatchNormOp(x, node[1], node[2], mean, variance, int_attr(1), epsilon))
    momentum = node.float("momentum")
    running = [_mixed(node, old, new, momentum) for old, new in ((node[3], mean), (node[4], variance))]
    return [result, *running]


def _mixed(node: Node, old: Value, new: Value, momentum: float) -> Value:
    kept = node.add(graph.MulOp(old, node.full(momentum, old)))
    new = node.cast(new, element_of(old))
    return node.add(graph.AddOp(kept, node.add(graph.MulOp(new, node.full(1 - momentum, new)))))


@imports("InstanceNormalization")
def import_instance_norm(node: Node) -> Value:
    """Normalization of each channel of each image."""
    dims = i64_array(range(2, node.rank()))
    epsilon = number(node.float("epsilon"))
    return node.add(graph.InstanceNormOp(node[0], int_attr(1), dims, epsilon, scale=node[1], offset=node[2]))


@imports("LayerNormalization")
def import_layer_norm(node: Node) -> list[Value | None]:
    """Normalization along the last dimensions, and its mean and reciprocal deviation."""
    x, axis = node[0], node.axis()
    dims = list(range(axis, node.rank()))
    compute = _compute_type(node)
    wide = node.cast(x, compute)
    scale, offset = node[1], node.get(2)
    epsilon = number(node.float("epsilon"))
    statistics: list[Value | None] = []
    if node.output_count > 1:
        statistics = [*_statistics(node, wide, dims, node.float("epsilon"))]
    plain = node.add(graph.LayerNormOp(wide, i64_array(dims), epsilon))
    plain = node.cast(plain, element_of(x))
    result = node.add(graph.MulOp(plain, node.spread(scale, shape_of(x), x)))
    if offset is not None:
        result = node.add(graph.AddOp(result, node.spread(offset, shape_of(x), x)))
    return [result, *statistics]


def _compute_type(node: Node) -> Type:
    """Return the type in which a normalization is computed; 0, which writers give for none, is the input's."""
    stash = node.int("stash_type")
    return element_type(stash) if stash else node.element()


def _statistics(node: Node, x: Value, dims: list[int], epsilon: float) -> tuple[Value, Value]:
    """Return the mean and the reciprocal deviation along some dimensions."""
    mean = node.reduce("mean", x, dims, keep=True)
    distance = node.add(graph.SubOp(x, node.spread(mean, shape_of(x), x)))
    variance = node.reduce("mean", node.add(graph.MulOp(distance, distance)), dims, keep=True)
    deviation = node.add(graph.AddOp(variance, node.full(epsilon, variance)))
    return mean, node.add(graph.RsqrtOp(deviation))


@imports("RMSNormalization")
def import_rms_norm(node: Node) -> Value:
    """Normalization by the root of the mean square along the last dimensions."""
    x, axis = node[0], node.axis()
    dims = i64_array(range(axis, node.rank()))
    compute = _compute_type(node)
    plain = node.add(graph.RmsNormOp(node.cast(x, compute), dims, number(node.float("epsilon"))))
    scale = node[1]
    plain = node.cast(plain, element_of(scale))
    return node.add(graph.MulOp(plain, node.spread(scale, shape_of(plain), plain)))


@imports("SimplifiedLayerNormalization")
@imports("SimplifiedLayerNormalization", domain=MICROSOFT)
def import_simplified_layer_norm(node: Node) -> Value:
    """The name of RMS normalization in exported transformers."""
    x = node[0]
    axis = node.dim_of(node.int("axis", -1), node.rank())
    dims = i64_array(range(axis, node.rank()))
    plain = node.add(graph.RmsNormOp(x, dims, number(node.float("epsilon", 1e-5))))
    return node.add(graph.MulOp(plain, node.spread(node[1], shape_of(x), x)))


@imports("SkipLayerNormalization", "SkipSimplifiedLayerNormalization", domain=MICROSOFT)
def import_skip_layer_norm(node: Node) -> list[Value | None]:
    """The normalization of a sum of two inputs, the mean and the reciprocal deviation, and that sum."""
    is_plain = node.op == "SkipSimplifiedLayerNormalization"
    offset, bias = (None, node.get(3)) if is_plain else (node.get(3), node.get(4))
    total = node.add(graph.AddOp(*node.together([node[0], node[1]])))
    if bias is not None:
        total = node.add(graph.AddOp(*node.together([total, bias])))
    last, epsilon = node.rank() - 1, node.float("epsilon", 1e-5 if is_plain else 1e-12)
    dims = i64_array([last])
    mean = deviation = None
    if not is_plain and (node.wants(1) or node.wants(2)):
        mean, deviation = _statistics(node, node.cast(total, f32), [last], epsilon)
    if is_plain:
        result = node.add(graph.RmsNormOp(total, dims, number(epsilon), scale=node[2]))
    else:
        result = node.add(graph.LayerNormOp(total, dims, number(epsilon), scale=node[2], offset=offset))
    return [result, mean, deviation, total]


@imports("GroupNormalization", since=21)
def import_group_norm(node: Node) -> Value:
    """Normalization of groups of channels, with a scale and an offset for each channel."""
    dims = i64_array(range(2, node.rank()))
    groups, epsilon = int_attr(node.int("num_groups")), number(node.float("epsilon"))
    return node.add(graph.GroupNormOp(node[0], int_attr(1), dims, groups, epsilon, scale=node[1], offset=node[2]))


@imports("LRN")
def import_local_response_norm(node: Node) -> Value:
    """Elements divided by a power of the sum of squares of neighbouring channels."""
    parameters = [number(node.float(name)) for name in ("alpha", "beta", "bias")]
    return node.add(graph.LocalResponseNormOp(node[0], int_attr(1), int_attr(node.int("size")), *parameters))


@imports("LpNormalization")
def import_lp_normalization(node: Node) -> Value:
    """Elements divided by a norm along a dimension; 0 where the norm is 0."""
    x, power = node[0], node.int("p")
    dims = [node.axis()]
    magnitudes = node.add(graph.AbsOp(x))
    if power == 1:
        norm = node.reduce("sum", magnitudes, dims, keep=True)
    else:
        norm = node.add(graph.SqrtOp(node.reduce("sum", node.add(graph.MulOp(x, x)), dims, keep=True)))
    norm = node.spread(norm, shape_of(x), x)
    zero = node.full(0, norm)
    quotient = node.add(graph.DivOp(x, norm))
    return node.add(graph.SelectOp(node.compare("eq", norm, zero), zero, quotient))


@imports("MeanVarianceNormalization")
def import_mean_variance_norm(node: Node) -> Value:
    """Normalization along some dimensions, by default all but the channels."""
    axes = node.optional_ints("axes") or [0, 2, 3]
    x, dims = node[0], node.dims_of(axes, node.rank())
    mean = node.reduce("mean", x, dims, keep=True)
    distance = node.add(graph.SubOp(x, node.spread(mean, shape_of(x), x)))
    variance = node.reduce("mean", node.add(graph.MulOp(distance, distance)), dims, keep=True)
    deviation = node.add(graph.AddOp(node.add(graph.SqrtOp(variance)), node.full(1e-9, variance)))
    return node.add(graph.DivOp(distance, node.spread(deviation, shape_of(x), x)))


@imports("EmbedLayerNormalization", domain=MICROSOFT)
def import_embed_layer_norm(node: Node) -> list[Value | None]:
    """The normalized sum of embeddings of word_numbers, positions and segments."""
    word_numbers, segments = node[0], node.get(1)
    batch, steps = shape_of(word_numbers)
    positions = node.get(8)
    positions = node.iota([steps], 0) if positions is None else positions
    positions = node.spread(positions, [batch, steps], word_numbers)
    total = graph.add(_rows(node, 2, word_numbers), _rows(node, 3, positions))
    if segments is not None and node.get(4) is not None:
        total = graph.add(total, _rows(node, 4, segments))
    epsilon = number(node.float("epsilon", 1e-12))
    result = node.add(graph.LayerNormOp(total, i64_array([2]), epsilon, scale=node[5], offset=node[6]))
    mask = node.get(7)
    counts = node.reduce("sum", node.cast(mask, i32), [1]) if mask is not None else node.zeros((batch,), i32)
    return [result, counts, total]


def _rows(node: Node, number: int, places: Value) -> Value:
    """Return rows of an input."""
    return take(node, node[number], checked(node, places, node[number], 0, node.subject), 0)


@imports("Softmax", "LogSoftmax")
def import_old_softmax(node: Node) -> Value:
    """Softmax as before opset 13: over all dimensions from an axis on."""
    axis = node.dim_of(node.int("axis"), node.rank())
    return _softmax(node, list(range(axis, node.rank())))


@imports("Softmax", "LogSoftmax", since=13)
def import_softmax(node: Node) -> Value:
    """Softmax along one dimension."""
    return _softmax(node, [node.axis()])


def _softmax(node: Node, dims: list[int]) -> Value:
    kind = graph.SoftmaxOp if node.op == "Softmax" else graph.LogSoftmaxOp
    return node.add(kind(node[0], i64_array(dims)))


@imports("Hardmax")
def import_old_hardmax(node: Node) -> Value:
    """1 for the first of the largest elements from an axis on, as before opset 13."""
    axis = node.dim_of(node.int("axis"), node.rank())
    shape = node.shape()
    flat = node.reshape(node[0], [product(shape[:axis]), product(shape[axis:])])
    return node.reshape(_hardmax(node, flat, 1), shape)


@imports("Hardmax", since=13)
def import_hardmax(node: Node) -> Value:
    """1 for the first of the largest elements along a dimension, 0 for all others."""
    return _hardmax(node, node[0], node.axis())


def _hardmax(node: Node, x: Value, dim: int) -> Value:
    places = node.arg("max", x, dim, keep=True)
    positions = node.iota(shape_of(x), dim)
    hits = node.compare("eq", positions, node.spread(places, shape_of(x), positions))
    return node.cast(hits, element_of(x))
