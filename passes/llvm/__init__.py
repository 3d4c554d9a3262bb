"""As which instructions: from scalars, vectors, memrefs and control flow to the dialect `llvm`."""
