"""Ops of `ai.onnx.ml` that map labels to one another, strings among them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...problems import CannotImport
from ..registry import AI_ONNX_ML
from ..tensors import array_of
from .registry import HostNode, HostValue, on_host


@on_host("LabelEncoder", domain=AI_ONNX_ML)
def encode(node: HostNode) -> list[HostValue]:
    """Return the value of each key, or a default."""
    if node.has("classes_strings"):
        return [_by_position(node, node.strings("classes_strings") or [])]
    keys, values = _entries(node, "keys"), _entries(node, "values")
    table = {_key(key): value for key, value in zip(keys, values, strict=True)}
    default, dtype = _default(node, values)
    x = node[0]
    labels: Any = np.asarray([table.get(_key(each), default) for each in x.reshape(-1).tolist()], dtype)
    return [labels.reshape(x.shape)]


def _by_position(node: HostNode, classes: list[str]) -> Any:
    """Return the strings at positions, or the positions of strings, as the first opset has it."""
    x = node[0]
    if x.dtype.kind in "OUS":
        table: dict[Any, Any] = {label: place for place, label in enumerate(classes)}
        default, dtype = node.int("default_int64"), np.dtype(np.int64)
    else:
        table = dict(enumerate(classes))
        default, dtype = node.string("default_string"), np.dtype(object)
    labels: Any = np.asarray([table.get(each, default) for each in x.reshape(-1).tolist()], dtype)
    return labels.reshape(x.shape)


def _key(value: Any) -> Any:
    """Return a key that is equal to itself, as a NaN is not."""
    return "nan" if isinstance(value, float) and np.isnan(value) else value


def _entries(node: HostNode, name: str) -> list[Any]:
    """Return keys or values, in whichever attribute they are."""
    if node.has(f"{name}_tensor"):
        tensor = node.tensor(f"{name}_tensor")
        assert tensor is not None
        return array_of(tensor, node.runner.model).reshape(-1).tolist()
    if node.has(f"{name}_strings"):
        return node.strings(f"{name}_strings") or []
    if node.has(f"{name}_int64s"):
        return [*node.ints(f"{name}_int64s")]
    floats = node.floats(f"{name}_floats")
    if floats is None:
        raise CannotImport(f"attribute '{name}_…' is missing")
    return floats


def _default(node: HostNode, values: list[Any]) -> tuple[Any, Any]:
    """Return the value of keys that are not in the table, and the numpy type of results."""
    tensor = node.tensor("default_tensor")
    if tensor is not None:
        array = array_of(tensor, node.runner.model)
        return array.reshape(-1)[0], array.dtype
    if values and isinstance(values[0], str):
        return node.string("default_string"), object
    if node.has("values_floats"):
        return node.float("default_float"), np.float32
    if node.has("values_tensor"):
        tensor = node.tensor("values_tensor")
        assert tensor is not None
        dtype = array_of(tensor, node.runner.model).dtype
        return (node.float("default_float") if dtype.kind == "f" else node.int("default_int64")), dtype
    return node.int("default_int64"), np.int64
