"""Type checkers understand what op and attribute classes declare: constructors, accessors, patterns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.run_lines import ROOT

EXAMPLE = Path(__file__).with_name("typing_example.py.txt")
"""Not a `.py`, since it is full of mistakes."""


@pytest.mark.slow
def test_mypy_accepts_what_is_right_and_refuses_what_is_wrong(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    example = tmp_path / "typing_example.py"
    example.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    command += ["--follow-imports=silent", "--no-error-summary", "--python-version", "3.10", str(example)]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "build" / "typing")}
    found = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=tmp_path)
    assert not found.stderr
    refused = {int(line) for line in re.findall(r"typing_example\.py:(\d+): error", found.stdout)}
    lines = EXAMPLE.read_text(encoding="utf-8").split("\n")
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    assert refused == expected, found.stdout
