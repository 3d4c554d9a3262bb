"""Results of one program, computed in two ways: where they differ by more than rounding.

A float may differ from the expected one by a tolerance times its own magnitude, or times the median magnitude of its
array, whichever is more: sums that cancel are as uncertain as their terms. Everything else must be equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from dlc.ir import Type
from dlc.ir.diagnostics import counted

from .conversion import poison_mask, to_python
from .memory import UNWRITTEN, MemRef

Array = Any
"""An array of numpy."""
TOLERANCES = ((1e-12, 1e-9), (1e-6, 1e-4), (2e-3, 1e-2), (1e-2, 5e-2))
"""The tolerances of formats whose steps at 1 are at most so large."""
LARGEST_TOLERANCE = 0.25


class Result(NamedTuple):
    """A result of a call, as an array."""

    array: Array
    anything: Array | None = None
    """Where the program says nothing about the value."""

    @classmethod
    def of(cls, value: Any) -> Result:
        """Return the result that a number or an array is."""
        return cls(np.asarray(value))

    @classmethod
    def of_interpreter(cls, value: Any, type: Type) -> Result:
        """Return the result that a value of the interpreter is; raise `Fault` if it cannot be read."""
        array = np.asarray(to_python(value, type))
        if isinstance(value, MemRef):
            if value.buffer.state is None:
                return cls(array)
            unwritten = (value.bytes(states=True) == UNWRITTEN).any(axis=-1)
            return cls(array, unwritten if unwritten.shape == array.shape else None)
        mask = np.asarray(poison_mask(value))
        return cls(np.zeros(array.shape) if array.dtype == object and mask.all() else array, mask)


def copied(arguments: Sequence[Any]) -> list[Any]:
    """Return arguments with copies of arrays, which a program may write to."""
    return [_copy(each) if isinstance(each, np.ndarray) else each for each in arguments]


def _copy(array: Array) -> Array:
    return array.copy()


def with_arguments(
    results: Mapping[str, Result], names: Sequence[str], arguments: Sequence[Any]
) -> Mapping[str, Result]:
    """Return results together with the arrays among the arguments, as a call has left them."""
    arrays = zip(names, arguments, strict=True)
    left = {f"argument '{name}'": Result(each) for name, each in arrays if isinstance(each, np.ndarray)}
    return {**results, **left}


class Difference(NamedTuple):
    """How a result differs from the expected one."""

    name: str
    error: float
    """The largest error, as a part of the magnitude that is expected; infinite if there is no such number."""
    is_wrong: bool
    """Whether that is more than rounding."""
    text: str
    """Where the error is largest, with both values."""

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Comparison(NamedTuple):
    """How results differ from the expected ones."""

    differences: list[Difference]

    @property
    def wrong(self) -> list[Difference]:
        """The results that differ by more than rounding."""
        return [each for each in self.differences if each.is_wrong]

    @property
    def largest_error(self) -> float:
        """The largest error of all results."""
        return max((each.error for each in self.differences), default=0.0)


def compared(actual: Mapping[str, Result], expected: Mapping[str, Result], tolerance: float | None) -> Comparison:
    """Compare results with the expected ones of the same names.

    The tolerance is that of the format of the elements if it is `None`.
    """
    if actual.keys() != expected.keys():
        counts = f"{counted(len(actual), 'result')}, but expected {len(expected)}"
        return Comparison([Difference("results", np.inf, is_wrong=True, text=counts)])
    return Comparison([_difference(name, actual[name], each, tolerance) for name, each in expected.items()])


def _difference(name: str, actual: Result, expected: Result, tolerance: float | None) -> Difference:
    if actual.array.shape != expected.array.shape:
        shapes = f"shape {list(actual.array.shape)}, but expected {list(expected.array.shape)}"
        return Difference(name, np.inf, is_wrong=True, text=shapes)
    errors, allowed = _errors_of(actual, expected, tolerance)
    if not errors.size:
        return Difference(name, 0.0, is_wrong=False, text="no elements")
    place = tuple(int(each) for each in np.unravel_index(int(np.argmax(errors)), errors.shape))
    largest, wrong = float(errors[place]), int((errors > allowed).sum())
    is_lost = actual.anything is not None and bool(actual.anything[place])
    got = "poison" if is_lost else _shown(actual.array[place])
    where = f" at {list(place)}" if place else ""
    share = f"; {wrong:,} of {errors.size:,} elements differ" if errors.size > 1 else ""
    error = f"largest error {largest:.2g}, " if 0 < largest < np.inf else ""
    text = f"{error}{got}{where}, but expected {_shown(expected.array[place])}{share}"
    return Difference(name, largest, wrong > 0, text)


def _errors_of(actual: Result, expected: Result, tolerance: float | None) -> tuple[Array, float]:
    """Return the error of each element, and what it may be."""
    if _is_exact(expected.array):
        errors, allowed = _exact_errors(actual.array, expected.array), 0.0
    else:
        errors = _relative_errors(actual.array, expected.array)
        allowed = tolerance_of(expected.array) if tolerance is None else tolerance
    if actual.anything is not None:
        errors = np.where(actual.anything, np.inf, errors)
    if expected.anything is not None:
        errors = np.where(expected.anything, 0.0, errors)
    return errors, allowed


def tolerance_of(array: Array) -> float:
    """Return what elements of the format of an array may differ by, as a part of their magnitude."""
    kind = array.dtype
    none: Array = np.empty(0, kind)
    one: Array = np.ones(1, none.real.dtype if kind.kind == "c" else kind)
    bits: Array = one.view(f"u{one.itemsize}")
    step = float((bits + bits.dtype.type(1)).view(one.dtype).astype(np.float64)[0]) - 1
    return next((tolerance for largest, tolerance in TOLERANCES if step <= largest), LARGEST_TOLERANCE)


def _is_exact(array: Array) -> bool:
    return array.dtype.kind in "biuO" or (array.dtype.kind == "V" and "int" in array.dtype.name)


def _exact_errors(actual: Array, expected: Array) -> Array:
    if {actual.dtype.kind, expected.dtype.kind} <= {"i", "u"} and actual.dtype.itemsize == expected.dtype.itemsize:
        actual = actual.view(expected.dtype)  # the sign of a signless integer is a matter of its reader
    return np.where(actual == expected, 0.0, np.inf)


def _relative_errors(actual: Array, expected: Array) -> Array:
    wide = np.complex128 if "c" in (actual.dtype.kind, expected.dtype.kind) else np.float64
    got, wanted = actual.astype(wide), expected.astype(wide)
    with np.errstate(all="ignore"):
        sizes = np.abs(wanted)
        known = sizes[np.isfinite(sizes) & (sizes > 0)]
        scale = float(np.median(known)) if known.size else 1.0
        errors = np.abs(got - wanted) / np.maximum(sizes, scale)
    is_same = (got == wanted) | (np.isnan(got) & np.isnan(wanted))
    return np.where(is_same, 0.0, np.where(np.isfinite(errors), errors, np.inf))


def _shown(value: Any) -> str:
    is_inexact = isinstance(value, (float, complex, np.inexact))
    return f"{value:.7g}" if is_inexact else str(value)
