"""From `memref` to `llvm`, as MLIR's `finalize-memref-to-llvm` does it, but that memrefs are kept in parts between ops.

Elements are in `access`, memory is taken and freed in `allocation`, what only describes memory in another way is in
`views`, `copies` copies and reshapes, `globals` has the names. Not here: `memref.alloca_scope`, a region, which
`loop-to-cf` dissolves.
"""

from . import access, allocation, copies, globals, views

PATTERNS = (*access.PATTERNS, *allocation.PATTERNS, *copies.PATTERNS, *globals.PATTERNS, *views.PATTERNS)
