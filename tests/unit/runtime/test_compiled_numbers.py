"""Elementwise graph ops as machine code, on numbers that are likely to be treated wrongly: bounds of integers, shifts
by more than there are bits, infinities, NaN, floats that a type cannot hold.

What the reference interpreter makes of the graph is what must come out: to the last bit where an op is rounded once by
its definition. Machine code runs in a forked child: a division by zero in a wrong place ends a process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from dlc.compiler import compile as compile_module
from dlc.interp.interpreter import Interpreter
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, bf16, f16, f32, f64, i1
from support.child_processes import in_child
from support.graph_running import INTEGERS, numbers_of
from support.machine_trials import SECONDS
from support.programs import module_of
from unit.passes.graph_to_tensor.test_graph_to_tensor_elementwise import (
    BINARY,
    DIVISIONS,
    FUNCTIONS,
    ROUNDINGS,
    UNARY,
    WITH_PARAMETERS,
    combinations,
    divides,
    function,
    is_same,
)

ALL: list[Type] = [*(f64, f32, f16, bf16), *(type for type in INTEGERS if type.width >= 8), i1]
"""Types that machines have, and numpy; floats of 8 bits are not lowered to LLVM."""


class Case(NamedTuple):
    """An op on all combinations of special numbers."""

    op: str
    types: Sequence[Type]
    result: Type
    allowed: Callable[..., bool] | None = None
    tolerance: float = 0.0


def cases_of(type: Type) -> Iterator[Case]:
    """Everything that is done with numbers of a type."""
    names: list[str]
    both = "graph.{} {{0}}, {{1}} : {{r}}"
    alone = "graph.{} {{0}} : {{r}}"
    if isinstance(type, FloatType):
        names = [*UNARY, *ROUNDINGS, "sqrt", "reciprocal"]
        yield from (Case(both.format(name), [type, type], type) for name in (*BINARY, *DIVISIONS))
        yield from (Case(alone.format(name), [type], type, tolerance=2e-6) for name in FUNCTIONS)
        yield from (Case(op, [type], type, tolerance=2e-6) for op in WITH_PARAMETERS)
        yield from (Case(both.format(name), [type, type], type, tolerance=2e-6) for name in ("pow", "atan2"))
        yield from (Case(f"graph.{name} {{0}} : {{t}}", [type], i1) for name in ("is_nan", "is_inf", "is_finite"))
        yield Case("graph.clamp {0}, low = -1.0, high = 2.5 : {r}", [type], type)
    elif type is i1:
        names = ["not"]
        yield from (Case(both.format(name), [i1, i1], i1) for name in ("and", "or", "xor"))
    else:
        names = [*UNARY, "not", "popcount", "count_leading_zeros"]
        integral = [*BINARY, "and", "or", "xor", "shift_left", "shift_right", "pow"]
        yield from (Case(both.format(name), [type, type], type) for name in integral)
        yield from (Case(both.format(name), [type, type], type, divides) for name in DIVISIONS)
    yield from (Case(alone.format(name), [type], type) for name in names)
    predicates = ("eq", "ne", "lt", "le", "gt", "ge")
    yield from (Case(f"graph.compare <{each}> {{0}}, {{1}} : {{t}}", [type, type], i1) for each in predicates)
    yield from (Case("graph.cast {0} : {t} -> {r}", [type], target) for target in ALL)


def problems_of(type: Type, level: int) -> str:
    """Return the wrong results when everything is compiled as one program."""
    cases = list(cases_of(type))
    arguments = [combinations(case.types, case.allowed) for case in cases]
    texts = [
        function(case.op, case.types, arrays[0].shape, case.result).replace("@f(", f"@f{number}(")
        for number, (case, arrays) in enumerate(zip(cases, arguments, strict=True))
    ]
    module = module_of("\n".join(texts))
    interpreter = Interpreter(module)
    executable = compile_module(module, threads=1, level=level)
    problems: list[str] = []
    for number, (case, arrays) in enumerate(zip(cases, arguments, strict=True)):
        [expected] = interpreter.run(f"f{number}", *arrays)
        actual = executable.run(f"f{number}", *arrays)
        problems += _differences(case, arrays, actual, expected)
    return "\n".join(problems)


def _differences(case: Case, arrays: Sequence[Any], actual: np.ndarray, expected: np.ndarray) -> list[str]:
    if isinstance(case.result, IntegerType) and case.result is not i1:
        actual = actual.view(expected.dtype)
    rows = zip(*map(numbers_of, arrays), strict=True)
    triples = zip(rows, numbers_of(actual), numbers_of(expected), strict=True)
    wrong = [each for each in triples if not is_same(each[1], each[2], case.result, case.tolerance)]
    return (
        [f"{case.op} of {wrong[0][0]} is {wrong[0][1]}, not {wrong[0][2]}, and {len(wrong)} are wrong"] if wrong else []
    )


AS_VECTORS: list[Type] = [f32, bf16, IntegerType(8), IntegerType(64, "u")]
"""Types that are optimized, too, which takes longer."""


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("type", "level"), [*((type, 0) for type in ALL), *((type, 3) for type in AS_VECTORS)], ids=str
)
def test_special_numbers(type: Type, level: int) -> None:
    outcome = in_child(lambda: problems_of(type, level), SECONDS)
    assert (outcome.signal, outcome.error) == ("", "")
    assert not outcome.text, outcome.text
