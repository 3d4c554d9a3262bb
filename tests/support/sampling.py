"""A part of the cases of tests that have many: `@pytest.mark.sampled(4)` runs a quarter, `--all-cases` all of them.

Which cases run depends on their names alone, so that every run and every worker has the same.
"""

from __future__ import annotations

import zlib

import pytest

OPTION = "--all-cases"


class SampledCases:
    """A plugin that leaves out cases of tests with the mark, after all other selections."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if config.getoption(OPTION):
            return
        cases: dict[str, list[pytest.Item]] = {}
        for item in items:
            if item.get_closest_marker("sampled") is not None:
                cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
        left_out = {item for each in cases.values() for item in _left_out(each)}
        if left_out:
            config.hook.pytest_deselected(items=[item for item in items if item in left_out])
            items[:] = [item for item in items if item not in left_out]


def _left_out(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of a test that do not run: there is always one that does."""
    marker = cases[0].get_closest_marker("sampled")
    assert marker is not None
    [parts] = marker.args
    ordered = sorted(cases, key=lambda item: zlib.crc32(item.nodeid.encode()))
    return ordered[-(-len(cases) // parts) :]
