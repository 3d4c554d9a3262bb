"""The package `jax`, imported in this one place; it has no types here, as most installations are without it."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from ...ir.errors import DlcError


class JaxUnavailable(DlcError):
    """The package `jax` is not installed."""


def require_jax() -> Any:
    """Return the package `jax`; raise an error that says what to install if it is missing."""
    if importlib.util.find_spec("jax") is None:
        raise JaxUnavailable("the package 'jax' is not installed: pip install 'dlc[jax]'")
    return importlib.import_module("jax")  # heavy


jax = require_jax()
export: Any = importlib.import_module("jax.export")
interpreters: Any = importlib.import_module("jax.interpreters.mlir")
jaxlib_mlir: Any = importlib.import_module("jaxlib.mlir.ir")
stablehlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
importlib.import_module("jax.extend.core")
Array: type = importlib.import_module("jax._src.array").ArrayImpl
"""The type of arrays that are not traced."""
batched_device_put: Any = getattr(importlib.import_module("jax._src.lib").xla_client, "batched_device_put", None)
"""Makes arrays of memory, or `None` where JAX has it under another name."""
