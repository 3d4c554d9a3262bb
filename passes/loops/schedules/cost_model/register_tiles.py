"""Sizes: tiles of sums that fill the vector registers, and blocks of tiles of equal size."""

from __future__ import annotations

from typing import NamedTuple

from ..machine import Machine

MOST_VECTORS = 3
"""The most vectors of columns of a tile: with more, too few rows are left."""
LOAD, LATENCY, COUNTING = 0.55, 4.5, 0.5
"""The cycles that a load takes, a sum until it can be added to again, and the loop around one step."""


class RegisterTile(NamedTuple):
    """A tile of sums that stays in registers: its rows and columns, and the elements of a vector."""

    rows: int
    columns: int
    vector: int


def tile_for(machine: Machine, bits: int, rows: int, columns: int) -> RegisterTile:
    """Return the tile that computes rows and columns in the least time; partial tiles count as whole ones.

    The sums, one row of vectors of columns and one element of a row are in registers, and LLVM needs one more.
    """
    best = min(tiles_in(machine, bits), key=lambda tile: cycles(tile, rows, columns), default=None)
    lanes = machine.lanes(bits)
    return best or RegisterTile(2, lanes, lanes)


def tiles_in(machine: Machine, bits: int) -> list[RegisterTile]:
    """Return the tiles that fit into the vector registers, with a row of vectors and an element of a row."""
    lanes, registers = machine.lanes(bits), machine.vector_registers
    return [
        RegisterTile(tall, wide * lanes, lanes)
        for wide in range(1, MOST_VECTORS + 1)
        for tall in range(2, (registers - wide - 2) // wide + 1)
    ]


def cycles(tile: RegisterTile, rows: int, columns: int) -> float:
    """Return the cycles of one step of the sum: the maximum of products (two a cycle), loads, and latency of sums."""
    vectors = tile.columns // tile.vector
    step = max(tile.rows * vectors / 2, (tile.rows + vectors) * LOAD, LATENCY) + COUNTING
    return -(-rows // tile.rows) * -(-columns // tile.columns) * step


def divisors(size: int, most: int) -> list[int]:
    """Return the divisors of a size up to a maximum, in order; 1 is always one."""
    return [number for number in range(1, max(1, min(size, most)) + 1) if size % number == 0]


def evenly(size: int, most: int, multiple: int, cores: int = 1) -> int:
    """Return the size of the fewest equal blocks of at most `most` each, as a multiple of a tile.

    Each core gets the same number of blocks.
    """
    most = max(multiple, most // multiple * multiple)
    blocks = max(1, -(-size // most))
    blocks = -(-blocks // cores) * cores
    return max(1, -(-size // (blocks * multiple))) * multiple
