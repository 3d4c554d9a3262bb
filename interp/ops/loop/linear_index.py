"""The meaning of `loop.linearize_index` and `loop.delinearize_index`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import loop as dialect
from dlc.dialects.loop.linear_index import delinearized, linearized
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, as_results, semantics
from dlc.interp.values import INDEX_MASK, used_index, used_indices

from .affine import fits


@semantics(dialect.DelinearizeIndexOp)
def delinearize(op: dialect.DelinearizeIndexOp, machine: Machine) -> Kernel:
    """The last sizes are split off; the first index is the rest."""
    del machine
    sizes_of = _sizes(op.basis, len(op.basis) - len(op.inner_basis))

    def run(linear: Any, *dynamic: Any) -> Any:
        indices = delinearized(used_index(linear), sizes_of(dynamic)[1])
        return as_results([number & INDEX_MASK for number in indices])

    return run


@semantics(dialect.LinearizeIndexOp)
def linearize(op: dialect.LinearizeIndexOp, machine: Machine) -> Kernel:
    """The number of a point, which lies in the box if that is promised."""
    del machine
    count, is_disjoint = len(op.multi_index), op.is_disjoint
    sizes_of = _sizes(op.basis, len(op.basis) - len(op.inner_basis))

    def run(*operands: Any) -> int:
        indices = used_indices(operands[:count])
        outer, inner = sizes_of(operands[count:])
        if not indices:
            return 0
        if is_disjoint:
            limits = zip(indices[1:], inner, strict=True)
            if any(not 0 <= part < size for part, size in limits) or any(indices[0] >= size for size in outer):
                raise Fault(f"promises disjoint indices, but got {indices} for sizes {[*outer, *inner]}")
        return fits(linearized(indices, inner)) & INDEX_MASK

    return run


def _sizes(basis: Sequence[Any], outer: int) -> Callable[[Sequence[Any]], tuple[Sequence[int], Sequence[int]]]:
    """Return a function from the dynamic sizes to all sizes and those of the outermost place. Sizes are positive."""

    def found(dynamic: Sequence[Any]) -> tuple[Sequence[int], Sequence[int]]:
        known = iter(used_indices(dynamic))
        sizes = [size if isinstance(size, int) else next(known) for size in basis]
        product = 1
        for size in sizes:
            if size <= 0:
                raise Fault(f"has a basis of sizes {sizes}, but they must be positive")
            product *= size
        fits(product)
        return sizes[:outer], sizes[outer:]

    return found
