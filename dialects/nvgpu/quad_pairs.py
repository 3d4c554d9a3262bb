"""Products by the tensor cores of sm_70: each of the four quad pairs of a warp multiplies matrices of its own.

Quad pair q consists of threads 4 * q to 4 * q + 3, and of those 16 further on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dlc.ir import UnitAttr
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import unit_attr
from dlc.ir.builtin_types import VectorType, f16, f32
from dlc.ir.definition import Attr, Op, Operand, Result, op, operand, optional_attr, result
from dlc.ir.interfaces import NO_EFFECTS

from .chunks import WARP, any_vector
from .fragments import C

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

QUAD = 4
"""The number of threads of each of the two halves of a quad pair."""
QUAD_PAIRS = WARP // QUAD // 2
QUAD_PAIR_SIDE = 8
"""The number of rows, and of columns, of the product of a quad pair."""
QUAD_PAIR_OPERAND, QUAD_PAIR_SUMS = VectorType((QUAD,), f16), VectorType((QUAD_PAIR_SIDE,), f32)
"""The types of the elements of an operand, and of the sums, that a thread holds."""


def _place(lane: int) -> tuple[int, int, int]:
    """Return the first row of the quad pair of a thread, if those of all are below one another, and the half of that
    which the thread is in, and its number there.
    """
    return lane % (WARP // 2) // QUAD * QUAD_PAIR_SIDE, lane // (WARP // 2), lane % QUAD


class QuadPairOperand(NamedTuple):
    """The elements of an operand that a thread holds, where the rows of all quad pairs are below one another.

    Rows of a second operand are columns of the matrix.
    """

    is_transposed: bool
    """Whether a thread has elements of four rows rather than four elements of one."""

    def places(self) -> list[tuple[int, ...]]:
        """Return the indices of all elements of a thread."""
        return [(element,) for element in range(QUAD)]

    def position(self, lane: int, place: tuple[int, ...]) -> tuple[int, int]:
        """Return the row and the term of an element that a thread holds."""
        (first, half, number), [element] = _place(lane), place
        row, term = (element, number) if self.is_transposed else (number, element)
        return first + half * QUAD + row, term


class QuadPairSums(NamedTuple):
    """The sums that a thread holds, where the rows of all quad pairs are below one another."""

    def places(self) -> list[tuple[int, ...]]:
        """Return the indices of all sums of a thread."""
        return [(element,) for element in range(QUAD_PAIR_SIDE)]

    def position(self, lane: int, place: tuple[int, ...]) -> tuple[int, int]:
        """Return the row and column of a sum that a thread holds."""
        (first, half, number), [element] = _place(lane), place
        return first + half * QUAD + number % 2 + (element & 2), number // 2 * 2 + (element & 4) + element % 2


@op("nvgpu.mma.quad_pairs", interfaces=(NO_EFFECTS,))
class MmaQuadPairsOp(Op):
    """Multiply four pairs of matrices of 8 by 4 and 4 by 8 elements that the quad pairs of a warp hold, and add sums.

    All threads of a warp execute it together. In the half h of its quad pair, thread t has the four elements of row
    4 * h + t of the first matrix, or with `transposeA` those of column t in rows 4 * h to 4 * h + 3; of the second
    matrix the same, with columns for rows. Of the sums it has those of rows 4 * h + t mod 2 and two below, in columns
    2 * (t / 2), the next one, and those four further on: sum e is in the row of bit 1 and the column of bits 2 and 0.
    The order of the additions and their roundings are not specified.

    Rules: (mma_quad_pairs_c1) operands are vectors of four f16, and sums of eight f32.
    Example:
        %d = nvgpu.mma.quad_pairs (%a, %b, %c) {transposeB}
            : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
    """

    matrixA: Operand = operand(any_vector)  # noqa: N815 (names as in `nvgpu.mma.sync`)
    matrixB: Operand = operand(any_vector)  # noqa: N815
    matrixC: Operand = operand(C)  # noqa: N815
    transposeA: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    transposeB: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    res: Result = result(C)
    syntax = (
        "`(` $matrixA `,` $matrixB `,` $matrixC `)` attr-dict "
        "`:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)"
    )

    def verify(self, report: Report) -> None:
        expected = [QUAD_PAIR_OPERAND, QUAD_PAIR_OPERAND, QUAD_PAIR_SUMS]
        if self.operand_types != expected:
            shown = spelled(expected)
            report.error(
                "mma_quad_pairs_c1", f"expected operands of types {shown}, but got {spelled(self.operand_types)}"
            )
