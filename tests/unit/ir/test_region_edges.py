"""Edges between regions: the verifier reports where what is passed is not what the successor takes."""

from __future__ import annotations

from contextlib import suppress

import pytest

import dlc
from dlc.ir.builtin_constraints import index_type
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicResult,
    op,
    operand,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import RegionBranch, RegionSuccessor
from dlc.ir.traits import Pure, RecursiveMemoryEffects, ReturnLike, Terminator


@op("row.repeat", traits=(RecursiveMemoryEffects,), interfaces=(RegionBranch,))
class RepeatOp(Op):
    """Run the body again and again, each time on what the last run has given."""

    count: Operand = operand(index_type)
    start: VariadicOperand = variadic_operand(any_type)
    end: VariadicResult = variadic_result(any_type)
    body: Region = region()

    def region_successors(self, source: object) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.body, self.body.entry.args), RegionSuccessor(None, self.end)]

    def entry_operands(self, successor: RegionSuccessor) -> object:
        return self.start


@op("row.give", traits=(Pure, ReturnLike, Terminator))
class GiveOp(Op):
    """End a run of the body."""

    values: VariadicOperand = variadic_operand(any_type, default=())


@op("row.stop", traits=(Terminator,))
class StopOp(Op):
    """End the program."""


ROWS = Dialect("row", ops=[RepeatOp, GiveOp, StopOp])


def errors(body: str, types: str = "(index, i32) -> i32") -> list[str]:
    """Return the errors, each with its notes, of a `row.repeat` with this body."""
    context = dlc.make_context()
    context.load(ROWS)
    text = f"""func.func @f(%n: index, %x: i32, %y: i64) -> i32 {{
      %r = "row.repeat"(%n, %x) ({{ {body} }}) : {types}
      return %r : i32
    }}"""
    with suppress(dlc.DlcError):
        dlc.parse(text, context=context)
    return [diagnostic.message for diagnostic in context.diagnostics.diagnostics]


def test_edges_that_fit() -> None:
    assert errors('^b(%v: i32): "row.give"(%v) : (i32) -> ()') == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '^b(%v: i64): "row.give"(%x) : (i32) -> ()',
            [
                "'row.repeat' op must pass 'i64' as value #0 to its region #0, but got 'i32'",
                "'row.give' op must pass 'i64' as value #0 to region #0 of 'row.repeat', but got 'i32'",
            ],
        ),
        (
            '^b(%v: i32): "row.give"(%y) : (i64) -> ()',
            [
                "'row.give' op must pass 'i32' as value #0 to region #0 of 'row.repeat', but got 'i64'",
                "'row.give' op must pass 'i32' as value #0 to the results of 'row.repeat', but got 'i64'",
            ],
        ),
        (
            '^b(%v: i32, %w: i32): "row.give"(%v, %w) : (i32, i32) -> ()',
            [
                "'row.repeat' op must pass 2 values to its region #0, but got 1",
                "'row.give' op must pass 1 value to the results of 'row.repeat', but got 2",
            ],
        ),
        (
            '^b(%v: i32): "row.give"() : () -> ()',
            [
                "'row.give' op must pass 1 value to region #0 of 'row.repeat', but got 0",
                "'row.give' op must pass 1 value to the results of 'row.repeat', but got 0",
            ],
        ),
        ("", ["'row.repeat' op cannot be checked: the region has no blocks"]),
    ],
)
def test_edges_that_do_not_fit(body: str, expected: list[str]) -> None:
    assert errors(body) == expected


def test_every_block_that_leaves_the_region_is_checked() -> None:
    body = """^b(%v: i32):
      %c = arith.constant true
      cf.cond_br %c, ^c, ^d
    ^c:
      "row.give"(%v) : (i32) -> ()
    ^d:
      "row.give"(%y) : (i64) -> ()"""
    assert len(errors(body)) == 2


def test_control_does_not_go_on_from_other_terminators() -> None:
    assert errors('^b(%v: i32): "row.stop"() : () -> ()') == []


def test_a_terminator_with_an_error_of_its_own_is_reported_once() -> None:
    assert errors('^b(%v: i32): %z = "row.give"(%v, %v) : (i32, i32) -> i32') == [
        "'row.give' op requires zero results, but found 1"
    ]
