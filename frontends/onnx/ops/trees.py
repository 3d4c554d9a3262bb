"""Ensembles of decision trees of `ai.onnx.ml`: one representation, and one step for a level of all trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import FloatType, f32
from ...emitter import NdArray
from ...positions import gather, take
from ...problems import CannotImport
from ..node import Node
from ..registry import AI_ONNX_ML, imports
from ..tensors import array_of
from .scores import best_labels, binary_labels, class_labels, post_transformed, two_scores

DEEPEST_TREE = 64
MOST_WEIGHTS = 1 << 26
"""The maximum number of nodes times targets."""
MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF")
PREDICATES = ("le", "lt", "ge", "gt", "eq", "ne")
MEMBER, LEAF = 6, 7
AGGREGATES = {"AVERAGE": "mean", "SUM": "sum", "MIN": "min", "MAX": "max"}


@dataclass(frozen=True)
class Trees:
    """All nodes of an ensemble as arrays, in which children are positions; a leaf is its own child."""

    features: NdArray
    modes: NdArray
    splits: NdArray
    true_children: NdArray
    false_children: NdArray
    nan_is_true: NdArray
    """Whether a missing value leads to the true child."""
    roots: NdArray
    weights: NdArray
    """The number that each node adds to each target."""
    has_weight: NdArray
    """Whether a node has a weight for a target."""
    sets: Sequence[Sequence[float]] = ()
    """The values of each node that tests membership."""

    @property
    def depth(self) -> int:
        """The largest number of tests on the way to a leaf."""
        level, frontier = 0, self._inner(self.roots)
        while frontier.size:
            if level == DEEPEST_TREE:
                raise CannotImport(f"trees must be at most {DEEPEST_TREE} levels deep, and have no cycles")
            level += 1
            frontier = self._inner(np.concatenate([self.true_children[frontier], self.false_children[frontier]]))
        return level

    def _inner(self, numbers: NdArray) -> NdArray:
        """Return the nodes among some that are not leaves, each once."""
        once = np.unique(numbers)
        return once[self.modes[once] != LEAF]

    def verify(self, features: object) -> None:
        """Raise an error if a child or a feature is not there."""
        count = len(self.modes)
        for name, numbers in (("child", self.true_children), ("child", self.false_children), ("root", self.roots)):
            outside = numbers[(numbers < 0) | (numbers >= count)]
            if outside.size:
                raise CannotImport(f"each {name} must be one of {count} nodes, but got {outside[0]}")
        used = self.features[self.modes != LEAF]
        if used.size and (used.min() < 0 or (isinstance(features, int) and used.max() >= features)):
            raise CannotImport(f"features must be in 0..{features}, but got {used.min()}..{used.max()}")


# -- Reading attributes ------------------------------------------------------------------------------------------------


def _array(node: Node, name: str) -> NdArray:
    tensor = node.tensor(name)
    if tensor is None:
        raise CannotImport(f"attribute '{name}' is missing")
    return array_of(tensor, node.model).reshape(-1)


def _same_lengths(lengths: dict[str, int]) -> None:
    """Raise an error unless attributes have one length."""
    first, count = next(iter(lengths.items()))
    for name, length in lengths.items():
        if length != count:
            raise CannotImport(f"'{name}' must have {count} elements as '{first}' has, but has {length}")


def _weight_table(
    places: NdArray, targets: NdArray, weights: NdArray, shape: tuple[int, int]
) -> tuple[NdArray, NdArray]:
    """Return the weight of each node for each target, and whether it has one."""
    if shape[1] < 1 or shape[0] * shape[1] > MOST_WEIGHTS:
        raise CannotImport(f"{shape[0]} nodes with {shape[1]} targets are too many or too few")
    if targets.size and (targets.min() < 0 or targets.max() >= shape[1]):
        raise CannotImport(f"targets must be in 0..{shape[1] - 1}, but got {targets.min()}..{targets.max()}")
    table, present = np.zeros(shape, weights.dtype), np.zeros(shape, np.bool_)
    np.add.at(table, (places, targets), weights)
    present[places, targets] = True
    return table, present


def trees_of_inner_nodes(node: Node) -> Trees:
    """Return the trees of `TreeEnsemble`, whose leaves are apart from inner nodes."""
    features = np.asarray(node.ints("nodes_featureids"), np.int64)
    inner, leaf_targets = len(features), np.asarray(node.ints("leaf_targetids"), np.int64)
    modes, splits, weights = (_array(node, name) for name in ("nodes_modes", "nodes_splits", "leaf_weights"))
    tracks = node.optional_ints("nodes_missing_value_tracks_true") or [0] * inner
    children: list[NdArray] = []
    lengths = {"nodes_featureids": inner, "nodes_modes": len(modes), "nodes_splits": len(splits)}
    for ids, leaves in (("nodes_truenodeids", "nodes_trueleafs"), ("nodes_falsenodeids", "nodes_falseleafs")):
        numbers, is_leaf = np.asarray(node.ints(ids), np.int64), np.asarray(node.ints(leaves), np.int64)
        lengths |= {ids: len(numbers), leaves: len(is_leaf)}
        _same_lengths(lengths)
        children.append(np.where(is_leaf != 0, numbers + inner, numbers))
    _same_lengths({**lengths, "nodes_missing_value_tracks_true": len(tracks)})
    _same_lengths({"leaf_targetids": len(leaf_targets), "leaf_weights": len(weights)})
    own = np.arange(inner, inner + len(leaf_targets))
    zeros = np.zeros(len(own), np.int64)
    table, present = _weight_table(own, leaf_targets, weights, (inner + len(own), node.int("n_targets")))
    return Trees(
        np.concatenate([features, zeros]),
        np.concatenate([modes.astype(np.int64), zeros + LEAF]),
        np.concatenate([splits, zeros.astype(splits.dtype)]),
        np.concatenate([children[0], own]),
        np.concatenate([children[1], own]),
        np.concatenate([np.asarray(tracks, np.int64), zeros]) != 0,
        np.asarray(node.ints("tree_roots"), np.int64),
        table,
        present,
        _sets(_array(node, "membership_values")) if node.tensor("membership_values") is not None else (),
    )


def _sets(values: NdArray) -> list[list[float]]:
    """Return the values of each node that tests membership; they are separated by NaN."""
    groups: list[list[float]] = [[]]
    for value in values:
        if np.isnan(value):
            groups.append([])
        else:
            groups[-1].append(float(value))
    return groups


def trees_of_named_nodes(node: Node, prefix: str, targets: int, single: bool = False) -> Trees:
    """Return the trees of the older ops, whose nodes have a number of their tree and one in it.

    The attributes of leaves begin with a prefix. With `single`, all weights belong to one target.
    """
    tree_ids, node_ids = node.ints("nodes_treeids"), node.ints("nodes_nodeids")
    modes = node.strings("nodes_modes") or []
    count = len(tree_ids)
    tracks = node.optional_ints("nodes_missing_value_tracks_true") or [0] * count
    features = np.asarray(node.ints("nodes_featureids"), np.int64)
    splits = _numbers(node, "nodes_values")
    true_ids, false_ids = node.ints("nodes_truenodeids"), node.ints("nodes_falsenodeids")
    _same_lengths({
        "nodes_treeids": count, "nodes_nodeids": len(node_ids), "nodes_modes": len(modes),
        "nodes_featureids": len(features), "nodes_values": len(splits), "nodes_truenodeids": len(true_ids),
        "nodes_falsenodeids": len(false_ids), "nodes_missing_value_tracks_true": len(tracks),
    })  # fmt: skip
    unknown = next((mode for mode in modes if mode not in MODES or mode == MODES[MEMBER]), None)
    if unknown is not None:
        raise CannotImport(f"the mode of a node must be one of {', '.join(MODES[:MEMBER])}, LEAF, but got '{unknown}'")
    numbers = {key: place for place, key in enumerate(zip(tree_ids, node_ids, strict=True))}
    if len(numbers) != count:
        raise CannotImport("two nodes of a tree have the same number")
    kinds = np.asarray([MODES.index(mode) for mode in modes], np.int64)

    def places(trees: Sequence[int], ids: Sequence[int]) -> NdArray:
        missing = next((key for key in zip(trees, ids, strict=True) if key not in numbers), None)
        if missing is not None:
            raise CannotImport(f"tree {missing[0]} has no node {missing[1]}")
        return np.asarray([numbers[key] for key in zip(trees, ids, strict=True)], np.int64)

    inner = [place for place in range(count) if kinds[place] != LEAF]
    children = (np.arange(count), np.arange(count))
    for child, ids in zip(children, (true_ids, false_ids), strict=True):
        child[inner] = places([tree_ids[each] for each in inner], [ids[each] for each in inner])
    roots = {tree: place for place, tree in reversed([*enumerate(tree_ids)])}
    leaf_targets = np.asarray(node.ints(f"{prefix}_ids"), np.int64)
    leaf_trees, leaf_ids = node.ints(f"{prefix}_treeids"), node.ints(f"{prefix}_nodeids")
    weights = _numbers(node, f"{prefix}_weights")
    _same_lengths({
        f"{prefix}_ids": len(leaf_targets), f"{prefix}_treeids": len(leaf_trees),
        f"{prefix}_nodeids": len(leaf_ids), f"{prefix}_weights": len(weights),
    })  # fmt: skip
    columns = np.zeros_like(leaf_targets) if single else leaf_targets
    table, present = _weight_table(places(leaf_trees, leaf_ids), columns, weights, (count, targets))
    return Trees(
        features, kinds, splits, children[0], children[1], np.asarray(tracks) != 0,
        np.asarray(sorted(roots.values()), np.int64), table, present,
    )  # fmt: skip


def _numbers(node: Node, name: str) -> NdArray:
    """Return an attribute of f32, or the one of f64 that may be in its place."""
    if node.has(f"{name}_as_tensor"):
        return _array(node, f"{name}_as_tensor")
    return np.asarray(node.floats(name) or [], np.float32)


# -- Ops ---------------------------------------------------------------------------------------------------------------


@imports("TreeEnsemble", domain=AI_ONNX_ML)
def import_tree_ensemble(node: Node) -> Value:
    """The leaves that rows reach in each tree, combined for each target."""
    trees = trees_of_inner_nodes(node)
    kinds = dict(enumerate(AGGREGATES.values()))
    kind = kinds.get(node.int("aggregate_function"))
    if kind is None:
        raise CannotImport(f"'aggregate_function' must be in 0..3, but got {node.int('aggregate_function')}")
    sums = _combined(node, node[0], trees, kind)
    return post_transformed(node, sums, node.int("post_transform"))


@imports("TreeEnsembleRegressor", domain=AI_ONNX_ML)
def import_tree_regressor(node: Node) -> Value:
    """The leaves that rows reach in each tree, combined for each target, and base values."""
    targets = node.int("n_targets")
    trees = trees_of_named_nodes(node, "target", targets)
    name = node.string("aggregate_function", "SUM")
    if name not in AGGREGATES:
        raise CannotImport(f"'aggregate_function' must be one of {', '.join(AGGREGATES)}, but got '{name}'")
    scores = _combined(node, _as_floats(node), trees, AGGREGATES[name])
    return node.cast(post_transformed(node, _with_base(node, scores, targets)), f32)


@imports("TreeEnsembleClassifier", domain=AI_ONNX_ML)
def import_tree_classifier(node: Node) -> Sequence[Value]:
    """The label of the best class and the scores of all; weights of one class stand for two."""
    labels = class_labels(node)
    single = len(labels) == 2 and len(set(node.ints("class_ids"))) == 1
    columns = 1 if single else len(labels)
    trees = trees_of_named_nodes(node, "class", columns, single)
    sums = _with_base(node, _combined(node, _as_floats(node), trees, "sum"), columns)
    if not single:
        return [best_labels(node, sums, labels), node.cast(post_transformed(node, sums), f32)]
    shares = bool((trees.weights >= 0).all())
    column = node.pick(sums, 1, 0)
    chosen = binary_labels(node, graph.compare("gt", column, 0.5 if shares else 0.0), labels)
    return [chosen, node.cast(two_scores(node, sums, shares=shares), f32)]


def _as_floats(node: Node) -> Value:
    """Return the input, as f32 if it has integers."""
    x = node[0]
    return x if isinstance(element_of(x), FloatType) else node.cast(x, f32)


def _with_base(node: Node, scores: Value, columns: int) -> Value:
    """Return scores with the base values of the ensemble added."""
    base = _numbers(node, "base_values")
    if not base.size:
        return scores
    if columns == 1 and base.size == 2:  # ONNX Runtime adds that of the second class
        base = base[1:]
    if base.size not in (1, columns):
        raise CannotImport(f"'base_values' must have {columns} elements, but has {base.size}")
    return graph.add(scores, node.spread(node.constant(base, element_of(scores)), shape_of(scores), scores))


# -- Emitting ----------------------------------------------------------------------------------------------------------


def _combined(node: Node, x: Value, trees: Trees, kind: str) -> Value:
    """Return the weights of the leaves that rows reach, combined over trees: a matrix of rows and targets."""
    shape = shape_of(x)
    if len(shape) != 2:
        raise CannotImport(f"the input must have two dimensions, but got {len(shape)}")
    if not trees.roots.size:
        raise CannotImport("there must be a tree")
    trees.verify(shape[1])
    leaf = _leaves(node, x, trees)
    element = element_of(x)
    absent = {"min": np.inf, "max": -np.inf}.get(kind)
    table = trees.weights if absent is None else np.where(trees.has_weight, trees.weights, absent)
    if table.shape[1] == 1:
        weights = take(node, node.constant(table[:, 0], element), leaf, 0)
        combined = node.expand(node.reduce(kind, weights, [1]), [1])
    else:
        combined = node.reduce(kind, take(node, node.constant(table, element), leaf, 0), [1])
    if absent is None or trees.has_weight[trees.modes == LEAF].all():
        return combined
    return graph.select(graph.compare("eq", combined, node.full(absent, combined)), node.full(0, combined), combined)


def _leaves(node: Node, x: Value, trees: Trees) -> Value:
    """Return the leaf that each row reaches in each tree."""
    shape = [shape_of(x)[0], len(trees.roots)]
    at = node.broadcast(node.ints_value(list(trees.roots)), [1], shape)
    rows = node.reshape(node.iota(shape, 0), [*shape, 1])
    features, true, false = (
        node.ints_value(list(table)) for table in (trees.features, trees.true_children, trees.false_children)
    )
    splits = node.constant(trees.splits, element_of(x))
    for _ in range(trees.depth):
        feature = take(node, features, at, 0)
        vectors = node.concat([rows, node.reshape(feature, [*shape, 1])], 2)
        value = gather(node, x, vectors, [], [0, 1], [0, 1], [1, 1], vector_dim=2)
        holds = _holds(node, trees, value, take(node, splits, at, 0), at)
        at = graph.select(holds, take(node, true, at, 0), take(node, false, at, 0))
    return at


def _holds(node: Node, trees: Trees, value: Value, split: Value, at: Value) -> Value:
    """Return whether the test of each node holds."""
    used = sorted({int(mode) for mode in trees.modes.tolist() if mode < MEMBER})
    result = graph.compare(PREDICATES[used[0]] if used else "le", value, split)
    if len(used) > 1 or MEMBER in trees.modes:
        mode = take(node, node.ints_value(list(trees.modes)), at, 0)
        for number in used[1:]:
            test = graph.compare(PREDICATES[number], value, split)
            result = graph.select(graph.compare("eq", mode, number), test, result)
    members = [int(each) for each in np.flatnonzero(trees.modes == MEMBER)]
    for each, values in zip(members, trees.sets, strict=False):
        inside = graph.compare("eq", value, values[0]) if values else graph.compare("ne", value, value)
        for one in values[1:]:
            inside = graph.or_(inside, graph.compare("eq", value, one))
        result = graph.select(graph.compare("eq", at, each), inside, result)
    if not trees.nan_is_true.any():
        return result
    follows = graph.compare("ne", take(node, node.ints_value([int(x) for x in trees.nan_is_true]), at, 0), 0)
    return graph.or_(result, graph.and_(graph.compare("ne", value, value), follows))
