"""Running one op of `graph` on arrays, and numbers that tests of all types should include."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.interp.conversion import dtype_of
from dlc.interp.interpreter import Interpreter
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, bf16, f16, f32, f64, i1
from dlc.ir.floats import FloatFormat
from support.programs import module_of

E4M3, E5M2 = FloatType("f8E4M3FN"), FloatType("f8E5M2")
FLOATS: tuple[FloatType, ...] = (f64, f32, f16, bf16, E4M3, E5M2)
INTEGERS: tuple[IntegerType, ...] = (
    *(IntegerType(width) for width in (2, 4, 8, 16, 32, 64)),
    *(IntegerType(width, "u") for width in (2, 4, 8, 32, 64)),
)


def form_of(type: Type) -> FloatFormat:
    assert isinstance(type, FloatType)
    return type.format


def bounds_of(type: IntegerType) -> tuple[int, int]:
    """The smallest and the largest number of an integer type."""
    if type.is_unsigned or type is i1:
        return 0, 2**type.width - 1
    return -(2 ** (type.width - 1)), 2 ** (type.width - 1) - 1


def special_numbers(type: Type) -> list[Any]:
    """Numbers of a type that are likely to be treated wrongly: bounds, zeros, halves, infinities, NaN."""
    if isinstance(type, IntegerType):
        low, high = bounds_of(type)
        wanted = (low, low + 1, -7, -3, -2, -1, 0, 1, 2, 3, 5, 7, 12, high - 1, high)
        return sorted({number for number in wanted if low <= number <= high})
    form = form_of(type)
    positive = [0.0, 0.1, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.7, 6.0, 11.0]
    positive += [form.to_float(bits) for bits in (form.smallest, form.smallest_normal, form.largest)]
    positive += [float("inf")] if form.infinity is not None else []
    rounded = [form.to_float(form.from_float(number)) for number in positive]
    return [*rounded, *(-number for number in rounded), float("nan")]


def array_of(numbers: Sequence[Any], type: Type) -> Any:
    """An array with the dtype of a type's elements."""
    return np.array(numbers, object if isinstance(type, IntegerType) else np.float64).astype(dtype_of(type))


def numbers_of(array: Any) -> list[Any]:
    """The elements as Python numbers: exact for all types."""
    kind = np.float64 if "float" in array.dtype.name else object
    return array.astype(kind).ravel().tolist()


def run_text(text: str, *arguments: Any, name: str = "f") -> list[Any]:
    """The results of a function."""
    return list(Interpreter(module_of(text)).run(name, *arguments))


def tensor(type: Type, shape: Sequence[int] = ()) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{type}>"


def run_op(op: str, arrays: Sequence[Any], types: Sequence[Type], result: Type) -> Any:
    """The result of one op: `run_op("graph.add {0}, {1} : {r}", …)`, where `{0t}` is the type of operand 0."""
    shape = np.asarray(arrays[0]).shape
    written = [tensor(type, np.asarray(array).shape) for array, type in zip(arrays, types, strict=True)]
    types_by_name = {f"t{n}": type for n, type in enumerate(written)}
    arguments = ", ".join(f"%a{n}: {type}" for n, type in enumerate(written))
    line = op.format(*(f"%a{n}" for n in range(len(arrays))), r=tensor(result, shape), **types_by_name)
    body = f"%r = {line} return %r : {tensor(result, shape)}"
    [computed] = run_text(f"func.func @f({arguments}) -> {tensor(result, shape)} {{ {body} }}", *arrays)
    return computed


def is_near(actual: float, wanted: float, type: FloatType) -> bool:
    """Return whether two floats are equal, or adjacent in their format (within a few units in f64)."""
    if actual != actual or wanted != wanted or math.isinf(actual) or math.isinf(wanted):
        return same_number(actual, wanted)
    form = type.format
    step = 2.0 ** max(math.frexp(wanted)[1] - form.precision, form.smallest_exponent)
    return abs(actual - wanted) <= (8 if type is f64 else 1) * step


def same_number(a: Any, b: Any) -> bool:
    """Return whether two numbers are equal, zeros with their signs; all NaNs are equal."""
    if a != a or b != b:
        return bool(a != a and b != b)
    return bool(a == b and np.signbit(float(a)) == np.signbit(float(b)))
