"""Checks of kernels before LLVM compiles them for a GPU, where no library has the functions that it would call.

LLVM ends the process for some math functions, and leaves others, and those that are only declared, undefined.
"""

from __future__ import annotations

from dlc.dialects import gpu, llvm
from dlc.ir import Operation, StringAttr
from dlc.ir.diagnostics import DiagnosticEngine

_WITHOUT_CODE = (
    *("exp", "exp2", "exp10", "log", "log2", "log10", "pow", "powi", "sin", "cos", "tan", "asin", "acos", "atan"),
    *("atan2", "sinh", "cosh", "tanh", "ldexp", "frexp", "modf", "sincos"),
)
NO_CODE = frozenset(f"llvm.intr.{name}" for name in _WITHOUT_CODE)
"""Math functions for which LLVM cannot generate code of a GPU, and ends the process."""


def has_code(module: Operation, triple: str, diagnostics: DiagnosticEngine) -> bool:
    """Report math functions that LLVM cannot compile; return whether there are none."""
    ok = True
    for op in module.walk():
        name = op.properties.get("intrin") if isinstance(op, llvm.CallIntrinsicOp) else None
        called = f"llvm.intr.{_base(name.value)}" if isinstance(name, StringAttr) else op.name
        if called in NO_CODE:
            diagnostics.error(op.location, f"'{op.name}' op is not available for '{triple}'; run 'expand-math' first")
            ok = False
    return ok


def report_other_arch(module: Operation, arch: str, diagnostics: DiagnosticEngine) -> None:
    """Report kernels that were made for an architecture that another one cannot run."""
    advice = f"run 'lower-to-gpu{{arch={arch}}}'"
    made_for = gpu.architecture_around(module)
    diagnostics.error(module.location, f"'{module.name}' op has kernels for '{made_for}', not '{arch}'; {advice}")


def _base(intrinsic: str) -> str:
    """Return the base name of an intrinsic: `exp` of `llvm.exp.f32`."""
    return intrinsic.removeprefix("llvm.").partition(".")[0]


def report_missing(module: Operation, name: str, diagnostics: DiagnosticEngine) -> None:
    """Report an op that requires a missing function."""
    callers = [op for op in module.walk() if _calls(op, name)]
    declared = [op for op in module.walk() if isinstance(op, llvm.FuncOp) and op.sym_name.value == name]
    user = (callers or declared or [module])[0]
    diagnostics.error(user.location, f"'{user.name}' op requires function '{name}', which does not exist on the device")


def _calls(op: Operation, name: str) -> bool:
    callee = op.callee if isinstance(op, llvm.CallOp) else None
    return callee is not None and callee.root == name
