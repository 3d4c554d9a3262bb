"""Ops of `ai.onnx.ml` that scale features, fill them in, encode them, and weigh them with one matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dlc.ir.sizes import product

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import f32, i64
from ...emitter import NdArray
from ...problems import CannotImport
from ..node import Node
from ..problems import HostOnly
from ..registry import AI_ONNX_ML, imports
from .scores import best_labels, binary_labels, class_labels, post_transformed, two_scores


@imports("Scaler", domain=AI_ONNX_ML)
def import_scaler(node: Node) -> Value:
    """Features moved by an offset and multiplied by a scale."""
    x = node.cast(node[0], f32)
    offset, scale = (_for_features(node, x, name) for name in ("offset", "scale"))
    moved = x if offset is None else graph.sub(x, offset)
    return moved if scale is None else graph.mul(moved, scale)


def _for_features(node: Node, x: Value, name: str) -> Value | None:
    """Return an attribute that has a number for each feature, or one for all, spread over all rows."""
    numbers, shape = node.floats(name), shape_of(x)
    if numbers is None:
        return None
    if not shape or len(numbers) not in (1, shape[-1]):
        features = shape[-1] if shape else 0
        raise CannotImport(f"'{name}' must have one element or {features}, one a feature, but got {len(numbers)}")
    return node.spread(node.constant(numbers, element_of(x)), shape, x)


@imports("Normalizer", domain=AI_ONNX_ML)
def import_normalizer(node: Node) -> Value:
    """Rows divided by their norm; those whose norm is 0 stay."""
    x = node.cast(node[0], f32)
    dim = [node.rank() - 1]
    kind = node.string("norm")
    if kind == "L1":
        norm = node.reduce("sum", graph.abs(x), dim, keep=True)
    elif kind == "L2":
        norm = graph.sqrt(node.reduce("sum", graph.mul(x, x), dim, keep=True))
    elif kind == "MAX":
        norm = node.reduce("max", x, dim, keep=True)
    else:
        raise CannotImport(f"'norm' must be MAX, L1 or L2, but got '{kind}'")
    divisor = graph.select(graph.compare("eq", norm, 0.0), node.full(1, norm), norm)
    return graph.div(x, node.spread(divisor, shape_of(x), x))


@imports("Imputer", domain=AI_ONNX_ML)
def import_imputer(node: Node) -> Value:
    """Features, with others in the place of those that are missing."""
    x = node[0]
    integers = node.has("imputed_value_int64s")
    if integers:
        numbers: Sequence[float] = node.ints("imputed_value_int64s")
        missing: float = node.int("replaced_value_int64")
    else:
        numbers, missing = node.floats("imputed_value_floats") or [], node.float("replaced_value_float")
    features = node.shape()[-1] if node.rank() else 0
    if len(numbers) not in (1, features):
        raise CannotImport(f"there must be one imputed value or {features}, one a feature, but got {len(numbers)}")
    is_missing = node.compare("ne", x, x) if np.isnan(missing) else node.compare("eq", x, node.full(missing, x))
    return graph.select(is_missing, node.spread(node.constant(numbers, element_of(x)), node.shape(), x), x)


@imports("OneHotEncoder", domain=AI_ONNX_ML)
def import_one_hot_encoder(node: Node) -> Value:
    """1 at the place of the category of each element, 0 elsewhere."""
    if not node.has("cats_int64s") or not node.int("zeros"):
        raise HostOnly("categories are strings, or each element must have one")
    categories = node.ints("cats_int64s")
    x = node.expand(node.cast(node[0], i64), [node.rank()])
    columns = node.ints_value(categories)
    elements, columns = node.together([x, columns])
    return node.cast(node.compare("eq", elements, columns), f32)


@imports("FeatureVectorizer", domain=AI_ONNX_ML)
def import_feature_vectorizer(node: Node) -> Value:
    """The features of all inputs in one row for each sample."""
    lengths = node.ints("inputdimensions") if node.has("inputdimensions") else []
    if len(lengths) != len(node.inputs):
        raise CannotImport(f"'inputdimensions' must have {len(node.inputs)} elements, but got {len(lengths)}")
    parts = [_of_length(node, number, length) for number, length in enumerate(lengths)]
    return node.concat(parts, 1)


def _of_length(node: Node, number: int, length: int) -> Value:
    """Return an input as a matrix of that many columns: as in ONNX Runtime, more are cut off, and zeros fill it up."""
    x = node.cast(node[number], f32)
    if node.rank(number) < 2:
        x = node.expand(x, list(range(2 - node.rank(number))))
    rows, *rest = shape_of(x)
    width = product(rest)
    if not isinstance(width, int):
        raise node.needed(number, "the number of features")
    matrix = node.reshape(x, [rows, width])
    if width < length:
        return node.concat([matrix, node.zeros((rows, length - width), f32)], 1)
    return node.slice(matrix, 1, 0, length) if width > length else matrix


@imports("LinearRegressor", domain=AI_ONNX_ML)
def import_linear_regressor(node: Node) -> Value:
    """Sums of features times coefficients for each target."""
    return post_transformed(node, _products(node, node.int("targets")))


@imports("LinearClassifier", domain=AI_ONNX_ML)
def import_linear_classifier(node: Node) -> Sequence[Value]:
    """The label of the best class and the scores of all; one row of coefficients stands for two classes."""
    labels = class_labels(node)
    features = _matrix(node)[1]
    coefficients = len(node.floats("coefficients") or [])
    if not isinstance(features, int) or not features or coefficients % features:
        raise CannotImport(f"'coefficients' must have {features} elements for each class, but has {coefficients}")
    scores = _products(node, coefficients // features)
    if coefficients != features or len(labels) == 1:
        return [best_labels(node, scores, labels), post_transformed(node, scores)]
    is_second = graph.compare("gt", node.pick(scores, 1, 0), 0.0)
    return [binary_labels(node, is_second, labels or [0, 1]), two_scores(node, scores, shares=True)]


def _matrix(node: Node) -> Sequence[int | object | None]:
    """Return the shape of the input, which must be a matrix."""
    if node.rank() != 2:
        raise CannotImport(f"the input must have two dimensions, but got {node.rank()}")
    return node.shape()


def _products(node: Node, targets: int) -> Value:
    """Return the sums of features times coefficients, and intercepts, for each target."""
    _, features = _matrix(node)
    x = node.cast(node[0], f32)
    coefficients: NdArray = np.asarray(node.floats("coefficients") or [], np.float32)
    if targets < 1 or coefficients.size != targets * (features if isinstance(features, int) else -1):
        raise CannotImport(f"'coefficients' must have {targets} x {features} elements, but has {coefficients.size}")
    weights = node.constant(coefficients.reshape(targets, -1).T, f32)
    sums = node.contract(x, weights, ((), ()), ([1], [0]))
    intercepts = node.floats("intercepts")
    if not intercepts:
        return sums
    if len(intercepts) != targets:
        raise CannotImport(f"'intercepts' must have {targets} elements, but has {len(intercepts)}")
    return graph.add(sums, node.spread(node.constant(intercepts, f32), shape_of(sums), sums))
