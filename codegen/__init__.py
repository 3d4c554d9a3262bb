"""Machine code: LLVM IR text from the llvm dialect, object code, JIT, assembly and PTX through llvmlite.

`llvm_ir` writes the text and needs nothing else; `target`, `compiler` and `jit` load LLVM when they are imported.
"""
