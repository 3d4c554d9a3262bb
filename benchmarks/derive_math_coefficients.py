"""Derives the polynomials of `passes/math/expansion/coefficients.py`, and prints that file.

    python benchmarks/derive_math_coefficients.py > passes/math/expansion/coefficients.py

Each is the minimax polynomial (Remez's exchange, in 60 digits) of least degree whose error, relative to the function
that it helps to compute, is below a fraction of the last bit. Coefficients are rounded to their format one after the
other, from the lowest; after each, the later ones are fitted again. Needs `mpmath`, which is not a dependency of dlc.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

mp: Any = importlib.import_module("mpmath").mp  # not a dependency of the project
mp.dps = 60
Real = Any
Function = Callable[[Real], Real]
PRECISION = {"f32": 24, "f64": 53}
GRID = 400


@dataclass(frozen=True)
class Wanted:
    """A polynomial to be derived: the function and interval that it approximates, and the weight of its error."""

    name: str
    meaning: str
    function: Function
    low: dict[str, Real]
    high: dict[str, Real]
    weight: Function
    """The relative error of the result is the absolute error of the polynomial times this."""
    spare: dict[str, int]
    """The error may be 2^-(precision + spare)."""
    first: int = 0
    """The lowest power."""


def everywhere(value: Real) -> dict[str, Real]:
    return dict.fromkeys(PRECISION, value)


def rounded(value: Real, form: str) -> Real:
    """Round to the nearest number of a format (that is not subnormal)."""
    if value == 0:
        return mp.mpf(0)
    _, exponent = mp.frexp(value)
    scale = mp.mpf(2) ** (PRECISION[form] - exponent)
    return mp.nint(value * scale) / scale


class Fit:
    """Remez's exchange for a function minus a polynomial that is already fixed."""

    def __init__(self, wanted: Wanted, form: str) -> None:
        self.wanted = wanted
        low, high = mp.mpf(wanted.low[form]), mp.mpf(wanted.high[form])
        centre, radius = (low + high) / 2, (high - low) / 2
        self.points = [centre - radius * mp.cos(mp.pi * i / GRID) for i in range(GRID + 1)]
        self.points = [point for point in self.points if abs(point) > mp.mpf(10) ** -25]
        self.values = [wanted.function(point) for point in self.points]
        self.weights = [wanted.weight(point) for point in self.points]

    def solve(self, fixed: list[Real], terms: int) -> tuple[list[Real], Real]:
        """Return the best further coefficients, and the largest error with them."""
        first = self.wanted.first + len(fixed)
        rest = [value - self.evaluate(fixed, point) for value, point in zip(self.values, self.points, strict=True)]
        if fixed and self.points[0] * self.points[-1] < 0:
            coefficients = self.least_squares(rest, first, terms)
            return coefficients, max(abs(error) for error in self.errors([*fixed, *coefficients]))
        chosen = [round((1 - mp.cos(mp.pi * i / terms)) / 2 * (len(self.points) - 1)) for i in range(terms + 1)]
        coefficients: list[Real] = []
        for _ in range(12):
            rows, right = mp.matrix(terms + 1), mp.matrix(terms + 1, 1)
            for row, index in enumerate(chosen):
                for term in range(terms):
                    rows[row, term] = self.points[index] ** (first + term)
                rows[row, terms] = (-1) ** row / self.weights[index]
                right[row] = rest[index]
            solution = mp.lu_solve(rows, right)
            coefficients = [solution[term] for term in range(terms)]
            errors = self.errors([*fixed, *coefficients])
            following = alternating(errors, terms + 1)
            if following == chosen or len(following) < terms + 1:
                break
            chosen = following
        return coefficients, max(abs(error) for error in self.errors([*fixed, *coefficients]))

    def least_squares(self, rest: list[Real], first: int, terms: int) -> list[Real]:
        """Return the least-squares fit: if all other powers vanish at 0, errors cannot alternate as Remez requires."""
        rows, right = mp.matrix(terms, terms), mp.matrix(terms, 1)
        for point, value, weight in zip(self.points, rest, self.weights, strict=True):
            powers = [point ** (first + term) * weight for term in range(terms)]
            for row in range(terms):
                right[row] += powers[row] * value * weight
                for column in range(terms):
                    rows[row, column] += powers[row] * powers[column]
        solution = mp.lu_solve(rows, right)
        return [solution[term] for term in range(terms)]

    def evaluate(self, coefficients: list[Real], point: Real) -> Real:
        return sum((c * point ** (self.wanted.first + i) for i, c in enumerate(coefficients)), mp.mpf(0))

    def errors(self, coefficients: list[Real]) -> list[Real]:
        return [
            (value - self.evaluate(coefficients, point)) * weight
            for value, point, weight in zip(self.values, self.points, self.weights, strict=True)
        ]


def alternating(errors: list[Real], count: int) -> list[int]:
    """Return the best `count` consecutive points where errors are largest, with alternating signs."""
    runs: list[int] = []
    for index, error in enumerate(errors):
        if runs and (errors[runs[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[runs[-1]]):
                runs[-1] = index
        else:
            runs.append(index)
    while len(runs) > count:
        runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
    return runs


def derive(wanted: Wanted, form: str) -> tuple[list[Real], Real]:
    """Return the rounded coefficients, and the largest error with them."""
    bound = mp.mpf(2) ** -(PRECISION[form] + wanted.spare[form])
    fit = Fit(wanted, form)
    terms = 1
    while True:
        _, error = fit.solve([], terms)
        if error < bound:
            break
        terms += 1
        if terms > 30:
            raise SystemExit(f"{wanted.name} {form}: no polynomial of 30 terms is good enough: {mp.nstr(error)}")
    fixed: list[Real] = []
    for count in range(terms, terms + 3):
        fixed = []
        while len(fixed) < count:
            further, _ = fit.solve(fixed, count - len(fixed))
            fixed.append(rounded(further[0], form))
        error = max(abs(each) for each in fit.errors(fixed))
        if error < bound:
            break
    return fixed, error


def erfc_root(t: Real, root: int) -> Real:
    """1 / erfc(x)^(1 / root) for t = x - 1"""
    return mp.erfc(1 + t) ** (-mp.mpf(1) / root)


def erf_root(name: str, root: int, form: str, last: str) -> Wanted:
    """Return the function from which erf(x) is computed from 1 on: a higher root has fewer terms, but larger rounding
    errors.
    """
    return Wanted(
        name,
        f"1 / erfc(x)^(1/{root}) by t = x - 1, from 1 to where erf(x) rounds to 1",
        lambda t: erfc_root(t, root),
        {form: mp.mpf(0)},
        {form: mp.mpf(last) - 1},
        lambda t: root * mp.erfc(1 + t) / erfc_root(t, root) / mp.erf(1 + t),
        {form: 2},
    )


ERFC_SHIFT = mp.mpf(5) / 2
ERFC_CENTRE = mp.mpf(13) / 64


def from_erfc_variable(w: Real) -> Real:
    """x of w = 1 / (x + ERFC_SHIFT) - ERFC_CENTRE"""
    return 1 / (w + ERFC_CENTRE) - ERFC_SHIFT


def to_erfc_variable(x: Real) -> Real:
    return 1 / (mp.mpf(x) + ERFC_SHIFT) - ERFC_CENTRE


def scaled_erfc(w: Real) -> Real:
    """(x + ERFC_SHIFT) exp(x^2) erfc(x), of w"""
    x = from_erfc_variable(w)
    return (x + ERFC_SHIFT) * mp.exp(x * x) * mp.erfc(x)


def erfc_slope(w: Real) -> Real:
    """Return the relative change of exp(x^2) erfc(x) by that of 1 / (x + ERFC_SHIFT), as a function of w."""
    x = from_erfc_variable(w)
    return (x + ERFC_SHIFT) * (2 / (mp.sqrt(mp.pi) * mp.exp(x * x) * mp.erfc(x)) - 2 * x)


def even(function: Function) -> Function:
    """Return a function of x as one of x^2."""
    return lambda z: function(mp.sqrt(z))


LN2 = mp.log(2)
EIGHTH = mp.tan(mp.pi / 8)
ATANH = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
"""The largest (m - 1) / (m + 1) for m from sqrt(1/2) to sqrt(2)."""
LOG2E = 1 / LN2
ERFC_ENDS = {"f32": to_erfc_variable("10.1"), "f64": to_erfc_variable("27.3")}


def of_exponential(name: str, purpose: str, result: Function) -> Wanted:
    """Return the polynomial for exponentials of what is left of a logarithm, where errors are relative to `result`."""
    end = LN2 / 2 * mp.mpf("1.001")
    return Wanted(
        name,
        f"(exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2{purpose}",
        lambda r: (mp.expm1(r) - r) / r**2,
        everywhere(-end),
        everywhere(end),
        lambda r: r**2 / result(r),
        {"f32": 3, "f64": 4},
    )


WANTED = [
    of_exponential("EXP", "", mp.exp),
    Wanted(
        "EXP2",
        "(2^r - 1) / r for |r| <= 1/2",
        lambda r: mp.expm1(r * LN2) / r,
        everywhere(mp.mpf("-0.5005")),
        everywhere(mp.mpf("0.5005")),
        lambda r: r / mp.mpf(2) ** r,
        {"f32": 3, "f64": 4},
    ),
    of_exponential("EXPM1", ", if the result is exp(r) - 1", lambda r: abs(mp.expm1(r))),
    Wanted(
        "LOG",
        "2 atanh(s) / s - 2 by z = s^2, for |s| <= (sqrt(2) - 1) / (sqrt(2) + 1)",
        even(lambda s: 2 * mp.atanh(s) / s - 2),
        everywhere(mp.mpf(10) ** -20),
        everywhere(ATANH**2 * mp.mpf("1.001")),
        even(lambda s: s / (2 * mp.atanh(s))),
        {"f32": 5, "f64": 5},
        1,
    ),
    Wanted(
        "LOG2_TAIL",
        "(2 log2(e) atanh(s) / s - 2 log2(e) (1 + z / 3)) / z^2 by z = s^2",
        even(lambda s: 2 * LOG2E * (mp.atanh(s) / s - 1 - s**2 / 3) / s**4),
        everywhere(mp.mpf(10) ** -8),
        everywhere(ATANH**2 * mp.mpf("1.001")),
        lambda z: z**2 / (2 * LOG2E),
        {"f32": 13, "f64": 14},
    ),
    Wanted(
        "SIN",
        "(sin(r) - r) / r^3 by z = r^2, for |r| <= pi / 4",
        even(lambda r: (mp.sin(r) - r) / r**3),
        everywhere(mp.mpf(10) ** -10),
        everywhere((mp.pi / 4 * mp.mpf("1.001")) ** 2),
        even(lambda r: r**3 / mp.sin(r)),
        {"f32": 4, "f64": 5},
    ),
    Wanted(
        "COS",
        "(cos(r) - 1 + r^2 / 2) / r^4 by z = r^2, for |r| <= pi / 4",
        even(lambda r: (mp.cos(r) - 1 + r**2 / 2) / r**4),
        everywhere(mp.mpf(10) ** -8),
        everywhere((mp.pi / 4 * mp.mpf("1.001")) ** 2),
        even(lambda r: r**4 / mp.cos(r)),
        {"f32": 4, "f64": 5},
    ),
    Wanted(
        "SINH",
        "(sinh(x) - x) / x^3 by z = x^2, for |x| <= 1",
        even(lambda x: (mp.sinh(x) - x) / x**3),
        everywhere(mp.mpf(10) ** -10),
        everywhere(mp.mpf(1)),
        even(lambda x: x**3 / mp.sinh(x)),
        {"f32": 4, "f64": 4},
    ),
    Wanted(
        "TANH",
        "(tanh(x) - x) / x^3 by z = x^2, for |x| <= 5/8",
        even(lambda x: (mp.tanh(x) - x) / x**3),
        everywhere(mp.mpf(10) ** -10),
        everywhere(mp.mpf("0.625") ** 2),
        even(lambda x: x**3 / mp.tanh(x)),
        {"f32": 4, "f64": 4},
    ),
    Wanted(
        "ASIN",
        "(asin(x) - x) / x^3 by z = x^2, for |x| <= 1/2",
        even(lambda x: (mp.asin(x) - x) / x**3),
        everywhere(mp.mpf(10) ** -10),
        everywhere(mp.mpf("0.2501")),
        even(lambda x: x**3 / mp.asin(x)),
        {"f32": 4, "f64": 4},
    ),
    Wanted(
        "ATAN",
        "(atan(t) - t) / t^3 by z = t^2, for |t| <= tan(pi / 8)",
        even(lambda t: (mp.atan(t) - t) / t**3),
        everywhere(mp.mpf(10) ** -10),
        everywhere((EIGHTH * mp.mpf("1.001")) ** 2),
        even(lambda t: t**3 / mp.atan(t)),
        {"f32": 4, "f64": 4},
    ),
    Wanted(
        "ERF",
        "erf(x) / x - 1 by z = x^2, for |x| <= 1",
        even(lambda x: mp.erf(x) / x - 1),
        everywhere(mp.mpf(10) ** -20),
        everywhere(mp.mpf(1)),
        even(lambda x: x / mp.erf(x)),
        {"f32": 4, "f64": 4},
    ),
    erf_root("ERF_ROOT_4", 4, "f32", "3.95"),
    erf_root("ERF_ROOT_8", 8, "f64", "5.95"),
    Wanted(
        "ERFC",
        "(x + 5/2) exp(x^2) erfc(x) - 1 by w = 1 / (x + 5/2) - 13/64, from 0 to where erfc(x) rounds to 0",
        lambda w: scaled_erfc(w) - 1,
        ERFC_ENDS,
        everywhere(to_erfc_variable(0)),
        lambda w: 1 / scaled_erfc(w),
        {"f32": 2, "f64": 2},
    ),
    Wanted(
        "ERFC_SLOPE",
        "the relative change of exp(x^2) erfc(x) by that of 1 / (x + 5/2), of the same w, to a few places",
        erfc_slope,
        ERFC_ENDS,
        everywhere(to_erfc_variable(0)),
        lambda _: mp.mpf(1),
        {"f32": 4 - PRECISION["f32"], "f64": 4 - PRECISION["f64"]},
    ),
]

HEADER = '''"""Coefficients of polynomials, from the lowest power, by the format that they are rounded to.

Made by `benchmarks/derive_math_coefficients.py`: derive them again instead of editing them here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Coefficients = Mapping[str, Sequence[float]]
'''


def main() -> None:
    print(HEADER)
    only = sys.argv[1:]
    for wanted in WANTED:
        if only and wanted.name not in only:
            continue
        print(f"{wanted.name}: Coefficients = {{")
        notes: list[str] = []
        for form in wanted.spare:
            coefficients, error = derive(wanted, form)
            print(f'    "{form}": (')
            for value in coefficients:
                print(f"        {float(value)!r},")
            print("    ),")
            notes.append(f"2^{mp.nstr(mp.log(error, 2), 4)} for {form}")
            print(f"{wanted.name} {form}: {len(coefficients)} terms, {notes[-1]}", file=sys.stderr)
        print("}")
        print(f'"""{wanted.meaning}.\n\nRelative to the result, the error is at most {", ".join(notes)}.\n"""\n')


if __name__ == "__main__":
    main()
