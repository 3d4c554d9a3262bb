"""Grids: what the maps and loops of a structured op say, worked out once for all ops that have the same."""

from __future__ import annotations

from functools import lru_cache

from dlc.ir.affine import AffineDimExpr, AffineMap, is_projected_permutation

PARALLEL, REDUCTION = "parallel", "reduction"


class Grid:
    """The loops of a structured op, and where its operands are touched at a point of them."""

    __slots__ = (
        "has_windows",
        "inputs",
        "iterators",
        "maps",
        "output_maps",
        "parallel",
        "places",
        "reductions",
        "reuses_inputs",
        "sources",
    )

    def __init__(self, maps: tuple[AffineMap, ...], iterators: tuple[str, ...], inputs: int) -> None:
        self.maps = maps
        self.iterators = iterators
        self.inputs = inputs
        """The number of maps that belong to inputs."""
        self.output_maps = maps[inputs:]
        self.parallel = tuple([dim for dim, kind in enumerate(iterators) if kind == PARALLEL])
        self.reductions = tuple([dim for dim, kind in enumerate(iterators) if kind == REDUCTION])
        self.places = tuple([places_of(map) for map in maps])
        """For each operand the loop that alone indexes each of its dimensions; -1 where none does."""
        self.sources = _sources(self.places, len(iterators))
        """For each loop the dimensions of operands that are as long: numbers of operands and of their dimensions."""
        partly = [map for map in maps[:inputs] if map.num_results and len(map.used_dims()) < len(iterators)]
        self.reuses_inputs = bool(self.reductions) and len(partly) > 1
        """True if the loops reduce and two inputs do not depend on all of them, so that elements are read
        repeatedly.
        """
        self.has_windows = not all(map(is_projected_permutation, maps[:inputs]))
        """Whether an index of an input is more than the counter of a loop, as where the windows of a convolution
        overlap.
        """


@lru_cache(maxsize=8192)
def grid_of(maps: tuple[AffineMap, ...], iterators: tuple[str, ...], inputs: int) -> Grid:
    """The grid of ops that have these maps, the first of them those of inputs, and loops of these kinds."""
    return Grid(maps, iterators, inputs)


@lru_cache(maxsize=8192)
def places_of(map: AffineMap) -> tuple[int, ...]:
    """The loop that stands alone as each result of a map; -1 where none does."""
    return tuple([expr.position if isinstance(expr, AffineDimExpr) else -1 for expr in map.results])


def _sources(places: tuple[tuple[int, ...], ...], loops: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    sources: list[list[tuple[int, int]]] = [[] for _ in range(loops)]
    for number, dims in enumerate(places):
        for position, dim in enumerate(dims):
            if 0 <= dim < loops:
                sources[dim].append((number, position))
    return tuple([tuple(each) for each in sources])
