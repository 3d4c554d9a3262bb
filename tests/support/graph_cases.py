"""Single graph ops with arrays to run them on and what numpy makes of these, and the programs that do so.

A case is run in several forms: with all sizes in the types, with sizes that have names, and with unknown ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import pytest

BF16 = np.dtype(ml_dtypes.bfloat16)
ELEMENTS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16", "bool": "i1"}

STATIC, NAMED, UNKNOWN = "static", "named", "unknown"


def element_of(dtype: Any) -> str:
    """Return the textual form of an array's element type."""
    name = np.dtype(dtype).name
    return ELEMENTS.get(name) or name.replace("uint", "ui").replace("int", "i")


@dataclass(frozen=True)
class Case:
    """An op on `%0`, `%1` …, whose types stand for `{0}`, `{1}` … and for `{r}`, those of all results."""

    op: str
    inputs: tuple[Any, ...]
    expected: tuple[Any, ...]
    forms: tuple[str, ...] = (STATIC, NAMED, UNKNOWN)
    says_sizes: bool = False
    """Whether the result's type must say sizes, because they do not follow."""
    tolerance: float = 0.0

    @property
    def label(self) -> str:
        kinds = "-".join(f"{'x'.join(map(str, np.shape(each)))}{element_of(each.dtype)}" for each in self.inputs)
        return f"{self.op.partition(' : ')[0][:70]} {kinds}"


def case(op: str, inputs: Sequence[Any], *expected: Any, **options: Any) -> Case:
    """A case; types are added as operands and results have them, unless `op` says where they stand."""
    if "{" not in op:
        op += " : " + ", ".join(f"{{{i}}}" for i in range(len(inputs))) + " -> {r}"
    return Case(op, tuple(map(np.asarray, inputs)), tuple(map(np.asarray, expected)), **options)


def type_of(array: Any, form: str, *, says_sizes: bool = True) -> str:
    """The type of an array: sizes are written as they are, as names `s3`, or not at all."""
    element = element_of(array.dtype)
    if form == STATIC or not array.shape:
        return f"tensor<{''.join(f'{size}x' for size in array.shape)}{element}>"
    unknown = "".join("?x" for _ in array.shape)
    if form == UNKNOWN or not says_sizes:
        return f"tensor<{unknown}{element}>"
    return f"tensor<{unknown}{element}, #graph.dims<{', '.join(f's{size}' for size in array.shape)}>>"


def result_type(array: Any, form: str, case: Case) -> str:
    """The type of a result: names only for sizes that an operand has."""
    if form == STATIC or not case.says_sizes:
        return type_of(array, form, says_sizes=False)
    named = {size for each in case.inputs for size in each.shape} if form == NAMED else set[int]()
    sizes = "".join("?x" if size in named else f"{size}x" for size in array.shape)
    dims = [f"s{size}" for size in array.shape if size in named]
    return f"tensor<{sizes}{element_of(array.dtype)}{f', #graph.dims<{chr(44).join(dims)}>' if dims else ''}>"


def program_of(case: Case, form: str) -> str:
    """A function `@main` that does the op."""
    types = [type_of(each, form) for each in case.inputs]
    results = [result_type(each, form, case) for each in case.expected]
    arguments = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    names = ", ".join(f"%r{i}" for i in range(len(results)))
    listed = ", ".join(results)
    line = case.op.format(*types, r=listed)
    return f"func.func @main({arguments}) -> ({listed}) {{\n  {names} = {line}\n  return {names} : {listed}\n}}\n"


def with_forms(cases: Sequence[Case]) -> list[Any]:
    """Each case in each of its forms, as parameters for a test."""
    return [pytest.param(each, form, id=f"{each.label} {form}") for each in cases for form in each.forms]


def assert_same(actual: Sequence[Any], expected: Sequence[Any], tolerance: float = 0.0) -> None:
    """Equal in type, shape and elements; NaN is NaN."""
    assert len(actual) == len(expected)
    for got, wanted in zip(actual, expected, strict=True):
        assert np.asarray(got).dtype == wanted.dtype
        assert np.shape(got) == wanted.shape
        if tolerance:
            np.testing.assert_allclose(
                np.asarray(got).astype(np.float64), wanted.astype(np.float64), rtol=tolerance, atol=tolerance
            )
        else:
            np.testing.assert_array_equal(got, wanted)
