"""Arrays of JAX over the memory of arrays of numpy, and the other way round.

`jax.dlpack.from_dlpack` and `jax.device_put` take 25 microseconds for each array, which is longer than small programs;
the function that JAX itself puts arrays on devices with takes 3. So it is with keys of random numbers:
`jax.random.key_data` takes 20, and `wrap_key_data` 60.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, cast

import numpy as np

from .installed import Array, batched_device_put, jax


def is_key(dtype: Any) -> bool:
    """Return whether elements are keys of random numbers, which programs take as the integers that they consist of."""
    return not isinstance(dtype, np.dtype) and bool(jax.numpy.issubdtype(dtype, jax.dtypes.prng_key))


def is_complex(dtype: Any) -> bool:
    """Return whether elements are complex numbers."""
    return isinstance(dtype, np.dtype) and dtype.kind == "c"


def parts_of(arrays: Iterable[Any]) -> Iterator[Any]:
    """Yield real arrays as they are, and complex ones as their real and imaginary parts."""
    for array in arrays:
        if is_complex(array.dtype):
            yield array.real.copy()
            yield array.imag.copy()
        else:
            yield array


def wholes_of(arrays: Iterable[Any], kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield arrays of traced kinds, complex ones made of two each."""
    left = iter(arrays)
    for kind in kinds:
        array = next(left)
        if is_complex(kind.dtype):
            whole = np.empty(array.shape, kind.dtype)
            whole.real, whole.imag = array, next(left)
            array = whole
        yield array


def array_of(leaf: Any, dtype: Any) -> Any:
    """Return a leaf as an array of numpy, which shares the memory of an array of JAX."""
    if is_key(dtype):
        data = getattr(leaf, "_base_array", None)
        return np.asarray(jax.random.key_data(leaf) if data is None else data)
    array = np.asarray(leaf)
    if type(leaf) is Array and array.dtype == dtype and array.flags.c_contiguous:
        return array
    array = np.asarray(leaf, dtype)
    return np.ascontiguousarray(array) if array.ndim else array


def jax_array_maker(kind: Any) -> Callable[[Any], Any]:
    """Return the function that makes arrays of JAX of a traced kind, over the memory of aligned arrays."""
    if is_key(kind.dtype):
        return _key_maker(kind)
    if batched_device_put is None:
        return _by_dlpack
    return partial(_put, jax.core.ShapedArray(kind.shape, kind.dtype, weak_type=kind.weak_type), *_place())


def _key_maker(kind: Any) -> Callable[[Any], Any]:
    """Return the function that makes arrays of keys of the integers that these consist of."""
    implementation = kind.dtype._impl
    if batched_device_put is None:
        return lambda array: jax.random.wrap_key_data(jax.numpy.asarray(array), impl=implementation.name)
    shape = (*kind.shape, *implementation.key_shape)
    example: Any = jax.random.wrap_key_data(jax.numpy.zeros(shape, jax.numpy.uint32), impl=implementation.name)
    kind_of_array = cast("Any", type(example))
    make = partial(_put, jax.core.ShapedArray(shape, np.dtype(np.uint32)), *_place())
    return lambda array: kind_of_array(implementation, make(array))


def _put(kind: Any, sharding: Any, device: Any, array: Any) -> Any:
    if array.dtype != kind.dtype:
        return jax.numpy.asarray(array)
    return batched_device_put(kind, sharding, [array], [device], False)


@cache
def _place() -> tuple[Any, Any]:
    """Return where arrays on the CPU are: a sharding, and its device."""
    device = jax.devices("cpu")[0]
    return jax.sharding.SingleDeviceSharding(device), device


def _by_dlpack(array: Any) -> Any:
    try:
        return jax.dlpack.from_dlpack(array)
    except (BufferError, RuntimeError, TypeError, ValueError):
        return jax.numpy.asarray(array)
