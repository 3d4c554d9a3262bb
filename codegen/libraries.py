"""From a module of the dialect `llvm` to functions that can be called."""

from __future__ import annotations

from dlc.dialects.llvm import FuncOp
from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import object_file
from .jit import Library, link
from .target import Target


def compile_library(
    module: Operation, diagnostics: DiagnosticEngine, level: int = 2, target: Target | None = None
) -> Library | None:
    """Compile a module of the llvm dialect for this machine; return `None` if errors were reported."""
    code = object_file(module, diagnostics, target, level)
    return link([code], exported(module)) if code is not None else None


def exported(module: Operation) -> list[str]:
    """Return the public functions of a module."""
    functions = [op for block in module.regions[0].blocks for op in block.ops if isinstance(op, FuncOp)]
    return [op.sym_name.value for op in functions if not op.is_declaration() and not op.can_discard()]
