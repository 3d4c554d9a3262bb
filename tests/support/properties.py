"""The number and origin of the examples of property tests.

Usually they are the same in every run, on every machine and in every process, and no test fails for taking long:
`fix_draws`, which `conftest.py` calls. `--fresh-draws=10` draws ten times as many anew (`make fuzz-properties`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from hypothesis import HealthCheck, core, settings
from hypothesis.internal.conjecture import providers

_scale = 1

PIN = """Each finding above says `Falsifying example: test_name(seed=...)`. To pin it, write
    @example(seed=...)
above `@given` of that test (from hypothesis import example), mend what is wrong, and commit both."""


def fix_draws() -> None:
    """Let all property tests draw the same examples every time, however long that takes."""
    # Without this, hypothesis also draws numbers that it reads in the modules imported so far, so that examples would
    # depend on which tests ran before in this process.
    providers._get_local_constants = lambda: providers._local_constants
    # Nothing draws from global generators (a law): to seed and restore them takes a fifth of an example's overhead.
    core.deterministic_PRNG = nullcontext  # pyright: ignore[reportPrivateImportUsage]
    settings.register_profile(
        "fixed", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("fixed")


def draw_freshly(scale: int) -> None:
    """Let all property tests draw other examples every time, `scale` times as many as usual."""
    global _scale  # noqa: PLW0603 (of the process, as hypothesis's profile is)
    _scale = scale
    settings.register_profile(
        "fresh",
        settings.get_profile("fixed"),
        derandomize=False,
        max_examples=settings.get_profile("fixed").max_examples * scale,
    )
    settings.load_profile("fresh")


def examples(count: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say how many examples a property test draws, where hypothesis's hundred are too many or too few."""
    return settings(max_examples=count * _scale)
