"""Keeps pytest from importing the root of the checkout as a package of tests.

The root is the package `dlc`. pytest would see its `__init__.py`, take the folder for a package with tests in it, and
import it a second time, under the folder's name.
"""

from pathlib import Path

import pytest


class RootIsNoTestPackage:
    """A plugin, because a conftest's own hooks do not reach the folders above it."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if path != parent.config.rootpath:
            return None
        return pytest.Dir.from_parent(parent, path=path)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(RootIsNoTestPackage())
