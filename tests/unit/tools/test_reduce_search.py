"""The search by itself: what it finds, how often it asks, and that jobs change nothing but the time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from dlc.tools.reduce.search import Limits, Reduction, Search
from dlc.tools.reduce.text import DropBraces, DropLines, UnwrapBraces, text_reductions


class DropItems(Reduction[tuple[int, ...]]):
    """Remove items."""

    name = "items"

    def count(self, state: tuple[int, ...]) -> int:
        return len(state)

    def apply(self, state: tuple[int, ...], chosen: range, way: int) -> tuple[int, ...]:
        return state[: chosen.start] + state[chosen.stop :]


def search_of(
    items: tuple[int, ...], test: Callable[[tuple[int, ...]], bool], jobs: int = 1, limits: Limits | None = None
) -> Search[tuple[int, ...]]:
    return Search(items, str(items), str, lambda state, _: test(state), jobs=jobs, limits=limits)


@pytest.mark.parametrize("jobs", [1, 4])
@pytest.mark.parametrize("wanted", [set(), {0}, {999}, {3, 700}, {1, 2, 500, 998}])
def test_what_is_wanted_stays(wanted: set[int], jobs: int) -> None:
    search = search_of(tuple(range(1000)), lambda state: wanted <= set(state), jobs)
    assert set(search.minimize([DropItems()])) == wanted
    assert search.tests <= 60 * max(1, len(wanted))


def test_items_that_go_only_together_go() -> None:
    """Pairs in neighbouring places are found by chunks of two."""
    search = search_of(tuple(range(64)), lambda state: all((item ^ 1) in state for item in state) and 6 in state)
    assert search.minimize([DropItems()]) == (6, 7)


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_jobs_change_neither_the_result_nor_the_count(jobs: int) -> None:
    def test(state: tuple[int, ...]) -> bool:
        time.sleep(0.001 * (len(state) % 3))  # answers come out of order
        return sum(state) % 7 == 3 and len(state) > 4

    items = tuple(range(10, 90))
    start = next(items[:end] for end in range(len(items), 0, -1) if test(items[:end]))
    one, several = search_of(start, test), search_of(start, test, jobs)
    assert one.minimize([DropItems()]) == several.minimize([DropItems()])
    assert one.tests == several.tests


def test_several_jobs_run_at_once() -> None:
    lock, three_run = threading.Lock(), threading.Event()
    running = most = 0

    def test(state: tuple[int, ...]) -> bool:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            if running == 3:
                three_run.set()
        if len(state) == 5:  # there are six of these, for which nothing is waited
            three_run.wait(60)
        with lock:
            running -= 1
        return False

    search_of(tuple(range(6)), test, 3).minimize([DropItems()])
    assert most == 3


def test_limits_say_why_the_search_ended() -> None:
    search = search_of(tuple(range(100)), lambda state: 50 in state, limits=Limits(tests=5))
    assert 50 in search.minimize([DropItems()])
    assert (search.tests, search.stopped) == (5, "after 5 tests")
    search = search_of(tuple(range(100)), lambda state: 50 in state, limits=Limits(seconds=1e-9))
    assert len(search.minimize([DropItems()])) == 100
    assert search.tests == 0


def test_an_interruption_leaves_the_best_so_far() -> None:
    asked = 0

    def test(state: tuple[int, ...]) -> bool:
        nonlocal asked
        asked += 1
        if asked == 5:
            raise KeyboardInterrupt
        return 50 in state

    search = search_of(tuple(range(100)), test)
    with pytest.raises(KeyboardInterrupt):
        search.minimize([DropItems()])
    assert 50 in search.best
    assert len(search.best) < 50


# -- Text ------------------------------------------------------------------------------------------------------------


def minimized(text: str, test: Callable[[str], bool]) -> str:
    return Search(text, text, str, lambda _, candidate: test(candidate)).minimize(text_reductions())


TEXT = """
module {
  func.func @f() {
    "a.b"() {text = "}"} : () -> () // }
    if {
      inner
    } else {
      other
    }
  }
  func.func @g() {
    bug here
  }
}
"""


def test_braces_in_strings_and_comments_do_not_count() -> None:
    reduction = DropBraces()
    assert reduction.count(TEXT) == 5
    assert reduction.apply(TEXT, range(4, 5), 0) == "\n"  # the outermost comes last
    without_f = reduction.apply(TEXT, range(2, 3), 0)
    assert without_f == "\nmodule {\n  func.func @g() {\n    bug here\n  }\n}\n"


def test_wrappers_go_and_leave_what_is_inside() -> None:
    assert UnwrapBraces().apply("a {\n  b\n}\nc\n", range(1), 0) == "  b\nc\n"


def test_lines_keep_their_ends() -> None:
    assert DropLines().apply("a\r\nb\nc", range(1, 2), 0) == "a\r\nc"


def test_text_is_reduced_to_what_matters() -> None:
    assert minimized(TEXT, lambda text: "bug" in text) == "bug"
    assert minimized(TEXT, lambda text: "inner" in text and "here" in text) == "innerhere"
    assert minimized(TEXT, lambda text: "}" in text.replace('"', "")) == "}"
    assert minimized('{{{ "unclosed\n}', lambda text: '"' in text) == '"unclosed'


def test_large_text_takes_few_tests() -> None:
    lines = [f"line {number} {{\n  x\n}}\n" for number in range(3000)]
    lines[1234] = "bug\n"
    tests = 0

    def test(text: str) -> bool:
        nonlocal tests
        tests += 1
        return "bug" in text

    assert minimized("".join(lines), test) == "bug"
    assert tests < 100
