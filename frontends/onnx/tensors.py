"""Tensors of a model as constants of dlc, without copying what is large."""

from __future__ import annotations

from onnx import TensorProto, numpy_helper

from ...ir.builtin_attributes import DenseElementsAttr
from ...ir.builtin_types import LARGEST_SIZE, TensorType, bit_width
from ...ir.elements import element_count
from ..emitter import NdArray, dense_from_array
from ..problems import CannotImport
from .element_types import element_type, type_name
from .model_files import Model
from .problems import InvalidModel

_FIELDS = {
    "FLOAT": "float_data",
    "COMPLEX64": "float_data",
    "DOUBLE": "double_data",
    "COMPLEX128": "double_data",
    "INT64": "int64_data",
    "UINT32": "uint64_data",
    "UINT64": "uint64_data",
    "STRING": "string_data",
}
"""The fields that hold elements which are not raw; other types are in `int32_data`."""


def dense_elements(tensor: TensorProto, model: Model) -> DenseElementsAttr:
    """Return the elements of a tensor as an attribute."""
    element, shape = element_type(tensor.data_type), _shape(tensor)
    type = TensorType(shape, element)
    raw = _raw(tensor, model)
    width = bit_width(element)
    if raw is None or width is None or width < 8:
        return dense_from_array(array_of(tensor, model), element)
    expected = element_count(shape) * (width // 8)
    if len(raw) != expected:
        raise InvalidModel(f"tensor '{tensor.name}' must have {expected} bytes, but got {len(raw)}")
    return DenseElementsAttr.from_bytes(type, raw)


def array_of(tensor: TensorProto, model: Model) -> NdArray:
    """Return the elements of a tensor as an array; strings are objects."""
    shape, raw = _shape(tensor), _raw(tensor, model)
    if tensor.data_type not in TensorProto.DataType.values() or tensor.data_type == TensorProto.UNDEFINED:
        raise CannotImport(f"tensor '{tensor.name}' has elements of type {type_name(tensor.data_type)}")
    if raw is None:
        _check_count(tensor, element_count(shape))
        return numpy_helper.to_array(tensor)
    copy = TensorProto(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims, raw_data=bytes(raw))
    try:
        return numpy_helper.to_array(copy)
    except (ValueError, TypeError) as error:
        raise InvalidModel(f"elements of tensor '{tensor.name}' do not fit its type: {error}") from None


_PER_ENTRY = {"INT4": 2, "UINT4": 2, "FLOAT4E2M1": 2, "INT2": 4, "UINT2": 4}
"""The number of elements in one entry of `int32_data`, where it is not one."""
_COMPLEX = ("COMPLEX64", "COMPLEX128")


def _check_count(tensor: TensorProto, count: int) -> None:
    """Raise an error if a tensor that is not raw has not as many elements as its shape says."""
    kind = TensorProto.DataType.Name(tensor.data_type)  # type: ignore[arg-type]
    data = getattr(tensor, _FIELDS.get(kind, "int32_data"))
    per_entry = _PER_ENTRY.get(kind, 1)
    if len(data) != -(-count * (2 if kind in _COMPLEX else 1) // per_entry):
        raise InvalidModel(f"tensor '{tensor.name}' must have {count} elements, but got {len(data) * per_entry}")


def _shape(tensor: TensorProto) -> tuple[int, ...]:
    shape = tuple(tensor.dims)
    if any(size < 0 for size in shape) or element_count(shape) > LARGEST_SIZE:
        raise InvalidModel(f"tensor '{tensor.name}' must have sizes that can be counted, but got {list(shape)[:8]}")
    return shape


def _raw(tensor: TensorProto, model: Model) -> bytes | memoryview | None:
    """Return the raw bytes of a tensor, or `None` if its elements are in fields of their own."""
    if tensor.HasField("segment"):
        raise InvalidModel(f"tensor '{tensor.name}' is a segment, which is not supported")
    return model.raw_data(tensor)
