"""The inspection of the namespace: dtypes, their limits and kinds, and their promotion."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import ml_dtypes
import numpy as np

from .arrays import DEVICE, Array
from .dtypes import ALL, DEFAULT_FLOAT, DEFAULT_INTEGER, KINDS, DType, checked_dtype, promoted
from .errors import call_error
from .operands import checked_operand, common_dtype


class FloatInfo(NamedTuple):
    """The limits of a float dtype."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


class IntegerInfo(NamedTuple):
    """The limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: DType


def finfo(type: Any, /) -> FloatInfo:
    """Return the limits of a float dtype, or that of an array."""
    dtype = type.dtype if isinstance(type, Array) else checked_dtype(type)
    info = cast("Any", ml_dtypes.finfo(dtype))
    return FloatInfo(info.bits, float(info.eps), float(info.max), float(info.min), float(info.smallest_normal), dtype)


def iinfo(type: Any, /) -> IntegerInfo:
    """Return the limits of an integer dtype, or that of an array."""
    dtype = type.dtype if isinstance(type, Array) else checked_dtype(type)
    info = np.iinfo(dtype)
    return IntegerInfo(info.bits, info.max, info.min, dtype)


def isdtype(dtype: Any, kind: Any) -> bool:
    """Return whether a dtype is another one, or of a kind, or any of several."""
    if isinstance(kind, tuple):
        return any(isdtype(dtype, each) for each in kind)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(kind, str) and kind in KINDS:
        return np.dtype(dtype) in KINDS[kind]
    if isinstance(kind, str):
        raise ValueError(f"isdtype: the kind must be one of {', '.join(KINDS)}, but got {kind!r}")
    return bool(np.dtype(dtype) == np.dtype(kind))


def can_cast(from_: Any, to: Any, /) -> bool:
    """Return whether a dtype, or that of an array, promotes to another one."""
    dtype = from_.dtype if isinstance(from_, Array) else checked_dtype(from_)
    target = checked_dtype(to)
    return promoted([dtype, target]) == target


def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype that arrays, numbers and dtypes have together."""
    operands: list[Any] = []
    for each in arrays_and_dtypes:
        is_operand = isinstance(each, (bool, int, float, np.ndarray, Array)) or hasattr(each, "__dlpack__")
        operands.append(
            checked_operand("result_type", each) if is_operand else Array.of(np.empty(0, checked_dtype(each)))
        )
    if not any(isinstance(each, Array) for each in operands):
        raise call_error("result_type: at least one array or dtype is required")
    return common_dtype("result_type", operands)


class NamespaceInfo:
    """The result of `__array_namespace_info__`."""

    def capabilities(self) -> dict[str, Any]:
        """Return what the namespace can do."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}

    def default_device(self) -> str:
        """Return the only device."""
        return DEVICE

    def devices(self) -> list[str]:
        """Return the only device."""
        return [DEVICE]

    def default_dtypes(self, *, device: Any = None) -> dict[str, DType]:
        """Return the dtypes of arrays made without one."""
        _check_device(device)
        return {"real floating": DEFAULT_FLOAT, "integral": DEFAULT_INTEGER, "indexing": DEFAULT_INTEGER}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, DType]:
        """Return the dtypes of a kind by name."""
        _check_device(device)
        standard = [dtype for dtype in ALL if str(dtype) not in ("float16", "bfloat16")]
        return {str(dtype): dtype for dtype in standard if kind is None or isdtype(dtype, kind)}


def _check_device(device: Any) -> None:
    if device not in (None, DEVICE):
        raise ValueError(f"the device must be '{DEVICE}', but got {device!r}")


def __array_namespace_info__() -> NamespaceInfo:  # noqa: N807 (the standard's name)
    """Return what the namespace supports."""
    return NamespaceInfo()
