"""Sizes that are not known while a function is traced: `x.shape[0]` may be `n`, and `x.shape[0] * 2` is `2 * n`.

They can be computed with and passed where a size goes. Whatever needs the number itself, such as a comparison that
depends on it, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.ir import sizes
from dlc.ir.errors import InvalidAttributeError
from dlc.ir.sizes import Dim, Size, dims_from_python

from .errors import NotTraceable, tracing_error


class SymbolicSize:
    """An expression over named sizes, such as `n` or `2 * n + 1`."""

    __slots__ = ("size",)

    def __init__(self, size: Size) -> None:
        self.size = size

    def __repr__(self) -> str:
        return str(self.size)

    def __hash__(self) -> int:
        return hash(self.size)

    def __add__(self, other: Any) -> Any:
        return _combined(sizes.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return _combined(sizes.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return _combined(sizes.subtract, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _combined(sizes.subtract, other, self)

    def __mul__(self, other: Any) -> Any:
        return _combined(sizes.multiply, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _combined(sizes.multiply, other, self)

    def __floordiv__(self, other: Any) -> Any:
        return _combined(sizes.floor_divide, self, other)

    def __mod__(self, other: Any) -> Any:
        return _combined(sizes.remainder, self, other)

    def __neg__(self) -> Any:
        return 0 - self

    def __eq__(self, other: object) -> bool:
        return self._is_equal(other, "==")

    def __ne__(self, other: object) -> bool:
        return not self._is_equal(other, "!=")

    def _is_equal(self, other: object, sign: str) -> bool:
        if not isinstance(other, (int, SymbolicSize)):
            return False
        difference = sizes.subtract(self.size, dim_of(other))
        if isinstance(difference, int):
            return difference == 0
        raise self._unknown(f"{self} {sign} {other!r}")

    def __lt__(self, other: object) -> bool:
        return self._is_negative(self - other, f"{self} < {other!r}")

    def __ge__(self, other: object) -> bool:
        return not self._is_negative(self - other, f"{self} >= {other!r}")

    def __gt__(self, other: object) -> bool:
        return self._is_negative(other - self, f"{self} > {other!r}")  # type: ignore[operator]

    def __le__(self, other: object) -> bool:
        return not self._is_negative(other - self, f"{self} <= {other!r}")  # type: ignore[operator]

    def _is_negative(self, difference: Any, comparison: str) -> bool:
        if isinstance(difference, int):
            return difference < 0
        raise self._unknown(comparison)

    def __bool__(self) -> bool:
        raise self._unknown(f"whether {self} is 0")

    def __index__(self) -> int:
        raise self._unknown(f"the number {self}")

    def _unknown(self, asked: str) -> NotTraceable:
        return tracing_error(
            f"{asked} depends on a size that is not known while the function is traced; use a number for '{self}' in "
            f"`dlc.spec`, or pass the size to array functions without comparing it"
        )


ShapeEntry = int | SymbolicSize | None


def dim_of(entry: Any) -> Dim:
    """Return an entry of a shape as a size of the dialect `graph`."""
    if isinstance(entry, SymbolicSize):
        return entry.size
    try:
        return dims_from_python([entry])[0]
    except InvalidAttributeError as error:
        if isinstance(error.__context__, NotTraceable):  # a traced array, which says what to do
            raise error.__context__ from None
        raise tracing_error(str(error)) from None


def entry_of(dim: Dim) -> ShapeEntry:
    """Return a size of the dialect `graph` as an entry of a shape."""
    return SymbolicSize(dim) if isinstance(dim, Size) else dim


def _combined(combine: Callable[[Dim, Dim], Dim], a: object, b: object) -> Any:
    if not isinstance(a, (int, SymbolicSize)) or not isinstance(b, (int, SymbolicSize)):
        return NotImplemented
    return entry_of(combine(dim_of(a), dim_of(b)))


def product(entries: Sequence[ShapeEntry]) -> ShapeEntry:
    """Return the number of elements of a shape, if it is known."""
    return entry_of(sizes.product([dim_of(entry) for entry in entries]))
