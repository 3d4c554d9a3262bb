"""Matrix units: the sizes of their products, the sums that a thread holds, and the loads of its part of the operands.

The threads of a subgroup have several numbers, in which the places of their elements are affine: mostly two, by group,
and in it. Threads that have sums of the same row are then those of one group, or those of one number in all groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, ClassVar

from dlc.dialects import loop
from dlc.dialects.nvgpu import Shape
from dlc.ir import Block, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.ir.builtin_types import VectorType

if TYPE_CHECKING:
    from ..operands import Matrix, MatrixInWorkgroup
    from ..warp_tiles import WarpTiles

GROUP, MEMBER = AffineDimExpr(0), AffineDimExpr(1)
"""The number of a thread's group, and its number in that, where threads have these two."""
Place = tuple[AffineExpr, AffineExpr]
"""The row and column of an element, of the numbers of a thread."""


class MatrixUnit:
    """The units of some architectures that multiply matrices of a subgroup."""

    rows: ClassVar[int]
    """The number of rows of a product."""
    columns: ClassVar[int]
    lanes: tuple[int, ...]
    """How many values the numbers of a thread have, the last one fastest: groups, and threads of each."""
    lane_names: ClassVar[tuple[str, ...]]
    """Names of indices over these."""
    sums: Mapping[Type, Sequence[Type]]
    """The types of elements that are multiplied, and those of the sums of their products."""
    rounds_f32: ClassVar[bool] = False
    """Whether products round elements of f32."""

    def sums_of_products(self, first: Type, second: Type) -> Sequence[Type]:
        """Return the types that the sums of products of elements of two types may have: none if it multiplies none."""
        return self.sums.get(first, ()) if first is second else ()

    @property
    def subgroup(self) -> int:
        """The number of threads that multiply together."""
        return prod(self.lanes)

    @property
    def row_sharers(self) -> tuple[int, int] | None:
        """How many threads have sums of one row, and how far apart their numbers in the subgroup are, if evenly."""
        return self.lanes[1], 1

    def takes_sums(self, element: Type) -> bool:
        """Return whether sums that threads hold, rounded to a type, can be a first operand without being stored."""
        raise NotImplementedError

    def shape_of(self, element: Type) -> Shape | None:
        """Return the sizes of a product of elements of a type, or `None` if there is none."""
        raise NotImplementedError

    def sum_places(self) -> Sequence[Place]:
        """Return the places, in a product, of the sums that a thread holds."""
        raise NotImplementedError

    def sums_of(self, element: Type) -> VectorType:
        """Return the type of the sums that a thread holds."""
        raise NotImplementedError

    def loads_transposed(self, element: Type) -> bool:
        """Return whether operands of this type may lie with adjacent elements of different sums."""
        raise NotImplementedError

    def skews(self, element: Type, *, is_transposed: bool) -> int:
        """Return how many times 16 bytes rows are lengthened by, so that what threads load is in different banks."""
        return 1

    def first(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        """Return a thread's part of the rows of a first operand from `start` on, in an iteration over the sums."""
        raise NotImplementedError

    def second(self, matrix: MatrixInWorkgroup, tiles: WarpTiles, steps: loop.ForOp) -> list[Value]:
        """Return a thread's parts of a second operand, for each product along the columns of a tile."""
        raise NotImplementedError

    def product(self, block: Block, a: Value, b: Value, c: Value, element: Type) -> Value:
        """Append the ops that multiply what threads hold to a block, and return `c` plus the product.

        Elements of the first operand are of the given type.
        """
        raise NotImplementedError
