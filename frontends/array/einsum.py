"""`einsum`: sums of products, with a letter for each dimension. The standard lacks it, but many models use it."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph
from dlc.ir.sizes import may_equal

from .arrays import Array
from .dtypes import KINDS
from .elementwise import where
from .errors import call_error
from .manipulation import permute_dims, squeeze
from .operands import as_array, common_dtype, dims_of, shape_text, with_dtype, wrap
from .statistics import sum as sum_along
from .tracing import array_function, value_of

_SUBSCRIPTS = re.compile(r"[A-Za-z]*(?:\.\.\.)?[A-Za-z]*")
_ELLIPSIS = "..."


@array_function
def einsum(subscripts: str, /, *operands: Array) -> Array:
    """Return sums of products along dimensions with letters: `einsum("bij,bjk->bik", x, y)` multiplies matrices.

    Letters that are not in the result are summed; without `->` those that occur once are in it, in alphabetical order.
    `...` stands for dimensions without a letter, which are broadcast. A letter that occurs twice in one operand takes
    its diagonal. Products are computed from left to right.
    """
    if not isinstance(subscripts, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise call_error(f"einsum: subscripts must be a string, but got {subscripts!r:.60}")
    arrays = [as_array("einsum", each) for each in operands]
    names, result = _names_of(subscripts, [len(dims_of(array)) for array in arrays])
    dtype = common_dtype("einsum", arrays)
    if dtype not in KINDS["numeric"]:
        raise call_error(f"einsum: a dtype of kind numeric is required, but got {dtype}")
    terms = [_Term(wrap(with_dtype(array, dtype)), each) for array, each in zip(arrays, names, strict=True)]
    terms = [term.diagonal() for term in _broadcast(terms)]
    product = terms[0]
    for place, term in enumerate(terms[1:], 2):
        needed = {*result, *(name for later in terms[place:] for name in later.names)}
        product = product.sums_of_others(needed.union(term.names)).times(term, needed)
    product = product.sums_of_others(result)
    return permute_dims(product.array, tuple(product.names.index(name) for name in result))


class _Term:
    """An array with a name for each of its dimensions."""

    def __init__(self, array: Array, names: str) -> None:
        self.array = array
        self.names = names

    def diagonal(self) -> _Term:
        """Return the elements whose indices are equal along dimensions of the same name, which becomes one."""
        double = next((name for name in self.names if self.names.count(name) > 1), None)
        if double is None:
            return self
        first, second = self.names.index(double), self.names.rindex(double)
        shape = dims_of(self.array)
        is_equal = wrap(graph.compare("eq", graph.iota(first, shape), graph.iota(second, shape)))
        chosen = where(is_equal, self.array, 0)
        rest = self.names[:second] + self.names[second + 1 :]
        return _Term(sum_along(chosen, axis=second, dtype=self.array.dtype), rest).diagonal()

    def sums_of_others(self, needed: Any) -> _Term:
        """Return the sums along dimensions that are not needed any more."""
        axes = tuple(axis for axis, name in enumerate(self.names) if name not in needed)
        if not axes:
            return self
        rest = "".join(name for name in self.names if name in needed)
        return _Term(sum_along(self.array, axis=axes, dtype=self.array.dtype), rest)

    def times(self, other: _Term, needed: set[str]) -> _Term:
        """Return the products with another term; names of both that are not needed any more are summed."""
        other = other.sums_of_others(needed.union(self.names))
        both = [name for name in self.names if name in other.names]
        batch = [name for name in both if name in needed]
        contracted = [name for name in both if name not in needed]
        left, right = self.names, other.names
        value = graph.contract(
            value_of(self.array),
            value_of(other.array),
            ([left.index(name) for name in contracted], [right.index(name) for name in contracted]),
            ([left.index(name) for name in batch], [right.index(name) for name in batch]),
        )
        free = [name for name in left + right if name not in both]
        return _Term(wrap(value), "".join(batch + free))


def _names_of(subscripts: str, ranks: Sequence[int]) -> tuple[list[str], str]:
    """Return a letter for each dimension of each operand, and those of the result."""
    given, arrow, result = subscripts.replace(" ", "").partition("->")
    parts = given.split(",")
    if not all(_SUBSCRIPTS.fullmatch(each) for each in [*parts, result]):
        raise call_error(f"einsum: subscripts are letters, '...', ',' and '->', but got {subscripts!r:.60}")
    if len(parts) != len(ranks):
        raise call_error(f"einsum: {subscripts!r:.60} is for {len(parts)} arrays, but got {len(ranks)}")
    unused = "".join(sorted(set(string.ascii_letters) - set(subscripts)))
    hidden = [rank - len(part.replace(_ELLIPSIS, "")) for part, rank in zip(parts, ranks, strict=True)]
    for part, rank, count in zip(parts, ranks, hidden, strict=True):
        if count < 0 or (count > 0 and _ELLIPSIS not in part) or count > len(unused):
            raise call_error(f"einsum: '{part}' does not fit an array of rank {rank}")
    widest = max((count for part, count in zip(parts, hidden, strict=True) if _ELLIPSIS in part), default=0)
    letters = unused[:widest]
    names = [part.replace(_ELLIPSIS, letters[widest - count :]) for part, count in zip(parts, hidden, strict=True)]
    if not arrow:
        visible = given.replace(_ELLIPSIS, "")
        result = _ELLIPSIS + "".join(sorted(name for name in set(visible) - {","} if visible.count(name) == 1))
    result = result.replace(_ELLIPSIS, letters)
    if len(set(result)) != len(result) or not set(result) <= set("".join(names)):
        raise call_error(
            f"einsum: letters of the result must be in the operands, each once, but got {subscripts!r:.60}"
        )
    return names, result


def _broadcast(terms: Sequence[_Term]) -> list[_Term]:
    """Return terms without dimensions of size 1 that are larger elsewhere; report sizes that do not fit."""
    sizes: dict[str, Any] = {}
    for term in terms:
        for name, size in zip(term.names, dims_of(term.array), strict=True):
            known = sizes.setdefault(name, size)
            if known == 1:
                sizes[name] = size
            elif size != 1 and not may_equal(known, size):
                shapes = " and ".join(shape_text(dims_of(each.array)) for each in terms)
                raise call_error(f"einsum: shapes {shapes} do not fit: sizes {known} and {size} have one letter")
    fitting: list[_Term] = []
    for term in terms:
        shape = dims_of(term.array)
        axes = tuple(axis for axis, name in enumerate(term.names) if shape[axis] == 1 != sizes[name])
        rest = "".join(name for axis, name in enumerate(term.names) if axis not in axes)
        fitting.append(_Term(squeeze(term.array, axis=axes), rest) if axes else term)
    return fitting
