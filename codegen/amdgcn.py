"""Code objects of AMD's GPUs, from a module of kernels in the llvm dialect.

The result is an object file in ELF with a descriptor for each kernel. `ld.lld -shared` makes the code object of it that
HIP loads.
"""

from __future__ import annotations

import re

from dlc.dialects.gpu import architecture_around
from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import Compilation
from .gpu_target import AMD_TRIPLE, amd_target_for, is_amd
from .kernels import has_code, report_missing, report_other_arch

_DECLARED = re.compile(r'^declare [^@\n]*@"?([\w$.]+)', re.MULTILINE)


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
