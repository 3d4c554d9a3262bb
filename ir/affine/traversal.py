"""Walking affine expressions without recursion: evaluating and rebuilding them.

An expression is a graph: equal parts are the same object. Whatever visits each *distinct* part once takes time
proportional to what was built, however deep or shared it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from operator import add, index, mul
from typing import TYPE_CHECKING

from .errors import AffineDivisorError, AffineError

if TYPE_CHECKING:
    from .expr import AffineExpr


def postorder(roots: Iterable[AffineExpr], stop_at: Collection[AffineExpr] = ()) -> list[AffineExpr]:
    """The distinct parts of `roots`, operands before what uses them; parts in `stop_at` are not looked into.

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
    """The values of `roots`, each distinct part of which is computed once."""
    values: dict[AffineExpr, int] = {}
    for part in postorder(roots):
        if part.operands:
            lhs, rhs = part.operands
            values[part] = _COMPUTE[part.kind](values[lhs], values[rhs])
        else:
            values[part] = _leaf_value(part, dims, symbols)
    return tuple([values[root] for root in roots])


def _leaf_value(leaf: AffineExpr, dims: Sequence[int], symbols: Sequence[int]) -> int:
    if leaf.constant_value is not None:
        return leaf.constant_value
    # The position of a leaf is one less than its bound.
    given, bound = (dims, leaf.dim_bound) if leaf.kind == "dim" else (symbols, leaf.symbol_bound)
    if bound > len(given):
        raise AffineError(f"no value for '{leaf}': only {len(given)} {leaf.kind}s are given")
    return int(index(given[bound - 1]))


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
