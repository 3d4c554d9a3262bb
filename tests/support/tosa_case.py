"""Programs of one op of TOSA as tests write them: arguments, text, and the wanted result.

    case = Case(["2xf32"], "2xf32", op("abs %a", "2xf32", to="2xf32"), np.abs)
    case.wanted(*case.arrays(seed))

`text_of` puts cases into one module, so that one process of mlir-opt lowers all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

Array = Any
DTYPES: dict[str, Any] = {
    **{f"i{width}": np.dtype(f"int{width}") for width in (8, 16, 32, 64)},
    "i1": np.dtype(bool),
    "f32": np.dtype("float32"),
    "f16": np.dtype("float16"),
}


class Case(NamedTuple):
    """A function of tensors `%a`, `%b`, …, that returns `%r`."""

    inputs: Sequence[str]
    """Types of the arguments, `2x3xi8`."""
    result: str
    body: str
    wanted: Callable[..., Any]
    below: int | None = None
    """The limit of integers that are drawn; their type's, if it is not said."""
    exact: bool = True
    mlir: str = ""
    """Why MLIR's lowering gives something else."""
    special: bool = False
    """Whether NaN and infinities are drawn."""

    def arrays(self, seed: int) -> list[Array]:
        random = np.random.default_rng(seed)
        return [self._drawn(random, type) for type in self.inputs]

    def _drawn(self, random: np.random.Generator, type: str) -> Array:
        *sizes, element = type.split("x")
        shape, dtype = tuple(map(int, sizes)), DTYPES[element]
        if dtype.kind == "b":
            return random.integers(0, 2, shape).astype(bool)
        if dtype.kind == "f":
            drawn = random.normal(size=shape) * 4
            if self.special:
                places = random.random(shape)
                drawn = np.where(places < 0.2, np.nan, np.where(places < 0.3, -np.inf, drawn))
            return drawn.astype(dtype)
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        if self.below is not None:
            low, high = max(low, -self.below), min(high, self.below)
        drawn = random.integers(low, high, shape, dtype, endpoint=True)
        return np.where(random.random(shape) < 0.1, random.choice([low, high, 0], shape), drawn).astype(dtype)


def text_of(cases: Mapping[str, Case]) -> str:
    """Return a module with a function for each case."""
    return "\n".join(_function(name, case) for name, case in cases.items())


def function_name(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _function(name: str, case: Case) -> str:
    arguments = ", ".join(f"%{chr(97 + number)}: tensor<{type}>" for number, type in enumerate(case.inputs))
    result = f"tensor<{case.result}>"
    return f"func.func @{function_name(name)}({arguments}) -> {result} {{\n{case.body}\nreturn %r : {result}\n}}"


def _spelled(values: Any) -> str:
    """Return floats as MLIR reads them."""
    return f"[{', '.join(map(_spelled, values))}]" if isinstance(values, list) else f"{values:.9e}"


def const(name: str, values: Any, type: str) -> str:
    values = _spelled(values) if "f" in type else values
    return f'%{name} = "tosa.const"() <{{values = dense<{values}> : tensor<{type}>}}> : () -> tensor<{type}>\n'


def shape(name: str, *sizes: int) -> str:
    count = len(sizes)
    values = f"dense<{list(sizes)}> : tensor<{count}xindex>"
    return f"%{name} = tosa.const_shape {{values = {values}}} : () -> !tosa.shape<{count}>\n"


def op(text: str, *types: str, to: str) -> str:
    return f"%r = tosa.{text} : ({', '.join(t if t[0] == '!' else f'tensor<{t}>' for t in types)}) -> tensor<{to}>"


def differences(case: Case, got: Array, wanted: Array) -> str:
    """Return what is wrong with a result; nothing if it is what is wanted."""
    got, wanted = np.asarray(got), np.asarray(wanted)
    if got.shape != wanted.shape:
        return f"shape {got.shape}, not {wanted.shape}"
    if case.exact:
        same = np.array_equal(got, wanted.astype(got.dtype), equal_nan=got.dtype.kind == "f")
    else:
        same = np.allclose(got, wanted.astype(got.dtype), rtol=1e-5, atol=1e-5, equal_nan=True)
    return "" if same else f"{got.tolist()}, not {wanted.tolist()}"
