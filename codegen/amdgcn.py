"""Code objects of AMD's GPUs, from a module of kernels in the llvm dialect.

The result is an object file in ELF with a descriptor for each kernel. `ld.lld -shared` makes the code object of it that
HIP loads; ROCm has this linker.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dlc.dialects.gpu import architecture_around
from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.errors import DlcError

from .emission import Compilation
from .gpu_target import AMD_TRIPLE, amd_target_for, is_amd
from .kernels import has_code, report_missing, report_other_arch

OLDEST_LINKER, NEWEST_LINKER = 17, 40
"""The releases of LLVM whose linkers are looked for by number; the oldest one is that of ROCm 6.0."""
ROCM, FOLDER_VARIABLE = "/opt/rocm", "ROCM_PATH"
"""The folder where ROCm is installed, and the environment variable that names another one."""
_SECONDS = 600
_DECLARED = re.compile(r'^declare [^@\n]*@"?([\w$.]+)', re.MULTILINE)


class AMDLinkError(DlcError):
    """There is no linker for code of AMD's GPUs, or it failed."""


def compiled_kernels(
    module: Operation, diagnostics: DiagnosticEngine, arch: str = "", level: int = 3, *, show_llvm: bool = False
) -> Compilation | None:
    """Return the optimized code of a module whose ops are of the llvm dialect, or `None` if errors were reported.

    Assembly or an object file can be emitted of it once: LLVM's code generator changes the module.
    """
    made_for = architecture_around(module)
    target = amd_target_for(arch or (made_for if is_amd(made_for) else ""))
    if not has_code(module, AMD_TRIPLE, diagnostics):
        return None
    if made_for not in ("", target.cpu):
        report_other_arch(module, target.cpu, diagnostics)
        return None
    compilation = Compilation.of(module, diagnostics, target, level, show_llvm=show_llvm)
    if compilation is None:
        return None
    if level > 0:
        compilation.optimize()
    missing = [name for name in _DECLARED.findall(compilation.llvm_ir()) if not name.startswith("llvm.")]
    for name in missing:
        report_missing(module, name, diagnostics)
    return None if missing else compilation


def code_object(module: Operation, diagnostics: DiagnosticEngine, arch: str, level: int = 3) -> bytes | None:
    """Return the linked kernels of a module, or `None` if errors were reported. Raises `AMDLinkError`."""
    compilation = compiled_kernels(module, diagnostics, arch, level)
    return None if compilation is None else _linked(compilation.object_code())


def _linked(code: bytes) -> bytes:
    """Return the code object of an object file, made by the first linker that knows this kind of object files."""
    reason = "there is none"
    for linker in linkers():
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "kernels.o", Path(folder) / "kernels.hsaco"
            source.write_bytes(code)
            command = [linker, "-shared", str(source), "-o", str(target)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)
            except (OSError, subprocess.TimeoutExpired) as error:
                reason = str(error)
                continue
            if done.returncode == 0:
                return target.read_bytes()
            reason = f"'{linker}' says: {done.stderr.strip()}"
    raise AMDLinkError(
        f"kernels for AMD's GPUs are linked by 'ld.lld' of LLVM {OLDEST_LINKER} or newer, but {reason}; install it, or "
        f"let {FOLDER_VARIABLE} be the folder of ROCm, which has it"
    )


def linkers() -> Iterator[str]:
    """Return the linkers of this machine: that of ROCm first, which is as new as HIP."""
    names = ("ld.lld", *(f"ld.lld-{release}" for release in range(NEWEST_LINKER, OLDEST_LINKER - 1, -1)))
    folder = os.environ.get(FOLDER_VARIABLE) or ROCM
    own = shutil.which("ld.lld", path=f"{folder}/llvm/bin")
    yield from filter(None, [own, *map(shutil.which, names)])
