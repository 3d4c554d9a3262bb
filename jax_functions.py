"""`dlc.jit(jax.jit(f))`: functions of JAX as compiled functions of trees of arrays.

    @dlc.jit
    @jax.jit
    def layer(params, x):
        return jax.nn.relu(x @ params["w"] + params["b"])

A function is compiled once for each combination of trees, shapes and dtypes. Arrays are shared by DLPack, and results
are arrays of JAX. Inside a transformation of JAX, such as `jax.grad`, the function is JAX's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from .compiler import compile
from .frontends.jax.functions import Imported, InvalidJaxFunction, StaticArguments, import_function, is_key
from .frontends.jax.installed import jax
from .runtime.executable import Executable

MOST_PROGRAMS = 256
"""The maximum number of compiled versions of a function; the oldest one is dropped for a new one."""


class _Program(NamedTuple):
    imported: Imported
    executable: Executable


class JaxFunction:
    """A JAX function that is compiled when it is called."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.options = options
        self._static = StaticArguments(function)
        self._programs: dict[Any, _Program] = {}
        self._lock = Lock()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        others, named, static = self._static.divided(args, kwargs)
        leaves, tree = jax.tree.flatten((others, named))
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return self.function(*args, **kwargs)
        key = (tree, tuple(map(_kind_of, leaves)), static, jax.config.jax_enable_x64)
        program = self._programs.get(key) or self._compiled(key, args, kwargs)
        dtypes = program.imported.dtypes
        results = program.executable(*(_array_of(leaf, dtype) for leaf, dtype in zip(leaves, dtypes, strict=True)))
        kinds = program.imported.result_dtypes
        flat: list[Any] = [results] if len(kinds) == 1 else list(results or ())
        arrays = [_jax_array(each, dtype) for each, dtype in zip(flat, kinds, strict=True)]
        return jax.tree.unflatten(program.imported.outputs, arrays)

    def _compiled(self, key: Any, args: Any, kwargs: Any) -> _Program:
        with self._lock:
            if key in self._programs:
                return self._programs[key]
            imported = import_function(self.function, args, kwargs)
            program = _Program(imported, compile(imported.module, **self.options))
            while len(self._programs) >= MOST_PROGRAMS:
                del self._programs[next(iter(self._programs))]
            self._programs[key] = program
            return program


def _kind_of(leaf: Any) -> Any:
    """Return what a compiled version depends on in a leaf."""
    if isinstance(leaf, (bool, int, float, complex)):
        return type(leaf)
    if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
        raise InvalidJaxFunction(f"arguments must be trees of arrays and numbers, but got a {type(leaf).__name__}")
    dtype = leaf.dtype if is_key(leaf.dtype) else np.dtype(leaf.dtype)
    return tuple(leaf.shape), dtype, bool(getattr(leaf, "weak_type", False))


def _array_of(leaf: Any, dtype: Any) -> Any:
    """Return a leaf as an array of numpy, which shares the memory of an array of JAX."""
    if is_key(dtype):
        return np.asarray(jax.random.key_data(leaf))
    return np.ascontiguousarray(np.asarray(leaf, dtype)) if np.ndim(leaf) else np.asarray(leaf, dtype)


def _jax_array(result: Any, dtype: Any) -> Any:
    """Return a result as an array of JAX, which shares its memory where it is aligned."""
    if is_key(dtype):
        return jax.random.wrap_key_data(jax.numpy.asarray(result), impl=dtype._impl.name)
    try:
        return jax.dlpack.from_dlpack(result)
    except (BufferError, RuntimeError, TypeError, ValueError):
        return jax.numpy.asarray(result)
