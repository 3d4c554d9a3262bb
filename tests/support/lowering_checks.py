"""Programs as machine code compared with the interpreter: their results, and what they write to arrays."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from dlc.interp.interpreter import Interpreter
from support.compiled_programs import compiled
from support.programs import module_of


def check(text: str, *args: Any, name: str = "main", level: int = 2) -> list[Any]:
    """Compare results, and what is written to arrays, with what the interpreter gives; they are returned."""
    module = module_of(text)
    given, passed = copy.deepcopy(args), copy.deepcopy(args)
    expected = Interpreter(module).run(name, *given)
    actual = compiled(module, level=level)(name, *passed)
    assert len(actual) == len(expected)
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(passed, given, strict=True):
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
    return actual


def numbers(*shape: int, kind: Any = np.float32) -> Any:
    """Small different numbers, that floats hold exactly."""
    return (np.arange(np.prod(shape), dtype=np.int64) * 7 % 61 - 20).reshape(shape).astype(kind)
