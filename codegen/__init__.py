"""Machine code: LLVM IR text from the llvm dialect, object code, JIT, assembly and PTX through llvmlite."""
