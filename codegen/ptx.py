"""PTX, the assembly of NVIDIA's GPUs, from a module of kernels in the llvm dialect.

Calls of functions that do not exist are rejected at the op: LLVM ends the process for some math functions, and emits
`.extern .func` for functions that are only declared.
"""

from __future__ import annotations

import re

from dlc.dialects import gpu, llvm
from dlc.ir import DictionaryAttr, Operation, StringAttr
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import Compilation
from .gpu_target import TRIPLE, target_for

_EXTERN = re.compile(r"^\s*\.extern\s+\.func\s+(?:\([^)]*\)\s*)?([\w$]+)", re.MULTILINE)
_WITHOUT_CODE = (
    *("exp", "exp2", "exp10", "log", "log2", "log10", "pow", "powi", "sin", "cos", "tan", "asin", "acos", "atan"),
    *("atan2", "sinh", "cosh", "tanh", "ldexp", "frexp", "modf", "sincos"),
)
NO_CODE = frozenset(f"llvm.intr.{name}" for name in _WITHOUT_CODE)
"""Math functions for which LLVM cannot generate NVPTX code, and ends the process."""


def compile_ptx(
    module: Operation, diagnostics: DiagnosticEngine, arch: str = "", level: int = 3, *, show_llvm: bool = False
) -> str | None:
    """Return the PTX of a module whose ops are of the llvm dialect, or `None` if errors were reported."""
    target = target_for(arch)
    if not _has_code(module, diagnostics) or not _is_for(target.cpu, module, diagnostics):
        return None
    compilation = Compilation.of(module, diagnostics, target, level, show_llvm=show_llvm)
    if compilation is None:
        return None
    if level > 0:
        compilation.optimize()
    text = compilation.assembly()
    missing = _EXTERN.findall(text)
    for name in dict.fromkeys(missing):
        _report_missing(module, name, diagnostics)
    return None if missing else text


def _has_code(module: Operation, diagnostics: DiagnosticEngine) -> bool:
    """Report math functions that LLVM cannot compile; return whether there are none."""
    ok = True
    for op in module.walk():
        name = op.properties.get("intrin") if isinstance(op, llvm.CallIntrinsicOp) else None
        called = f"llvm.intr.{_base(name.value)}" if isinstance(name, StringAttr) else op.name
        if called in NO_CODE:
            diagnostics.error(op.location, f"'{op.name}' op is not available for '{TRIPLE}'; run 'expand-math' first")
            ok = False
    return ok


def _is_for(arch: str, module: Operation, diagnostics: DiagnosticEngine) -> bool:
    """Report kernels that were made for a later architecture; return whether there are none."""
    around: Operation | None = module
    while around is not None and gpu.MACHINE not in around.attributes:
        around = around.parent_op
    machine = around.attributes[gpu.MACHINE] if around is not None else None
    made_for = machine.as_dict().get("arch") if isinstance(machine, DictionaryAttr) else None
    if not isinstance(made_for, StringAttr) or _number(made_for.value) <= _number(arch):
        return True
    advice = f"run 'lower-to-gpu{{arch={arch}}}'"
    diagnostics.error(module.location, f"'{module.name}' op has kernels for '{made_for.value}', not '{arch}'; {advice}")
    return False


def _number(arch: str) -> int:
    """Return the number of an architecture: 90 of `sm_90a`."""
    return int("".join(filter(str.isdigit, arch)) or 0)


def _base(intrinsic: str) -> str:
    """Return the base name of an intrinsic: `exp` of `llvm.exp.f32`."""
    return intrinsic.removeprefix("llvm.").partition(".")[0]


def _report_missing(module: Operation, name: str, diagnostics: DiagnosticEngine) -> None:
    """Report an op that requires a missing function."""
    callers = [op for op in module.walk() if _calls(op, name)]
    declared = [op for op in module.walk() if isinstance(op, llvm.FuncOp) and op.sym_name.value == name]
    user = (callers or declared or [module])[0]
    diagnostics.error(user.location, f"'{user.name}' op requires function '{name}', which does not exist on the device")


def _calls(op: Operation, name: str) -> bool:
    callee = op.callee if isinstance(op, llvm.CallOp) else None
    return callee is not None and callee.root == name
