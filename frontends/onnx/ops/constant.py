"""Importers of constants."""

from __future__ import annotations

import numpy as np
from onnx import AttributeProto, SparseTensorProto

from ....dialects import graph
from ....dialects.graph.tensors import element_of
from ....ir import Value
from ....ir.builtin_types import f32, i64
from ...emitter import NdArray, dense_from_array
from ...problems import CannotImport
from ..element_types import element_type
from ..node import Node
from ..problems import HostOnly
from ..registry import imports
from ..tensors import array_of, dense_elements
from .movement import broadcast_to_sizes


@imports("Constant")
def import_constant(node: Node) -> Value:
    """A tensor that is an attribute."""
    tensor = node.tensor("value")
    if tensor is not None:
        return node.builder.insert(graph.ConstantOp(dense_elements(tensor, node.model))).result
    if node.has("value_float"):
        return node.constant(node.float("value_float"), f32)
    if node.has("value_int"):
        return node.constant(node.int("value_int"), i64)
    if node.has("value_floats"):
        return node.constant(np.asarray(node.floats("value_floats"), np.float32), f32)
    if node.has("value_ints"):
        return node.ints_value(node.ints("value_ints"))
    if node.has("sparse_value"):
        return _sparse(node)
    raise HostOnly("the constant holds strings, or nothing")


def _sparse(node: Node) -> Value:
    """Return a sparse tensor with all its elements."""
    [attribute] = (each for each in node.proto.attribute if each.name == "sparse_value")
    sparse: SparseTensorProto = attribute.sparse_tensor
    if attribute.type != AttributeProto.SPARSE_TENSOR:
        raise CannotImport("attribute 'sparse_value' must be a sparse tensor")
    values, places = array_of(sparse.values, node.model), array_of(sparse.indices, node.model)
    shape = tuple(sparse.dims)
    if int(np.prod(shape)) > 1 << 24:
        raise CannotImport(f"a sparse tensor must have at most 2^24 elements, but got {list(shape)}")
    dense: NdArray = np.zeros(shape, values.dtype)
    dense.reshape(-1)[places if places.ndim == 1 else np.ravel_multi_index(places.T, shape)] = values
    return node.builder.insert(graph.ConstantOp(dense_from_array(dense, element_type(sparse.values.data_type)))).result


@imports("ConstantOfShape")
def import_constant_of_shape(node: Node) -> Value:
    """One number in a shape that is an input."""
    tensor = node.tensor("value")
    if tensor is None:
        value = node.constant(0, f32)
    else:
        value = node.builder.insert(graph.ConstantOp(dense_elements(tensor, node.model))).result
    return broadcast_to_sizes(node, node.reshape(value, ()), 0)


@imports("EyeLike")
def import_eye_like(node: Node) -> Value:
    """Ones on a diagonal of a matrix with the shape of the input."""
    x = node[0]
    shape = node.shape()
    rows, columns = node.iota(shape, 0), node.iota(shape, 1)
    shifted = node.add(graph.AddOp(rows, node.full(node.int("k"), rows)))
    element = element_type(node.int("dtype")) if node.has("dtype") else element_of(x)
    return node.cast(node.compare("eq", shifted, columns), element)
