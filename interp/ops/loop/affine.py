"""Affine maps and sets as Python functions of the interpreter's values.

They are made once for each map: straight-line code that computes each distinct part once. Operands are indices as bits,
results are numbers with a sign. What has no value is a fault: poison, a division by what is not positive, and a number
that 64 bits do not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from dlc.interp.errors import Fault
from dlc.interp.values import used_index
from dlc.ir.affine import AffineExpr, AffineMap, IntegerSet
from dlc.ir.affine.traversal import postorder
from dlc.ir.compilation import compile_function

Numbers = Callable[[Sequence[Any]], Sequence[int]]
"""From the operands, dimensions first, to the results."""
Test = Callable[[Sequence[Any]], bool]

HALF = 1 << 63


@lru_cache(maxsize=4096)
def map_function(affine_map: AffineMap) -> Numbers:
    """The function that a map is."""
    lines, names = _compute(affine_map.num_dims, affine_map.num_inputs, affine_map.results)
    checked = [_checked(name, expr) for name, expr in zip(names, affine_map.results, strict=True)]
    results = ", ".join(checked) + ("," if len(checked) == 1 else "")
    return _compile(f"affine_map {affine_map}", [*lines, f"return ({results})"])


@lru_cache(maxsize=4096)
def set_function(integer_set: IntegerSet) -> Test:
    """Return a test whether a point is in a set."""
    lines, names = _compute(integer_set.num_dims, integer_set.num_inputs, integer_set.constraints)
    signs = ["==" if is_equality else ">=" for is_equality in integer_set.eq_flags]
    tests = [f"{name} {sign} 0" for name, sign in zip(names, signs, strict=True)]
    return _compile(f"affine_set {integer_set}", [*lines, f"return {' and '.join(tests)}"])


def _compile(label: str, lines: Iterable[str]) -> Any:
    scope: dict[str, Any] = {
        "HALF": HALF,
        "fits": fits,
        "used_index": used_index,
        "positive": _positive,
    }
    return compile_function("run", ["def run(operands):", *(f"    {line}" for line in lines)], scope, label)


def _compute(num_dims: int, num_inputs: int, roots: Sequence[AffineExpr]) -> tuple[list[str], list[str]]:
    """Lines that compute these expressions, and what their values are called."""
    lines: list[str] = []
    operands = [f"a{place}" for place in range(num_inputs)]
    if num_inputs:
        lines.append(f"{', '.join(operands)}, = operands")
    lines += [f"if {name}.__class__ is not int or {name} >= HALF: {name} = used_index({name})" for name in operands]
    names: dict[AffineExpr, str] = {}
    for part in postorder(roots):
        if part.operands:
            lhs, rhs = part.operands
            names[part] = f"t{len(lines)}"
            lines.append(f"{names[part]} = {_operation(part.kind, names[lhs], names[rhs], lhs, rhs)}")
        elif part.constant_value is not None:
            names[part] = f"({part.constant_value})" if part.constant_value < 0 else str(part.constant_value)
        else:  # the position of a leaf is one less than its bound
            place = part.dim_bound - 1 if part.kind == "dim" else num_dims + part.symbol_bound - 1
            names[part] = f"a{place}"
    return lines, [names[root] for root in roots]


def _operation(kind: str, left: str, right: str, lhs: AffineExpr, rhs: AffineExpr) -> str:
    if kind in ("add", "mul"):
        return f"{left} {'+' if kind == 'add' else '*'} {right}"
    divisor = rhs.constant_value
    if divisor is None:
        right = f"positive({right}, {kind!r})"
    elif divisor <= 0:
        return f"positive({right}, {kind!r})"
    left = _checked(left, lhs)
    if kind == "ceildiv":
        return f"-(-{left} // {right})"
    return f"{left} {'%' if kind == 'mod' else '//'} {right}"


def _checked(name: str, expr: AffineExpr) -> str:
    """The value, found to fit 64 bits: leaves, remainders and quotients do."""
    return f"({name} if -HALF <= {name} < HALF else fits({name}))" if expr.kind in ("add", "mul") else name


def fits(value: int) -> int:
    """The number, if 64 bits hold it."""
    if not -HALF <= value < HALF:
        raise Fault(f"computes the index {value}, which does not fit in 64 bits")
    return value


def _positive(divisor: int, kind: str) -> int:
    if divisor <= 0:
        raise Fault(f"divides by {divisor}: affine '{kind}' needs a positive divisor")
    return divisor
