"""Search path of `--load-dialect` and `--load-pass`: installed modules, the folder of the input, the current folder.

These folders come last, so no file in them takes the place of an installed module, and they are searched only while a
module is imported that the command line names.
"""

from __future__ import annotations

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
