"""Lists of sizes as attributes of ops, and what can be proved of sizes by looking at them.

A list has numbers, sizes with names, and `?` for what the op says: `[0, n - 1, ?]`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from dlc.ir import Attribute, Operation, attribute
from dlc.ir.affine import AffineAddExpr, AffineBinaryOpExpr, AffineExpr, AffineMulExpr, affine_bounds
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.attributes import PythonForm
from dlc.ir.sizes import (
    Dim,
    Shape,
    Size,
    add,
    dims_from_python,
    floor_divide,
    multiply,
    product,
    read_size,
    size_of,
    subtract,
)


@attribute("graph.sizes")
class SizesAttr(Attribute):
    """Numbers and sizes with names; `?` stands for what an op says: `#graph.sizes<0, n - 1, ?>`."""

    entries: tuple[int | Size | None, ...]

    @classmethod
    def of(cls, entries: Iterable[Dim]) -> SizesAttr:
        """Return the attribute of an iterable of sizes."""
        return cls(tuple(entries))

    @classmethod
    def python_form(cls) -> PythonForm:
        """Return the form of a list of numbers, names, sizes, and `None` for `?`."""
        return PythonForm("Sequence[DimLike]", lambda given: cls(dims_from_python(given)))

    @classmethod
    def read_parameters(cls, p: AsmReader) -> SizesAttr:
        return cls(_read_entries(p, "<", ">"))

    def print_parameters(self) -> str:
        return f"<{self.listed()}>"

    def listed(self) -> str:
        """The entries, separated by commas."""
        return ", ".join("?" if entry is None else str(entry) for entry in self.entries)


def _read_entries(p: AsmReader, opening: str, closing: str) -> tuple[Dim, ...]:
    entries: list[Dim] = []
    p.expect(opening)
    if not p.accept(closing):
        entries.append(_read_entry(p))
        while p.accept(","):
            entries.append(_read_entry(p))
        p.expect(closing)
    return tuple(entries)


def _read_entry(p: AsmReader) -> Dim:
    return None if p.accept("?") else read_size(p)


def read_size_list(p: AsmReader) -> SizesAttr:
    """`[0, n - 1, ?]` as a directive: `custom<SizeList>($limits)`."""
    return SizesAttr(_read_entries(p, "[", "]"))


def write_size_list(p: AsmPrinter, _op: Operation, sizes: SizesAttr) -> None:
    """The counterpart of `read_size_list`."""
    p.write(f"[{sizes.listed()}]")


SIZE_LIST = {"SizeList": (read_size_list, write_size_list)}
"""For the `directives` of an op class."""


# -- What is sure ------------------------------------------------------------------------------------------------------


def least(dim: Dim) -> int | None:
    """A number that a size is never less than: names stand for 0 and more."""
    return affine_bounds(dim.expr, (), [(0, None)] * len(dim.names))[0] if isinstance(dim, Size) else dim


def surely_at_most(a: Dim, b: Dim) -> bool:
    """Return whether a <= b, whatever the names stand for."""
    difference = least(subtract(b, a))
    return difference is not None and difference >= 0


def surely_more(a: Dim, b: Dim) -> bool:
    """Return whether a > b, whatever the names stand for."""
    return surely_at_most(add(b, 1), a)


# -- Numbers of elements -----------------------------------------------------------------------------------------------


class Factors:
    """A product of sizes taken apart: a number, sizes with names, and how many of it are unknown."""

    def __init__(self, dims: Sequence[Dim]) -> None:
        self.number = 1
        self.named: Counter[Size] = Counter()
        self.unknown = 0
        for dim in dims:
            self._multiply(dim)

    def _multiply(self, dim: Dim) -> None:
        if dim is None:
            self.unknown += 1
        elif isinstance(dim, int):
            self.number *= dim
        elif isinstance(dim.expr, AffineMulExpr):
            for part in _factors(dim.expr):
                self._multiply(size_of(dim.names, part))
        else:
            self.named[dim] += 1

    @property
    def is_number(self) -> bool:
        return not self.named and not self.unknown

    def value(self) -> Dim:
        """The product."""
        if self.unknown:
            return None
        return multiply(self.number, product(self.named.elements()))


def _factors(expr: AffineExpr) -> list[AffineExpr]:
    """The factors of nested products, without recursion over their depth."""
    factors: list[AffineExpr] = []
    pending = [expr]
    while pending:
        current = pending.pop()
        if isinstance(current, AffineMulExpr):
            pending += (current.rhs, current.lhs)
        else:
            factors.append(current)
    return factors


def cancelled(a: Sequence[Dim], b: Sequence[Dim]) -> tuple[Factors, Factors]:
    """The products of two shapes without what is a factor of both."""
    above, below = Factors(a), Factors(b)
    common = above.named & below.named
    above.named -= common
    below.named -= common
    divisor = math.gcd(above.number, below.number)
    if divisor > 1 and above.number and below.number:
        above.number //= divisor
        below.number //= divisor
    return above, below


def surely_as_many(a: Shape, b: Shape) -> bool:
    """Return whether two shapes have the same number of elements, whatever the names stand for."""
    above, below = cancelled(a, b)
    if not above.unknown and not below.unknown and 0 in (above.number, below.number):
        return above.number == below.number
    return above.is_number and below.is_number and above.number == below.number


def may_be_as_many(a: Shape, b: Shape) -> bool:
    """Return whether two shapes may have the same number of elements; names stand for themselves."""
    above, below = cancelled(a, b)
    if above.is_number and below.is_number:
        return above.number == below.number
    if above.unknown or below.unknown or 0 in (above.number, below.number):
        return True
    if any(_has_division(size) for size in (*above.named, *below.named)):
        return True
    return _at_sample(above) == _at_sample(below)


def _has_division(size: Size) -> bool:
    """Return whether an expression rounds, so that whether two are equal depends on what names stand for."""
    return any(
        isinstance(part, AffineBinaryOpExpr) and not isinstance(part, (AffineAddExpr, AffineMulExpr))
        for part in size.expr.walk()
    )


def _at_sample(factors: Factors) -> int:
    """The product with a number of its own for each name: polynomials that differ there differ."""
    value = factors.number
    for size, count in factors.named.items():
        values = [_number_for(name) for name in size.names]
        value *= size.expr.evaluate((), values) ** count
    return value


def _number_for(name: str) -> int:
    return 1_000_003 + int.from_bytes(name.encode(), "little") % _PRIME


_PRIME = (1 << 61) - 1


def quotient(dims: Sequence[Dim], others: Sequence[Dim]) -> Dim:
    """The size that makes the product of `others` that of `dims`; unknown where it is, or does not come out even."""
    above, below = cancelled(dims, others)
    if above.unknown or below.unknown or below.number == 0:
        return None
    rest = below.value()
    if rest == 1:
        return above.value()
    if rest is None or (isinstance(rest, int) and above.is_number):
        return None
    return floor_divide(above.value(), rest)
