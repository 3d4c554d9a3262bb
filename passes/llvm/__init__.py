"""The lowering of scalars, vectors, memrefs, functions and control flow to the dialect `llvm`."""
