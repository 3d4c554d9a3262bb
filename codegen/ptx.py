"""PTX, the assembly of NVIDIA's GPUs, from a module of kernels in the llvm dialect.

Calls of functions that do not exist are rejected at the op: LLVM emits `.extern .func` for functions that are only
declared. So are intrinsics that the architecture does not have, for which LLVM ends the process. The version of PTX is
the first one for the architecture that has all intrinsics, so that drivers may be old.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from dlc.dialects import llvm
from dlc.dialects.gpu import architecture_around
from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import Compilation
from .gpu_target import TRIPLE, target_for
from .kernels import has_code, report_missing, report_other_arch

_EXTERN = re.compile(r"^\s*\.extern\s+\.func\s+(?:\([^)]*\)\s*)?([\w$]+)", re.MULTILINE)

_NEEDED = (
    (re.compile(r"llvm\.nvvm\.mma\.\S*e[45]m[23]"), 89, 84),
    (re.compile(r"llvm\.nvvm\.(mma\.|cp\.async\.)"), 80, 0),
    (re.compile(r"llvm\.nvvm\.ldmatrix\."), 75, 0),
)
"""The number of the first architecture that has an intrinsic, and the version of PTX that has it, if that is later than
the first one for the architecture. The first entry that matches a name counts.
"""
_FIRST_LATER = 100
"""The first architecture whose PTX is of a later version than any of these."""


def compile_ptx(
    module: Operation, diagnostics: DiagnosticEngine, arch: str = "", level: int = 3, *, show_llvm: bool = False
) -> str | None:
    """Return the PTX of a module whose ops are of the llvm dialect, or `None` if errors were reported."""
    target = target_for(arch)
    if not has_code(module, TRIPLE, diagnostics) or not _is_for(target.cpu, module, diagnostics):
        return None
    needed = list(_needed_by(module))
    too_late = [(op, number) for op, number, _ in needed if number > _number(target.cpu)]
    for op, number in too_late:
        diagnostics.error(op.location, f"'{op.name}' op needs 'sm_{number}' or later, but got '{target.cpu}'")
    if too_late:
        return None
    version = max((version for _, _, version in needed), default=0)
    if version and _number(target.cpu) < _FIRST_LATER:
        target = replace(target, features=f"+ptx{version}")
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


def _needed_by(module: Operation) -> Iterator[tuple[Operation, int, int]]:
    """Return the intrinsics that not all architectures have, and for each what it needs."""
    for op in module.walk():
        if isinstance(op, llvm.CallIntrinsicOp):
            for name, number, version in _NEEDED:
                if name.match(op.intrin.value):
                    yield op, number, version
                    break


def _number(arch: str) -> int:
    """Return the number of an architecture of NVIDIA's: 90 of `sm_90a`; 0 of others."""
    return int("".join(filter(str.isdigit, arch))) if arch.startswith("sm_") else 0
