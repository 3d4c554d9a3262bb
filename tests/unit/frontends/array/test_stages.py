"""Functions in stages: run one after the other by the interpreter, they compute what the whole function does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.frontends.array.errors import NotTraceable
from dlc.frontends.array.stages import TracedInStages, open_exchanges, traced_in_stages
from dlc.interp.interpreter import Interpreter

xp = dlc.array
X = np.array([1.0, 2.0, 3.0], np.float32)


def tripled(*arrays: Any) -> Any:
    results = open_exchanges("tripled").exchanged([xp.asarray(each) for each in arrays])
    return results[0] if len(results) == 1 else results


def stages_of(function: Callable[..., Any], *args: Any, donate: Sequence[int] = ()) -> TracedInStages:
    return traced_in_stages(function, args, {}, donate, 2)


def run(function: Callable[..., Any], *args: Any) -> list[Any]:
    """Return the results, where an exchange multiplies by three."""
    parts = stages_of(function, *args)
    values = dict(enumerate(args))
    for stage in parts.stages:
        dlc.verify(stage.module)
        results = Interpreter(stage.module).run("main", *[values[number] for number in stage.arguments])
        values.update(zip(stage.results, results, strict=True))
        values.update({new: 3 * values[old] for old, new in zip(stage.given, stage.received, strict=True)})
    return [values[number] for number in parts.results]


def check(function: Callable[..., Any], *expected: Any) -> None:
    for result, wanted in zip(run(function, X), expected, strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-6)


def test_values_from_before_an_exchange_are_used_behind_it() -> None:
    def function(x: Any) -> Any:
        y = xp.exp(x)
        return tripled(y * 2) + y

    check(function, 7 * np.exp(X))


def test_exchanges_follow_one_another() -> None:
    check(lambda x: tripled(tripled(x) + x) * x, 12 * X * X)


def test_results_are_arguments_constants_and_what_was_exchanged() -> None:
    def function(x: Any) -> Any:
        one = xp.asarray(np.ones(2, np.float32))
        y, three = tripled(x, one)
        return x, one, y, three, y

    check(function, X, np.ones(2), 3 * X, np.full(2, 3.0), 3 * X)


def test_bodies_of_control_flow_use_values_of_other_stages() -> None:
    def function(x: Any) -> Any:
        y = xp.sin(x)
        z = tripled(y)
        return dlc.cond(xp.sum(x) > 0, lambda: z + y, lambda: z)

    check(function, 4 * np.sin(X))


def test_a_stage_computes_what_is_needed_and_not_more() -> None:
    def function(x: Any) -> Any:
        decay = xp.exp(x)  # waits: no exchange needs it
        return tripled(xp.tanh(x)) - decay, xp.cos(x)

    first, second = stages_of(function, X).stages
    assert [name in str(first.module) for name in ("tanh", "cos", "exp")] == [True, True, False]
    assert [name in str(second.module) for name in ("tanh", "cos", "exp")] == [False, False, True]


def test_memory_is_given_away_in_the_last_stage_that_uses_it() -> None:
    def function(x: Any, y: Any) -> Any:
        return tripled(x * y) + x, y

    first, second = stages_of(function, X, X, donate=(0, 1)).stages
    assert "donated" not in str(first.module)
    assert str(second.module).count("donated") == 1  # y is returned


def test_an_exchange_is_in_the_function_itself() -> None:
    with pytest.raises(NotTraceable, match="call it in the step itself, not in a function that is differentiated"):
        stages_of(dlc.grad(lambda x: xp.sum(tripled(x))), X)
