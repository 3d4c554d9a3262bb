"""Sizes that all parts of the dialect share: what tensor cores and copies take together is 16 bytes of a row."""

from __future__ import annotations

from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_types import FloatType, MemRefType, VectorType, bit_width
from dlc.ir.constraints import instance_of

f8E4M3FN, f8E5M2 = FloatType("f8E4M3FN"), FloatType("f8E5M2")  # noqa: N816 (MLIR's names)
WARP = 32
"""The number of threads of a warp."""
ROWS = 8
"""The number of rows of a matrix that one instruction loads, each of 16 bytes."""
ROW_BYTES = 16

any_vector = instance_of(VectorType, "vector of any type values")
memref = instance_of(MemRefType, "memref of any type values")


def chunk_of(element: Type) -> int:
    """Return the number of elements of 16 bytes, which are adjacent in workgroup memory."""
    width = bit_width(element)
    assert width is not None, "elements that are multiplied have a width"
    return ROW_BYTES * 8 // width


def can_be_multiplied(first: Type, second: Type) -> bool:
    """Return whether tensor cores multiply elements of two types: of one type, or of both formats of 8 bits."""
    return first is second or {first, second} == {f8E4M3FN, f8E5M2}


SWIZZLES = (8, 4, 2)
"""The numbers of chunks of a row that are adjacent in swizzled memory: rows of 128, 64 or 32 bytes."""


def swizzle_of(swizzle: IntegerAttr | None) -> int:
    """Return the number of chunks of a row that are adjacent: one in memory that is not swizzled."""
    return 1 if swizzle is None else swizzle.value


def is_swizzle(swizzle: IntegerAttr | None, chunks: int, rows: int) -> bool:
    """Return whether a number of chunks and rows can be swizzled so."""
    width = swizzle_of(swizzle)
    return swizzle is None or (width in SWIZZLES and chunks % width == 0 and rows % ROWS == 0)


def swizzled(chunk: int, row: int, rows: int, width: int) -> tuple[int, int]:
    """Return the chunk and the row where the hardware puts a chunk of a row, in memory of chunks with `rows` rows.

    `width` chunks of a row are adjacent, and one row follows another. Their numbers change by an exclusive or with the
    number of the 128 bytes that they are in: thus 8 rows of one chunk are in different banks.
    """
    block, inside = divmod(chunk, width)
    inside ^= row * width // ROWS % width
    return divmod((block * rows + row) * width + inside, rows)
