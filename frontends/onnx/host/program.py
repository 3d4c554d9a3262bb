"""`ModelProgram`: a model that runs step by step, with its tensor parts compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from onnx import TensorProto, ValueInfoProto

from dlc.ir.sizes import Dim

from ....dialects.graph.tensors import shape_of_type
from ....ir.diagnostics import counted, did_you_mean
from ....ir.errors import DlcError
from ...emitter import dtype_of
from ...problems import CannotImport
from ..element_types import type_name
from ..importer import input_type
from ..model_files import Model
from .registry import HostValue
from .steps import Compile, GraphRunner


class Described(NamedTuple):
    """The declaration of an input or an output of a model."""

    name: str
    dtype: Any
    """The numpy type of elements; that of objects for what is not a tensor of numbers."""
    sizes: tuple[Dim, ...]


class ModelArgumentError(DlcError, ValueError):
    """The arguments of a call do not fit the inputs of a model."""


class ModelProgram:
    """A model that can be called with its inputs, in order or by name.

    Tensors are arrays, sequences are lists, and an optional value that is missing is `None`. The parts of the model are
    compiled when they are first run, for the shapes that arguments have then.
    """

    def __init__(self, model: Model, compile: Compile) -> None:
        graph = model.proto.graph
        initialized = {each.name for each in graph.initializer}
        self._runner = GraphRunner(graph, model, compile)
        self._infos = {each.name: each for each in graph.input if each.name not in initialized}
        self.inputs = tuple(self._infos)
        """The names of the inputs."""
        self.outputs = tuple(each.name for each in graph.output)
        """The names of the outputs."""
        self._results = {each.name: each for each in graph.output}

    def __repr__(self) -> str:
        return f"<model program ({', '.join(self.inputs)}) -> ({', '.join(self.outputs)})>"

    def described(self) -> tuple[list[Described], list[Described]]:
        """Return what is declared of the inputs and of the outputs."""
        return [_described(each) for each in self._infos.values()], [_described(e) for e in self._results.values()]

    def __call__(self, *arguments: HostValue, **named: HostValue) -> HostValue:
        """Run the model and return one output, or a tuple of several."""
        given = dict(zip(self.inputs, arguments, strict=False))
        for name, value in named.items():
            if name not in self._infos:
                raise ModelArgumentError(f"the model has no input '{name}'{did_you_mean(name, self.inputs)}")
            given[name] = value
        if len(given) != len(self.inputs) or len(arguments) > len(self.inputs):
            raise ModelArgumentError(f"the model takes {counted(len(self.inputs), 'input')} ({', '.join(self.inputs)})")
        values = {name: _converted(value, self._infos[name]) for name, value in given.items()}
        results = self._runner.run(values)
        return results[0] if len(results) == 1 else tuple(results)


def _described(info: ValueInfoProto) -> Described:
    try:
        type = input_type(info)
    except CannotImport:
        return Described(info.name, np.dtype(object), ())
    return Described(info.name, dtype_of(type.element_type), shape_of_type(type))


def _converted(value: HostValue, info: ValueInfoProto) -> HostValue:
    """Return an argument as an array, a list or `None`, as its declared type says."""
    kind = info.type.WhichOneof("value")
    if kind == "tensor_type":
        return _array(value, info)
    if kind == "sequence_type" and isinstance(value, (list, tuple)):
        return _sequence(value)
    if kind == "optional_type":
        return _sequence(value) if isinstance(value, (list, tuple)) else None if value is None else np.asarray(value)
    raise ModelArgumentError(f"argument '{info.name}' must be a {kind}, but got a '{type(value).__name__}'")


def _sequence(value: Any) -> list[HostValue]:
    """Return a list of arrays, or of lists of arrays."""
    return [_sequence(each) if isinstance(each, (list, tuple)) else np.asarray(each) for each in value]


def _array(value: Any, info: ValueInfoProto) -> Any:
    """Return an argument that is a tensor, with the elements that the model declares."""
    declared = info.type.tensor_type
    try:
        array: Any = np.asarray(value)
    except ValueError as error:
        raise ModelArgumentError(f"argument '{info.name}' must be a tensor: {error}") from None
    is_string = array.dtype.kind in "OUS"
    if declared.elem_type == TensorProto.STRING or is_string:
        if is_string != (declared.elem_type == TensorProto.STRING):
            expected = type_name(declared.elem_type)
            raise ModelArgumentError(f"argument '{info.name}' must have elements of {expected}, but got {array.dtype}")
        return array.astype(object)
    if declared.HasField("shape") and len(declared.shape.dim) != array.ndim:
        expected = len(declared.shape.dim)
        raise ModelArgumentError(f"argument '{info.name}' must have rank {expected}, but got {array.ndim}")
    contiguous: Any = np.ascontiguousarray(array)
    return contiguous.reshape(array.shape)
