"""Names of loops that transformations make of others: `i_point` inside a tile of `i`, `packed_j` for a copy along `j`.

Transformations give these names and cost models write steps that use them. Both get them here.
"""

from __future__ import annotations

POINT = "_point"
"""Suffix of loops inside a tile."""
REST = "_rest"
"""Suffix of loops over the iterations that do not fill a group, a vector or a tile."""
MIDDLE = "_middle"
"""Suffix of loops over single vectors that follow a loop over several at a time."""
FRONT = "_front"
"""Suffix of loops over the first iterations, peeled off."""
EMPTY = "_empty"
"""Suffix of loops that run when the inner loop has no iteration."""
ELSE = "_else"
"""Suffix of loops that run where a condition does not hold."""
PARTIAL = "_partial"
"""Suffix of loops that run any other number of iterations than the one that the original is specialized for."""
PAD = "_pad"
"""Suffix of loops that fill the padding of a buffer."""
FILL, BACK = "fill", "back"
"""How the loops are called that fill a local buffer, and that write it back."""


def point_of(name: str, depth: int = 1) -> str:
    """Return the name of the loop inside the tiles of a loop that was tiled `depth` times."""
    return name + POINT * depth


def part_of(name: str, suffix: str) -> str:
    """Return the name of a loop in the part of a separated nest that has a suffix."""
    return name + suffix


def copy_of(buffer: str, name: str) -> str:
    """Return the name of the loop that runs over the dimension of a buffer that belongs to a loop."""
    return f"{buffer}_{name}"


def fill_of(buffer: str, name: str) -> str:
    """Return the name of the loop that fills a local buffer along a loop."""
    return copy_of(f"{buffer}_{FILL}", name)


def back_of(buffer: str, name: str) -> str:
    """Return the name of the loop that writes a local buffer back along a loop."""
    return copy_of(f"{buffer}_{BACK}", name)


def pad_of(name: str) -> str:
    """Return the name of the loop that fills the padding that a loop over a buffer leaves."""
    return name + PAD
