"""The meaning of `loop`: a file for each of the dialect's, and affine functions of integers in `affine`."""

from __future__ import annotations

from . import (
    affine_if as affine_if,
    apply as apply,
    conditional_loops as conditional_loops,
    for_loop as for_loop,
    linear_index as linear_index,
    memory as memory,
    parallel as parallel,
    terminators as terminators,
)
