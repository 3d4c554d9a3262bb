"""What holds for all tests: the root of the checkout is no package of tests, and looking for garbage costs little.

The root is the package `dlc`. pytest would see its `__init__.py`, take the folder for a package with tests in it, and
import it a second time, under the folder's name.
"""

import gc
from pathlib import Path

import pytest


class RootIsNoTestPackage:
    """A plugin, because a conftest's own hooks do not reach the folders above it."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if path != parent.config.rootpath:
            return None
        return pytest.Dir.from_parent(parent, path=path)


class KeptIsNotSearched:
    """What is left after many tests stays: looking through all of it for garbage took a fifth of the time."""

    TESTS = 100

    def __init__(self) -> None:
        self.count = 0

    def pytest_runtest_logfinish(self) -> None:
        self.count += 1
        if self.count % self.TESTS == 0:
            gc.collect()
            gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(RootIsNoTestPackage())
    config.pluginmanager.register(KeptIsNotSearched())
