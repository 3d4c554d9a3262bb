"""The meaning of `vector`: a file for each of the dialect's, and what they are written with in `values`."""

from __future__ import annotations

from . import (
    arithmetic as arithmetic,
    contraction as contraction,
    elements as elements,
    masks as masks,
    memory as memory,
    shapes as shapes,
    slices as slices,
    transfer as transfer,
)
