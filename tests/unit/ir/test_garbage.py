"""Pauses of the garbage collector, and what becomes of the objects made in them."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

import dlc
from dlc.ir import garbage
from dlc.ir.equivalence import are_equivalent


class _Circle:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def _lost() -> weakref.ref[_Circle]:
    return weakref.ref(_Circle())


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start each test without what earlier ones left: passed over objects, and objects that the suite has frozen."""
    monkeypatch.setattr(garbage, "MANY", 1)
    monkeypatch.setattr(garbage, "_passed_over", garbage._PassedOver())  # pyright: ignore[reportPrivateUsage]
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    yield
    if frozen:
        gc.freeze()


def _collect_new() -> None:
    gc.collect(1)


def test_new_objects_of_a_pause_are_not_looked_at_until_all_are() -> None:
    with garbage.not_collecting():
        lost = _lost()
    _collect_new()
    assert lost() is not None
    gc.collect()
    assert lost() is None


def test_a_pause_inside_a_pause_ends_with_the_outer_one() -> None:
    with garbage.not_collecting():
        with garbage.not_collecting():
            lost = _lost()
        assert not gc.isenabled()
        _collect_new()
        assert lost() is None
    assert gc.isenabled()


def test_few_new_objects_are_looked_at_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "MANY", 1_000_000)
    with garbage.not_collecting():
        lost = _lost()
    _collect_new()
    assert lost() is None


def test_not_more_objects_than_a_limit_are_passed_over_before_a_full_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "MOST_PASSED_OVER", 0)
    with garbage.not_collecting():
        lost = _lost()
    _collect_new()
    assert lost() is None


def test_what_a_user_has_frozen_stays_frozen() -> None:
    gc.freeze()
    try:
        with garbage.not_collecting():
            pass
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_the_collector_stays_off_where_the_user_has_turned_it_off() -> None:
    gc.disable()
    try:
        with garbage.not_collecting():
            lost = _lost()
        assert not gc.isenabled()
        _collect_new()
        assert lost() is None
    finally:
        gc.enable()


def test_a_module_is_cloned_in_a_pause() -> None:
    ops = "".join(f"%c{number} = arith.constant {number} : i32\n" for number in range(2_000))
    module = dlc.parse(f"func.func @f() {{\n{ops}return }}")
    gc.collect(0)  # so that the next one is not near
    before = [each["collections"] for each in gc.get_stats()]
    copy = module.clone()
    assert [each["collections"] for each in gc.get_stats()] == before
    assert gc.isenabled()
    assert are_equivalent(module, copy)
