"""Thread and block ids, and the sizes of blocks and grids."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr
from dlc.ir.builtin_constraints import index_attr, index_type
from dlc.ir.definition import Attr, Family, Op, Result, attr, inferred_result, op, optional_attr
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import InferIntRange
from dlc.ir.traits import Pure

from .attributes import DimAttr
from .text import word_directive

LARGEST = (1 << 32) - 1
"""The largest number of blocks or threads along one dimension."""
LARGEST_SUBGROUP = 128
INDEX_WIDTH = 64


class BoundedIndexOp(Op):
    """An index of which an upper bound may be known: its property, what the function around says, or the machine's."""

    upper_bound: Attr[IntegerAttr | None] = optional_attr(index_attr, default=None, kw_only=True)
    result: Result = inferred_result(index_type)

    counts = False
    """True for a count, which may equal the bound and is never 0; false for an id."""

    def most(self) -> int:
        """The exclusive upper bound of an id, or the inclusive one of a size."""
        return LARGEST

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        """Up to the bound."""
        stated = self.upper_bound
        most = min(stated.value, self.most()) if stated is not None and stated.value > 0 else self.most()
        low, high = (1, most) if self.counts else (0, most - 1)
        return [IntegerRange.unsigned(INDEX_WIDTH, low, high)]

    def known_size(self, name: str, dimension: int) -> int | None:
        """Return the launch size that the enclosing function declares, or `None`."""
        around = self.parent_op
        while around is not None:
            sizes = around.properties.get(name)
            if isinstance(sizes, DenseArrayAttr) and len(sizes) == 3:
                return sizes[dimension]
            around = around.parent_op
        return None


class DimensionOp(BoundedIndexOp):
    """An index along one dimension."""

    dimension: Attr[DimAttr] = attr(DimAttr)
    directives = word_directive(DimAttr)
    syntax = "custom<Word>($dimension) (`upper_bound` $upper_bound^)? attr-dict"

    sizes: tuple[str, ...] = ()
    """The properties of a function that say what the result is less than, one factor each."""

    def result_names(self) -> Sequence[str | None]:
        dimension = self.properties.get("dimension")
        return (f"{self.name.removeprefix('gpu.')}_{dimension.value}" if isinstance(dimension, DimAttr) else None,)

    def most(self) -> int:
        bound = 1
        for name in self.sizes:
            size = self.known_size(name, self.dimension.number)
            bound *= size if size is not None and size > 0 else LARGEST
        return min(bound, LARGEST)


_along_x = Family(DimensionOp, __name__, "%i = {name} x", traits=(Pure,), interfaces=(InferIntRange,))

ThreadIdOp = _along_x(
    "ThreadIdOp",
    "gpu.thread_id",
    "The id of this thread within its block, along a dimension. With an upper bound, it is promised to be less.",
    sizes=("known_block_size",),
)
BlockIdOp = _along_x(
    "BlockIdOp",
    "gpu.block_id",
    "The id of this thread's block within the grid, along a dimension.",
    sizes=("known_grid_size",),
)
BlockDimOp = _along_x(
    "BlockDimOp",
    "gpu.block_dim",
    "The number of threads of a block along a dimension.",
    sizes=("known_block_size",),
    counts=True,
)
GridDimOp = _along_x(
    "GridDimOp",
    "gpu.grid_dim",
    "The number of blocks of the grid along a dimension.",
    sizes=("known_grid_size",),
    counts=True,
)
GlobalIdOp = _along_x(
    "GlobalIdOp",
    "gpu.global_id",
    "The id of this thread within the whole grid along a dimension: `block_id * block_dim + thread_id`.",
    sizes=("known_block_size", "known_grid_size"),
)
ClusterIdOp = _along_x(
    "ClusterIdOp", "gpu.cluster_id", "The id of this block's cluster within the grid along a dimension."
)
ClusterDimOp = _along_x(
    "ClusterDimOp", "gpu.cluster_dim", "The number of clusters of the grid along a dimension.", counts=True
)
ClusterBlockIdOp = _along_x(
    "ClusterBlockIdOp", "gpu.cluster_block_id", "The id of this block within its cluster along a dimension."
)
ClusterDimBlocksOp = _along_x(
    "ClusterDimBlocksOp", "gpu.cluster_dim_blocks", "The number of blocks of a cluster along a dimension.", counts=True
)


@op("gpu.lane_id", traits=(Pure,), interfaces=(InferIntRange,))
class LaneIdOp(BoundedIndexOp):
    """The id of this thread within its subgroup.

    Example: %lane = gpu.lane_id upper_bound 32
    """

    syntax = "(`upper_bound` $upper_bound^)? attr-dict"

    def most(self) -> int:
        return LARGEST_SUBGROUP


@op("gpu.subgroup_id", traits=(Pure,), interfaces=(InferIntRange,))
class SubgroupIdOp(BoundedIndexOp):
    """The id of this thread's subgroup within its block.

    Example: %s = gpu.subgroup_id : index
    """

    syntax = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@op("gpu.num_subgroups", traits=(Pure,), interfaces=(InferIntRange,))
class NumSubgroupsOp(BoundedIndexOp):
    """The number of subgroups of a block.

    Example: %n = gpu.num_subgroups : index
    """

    counts = True
    syntax = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@op("gpu.subgroup_size", traits=(Pure,), interfaces=(InferIntRange,))
class SubgroupSizeOp(BoundedIndexOp):
    """The number of threads of a subgroup.

    Example: %n = gpu.subgroup_size upper_bound 32 : index
    """

    counts = True
    syntax = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"

    def most(self) -> int:
        return LARGEST_SUBGROUP
