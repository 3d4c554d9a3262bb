"""Machine code of NVIDIA's GPUs from PTX, by `ptxas` where it is installed; the driver compiles PTX otherwise."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from dlc.ir.errors import DlcError

SECONDS = 600
_FUNCTION = re.compile(r"Compiling entry function '([\w$]+)'")
_SPILLED = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")


class PtxasError(DlcError):
    """ptxas did not accept PTX."""


class UnknownArchitecture(PtxasError):
    """ptxas is too old or too new for an architecture."""


class KernelUse(NamedTuple):
    """The resources of a kernel, as ptxas reports them."""

    registers: int
    spilled_bytes: int
    shared_bytes: int


def has_ptxas() -> bool:
    """Return whether ptxas is installed."""
    return shutil.which("ptxas") is not None


def assembled(ptx: str, arch: str) -> tuple[bytes, Mapping[str, KernelUse]]:
    """Return the machine code for an architecture, and what each kernel uses. Raises `PtxasError`."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "kernels.ptx", Path(folder) / "kernels.cubin"
        source.write_text(ptx)
        command = ["ptxas", f"-arch={arch}", "-v", str(source), "-o", str(target)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PtxasError(f"ptxas cannot assemble kernels for {arch}: {error}") from None
        if done.returncode and "'gpu-name'" in done.stderr:
            raise UnknownArchitecture(f"this version of ptxas does not know {arch}")
        if done.returncode:
            raise PtxasError(f"ptxas cannot assemble kernels for {arch}:\n{done.stderr.strip()}")
        return target.read_bytes(), _uses(done.stderr)


def _uses(report: str) -> dict[str, KernelUse]:
    uses: dict[str, KernelUse] = {}
    for part in report.split("Compiling entry function")[1:]:
        name = _FUNCTION.match(f"Compiling entry function{part}")
        registers = re.search(r"Used (\d+) registers", part)
        shared, spilled = re.search(r"(\d+) bytes smem", part), _SPILLED.search(part)
        if name is not None and registers is not None:
            uses[name[1]] = KernelUse(
                int(registers[1]), sum(map(int, spilled.groups())) if spilled else 0, int(shared[1]) if shared else 0
            )
    return uses
