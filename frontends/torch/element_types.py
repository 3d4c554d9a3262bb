"""Element types of PyTorch as types of dlc, and tensors as constants without a copy."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from ...ir import Type
from ...ir.builtin_types import UNSIGNED, IntegerType, bf16, f16, f32, f64, i1, i8, i16, i32, i64
from ..emitter import NdArray
from ..problems import CannotImport
from .installed import torch

_without_modes = torch.utils._python_dispatch._disable_current_modes

ELEMENT_TYPES: dict[Any, Type] = {
    torch.float32: f32,
    torch.float64: f64,
    torch.float16: f16,
    torch.bfloat16: bf16,
    torch.bool: i1,
    torch.int8: i8,
    torch.int16: i16,
    torch.int32: i32,
    torch.int64: i64,
    torch.uint8: IntegerType(8, UNSIGNED),
    torch.uint16: IntegerType(16, UNSIGNED),
    torch.uint32: IntegerType(32, UNSIGNED),
    torch.uint64: IntegerType(64, UNSIGNED),
}
"""The types that tensors of a graph may have."""
PARTS_OF_COMPLEX: dict[Any, Any] = {torch.complex64: torch.float32, torch.complex128: torch.float64}
"""Complex element types, which tensors inside a graph may have, and those of their parts."""
DTYPES = {element: dtype for dtype, element in ELEMENT_TYPES.items()}


def element_type(dtype: Any) -> Type:
    """Return the type of elements of a `torch.dtype`."""
    element = ELEMENT_TYPES.get(dtype)
    if element is None:
        raise CannotImport(f"elements of type {dtype} are not supported")
    return element


def part_type(dtype: Any) -> Type:
    """Return the type of elements of a `torch.dtype` or, of complex ones, of their parts."""
    return element_type(PARTS_OF_COMPLEX.get(dtype, dtype))


def array_of(tensor: Any) -> NdArray:
    """Return a tensor as an array, over its memory where it is contiguous."""
    element_type(tensor.dtype)
    if tensor.device.type != "cpu" or tensor.layout is not torch.strided or not has_memory(tensor):
        place = tensor.device.type if tensor.layout is torch.strided else str(tensor.layout)
        raise CannotImport(f"a constant must be a dense tensor in memory of the CPU, but got one on '{place}'")
    with _without_modes():  # a mode that traces would trace these as well
        plain = tensor.detach().resolve_neg().contiguous()
        if plain.dtype is torch.bfloat16:
            return plain.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
        return np.asarray(plain.numpy())


def has_memory(tensor: Any) -> bool:
    """Return whether a tensor has elements, and not only a shape."""
    return tensor.device.type != "meta" and type(tensor).__name__ not in ("FakeTensor", "FunctionalTensor")
