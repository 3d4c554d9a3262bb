"""Maps that only pick dimensions: permutations, projections, broadcasts; inverting and concatenating maps."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import AffineError
from .expr import AffineConstantExpr, AffineDimExpr, AffineExpr
from .map import AffineMap


def is_permutation(affine_map: AffineMap) -> bool:
    """Return whether the results are all the dimensions, each once."""
    return affine_map.num_dims == affine_map.num_results and is_projected_permutation(affine_map)


def is_projected_permutation(affine_map: AffineMap, *, allow_zero: bool = False) -> bool:
    """Return whether the results are dimensions, each at most once, and there are no symbols.

    `(d0, d1, d2) -> (d2, d0)` is one. With `allow_zero`, results may also be the constant 0, as in broadcasts.
    """
    if affine_map.num_symbols:
        return False
    seen: set[AffineExpr] = set()
    for result in affine_map.results:
        if isinstance(result, AffineDimExpr):
            if result in seen:
                return False
            seen.add(result)
        elif not (allow_zero and result.constant_value == 0):
            return False
    return True


def is_minor_identity(affine_map: AffineMap) -> bool:
    """Return whether the results are the last dimensions in order: `(d0, d1, d2) -> (d1, d2)`."""
    dims, results = affine_map.num_dims, affine_map.num_results
    return results <= dims and affine_map.results == AffineMap.minor_identity(dims, results).results


def broadcast_results(affine_map: AffineMap) -> list[int] | None:
    """Return the results that are 0, where the others are as in a minor identity; `None` for all other maps.

    `(d0, d1, d2) -> (0, d2)` gives `[0]`: the first of the two last dimensions is broadcast.
    """
    if affine_map.num_dims < affine_map.num_results:
        return None
    first = affine_map.num_dims - affine_map.num_results
    broadcast: list[int] = []
    for position, result in enumerate(affine_map.results):
        if result.constant_value == 0:
            broadcast.append(position)
        elif result is not AffineDimExpr(first + position):
            return None
    return broadcast


def is_minor_identity_with_broadcast(affine_map: AffineMap) -> bool:
    """Return whether it is a minor identity but for results that are 0."""
    return broadcast_results(affine_map) is not None


def inverse_permutation(affine_map: AffineMap) -> AffineMap | None:
    """Return a map from the results back to the dimensions; `None` if some dimension is not a result of its own.

    The first result that is a dimension counts: `(d0, d1) -> (d1, d0, d0 + d1)` has the inverse
    `(d0, d1, d2) -> (d1, d0)`.
    """
    if affine_map.is_empty:
        return affine_map
    if affine_map.num_symbols:
        raise AffineError(f"cannot invert '{affine_map}': it has symbols")
    sources: dict[int, int] = {}
    for position, result in enumerate(affine_map.results):
        if isinstance(result, AffineDimExpr):
            sources.setdefault(result.position, position)
    if len(sources) != affine_map.num_dims:
        return None
    return AffineMap.select(affine_map.num_results, [sources[dim] for dim in range(affine_map.num_dims)])


def inverse_and_broadcast_projected_permutation(affine_map: AffineMap) -> AffineMap:
    """Give back the dimensions that are results, 0 for the others: `(d0, d1, d2) -> (d2)` to `(d0) -> (0, 0, d0)`."""
    if not is_projected_permutation(affine_map, allow_zero=True):
        raise AffineError(f"not a projected permutation: '{affine_map}'")
    dims: list[AffineExpr] = [AffineConstantExpr(0)] * affine_map.num_dims
    for position, result in enumerate(affine_map.results):
        if isinstance(result, AffineDimExpr):
            dims[result.position] = AffineDimExpr(position)
    return AffineMap(affine_map.num_results, 0, dims)


def concat_affine_maps(maps: Iterable[AffineMap]) -> AffineMap:
    """Concatenate the results. The maps share their dimensions; each keeps symbols of its own. The maps share their
    dimensions; each keeps symbols of its own.
    """
    results: list[AffineExpr] = []
    num_dims = num_symbols = 0
    for each in maps:
        results += each.shift_symbols(num_symbols).results
        num_dims = max(num_dims, each.num_dims)
        num_symbols += each.num_symbols
    return AffineMap(num_dims, num_symbols, results)
