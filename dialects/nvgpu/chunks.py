"""Sizes that all parts of the dialect share: what tensor cores and copies take together is 16 bytes of a row."""

from __future__ import annotations

from dlc.ir import Type
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
