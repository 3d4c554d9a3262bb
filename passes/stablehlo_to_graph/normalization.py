"""Batch normalization and its gradients."""

from __future__ import annotations

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from ..graph.translated_values import filled, static_shape
from .translation import Translated, Translation, translates


@translates(stablehlo.BatchNormInferenceOp)
def translate_inference(op: stablehlo.BatchNormInferenceOp, t: Translation) -> Translated:
    """A normalization by given statistics."""
    source, scale, offset, mean, variance = t.all([op.source, op.scale, op.offset, op.mean, op.variance])
    return graph.batch_norm(source, scale, offset, mean, variance, op.feature_index.value, op.epsilon.value)


@translates(stablehlo.BatchNormTrainingOp)
def translate_training(op: stablehlo.BatchNormTrainingOp, t: Translation) -> Translated:
    """A normalization by the statistics of the batch."""
    source, scale, offset = t.all([op.source, op.scale, op.offset])
    feature = op.feature_index.value
    others = [dim for dim in range(len(shape_of(source))) if dim != feature]
    mean = graph.reduce("mean", source, others)
    centered = graph.sub(source, _along(mean, feature, source))
    variance = graph.reduce("mean", graph.mul(centered, centered), others)
    normal = graph.batch_norm(source, scale, offset, mean, variance, feature, op.epsilon.value)
    return [normal, mean, variance]


@translates(stablehlo.BatchNormGradOp)
def translate_gradient(op: stablehlo.BatchNormGradOp, t: Translation) -> Translated:
    """The gradients of a normalization by the statistics of the batch."""
    source, scale, mean, variance, gradient = t.all([op.source, op.scale, op.mean, op.variance, op.grad_output])
    feature = op.feature_index.value
    shape = static_shape(source)
    others = [dim for dim in range(len(shape)) if dim != feature]
    count = 1
    for dim in others:
        count *= shape[dim]
    root = graph.rsqrt(graph.add(variance, filled(op.epsilon.value, variance)))
    normal = graph.mul(graph.sub(source, _along(mean, feature, source)), _along(root, feature, source))
    of_offset = graph.reduce("sum", gradient, others)
    of_scale = graph.reduce("sum", graph.mul(gradient, normal), others)
    centered = graph.sub(graph.mul(gradient, filled(count, gradient)), _along(of_offset, feature, source))
    centered = graph.sub(centered, graph.mul(normal, _along(of_scale, feature, source)))
    factor = graph.div(graph.mul(scale, root), filled(count, scale))
    return [graph.mul(centered, _along(factor, feature, source)), of_scale, of_offset]


def _along(vector: Value, dim: int, like: Value) -> Value:
    """Return a value of each feature repeated to all elements."""
    return graph.broadcast(vector, [dim], shape_of(like))
