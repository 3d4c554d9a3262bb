"""Tests of frames with room for the calls below."""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import signature

import pytest

from dlc.compiler import compile
from dlc.ir.call_stack import ROOM, with_room_for_calls
from dlc.passes.manager.pipeline import Pipeline
from dlc.tools.dlc_opt import run

resource = pytest.importorskip("resource")  # Windows has none

DEEPEST = 300
CALLS = 1000


def test_no_call_in_a_frame_with_room_takes_memory_from_the_system() -> None:
    """A chunk that every call takes anew is a page fault per call; the stack has one in some hundred calls."""

    @with_room_for_calls
    def measured(depth: int) -> int:
        return below(depth, faults_of_calls)

    assert sum(measured(depth) >= CALLS for depth in range(DEEPEST)) == 0


@pytest.mark.skipif(sys.version_info < (3, 11), reason="earlier versions of Python have no chunks")
def test_long_work_is_done_in_frames_with_room() -> None:
    for function in (compile, Pipeline.run, run):
        assert function.__code__.co_stacksize == ROOM


def test_a_function_with_room_is_what_it_was() -> None:
    def double(x: int, *, y: int = 1) -> int:
        """Return twice the sum."""
        return 2 * (x + y)

    before = signature(double)
    roomy = with_room_for_calls(double)
    assert (roomy(3, y=4), roomy.__doc__, signature(roomy)) == (14, "Return twice the sum.", before)


def below(depth: int, work: Callable[[], int]) -> int:
    """Do work in a frame that is deeper in the stack."""
    return below(depth - 1, work) if depth else work()


def faults_of_calls() -> int:
    """Return how many page faults it takes to call a function often."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for number in range(CALLS):
        same(number)
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


def same(number: int) -> int:
    """Return a number."""
    return number
