"""Scripts in processes of their own: for what happens when one forks, fails, or ends."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from .forked_python import ForkingPython

KEPT = ("PATH", "HOME", "PYTHONPATH")
SHARED_CACHE = "DLC_TEST_SHARED_CACHE"
"""The environment variable with the cache of these processes, a new one for each run of the tests."""


def check_in_new_process(code: str, expected: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script; it must end by itself, with the status that is expected. Memory is overwritten when it is freed.

    Processes that need other variables than those of dlc, which C reads when it starts, are no forks.
    """
    is_fork = all(name.startswith("DLC_") for name in environment)
    done = subprocess.run(
        [_forking_python() if is_fork else sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=_inherited() | environment,
    )
    assert done.returncode == expected, done.stderr
    return done


def _inherited() -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return kept | {"DLC_CACHE_DIR": os.environ.get(SHARED_CACHE, ""), "MALLOC_PERTURB_": "165"}


@cache
def _forking_python() -> Path:
    """A program that runs Python in processes that have imported the compiler, as these scripts do anyway."""
    folder = TemporaryDirectory(prefix="dlc-")
    atexit.register(folder.cleanup)
    python = ForkingPython(Path(folder.name), sys.executable, ["dlc.compilation", "dlc.compiler"], _inherited())
    atexit.register(python.close)
    return python.write_command("python")
