"""Tiles of sums that fill the vector registers, and blocks of tiles of equal size."""

from __future__ import annotations

from typing import NamedTuple

from ..machine import Machine

MOST_VECTORS = 3
"""How many vectors of columns a tile may have: with more, too few rows are left."""
LOAD, LATENCY, COUNTING = 0.55, 4.5, 0.5
"""In cycles: how long a load takes, a sum until it can be added to again, and what else a step has to do."""


class Tile(NamedTuple):
    """How much is computed at a time, in elements."""

    rows: int
    columns: int
    vector: int


def tile_for(machine: Machine, bits: int, rows: int, columns: int) -> Tile:
    """The tile with which so many rows and columns take the least time; some of its elements may be beyond both.

    Its sums, a row of its columns and one number are in registers, of which LLVM needs one more.
    """
    lanes, registers = machine.lanes(bits), machine.vector_registers
    fitting = [
        Tile(tall, wide * lanes, lanes)
        for wide in range(1, MOST_VECTORS + 1)
        for tall in range(2, (registers - wide - 2) // wide + 1)
    ]
    best = min(fitting, key=lambda tile: cycles(tile, rows, columns), default=None)
    return best or Tile(2, lanes, lanes)


def cycles(tile: Tile, rows: int, columns: int) -> float:
    """For each step of the sum: two products of vectors in a cycle, or not quite two loads, or waiting for a sum."""
    vectors = tile.columns // tile.vector
    step = max(tile.rows * vectors / 2, (tile.rows + vectors) * LOAD, LATENCY) + COUNTING
    return -(-rows // tile.rows) * -(-columns // tile.columns) * step


def divisors(size: int, most: int) -> list[int]:
    """What divides a size, up to a number, in order; 1 at least."""
    return [each for each in range(1, max(1, min(size, most)) + 1) if size % each == 0]


def evenly(size: int, most: int, multiple: int, cores: int = 1) -> int:
    """The size of blocks: as few of equal size as there can be of at most so much each, in whole tiles.

    There are as many for each of some cores.
    """
    most = max(multiple, most // multiple * multiple)
    blocks = max(1, -(-size // most))
    blocks = -(-blocks // cores) * cores
    return max(1, -(-size // (blocks * multiple))) * multiple
