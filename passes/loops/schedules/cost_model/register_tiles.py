"""Sizes: tiles of sums that fill the vector registers, and blocks of tiles of equal size."""

from __future__ import annotations

from typing import NamedTuple

from ..machine import Machine

LEAST_LANES = 2
"""The fewest elements of a vector."""
MOST_VECTORS = 3
"""The most vectors of columns of a tile, if they have full width: with more, too few rows are left."""
LOAD, LATENCY, COUNTING = 0.55, 4.5, 0.5
"""The cycles that a load takes, a sum until it can be added to again, and the loop around one step."""
WHOLE_END, END = 1, 5
"""The cycles that storing a vector of sums takes, and moving it in and out of the buffer of a tile as well."""
FULL_RATE = 2
"""The number of vectors that are loaded, multiplied and added in a cycle, unless they are taken apart."""


class RegisterTile(NamedTuple):
    """A tile of sums that stays in registers: its rows and columns, the elements of a vector, and the number of vectors
    that are multiplied and added in a cycle.
    """

    rows: int
    columns: int
    vector: int
    rate: int = FULL_RATE

    @property
    def vectors(self) -> int:
        """The number of vectors of sums."""
        return self.rows * self.columns // self.vector


def tile_for(machine: Machine, bits: int, rows: int, columns: int, depth: int | None = None) -> RegisterTile:
    """Return the tile that computes rows and columns in the least time; partial tiles count as whole ones.

    The sums, one row of vectors of columns and one element of a row are in registers, and LLVM needs one more. If the
    number of steps of the sums is known, so is what their ends take beside them.
    """

    def time(tile: RegisterTile) -> float:
        steps = cycles(tile, rows, columns)
        return steps if depth is None else depth * steps + end_cycles(tile, rows, columns)

    best = min(tiles_in(machine, bits), key=time, default=None)
    lanes = machine.lanes(bits)
    return best or RegisterTile(2, lanes, lanes, machine.vectors_per_cycle)


def tiles_in(machine: Machine, bits: int) -> list[RegisterTile]:
    """Return the tiles that fit into the vector registers, with a row of vectors and an element of a row.

    If the processor takes vectors of full width apart, vectors of half the width do as much in a cycle, and fill more
    numbers of columns.
    """
    lanes, registers, rate = machine.lanes(bits), machine.vector_registers, machine.vectors_per_cycle
    vectors = [(lanes, rate)]
    if rate < FULL_RATE and lanes >= 2 * LEAST_LANES:
        vectors.append((lanes // 2, FULL_RATE))
    return [
        RegisterTile(tall, wide * vector, vector, rate)
        for vector, rate in vectors
        for wide in range(1, MOST_VECTORS * lanes // vector + 1)
        for tall in range(2, (registers - wide - 2) // wide + 1)
    ]


def load_cycles(rate: int) -> float:
    """Return the cycles that loading a vector takes, with a number of vectors in a cycle."""
    return LOAD * FULL_RATE / rate


def step_cycles(tile: RegisterTile) -> float:
    """Return the cycles of one step of the sums of a tile."""
    return sum_cycles(tile.rows, tile.columns // tile.vector, tile.rate)


def sum_cycles(rows: int, vectors: int, rate: int, reading: float = 0) -> float:
    """Return the cycles of one step of `rows` times `vectors` sums: the maximum of products, loads, the latency of
    sums, and reading from a cache that is farther away.
    """
    return max(rows * vectors / rate, (rows + vectors) * load_cycles(rate), LATENCY, reading) + COUNTING


def cycles(tile: RegisterTile, rows: int, columns: int, *, has_rest: bool = False) -> float:
    """Return the cycles of one step of the sum for rows and columns.

    Partial tiles take as long as whole ones, except for a tile of the rest of the rows, if there is one.
    """
    whole, rest = divmod(rows, tile.rows)
    if not has_rest or not rest or not whole:
        return _count(tile, rows, columns) * step_cycles(tile)
    return -(-columns // tile.columns) * (whole * step_cycles(tile) + step_cycles(tile._replace(rows=rest)))


def end_cycles(tile: RegisterTile, rows: int, columns: int, *, has_rest: bool = False) -> float:
    """Return the cycles of the ends of all sums: they stay in registers only if all tiles are whole, or a rest."""
    is_whole = (has_rest or rows % tile.rows == 0) and columns % tile.columns == 0
    return _count(tile, rows, columns) * tile.vectors * (WHOLE_END if is_whole else END)


def _count(tile: RegisterTile, rows: int, columns: int) -> int:
    """Return the number of tiles, whole and partial ones."""
    return -(-rows // tile.rows) * -(-columns // tile.columns)


def divisors(size: int, most: int) -> list[int]:
    """Return the divisors of a size up to a maximum, in order; 1 is always one."""
    return [number for number in range(1, max(1, min(size, most)) + 1) if size % number == 0]


def evenly(size: int, most: int, multiple: int, cores: int = 1) -> int:
    """Return the size of the fewest equal blocks of at most `most` each, as a multiple of a tile.

    Each core gets the same number of blocks. What fits into one block is one, even if its last tile is not full.
    """
    blocks = 1 if size <= most else -(-size // max(multiple, most // multiple * multiple))
    blocks = -(-blocks // cores) * cores
    return max(1, -(-size // (blocks * multiple))) * multiple
