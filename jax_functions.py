"""`dlc.jit(jax.jit(f))`: functions of JAX as compiled functions of trees of arrays.

    @dlc.jit
    @jax.jit
    def layer(params, x):
        return jax.nn.relu(x @ params["w"] + params["b"])

A function is compiled once for each combination of trees, shapes and dtypes. Arrays share their memory with those of
numpy, and results are arrays of JAX. Inside a transformation of JAX, such as `jax.grad`, the function is JAX's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from .compiler import compile
from .frontends.jax.arrays import array_of, is_complex, is_key, jax_array_maker, parts_of, wholes_of
from .frontends.jax.functions import Imported, InvalidJaxFunction, StaticArguments, import_function
from .frontends.jax.installed import Array, jax
from .jit_functions import drop_oldest
from .runtime.executable import Executable

_TRACED = object()
"""The kind of a leaf that JAX is tracing."""


class _Program(NamedTuple):
    imported: Imported
    executable: Executable
    makers: list[Callable[[Any], Any]]
    """The functions that make the results arrays of JAX."""
    has_parts: bool
    """Whether it takes or returns complex arrays, by their real and imaginary parts."""


class JaxFunction:
    """A JAX function that is compiled when it is called."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.options: dict[str, Any] = {"remarks": False, **options}  # JAX has written the loops, not the caller
        self._static = StaticArguments(function)
        self._programs: dict[Any, _Program] = {}
        self._lock = Lock()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        others, named, static = self._static.divided(args, kwargs)
        leaves, tree = jax.tree.flatten((others, named))
        kinds = tuple([_kind_of(leaf) for leaf in leaves])
        if _TRACED in kinds:
            return self.function(*args, **kwargs)
        key = (tree, kinds, static, jax.config.jax_enable_x64)
        program = self._programs.get(key) or self._compiled(key, args, kwargs)
        given = map(array_of, leaves, program.imported.dtypes)
        results = program.executable(*(parts_of(given) if program.has_parts else given))
        flat: Iterable[Any] = [results] if len(program.executable.outputs) == 1 else results or ()
        flat = wholes_of(flat, program.imported.results) if program.has_parts else flat
        arrays = [make(each) for make, each in zip(program.makers, flat, strict=True)]
        return jax.tree.unflatten(program.imported.outputs, arrays)

    def _compiled(self, key: Any, args: Any, kwargs: Any) -> _Program:
        with self._lock:
            if key in self._programs:
                return self._programs[key]
            imported = import_function(self.function, args, kwargs)
            executable = compile(imported.module, **self.options)
            makers = [jax_array_maker(each) for each in imported.results]
            has_parts = any(map(is_complex, [*imported.dtypes, *(each.dtype for each in imported.results)]))
            program = _Program(imported, executable, makers, has_parts)
            drop_oldest(self._programs)
            self._programs[key] = program
            return program


def _kind_of(leaf: Any) -> Any:
    """Return what a compiled version depends on in a leaf."""
    if type(leaf) is Array:
        return leaf.shape, leaf.dtype, leaf.weak_type
    if isinstance(leaf, jax.core.Tracer):
        return _TRACED
    if isinstance(leaf, (bool, int, float, complex)):
        return type(leaf)
    if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
        raise InvalidJaxFunction(f"arguments must be trees of arrays and numbers, but got a {type(leaf).__name__}")
    dtype = leaf.dtype if is_key(leaf.dtype) else np.dtype(leaf.dtype)
    return tuple(leaf.shape), dtype, bool(getattr(leaf, "weak_type", False))
