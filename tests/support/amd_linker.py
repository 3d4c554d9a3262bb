"""The linker of LLVM that makes code objects for AMD's GPUs, where one is installed that is new enough."""

from __future__ import annotations

import re
import subprocess

from dlc.codegen.amdgcn import OLDEST_LINKER, linkers


def amd_linker() -> str | None:
    """Return the linker, or `None` if there is none for the kind of object files that LLVM writes."""
    return next((linker for linker in linkers() if _release(linker) >= OLDEST_LINKER), None)


def _release(linker: str) -> int:
    """Return the release of LLVM that a linker belongs to."""
    said = subprocess.run([linker, "--version"], check=True, capture_output=True, text=True).stdout
    release = re.search(r"LLD (\d+)", said)
    return int(release[1]) if release else 0
