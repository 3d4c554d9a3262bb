"""The meaning of `memref`: a file for each of the dialect's, and their common `checks`."""

from __future__ import annotations

from . import (
    access as access,
    allocation as allocation,
    casts as casts,
    dims as dims,
    globals as globals,
    metadata as metadata,
    reshapes as reshapes,
    scopes as scopes,
    subview as subview,
    views as views,
)
