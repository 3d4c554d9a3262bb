"""mlir-opt as an engine: a process for each measurement, whose own timing report says how long each part took."""

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
"""What each case is called in the report, and the flags that bring it about."""


def find_mlir_opt() -> str | None:
    """The MLIR 22 tool, if this machine has it."""
    return shutil.which("mlir-opt-22")


class MlirOpt:
    """Times parts of mlir-opt, with the threads that it likes to use. It has no report on creating and cloning."""

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
        found = re.search(rf"^\s*([\d.]+) \(\s*[\d.]+%\)\s+{part}$", done.stderr, re.MULTILINE)
        if found is None:
            raise RuntimeError(f"no time for '{part}' in: {done.stderr[:500]}")
        return float(found.group(1))

    def close(self) -> None:
        """Nothing runs between measurements."""
