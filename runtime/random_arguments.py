"""Random arguments for an entry, reproducible by a seed.

Floats are normally distributed. Integers are 0 or 1, because they may be indices into a small dimension; booleans are
both. Named sizes are the given ones, or those of given arrays, or `DEFAULT_SIZE`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dlc.ir.sizes import Dim, Size, substitute

from .number_arguments import InvalidArgument
from .signature import Array, Number, Parameter, Signature

DEFAULT_SIZE = 4
MOST_ELEMENTS = 1 << 32


def random_arguments(
    signature: Signature, given: Mapping[str, Any], sizes: Mapping[str, int], seed: int = 0
) -> list[Any]:
    """Return all arguments of an entry, in order: the given ones by name, random ones for the others."""
    generator = np.random.default_rng(seed)
    known = _sizes_known(signature, given, sizes)
    arguments: list[Any] = []
    for parameter in signature.parameters:
        if parameter.name in given:
            arguments.append(given[parameter.name])
        elif isinstance(parameter.kind, Array):
            arguments.append(_array(parameter, parameter.kind, known, generator))
        else:
            arguments.append(_number(parameter.kind, parameter.name, generator))
    return arguments


def _sizes_known(signature: Signature, given: Mapping[str, Any], sizes: Mapping[str, int]) -> dict[str, int]:
    names: dict[str, None] = {}
    known: dict[str, int] = {}
    for parameter in signature.parameters:
        if isinstance(parameter.kind, Array):
            shape = getattr(given.get(parameter.name), "shape", ())
            for dim, size in enumerate(parameter.named_sizes):
                names.update(dict.fromkeys(size.names if isinstance(size, Size) else ()))
                if isinstance(size, Size) and size.single_name is not None and len(shape) == len(parameter.kind.sizes):
                    known.setdefault(size.single_name, shape[dim])
    _check_names(signature, names, sizes)
    return {**dict.fromkeys(names, DEFAULT_SIZE), **known, **sizes}


def check_size_names(signature: Signature, sizes: Mapping[str, int]) -> None:
    """Raise an error for a size that no argument has."""
    _check_names(signature, dict.fromkeys(signature.open_sizes), sizes)


def _check_names(signature: Signature, names: Mapping[str, object], sizes: Mapping[str, int]) -> None:
    unknown = next((name for name in sizes if name not in names), None)
    if unknown is not None:
        known_names = ", ".join(names) or "none"
        raise InvalidArgument(f"@{signature.name} has no size '{unknown}'; the sizes are: {known_names}")


def _array(parameter: Parameter, kind: Array, known: Mapping[str, int], generator: np.random.Generator) -> Any:
    name = parameter.name
    shape = tuple(_size(size, known) for size in parameter.named_sizes)
    if any(size < 0 for size in shape) or np.prod(shape, dtype=object) > MOST_ELEMENTS:
        raise InvalidArgument(f"cannot generate a random array for argument '{name}' of shape {shape}")
    if kind.strides is not None:
        raise InvalidArgument(f"argument '{name}' is required: its type has explicit strides")
    return _elements(kind.dtype, shape, generator)


def _size(size: Dim, known: Mapping[str, int]) -> int:
    value = substitute(size, known)
    return value if isinstance(value, int) else DEFAULT_SIZE


def _elements(dtype: Any, shape: tuple[int, ...], generator: np.random.Generator) -> Any:
    if dtype.kind in "iub":
        return generator.integers(0, 2, shape).astype(dtype)
    if dtype.kind == "c":
        return (generator.standard_normal(shape) + 1j * generator.standard_normal(shape)).astype(dtype)
    return generator.standard_normal(shape).astype(dtype)


def _number(kind: Number, name: str, generator: np.random.Generator) -> Any:
    if kind.dtype is None:
        raise InvalidArgument(f"argument '{name}' is required: pointers cannot be generated")
    value = _elements(kind.dtype, (), generator)
    return float(value) if kind.dtype.kind not in "iub" else int(value)
