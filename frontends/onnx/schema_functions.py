"""The functions by which ONNX defines some of its ops in terms of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from onnx import FunctionProto, NodeProto, TypeProto

from ...dialects.graph.tensors import shape_of_type
from ...ir import Value
from ...ir.builtin_types import TensorType
from .element_types import onnx_type


def function_of(node: NodeProto, schema: Any, opset: int, inputs: Sequence[Value | None]) -> FunctionProto | None:
    """Return the function that defines an op for inputs of these types, if there is one."""
    version = _newest(schema.function_opset_versions, opset)
    if version is not None:
        return _parsed(schema.get_function_with_opset_version(version))
    version = _newest(schema.context_dependent_function_opset_versions, opset)
    if version is None:
        return None
    types = [_type_proto(value).SerializeToString() for value in inputs]
    return _parsed(schema.get_context_dependent_function_with_opset_version(version, node.SerializeToString(), types))


def _newest(versions: Sequence[int], opset: int) -> int | None:
    """Return the newest version that holds at an opset, or else the oldest one."""
    known = [version for version in versions if version <= opset]
    return max(known) if known else min(versions, default=None)


def _parsed(data: bytes) -> FunctionProto | None:
    if not data:
        return None
    function = FunctionProto()
    function.ParseFromString(data)
    return function if function.node else None


def _type_proto(value: Value | None) -> TypeProto:
    """Return the type of a value as a proto."""
    proto = TypeProto()
    if value is not None and isinstance(value.type, TensorType):
        proto.tensor_type.elem_type = onnx_type(value.type.element_type)
        proto.tensor_type.shape.SetInParent()
        for size in shape_of_type(value.type):
            dim = proto.tensor_type.shape.dim.add()
            if isinstance(size, int):
                dim.dim_value = size
    return proto
