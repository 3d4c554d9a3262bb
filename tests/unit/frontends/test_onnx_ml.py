"""Models of `ai.onnx.ml` through the whole compiler, against `onnx.reference` and tables of what is expected."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx import TensorProto, helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

from dlc.frontends.onnx import ModelProgram, UnsupportedModel, load_model  # noqa: E402

ML = "ai.onnx.ml"


def model_of(op: str, outputs: int = 1, element: int = TensorProto.FLOAT, columns: int = 5, **attributes: Any) -> Any:
    """Return a model of one node; its input has any number of rows."""
    names = [f"y{number}" for number in range(outputs)]
    node = helper.make_node(op, ["x"], names, "the_node", domain=ML, **attributes)
    results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names]
    source = helper.make_tensor_value_info("x", element, ["rows", columns])
    graph = helper.make_graph([node], "g", [source], results)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(ML, 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def run(model: Any, x: Any) -> list[Any]:
    def compiled(module: Any) -> Any:
        return dlc.compile(module, level=0, threads=1, remarks=False)

    loaded = load_model(model, compiled)
    program: Any = loaded if isinstance(loaded, ModelProgram) else compiled(loaded)
    results: Any = program(x)
    return [*results] if len(model.graph.output) > 1 else [results]


def check(model: Any, x: Any) -> None:
    """Compare a model with `onnx.reference`."""
    evaluator: Any = ReferenceEvaluator(model)
    expected = evaluator.run(None, {"x": x})
    for got, want in zip(run(model, x), expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def features(rows: int = 4, columns: int = 5) -> Any:
    return np.random.default_rng(rows).standard_normal((rows, columns)).astype(np.float32)


def forest(
    seed: int, targets: int, prefix: str, *, trees: int = 3, depth: int = 3, modes: Any = ("BRANCH_LEQ",)
) -> Any:
    """Return the attributes of random complete trees."""
    draw = np.random.default_rng(seed)
    nodes: dict[str, list[Any]] = {
        name: [] for name in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids")
    }
    leaves: dict[str, list[Any]] = {name: [] for name in ("treeids", "nodeids", "ids", "weights")}
    for tree in range(trees):
        for number in range(2 ** (depth + 1) - 1):
            inner = number < 2**depth - 1
            row = (tree, number, int(draw.integers(5)), float(draw.normal()), str(draw.choice([*modes])))
            row = (*row, 2 * number + 1, 2 * number + 2) if inner else (tree, number, 0, 0.0, "LEAF", 0, 0)
            for column, value in zip(nodes.values(), row, strict=True):
                column.append(value)
            for target in range(targets if not inner else 0):
                for column, value in zip(leaves.values(), (tree, number, target, float(draw.normal())), strict=True):
                    column.append(value)
    return {f"nodes_{name}": each for name, each in nodes.items()} | {
        f"{prefix}_{name}": each for name, each in leaves.items()
    }


# -- Features ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 5])
def test_a_scaler_has_a_number_for_each_feature_or_one(length: int) -> None:
    numbers = [float(each) for each in range(1, length + 1)]
    check(model_of("Scaler", offset=numbers, scale=numbers), features())


@pytest.mark.parametrize("norm", ["L1", "L2", "MAX"])
def test_rows_are_divided_by_their_norm(norm: str) -> None:
    x = np.abs(features())
    got = run(model_of("Normalizer", norm=norm), x)[0]
    orders = {"L1": 1, "L2": 2, "MAX": np.inf}
    np.testing.assert_allclose(got, x / np.linalg.norm(x, orders[norm], axis=1, keepdims=True), rtol=1e-5)


def test_a_row_of_zeros_has_no_norm_and_stays() -> None:
    x = np.zeros((2, 5), np.float32)
    np.testing.assert_array_equal(run(model_of("Normalizer", norm="L2"), x)[0], x)


@pytest.mark.parametrize("missing", [float("nan"), -1.0])
def test_an_imputer_fills_what_is_missing(missing: float) -> None:
    x = features()
    x[1, 2] = missing
    got = run(model_of("Imputer", imputed_value_floats=[1.0, 2, 3, 4, 5], replaced_value_float=missing), x)[0]
    x[1, 2] = 3
    np.testing.assert_array_equal(got, x)


def test_categories_that_are_numbers_are_compiled() -> None:
    x = np.array([[1, 7], [3, 1]], np.int64)
    model = model_of("OneHotEncoder", element=TensorProto.INT64, columns=2, cats_int64s=[1, 3])
    np.testing.assert_array_equal(run(model, x)[0], [[[1, 0], [0, 0]], [[0, 1], [1, 0]]])


def test_categories_may_be_strings() -> None:
    x = np.array([["a", "c"]], object)
    model = model_of("OneHotEncoder", element=TensorProto.STRING, columns=2, cats_strings=["a", "b"])
    np.testing.assert_array_equal(run(model, x)[0], [[[1, 0], [0, 0]]])


def test_an_unknown_category_without_zeros_is_an_error() -> None:
    model = model_of("OneHotEncoder", element=TensorProto.INT64, columns=1, cats_int64s=[1, 3], zeros=0)
    with pytest.raises(UnsupportedModel, match="element '2' is not one of the categories"):
        run(model, np.array([[2]], np.int64))


# -- Linear models -----------------------------------------------------------------------------------------------------


def test_a_linear_regressor_has_targets() -> None:
    numbers = [float(each) for each in features(3).reshape(-1)]
    check(model_of("LinearRegressor", coefficients=numbers, intercepts=[1.0, 2, 3], targets=3), features())


@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
def test_a_linear_classifier_has_scores_of_all_classes(transform: str) -> None:
    attributes: dict[str, Any] = {"coefficients": features(3).reshape(-1).tolist(), "intercepts": [0.1, -0.2, 0.3]}
    labels: dict[str, Any] = {"classlabels_ints": [5, 7, 9]}
    check(model_of("LinearClassifier", 2, **attributes, **labels, post_transform=transform), features(9))


def test_labels_that_are_strings_are_looked_up() -> None:
    attributes: dict[str, Any] = {"coefficients": features(3).reshape(-1).tolist(), "intercepts": [0.1, -0.2, 0.3]}
    numbers = run(model_of("LinearClassifier", 2, **attributes, classlabels_ints=[0, 1, 2]), features(9))
    strings = run(model_of("LinearClassifier", 2, **attributes, classlabels_strings=["a", "b", "c"]), features(9))
    assert [*strings[0]] == ["abc"[each] for each in numbers[0]]
    np.testing.assert_allclose(strings[1], numbers[1])


def test_scores_become_maps() -> None:
    x = features(2, 3)
    model = model_of("ZipMap", columns=3, classlabels_strings=["a", "b", "c"])
    assert run(model, x)[0] == [dict(zip("abc", row, strict=True)) for row in x]


# -- Trees -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("targets", [1, 3])
def test_random_forests_give_what_the_reference_gives(seed: int, targets: int) -> None:
    modes = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT") if seed % 2 else ("BRANCH_LEQ",)
    attributes = forest(seed, targets, "target", modes=modes)
    base = [0.5] * targets
    check(model_of("TreeEnsembleRegressor", n_targets=targets, base_values=base, **attributes), features(17))


@pytest.mark.parametrize("name", ["AVERAGE", "MIN", "MAX"])
def test_trees_are_combined(name: str) -> None:
    check(
        model_of("TreeEnsembleRegressor", n_targets=1, aggregate_function=name, **forest(5, 1, "target")), features(9)
    )


@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
def test_a_classifier_of_trees_has_scores_of_all_classes(transform: str) -> None:
    attributes = forest(6, 3, "class")
    labels: dict[str, Any] = {"classlabels_int64s": [4, 5, 6]}
    check(model_of("TreeEnsembleClassifier", 2, **attributes, **labels, post_transform=transform), features(9))


def test_weights_of_one_class_stand_for_two() -> None:
    attributes = forest(7, 1, "class")
    model = model_of("TreeEnsembleClassifier", 2, **attributes, classlabels_int64s=[3, 8], post_transform="LOGISTIC")
    labels, scores = run(model, features(17))
    np.testing.assert_allclose(scores.sum(axis=1), 1, rtol=1e-5)
    np.testing.assert_array_equal(labels, np.where(scores[:, 1] > 0.5, 8, 3))
    assert len(np.unique(labels)) == 2


@pytest.mark.parametrize(("transform", "first"), [("NONE", [0.75, 0.25]), ("LOGISTIC", [0.437823, 0.562177])])
def test_one_row_of_coefficients_stands_for_two_classes(transform: str, first: list[float]) -> None:
    attributes: dict[str, Any] = {"coefficients": [0.0] * 5, "intercepts": [0.25], "classlabels_ints": [3, 8]}
    labels, scores = run(model_of("LinearClassifier", 2, **attributes, post_transform=transform), features(1))
    assert labels.tolist() == [8]
    np.testing.assert_allclose(scores, [first], rtol=1e-5)


def test_scores_that_are_zero_have_no_part_in_a_softmax_of_the_others() -> None:
    attributes: dict[str, Any] = {"coefficients": [0.0] * 15, "intercepts": [1.0, 0.0, 1.0], "targets": 3}
    got = run(model_of("LinearRegressor", **attributes, post_transform="SOFTMAX_ZERO"), features(1))[0]
    np.testing.assert_allclose(got, [[0.5, 0, 0.5]])


def test_a_missing_value_follows_its_track() -> None:
    attributes = forest(8, 1, "target", trees=1, depth=1)
    weights = attributes["target_weights"]
    x = np.full((1, 5), np.nan, np.float32)
    for tracks, expected in (([1, 0, 0], weights[0]), ([0, 0, 0], weights[1])):
        model = model_of("TreeEnsembleRegressor", n_targets=1, nodes_missing_value_tracks_true=tracks, **attributes)
        np.testing.assert_allclose(run(model, x)[0], [[expected]], rtol=1e-6)


@pytest.mark.parametrize(
    ("attribute", "first", "message"),
    [
        ("nodes_truenodeids", (0,), "have no cycles"),
        ("nodes_truenodeids", (99,), "tree 0 has no node 99"),
        ("nodes_featureids", (5,), "features must be in"),
        ("nodes_values", (), "'nodes_values' must have 45 elements"),
        ("nodes_modes", ("BRANCH",), "but got 'BRANCH'"),
        ("target_ids", (1,), "targets must be in 0..0"),
    ],
)
def test_bad_trees_are_one_error_with_the_node(attribute: str, first: tuple[Any, ...], message: str) -> None:
    attributes = forest(9, 1, "target")
    attributes[attribute] = [*first, *attributes[attribute][1:]]
    with pytest.raises(UnsupportedModel, match=message) as error:
        run(model_of("TreeEnsembleRegressor", n_targets=1, **attributes), features())
    assert "the_node" in str(error.value)


@pytest.mark.parametrize(
    ("op", "attributes"),
    [
        ("Scaler", {"offset": [1.0, 2.0], "scale": [1.0]}),
        ("Normalizer", {"norm": "L3"}),
        ("Imputer", {"imputed_value_floats": [1.0, 2.0]}),
        ("LinearRegressor", {"coefficients": [1.0, 2.0]}),
        ("LinearRegressor", {"coefficients": [1.0] * 5, "intercepts": [1.0, 2.0]}),
        ("LinearRegressor", {"coefficients": [1.0] * 5, "post_transform": "OTHER"}),
    ],
)
def test_attributes_that_do_not_fit_are_one_error(op: str, attributes: Any) -> None:
    with pytest.raises(UnsupportedModel, match="the_node"):
        run(model_of(op, **attributes), features())


def test_a_domain_that_is_not_known_is_named() -> None:
    node = helper.make_node("NegPos", ["x"], ["y"], domain="ai.onnx.contrib")
    source, result = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy")
    model = helper.make_model(helper.make_graph([node], "g", [source], [result]))
    with pytest.raises(UnsupportedModel, match=r"the domain 'ai\.onnx\.contrib' is not known"):
        run(model, np.zeros(2, np.float32))


def extractor(data: Any, places: Any) -> Any:
    """Return a model that takes elements of a constant at the positions that it is given."""
    node = helper.make_node("ArrayFeatureExtractor", ["data", "x"], ["y"], "the_node", domain=ML)
    source = helper.make_tensor_value_info("x", TensorProto.INT64, [None] * np.ndim(places))
    kind = TensorProto.STRING if data.dtype == object else TensorProto.FLOAT
    result = helper.make_tensor_value_info("y", kind, None)
    constant = helper.make_tensor("data", kind, data.shape, data.reshape(-1).tolist())
    graph = helper.make_graph([node], "g", [source], [result], [constant])
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(ML, 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


@pytest.mark.parametrize("places", [2, [0], [[2], [0], [1]], [[1, 1], [0, 2]]])
@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize("is_text", [False, True])
def test_features_are_taken_at_positions_of_any_shape(places: Any, shape: tuple[int, ...], is_text: bool) -> None:
    """Positions may have any shape, and a vector is a matrix of one row, in ONNX Runtime as well."""
    data: Any = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    data = data.astype(str).astype(object) if is_text else data
    places = np.asarray(places, np.int64)
    expected = data[..., places.reshape(-1)]
    [got] = run(extractor(data, places), places)
    np.testing.assert_array_equal(got, expected[None] if len(shape) == 1 else expected)


@pytest.mark.parametrize("is_text", [False, True])
@pytest.mark.parametrize("place", [-1, 3])
def test_a_feature_that_is_not_there_is_one_error(is_text: bool, place: int) -> None:
    data = np.asarray(["a", "b", "c"], object) if is_text else np.zeros(3, np.float32)
    with pytest.raises(dlc.DlcError, match="the_node"):
        run(extractor(data, [0]), np.asarray([place], np.int64))


def test_features_are_flattened_cut_off_and_filled_up() -> None:
    """ONNX Runtime takes inputs of any shape, whatever their number of features is."""
    shapes = {"a": (2, 1, 3), "b": (2, 4), "c": (2, 2)}
    node = helper.make_node("FeatureVectorizer", [*shapes], ["y"], "the_node", domain=ML, inputdimensions=[3, 2, 3])
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    graph = helper.make_graph([node], "g", inputs, [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid(ML, 3), helper.make_opsetid("", 18)], ir_version=8
    )
    arrays = [np.arange(1, 1 + np.prod(shape), dtype=np.float32).reshape(shape) for shape in shapes.values()]
    program: Any = dlc.compile(model.SerializeToString(), level=0, threads=1, remarks=False)
    np.testing.assert_array_equal(program(*arrays), [[1, 2, 3, 1, 2, 1, 2, 0], [4, 5, 6, 5, 6, 3, 4, 0]])


# -- Support vector machines -------------------------------------------------------------------------------------------


def machine(classes: int, kernel: str = "RBF", *, probabilities: bool = False, **more: Any) -> dict[str, Any]:
    """Return the attributes of a classifier with random support vectors, of which each class has another number."""
    draw = np.random.default_rng(classes)
    counts = [2 + number for number in range(classes)]
    pairs = classes * (classes - 1) // 2

    def numbers(count: int) -> list[float]:
        return [*map(float, draw.normal(size=count))]

    attributes: dict[str, Any] = {
        "kernel_type": kernel, "kernel_params": [0.3, 0.4, 3.0], "vectors_per_class": counts,
        "support_vectors": numbers(5 * sum(counts)), "coefficients": numbers((classes - 1) * sum(counts)),
        "rho": numbers(pairs), "classlabels_ints": [*range(7, 7 + classes)],
    }  # fmt: skip
    if probabilities:
        attributes |= {"prob_a": [-abs(each) for each in numbers(pairs)], "prob_b": numbers(pairs)}
    return attributes | more


def kernels_of(attributes: dict[str, Any], x: Any) -> Any:
    """Return the kernels of rows with support vectors, by the definitions of LIBSVM."""
    vectors = np.reshape(attributes["support_vectors"], (-1, 5))
    gamma, offset, degree = attributes["kernel_params"]
    products = x.astype(np.float64) @ vectors.T
    if attributes["kernel_type"] == "RBF":
        return np.exp(-gamma * ((x[:, None] - vectors) ** 2).sum(axis=2))
    moved = gamma * products + offset
    return {"LINEAR": products, "POLY": moved**degree, "SIGMOID": np.tanh(moved)}[attributes["kernel_type"]]


def decisions(attributes: dict[str, Any], x: Any) -> tuple[Any, Any]:
    """Return the sum of each pair of classes, and the number of the class with most votes."""
    counts, classes = attributes["vectors_per_class"], len(attributes["vectors_per_class"])
    coefficients = np.reshape(attributes["coefficients"], (classes - 1, -1))
    starts = np.cumsum([0, *counts])
    kernels, columns, votes = kernels_of(attributes, x), [], np.zeros((len(x), classes))
    for first in range(classes):
        for second in range(first + 1, classes):
            own, other = slice(starts[first], starts[first + 1]), slice(starts[second], starts[second + 1])
            total = kernels[:, own] @ coefficients[second - 1, own] + kernels[:, other] @ coefficients[first, other]
            total = total + attributes["rho"][len(columns)]
            columns.append(total)
            votes[np.arange(len(x)), np.where(total > 0, first, second)] += 1
    return np.stack(columns, axis=1), votes.argmax(axis=1)


@pytest.mark.parametrize("kernel", ["LINEAR", "POLY", "RBF", "SIGMOID"])
@pytest.mark.parametrize("classes", [2, 4])
def test_pairs_of_classes_vote(classes: int, kernel: str) -> None:
    attributes, x = machine(classes, kernel), features(6)
    sums, best = decisions(attributes, x)
    label, scores = run(model_of("SVMClassifier", 2, **attributes), x)
    np.testing.assert_array_equal(label, 7 + best)
    np.testing.assert_allclose(scores, np.hstack([-sums, sums]) if classes == 2 else sums, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_probabilities_of_classes_follow_from_those_of_pairs(classes: int) -> None:
    """They are where p[i] * r[j, i] and p[j] * r[i, j] differ least; the iteration ends close to there."""
    attributes, x = machine(classes, probabilities=True), features(5)
    sums, best = decisions(attributes, x)
    wins = 1 / (1 + np.exp(sums * attributes["prob_a"] + attributes["prob_b"]))
    label, scores = run(model_of("SVMClassifier", 2, **attributes), x)
    np.testing.assert_array_equal(label, 7 + best)
    first, second = np.triu_indices(classes, 1)
    for row, won in enumerate(wins):
        r = np.zeros((classes, classes))
        r[first, second], r[second, first] = won, 1 - won
        form = np.diag((r**2).sum(axis=0)) - r * r.T
        system = np.block([[form, np.ones((classes, 1))], [np.ones((1, classes)), np.zeros((1, 1))]])
        exact = np.linalg.solve(system, [*np.zeros(classes), 1])[:classes]
        np.testing.assert_allclose(scores[row], exact, atol=0.02)
        np.testing.assert_allclose(scores[row].sum(), 1, rtol=1e-5)


def test_probabilities_are_those_of_onnx_runtime() -> None:
    """The iteration ends early, so the exact ones would be others in the third digit."""
    attributes = machine(3, "LINEAR", prob_a=[-1.0, -2.0, -0.5], prob_b=[0.1, -0.2, 0.3])
    attributes |= {"coefficients": [1.0, -1.0] * 9, "rho": [0.5, -0.25, 1.0]}
    attributes["support_vectors"] = [float(number % 7 - 3) / 4 for number in range(45)]
    x = np.linspace(-1, 1, 10, dtype=np.float32).reshape(2, 5)
    scores = run(model_of("SVMClassifier", 2, **attributes), x)[1]
    np.testing.assert_allclose(
        scores, [[0.21864632, 0.4124897, 0.3688641], [0.40594, 0.3495656, 0.24449441]], rtol=1e-5
    )


def test_a_classifier_without_support_vectors_has_a_row_of_coefficients_for_each_class() -> None:
    attributes: dict[str, Any] = {"coefficients": features(3).reshape(-1), "rho": [0.5], "kernel_params": [0.0] * 3}
    x = features(6)
    sums = x @ features(3).T + 0.5
    label, scores = run(model_of("SVMClassifier", 2, classlabels_ints=[1, 2, 3], **attributes), x)
    np.testing.assert_array_equal(label, 1 + sums.argmax(axis=1))
    np.testing.assert_allclose(scores, sums, rtol=1e-5, atol=1e-6)


def test_labels_of_a_machine_may_be_strings() -> None:
    attributes, x = machine(3), features(4)
    del attributes["classlabels_ints"]
    label = run(model_of("SVMClassifier", 2, classlabels_strings=["a", "b", "c"], **attributes), x)[0]
    assert [*label] == [*np.asarray(["a", "b", "c"])[decisions(attributes, x)[1]]]


@pytest.mark.parametrize("kernel", ["LINEAR", "POLY", "RBF", "SIGMOID"])
@pytest.mark.parametrize("one_class", [0, 1])
def test_a_regressor_is_one_sum_or_its_sign(kernel: str, one_class: int) -> None:
    attributes, x = machine(2, kernel), features(6)
    sums = kernels_of(attributes, x) @ attributes["coefficients"] + attributes["rho"][0]
    names = ("kernel_type", "kernel_params", "support_vectors", "coefficients", "rho")
    model = model_of("SVMRegressor", n_supports=5, one_class=one_class, **{name: attributes[name] for name in names})
    expected = np.where(sums > 0, 1, -1) if one_class else sums
    np.testing.assert_allclose(run(model, x)[0], expected[:, None], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"kernel_type": "OTHER"}, "'kernel_type' must be one of LINEAR"),
        ({"rho": [1.0]}, "'rho' must have 3 elements, but has 1"),
        ({"coefficients": [1.0]}, "'coefficients' must have 18 elements"),
        ({"support_vectors": [1.0]}, "'support_vectors' must have 45 elements"),
        ({"prob_a": [1.0] * 3, "prob_b": [1.0]}, "'prob_b' must have 3 elements"),
        ({"vectors_per_class": [9]}, "'vectors_per_class' must have a number for each of 3 labels"),
        ({"vectors_per_class": [10, -2, 1]}, "'vectors_per_class' must have a number for each of 3 labels"),
        ({"classlabels_ints": [1]}, "there must be two labels or more"),
        ({"kernel_params": [1.0]}, "'kernel_params' must have 3 elements"),
    ],
)
def test_bad_machines_are_one_error_with_the_node(more: dict[str, Any], message: str) -> None:
    with pytest.raises(UnsupportedModel, match=message) as error:
        run(model_of("SVMClassifier", 2, **(machine(3) | more)), features())
    assert "the_node" in str(error.value)
