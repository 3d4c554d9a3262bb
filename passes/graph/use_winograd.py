"""The pass `use-winograd`: convolutions that are faster by the method of Winograd are computed in tiles.

They get the parameter `winograd`. Tiles of 4 by 4 results need 36 products instead of 144, tiles of 2 by 2 need 16
instead of 36; but source and results are transformed, weights become larger, and tiles reach beyond small images. The
pass estimates all of that for each convolution, for channels last (`channels-last`).

Transformed numbers are sums whose terms may cancel, so errors are larger than those of a sum of products
(docs/exactness.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, INPUTS, OUTPUTS, WINOGRAD_KERNEL, WINOGRAD_TILES
from dlc.dialects.graph.tensors import element_of
from dlc.ir import Operation
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import DYNAMIC, f32
from dlc.ir.patterns import Match, Rewriter, pattern

from ..manager import Pass, PassRun, statistic
from .matching import is_made_of_constants, repays_rearranging, rewrite_with

TRANSFORMED = 10
"""The products that take as long as transforming an element of a tile, of the source, the result or the weights."""
WEIGHT = 20
"""The products that take as long as reading a weight from memory, where the second cache does not hold them."""
CACHED = 1 << 17
"""The number of weights that the second cache holds."""
PRODUCT = 1.2
"""The time of a product in a tile, compared with one of the direct method: its matrices are smaller."""
WORTH = 0.85
"""The part of the time of the direct method that the method of Winograd may take to be used."""


@pattern(graph.ConvolutionOp)
def convolve_in_tiles(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(x, w) -> convolution(x, w) winograd.  Terminates: a convolution in tiles stays."""
    tile = best_tile(op)
    if tile is None:
        return rw.no_match("the direct method is as fast")
    return rw.set_property(op, "winograd", int_attr(tile))


def best_tile(op: graph.ConvolutionOp) -> int | None:
    """Return the number of results of a tile along each dimension that saves most time, or `None` if none does."""
    if not op.has_known_places or op.winograd is not None or not op.can_be_tiled or not repays_rearranging(op):
        return None
    if element_of(op.source) is not f32 or element_of(op.result) is not f32:
        return None
    work = _Work.of(op)
    costs = {tile: work.tiled(tile) for tile in WINOGRAD_TILES}
    best = min(costs, key=lambda tile: costs[tile])
    return best if costs[best] < WORTH * work.direct() else None


class _Work(NamedTuple):
    """The sizes of a convolution on which its time depends."""

    batch: int
    """The number of images; one if it is open."""
    places: Sequence[int]
    """The sizes of the result along spatial dimensions."""
    inputs: int
    outputs: int
    has_constants: bool
    """Whether weights are transformed when the program is loaded, not each time."""

    @classmethod
    def of(cls, op: graph.ConvolutionOp) -> _Work:
        result = dict(zip(op.layout.result, op.result.shape, strict=True))
        kernel = dict(zip(op.layout.kernel, op.kernel.shape, strict=True))
        places = [result[letter] for letter in op.layout.spatial]
        batch = 1 if result[BATCH] == DYNAMIC else result[BATCH]
        return cls(batch, places, kernel[INPUTS], kernel[OUTPUTS], is_made_of_constants(op.kernel))

    def direct(self) -> float:
        """Return the time of the direct method, in products."""
        weights = WINOGRAD_KERNEL ** len(self.places) * self.inputs * self.outputs
        return self.batch * prod(self.places) * weights + _reading(weights)

    def tiled(self, tile: int) -> float:
        """Return the time of the method of Winograd, in products of the direct method."""
        elements = (tile + WINOGRAD_KERNEL - 1) ** len(self.places)
        tiles = self.batch * prod(-(-size // tile) for size in self.places)
        weights = elements * self.inputs * self.outputs
        transformed = tiles * elements * (self.inputs + self.outputs) + (0 if self.has_constants else weights)
        return tiles * weights * PRODUCT + transformed * TRANSFORMED + _reading(weights)


def _reading(weights: int) -> float:
    """Return the time of reading weights from memory."""
    return weights * WEIGHT if weights > CACHED else 0


class UseWinograd(Pass):
    """Compute convolutions in tiles by the method of Winograd, where that saves time

    They are those for kernels of size 3, with strides and dilations of 1. Weights that are no constants are transformed
    each time.

    Example: use-winograd
        func.func @f(%x: tensor<1x16x16x64xf32>) -> tensor<1x14x14x64xf32> {
          %w = graph.constant dense<0.5> : tensor<3x3x64x64xf32>
          %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC>
            : tensor<1x16x16x64xf32>, tensor<3x3x64x64xf32> -> tensor<1x14x14x64xf32>
          return %y : tensor<1x14x14x64xf32>
        }
    """

    name = "use-winograd"
    tiled = statistic("num-tiled", "Number of convolutions that are computed in tiles")

    def run(self, op: Operation, run: PassRun) -> None:
        result = rewrite_with([convolve_in_tiles], op, run)
        run.count(self.tiled, result.rewrites)
