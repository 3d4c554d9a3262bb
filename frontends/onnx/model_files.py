"""Models as files, bytes or protos: how they are read, and what is refused before anything is imported.

A model may come from anywhere. Its external data must lie in its own folder, and is mapped, not read, as the model's
own weights are (`onnx_weights`); nothing is executed or written.
"""

from __future__ import annotations

import copy
import mmap
import os
import re
from collections.abc import Iterable
from pathlib import Path

from google.protobuf.message import DecodeError
from onnx import AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, TensorProto

from dlc.ir.files import check_regular, reason_of

from ..onnx_weights import Bytes, Weights, without_weights
from .problems import InvalidModel

MOST_DIGITS = 40
"""The most digits of numbers about external data, which an error shows."""
DEEPEST_SUBGRAPH = 32
"""The maximum nesting of subgraphs."""


class Model:
    """A model and the place that its external data is relative to."""

    def __init__(self, proto: ModelProto, name: str, folder: Path | None, weights: Weights | None = None) -> None:
        self.proto = proto
        self.name = name
        self.folder = folder
        """The folder of the file; `None` for a model that was not read from one."""
        self.opsets = {canonical_domain(each.domain): each.version for each in proto.opset_import}
        self._functions = {_called(each.domain, each.name, each.overload): each for each in proto.functions}
        self._weights = weights or Weights()
        self._files: dict[Path, memoryview] = {}

    def function_called(self, node: NodeProto) -> FunctionProto | None:
        """Return the function of the model that a node calls."""
        return self._functions.get(_called(node.domain, node.op_type, node.overload))

    def within(self, function: FunctionProto) -> Model:
        """Return the model with the opsets that hold in a function."""
        inner = copy.copy(self)
        inner.opsets = {**self.opsets, **{canonical_domain(e.domain): e.version for e in function.opset_import}}
        return inner

    def raw_data(self, tensor: TensorProto) -> bytes | memoryview | None:
        """Return the bytes of a tensor, or `None` if its elements are in fields of their own."""
        if tensor.data_location == TensorProto.EXTERNAL:
            return self.external_data(tensor)
        return self._weights.of(tensor.raw_data) if tensor.HasField("raw_data") else None

    def external_data(self, tensor: TensorProto) -> memoryview:
        """Return the bytes of a tensor that lie in a file beside the model."""
        entries = {entry.key: entry.value for entry in tensor.external_data}
        data = self._file(entries.get("location", ""), tensor.name)
        offset = _number(entries, "offset", tensor) or 0
        length = _number(entries, "length", tensor)
        end = len(data) if length is None else offset + length
        if not 0 <= offset <= end <= len(data):
            raise InvalidModel(
                f"external data of tensor '{tensor.name}' must be within {len(data)} bytes, but got {offset} to {end}"
            )
        return data[offset:end]

    def _file(self, location: str, tensor: str) -> memoryview:
        """Return the mapped contents of a file in the folder of the model."""
        if self.folder is None:
            raise InvalidModel(f"tensor '{tensor}' has external data, but the model was not read from a file")
        root = self.folder.resolve()
        try:
            path = (root / location).resolve()
        except (OSError, RuntimeError, ValueError) as error:  # a null byte, or links in a circle
            raise InvalidModel(f"external data of tensor '{tensor}' has no valid path: {error}") from None
        if not location or root not in path.parents:
            raise InvalidModel(
                f"external data of tensor '{tensor}' must be in the model's folder, but got '{location}'"
            )
        if path not in self._files:
            try:
                self._files[path] = _mapped(path)
            except (OSError, ValueError) as error:
                raise InvalidModel(
                    f"external data of tensor '{tensor}' cannot be read from '{location}': {reason_of(error)}"
                ) from None
        return self._files[path]

    def external_files(self) -> list[memoryview]:
        """Return the contents of the files beside the model that its tensors are in."""
        tensors = [tensor for graph, _ in _graphs(self.proto.graph) for tensor in graph.initializer]
        for tensor in tensors:
            if tensor.data_location == TensorProto.EXTERNAL:
                self.external_data(tensor)
        return list(self._files.values())


def _called(domain: str, name: str, overload: str) -> tuple[str, str, str]:
    """Return the key of a function; those of one name are distinguished by their overloads."""
    return canonical_domain(domain), name, overload


def canonical_domain(domain: str) -> str:
    """Return a domain under the name that the registry uses; `ai.onnx` is another spelling of the default one."""
    return "" if domain == "ai.onnx" else domain


def _number(entries: dict[str, str], key: str, tensor: TensorProto) -> int | None:
    """Return a number of bytes, which may be negative or too large, or `None` if there is no such entry."""
    text = entries.get(key)
    if text is None:
        return None
    if not re.fullmatch("-?[0-9]+", text):
        raise InvalidModel(
            f"{key} of external data of tensor '{tensor.name}' must be a number, but got '{text[:MOST_DIGITS]}'"
        )
    if len(text) > MOST_DIGITS:
        raise InvalidModel(
            f"{key} of external data of tensor '{tensor.name}' must be a number of at most {MOST_DIGITS} digits, but "
            f"got one of {len(text)}"
        )
    return int(text)


def _mapped(path: Path) -> memoryview:
    """Return the contents of a file, mapped read-only."""
    check_regular(path)
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return memoryview(b"")
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def read_model(source: ModelProto | bytes | str | os.PathLike[str]) -> Model:
    """Return a model that was checked for what every model must have."""
    if isinstance(source, ModelProto):
        model = Model(source, source.graph.name or "the model", None)
    elif isinstance(source, bytes):
        return model_in(source, "the model", None)
    else:
        check_regular(source)
        return model_in(Path(source).read_bytes(), os.fspath(source), Path(source).parent)
    _check(model)
    return model


def model_in(content: Bytes, name: str, folder: Path | None) -> Model:
    """Return the checked model in the content of a file that is in a folder."""
    rest, weights = without_weights(content)
    model = Model(_parsed(bytes(rest), name), name, folder, weights)
    _check(model)
    return model


def _parsed(data: bytes, name: str) -> ModelProto:
    proto = ModelProto()
    try:
        proto.ParseFromString(data)
    except (DecodeError, ValueError) as error:
        raise InvalidModel(f"{name} is not an ONNX model: {error}") from None
    return proto


def _check(model: Model) -> None:
    """Raise an error if the model lacks a graph, opsets or names, or is nested too deeply."""
    proto = model.proto
    if not proto.HasField("graph") or not (proto.graph.node or proto.graph.output):
        raise InvalidModel(f"{model.name} is not an ONNX model: it has no graph")
    if not model.opsets:
        raise InvalidModel(f"{model.name} is not a valid ONNX model: it does not import an opset")
    for graph, depth in _graphs(proto.graph):
        if depth > DEEPEST_SUBGRAPH:
            raise InvalidModel(f"{model.name}: subgraphs must not be nested deeper than {DEEPEST_SUBGRAPH}")
        _check_text(model.name, _texts_of(graph))
        _check_names(model.name, graph)
    for function in proto.functions:
        _check_text(model.name, (*function.input, *function.output, *_texts_of_nodes(function.node)))


def _check_text(model: str, texts: Iterable[str | bytes]) -> None:
    """Raise an error if protobuf could not decode a text, and returned its bytes."""
    for text in texts:
        if isinstance(text, bytes):
            raise InvalidModel(f"{model}: names must be text in UTF-8, but got {text[:40]!r}")


def _texts_of(graph: GraphProto) -> Iterable[str | bytes]:
    """Iterate over the names in a graph, and the places of its external data."""
    for info in (*graph.input, *graph.output):
        yield info.name
        yield from (dim.dim_param for dim in info.type.tensor_type.shape.dim)
    for tensor in graph.initializer:
        yield tensor.name
        yield from (text for entry in tensor.external_data for text in (entry.key, entry.value))
    yield from _texts_of_nodes(graph.node)


def _texts_of_nodes(nodes: Iterable[NodeProto]) -> Iterable[str | bytes]:
    for node in nodes:
        yield from (node.name, node.op_type, node.domain, *node.input, *node.output)
        yield from (attribute.name for attribute in node.attribute)


def _check_names(model: str, graph: GraphProto) -> None:
    """Raise an error if two values of a graph have the same name."""
    defined: set[str] = set()
    names = [each.name for each in graph.input] + [name for node in graph.node for name in node.output if name]
    for name in names:
        if name in defined:
            raise InvalidModel(f"{model}: value '{name}' of graph '{graph.name}' is defined twice")
        defined.add(name)


def _graphs(graph: GraphProto) -> Iterable[tuple[GraphProto, int]]:
    """Iterate over a graph and its subgraphs, with their depth."""
    pending = [(graph, 0)]
    while pending:
        current, depth = pending.pop()
        yield current, depth
        if depth <= DEEPEST_SUBGRAPH:
            attributes = (attribute for node in current.node for attribute in node.attribute)
            pending += [(inner, depth + 1) for attribute in attributes for inner in subgraphs(attribute)]


def subgraphs(attribute: AttributeProto) -> list[GraphProto]:
    """Return the graphs that an attribute holds."""
    if attribute.type == AttributeProto.GRAPH:
        return [attribute.g]
    return list(attribute.graphs) if attribute.type == AttributeProto.GRAPHS else []
