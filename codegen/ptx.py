"""PTX, the assembly of NVIDIA's GPUs, from a module of kernels in the llvm dialect.

Calls of functions that do not exist are rejected at the op: LLVM emits `.extern .func` for functions that are only
declared. So are intrinsics that the architecture does not have, for which LLVM ends the process. The version of PTX is
the first one for the architecture that has all intrinsics, so that drivers may be old.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from dlc.dialects import llvm
from dlc.dialects.gpu import architecture_around
from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import Compilation
from .gpu_target import TRIPLE, target_for
from .kernels import has_code, report_missing, report_other_arch

_EXTERN = re.compile(r"^\s*\.extern\s+\.func\s+(?:\([^)]*\)\s*)?([\w$]+)", re.MULTILINE)


class _Requirements(NamedTuple):
    """Requirements of the intrinsics whose names match a pattern."""

    name: re.Pattern[str]
    arch: int
    """The number of the first architecture that has it."""
    version: int = 0
    """The version of PTX that has it."""
    before: int = 0
    """The number of the first architecture whose PTX is of a later version anyway."""


_REQUIREMENTS = (
    _Requirements(re.compile(r"llvm\.nvvm\.mma\.\S*e[45]m[23]"), 89, 84, 100),
    _Requirements(re.compile(r"llvm\.nvvm\.mma\.(m16n8k8\.row\.col\.f32|m8n8k16\.row\.col\.s8)"), 75, 65, 80),
    _Requirements(re.compile(r"llvm\.nvvm\.mma\.m8n8k4\.\S*\.f32\.f32"), 70, 64, 80),
    _Requirements(re.compile(r"llvm\.nvvm\.ldmatrix\."), 75, 65, 80),
    _Requirements(re.compile(r"llvm\.nvvm\.(mma\.|cp\.async\.)"), 80),
)
"""Requirements that not all architectures meet; the first entry that matches a name counts."""


def compile_ptx(
    module: Operation, diagnostics: DiagnosticEngine, arch: str = "", level: int = 3, *, show_llvm: bool = False
) -> str | None:
    """Return the PTX of a module whose ops are of the llvm dialect, or `None` if errors were reported."""
    target = target_for(arch)
    if not has_code(module, TRIPLE, diagnostics) or not _is_for(target.cpu, module, diagnostics):
        return None
    needed = list(_needed_by(module))
    number = _number(target.cpu)
    too_late = [(op, each.arch) for op, each in needed if each.arch > number]
    for op, first in too_late:
        diagnostics.error(op.location, f"'{op.name}' op needs 'sm_{first}' or later, but got '{target.cpu}'")
    if too_late:
        return None
    version = max((each.version for _, each in needed if number < each.before), default=0)
    if version:
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


def _needed_by(module: Operation) -> Iterator[tuple[Operation, _Requirements]]:
    """Return the intrinsics that not all architectures have, and for each what it needs."""
    for op in module.walk():
        if isinstance(op, llvm.CallIntrinsicOp):
            needed = next((each for each in _REQUIREMENTS if each.name.match(op.intrin.value)), None)
            if needed is not None:
                yield op, needed


def _number(arch: str) -> int:
    """Return the number of an architecture of NVIDIA's: 90 of `sm_90a`; 0 of others."""
    return int("".join(filter(str.isdigit, arch))) if arch.startswith("sm_") else 0
