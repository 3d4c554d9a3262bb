"""The reader for editors records where ops stand in a text."""

from __future__ import annotations

from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.parser.parse import read_ops
from dlc.parser.source_ranges import RangeReader

LOCATED = """\
"test.top"() ({
  "test.first"() : () -> () loc("a")
  "test.second"() : () -> () loc("b")
^bb1:
  "test.third"() : () -> () loc("c")
}) : () -> () loc("d")
"test.last"() : () -> () loc("e")
"""


def test_ranges_of_ops_include_their_locations() -> None:
    reader = RangeReader(Source("-", LOCATED), Context(allow_unregistered=True))
    read_ops(reader)
    assert not reader.failed
    texts = {each.op.name: LOCATED[each.start : each.end] for each in reader.ranges.ops}
    assert texts.pop("test.top") == LOCATED[: LOCATED.index(' loc("d")')] + ' loc("d")'
    assert list(texts) == ["test.first", "test.second", "test.third", "test.last"]
    for (name, text), location in zip(texts.items(), "abce", strict=True):
        assert text == f'"{name}"() : () -> () loc("{location}")'
