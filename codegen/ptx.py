"""PTX, the assembly of NVIDIA's GPUs, from a module of kernels in the llvm dialect.

Calls of functions that do not exist are rejected at the op: LLVM emits `.extern .func` for functions that are only
declared.
"""

from __future__ import annotations

import re

from dlc.dialects.gpu import architecture_around
from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import Compilation
from .gpu_target import TRIPLE, target_for
from .kernels import has_code, report_missing, report_other_arch

_EXTERN = re.compile(r"^\s*\.extern\s+\.func\s+(?:\([^)]*\)\s*)?([\w$]+)", re.MULTILINE)


def compile_ptx(
    module: Operation, diagnostics: DiagnosticEngine, arch: str = "", level: int = 3, *, show_llvm: bool = False
) -> str | None:
    """Return the PTX of a module whose ops are of the llvm dialect, or `None` if errors were reported."""
    target = target_for(arch)
    if not has_code(module, TRIPLE, diagnostics) or not _is_for(target.cpu, module, diagnostics):
        return None
    compilation = Compilation.of(module, diagnostics, target, level, show_llvm=show_llvm)
    if compilation is None:
        return None
    if level > 0:
        compilation.optimize()
    text = compilation.assembly()
    missing = _EXTERN.findall(text)
    for name in dict.fromkeys(missing):
        report_missing(module, name, diagnostics)
    return None if missing else text


def _is_for(arch: str, module: Operation, diagnostics: DiagnosticEngine) -> bool:
    """Report kernels that were made for a later architecture, for AMD's, or, as for sm_90a, for one alone; return
    whether there are none.
    """
    made_for = architecture_around(module)
    if not made_for or made_for == arch or (0 < _number(made_for) <= _number(arch) and made_for[-1] not in "af"):
        return True
    report_other_arch(module, arch, diagnostics)
    return False


def _number(arch: str) -> int:
    """Return the number of an architecture of NVIDIA's: 90 of `sm_90a`; 0 of others."""
    return int("".join(filter(str.isdigit, arch))) if arch.startswith("sm_") else 0
