"""The modules of `--load-dialect` and `--load-pass`, and where they are searched.

That is among installed modules, in the folder of the input, and in the current folder.

These folders come last, so no file in them takes the place of an installed module, and they are searched only while a
module is imported that the command line names.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager


@contextmanager
def beside(inputs: Iterable[str]) -> Generator[None]:
    """Let Python find modules in the folders of some files (`-` has none) and in the current folder."""
    folders = [os.path.dirname(os.path.realpath(name)) for name in inputs if name != "-"] + [os.getcwd()]
    before = list(sys.path)
    sys.path += [folder for folder in dict.fromkeys(folders) if folder not in before]
    try:
        yield
    finally:
        sys.path[:] = before


def modules_in(names: Iterable[str]) -> list[str]:
    """Return the modules that a flag names which may be given several times, with several modules between commas."""
    return [module for each in names for module in each.split(",") if module]


def load_passes(module_name: str) -> None:
    """Register the passes of a Python module."""
    running = importlib.import_module("dlc.tools.pipeline_run")  # the passes' machinery, for those who name passes
    running.load_pass_module(module_name)
