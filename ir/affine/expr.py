"""Affine expressions: sums of multiples of dimensions `d0..` and symbols `s0..`, with `mod`, `floordiv` and `ceildiv`.

    d0, d1 = affine_dims(2)
    str((d0 + 1) * 2 - d1 % 4)     # '(d0 + 1) * 2 - d1 mod 4'

Expressions are immutable and interned: equal means identical. Building one simplifies it by exactly the local rules of
MLIR's `getAffineBinaryOpExpr` (`folding`), so that it prints as mlir-opt prints it. Dividing by symbols and multiplying
with them is allowed ("semi-affine"); multiplying two dimensions or dividing by one is not.

What is not here: simplification as a whole (`flatten`) and intervals (`bounds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, ClassVar, NoReturn, SupportsIndex, cast

from .errors import AffineError, AffineOverflowError
from .folding import INT64_MAX, INT64_MIN, fold_add, fold_ceildiv, fold_floordiv, fold_mod, fold_mul, known_divisor
from .interning import InternTable
from .text import Spelling, dim_spelling, expr_text, symbol_spelling
from .traversal import evaluate, postorder, rebuild

if TYPE_CHECKING:
    from .map import AffineMap

_set = object.__setattr__


class AffineExpr:
    """An affine expression. Operands of its operators may be ints: `d0 * 2 + 1`."""

    __slots__ = ("__weakref__", "dim_bound", "is_pure_affine", "largest_known_divisor", "symbol_bound")

    operands: tuple[AffineExpr, ...]
    """Left and right operand of an operation, nothing for a leaf."""
    kind: ClassVar[str]
    """`dim`, `symbol`, `constant`, `add`, `mul`, `mod`, `floordiv` or `ceildiv`."""
    dim_bound: int
    """One more than the highest dimension used: `d3 + d1` needs 4 dimensions."""
    symbol_bound: int
    """One more than the highest symbol used."""
    is_pure_affine: bool
    """True if all products and divisions are by constants."""
    largest_known_divisor: int
    """A positive integer that divides every value of this expression; 0 for the constant zero. `d0 * 4 + 6` has 2."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"affine expressions are immutable, cannot set '{name}'")

    def __copy__(self) -> AffineExpr:
        return self

    def __deepcopy__(self, memo: object) -> AffineExpr:
        return self

    def __str__(self) -> str:
        return expr_text(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    # -- Building ------------------------------------------------------------------------------------------------

    def __add__(self, other: AffineExpr | SupportsIndex) -> AffineExpr:
        return AffineAddExpr(self, other)

    def __radd__(self, other: SupportsIndex) -> AffineExpr:
        return AffineAddExpr(other, self)

    def __sub__(self, other: AffineExpr | SupportsIndex) -> AffineExpr:
        return AffineAddExpr(self, -as_affine_expr(other))

    def __rsub__(self, other: SupportsIndex) -> AffineExpr:
        return AffineAddExpr(other, -self)

    def __neg__(self) -> AffineExpr:
        return AffineMulExpr(self, -1)

    def __mul__(self, other: AffineExpr | SupportsIndex) -> AffineExpr:
        return AffineMulExpr(self, other)

    def __rmul__(self, other: SupportsIndex) -> AffineExpr:
        return AffineMulExpr(other, self)

    def __mod__(self, other: AffineExpr | SupportsIndex) -> AffineExpr:
        return AffineModExpr(self, other)

    def __rmod__(self, other: SupportsIndex) -> AffineExpr:
        return AffineModExpr(other, self)

    def __floordiv__(self, other: AffineExpr | SupportsIndex) -> AffineExpr:
        return AffineFloorDivExpr(self, other)

    def __rfloordiv__(self, other: SupportsIndex) -> AffineExpr:
        return AffineFloorDivExpr(other, self)

    def ceildiv(self, other: AffineExpr | SupportsIndex) -> AffineExpr:
        """Return the quotient rounded up: `d0.ceildiv(4)`."""
        return AffineCeilDivExpr(self, other)

    # -- Asking --------------------------------------------------------------------------------------------------

    @property
    def constant_value(self) -> int | None:
        """The value of a constant, `None` for everything else."""
        return None

    @property
    def is_symbolic_or_constant(self) -> bool:
        """Whether no dimension occurs."""
        return self.dim_bound == 0

    def walk(self) -> Iterator[AffineExpr]:
        """Return each distinct part once, operands first."""
        return iter(postorder((self,)))

    def is_multiple_of(self, factor: int) -> bool:
        """Return whether every value is known to be a multiple of `factor`, which is not zero."""
        return self.largest_known_divisor % factor == 0

    def is_function_of_dim(self, position: int) -> bool:
        return position < self.dim_bound and AffineDimExpr(position) in self.walk()

    def is_function_of_symbol(self, position: int) -> bool:
        return position < self.symbol_bound and AffineSymbolExpr(position) in self.walk()

    def used_dims(self) -> list[int]:
        """Return the positions of the dimensions that occur, ascending."""
        return sorted(part.position for part in self.walk() if isinstance(part, AffineDimExpr))

    def used_symbols(self) -> list[int]:
        """Return the positions of the symbols that occur, ascending."""
        return sorted(part.position for part in self.walk() if isinstance(part, AffineSymbolExpr))

    def evaluate(self, dims: Sequence[int] = (), symbols: Sequence[int] = ()) -> int:
        """Return the value for these dimensions and symbols: `(d0 // 2).evaluate([-3])` is -2."""
        return evaluate((self,), dims, symbols)[0]

    def text(self, dim: Spelling = dim_spelling, symbol: Spelling = symbol_spelling) -> str:
        """Return the text with other names for the leaves: `(d0 + 1).text(dim=lambda i: f"%arg{i}")` is `%arg0 + 1`."""
        return expr_text(self, dim, symbol)

    # -- Replacing -----------------------------------------------------------------------------------------------

    def replace_dims_and_symbols(
        self, dims: Sequence[AffineExpr | int] = (), symbols: Sequence[AffineExpr | int] = ()
    ) -> AffineExpr:
        """Put `dims[i]` for `d<i>` and `symbols[i]` for `s<i>`; those beyond the lists stay."""
        return replace_leaves((self,), dims, symbols)[0]

    def replace_dims(self, dims: Sequence[AffineExpr | int]) -> AffineExpr:
        return self.replace_dims_and_symbols(dims, ())

    def replace_symbols(self, symbols: Sequence[AffineExpr | int]) -> AffineExpr:
        return self.replace_dims_and_symbols((), symbols)

    def replace(self, mapping: Mapping[AffineExpr, AffineExpr]) -> AffineExpr:
        """Put `mapping[e]` for each part `e` that is a key; replacements are not looked into again."""
        return rebuild((self,), lambda part: mapping.get(part, part), mapping.keys())[0]

    def shift_dims(self, shift: int, offset: int = 0) -> AffineExpr:
        """Rename `d<i>` to `d<i + shift>` for every `i >= offset`."""
        dims = [AffineDimExpr(i + shift if i >= offset else i) for i in range(self.dim_bound)]
        return self.replace_dims(dims)

    def shift_symbols(self, shift: int, offset: int = 0) -> AffineExpr:
        """Rename `s<i>` to `s<i + shift>` for every `i >= offset`."""
        symbols = [AffineSymbolExpr(i + shift if i >= offset else i) for i in range(self.symbol_bound)]
        return self.replace_symbols(symbols)

    def compose(self, inner: AffineMap) -> AffineExpr:
        """Put the results of `inner` for the dimensions; the symbols of both are taken to be the same."""
        return self.replace_dims(inner.results)

    def with_operands(self, *operands: AffineExpr) -> AffineExpr:
        """Return the same operation on other operands, simplified."""
        raise NotImplementedError


_TABLE: InternTable[AffineExpr] = InternTable()


# -- Leaves ----------------------------------------------------------------------------------------------------------


class _PositionExpr(AffineExpr):
    """A dimension or a symbol, known by its position."""

    __slots__ = ("position",)
    __match_args__ = ("position",)
    operands = ()

    position: int

    def __new__(cls, position: SupportsIndex) -> AffineExpr:
        position = int(index(position))
        known = _TABLE.find((cls, position))
        return known if known is not None else cls._make(position)

    @classmethod
    def _make(cls, position: int) -> AffineExpr:
        if position < 0:
            raise AffineError(f"the position of an affine {cls.kind} must not be negative, but got '{position}'")
        self = object.__new__(cls)
        _set(self, "position", position)
        _set(self, "dim_bound", position + 1 if cls.kind == "dim" else 0)
        _set(self, "symbol_bound", position + 1 if cls.kind == "symbol" else 0)
        _set(self, "is_pure_affine", True)
        _set(self, "largest_known_divisor", 1)
        return _TABLE.add((cls, position), self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.position,)


class AffineDimExpr(_PositionExpr):
    """The dimension `d<position>`."""

    __slots__ = ()
    kind = "dim"

    if TYPE_CHECKING:

        def __new__(cls, position: SupportsIndex) -> AffineDimExpr: ...


class AffineSymbolExpr(_PositionExpr):
    """The symbol `s<position>`: a value that stays the same while the dimensions vary."""

    __slots__ = ()
    kind = "symbol"

    if TYPE_CHECKING:

        def __new__(cls, position: SupportsIndex) -> AffineSymbolExpr: ...


class AffineConstantExpr(AffineExpr):
    """A signed 64-bit integer."""

    __slots__ = ("value",)
    __match_args__ = ("value",)
    operands = ()
    kind = "constant"

    value: int

    def __new__(cls, value: SupportsIndex) -> AffineConstantExpr:
        value = int(index(value))
        known = _TABLE.find((cls, value))
        return cast("AffineConstantExpr", known) if known is not None else cls._make(value)

    @classmethod
    def _make(cls, value: int) -> AffineConstantExpr:
        if not INT64_MIN <= value <= INT64_MAX:
            raise AffineOverflowError(f"an affine constant must fit in 64 bits, but got '{value}'")
        self = object.__new__(cls)
        _set(self, "value", value)
        _set(self, "dim_bound", 0)
        _set(self, "symbol_bound", 0)
        _set(self, "is_pure_affine", True)
        _set(self, "largest_known_divisor", abs(value))
        return cast("AffineConstantExpr", _TABLE.add((cls, value), self))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.value,)

    @property
    def constant_value(self) -> int:
        return self.value


# -- Operations ------------------------------------------------------------------------------------------------------


class AffineBinaryOpExpr(AffineExpr):
    """An operation of two operands. Calling one of its five classes builds the operation and simplifies it."""

    __slots__ = ("operands",)
    __match_args__ = ("lhs", "rhs")

    @property
    def lhs(self) -> AffineExpr:
        return self.operands[0]

    @property
    def rhs(self) -> AffineExpr:
        return self.operands[1]

    def __new__(cls, lhs: AffineExpr | SupportsIndex, rhs: AffineExpr | SupportsIndex) -> AffineExpr:
        lhs, rhs = as_affine_expr(lhs), as_affine_expr(rhs)
        known = _TABLE.find((cls, lhs, rhs))
        if known is not None:  # it was made earlier, so nothing folds it
            return known
        folded = cls.fold(lhs, rhs)
        return cls._make(lhs, rhs) if folded is None else as_affine_expr(folded)

    @staticmethod
    def fold(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | int | None:
        """Return the simpler form of this operation, `None` if there is none."""
        raise NotImplementedError

    @classmethod
    def _make(cls, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
        self = object.__new__(cls)
        _set(self, "operands", (lhs, rhs))
        _set(self, "dim_bound", max(lhs.dim_bound, rhs.dim_bound))
        _set(self, "symbol_bound", max(lhs.symbol_bound, rhs.symbol_bound))
        linear = cls.kind == "add" or rhs.constant_value is not None
        _set(self, "is_pure_affine", linear and lhs.is_pure_affine and rhs.is_pure_affine)
        _set(self, "largest_known_divisor", known_divisor(cls.kind, lhs, rhs))
        return _TABLE.add((cls, lhs, rhs), self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.operands

    def with_operands(self, *operands: AffineExpr) -> AffineExpr:
        return self if operands == self.operands else type(self)(*operands)


class AffineAddExpr(AffineBinaryOpExpr):
    """`lhs + rhs`; what is constant, else what is symbolic, stands on the right."""

    __slots__ = ()
    kind = "add"
    fold = staticmethod(fold_add)


class AffineMulExpr(AffineBinaryOpExpr):
    """`lhs * rhs`, where `rhs` is constant or symbolic."""

    __slots__ = ()
    kind = "mul"
    fold = staticmethod(fold_mul)


class AffineModExpr(AffineBinaryOpExpr):
    """`lhs mod rhs`: the remainder, never negative, of the division by a positive `rhs`."""

    __slots__ = ()
    kind = "mod"
    fold = staticmethod(fold_mod)


class AffineFloorDivExpr(AffineBinaryOpExpr):
    """`lhs floordiv rhs`: the quotient rounded towards minus infinity."""

    __slots__ = ()
    kind = "floordiv"
    fold = staticmethod(fold_floordiv)


class AffineCeilDivExpr(AffineBinaryOpExpr):
    """`lhs ceildiv rhs`: the quotient rounded towards plus infinity."""

    __slots__ = ()
    kind = "ceildiv"
    fold = staticmethod(fold_ceildiv)


# -- Makers ----------------------------------------------------------------------------------------------------------


def as_affine_expr(value: AffineExpr | SupportsIndex) -> AffineExpr:
    """`value` itself, or the constant for an int."""
    return value if isinstance(value, AffineExpr) else AffineConstantExpr(value)


def affine_dims(count: int) -> list[AffineExpr]:
    """`d0, d1 = affine_dims(2)`."""
    return [AffineDimExpr(position) for position in range(count)]


def affine_symbols(count: int) -> list[AffineExpr]:
    """`s0, s1 = affine_symbols(2)`."""
    return [AffineSymbolExpr(position) for position in range(count)]


def replace_leaves(
    roots: Sequence[AffineExpr], dims: Sequence[AffineExpr | int], symbols: Sequence[AffineExpr | int]
) -> tuple[AffineExpr, ...]:
    """`replace_dims_and_symbols` for several expressions at once, each shared part of which is rebuilt once."""
    return _with_leaves(tuple(roots), tuple(dims), tuple(symbols))


@lru_cache(maxsize=1 << 14)
def _with_leaves(
    roots: tuple[AffineExpr, ...], dims: tuple[AffineExpr | int, ...], symbols: tuple[AffineExpr | int, ...]
) -> tuple[AffineExpr, ...]:
    """Loops that are alike have their leaves replaced alike, so that most of what is asked for was made before."""

    def replacement(leaf: AffineExpr) -> AffineExpr:
        given = dims if isinstance(leaf, AffineDimExpr) else symbols
        if isinstance(leaf, (AffineDimExpr, AffineSymbolExpr)) and leaf.position < len(given):
            return as_affine_expr(given[leaf.position])
        return leaf

    return rebuild(roots, replacement)
