"""mlir-opt as an engine: a process for each measurement, with times from its own timing report."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

PARTS = {
    "parse": ("Parser", ()),
    "print": ("Output", ()),
    "canonicalize": ("Canonicalizer", ("--canonicalize",)),
    "cse": ("CSE", ("--cse",)),
}
"""For each case, its name in the timing report, and the flags that run it."""


def find_mlir_opt() -> str | None:
    """Return the path of the MLIR 22 tool, or `None` if it is not installed."""
    return shutil.which("mlir-opt-22")


class MlirOpt:
    """Times parts of mlir-opt, with its default number of threads. Its report has no times of creating and cloning."""

    def __init__(self, name: str, program: str) -> None:
        self.name = name
        self.program = program

    def measure(self, case: str, arguments: Mapping[str, Any]) -> float | None:
        if case not in PARTS:
            return None
        part, flags = PARTS[case]
        command = [self.program, arguments["file"], *flags, "--allow-unregistered-dialect", "-o", "/dev/null"]
        timing = ["--mlir-timing", "--mlir-timing-display=list"]
        done = subprocess.run([*command, *timing], capture_output=True, text=True, check=True)
        match = re.search(rf"^\s*([\d.]+) \(\s*[\d.]+%\)\s+{part}$", done.stderr, re.MULTILINE)
        if match is None:
            raise RuntimeError(f"no time for '{part}' in: {done.stderr[:500]}")
        return float(match.group(1))

    def close(self) -> None:
        """Do nothing: no process runs between measurements."""
