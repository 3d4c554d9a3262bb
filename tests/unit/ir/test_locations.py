"""Locations: fusing them, and places in a source that become locations when asked for."""

from __future__ import annotations

import pytest

from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.errors import InvalidAttributeError
from dlc.ir.locations import MOST_FUSED, UNKNOWN_LOC, FileLineColLoc, FusedLoc, Location, NameLoc, Source, fuse, resolve
from dlc.ir.operations import UnregisteredOp

A, B, C = (FileLineColLoc.at("f", line, 1) for line in (1, 2, 3))
NOTE = StringAttr("pattern")


def test_fusing() -> None:
    assert fuse([]) is UNKNOWN_LOC
    assert fuse([UNKNOWN_LOC, A, UNKNOWN_LOC]) is A
    assert fuse([A, A]) is A
    assert fuse([A, B]) is FusedLoc((A, B))
    assert fuse([fuse([A, B]), C, A]) is FusedLoc((A, B, C))
    assert fuse([A], NOTE) is FusedLoc((A,), NOTE)
    assert fuse([], NOTE) is FusedLoc((UNKNOWN_LOC,), NOTE)
    assert fuse([fuse([A], NOTE), B], NOTE) is FusedLoc((A, B), NOTE)
    assert fuse([fuse([A], NOTE), B]) is FusedLoc((FusedLoc((A,), NOTE), B))


def test_fusing_over_and_over_stays_bounded() -> None:
    fused: Location = UNKNOWN_LOC
    for line in range(10_000):
        fused = fuse([fused, FileLineColLoc.at("f", line, 1)])
    assert isinstance(fused, FusedLoc)
    assert len(fused.locations) == MOST_FUSED
    assert fused.locations[0] is FileLineColLoc.at("f", 0, 1)


def test_ops_keep_a_place_until_it_is_asked_for() -> None:
    source = Source("f.mlir", "one\ntwo")
    op = UnregisteredOp.of("t.x", location=(source, 5))
    assert op.location is FileLineColLoc.at("f.mlir", 2, 2)
    assert op.location is resolve((source, 5))
    op.location = NameLoc("n", A)
    assert op.location is NameLoc("n", A)


def test_numbers_are_not_negative() -> None:
    with pytest.raises(InvalidAttributeError, match="must not be negative"):
        FileLineColLoc.at("f", -1, 0)


def test_offsets_over_a_large_text() -> None:
    source = Source("f", "line\n" * 1000)
    assert source.position(0) == (1, 1)
    assert source.position(4) == (1, 5)
    assert source.position(5) == (2, 1)
    assert source.position(4999) == (1000, 5)
    assert source.line(1000) == "line"
    assert source.line(1001) == ""
