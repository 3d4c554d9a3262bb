"""Scores of models of `ai.onnx.ml`: what is done with sums before they are results, and the labels of the best ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ...positions import take
from ...problems import CannotImport
from ..node import Node
from ..problems import HostOnly

STRING_LABELS = "classlabels_strings"
INT_LABELS = ("classlabels_ints", "classlabels_int64s")
SMALLEST_SCORE = 1e-7
"""Scores below this are zero to `SOFTMAX_ZERO`, as in ONNX Runtime."""


def class_labels(node: Node) -> list[int]:
    """Return the labels of a classifier, which must be integers."""
    if node.strings(STRING_LABELS):
        raise HostOnly("the labels are strings")
    given = [node.ints(name) for name in INT_LABELS if node.has(name)]
    return given[0] if given else []


def best_labels(node: Node, scores: Value, labels: Sequence[int]) -> Value:
    """Return the label of the largest score of each row."""
    count = shape_of(scores)[1]
    if len(labels) != count:
        raise CannotImport(f"there must be a label for each of the {count} classes, but got {len(labels)}")
    return take(node, node.ints_value(labels), node.arg("max", scores, 1), 0)


def binary_labels(node: Node, is_second: Value, labels: Sequence[int]) -> Value:
    """Return the second of two labels for the rows where a condition holds, and the first for others."""
    if len(labels) != 2:
        raise CannotImport(f"weights of one class stand for two, but there are {len(labels)} labels")
    rows = shape_of(is_second)
    first, second = (node.spread(node.ints_value([label]), rows, is_second) for label in labels)
    return graph.select(is_second, second, first)


def two_scores(node: Node, second: Value, *, shares: bool) -> Value:
    """Return the scores of two classes from that of the second, as ONNX Runtime does.

    Shares are numbers whose sum with that of the first class is 1.
    """
    kind = node.string("post_transform", "NONE")
    if kind == "PROBIT":
        raise CannotImport("'post_transform' cannot be PROBIT if weights of one class stand for two")
    if kind == "LOGISTIC":
        return graph.sigmoid(node.concat([graph.neg(second), second], 1))
    return node.concat([graph.sub(1.0, second) if shares else graph.neg(second), second], 1)


def post_transformed(node: Node, scores: Value, number: int | None = None) -> Value:
    """Return scores, a row of them for each sample, after the function that `post_transform` or a number names."""
    names = [*_TRANSFORMS]
    kind = node.string("post_transform", "NONE") if number is None else str(number)
    if number is not None and 0 <= number < len(names):
        kind = names[number]
    if kind not in _TRANSFORMS:
        raise CannotImport(f"'post_transform' must be one of {', '.join(names)}, but got '{kind}'")
    return _TRANSFORMS[kind](node, scores)


def _softmax_zero(node: Node, scores: Value) -> Value:
    """Return a softmax of the scores that are not zero; those stay zero."""
    largest = node.spread(node.reduce("max", scores, [1], keep=True), shape_of(scores), scores)
    is_zero = graph.compare("le", graph.abs(scores), SMALLEST_SCORE)
    powers = graph.select(is_zero, node.full(0, scores), graph.exp(graph.sub(scores, largest)))
    sums = node.reduce("sum", powers, [1], keep=True)
    sums = graph.select(graph.compare("eq", sums, 0.0), node.full(1, sums), sums)
    return graph.div(powers, node.spread(sums, shape_of(scores), scores))


def _probit(_node: Node, scores: Value) -> Value:
    """Return quantiles of the normal distribution, by Winitzki's approximation of the inverse of erf."""
    x = graph.sub(graph.mul(scores, 2.0), 1.0)
    log = graph.log(graph.sub(1.0, graph.mul(x, x)))
    v = graph.add(graph.mul(log, 0.5), 2 / (pi * 0.147))
    root = graph.sqrt(graph.sub(graph.sqrt(graph.sub(graph.mul(v, v), graph.mul(log, 1 / 0.147))), v))
    signed = graph.select(graph.compare("lt", x, 0.0), graph.neg(root), root)
    return graph.mul(signed, 2**0.5)


_TRANSFORMS: dict[str, Callable[[Node, Value], Value]] = {
    "NONE": lambda _node, scores: scores,
    "SOFTMAX": lambda _node, scores: graph.softmax(scores, [1]),
    "LOGISTIC": lambda _node, scores: graph.sigmoid(scores),
    "SOFTMAX_ZERO": _softmax_zero,
    "PROBIT": _probit,
}
