"""Sizes of dimensions: numbers, expressions over names, or unknown; and the attribute that keeps them in a type.

A dimension of a `graph` tensor is an `int`, a `Size` such as `n` or `2 * n + 1`, or `None`, of which nothing is known.
Equal names are equal sizes, everywhere in a function. Types keep what is not a number in their encoding, an entry for
each `?`:

    tensor<?x8x?xf32, #graph.dims<n, 2 * m + 1>>

A name gets its value where it stands alone in the type of a function's argument, or in `graph.with_shape`. The dialect
`graph` defines both attributes; programs that are compiled know the sizes of their arguments without that dialect.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence

from .affine import AffineConstantExpr, AffineExpr, AffineSymbolExpr, affine_symbols, simplify_affine_expr
from .assembly import AsmReader
from .attributes import Attribute, AttributeReport, attribute
from .builtin_types import DYNAMIC
from .errors import InvalidAttributeError

DEEPEST_PARENTHESES = 32


@attribute("graph.size")
class Size(Attribute):
    """An expression over named sizes, simplified, so that equal ones are identical. Make it by the functions below."""

    names: tuple[str, ...]
    expr: AffineExpr

    @classmethod
    def named(cls, name: str) -> Size:
        """The size of that name."""
        return cls((name,), AffineSymbolExpr(0))

    @property
    def single_name(self) -> str | None:
        """The name, where the size is nothing but a name."""
        return self.names[0] if isinstance(self.expr, AffineSymbolExpr) else None

    def __str__(self) -> str:
        return self.expr.text(symbol=self.names.__getitem__)

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Size:
        p.expect("<")
        size = read_size(p)
        p.expect(">")
        if not isinstance(size, Size):
            p.fail(f"expected an expression with names, but got '{size}'")
        return size

    def print_parameters(self) -> str:
        return f"<{self}>"


Dim = int | Size | None
"""A number, an expression over names, or unknown."""
Shape = tuple[Dim, ...]


DimLike = int | str | Size | None
"""A size as functions of ops accept it: also the name of one."""


def dims_from_python(dims: Iterable[DimLike]) -> Shape:
    """Return sizes of which some are names as a shape."""
    return tuple(Size.named(dim) if isinstance(dim, str) else _checked_dim(dim) for dim in dims)


def _checked_dim(dim: Dim) -> Dim:
    if dim is None or isinstance(dim, Size):
        return dim
    try:
        return operator.index(dim)
    except TypeError:
        raise InvalidAttributeError(f"a size must be an integer, a name, a size or None, but got {dim!r}") from None


def size_of(names: Sequence[str], expr: AffineExpr) -> int | Size:
    """An expression over names in its simplest form."""
    order = sorted(range(len(names)), key=names.__getitem__)
    symbols = affine_symbols(len(names))
    renamed: list[AffineExpr | int] = [0] * len(names)
    for position, index in enumerate(order):
        renamed[index] = symbols[position]
    simple = simplify_affine_expr(expr.replace_symbols(renamed), 0, len(names))
    if isinstance(simple, AffineConstantExpr):
        return simple.constant_value
    used = simple.used_symbols()
    kept: list[AffineExpr | int] = [0] * len(names)
    for position, index in enumerate(used):
        kept[index] = symbols[position]
    sorted_names = [names[index] for index in order]
    return Size(tuple(sorted_names[index] for index in used), simple.replace_symbols(kept))


def size_of_argument(argument: str, dim: int) -> str:
    """Return the name of a size of a function's argument that has no name in its type."""
    return f"{argument}_size{dim}"


# -- Arithmetic --------------------------------------------------------------------------------------------------------


def combine(compute: Callable[[AffineExpr, AffineExpr], AffineExpr], a: Dim, b: Dim) -> Dim:
    """An operation on two sizes; unknown if either is."""
    if a is None or b is None:
        return None
    names = sorted({*_names(a), *_names(b)})
    return size_of(names, compute(_over(a, names), _over(b, names)))


def _names(dim: int | Size) -> tuple[str, ...]:
    return dim.names if isinstance(dim, Size) else ()


def _over(dim: int | Size, names: Sequence[str]) -> AffineExpr:
    if not isinstance(dim, Size):
        return AffineConstantExpr(dim)
    return dim.expr.replace_symbols([AffineSymbolExpr(names.index(name)) for name in dim.names])


def add(a: Dim, b: Dim) -> Dim:
    """a + b"""
    return a + b if isinstance(a, int) and isinstance(b, int) else combine(lambda x, y: x + y, a, b)


def subtract(a: Dim, b: Dim) -> Dim:
    """a - b"""
    return a - b if isinstance(a, int) and isinstance(b, int) else combine(lambda x, y: x - y, a, b)


def multiply(a: Dim, b: Dim) -> Dim:
    """a * b"""
    if a == 0 or b == 0:
        return 0
    return a * b if isinstance(a, int) and isinstance(b, int) else combine(lambda x, y: x * y, a, b)


def floor_divide(a: Dim, b: Dim) -> Dim:
    """a / b rounded down; unknown where b may not be positive."""
    if isinstance(b, int) and b <= 0:
        return None
    return a // b if isinstance(a, int) and isinstance(b, int) else combine(lambda x, y: x // y, a, b)


def ceil_divide(a: Dim, b: Dim) -> Dim:
    """a / b rounded up; unknown where b may not be positive."""
    if isinstance(b, int) and b <= 0:
        return None
    return -(-a // b) if isinstance(a, int) and isinstance(b, int) else combine(lambda x, y: x.ceildiv(y), a, b)


def remainder(a: Dim, b: Dim) -> Dim:
    """a modulo b; unknown where b may not be positive."""
    if isinstance(b, int) and b <= 0:
        return None
    return a % b if isinstance(a, int) and isinstance(b, int) else combine(lambda x, y: x % y, a, b)


def total(dims: Iterable[Dim]) -> Dim:
    """The sum."""
    sum_of_dims: Dim = 0
    for dim in dims:
        sum_of_dims = add(sum_of_dims, dim)
    return sum_of_dims


def product(dims: Iterable[Dim]) -> Dim:
    """The product."""
    product_of_dims: Dim = 1
    for dim in dims:
        product_of_dims = multiply(product_of_dims, dim)
    return product_of_dims


# -- Comparing ---------------------------------------------------------------------------------------------------------


def may_equal(a: Dim, b: Dim) -> bool:
    """Return whether two sizes are equal as far as is known: an unknown one may be anything, names stand for
    themselves.
    """
    return a is None or b is None or a == b


def are_equal(a: Dim, b: Dim) -> bool:
    """Return whether two sizes are provably equal."""
    return a is not None and a == b


def more_precise(a: Dim, b: Dim) -> Dim:
    """Return the more precise of two sizes that are equal: a number is more precise than a name, a name than
    nothing.
    """
    if a is None or (isinstance(b, int) and not isinstance(a, int)):
        return b
    return a


def is_less_precise(given: Shape, known: Shape) -> bool:
    """Return whether `given` says nothing but what `known` says, though perhaps less of it."""
    return len(given) == len(known) and all(x is None or x == y for x, y in zip(given, known, strict=True))


def meet(a: Shape, b: Shape) -> Shape:
    """Return the most precise shape that agrees with both, of equal rank."""
    return tuple(more_precise(x, y) for x, y in zip(a, b, strict=True))


def spell(shape: Sequence[Dim]) -> str:
    """A shape in a message: `2x?xnx(n + 1)`; `scalar` for none."""
    sizes = ["?" if dim is None else f"{dim}" for dim in shape]
    if len(sizes) > 1:
        sizes = [f"({word})" if " " in word else word for word in sizes]
    return "x".join(sizes) or "scalar"


# -- Names -------------------------------------------------------------------------------------------------------------


def substitute(dim: Dim, values: Mapping[str, Dim]) -> Dim:
    """A size with values for its names; unknown where one of them is."""
    if not isinstance(dim, Size):
        return dim
    bound: list[Dim] = [values.get(name) for name in dim.names]
    known = [value for value in bound if value is not None]
    if len(known) != len(bound):
        return None
    names = sorted({name for value in known for name in _names(value)})
    return size_of(names, dim.expr.replace_symbols([_over(value, names) for value in known]))


def bind(declared: Dim, given: Dim, values: dict[str, Dim]) -> bool:
    """Let the name that `declared` is stand for `given`; return whether that contradicts what it stands for already."""
    if not isinstance(declared, Size):
        return may_equal(declared, given)
    name = declared.single_name
    if name is None:
        return True
    values[name] = more_precise(values.get(name), given)
    return may_equal(values[name], given)


# -- The encoding ------------------------------------------------------------------------------------------------------


@attribute("graph.dims")
class DimsAttr(Attribute):
    """The sizes that a tensor type writes as `?`, one entry for each: `#graph.dims<n, ?, 2 * n>`."""

    sizes: tuple[Size | None, ...]

    def verify(self, report: AttributeReport) -> None:
        if not any(self.sizes):
            report.error("expected a size with a name, but got none: leave the encoding out")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> DimsAttr:
        p.expect("<")
        sizes = [_read_entry(p)]
        while p.accept(","):
            sizes.append(_read_entry(p))
        p.expect(">")
        return cls(tuple(sizes))

    def print_parameters(self) -> str:
        return f"<{', '.join('?' if size is None else str(size) for size in self.sizes)}>"

    def fits(self, shape: Sequence[int]) -> bool:
        """Return whether there is an entry for each size of a shape that is not a number, and no other."""
        return len(self.sizes) == shape.count(DYNAMIC)

    def bind_sizes(self, sizes: Sequence[int], values: dict[str, int]) -> str | None:
        """Let names that stand alone stand for these sizes; gives the reason if they stand for others already."""
        if len(sizes) != len(self.sizes):
            return f"'{self}' has {len(self.sizes)} entries for {len(sizes)} sizes"
        for size, actual in zip(self.sizes, sizes, strict=True):
            name = size.single_name if size is not None else None
            if name is not None and values.setdefault(name, actual) != actual:
                return f"size '{name}' is {values[name]}, but got {actual}"
        return None

    def check_sizes(self, sizes: Sequence[int], values: Mapping[str, int]) -> str | None:
        """The reason why these are not the sizes, given what names stand for; names without a value may be any."""
        for size, actual in zip(self.sizes, sizes, strict=True):
            wanted = substitute(size, values)
            if isinstance(wanted, int) and wanted != actual:
                return f"size '{size}' is {wanted}, but got {actual}"
        return None


def _read_entry(p: AsmReader) -> Size | None:
    offset = p.pos
    if p.accept("?"):
        return None
    size = read_size(p)
    if not isinstance(size, Size):
        p.fail(f"expected '?' or an expression with names, but got '{size}': write constants into the shape", offset)
    return size


def read_size(p: AsmReader, depth: int = 0) -> Dim:
    """`2 * n + 1`: integers and names with +, -, *, floordiv, ceildiv, mod and parentheses."""
    size = _read_product(p, depth)
    while True:
        if p.accept("+"):
            size = add(size, _read_product(p, depth))
        elif p.accept("-"):
            size = subtract(size, _read_product(p, depth))
        else:
            return size


_OPERATIONS: dict[str, Callable[[Dim, Dim], Dim]] = {
    "floordiv": floor_divide,
    "ceildiv": ceil_divide,
    "mod": remainder,
}


def _read_product(p: AsmReader, depth: int) -> Dim:
    size = _read_atom(p, depth)
    while True:
        offset = p.pos
        if p.accept("*"):
            size = multiply(size, _read_atom(p, depth))
            continue
        word = p.accept_keyword(*_OPERATIONS)
        if word is None:
            return size
        divisor = _read_atom(p, depth)
        size = _OPERATIONS[word](size, divisor)
        if size is None:
            p.fail(f"expected a positive divisor, but got '{divisor}'", offset)


def _read_atom(p: AsmReader, depth: int) -> Dim:
    if depth > DEEPEST_PARENTHESES:
        p.fail(f"parentheses are nested deeper than {DEEPEST_PARENTHESES}")
    if p.accept("("):
        size = read_size(p, depth + 1)
        p.expect(")")
        return size
    if p.accept("-"):
        return subtract(0, _read_atom(p, depth + 1))
    number = p.accept_integer()
    return number if number is not None else Size.named(p.keyword())
