"""Pauses of the garbage collector, and collecting inside them."""

from __future__ import annotations

import gc
import weakref

import pytest

from dlc.ir import garbage


class _Circle:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def _lost() -> weakref.ref[_Circle]:
    return weakref.ref(_Circle())


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "MANY", 1)


def test_garbage_of_a_pause_is_collected_when_there_is_time() -> None:
    with garbage.not_collecting():
        lost = _lost()
        garbage.collect_while_waiting()
        assert lost() is None
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_pause_inside_a_pause_ends_with_the_outer_one() -> None:
    with garbage.not_collecting():
        with garbage.not_collecting():
            pass
        lost = _lost()
        garbage.collect_while_waiting()
        assert lost() is None
        assert not gc.isenabled()


def test_little_garbage_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    with garbage.not_collecting():
        gc.collect()
        monkeypatch.setattr(garbage, "MANY", 1_000_000)
        lost = _lost()
        garbage.collect_while_waiting()
        assert lost() is not None


def test_the_collector_stays_off_where_the_user_has_turned_it_off() -> None:
    gc.disable()
    try:
        with garbage.not_collecting():
            lost = _lost()
            garbage.collect_while_waiting()
        garbage.collect_while_waiting()
        assert lost() is not None
        assert not gc.isenabled()
    finally:
        gc.enable()
