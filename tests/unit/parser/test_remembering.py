"""Dictionaries that a file spells many times are parsed once."""

from __future__ import annotations

from typing import Any

import pytest

from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.parser.assembly_reader import Reader
from dlc.parser.driver import Driver

DICTIONARIES = [
    f'{{long.name.that.all.of.them.have = [{{a = "b}}{{{number}"}}, {{}}], f = (i32) -> f32, g = [[{number}], @s]}}'
    for number in range(30)
]
"""Dictionaries with dictionaries, strings, brackets and arrows in them, which begin alike."""


def runs_of_tables(text: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the tables are asked for while a text is read, except the file itself."""
    starts: list[str] = []
    run = Driver.run

    def noting(self: Driver, start: str, pos: int) -> Any:
        starts.append(start)
        return run(self, start, pos)

    with monkeypatch.context() as patch:
        patch.setattr(Driver, "run", noting)
        reader = Reader(Source("-", text), Context(allow_unregistered=True))
        assert reader.read_file()
    assert not reader.failed
    return [start for start in starts if start != "file"]


@pytest.mark.parametrize("form", ['"test.op"() <%s> : () -> ()\n', '"test.op"() %s : () -> ()\n'])
def test_dictionaries_that_begin_alike_are_parsed_once(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once = "".join(form % dictionary for dictionary in DICTIONARIES)
    runs = runs_of_tables(once, monkeypatch)
    assert runs
    assert runs_of_tables(once * 3, monkeypatch) == runs
