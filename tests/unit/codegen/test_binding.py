"""The lifetimes of LLVM's modules and contexts. A mistake ends the process, so each test runs in one of its own."""

from __future__ import annotations

import subprocess
import sys

IN_CYCLES = """
import gc
from dlc.codegen.binding import parsed

gc.disable()
for _ in range(20):
    module = parsed("define void @f() { ret void }")
    cycle = [module, module._context]
    cycle.append(cycle)
    del module, cycle
    gc.collect()
"""
IN_ERRORS = """
import gc
from dlc.codegen.binding import parsed

kept = []
for _ in range(20):
    try:
        parsed("define")
    except RuntimeError as error:
        kept.append(error)
    kept.append(kept)
del kept
gc.collect()
"""


def ends_well(script: str) -> bool:
    return subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_modules_in_cycles_are_freed_before_their_contexts() -> None:
    assert ends_well(IN_CYCLES)


def test_modules_that_cannot_be_parsed_are_freed_once() -> None:
    assert ends_well(IN_ERRORS)
