"""Models that are broken or hostile end in one error that says what is wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.ir.errors import DlcError

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx import helper, numpy_helper  # noqa: E402

from dlc.frontends.onnx import import_model  # noqa: E402

FLOAT, INT64, BOOL = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64, onnx.TensorProto.BOOL


def model_of(nodes: list[Any], tensors: list[Any] | None = None, shape: Any = (2,)) -> Any:
    x, y = (helper.make_tensor_value_info(name, FLOAT, shape) for name in "xy")
    graph = helper.make_graph(nodes, "g", [x], [y], tensors or [])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])


def relu() -> Any:
    return helper.make_node("Relu", ["x"], ["y"])


def external(location: str, **more: str) -> Any:
    tensor = numpy_helper.from_array(np.ones(2, np.float32), "w")
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    for key, value in {"location": location, **more}.items():
        tensor.external_data.add(key=key, value=value)
    return tensor


def error_of(source: Any) -> str:
    with pytest.raises(DlcError) as error:
        import_model(source)
    return str(error.value)


def test_a_file_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(model_of([relu()]).SerializeToString()[:-5])
    assert f"{path} is not an ONNX model" in error_of(path)


def test_bytes_of_something_else() -> None:
    assert "is not an ONNX model" in error_of(b"PK\x03\x04 a zip archive")
    assert "it has no graph" in error_of(b"")


def test_nodes_that_depend_on_one_another() -> None:
    nodes = [helper.make_node("Relu", ["b"], ["a"]), helper.make_node("Relu", ["a"], ["b"]), relu()]
    assert "there is no value 'b'" in error_of(model_of(nodes))


def test_a_value_that_is_defined_twice() -> None:
    assert "value 'y' of graph 'g' is defined twice" in error_of(model_of([relu(), relu()]))


@pytest.mark.parametrize("location", ["../secret.bin", "/etc/passwd", "sub/../../secret.bin", "", ".", "a\0b"])
def test_external_data_outside_of_the_folder(tmp_path: Path, location: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "secret.bin").write_bytes(bytes(8))
    path = folder / "model.onnx"
    path.write_bytes(model_of([helper.make_node("Add", ["x", "w"], ["y"])], [external(location)]).SerializeToString())
    assert "external data of tensor 'w'" in error_of(path)


def test_a_link_that_leaves_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "secret.bin").write_bytes(bytes(8))
    os.symlink(tmp_path / "secret.bin", folder / "w.bin")
    path = folder / "model.onnx"
    path.write_bytes(model_of([helper.make_node("Add", ["x", "w"], ["y"])], [external("w.bin")]).SerializeToString())
    assert "must be in the model's folder" in error_of(path)


def test_external_data_that_is_too_short(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(bytes(8))
    path = tmp_path / "model.onnx"
    for offset, length, text in (
        ("4", "8", "must be within 8 bytes, but got 4 to 12"),
        ("-4", "8", "must be within 8 bytes, but got -4 to 4"),
        ("0", "-4", "must be within 8 bytes, but got 0 to -4"),
        ("0", str(10**18), f"must be within 8 bytes, but got 0 to {10**18}"),
        (str(10**30), "0", f"must be within 8 bytes, but got {10**30} to {10**30}"),
        ("9" * 5001, "0", "must be a number of at most 40 digits, but got one of 5001"),
        ("four", "0", "offset of external data of tensor 'w' must be a number, but got 'four'"),
    ):
        tensor = external("w.bin", offset=offset, length=length)
        path.write_bytes(model_of([helper.make_node("Add", ["x", "w"], ["y"])], [tensor]).SerializeToString())
        assert text in error_of(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_external_data_in_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "w.bin")
    path = tmp_path / "model.onnx"
    path.write_bytes(model_of([helper.make_node("Add", ["x", "w"], ["y"])], [external("w.bin")]).SerializeToString())
    text = "external data of tensor 'w' cannot be read from 'w.bin': it is a pipe or a device, not a file"
    assert text in error_of(path)
    with pytest.raises(DlcError, match=text):
        dlc.compile(path)


def test_external_data_is_read_where_it_belongs(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(np.array([0, 1, 2], np.float32).tobytes())
    path = tmp_path / "model.onnx"
    tensor = external("w.bin", offset="4", length="8")
    path.write_bytes(model_of([helper.make_node("Add", ["x", "w"], ["y"])], [tensor]).SerializeToString())
    constants = [op for op in import_model(path).walk() if op.name == "graph.constant"]
    assert [op.value.to_numpy().tolist() for op in constants] == [[1.0, 2.0]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("dims", [[1 << 62], [1 << 31, 1 << 31, 1 << 31], [-1], [3]])
def test_tensors_whose_sizes_are_not_those_of_their_elements(dims: list[int]) -> None:
    tensor = numpy_helper.from_array(np.ones(2, np.float32), "w")
    tensor.dims[:] = dims
    message = error_of(model_of([helper.make_node("Add", ["x", "w"], ["y"])], [tensor]))
    assert "tensor 'w' must have" in message


def test_inputs_of_sizes_that_cannot_be_counted() -> None:
    assert "input 'x' must have fewer than 2^63 elements" in error_of(model_of([relu()], shape=(1 << 62, 1 << 62)))


def test_subgraphs_that_are_nested_too_deeply() -> None:
    chain = onnx.GraphProto(name="leaf")
    for _ in range(40):
        outer = onnx.GraphProto(name="level")
        node = outer.node.add(op_type="Loop", input=["n"], output=["r"])
        node.attribute.add(name="body", type=onnx.AttributeProto.GRAPH).g.CopyFrom(chain)
        chain = outer
    model = model_of([relu()])
    model.graph.node[0].attribute.add(name="body", type=onnx.AttributeProto.GRAPH).g.CopyFrom(chain)
    assert "subgraphs must not be nested deeper than 32" in error_of(model)


def test_names_that_are_no_text() -> None:
    data = model_of([helper.make_node("Relu", ["x"], ["y"], name="broken")]).SerializeToString()
    assert r"names must be text in UTF-8, but got b'\xffroken'" in error_of(data.replace(b"broken", b"\xffroken"))


def test_functions_that_call_themselves() -> None:
    function = helper.make_function(
        "own", "f", ["a"], ["b"], [helper.make_node("f", ["a"], ["b"], domain="own")], [helper.make_opsetid("own", 1)]
    )
    model = model_of([helper.make_node("f", ["x"], ["y"], domain="own")])
    model.functions.append(function)
    model.opset_import.append(helper.make_opsetid("own", 1))
    assert "must not be nested deeper" in error_of(model)


def test_attributes_of_the_wrong_type_and_missing_ones() -> None:
    wrong = helper.make_node("Softmax", ["x"], ["y"], axis="last")
    assert "attribute 'axis' must be of type INT, but got STRING" in error_of(model_of([wrong]))
    missing = helper.make_node("MaxPool", ["x"], ["y"])
    assert "attribute 'kernel_shape' is missing" in error_of(model_of([missing], shape=(1, 1, 4)))


@pytest.mark.parametrize(
    "node",
    [
        helper.make_node("Transpose", ["x"], ["y"], perm=[1, 1]),
        helper.make_node("Concat", ["x"], ["y"], axis=1 << 40),
        helper.make_node("Conv", ["x", "x"], ["y"], strides=[0]),
        helper.make_node("Relu", [], ["y"]),
        helper.make_node("Relu", ["nothing"], ["y"]),
        helper.make_node("Reshape", ["x"], ["y"]),
        helper.make_node("DepthToSpace", ["x"], ["y"], blocksize=0),
    ],
)
def test_nodes_that_contradict_their_op(node: Any) -> None:
    message = error_of(model_of([node]))
    assert "1 node of the model cannot be imported" in message
    assert "Error:" not in message or "do not fit the op" in message


def test_a_way_to_scatter_that_there_is_not() -> None:
    node = helper.make_node("ScatterElements", ["x", "x", "x"], ["y"], reduction="mean")
    assert "'reduction' must be one of none, add, mul, max, min, but got 'mean'" in error_of(model_of([node]))


def test_an_op_of_another_domain() -> None:
    node = helper.make_node("MatMulNBits", ["x", "x", "x"], ["y"])
    assert "not an op of the domain 'ai.onnx', but of 'com.microsoft'" in error_of(model_of([node]))


def test_a_condition_of_a_loop_that_is_computed_from_itself() -> None:
    count, condition = (helper.make_tensor_value_info(*each, []) for each in (("i", INT64), ("go", BOOL)))
    goes = helper.make_tensor_value_info("goes", BOOL, [])
    body = helper.make_graph([helper.make_node("Identity", ["goes"], ["goes"])], "body", [count, condition], [goes])
    loop = helper.make_node("Loop", ["n", ""], [], body=body)
    number = numpy_helper.from_array(np.array(3), "n")
    assert "there is no value 'goes'" in error_of(model_of([loop, relu()], [number]))


def test_a_loop_whose_body_carries_more_than_is_given() -> None:
    body = helper.make_graph(
        [helper.make_node("Identity", ["go"], ["on"]), helper.make_node("Relu", ["v"], ["w"])],
        "body",
        [helper.make_tensor_value_info(*each) for each in (("i", INT64, ()), ("go", BOOL, ()), ("v", FLOAT, (2,)))],
        [helper.make_tensor_value_info(*each) for each in (("on", BOOL, ()), ("w", FLOAT, (2,)))],
    )
    nodes = [helper.make_node("Constant", [], ["n"], value_int=3), helper.make_node("Loop", ["n"], ["y"], body=body)]
    assert "with 0 carried values must have 2 inputs and 1 outputs or more, but got 3 and 2" in error_of(
        model_of(nodes)
    )
