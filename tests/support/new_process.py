"""Scripts in processes of their own: for what happens when one forks, fails, or ends."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

KEPT = ("PATH", "HOME", "PYTHONPATH")
SHARED_CACHE = "DLC_TEST_SHARED_CACHE"
"""The environment variable with the cache of these processes, a new one for each run of the tests."""


def check_in_new_process(code: str, expected: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script; it must end by itself, with the status that is expected. Memory is overwritten when it is freed."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    kept["DLC_CACHE_DIR"] = os.environ.get(SHARED_CACHE, "")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**kept, "MALLOC_PERTURB_": "165", **environment},
    )
    assert done.returncode == expected, done.stderr
    return done
