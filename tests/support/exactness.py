"""Effects of a rewrite on results, compared with its declared exactness (`dlc.ir.patterns.Exactness`), on special
numbers.

    difference = exactness_broken(before, after, "f", "exact", seed=7)

Both modules are interpreted on arrays of infinities, NaN, zeros with signs, the largest and the smallest numbers of
their types, and on moderate ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

from dlc.dialects.func import FuncOp
from dlc.dialects.graph.tensors import shape_of_type
from dlc.interp.conversion import elements_to_python
from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.semantics import Kernel
from dlc.interp.values import Elements
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, TensorType
from dlc.ir.operations import Operation
from dlc.ir.patterns import Exactness
from dlc.ir.sizes import Size, substitute

from .graph_running import array_of, special_numbers

Array = Any
_info: Any = ml_dtypes.finfo
ROUNDINGS = 64
"""How many units in the last place of the largest number on the way a result may be off."""
MOST_STEPS = 2_000
"""How many ops a run may execute: special numbers make endless loops of some."""
RUNS = 6
"""How many sets of arguments are tried; the first is moderate."""


class Watching(Interpreter):
    """An interpreter that remembers what floats there were."""

    def __init__(self, module: Operation) -> None:
        super().__init__(module, max_steps=MOST_STEPS)
        self.largest = 0.0
        """The largest finite float."""
        self.all_normal = True
        """Whether no float was infinite, NaN, or subnormal."""

    def _observe(self, value: Any, type: Type) -> None:
        """Look at the floats of a value."""
        if not isinstance(value, Elements) or not isinstance(type, TensorType):
            return
        if not isinstance(type.element_type, FloatType):
            return
        array = np.asarray(elements_to_python(value, type))
        magnitudes = np.abs(array.astype(np.float64))
        finite = magnitudes[np.isfinite(magnitudes)]
        self.largest = max(self.largest, float(finite.max(initial=0.0)))
        least = float(_info(array.dtype).smallest_normal)
        self.all_normal &= len(finite) == magnitudes.size and not ((finite > 0) & (finite < least)).any()

    def _kernel(self, op: Operation) -> Kernel:
        kernel = super()._kernel(op)
        if op.regions:
            return kernel
        types = [result.type for result in op.results]

        def run(*operands: Any) -> Any:
            results = kernel(*operands)
            listed = results if isinstance(results, (list, tuple)) else [results]
            for value, type in zip(listed, types, strict=False):  # one that calls another function has none yet
                self._observe(value, type)
            return results

        return run


def arguments_for(types: Sequence[Type], seed: int, *, special: bool) -> list[Array]:
    """Arrays of these types, of moderate numbers, or with special ones among them; sizes with names agree."""
    random = np.random.default_rng(seed)
    names = sorted({name for type in types for dim in _shape(type) if isinstance(dim, Size) for name in dim.names})
    sizes = {name: 2 + number % 3 for number, name in enumerate(names)}
    return [_array(random, type, sizes, special=special) for type in types]


def _shape(type: Type) -> Sequence[Any]:
    return shape_of_type(type) if isinstance(type, TensorType) else ()


def _array(random: np.random.Generator, type: Type, sizes: dict[str, int], *, special: bool) -> Array:
    assert isinstance(type, TensorType), "functions of graphs take tensors"
    dims = [substitute(dim, sizes) for dim in _shape(type)]
    shape = [dim if isinstance(dim, int) else 2 for dim in dims]
    numbers: list[Any] = [0, 1, 2, 3, 1, 2]
    if isinstance(type.element_type, FloatType):
        numbers = [*random.uniform(0.5, 2.0, 8).tolist(), -1.5, -0.25]
    if special:
        numbers = numbers[:4] + special_numbers(type.element_type)
    chosen = random.integers(0, len(numbers), int(np.prod(shape)))
    return array_of([numbers[each] for each in chosen], type.element_type).reshape(shape)


def exactness_broken(before: Operation, after: Operation, name: str, claim: Exactness, seed: int) -> str | None:
    """Return how results change more than a claim allows, on some arguments, or `None` if they do not."""
    for run in range(RUNS):
        difference = _broken_on(before, after, name, claim, run + RUNS * seed)
        if difference is not None:
            return difference
    return None


def _broken_on(before: Operation, after: Operation, name: str, claim: Exactness, seed: int) -> str | None:
    old, new = Watching(before), Watching(after)
    types = _types_of(before, name)
    arguments = arguments_for(types, seed, special=seed % RUNS > 0 and claim != "finite")
    try:
        with np.errstate(all="ignore"):
            expected = old.run(name, *(array.copy() for array in arguments))
    except (InterpreterError, Fault):
        return None
    with np.errstate(all="ignore"):
        actual = new.run(name, *(array.copy() for array in arguments))
    if claim == "finite" and not (old.all_normal and new.all_normal):
        return None
    scale = max(old.largest, new.largest)
    for number, (was, now) in enumerate(zip(expected, actual, strict=True)):
        difference = _difference(np.asarray(was), np.asarray(now), claim, scale)
        if difference is not None:
            given = "; ".join(np.array2string(array.astype(object)) for array in arguments)
            return f"of {given}\nresult #{number} {difference}"
    return None


def _types_of(module: Operation, name: str) -> Sequence[Type]:
    functions = [op for op in module.regions[0].entry.ops if isinstance(op, FuncOp)]
    return next(op for op in functions if op.sym_name.value == name).type.inputs


def _difference(was: Array, now: Array, claim: Exactness, scale: float) -> str | None:
    if was.shape != now.shape or was.dtype != now.dtype:
        return f"is {now.dtype}{now.shape} instead of {was.dtype}{was.shape}"
    is_float = was.dtype.kind in "fV" and was.dtype.kind != "b"
    for place in np.ndindex(was.shape):
        a, b = was[place], now[place]
        same = _same_float(float(a), float(b), was.dtype, claim, scale) if is_float else a == b
        if not same:
            return f"at {list(place)} is {b} instead of {a}"
    return None


def _same_float(a: float, b: float, dtype: Any, claim: Exactness, scale: float) -> bool:
    if a != a or b != b:
        return a != a and b != b
    if claim == "exact" or a in (np.inf, -np.inf):
        if a == b and np.signbit(a) == np.signbit(b):
            return True
        if claim == "exact":
            return False
    if a == b == 0.0:
        return claim == "finite" or bool(np.signbit(a) == np.signbit(b))
    info = _info(dtype)
    largest = float(info.max)
    slack = ROUNDINGS * (float(info.eps) * min(scale, largest) + float(info.smallest_subnormal))
    return abs(min(max(a, -largest), largest) - min(max(b, -largest), largest)) <= slack
