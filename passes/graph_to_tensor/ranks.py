"""The ranks of elements in their rows: an element's rank is the number of elements that come before it.

All elements of a row are compared with each other, which vectors and threads do for many at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, tensor
from dlc.dialects.tensor.structured import selection
from dlc.ir import Value
from dlc.ir.builtin_types import index

from .lowering import SizeValue, ToTensor
from .row_keys import KeyOrder
from .scalars import Scalars

MOST_BY_RANKS = 64
"""The length up to which it pays to compare all elements of a row with each other."""
MOST_BY_RANKS_OF_THREADS = 512
"""The same where each element has a thread."""


def is_by_ranks(to: ToTensor, length: SizeValue) -> bool:
    """Return whether rows of a length are sorted by ranks."""
    return isinstance(length, int) and length <= (MOST_BY_RANKS_OF_THREADS if to.parallel_rows else MOST_BY_RANKS)


def ranks(to: ToTensor, keys: Value, dim: int, order: KeyOrder) -> Value:
    """Return the rank of each element in its row along a dimension; of equal elements, the first has the lowest."""
    type, rank = order.code_type, len(keys.shape)
    codes = to.elementwise([keys], order.code, element=type, unsigned=order.unsigned)
    maps = [
        selection(rank + 1, tuple(range(rank))),
        selection(rank + 1, tuple(rank if each == dim else each for each in range(rank))),
    ]

    def count(scalars: Scalars, mine: Value, other: Value, so_far: Value) -> Value:
        place, others_place = (scalars.insert(tensor.IndexOp.of(loop)) for loop in (dim, rank))
        is_earlier = scalars.insert(arith.CmpIOp.of("slt", others_place, place))
        is_tie = scalars.bit_and(scalars.compare("eq", other, mine), is_earlier)
        is_before = scalars.bit_or(scalars.compare("lt", other, mine), is_tie)
        return scalars.add(so_far, scalars.insert(arith.ExtUIOp(is_before, type)))

    init = to.filled(0, to.sizes(keys), type)
    kinds = [tensor.PARALLEL] * rank + [tensor.REDUCTION]
    return to.generic([codes, codes], [*maps, maps[0]], [init], kinds, count)[0]


def positions_by_ranks(to: ToTensor, rank_of: Value, dim: int, sizes: Sequence[SizeValue]) -> Value:
    """Return the positions along a dimension of the elements with the ranks 0, 1, 2 …, in a tensor of these sizes.

    Each place looks for its element, so that all are found at once.
    """
    rank = len(sizes)
    maps = [
        selection(rank + 1, tuple(rank if each == dim else each for each in range(rank))),
        selection(rank + 1, tuple(range(rank))),
    ]

    def look(scalars: Scalars, other: Value, so_far: Value) -> Value:
        place, others_place = (scalars.insert(tensor.IndexOp.of(loop)) for loop in (dim, rank))
        is_found = scalars.compare("eq", scalars.insert(arith.IndexCastUIOp(other, index)), place)
        return scalars.add(so_far, scalars.select(is_found, others_place, scalars.number(0, others_place)))

    init = to.filled(0, sizes, index)
    kinds = [tensor.PARALLEL] * rank + [tensor.REDUCTION]
    return to.generic([rank_of], maps, [init], kinds, look)[0]
