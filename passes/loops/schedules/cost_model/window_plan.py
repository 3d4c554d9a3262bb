"""A plan for convolutions in which a window of the image is summed for few channels: depthwise and grouped ones, stems.

Packing windows would copy each pixel once for each place of the kernel, and few channels would use the copies. So
vectors of pixels are read where they lie. The sums over the kernel are unrolled, and several lines and several output
channels are computed together: their windows overlap, and their sums hide the latency of one another.
"""

from __future__ import annotations

from math import prod

from dlc.dialects import loop
from dlc.ir.builtin_types import bit_width
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, bytes_of, element_of, stride_of
from dlc.passes.loops.transforms.loop_names import point_of
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager import Pass

from ..machine import Machine
from .plan import L2_BYTES, L3_BYTES, PARALLEL_PRODUCTS, Plan, loop_name, parallel
from .register_tiles import COUNTING, LATENCY, divisors, evenly, load_cycles

LARGEST_KERNEL = 49
"""The number of places of a kernel up to which its sums are unrolled."""
MOST_LINES, MOST_CHANNELS = 4, 4
"""The most lines and output channels that are computed together."""
MOST_STRIDE = 4
"""The largest distance of pixels whose vectors are put together from vectors of adjacent ones."""
MOST_PRODUCTS = 160
"""The most products in the body of the innermost loop: more take long to compile."""
LEFT = 4
"""The number of vector registers that sums leave for operands, if a loop carries them."""
SHUFFLE, STORE, SCALAR = 1, 1, 4
"""The cycles of a shuffle of vectors, of a store, and of a product of a pixel that is not in a vector."""


class WindowPlan(Plan):
    """A plan that computes vectors of pixels for several lines and channels, and reads the image where it lies."""

    name = "windows"

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine) -> None:
        self.workload, self.nest, self.machine = workload, nest, machine
        self.lanes = machine.lanes(bit_width(nest.sum_type) or 0)
        self.outer = perfect_nest(workload.root)
        self.kernel: list[loop.ForOp] = []
        """The sums that are unrolled, inner ones first."""
        for each in reversed(nest.sums):
            places = prod(map(workload.trips, [*self.kernel, each]))
            if each.constant_trip_count() is None or places > LARGEST_KERNEL:
                break
            self.kernel.append(each)
        self.places = prod(map(workload.trips, self.kernel))
        self.times = prod(map(workload.trips, nest.sums)) // self.places
        """The trips of the sums that stay loops: those over input channels."""
        self.pixels = workload.trips(nest.columns[-1])
        self.line = nest.columns[-2] if len(nest.columns) > 1 else None
        self.channel = nest.rows[-1] if nest.rows else None
        self.stride = stride_of(nest.second, nest.columns[-1].induction_variable) or 0
        self.load_cycles = load_cycles(machine.vectors_per_cycle)
        self.pixel_cycles = self.load_cycles + (self.lanes * self._bytes_of(1) / L2_BYTES if self._exceeds_l1() else 0)
        """The cycles that loading a vector of pixels takes."""
        most = machine.vector_registers - LEFT if self.times > 1 else MOST_PRODUCTS
        lines, channels = self._trips(self.line), self._trips(self.channel)
        tiles = [
            (tall, deep)
            for tall in divisors(lines, MOST_LINES)
            for deep in divisors(channels, MOST_CHANNELS)
            if tall * deep == 1 or (tall * deep * self.places <= MOST_PRODUCTS and tall * deep <= most)
        ]
        self.lines, self.channels = min(tiles, key=lambda tile: self._tile_cycles(*tile) / prod(tile))

    def _trips(self, op: loop.ForOp | None) -> int:
        return self.workload.trips(op) if op is not None else 1

    def _bytes_of(self, elements: int) -> int:
        return elements * (bit_width(element_of(self.nest.second)) or 0) // 8

    def _exceeds_l1(self) -> bool:
        """Return whether the lines of the image that one line of the result reads exceed the first cache."""
        lines = self.times * self._kernel_lines() * self.pixels * self.stride
        return self._bytes_of(lines) > self.machine.l1_bytes // 2

    def is_possible(self) -> bool:
        nest = self.nest
        is_dense = 1 <= self.stride <= MOST_STRIDE and self.pixels >= self.lanes
        is_constant = all(each.constant_trip_count() for each in nest.columns[-1:] + self.kernel)
        is_stored = stride_of(nest.store, nest.columns[-1].induction_variable) == 1
        return nest.has_windows and bool(self.kernel) and is_constant and is_stored and (is_dense or self.stride == 1)

    def cycles(self) -> float:
        around = prod(map(self.workload.trips, self.outer)) // self.pixels
        tiles = around // (self.lines * self.channels)
        vectors, rest = divmod(self.pixels, self.lanes)
        masked = bool(rest) and self.stride == 1
        scalars = 0 if masked else rest * self.places * self.times * SCALAR * around
        sums = tiles * (vectors + 2 * masked) * self._tile_cycles(self.lines, self.channels)
        return sums + scalars + self._again()

    def _again(self) -> float:
        """Return how long reading the image again takes, for each group of output channels, beyond the second cache."""
        images = prod(map(self.workload.trips, [*self.nest.others, *self.nest.columns[:-2]]))
        size = bytes_of(self.nest.second.memref) / images
        times = self._trips(self.channel) // self.channels - 1
        return images * times * size / L3_BYTES if size > self.machine.l2_bytes / 2 else 0

    def _tile_cycles(self, lines: int, channels: int) -> float:
        """Return how long a vector of pixels takes for a tile of lines and output channels."""
        sums = lines * channels
        factors = channels * self.places
        kept = self.machine.vector_registers - sums - 2
        pixels = self._lines_read(lines) * (self.places // self._kernel_lines())
        loads = pixels * self.stride * self.pixel_cycles
        loads += 0 if self.times == 1 and factors <= kept else factors * self.load_cycles
        shuffles = pixels * (self.stride - 1) * SHUFFLE
        products = max(sums * self.places / self.machine.vectors_per_cycle, self.places * LATENCY / 4)
        step = max(products, loads) + shuffles
        return self.times * (step + COUNTING) + sums * STORE

    def _kernel_lines(self) -> int:
        """Return the number of lines of the kernel that are unrolled."""
        return self.workload.trips(self.kernel[1]) if len(self.kernel) > 1 else 1

    def _lines_read(self, lines: int) -> int:
        """Return the number of lines of the image that adjacent lines of the result read: their windows overlap."""
        size = self._kernel_lines()
        if self.line is None or len(self.kernel) < 2:
            return lines * size
        down, across = (stride_of(self.nest.second, op.induction_variable) for op in (self.line, self.kernel[1]))
        if not down or not across or down % across:
            return lines * size
        return min(lines * size, (lines - 1) * (down // across) + size)

    def shared(self) -> str | None:
        if self.machine.cores == 1 or self.workload.runs(self.nest.first) < PARALLEL_PRODUCTS:
            return None
        around = [op for op in self.outer if op not in (self.nest.columns[-1], self.line, self.channel)]
        shares = [op for op in around if self.workload.trips(op) >= self.machine.cores] or list(self._divided())
        return loop_name(shares[0]) if shares else None

    def _divided(self) -> dict[loop.ForOp, int]:
        """Return the loops over channels and lines that threads can divide, and the trips of each part."""
        sizes = ((self.channel, self.channels), (self.line, self.lines))
        cores = self.machine.cores
        return {
            op: evenly(self._trips(op), -(-self._trips(op) // cores), size, cores)
            for op, size in sizes
            if op is not None and self._trips(op) >= size * cores
        }

    def steps(self, shared: str | None) -> list[Pass]:
        pixel = loop_name(self.nest.columns[-1])
        is_masked = self.pixels % self.lanes and self.stride == 1
        jammed = [(loop_name(op), size) for op, size in ((self.line, self.lines), (self.channel, self.channels)) if op]
        parts = [(op, size) for op, size in self._divided().items() if loop_name(op) == shared]
        names = {loop_name(op): point_of(loop_name(op)) for op, _ in parts}
        return [
            *(LoopTile(loops=(loop_name(op),), sizes=(size,)) for op, size in parts),
            *parallel(shared),
            *(LoopUnroll(loops=(loop_name(each),), full=True) for each in self.kernel),
            *(LoopUnrollAndJam(loops=(names.get(name, name),), factor=size) for name, size in jammed if size > 1),
            LoopVectorize(loops=(pixel,), width=self.lanes, remainder="mask" if is_masked else "peel"),
        ]
