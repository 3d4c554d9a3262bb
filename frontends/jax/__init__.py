"""JAX functions as modules of StableHLO.

    from dlc.frontends.jax import import_function

    module = import_function(f, (x,)).module
    exe = dlc.compile(module)

`dlc.compile(f, x)` does both; `dlc.jit(jax.jit(f))` takes and returns trees of arrays. Arguments are named by their
places in the tree, and every op has the line of Python that called it as location.
"""

from __future__ import annotations

from .functions import Imported, InvalidJaxFunction, import_function, is_function, is_jitted, text_of_bytecode

__all__ = ["Imported", "InvalidJaxFunction", "import_function", "is_function", "is_jitted", "text_of_bytecode"]
