"""Support vector machines of `ai.onnx.ml`: sums of kernels between rows and support vectors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Block, Region, Value
from ....ir.builtin_types import f32, i64
from ...emitter import Emitter, NdArray
from ...positions import take
from ...problems import CannotImport
from ..node import Node
from ..registry import AI_ONNX_ML, imports
from .control import scan
from .scores import best_labels, binary_labels, class_labels, post_transformed

MOST_WEIGHTS = 1 << 26
"""The maximum number of support vectors times pairs of classes."""
MOST_STEPS = 100
"""The maximum number of steps towards the probabilities of all classes, as in ONNX Runtime."""
SMALLEST_PROBABILITY = 1e-7
LARGEST_DIFFERENCE = 0.005
"""Gradients of classes may differ by this over the number of classes when the iteration ends."""
KERNELS = ("LINEAR", "POLY", "RBF", "SIGMOID")


@imports("SVMRegressor", domain=AI_ONNX_ML)
def import_svm_regressor(node: Node) -> Value:
    """A weighted sum of kernels, or its sign if the machine tells one class from everything else."""
    x = _rows(node)
    count = node.int("n_supports")
    values = _kernels(node, x, _support_vectors(node, count)) if count else x
    width = count or shape_of(x)[1]
    weights = node.constant(_floats(node, "coefficients", width).reshape(-1, 1), f32)
    sums = graph.add(node.contract(values, weights, ((), ()), ([1], [0])), _first_rho(node))
    if node.int("one_class"):
        return graph.select(graph.compare("gt", sums, 0.0), node.full(1, sums), node.full(-1, sums))
    return post_transformed(node, sums)


@imports("SVMClassifier", domain=AI_ONNX_ML)
def import_svm_classifier(node: Node) -> Sequence[Value]:
    """The label of each row, and scores: of classes, or without probabilities those of pairs of classes."""
    labels = class_labels(node)
    if len(labels) < 2:
        raise CannotImport(f"there must be two labels or more, but got {len(labels)}")
    counts = node.optional_ints("vectors_per_class") or []
    return _of_pairs(node, labels, counts) if sum(counts) else _of_classes(node, labels)


# -- Attributes --------------------------------------------------------------------------------------------------------


def _rows(node: Node) -> Value:
    """Return the input as a matrix of f32 with a row for each sample."""
    x = node.cast(node[0], f32)
    if node.rank() == 1:
        x = node.expand(x, [0])
    if len(shape_of(x)) != 2:
        raise CannotImport(f"the input must have one or two dimensions, but got {node.rank()}")
    return x


def _floats(node: Node, name: str, count: object) -> NdArray:
    """Return an attribute whose number of elements is given."""
    numbers: NdArray = np.asarray(node.floats(name) or [], np.float32)
    if numbers.size != count:
        raise CannotImport(f"'{name}' must have {count} elements, but has {numbers.size}")
    return numbers


def _first_rho(node: Node) -> float:
    """Return the number that is added to sums of which there is one."""
    rho = node.floats("rho")
    if not rho:
        raise CannotImport("'rho' must have one element or more, but has 0")
    return rho[0]


def _support_vectors(node: Node, count: int) -> NdArray:
    """Return the support vectors as rows of a matrix."""
    features = node.shape()[-1]
    if count < 0 or not isinstance(features, int):
        raise CannotImport(f"the numbers of support vectors and features must be known, but got {count}, {features}")
    return _floats(node, "support_vectors", count * features).reshape(count, features)


# -- Kernels -----------------------------------------------------------------------------------------------------------


def _kernels(node: Node, x: Value, vectors: NdArray) -> Value:
    """Return the kernel of each row with each support vector."""
    kind = node.string("kernel_type", "LINEAR")
    if kind not in KERNELS:
        raise CannotImport(f"'kernel_type' must be one of {', '.join(KERNELS)}, but got '{kind}'")
    has_parameters = bool(node.floats("kernel_params"))
    gamma, offset, degree = map(float, _floats(node, "kernel_params", 3)) if has_parameters else (0.0, 0.0, 0.0)
    if kind == "RBF":
        return graph.exp(graph.mul(_squared_distances(node, x, vectors), -gamma))
    products = node.contract(x, node.constant(vectors.T, f32), ((), ()), ([1], [0]))
    if kind == "LINEAR":
        return products
    moved = graph.add(graph.mul(products, gamma), offset)
    return graph.pow(moved, node.full(degree, moved)) if kind == "POLY" else graph.tanh(moved)


def _squared_distances(node: Node, x: Value, vectors: NdArray) -> Value:
    """Return the sum of squared differences of each row and each support vector."""
    rows, others = node.together([node.expand(x, [1]), node.constant(vectors[None], f32)])
    difference = graph.sub(rows, others)
    return node.reduce("sum", graph.mul(difference, difference), [2])


# -- Classes -----------------------------------------------------------------------------------------------------------


def _of_classes(node: Node, labels: Sequence[int]) -> Sequence[Value]:
    """Return labels and scores by a row of coefficients for each class."""
    x = _rows(node)
    features = shape_of(x)[1]
    if not isinstance(features, int):
        raise node.needed(0, "the number of features")
    weights = _floats(node, "coefficients", len(labels) * features).reshape(len(labels), features)
    sums = graph.add(node.contract(x, node.constant(weights.T, f32), ((), ()), ([1], [0])), _first_rho(node))
    best = best_labels(node, sums, labels)
    if len(labels) == 2 and not node.floats("prob_a"):
        largest = node.reduce("max", sums, [1])
        is_positive = (weights >= 0).all()
        is_second = graph.compare("ge", largest, 0.5) if is_positive else graph.compare("gt", largest, 0.0)
        best = graph.select(is_second, binary_labels(node, is_second, labels), best)
    return [best, post_transformed(node, sums)]


def _of_pairs(node: Node, labels: Sequence[int], counts: Sequence[int]) -> Sequence[Value]:
    """Return labels by the votes of a machine for each pair of classes, and scores."""
    if len(counts) != len(labels) or min(counts) < 0:
        raise CannotImport(f"'vectors_per_class' must have a number for each of {len(labels)} labels, but got {counts}")
    pairs = [*combinations(range(len(labels)), 2)]
    if sum(counts) * len(pairs) > MOST_WEIGHTS:
        raise CannotImport(f"{sum(counts)} support vectors are too many for {len(labels)} classes")
    kernels = _kernels(node, _rows(node), _support_vectors(node, sum(counts)))
    sums = node.contract(kernels, node.constant(_pair_weights(node, counts, pairs), f32), ((), ()), ([1], [0]))
    rho = node.constant(_floats(node, "rho", len(pairs)), f32)
    sums = graph.add(sums, node.spread(rho, shape_of(sums), sums))
    best = best_labels(node, _votes(node, sums, pairs, len(labels)), labels)
    if node.floats("prob_a"):
        return [best, post_transformed(node, _probabilities(node, sums, pairs, len(labels)))]
    return [best, _two_scores(node, sums) if len(labels) == 2 else post_transformed(node, sums)]


def _pair_weights(node: Node, counts: Sequence[int], pairs: Sequence[tuple[int, int]]) -> NdArray:
    """Return the weight of each support vector for each pair of classes: 0 if it belongs to neither.

    In a row of coefficients, a vector has its weight against one of the other classes.
    """
    coefficients = _floats(node, "coefficients", (len(counts) - 1) * sum(counts)).reshape(len(counts) - 1, -1)
    owner = np.repeat(np.arange(len(counts)), counts)
    table = np.zeros((sum(counts), len(pairs)), np.float32)
    for column, (first, second) in enumerate(pairs):
        for own, row in ((first, second - 1), (second, first)):
            table[owner == own, column] = coefficients[row, owner == own]
    return table


def _votes(node: Node, sums: Value, pairs: Sequence[tuple[int, int]], classes: int) -> Value:
    """Return how many pairs each class wins: the first of a pair does by a positive sum."""
    wins = np.zeros((len(pairs), classes), np.float32)
    for row, (first, second) in enumerate(pairs):
        wins[row, first], wins[row, second] = 1, -1
    is_first = node.cast(graph.compare("gt", sums, 0.0), f32)
    votes = node.contract(is_first, node.constant(wins, f32), ((), ()), ([1], [0]))
    losses = node.constant((wins < 0).sum(axis=0), f32)
    return graph.add(votes, node.spread(losses, shape_of(votes), votes))


def _two_scores(node: Node, sums: Value) -> Value:
    """Return the scores of two classes, of which functions other than none have no part, as in ONNX Runtime."""
    kind = node.string("post_transform", "NONE")
    if kind == "PROBIT":
        raise CannotImport("'post_transform' cannot be PROBIT if there are two classes without probabilities")
    return node.concat([graph.neg(sums) if kind == "NONE" else graph.sub(1.0, sums), sums], 1)


# -- Probabilities -----------------------------------------------------------------------------------------------------


def _probabilities(node: Node, sums: Value, pairs: Sequence[tuple[int, int]], classes: int) -> Value:
    """Return the probability of each class from those of pairs, by the iteration of Wu, Lin and Weng (2004).

    It ends where that of ONNX Runtime does, because what it has then is not yet exact.
    """
    form, diagonal = _quadratic_form(node, _pairwise(node, sums, pairs, classes))
    shares = node.full(1 / classes, diagonal)
    state = [node.constant(0, i64), shares, *_gradient(node, form, shares)]
    types = [value.type for value in state]
    before, after = Block(types), Block(types)
    inner = node.nested(before)
    with inner.builder:
        number, _, gradients, means = before.args
        is_moving = inner.reduce("or", _is_moving(inner, gradients, means), [0, 1])
        goes_on = graph.and_(is_moving, graph.compare("lt", number, MOST_STEPS))
        inner.builder.insert(graph.ConditionOp(goes_on, before.args))
    inner = node.nested(after)
    with inner.builder:
        number, *current = after.args
        next_shares = _updated(inner, form, diagonal, current)
        gradient = _gradient(inner, form, next_shares)
        inner.builder.insert(graph.YieldOp([graph.add(number, 1), next_shares, *gradient]))
    return node.add_all(graph.WhileOp(state, types, Region([before]), Region([after])))[1]


def _pairwise(node: Node, sums: Value, pairs: Sequence[tuple[int, int]], classes: int) -> Value:
    """Return for each row a matrix with the probability that a class wins against another; the diagonal is 0."""
    slopes, offsets = (
        node.spread(node.constant(_floats(node, name, len(pairs)), f32), shape_of(sums), sums)
        for name in ("prob_a", "prob_b")
    )
    wins = graph.sigmoid(graph.neg(graph.add(graph.mul(sums, slopes), offsets)))
    wins = graph.minimum(graph.maximum(wins, SMALLEST_PROBABILITY), 1 - SMALLEST_PROBABILITY)
    nothing = node.full(0, node.slice(sums, 1, 0, 1))
    columns = np.full((classes, classes), 2 * len(pairs))
    for column, (first, second) in enumerate(pairs):
        columns[first, second], columns[second, first] = column, len(pairs) + column
    both = node.concat([wins, graph.sub(1.0, wins), nothing], 1)
    return take(node, both, node.constant(columns, i64), 1)


def _class_count(shares: Value) -> int:
    """Return the number of classes that a row has numbers for."""
    count = shape_of(shares)[1]
    assert isinstance(count, int)
    return count


def _quadratic_form(node: Node, wins: Value) -> tuple[Value, Value]:
    """Return for each row the matrix whose quadratic form the probabilities make smallest, and its diagonal."""
    losses = node.transpose(wins, [0, 2, 1])
    diagonal = node.reduce("sum", graph.mul(losses, losses), [2])
    identity = node.constant(np.eye(_class_count(wins)), f32)
    on_diagonal = graph.mul(*node.together([node.expand(diagonal, [2]), identity]))
    return graph.sub(on_diagonal, graph.mul(wins, losses)), diagonal


def _gradient(at: Emitter, form: Value, shares: Value) -> list[Value]:
    """Return the gradient for each class, and its mean under the shares that classes have."""
    gradients = at.contract(form, shares, ([0], [0]), ([2], [1]))
    return [gradients, at.reduce("sum", graph.mul(shares, gradients), [1], keep=True)]


def _is_moving(at: Emitter, gradients: Value, means: Value) -> Value:
    """Return for each row whether its gradients differ too much yet."""
    difference = graph.abs(graph.sub(gradients, at.spread(means, shape_of(gradients), gradients)))
    largest = at.reduce("max", difference, [1], keep=True)
    return graph.compare("ge", largest, LARGEST_DIFFERENCE / _class_count(gradients))


def _updated(at: Emitter, form: Value, diagonal: Value, current: Sequence[Value]) -> Value:
    """Return the shares of classes after each in turn has been set to its best value; rows that stand still stay."""
    shares, gradients, means = current
    shape = shape_of(shares)
    is_moving = at.spread(_is_moving(at, gradients, means), shape, shares)
    chosen = at.constant(np.eye(_class_count(shares)), f32)
    moved = scan(at, lambda inner, args: _with_one_class_updated(inner, diagonal, args), current,
                 [chosen, at.move_dim(form, 1, 0)])  # fmt: skip
    return graph.select(is_moving, moved[0], shares)


def _with_one_class_updated(at: Emitter, diagonal: Value, arguments: Sequence[Value]) -> list[Value]:
    """Return shares, gradients and their means after the class that a row of the identity chooses is updated."""
    with at.builder:
        shares, gradients, means, chosen, row = arguments
        shape = shape_of(shares)
        chosen = at.spread(chosen, shape, shares)
        own_gradient, own = (
            at.reduce("sum", graph.mul(chosen, each), [1], keep=True) for each in (gradients, diagonal)
        )
        step = graph.div(graph.sub(means, own_gradient), own)
        scale = graph.add(step, 1.0)
        grown = graph.add(means, graph.mul(step, graph.add(graph.mul(step, own), graph.mul(own_gradient, 2.0))))
        steps, scales = (at.spread(each, shape, shares) for each in (step, scale))
        return [
            graph.div(graph.add(shares, graph.mul(steps, chosen)), scales),
            graph.div(graph.add(gradients, graph.mul(steps, row)), scales),
            graph.div(grown, graph.mul(scale, scale)),
        ]
