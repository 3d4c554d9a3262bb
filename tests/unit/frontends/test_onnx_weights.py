"""Weights that stay in the file: a model without them is the same model, whatever its bytes are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

onnx = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from google.protobuf.message import DecodeError  # noqa: E402
from onnx import ModelProto, TensorProto, helper, numpy_helper  # noqa: E402

import dlc  # noqa: E402
from dlc.frontends.onnx_weights import SMALLEST, Weights, without_weights  # noqa: E402


def model(*sizes: int) -> ModelProto:
    """Return a model that adds arrays of some sizes to its argument."""
    arrays = [np.random.default_rng(number).standard_normal(size, np.float32) for number, size in enumerate(sizes)]
    weights = [numpy_helper.from_array(array, f"w{number}") for number, array in enumerate(arrays)]
    nodes = [helper.make_node("Add", [f"x{number}", f"w{number}"], [f"y{number}"]) for number in range(len(sizes))]
    ports = [
        [
            helper.make_tensor_value_info(f"{name}{number}", TensorProto.FLOAT, [size])
            for number, size in enumerate(sizes)
        ]
        for name in "xy"
    ]
    graph = helper.make_graph(nodes, "sums", ports[0], ports[1], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def put_back(content: bytes, weights: Weights) -> ModelProto:
    """Return the model in bytes from which weights were taken."""
    proto = ModelProto.FromString(content)
    for tensor in proto.graph.initializer:
        if tensor.HasField("raw_data"):
            tensor.raw_data = bytes(weights.of(tensor.raw_data))
    return proto


@given(st.lists(st.integers(1, 3 * SMALLEST // 4), min_size=1, max_size=5))
def test_a_model_without_its_weights_is_the_same_model(sizes: list[int]) -> None:
    content = model(*sizes).SerializeToString()
    rest, weights = without_weights(content)
    large = [4 * size for size in sizes if 4 * size >= SMALLEST]
    assert len(content) - len(rest) >= sum(large) - 48 * len(large)
    assert put_back(bytes(rest), weights) == ModelProto.FromString(content)


CONTENT = model(2, 1500, 3, 2000).SerializeToString()


@given(st.data())
def test_changed_bytes_mean_the_same_without_weights(data: st.DataObject) -> None:
    content = bytearray(CONTENT)
    begin = content.index(b"sums")  # most of the rest is elements
    heads = [*range(begin), *range(begin, begin + 200), *range(len(content) - 200, len(content))]
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.sampled_from(heads))] = data.draw(st.integers(0, 255))
    changed = bytes(content[: data.draw(st.sampled_from([len(content), len(content) - 1, len(content) // 2, 40]))])
    try:
        expected = ModelProto.FromString(changed)
    except DecodeError:
        with pytest.raises(DecodeError):
            put_back(bytes(without_weights(changed)[0]), Weights())
        return
    rest, weights = without_weights(changed)
    assert put_back(bytes(rest), weights).SerializeToString(deterministic=True) == expected.SerializeToString(
        deterministic=True
    )


def test_bytes_that_are_no_ticket_are_data() -> None:
    weights = Weights(b"0123456789")
    assert weights.of(weights.ticket(2, 5)) == b"234"
    for data in (b"", b"x" * 32, Weights(b"").ticket(2, 5), weights.ticket(2, 5) + b"x"):
        assert weights.of(data) == data


def test_a_model_with_weights_in_the_file_runs(tmp_path_factory: pytest.TempPathFactory) -> None:
    proto = model(5000, 7)
    path = tmp_path_factory.mktemp("model") / "sums.onnx"
    path.write_bytes(proto.SerializeToString())
    arguments = {"x0": np.ones(5000, np.float32), "x1": np.ones(7, np.float32)}
    for given_model in (path, path.read_bytes()):
        results = dlc.compile(given_model, cache=False)(**arguments)
        for number, tensor in enumerate(proto.graph.initializer):
            expected = numpy_helper.to_array(tensor) + np.float32(1)
            np.testing.assert_array_equal(results[number], expected)
