"""The conformance corpus: where it lies, how it is split, and how mlir-opt is asked about it.

Not here: what is expected of dlc (test_against_mlir.py) and how the generic text is made (regenerate.py).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
INPUTS = HERE / "inputs"
GENERIC = HERE / "generic"
REJECTS = HERE / "rejects"
SPLIT = "// -----"
MLIR_OPT = shutil.which("mlir-opt-22")
ALLOW = "--allow-unregistered-dialect"
PRINT_GENERIC = "--mlir-print-op-generic"
PRINT_DEBUGINFO = "--mlir-print-debuginfo"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run of a tool."""

    status: int
    output: str
    errors: str


def read(path: Path) -> str:
    """The text of a corpus file: line ends untouched, bytes that are not UTF-8 kept."""
    return path.read_bytes().decode("utf-8", errors="surrogateescape")


def write(path: Path, text: str) -> None:
    """The inverse of read."""
    path.write_bytes(text.encode("utf-8", errors="surrogateescape"))


def chunks(text: str) -> list[str]:
    """The modules of a text, each ending in a line feed; mlir-opt splits at the marker wherever it stands."""
    return [f"{chunk.strip()}\n" for chunk in text.split(SPLIT) if chunk.strip()]


def run_process(command: list[str], text: str) -> Outcome:
    """Run a command with this standard input."""
    data = text.encode("utf-8", errors="surrogateescape")
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    output, errors = (stream.decode("utf-8", errors="surrogateescape") for stream in (done.stdout, done.stderr))
    return Outcome(done.returncode, output, errors)


def run_mlir_opt(text: str, *flags: str) -> Outcome:
    """mlir-opt-22 on a text of many modules."""
    assert MLIR_OPT is not None
    return run_process([MLIR_OPT, ALLOW, "--split-input-file", *flags], text)


def error_positions(errors: str) -> list[tuple[int, int]]:
    """The line and column of each error in a tool's diagnostics."""
    places = re.findall(r"^[^\n]*?:(\d+):(\d+): error: ", errors, re.MULTILINE)
    return [(int(line), int(column)) for line, column in places]
