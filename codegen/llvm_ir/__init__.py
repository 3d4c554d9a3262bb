"""LLVM IR text from the llvm dialect, without llvmlite.

Everything that cannot be translated is reported at its op; one run reports all errors.
"""

from __future__ import annotations

from .modules import LLVMText, emit_llvm_ir
from .parts import Part

__all__ = ["LLVMText", "Part", "emit_llvm_ir"]
