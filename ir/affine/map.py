"""Affine maps: lists of affine expressions of the same dimensions and symbols.

    d0, d1 = affine_dims(2)
    str(AffineMap(2, 0, [d1, d0 + 1]))                   # '(d0, d1) -> (d1, d0 + 1)'
    AffineMap.identity(2).compose(AffineMap(1, 0, [affine_dims(1)[0] // 4, 0]))

Maps are immutable and interned, as expressions are. What takes several maps, or asks whether one is a permutation, is
in `map_shapes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import NoReturn, SupportsIndex

from .errors import AffineError
from .expr import (
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
    affine_dims,
    affine_symbols,
    as_affine_expr,
    replace_leaves,
)
from .flatten import simplify_affine_exprs
from .interning import InternTable
from .text import header_text
from .traversal import evaluate, postorder, rebuild

_set = object.__setattr__


class AffineMap:
    """A function from `num_dims` dimensions and `num_symbols` symbols to the values of `results`."""

    __slots__ = ("__weakref__", "num_dims", "num_symbols", "results")
    __match_args__ = ("num_dims", "num_symbols", "results")

    num_dims: int
    num_symbols: int
    results: tuple[AffineExpr, ...]

    def __new__(
        cls, num_dims: int, num_symbols: int = 0, results: Iterable[AffineExpr | SupportsIndex] = ()
    ) -> AffineMap:
        exprs = tuple([as_affine_expr(result) for result in results])
        key = (int(num_dims), int(num_symbols), exprs)
        known = _TABLE.find(key)
        return known if known is not None else cls._make(*key)

    @classmethod
    def _make(cls, num_dims: int, num_symbols: int, results: tuple[AffineExpr, ...]) -> AffineMap:
        if num_dims < 0 or num_symbols < 0:
            raise AffineError(f"an affine map cannot have {num_dims} dimensions and {num_symbols} symbols")
        for result in results:
            if result.dim_bound > num_dims or result.symbol_bound > num_symbols:
                raise AffineError(
                    f"an affine map of {num_dims} dimensions and {num_symbols} symbols cannot give '{result}'"
                )
        self = object.__new__(cls)
        _set(self, "num_dims", num_dims)
        _set(self, "num_symbols", num_symbols)
        _set(self, "results", results)
        return _TABLE.add((num_dims, num_symbols, results), self)

    @staticmethod
    def constant(*values: int) -> AffineMap:
        """`() -> (v0, v1)`."""
        return AffineMap(0, 0, values)

    @staticmethod
    def identity(num_dims: int) -> AffineMap:
        """`(d0, d1) -> (d0, d1)`."""
        return AffineMap(num_dims, 0, affine_dims(num_dims))

    @staticmethod
    def symbol_identity(num_symbols: int) -> AffineMap:
        """`()[s0, s1] -> (s0, s1)`."""
        return AffineMap(0, num_symbols, affine_symbols(num_symbols))

    @staticmethod
    def minor_identity(num_dims: int, num_results: int) -> AffineMap:
        """Return the last `num_results` dimensions: `(d0, d1, d2) -> (d1, d2)`."""
        if num_results > num_dims:
            raise AffineError(f"a minor identity of {num_dims} dimensions cannot have {num_results} results")
        return AffineMap(num_dims, 0, affine_dims(num_dims)[num_dims - num_results :])

    @staticmethod
    def permutation(order: Sequence[int]) -> AffineMap:
        """Dimension `order[i]` as result `i`: `permutation([1, 0])` is `(d0, d1) -> (d1, d0)`."""
        if sorted(order) != list(range(len(order))):
            raise AffineError(f"not a permutation of 0..{len(order) - 1}: {list(order)}")
        return AffineMap.select(len(order), order)

    @staticmethod
    def select(num_dims: int, positions: Iterable[int]) -> AffineMap:
        """Return the dimensions at `positions`: `select(3, [0, 2])` is `(d0, d1, d2) -> (d0, d2)`."""
        return AffineMap(num_dims, 0, [AffineDimExpr(position) for position in positions])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"affine maps are immutable, cannot set '{name}'")

    def __reduce__(self) -> tuple[object, ...]:
        return AffineMap, (self.num_dims, self.num_symbols, self.results)

    def __copy__(self) -> AffineMap:
        return self

    def __deepcopy__(self, memo: object) -> AffineMap:
        return self

    def __str__(self) -> str:
        return f"{header_text(self.num_dims, self.num_symbols)} -> ({', '.join(map(str, self.results))})"

    def __repr__(self) -> str:
        return f"<AffineMap {self}>"

    # -- Asking --------------------------------------------------------------------------------------------------

    @property
    def num_results(self) -> int:
        return len(self.results)

    @property
    def num_inputs(self) -> int:
        return self.num_dims + self.num_symbols

    @property
    def is_empty(self) -> bool:
        """Whether it is `() -> ()`."""
        return self.num_inputs == 0 and not self.results

    @property
    def is_identity(self) -> bool:
        """Whether it is `(d0, ..) -> (d0, ..)`; symbols may be declared, unused."""
        return self.results == tuple(affine_dims(self.num_dims))

    @property
    def is_symbol_identity(self) -> bool:
        """Whether the results are all the symbols in order, and there are no dimensions."""
        return self.num_dims == 0 and self.results == tuple(affine_symbols(self.num_symbols))

    @property
    def is_constant(self) -> bool:
        """Whether all results are constants."""
        return all(result.constant_value is not None for result in self.results)

    @property
    def is_single_constant(self) -> bool:
        return self.num_results == 1 and self.is_constant

    @property
    def is_pure_affine(self) -> bool:
        return all(result.is_pure_affine for result in self.results)

    @property
    def constant_results(self) -> list[int]:
        """The results of a map that `is_constant`."""
        values = [result.constant_value for result in self.results if result.constant_value is not None]
        if len(values) != self.num_results:
            raise AffineError(f"not all results of '{self}' are constants")
        return values

    @property
    def single_constant_result(self) -> int:
        """The result of a map that `is_single_constant`."""
        (value,) = self.constant_results
        return value

    @property
    def largest_known_divisor(self) -> int:
        """A number that divides every result; 0 if there are no results but zeros."""
        return gcd(*(result.largest_known_divisor for result in self.results))

    def dim_position(self, result: int) -> int:
        """Return the dimension that result number `result` is; it must be one."""
        expr = self.results[result]
        if not isinstance(expr, AffineDimExpr):
            raise AffineError(f"result {result} of '{self}' is not a dimension, but '{expr}'")
        return expr.position

    def result_position(self, expr: AffineExpr) -> int | None:
        """Return the first result that is `expr`."""
        return next((i for i, result in enumerate(self.results) if result is expr), None)

    def walk(self) -> Iterator[AffineExpr]:
        """Return each distinct part of the results once, operands first."""
        return iter(postorder(self.results))

    def used_dims(self) -> list[int]:
        """Return the positions of the dimensions that the results use, ascending."""
        return list(_used_positions(self.results, AffineDimExpr))

    def used_symbols(self) -> list[int]:
        """Return the positions of the symbols that the results use, ascending."""
        return list(_used_positions(self.results, AffineSymbolExpr))

    def is_function_of_dim(self, position: int) -> bool:
        return any(result.is_function_of_dim(position) for result in self.results)

    def is_function_of_symbol(self, position: int) -> bool:
        return any(result.is_function_of_symbol(position) for result in self.results)

    def evaluate(self, dims: Sequence[int] = (), symbols: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the results for these dimensions and symbols."""
        if len(dims) != self.num_dims or len(symbols) != self.num_symbols:
            raise AffineError(
                f"an affine map of {self.num_dims} dimensions and {self.num_symbols} symbols"
                f" got {len(dims)} and {len(symbols)} values"
            )
        return evaluate(self.results, dims, symbols)

    # -- Changing the expressions --------------------------------------------------------------------------------

    def with_results(self, results: Iterable[AffineExpr | SupportsIndex]) -> AffineMap:
        """Other results of the same dimensions and symbols."""
        return AffineMap(self.num_dims, self.num_symbols, results)

    def simplify(self) -> AffineMap:
        """Return each result as a sum of its variables and divisions, in order; see `simplify_affine_expr`."""
        return self.with_results(simplify_affine_exprs(self.results, self.num_dims, self.num_symbols))

    def replace_dims_and_symbols(
        self,
        dims: Sequence[AffineExpr | int],
        symbols: Sequence[AffineExpr | int],
        num_dims: int,
        num_symbols: int,
    ) -> AffineMap:
        """Put `dims[i]` for `d<i>` and `symbols[i]` for `s<i>`; the result has the given numbers of both."""
        return AffineMap(num_dims, num_symbols, replace_leaves(self.results, dims, symbols))

    def replace(self, mapping: Mapping[AffineExpr, AffineExpr]) -> AffineMap:
        """Put `mapping[e]` for each part `e` of the results that is a key."""
        return self.with_results(rebuild(self.results, lambda part: mapping.get(part, part), mapping.keys()))

    def shift_dims(self, shift: int, offset: int = 0) -> AffineMap:
        """Make room for `shift` dimensions before `d<offset>`."""
        dims = [AffineDimExpr(i + shift if i >= offset else i) for i in range(self.num_dims)]
        return self.replace_dims_and_symbols(dims, (), self.num_dims + shift, self.num_symbols)

    def shift_symbols(self, shift: int, offset: int = 0) -> AffineMap:
        """Make room for `shift` symbols before `s<offset>`."""
        symbols = [AffineSymbolExpr(i + shift if i >= offset else i) for i in range(self.num_symbols)]
        return self.replace_dims_and_symbols((), symbols, self.num_dims, self.num_symbols + shift)

    def compose(self, inner: AffineMap) -> AffineMap:
        """`self` after `inner`. The symbols of `self` come first: `inner`'s `s0` becomes `s<self.num_symbols>`."""
        if self.num_dims != inner.num_results:
            raise AffineError(f"cannot compose '{self}' with the {inner.num_results} results of '{inner}'")
        num_symbols = self.num_symbols + inner.num_symbols
        arguments = inner.shift_symbols(self.num_symbols).results
        return self.replace_dims_and_symbols(arguments, (), inner.num_dims, num_symbols)

    # -- Changing which results, dimensions and symbols there are ------------------------------------------------

    def sub_map(self, positions: Iterable[int]) -> AffineMap:
        """Return the results at `positions`, in that order."""
        return self.with_results([self.results[position] for position in positions])

    def slice(self, start: int, length: int) -> AffineMap:
        """`length` results from number `start` on."""
        return self.with_results(self.results[start : start + length])

    def major_sub_map(self, count: int) -> AffineMap:
        """Return the first `count` results; all, if there are fewer."""
        return self.with_results(self.results[:count])

    def minor_sub_map(self, count: int) -> AffineMap:
        """Return the last `count` results; all, if there are fewer."""
        return self.with_results(self.results[max(self.num_results - count, 0) :])

    def drop_results(self, positions: Iterable[int]) -> AffineMap:
        """Return a map without the results at `positions`."""
        dropped = frozenset(positions)
        return self.with_results([result for i, result in enumerate(self.results) if i not in dropped])

    def insert_result(self, expr: AffineExpr, position: int) -> AffineMap:
        """`expr` as a further result before number `position`."""
        return self.with_results([*self.results[:position], expr, *self.results[position:]])

    def remove_duplicates(self) -> AffineMap:
        """Return each distinct result once, where it first occurs."""
        return self.with_results(dict.fromkeys(self.results))

    def project_dims(self, positions: Iterable[int]) -> AffineMap:
        """Put 0 for the dimensions at `positions` and remove them: `(d0, d1) -> (d0 + d1)` gives `(d0) -> (d0)`."""
        removed = frozenset(positions)
        kept = iter(range(self.num_dims - len(removed)))
        dims = [0 if i in removed else AffineDimExpr(next(kept)) for i in range(self.num_dims)]
        return self.replace_dims_and_symbols(dims, (), self.num_dims - len(removed), self.num_symbols)

    def project_symbols(self, positions: Iterable[int]) -> AffineMap:
        """Put 0 for the symbols at `positions` and remove them."""
        removed = frozenset(positions)
        kept = iter(range(self.num_symbols - len(removed)))
        symbols = [0 if i in removed else AffineSymbolExpr(next(kept)) for i in range(self.num_symbols)]
        return self.replace_dims_and_symbols((), symbols, self.num_dims, self.num_symbols - len(removed))

    def compress_unused_dims(self) -> AffineMap:
        """Remove the dimensions that no result uses: `(d0, d1) -> (d1)` is `(d0) -> (d0)`."""
        return self.project_dims(set(range(self.num_dims)).difference(self.used_dims()))

    def compress_unused_symbols(self) -> AffineMap:
        """Remove the symbols that no result uses."""
        return self.project_symbols(set(range(self.num_symbols)).difference(self.used_symbols()))


@lru_cache(maxsize=1 << 14)
def _used_positions(
    exprs: tuple[AffineExpr, ...], kind: type[AffineDimExpr] | type[AffineSymbolExpr]
) -> tuple[int, ...]:
    """Return the positions of the leaves of a kind that occur, ascending."""
    return tuple(sorted([part.position for part in postorder(exprs) if isinstance(part, kind)]))


_TABLE: InternTable[AffineMap] = InternTable()
