"""Element types of ONNX as types of dlc."""

from __future__ import annotations

from onnx import TensorProto

from ...ir import Type
from ...ir.builtin_types import UNSIGNED, FloatType, IntegerType, bf16, f16, f32, f64, i1, i8, i16, i32, i64
from ..problems import CannotImport
from .problems import HostOnly

ELEMENT_TYPES: dict[int, Type] = {
    TensorProto.FLOAT: f32,
    TensorProto.DOUBLE: f64,
    TensorProto.FLOAT16: f16,
    TensorProto.BFLOAT16: bf16,
    TensorProto.BOOL: i1,
    TensorProto.INT8: i8,
    TensorProto.INT16: i16,
    TensorProto.INT32: i32,
    TensorProto.INT64: i64,
    TensorProto.UINT8: IntegerType(8, UNSIGNED),
    TensorProto.UINT16: IntegerType(16, UNSIGNED),
    TensorProto.UINT32: IntegerType(32, UNSIGNED),
    TensorProto.UINT64: IntegerType(64, UNSIGNED),
    TensorProto.INT4: IntegerType(4),
    TensorProto.UINT4: IntegerType(4, UNSIGNED),
    TensorProto.INT2: IntegerType(2),
    TensorProto.UINT2: IntegerType(2, UNSIGNED),
    TensorProto.FLOAT4E2M1: FloatType("f4E2M1FN"),
    TensorProto.FLOAT8E4M3FN: FloatType("f8E4M3FN"),
    TensorProto.FLOAT8E4M3FNUZ: FloatType("f8E4M3FNUZ"),
    TensorProto.FLOAT8E5M2: FloatType("f8E5M2"),
    TensorProto.FLOAT8E5M2FNUZ: FloatType("f8E5M2FNUZ"),
}
"""The types that tensors of a graph may have."""


def element_type(kind: int) -> Type:
    """Return the type of elements of a kind of `TensorProto.DataType`."""
    type = ELEMENT_TYPES.get(kind)
    if kind == TensorProto.STRING:
        raise HostOnly("no tensor of a graph holds strings")
    if type is None:
        raise CannotImport(f"elements of type {type_name(kind)} are not supported")
    return type


def onnx_type(type: Type) -> int:
    """Return the kind of `TensorProto.DataType` of a type."""
    for kind, each in ELEMENT_TYPES.items():
        if each is type:
            return kind
    raise CannotImport(f"ONNX has no type for elements of '{type}'")


def type_name(kind: int) -> str:
    """Return ONNX's name of a kind of elements."""
    known = TensorProto.DataType.values()
    return TensorProto.DataType.Name(kind) if kind in known else f"number {kind}"  # type: ignore[arg-type]
