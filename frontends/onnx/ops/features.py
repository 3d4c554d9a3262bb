"""Ops of `ai.onnx.ml` on tensors: feature extraction and tree ensembles."""

from __future__ import annotations

import numpy as np

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i64
from ...emitter import NdArray
from ...positions import checked, gather, take
from ...problems import CannotImport
from ..node import Node
from ..registry import AI_ONNX_ML, imports
from ..tensors import array_of

DEEPEST_TREE = 64


@imports("ArrayFeatureExtractor", domain=AI_ONNX_ML)
def import_feature_extractor(node: Node) -> Value:
    """Elements at positions of the last dimension."""
    x, dim = node[0], node.rank() - 1
    places = checked(node, node.reshape(node[1], [node.shape(1)[-1]]), x, dim, node.subject)
    taken = take(node, x, places, dim)
    return node.expand(taken, [0]) if node.rank() == 1 else taken


@imports("Binarizer", domain=AI_ONNX_ML)
def import_binarizer(node: Node) -> Value:
    """1 where elements are above a threshold, 0 elsewhere."""
    x = node[0]
    return node.cast(node.compare("gt", x, node.full(node.float("threshold"), x)), element_of(x))


class _Trees:
    """All nodes of an ensemble as arrays: children are numbers of nodes, leaves are behind all inner ones."""

    def __init__(self, node: Node) -> None:
        inner = len(node.ints("nodes_featureids"))
        self.features = node.ints("nodes_featureids")
        self.modes = self._array(node, "nodes_modes").astype(np.int64)
        self.splits = self._array(node, "nodes_splits")
        pairs = [
            [
                child + inner if is_leaf else child
                for child, is_leaf in zip(node.ints(ids), node.ints(leaves), strict=True)
            ]
            for ids, leaves in (
                ("nodes_truenodeids", "nodes_trueleafs"),
                ("nodes_falsenodeids", "nodes_falseleafs"),
            )
        ]
        self.true_children, self.false_children = pairs
        self.leaf_targets = node.ints("leaf_targetids")
        self.leaf_weights = self._array(node, "leaf_weights")
        self.roots = node.ints("tree_roots")
        self.inner = inner
        sets = self._array(node, "membership_values") if node.tensor("membership_values") is not None else np.zeros(0)
        self.sets = self._split_sets(sets)

    @staticmethod
    def _array(node: Node, name: str) -> NdArray:
        tensor = node.tensor(name)
        if tensor is None:
            raise CannotImport(f"attribute '{name}' is missing")
        return array_of(tensor, node.model)

    def _split_sets(self, values: NdArray) -> list[list[float]]:
        """Return the values of each node that tests membership; they are separated by NaN."""
        groups: list[list[float]] = [[]]
        for value in values:
            if np.isnan(value):
                groups.append([])
            else:
                groups[-1].append(float(value))
        return groups

    @property
    def depth(self) -> int:
        """The largest number of tests on the way to a leaf."""
        level, frontier = 0, {root for root in self.roots if root < self.inner}
        while frontier and level <= DEEPEST_TREE:
            children = {c for each in frontier for c in (self.true_children[each], self.false_children[each])}
            frontier = {child for child in children if child < self.inner}
            level += 1
        if frontier:
            raise CannotImport(f"trees must be at most {DEEPEST_TREE} levels deep, and have no cycles")
        return level


@imports("TreeEnsemble", domain=AI_ONNX_ML)
def import_tree_ensemble(node: Node) -> Value:
    """The sum of the leaves that rows reach in each tree."""
    trees = _Trees(node)
    x = node[0]
    rows, _ = shape_of(x)
    count = len(trees.roots)
    shape = [rows, count]
    leaves = len(trees.leaf_targets)
    own = [*range(trees.inner, trees.inner + leaves)]  # a leaf leads to itself
    tables = {
        "feature": node.ints_value([*trees.features, *[0] * leaves]),
        "true": node.ints_value([*trees.true_children, *own]),
        "false": node.ints_value([*trees.false_children, *own]),
        "mode": node.ints_value([*trees.modes, *[0] * leaves]),
    }
    splits = node.constant([*trees.splits, *[0] * leaves], element_of(x))
    at = node.broadcast(node.ints_value(trees.roots), [1], shape)
    numbers = node.reshape(node.iota(shape, 0), [*shape, 1])
    for _ in range(trees.depth):
        feature = take(node, tables["feature"], at, 0)
        vectors = node.concat([numbers, node.reshape(feature, [*shape, 1])], 2)
        value = gather(node, x, vectors, [], [0, 1], [0, 1], [1, 1], vector_dim=2)
        holds = _holds(node, trees, value, take(node, splits, at, 0), take(node, tables["mode"], at, 0), at)
        at = graph.select(holds, take(node, tables["true"], at, 0), take(node, tables["false"], at, 0))
    leaf = graph.sub(at, trees.inner)
    weights = take(node, node.constant(trees.leaf_weights, element_of(x)), leaf, 0)
    targets = take(node, node.ints_value(trees.leaf_targets), leaf, 0)
    wide = [rows, count, node.int("n_targets")]
    hits = node.compare("eq", node.iota(wide, 2), node.broadcast(targets, [0, 1], wide))
    shares = graph.select(hits, node.broadcast(weights, [0, 1], wide), 0.0)
    kinds = {0: "mean", 1: "sum", 2: "min", 3: "max"}
    return node.reduce(kinds[node.int("aggregate_function")], shares, [1])


def _holds(node: Node, trees: _Trees, value: Value, split: Value, mode: Value, at: Value) -> Value:
    """Return whether the test of each node holds."""
    predicates = ("le", "lt", "ge", "gt", "eq", "ne")
    result = graph.compare("le", value, split)
    for number, predicate in enumerate(predicates[1:], 1):
        if number in trees.modes:
            chosen = graph.compare("eq", mode, number)
            result = graph.select(chosen, graph.compare(predicate, value, split), result)
    members = [each for each, kind in enumerate(trees.modes) if kind == 6]
    for each, values in zip(members, trees.sets, strict=False):
        inside = graph.compare("eq", value, values[0]) if values else graph.compare("ne", value, value)
        for one in values[1:]:
            inside = graph.or_(inside, graph.compare("eq", value, one))
        result = graph.select(graph.compare("eq", node.cast(at, i64), each), inside, result)
    return result
