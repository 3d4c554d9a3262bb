"""Programs for tests: read from text, verified, and run by the reference interpreter."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

import dlc
from dlc.dialects import register_all
from dlc.interp.comparison import refines
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.ir.verifier import verify
from dlc.parser import parse


def new_context(*, allow_unregistered: bool = False) -> Context:
    """A context that knows the bundled dialects."""
    context = Context(allow_unregistered=allow_unregistered)
    register_all(context)
    return context


def module_of(text: str, context: Context | None = None) -> Operation:
    """The verified module that a text describes; what is wrong with it fails the test."""
    context = context or new_context()
    module = parse(text, context)
    diagnostics = context.diagnostics
    assert module is not None, "\n".join(diagnostics.render(each) for each in diagnostics.diagnostics)
    assert_valid(module, context)
    return module


def assert_valid(module: Operation, context: Context | None = None) -> None:
    """Fail with the diagnostics where the verifier finds something."""
    diagnostics = (context or new_context()).diagnostics
    is_valid = verify(module, diagnostics)
    assert is_valid, "\n".join(diagnostics.render(each) for each in diagnostics.diagnostics) + f"\n{module}"


def run(text: str, *args: Any, name: str = "main", **options: Any) -> list[Any]:
    """The results of `@main` (or another function) of a program."""
    return Interpreter(module_of(text), **options).run(name, *args)


def run_one(text: str, *args: Any, **options: Any) -> Any:
    """The only result."""
    [result] = run(text, *args, **options)
    return result


def assert_refines(before: Operation, after: Operation, name: str, *args: Any, **options: Any) -> None:
    """Assert that `after` returns what `before` does for these arguments, and writes the same to arrays among them.

    Where `before` is undefined, `after` may do anything; where it gives poison, any value will do.
    """
    given, passed = copy.deepcopy(args), copy.deepcopy(args)
    try:
        expected = Interpreter(before, **options).evaluate(name, *given)
    except InterpreterError:
        return
    actual = Interpreter(after, **options).evaluate(name, *passed)
    assert len(actual) == len(expected)
    for (new, type), (old, _) in zip(actual, expected, strict=True):
        assert refines(new, old, type), f"{new} is not {old} : {type}\n{before}\n{after}"
    for new, old in zip(passed, given, strict=True):
        if isinstance(old, np.ndarray):
            np.testing.assert_array_equal(new, old)


def assert_machine_code_agrees(text: str, arrays: Sequence[Any], level: int, *, tolerance: float) -> None:
    """Assert that `@main`, compiled, gives and writes what the interpreter does for these arrays, which are copied."""
    ours: list[Any] = [each.copy() for each in arrays]
    expected: list[Any] = [each.copy() for each in arrays]
    given: Any = dlc.compile(text, cache=False, level=level)(*ours)
    results: list[Any] = [] if given is None else [*given] if type(given) in (list, tuple) else [given]
    meant: list[Any] = run(text, *expected)
    assert len(results) == len(meant)
    for one, other in zip([*results, *ours], [*meant, *expected], strict=True):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)
