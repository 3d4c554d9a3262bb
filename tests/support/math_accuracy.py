"""Writes `docs/math-accuracy.md`: how far the functions that `expand-math` makes are from what they should be.

Each is compiled for vectors as everything is, and run on numbers of all exponents, on numbers where the function is not
trivial, and on special ones.

    python tests/support/math_accuracy.py
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from dlc.passes.math.expand_math import expand_math
from support.compiled_programs import compiled
from support.precise_functions import REFERENCES, error_in_ulps
from support.programs import module_of
from support.run_lines import ROOT

Array = Any
PAGE = ROOT / "docs" / "math-accuracy.md"
KINDS: dict[str, Any] = {"f32": np.float32, "f64": np.float64}
WIDTH = {"f32": 8, "f64": 4}
BOUNDS = {"f32": 2.0, "f64": 4.0}
"""What no function may exceed."""
SAMPLES = {"f32": 500_000, "f64": 150_000}
"""How many numbers the page is made from, for each of the ranges."""

RANGES: dict[str, list[tuple[float, float]]] = {
    "acos": [(-1, 1)],
    "acosh": [(1, 2), (1, 1000)],
    "asin": [(-1, 1)],
    "asinh": [(-2, 2), (-1e5, 1e5)],
    "atan": [(-5, 5)],
    "atanh": [(-1, 1)],
    "cbrt": [(-10, 10)],
    "cos": [(-10, 10), (-1e6, 1e6)],
    "cosh": [(-3, 3), (-90, 90)],
    "erf": [(-1, 1), (-6, 6)],
    "erfc": [(-4, 11), (0, 28)],
    "exp": [(-1, 1), (-90, 90)],
    "exp2": [(-1, 1), (-150, 130)],
    "expm1": [(-1, 1), (-40, 90)],
    "log": [(0.5, 2)],
    "log10": [(0.5, 2)],
    "log1p": [(-1, 1), (-0.1, 0.1)],
    "log2": [(0.5, 2)],
    "rsqrt": [(0, 10)],
    "sin": [(-10, 10), (-1e6, 1e6)],
    "sinh": [(-3, 3), (-90, 90)],
    "tan": [(-10, 10), (-1e6, 1e6)],
    "tanh": [(-1, 1), (-10, 10)],
}
"""Where functions of one number are looked at closely."""

HEAD = """# How precise `expand-math` is

Made by `make math-table`: each function is compiled for vectors, and run on numbers of all exponents, on numbers where
the function is not trivial, and on zeros, infinities, nan and the limits of the format. The largest error found is in
units of the last place (0.5 is the best that rounding can do); a nan, an infinity or a sign of zero where it does not
belong would count as infinite. The pass promises at most 2 for f32 and 4 for f64. The last columns say how many
operations one takes, constants not counted; there are no branches and no calls.

`sincos` is `sin` and `cos`, `fpowi` is `powf` with an exponent of more bits. `ipowi` is exact. f16 and bf16 are
computed in f32 and rounded, which is the nearest number but in the rarest cases. With `fastmath<afn>`, `sin`, `cos` and
`tan` are as precise for |x| up to 131072 (f32) and 268435456 (f64), and wrong beyond.

"""


def kernel(name: str, form: str, flags: str = "") -> Callable[..., Array]:
    """A function of arrays whose length is a multiple of that of a vector."""
    arity = 2 if name in ("powf", "atan2") else 1
    vector, memref = f"vector<{WIDTH[form]}x{form}>", f"memref<?x{form}>"
    names = [f"%x{number}" for number in range(arity)]
    loads = "\n".join(f"  {x} = vector.load %m{x[1:]}[%i] : {memref}, {vector}" for x in names)
    code = compiled(
        f"""
func.func @main({", ".join(f"%m{x[1:]}: {memref}" for x in names)}, %out: {memref}, %n: index) {{
  %zero = arith.constant 0 : index
  %step = arith.constant {WIDTH[form]} : index
  cf.br ^head(%zero : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
{loads}
  %y = math.{name} {", ".join(names)}{f" fastmath<{flags}>" if flags else ""} : {vector}
  vector.store %y, %out[%i] : {memref}, {vector}
  %j = arith.addi %i, %step : index
  cf.br ^head(%j : index)
^end:
  return
}}"""
    )

    def run(*arrays: Array) -> Array:
        count = len(arrays[0])
        surplus = -count % WIDTH[form]
        padded = [np.concatenate([array, np.ones(surplus, array.dtype)]) for array in arrays]
        out = np.empty_like(padded[0])
        code("main", *padded, out, len(out))
        return out[:count]

    return run


def specials(form: str) -> Array:
    """Zeros, limits, infinities, nan, and numbers near where something happens."""
    limits = np.finfo(KINDS[form])
    positive = [0.0, 1.0, 0.5, 2.0, 3.0, 1.5, 88.7, 104.0, 709.7, 745.0, 1e-20, 1e20, 2.0**24 - 1, 2.0**24 + 1, np.inf]
    positive += [limits.max, limits.tiny, limits.smallest_subnormal, 1 - limits.epsneg, 1 + limits.eps]
    values = np.array(positive, dtype=KINDS[form])
    return np.concatenate([values, -values, np.array([np.nan], dtype=KINDS[form])])


def inputs(name: str, form: str, count: int, seed: int = 1) -> list[Array]:
    """The numbers that a function is tried on, an array for each operand."""
    random = np.random.default_rng(seed)
    kind = KINDS[form]
    unsigned = np.uint32 if form == "f32" else np.uint64

    def anything() -> Array:
        return random.integers(0, 1 << 8 * np.dtype(kind).itemsize, count, dtype=unsigned).view(kind)

    def between(low: float, high: float) -> Array:
        return random.uniform(low, high, count).astype(kind)

    extremes = specials(form)
    if name in RANGES:
        return [np.concatenate([extremes, anything(), *(between(*limits) for limits in RANGES[name])])]
    pairs = [grid.ravel() for grid in np.meshgrid(extremes, extremes)]
    if name == "atan2":
        more = [(anything(), anything()), (between(-1, 1), between(-1, 1)), (between(-1e3, 1e3), between(-1, 1))]
    else:
        base = np.exp(between(-80, 80))
        more = [
            (anything(), anything()),
            (base, between(-80, 80) / np.log(base)),
            (1 + between(-1e-3, 1e-3), between(-8e4, 8e4)),
            (-np.abs(between(0, 10)), np.round(between(-30, 30))),
        ]
    return [np.concatenate([pairs[side], *(pair[side] for pair in more)]).astype(kind) for side in (0, 1)]


def largest_error(name: str, form: str, count: int, seed: int = 1) -> tuple[float, tuple[float, ...]]:
    """The largest error of a function, and the operands where it was found."""
    operands = inputs(name, form, count, seed)
    wide = np.float64 if form == "f32" else np.longdouble
    with np.errstate(all="ignore"):
        exact = REFERENCES[name](*(array.astype(wide) for array in operands))
    error = error_in_ulps(_kernel(name, form)(*operands), np.asarray(exact))
    worst = int(np.argmax(error))
    return float(error[worst]), tuple(float(array[worst]) for array in operands)


_kernel = cache(kernel)


def operations(name: str, form: str) -> int:
    """How many ops a function is expanded to, without constants."""
    names = ["%x", "%y"][: 2 if name in ("powf", "atan2") else 1]
    arguments = ", ".join(f"{each}: {form}" for each in names)
    module = module_of(
        f"func.func @main({arguments}) -> {form} {{ %r = math.{name} {', '.join(names)} : {form} return %r : {form} }}"
    )
    expand_math(module)
    skipped = ("arith.constant", "func.func", "func.return", "builtin.module")
    return sum(1 for op in module.walk() if op.name not in skipped)


def rows() -> Iterator[str]:
    for name in sorted(REFERENCES):
        errors = [math.ceil(largest_error(name, form, SAMPLES[form])[0] * 100) / 100 for form in KINDS]
        counts = [operations(name, form) for form in KINDS]
        cells = [f"`{name}`", *(f"{error:.2f}" for error in errors), *map(str, counts)]
        yield f"| {' | '.join(cells)} |"


def told() -> dict[str, dict[str, float]]:
    """The errors that the page tells, by function and format."""
    found: dict[str, dict[str, float]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0].startswith("`"):
            found[cells[0].strip("`")] = {form: float(cell) for form, cell in zip(KINDS, cells[1:3], strict=True)}
    return found


def main() -> int:
    """Write the page."""
    table = [
        "| function | f32, ulp | f64, ulp | f32, operations | f64, operations |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    PAGE.write_text(HEAD + "\n".join([*table, *rows()]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
