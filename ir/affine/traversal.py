"""Walking affine expressions without recursion: evaluating and rebuilding them.

An expression is a graph: equal parts are the same object. Whatever visits each *distinct* part once takes time
proportional to what was built, however deep or shared it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from operator import add, index, mul
from typing import TYPE_CHECKING, NamedTuple

from .errors import AffineDivisorError, AffineError

if TYPE_CHECKING:
    from .expr import AffineExpr


def postorder(roots: Iterable[AffineExpr], stop_at: Collection[AffineExpr] = ()) -> list[AffineExpr]:
    """Return the distinct parts of `roots`, operands before what uses them; parts in `stop_at` are not looked into.

    Parts come in the order in which a walk over the text, left to right, would complete them for the first time.
    """
    order: list[AffineExpr] = []
    done: set[AffineExpr] = set()
    pending = list(roots)
    pending.reverse()
    while pending:
        expr = pending[-1]
        if expr not in done:
            waits = False
            for operand in () if expr in stop_at else expr.operands:
                if operand in done:
                    continue
                if operand.operands:
                    pending.append(operand)
                    waits = True
                    break
                done.add(operand)  # a leaf is done at once: most parts are leaves
                order.append(operand)
            if waits:
                continue
            done.add(expr)
            order.append(expr)
        pending.pop()
    return order


def evaluate(roots: Sequence[AffineExpr], dims: Sequence[int], symbols: Sequence[int]) -> tuple[int, ...]:
    """Return the values of `roots`, each distinct part of which is computed once."""
    recipe = _recipe(tuple(roots))
    if len(dims) < recipe.num_dims or len(symbols) < recipe.num_symbols:
        raise _missing_value(roots, len(dims), len(symbols))
    values = [index(value) for value in (*dims[: recipe.num_dims], *symbols[: recipe.num_symbols])]
    values += recipe.constants
    for compute, lhs, rhs in recipe.steps:
        values.append(compute(values[lhs], values[rhs]))
    return tuple([values[number] for number in recipe.results])


class _Recipe(NamedTuple):
    """How to compute expressions from a list of values: dimensions, symbols, constants, and what each step appends."""

    num_dims: int
    num_symbols: int
    constants: list[int]
    steps: list[tuple[Callable[[int, int], int], int, int]]
    """Functions of two values before them, given by their places in the list."""
    results: list[int]


@lru_cache(maxsize=1 << 10)
def _recipe(roots: tuple[AffineExpr, ...]) -> _Recipe:
    order = postorder(roots)
    leaves = [part for part in order if not part.operands]
    num_dims = max((leaf.dim_bound for leaf in leaves), default=0)
    num_symbols = max((leaf.symbol_bound for leaf in leaves), default=0)
    constants = {leaf: leaf.constant_value for leaf in leaves if leaf.constant_value is not None}
    places = {leaf: num_dims + num_symbols + number for number, leaf in enumerate(constants)}
    for leaf in leaves:  # the position of a leaf is one less than its bound
        if leaf not in constants:
            places[leaf] = leaf.dim_bound - 1 if leaf.kind == "dim" else num_dims + leaf.symbol_bound - 1
    steps: list[tuple[Callable[[int, int], int], int, int]] = []
    for part in order:
        if part.operands:
            lhs, rhs = part.operands
            steps.append((_COMPUTE[part.kind], places[lhs], places[rhs]))
            places[part] = num_dims + num_symbols + len(constants) + len(steps) - 1
    return _Recipe(num_dims, num_symbols, list(constants.values()), steps, [places[root] for root in roots])


def _missing_value(roots: Sequence[AffineExpr], num_dims: int, num_symbols: int) -> AffineError:
    """Return the error for the first leaf that has no value."""
    for leaf in postorder(roots):
        given, bound = (num_dims, leaf.dim_bound) if leaf.kind == "dim" else (num_symbols, leaf.symbol_bound)
        if not leaf.operands and bound > given:
            return AffineError(f"no value for '{leaf}': only {given} {leaf.kind}s are given")
    raise AssertionError("all leaves have values")


def _positive(kind: str, divisor: int) -> int:
    if divisor <= 0:
        raise AffineDivisorError(f"affine '{kind}' needs a positive divisor, but got '{divisor}'")
    return divisor


_COMPUTE: dict[str, Callable[[int, int], int]] = {
    "add": add,
    "mul": mul,
    "mod": lambda lhs, rhs: lhs % _positive("mod", rhs),
    "floordiv": lambda lhs, rhs: lhs // _positive("floordiv", rhs),
    "ceildiv": lambda lhs, rhs: -(-lhs // _positive("ceildiv", rhs)),
}


def rebuild(
    roots: Sequence[AffineExpr],
    replacement: Callable[[AffineExpr], AffineExpr],
    stop_at: Collection[AffineExpr] = (),
) -> tuple[AffineExpr, ...]:
    """`roots` with `replacement(e)` for each leaf and each part in `stop_at`, simplified again on the way up."""
    rebuilt: dict[AffineExpr, AffineExpr] = {}
    for part in postorder(roots, stop_at):
        if part.operands and part not in stop_at:
            rebuilt[part] = part.with_operands(*[rebuilt[operand] for operand in part.operands])
        else:
            rebuilt[part] = replacement(part)
    return tuple([rebuilt[root] for root in roots])
