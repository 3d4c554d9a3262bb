"""Outside judges of random programs: a few of those that `make fuzz-outside` runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support.outside_programs import Call, Program, judged
from support.outside_trials import TRIALS

PLACES = {"ops": 8, "moves": 6, "reductions": 4, "exactness": 2, "loops": 3, "affine": 2}


@pytest.mark.parametrize("kind", TRIALS)
def test_judges_find_nothing(kind: str) -> None:
    findings = TRIALS[kind].findings(0, range(PLACES[kind]))
    assert not findings, f"{findings[0].message}\n{findings[0].text}"


def test_what_is_wrong_is_told_of_its_program() -> None:
    def difference(passed: Any, results: Any) -> str | None:
        return None if np.array_equal(results[0], 2 * passed[0]) else "no double"

    def program(name: str, op: str) -> Program:
        text = f"func.func @{name}(%x: tensor<3xi32>) -> tensor<3xi32> {{\n  %y = graph.{op} : tensor<3xi32>\n"
        numbers = np.arange(3, dtype=np.int32)
        return Program(name, f"{text}  return %y : tensor<3xi32>\n}}", [Call([numbers], difference)])

    programs = [program("f0", "add %x, %x"), program("f1", "mul %x, %x"), program("f2", "no_op %x")]
    findings = judged(programs, level=0, threads=1)
    assert [each.place for each in findings] == [1, 2]
    assert findings[0].message == "level=0 threads=1: call #0: no double"
    assert "custom op 'graph.no_op' is unknown" in findings[1].message
