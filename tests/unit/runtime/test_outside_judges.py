"""Outside judges of random programs: a few of those that `make fuzz-outside` runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.outside_trials import TRIALS, Finding


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("trial", TRIALS.values(), ids=TRIALS)
def test_judges_find_nothing(trial: Callable[[int], Finding | None], number: int) -> None:
    found = trial(number)
    assert found is None, f"{found.message}\n{found.text}"
