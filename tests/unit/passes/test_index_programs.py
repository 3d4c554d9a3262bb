"""Programs of MLIR's `index`: compiled, they give what the interpreter says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import dlc
from dlc.dialects import index
from dlc.dialects.arith.attributes import CMPI_PREDICATES
from dlc.interp.interpreter import Interpreter
from support.programs import module_of

LARGEST = (1 << 63) - 1
NUMBERS = (0, 1, 2, 7, 63, 64, 1 << 32, LARGEST, -1, -2, -7, -LARGEST - 1)
SHIFTS = (index.ShlOp, index.ShrSOp, index.ShrUOp)


def _pairs(kind: type[index.BinaryOp]) -> Iterator[tuple[int, int]]:
    """Return operands for which an op is defined."""
    for a in NUMBERS:
        for b in NUMBERS:
            divides = issubclass(kind, index.DivisionOp)
            is_undefined = divides and (b == 0 or (a < -LARGEST and b == -1))
            if not is_undefined and not (kind in SHIFTS and not 0 <= b < index.WIDTH):
                yield a, b


@pytest.mark.parametrize("kind", index.BINARY, ids=lambda kind: kind.name)
def test_machine_code_gives_what_the_op_means(kind: type[index.BinaryOp]) -> None:
    text = f"func.func @main(%a: index, %b: index) -> index {{ %r = {kind.name} %a, %b return %r : index }}"
    machine = Interpreter(module_of(text))
    program = dlc.compile(text, cache=False, level=0)
    for pair in _pairs(kind):
        assert [program(*pair)] == machine.run("main", *pair), pair


def test_comparisons_and_casts_of_machine_code_give_what_they_mean() -> None:
    assert {*index.PredicateAttr.cases} == {*CMPI_PREDICATES}
    lines = [f"%{word} = index.cmp {word}(%a, %b)" for word in CMPI_PREDICATES]
    lines += ["%s = index.casts %a : index to i8", "%u = index.castu %a : index to i8"]
    lines += ["%t = index.casts %s : i8 to index", "%v = index.castu %u : i8 to index"]
    results = ", ".join(f"%{each}" for each in (*CMPI_PREDICATES, "t", "v"))
    types = ", ".join([*["i1"] * len(CMPI_PREDICATES), "index", "index"])
    body = "\n".join(lines)
    text = f"func.func @main(%a: index, %b: index) -> ({types}) {{ {body} return {results} : {types} }}"
    machine = Interpreter(module_of(text))
    program = dlc.compile(text, cache=False, level=0)
    for a in NUMBERS:
        for b in NUMBERS:
            assert list(map(int, program(a, b))) == list(map(int, machine.run("main", a, b))), (a, b)
