"""Graph ops in many uses, as machine code: what tests of its meaning expect comes out, with schedules for a machine
that is so small that all nests are large, and on memory whose borders are guarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import pytest

from dlc.compiler import compile as compile_module
from dlc.interp.interpreter import Interpreter
from support.child_processes import in_child
from support.graph_cases import assert_same, program_of
from support.graph_network_cases import CASES
from support.guarded_memory import guarded_copy, guarded_heap
from support.machine_trials import CHOSEN, SECONDS, SMALL
from support.programs import module_of
from unit.passes.graph_to_tensor.test_graph_to_tensor_movement import COMBINING, MOVING

Array = Any
AT_ONCE = 24
SHARE = 9
"""One of this many uses is compiled: others differ in details that do not matter here."""
PASSES = f"lower-to-loops,{SMALL},{CHOSEN}"


class Use(NamedTuple):
    """A function with an op, what it is given, and what must come out."""

    label: str
    function: str
    text: str
    arrays: Sequence[Array]
    expected: Sequence[Array]
    tolerance: float


def uses() -> list[Use]:
    """Each use once, its types in one of their forms; functions have names of their own."""
    collected: list[Use] = []
    for number, each in enumerate((*MOVING, *COMBINING)):
        form = each.forms[number % len(each.forms)]
        text = program_of(each, form).replace("@main(", f"@f{number}(")
        collected.append(Use(f"{each.label} {form}", f"f{number}", text, each.inputs, each.expected, each.tolerance))
    for number, case in enumerate(CASES, len(collected)):
        expected = Interpreter(module_of(case.text)).run("f", *case.arrays)
        text = case.text.replace("@f(", f"@f{number}(")
        collected.append(Use(case.name, f"f{number}", text, case.arrays, expected, _tolerance(expected)))
    return collected


def _tolerance(expected: Sequence[Array]) -> float:
    """Return the tolerance of results of sums in another order."""
    sizes = [array.dtype.itemsize for array in expected if array.dtype.kind not in "iub"]
    return max(({2: 1e-2, 4: 2e-5, 8: 1e-12}[size] for size in sizes), default=0.0)


def problems_of(part: Sequence[Use]) -> str:
    """Return the wrong results when some uses are compiled as one program."""
    problems: list[str] = []
    with guarded_heap() as heap:
        module = module_of("\n".join(use.text for use in part))
        executable = compile_module(module, threads=2, level=0, passes=PASSES)
        for use in part:
            returned = executable.run(use.function, *map(guarded_copy, use.arrays))
            try:
                assert_same(returned if isinstance(returned, tuple) else (returned,), use.expected, use.tolerance)
            except AssertionError as error:
                problems.append(f"{use.label}: {error}")
            del returned
        leak = heap.problem()
    return "\n".join([*problems, *([leak] if leak else [])])


@pytest.mark.slow
def test_uses_of_ops() -> None:
    chosen = uses()[::SHARE]
    assert len(chosen) > 90
    for start in range(0, len(chosen), AT_ONCE):
        part = chosen[start : start + AT_ONCE]
        outcome = in_child(partial(problems_of, part), SECONDS)
        assert (outcome.signal, outcome.error, outcome.text) == ("", "", ""), [use.label for use in part]
