"""`docs/graph-ops.md` says of every op of `graph` what is the case now: it is made from the ops, and has no gap."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache

import pytest

from dlc.dialects.graph import DIALECT
from support.graph_op_table import PAGE, UNKNOWN, is_listed, is_named, page, rows

NAMES = sorted(DIALECT.ops)


@cache
def made() -> str:
    return page()


@cache
def cells_of_ops() -> dict[str, tuple[str, ...]]:
    """The cells of each op's row, with the tests of it, which are not on the page."""
    return {row.op.strip("`"): astuple(row) for ops in rows().values() for row in ops}


def test_the_page_is_what_the_ops_say_now() -> None:
    assert PAGE.read_text(encoding="utf-8") == made(), "`make op-table` brings docs/graph-ops.md up to date"


@pytest.mark.parametrize("name", NAMES)
def test_no_cell_is_missing(name: str) -> None:
    """Each op has its type inference, simplifications, lowering, and tests that compare both with an oracle."""
    cells = cells_of_ops()[name]
    assert all(cells)
    assert not any(UNKNOWN in cell for cell in cells)
    assert f"| `{name}` |" in made()


def test_what_names_an_op() -> None:
    assert is_named('run("graph.round %x")', "round")
    assert not is_named('run("graph.round_half_away %x")', "round")


@pytest.mark.parametrize(
    ("text", "is_in_it"),
    [
        ('for name in ("floor", "round"): run(f"graph.{name} %x")', True),
        ('for name in ("ound",): run(f"graph.r{name} %x")', True),
        ('for name in ("floor", "round"): run("graph.resize")', False),
        ('for kind in ("half_away",): run(f"graph.round_{kind} %x")', False),
        ('surround("x"); run(f"graph.{name} %x")', False),
    ],
)
def test_what_lists_an_op(text: str, is_in_it: bool) -> None:
    assert is_listed(text, "round") is is_in_it
