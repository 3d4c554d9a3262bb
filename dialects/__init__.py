"""The dialects that come with dlc. Nothing is imported until an op, attribute or type of a dialect is met."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dlc.ir.context import Context

_NAMES = (
    *("affine", "amdgpu", "arith", "bufferization", "builtin", "cf", "chlo", "complex", "dlti", "func", "gpu", "graph"),
    *(
        "index",
        "linalg",
        "llvm",
        "loop",
        "math",
        "memref",
        "ml_program",
        "nvgpu",
        "quant",
        "scf",
        "stablehlo",
        "tensor",
    ),
    *("tosa", "ub", "vector"),
)
BUNDLED = {name: f"dlc.dialects.{name}" for name in _NAMES}
"""Each dialect, and the module that defines it."""


def register_all(context: Context) -> None:
    """Make every bundled dialect known to a context, by name alone."""
    context.register(BUNDLED)
    context.synonyms_of = synonyms_of
    context.loading_of = loading_of


def synonyms_of(name: str) -> Sequence[str]:
    """Return the ops that do what an op of another framework does, by its name."""
    synonyms = import_module(".synonyms", __package__)  # only an unknown name should cost its import
    return synonyms.synonyms_of(name)


def loading_of(name: str) -> str | None:
    """Return how a dialect of another framework is loaded, by its name."""
    elsewhere = import_module(".elsewhere", __package__)  # as above
    return elsewhere.loading_of(name)


def register_installed(context: Context) -> None:
    """Make the dialects known that installed packages declare, as entry points of the group `dlc.dialects`."""
    context.register_finder(_entry_point_dialects)


def _entry_point_dialects() -> dict[str, str]:
    return _declared_in(tuple((folder, _last_change(folder)) for folder in sys.path))


def _last_change(folder: str) -> int:
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _declared_in(folders: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Return the modules of dialects that packages declare; searched again only after packages may have changed."""
    metadata = import_module("importlib.metadata")  # 20 ms that only an unknown name should cost
    return {entry.name: entry.value.partition(":")[0] for entry in metadata.entry_points(group="dlc.dialects")}
