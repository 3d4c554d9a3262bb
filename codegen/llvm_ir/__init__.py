"""LLVM IR text from the llvm dialect. Nothing in here needs llvmlite.

What cannot be translated is reported at the op that it is about, all of it in one run.
"""

from __future__ import annotations

from .modules import LLVMText, emit_llvm_ir
from .parts import Part

__all__ = ["LLVMText", "Part", "emit_llvm_ir"]
