"""The common part of plans for contractions: an estimate, steps, and the functions that make steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING, ClassVar

from dlc.dialects import loop
from dlc.ir import Operation
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.nests import is_rectangular, name_of
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.transforms.coalesce import LoopCoalesce
from dlc.passes.loops.transforms.interchange import LoopInterchange
from dlc.passes.loops.transforms.parallelize import LoopParallelize
from dlc.passes.loops.transforms.separate import LoopSeparate
from dlc.passes.loops.transforms.sink import LoopSink
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager import Pass
from dlc.passes.math.expand_math import NAMES as FUNCTION_NAMES

if TYPE_CHECKING:
    from ..machine import Machine

INIT, MAIN, DONE = "_init", "_main", "_done"
"""Suffixes of loops that compute the initial values of sums, the sums, and the operations on them."""
LONG_SUM = 1024
"""The number of products up to which they are added one by one: the error grows with the root of their number."""
PARALLEL_PRODUCTS = 100_000
"""The number of products from which several threads pay."""
L2_BYTES, L3_BYTES = 32, 12
"""The bytes that a core reads in a cycle from the second cache, and from the third cache or memory."""
LINE_BYTES, WAYS = 64, 8
"""The bytes of a line of the caches, and the ways of the first one, of most processors."""
COPY, VECTOR_COPY, FAR_COPY = 1, 2, 6
"""The cycles that packing an element takes, or a vector of elements, or an element whose line is no longer in the first
cache although elements beside it have been packed.
"""


class Plan(ABC):
    """One way to compute a contraction: the steps of its schedules, and about how long it takes."""

    name: ClassVar[str]
    """The name of the plan in what `dlc explain-schedule` prints."""

    def is_possible(self) -> bool:
        """Return whether the steps can be applied, and make what they are meant to make."""
        return True

    @abstractmethod
    def cycles(self) -> float:
        """Return about how long one thread takes for the nest, to compare plans for the same nest."""

    @abstractmethod
    def shared(self) -> str | None:
        """Return the loop that threads should share, or `None` if one thread is as good."""

    def cost(self, machine: Machine) -> float:
        """Return the cycles of all threads, in which they compute or wait for one another."""
        return self.cycles() * machine.cores * self.longest_share(machine.cores)

    def longest_share(self, cores: int) -> float:
        """Return the part of the nest that the thread computes which has the most to do."""
        return 1 if self.shared() is None else 1 / cores

    @abstractmethod
    def steps(self, shared: str | None) -> list[Pass]:
        """Return the steps of the schedule, in which threads share a loop or there is one thread."""


def is_function(op: Operation) -> bool:
    """Return whether an op is a function such as `exp`, which is expanded to many operations."""
    return op.name in FUNCTION_NAMES


def loop_name(op: loop.ForOp) -> str:
    """Return the name of a loop of a workload, all of which have names."""
    name = name_of(op)
    assert name is not None, "the loops of a workload have names"
    return name


def have_places(machine: Machine, count: int, distance: int) -> bool:
    """Return whether the first cache holds that many lines at a time, of which each is at a distance to the next.

    Lines that are a way of the cache apart share a place, which has room for one line of each way.
    """
    way = machine.l1_bytes // WAYS
    return count <= way // max(gcd(distance, way), LINE_BYTES) * WAYS


def parts_of(nest: ContractionNest, *, has_ends: bool) -> tuple[str, ...]:
    """Return the suffixes of the parts of a tile: initial values of sums, unless memory has them, the sums, and the
    operations on them. A single part has no suffix.
    """
    parts = (*(() if nest.continues else (INIT,)), MAIN, *((DONE,) if has_ends else ()))
    return parts if len(parts) > 1 else ("",)


def main_of(parts: Sequence[str]) -> str:
    """Return the suffix of the part that computes the sums."""
    return MAIN if MAIN in parts else ""


def separated(loops: Sequence[str], parts: Sequence[str]) -> list[Pass]:
    """Return the step that gives each part loops of its own, if there are several."""
    return [LoopSeparate(loops=tuple(loops), suffixes=tuple(parts))] if len(parts) > 1 else []


def sunk(total: str, parts: Sequence[str]) -> list[Pass]:
    """Return the step that moves all parts into the loop of a sum, if there are others than the sum."""
    return [LoopSink(loops=(total,))] if len(parts) > 1 else []


def parallel(shared: str | None) -> list[Pass]:
    """Return the step that lets threads share a loop, if there is one to be shared."""
    return [LoopParallelize(loops=(shared,), depth=1)] if shared is not None else []


def parallel_from(band: Sequence[loop.ForOp], workload: Workload) -> list[Pass]:
    """Return the step that lets threads share the first of some nested loops.

    If it is unknown how often it runs, the next one is shared as well: an open number of images is often 1.
    """
    known = [each.constant_trip_count() is not None for each in band]
    shared = band[: known.index(True) + 1] if True in known else band
    if not is_rectangular(shared) or not workload.may_be_parallel(shared):
        shared = band[:1]
    return [LoopParallelize(loops=tuple(map(loop_name, shared)), depth=len(shared))]


def vectorized(name: str, lanes: int) -> Pass:
    """Return the step that vectorizes a loop."""
    return LoopVectorize(loops=(name,), width=lanes)


def several_vectors(name: str, trips: int, lanes: int, most: int) -> list[Pass]:
    """Return the steps that compute some vectors of a loop around others at once: as many as leave the fewest over."""
    vectors = trips // lanes
    at_once = max(range(1, most + 1), key=lambda count: (vectors // count * count, count))
    jam = [LoopUnrollAndJam(loops=(name,), factor=at_once)] if at_once > 1 else []
    return [vectorized(name, lanes), *jam]


def coalesced(names: Sequence[str]) -> list[Pass]:
    """Return the step that makes one loop of several."""
    return [LoopCoalesce(loops=tuple(names))] if len(names) > 1 else []


def reordered(before: Sequence[str], after: Sequence[str]) -> list[Pass]:
    """Return the step that puts loops into another order, if it is another one."""
    if list(before) == list(after):
        return []
    return [LoopInterchange(loops=tuple(before), order=tuple(before.index(name) for name in after))]
