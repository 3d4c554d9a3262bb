"""Rules about sizes hold however sizes become known: the verifier, calls, the interpreter and machine code, which runs
on guarded memory, report them with the same words."""

from __future__ import annotations

import json
import re

import pytest

import dlc
from dlc.dialects import graph
from dlc.dialects.graph.bases import GraphOp, infer_shapes, operand_shapes
from dlc.dialects.graph.rules import OpenRules
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.errors import DlcError
from dlc.ir.sizes import Shape, Size
from support.child_processes import in_child
from support.guarded_memory import guarded_copy
from support.op_examples import example_of, read, with_definitions
from support.open_size_cases import CASES, Case, Sizes

NUMBERED = [pytest.param(number, id=f"{number}-{case.op}-{case.rule}") for number, case in enumerate(CASES)]


def module_of(sizes: Sizes) -> str:
    """All cases as functions of one module."""
    return "\n".join(case.function(f"f{number}", sizes) for number, case in enumerate(CASES))


def requirement(message: str) -> str:
    """Return the op, the fact and the rule of a message, without sizes and the place that machine code adds."""
    match = re.search(
        r"('graph\.\w+' op [^\n]*?)(, but got [^\[\n]*?)?( \[\w+\])?(, at [^\n]*:\d+:\d+)?$",
        message.strip(),
        re.MULTILINE,
    )
    assert match is not None, message
    return match[1] + (match[3] or "")


def interpreted(case: Case, sizes: Sizes) -> str:
    """The message of the interpreter."""
    module = dlc.parse(case.function("main", sizes))
    with pytest.raises(InterpreterError) as error:
        Interpreter(module).run("main", *case.arguments(sizes))
    return requirement(str(error.value))


@pytest.fixture(scope="module")
def expected() -> dict[int, str]:
    """Return the result of the interpreter for each case."""
    return {number: interpreted(case, "computed") for number, case in enumerate(CASES)}


@pytest.mark.parametrize("number", NUMBERED)
def test_the_interpreter_reports_the_rule(number: int, expected: dict[int, str]) -> None:
    case = CASES[number]
    assert expected[number].endswith(f" [{case.rule}]" if case.rule else "operands must have the same shape")
    assert expected[number].startswith(f"'{case.op}' op ")
    assert interpreted(case, "unnamed") == expected[number]


@pytest.mark.parametrize("number", [n for n in NUMBERED if not CASES[n.values[0]].elementwise])  # type: ignore[index]
def test_the_verifier_reports_the_rule(number: int, expected: dict[int, str]) -> None:
    with pytest.raises(DlcError) as error:
        dlc.parse(CASES[number].function("main", "static"))
    assert requirement(str(error.value).split("\n")[1]) == expected[number]


def rules_that_sizes_decide() -> set[tuple[str, str | None]]:
    """The rules of all ops that are open if no size of an operand is known."""
    rules: set[tuple[str, str | None]] = set()
    for kind in graph.DIALECT.ops.values():
        if issubclass(kind, (GraphOp, graph.ScanOp)):
            module, problems = read(with_definitions(example_of(kind)))
            assert module is not None, problems
            for op in (each for each in module.walk() if each.name == kind.name):
                shapes = [
                    tuple(Size.named(f"n{i}_{d}") for d in range(len(s))) for i, s in enumerate(operand_shapes(op))
                ]
                report = OpenRules()
                infer_shapes(op, shapes, report)
                rules |= {(kind.name, rule.rule) for rule in report.open}
    return rules


def _named(number: int, rank: int) -> Shape:
    return tuple(Size.named(f"n{number}_{dim}") for dim in range(rank))


def test_every_rule_that_sizes_decide_is_in_the_table() -> None:
    """`starts` of an update are checked as those of a slice; sizes that an operand gives have tests of their own."""
    elsewhere = {"dynamic_update_slice_c2", "scatter_c4", "scatter_c5", "iota_c3", "broadcast_c5", "reshape_c4"}
    assert {rule for rule in rules_that_sizes_decide() if rule[1] not in elsewhere} <= {(c.op, c.rule) for c in CASES}


def failures(sizes: Sizes, level: int) -> dict[int, str]:
    """Return the result of machine code for each case, or the failure of the call."""
    executable = dlc.compile(module_of(sizes), level=level, threads=1, remarks=False)

    def run() -> str:
        messages: dict[int, str] = {}
        for number, case in enumerate(CASES):
            try:
                executable.run(f"f{number}", *map(guarded_copy, case.arguments(sizes)))
            except (dlc.ProgramFailed, dlc.InvalidArgument) as error:
                messages[number] = str(error)
        return json.dumps(messages)

    outcome = in_child(run, 60)
    assert not outcome.error
    assert not outcome.signal
    return {int(number): message for number, message in json.loads(outcome.text).items()}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("sizes", ["unnamed", "computed"])
def test_machine_code_reports_the_same_rule(sizes: Sizes, level: int, expected: dict[int, str]) -> None:
    messages = failures(sizes, level)
    assert {number: requirement(message) for number, message in messages.items()} == expected
