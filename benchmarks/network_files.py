"""Networks, and their single layers, as ONNX files with arguments.

    network_files.py FOLDER [--layers] [--varied] [--only=NAME]

A Python that has torch writes them; weights and arguments are drawn, always the same. Beside each network is one that
computes in f64, as far as its ops allow. Sizes are those of the arguments, not symbols.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnx_networks
import torch_models
from onnx_networks import Example

onnx: Any = import_module("onnx")
helper: Any = import_module("onnx.helper")
sequences: Any = import_module("sequence_networks")

LAYERS = ("Conv", "ConvTranspose", "Gemm", "MatMul", "LSTM", "GRU")
"""Nodes that are measured alone: nearly all time of these networks is theirs."""


def _image_network(make: Callable[[], Any]) -> Callable[[], Example]:
    def of_torch() -> Example:
        sequences.torch.manual_seed(0)
        image = np.random.default_rng(0).standard_normal((1, 3, 224, 224)).astype(np.float32)
        return Example(*sequences.exported(make(), {"x": image}, "traced"))

    return of_torch


def _built(name: str) -> Callable[[], Example]:
    return lambda: onnx_networks.networks()[name]("full")


def _exported(name: str) -> Callable[[], Example]:
    return lambda: Example(*sequences.network(name, "full", "traced"))


NETWORKS: dict[str, Callable[[], Example]] = {
    "ResNet-18": _image_network(torch_models.resnet18),
    "ResNet-50": _image_network(torch_models.resnet50),
    "U-Net": _built("unet"),
    "MobileNet-V2": _built("mobilenet"),
    "EfficientNet-B0": _built("efficientnet"),
    "encoder": _exported("encoder"),
    "decoder": _exported("decoder"),
    "ViT-tiny": _exported("vision"),
    "BERT, 2 layers": _exported("bert"),
    "LSTM tagger": _exported("lstm"),
    "GRU tagger": _exported("gru"),
    "MLP": _exported("perceptron"),
    "MLP of 64 rows": _exported("perceptron_of_64"),
}


def varied() -> dict[str, Callable[[], Example]]:
    """Return networks of many more kinds, for which nothing is tuned."""
    modules: Any = import_module("varied_networks").MODULES

    def written(name: str) -> Example:
        make, arguments = modules[name]
        sequences.torch.manual_seed(0)
        return Example(*sequences.exported(make().eval(), arguments(), "traced"))

    return {name: partial(written, name) for name in modules}


def with_sizes(model: Any, arguments: Mapping[str, Any]) -> Any:
    """Return the model for arguments of these sizes, with the shapes of all its values."""
    shapes = {name: list(each.shape) for name, each in arguments.items()}
    for value in model.graph.input:
        if value.name in shapes:
            for dim, size in zip(value.type.tensor_type.shape.dim, shapes[value.name], strict=True):
                dim.dim_value = size
    for value in model.graph.output:  # of other sizes, perhaps: they are inferred again
        value.type.tensor_type.ClearField("shape")
    return onnx.shape_inference.infer_shapes(model, data_prop=True)


def in_f64(model: Any) -> Any:
    """Return the model with f64 instead of f32: its numbers are exact enough to judge those of others."""
    f32, f64 = onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE
    wide = onnx.ModelProto()
    wide.CopyFrom(model)
    del wide.graph.value_info[:]
    for tensor in [*wide.graph.initializer, *(each.t for node in wide.graph.node for each in node.attribute)]:
        if tensor.data_type == f32:
            tensor.CopyFrom(
                onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(tensor).astype(np.float64), tensor.name)
            )
    for value in (*wide.graph.input, *wide.graph.output):
        if value.type.tensor_type.elem_type == f32:
            value.type.tensor_type.elem_type = f64
    for node in wide.graph.node:
        for attribute in node.attribute:
            if node.op_type == "Cast" and attribute.name == "to" and attribute.i == f32:
                attribute.i = f64
    return wide


def layers_of(model: Any) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield the layers of a model: a name, a model of this node alone, and drawn arguments."""
    constants = {each.name: each for each in model.graph.initializer}
    shapes = {each.name: each for each in (*model.graph.input, *model.graph.value_info, *model.graph.output)}
    draw = np.random.default_rng(0)
    for node in model.graph.node:
        given = [name for name in dict.fromkeys(node.input) if name and name not in constants]
        if node.op_type not in LAYERS or not all(name in shapes for name in (*given, node.output[0])):
            continue
        sizes = [[dim.dim_value for dim in shapes[name].type.tensor_type.shape.dim] for name in given]
        weights = [constants[name] for name in node.input if name in constants]
        if not all(all(each) for each in sizes):
            continue
        graph = helper.make_graph([node], "layer", [shapes[name] for name in given], [shapes[node.output[0]]], weights)
        if len(node.output) > 1:
            graph.node[0].output[:] = [node.output[0], *[""] * (len(node.output) - 1)]
        text = " x ".join("x".join(map(str, each)) for each in (*sizes, *(list(w.dims) for w in weights[:1])))
        groups = next((a.i for a in node.attribute if a.name == "group"), 1)
        strides = next((list(a.ints) for a in node.attribute if a.name == "strides"), [1])
        name = f"{node.op_type} {text}" + (f" groups {groups}" if groups > 1 else "")
        name += f" /{strides[0]}" if strides[0] > 1 else ""
        alone = helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)
        arguments = {
            each: draw.standard_normal(size).astype(np.float32) for each, size in zip(given, sizes, strict=True)
        }
        yield name, alone, arguments


def _write(folder: Path, stem: str, model: Any, arguments: Mapping[str, Any]) -> None:
    (folder / f"{stem}.onnx").write_bytes(model.SerializeToString())
    stored: Any = dict(arguments)
    np.savez(folder / f"{stem}.npz", **stored)


def main() -> None:
    """Write files, and print a line for each: `network NAME`, or `layer STEM NAME`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layers", action="store_true")
    parser.add_argument("--varied", action="store_true", help="write networks of many more kinds")
    parser.add_argument("--only", default="", help="write only networks whose names contain this")
    options = parser.parse_args()
    networks = varied() if options.varied else NETWORKS
    known: set[str] = set()
    for name, make in networks.items():
        if options.only.lower() not in name.lower():
            continue
        example = make()
        model = with_sizes(onnx.load_model_from_string(example.model), example.arguments)
        _write(options.folder, name, model, example.arguments)
        wide = {
            key: each.astype(np.float64) if each.dtype == np.float32 else each
            for key, each in example.arguments.items()
        }
        _write(options.folder, f"{name} f64", in_f64(model), wide)
        print(f"network\t{name}\t{name}", flush=True)
        for layer, alone, arguments in layers_of(model) if options.layers else ():
            if layer not in known:
                known.add(layer)
                stem = hashlib.sha256(layer.encode()).hexdigest()[:16]
                _write(options.folder, stem, alone, arguments)
                print(f"layer\t{stem}\t{layer}", flush=True)


if __name__ == "__main__":
    main()
