"""The meaning of `tensor`: a file for each of the dialect's, and what they are written with in `values`."""

from __future__ import annotations

from . import (
    access as access,
    casts as casts,
    concat as concat,
    creation as creation,
    dims as dims,
    gather as gather,
    kernel as kernel,
    pack as pack,
    pad as pad,
    reshapes as reshapes,
    slices as slices,
    structured as structured,
)
