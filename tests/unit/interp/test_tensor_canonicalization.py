"""Canonicalization of tensor ops preserves the results: every function of its tests is run before and after it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.values import POISON, Elements
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import DYNAMIC, IndexType, IntegerType, ShapedType, TensorType, UnrankedTensorType
from support.pass_testing import read, transformed

FOLDER = Path(__file__).parents[2] / "filecheck" / "dialects" / "tensor"
FILES = ("canonicalize", "canonicalize_slices", "canonicalize_shapes")
FUNCTIONS = [
    pytest.param(part, id=match.group(1))
    for name in FILES
    for part in (FOLDER / f"{name}.mlir").read_text().split("// -----")
    if (match := re.search(r"(?m)^func\.func @(\w+)", part)) is not None and '"test.' not in part
]
SIZES = (4, 2, 6, 3, 8)
"""Tried for all dynamic sizes at once, or one after the other."""
INDICES = (1, 2, 4, 0, 3)
SHAPES: dict[tuple[int, ...], tuple[int, ...]] = {(1,): (6,), (2,): (3, 2), (3,): (3, 1, 2)}
"""Contents of integer tensors that may be the shape of a reshape."""


def arguments(types: list[Type], sizes: tuple[int, ...], indices: tuple[int, ...]) -> list[Any]:
    """Values of these types: tensors of different elements, the next of `indices` for each index."""
    dynamic, numbers = itertools.cycle(sizes), itertools.cycle(indices)
    values: list[Any] = []
    for position, type in enumerate(types):
        if isinstance(type, IndexType):
            values.append(next(numbers))
        elif isinstance(type, UnrankedTensorType):
            values.append(elements_of(TensorType((2, 3), type.element_type), dynamic, 100 * position))
        elif isinstance(type, ShapedType):
            values.append(elements_of(type, dynamic, 100 * position))
        else:
            values.append(position + 7)
    return values


def elements_of(type: ShapedType, dynamic: Iterator[int], start: int) -> Any:
    shape = tuple(next(dynamic) if size == DYNAMIC else size for size in type.shape)
    element, count = type.element_type, int(np.prod(shape))
    if isinstance(element, (IndexType, IntegerType)):
        items = SHAPES.get(shape, (0,) * count)
        return np.array(items, np.int64 if isinstance(element, IndexType) else np.int32).reshape(shape)
    return (np.arange(count) + start).reshape(shape).astype(np.float32)


def choices(numbers: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    """Different ways to choose `count` numbers: each for all, and the first three in any order."""
    cycles = [*((number,) for number in numbers), *itertools.permutations(numbers[:3])]
    return list(dict.fromkeys(tuple(itertools.islice(itertools.cycle(cycle), count)) for cycle in cycles))


def outcome(interpreter: Interpreter, name: str, args: list[Any]) -> list[Any] | None:
    """The results as values of the interpreter; `None` where what the program does is undefined."""
    try:
        return [value for value, _ in interpreter.evaluate(name, *args)]
    except InterpreterError:
        return None


def refines(after: Any, before: Any) -> bool:
    """Return whether a value may replace another: poison may become anything."""
    if before is POISON:
        return True
    if not isinstance(before, Elements):
        return bool(after == before)
    if after.shape != before.shape:
        return False
    pairs = zip(after.items(), before.items(), strict=True)
    return all(old is POISON or new == old for new, old in pairs)


@pytest.mark.parametrize("text", FUNCTIONS)
def test_results_stay_the_same(text: str) -> None:
    module, _ = read(text)
    before, after = Interpreter(module), Interpreter(read(transformed("builtin.module(canonicalize)", text))[0])
    function = next(op for op in module.walk() if op.name == "func.func")
    name = function.properties["sym_name"].value  # type: ignore[attr-defined]
    types = list(function.regions[0].entry.arg_types)
    defined = 0
    shapes = [type.shape for type in types if isinstance(type, ShapedType)]
    all_sizes = choices(SIZES, sum(shape.count(DYNAMIC) for shape in shapes))
    all_indices = choices(INDICES, sum(isinstance(type, IndexType) for type in types))
    for sizes, indices in itertools.product(all_sizes, all_indices):
        args = arguments(types, sizes, indices)
        expected = outcome(before, name, args)
        if expected is None:
            continue
        defined += 1
        actual = outcome(after, name, args)
        assert actual is not None, args
        assert all(refines(new, old) for new, old in zip(actual, expected, strict=True)), (args, actual, expected)
    assert defined > 0 or "out_of_bounds" in name, "no arguments were tried for which the program is defined"
