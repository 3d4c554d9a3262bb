"""Functions of one graph op, as text, and their results on arrays.

    [found] = results_of("graph.softmax %0, [1] : {0}", x)

`{0}` stands for the type of argument 0, `{r0}` for that of result 0, where its shape is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

import dlc
from dlc.interp.interpreter import Interpreter

Array = Any
ELEMENTS = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "float8_e4m3fn": "f8E4M3FN",
    "bool": "i1",
    **{f"int{width}": f"i{width}" for width in (8, 16, 32, 64)},
    **{f"uint{width}": f"ui{width}" for width in (8, 16, 32, 64)},
}
BF16 = np.dtype(ml_dtypes.bfloat16)


def tensor_type(shape: Sequence[object], element: Any, encoding: str = "") -> str:
    """`tensor<2x?xf32>`"""
    spelled = ELEMENTS.get(getattr(np.dtype(element), "name", ""), "") if not isinstance(element, str) else element
    return f"tensor<{''.join(f'{size}x' for size in shape)}{spelled}{', ' * bool(encoding)}{encoding}>"


def type_of(array: Array) -> str:
    """The static type of an array."""
    return tensor_type(array.shape, array.dtype)


def program(op: str, inputs: Sequence[str], outputs: Sequence[str]) -> str:
    """A function `@f` that gives the results of one op on its arguments."""
    filled = op.format(*inputs, **{f"r{index}": type for index, type in enumerate(outputs)})
    arguments = ", ".join(f"%{index}: {type}" for index, type in enumerate(inputs))
    names = ", ".join(f"%r#{index}" if len(outputs) > 1 else "%r" for index in range(len(outputs)))
    bound = f"%r:{len(outputs)}" if len(outputs) > 1 else "%r"
    types = ", ".join(outputs)
    body = f"  {bound} = {filled}\n  return {names} : {types}\n"
    return f"func.func @f({arguments}) -> ({types}) {{\n{body}}}\n"


def results_of(
    op: str, *arrays: Array, outputs: Sequence[str] | None = None, inputs: Sequence[str] | None = None
) -> list[Array]:
    """Return the results of the interpreter; by default the result has the type of the first argument."""
    taken = list(inputs) if inputs is not None else [type_of(array) for array in arrays]
    given = list(outputs) if outputs is not None else [taken[0]]
    return Interpreter(dlc.parse(program(op, taken, given))).run("f", *arrays)


def assert_close(actual: Array, wanted: Array, exact: bool = False) -> None:
    """Equal shapes and elements, where floats may differ by a rounding of their type."""
    assert actual.shape == np.shape(wanted)
    if exact or actual.dtype.kind in "iub":
        np.testing.assert_array_equal(actual, wanted)
        return
    epsilon = float(ml_dtypes.finfo(actual.dtype).eps)
    with np.errstate(all="ignore"):
        rounded = np.asarray(wanted).astype(actual.dtype).astype(np.float64)
    np.testing.assert_allclose(
        actual.astype(np.float64), rounded, rtol=(2 if actual.dtype.itemsize < 8 else 64) * epsilon, atol=4 * epsilon
    )
