"""Bufferization of each op, in files named like those of its dialect. Importing the package registers all of them."""

from __future__ import annotations

from . import (
    access as access,
    bufferization as bufferization,
    calls as calls,
    casts as casts,
    constants as constants,
    control as control,
    creation as creation,
    dims as dims,
    gather as gather,
    kernel as kernel,
    pad as pad,
    reshapes as reshapes,
    slices as slices,
    structured as structured,
    vectors as vectors,
)
