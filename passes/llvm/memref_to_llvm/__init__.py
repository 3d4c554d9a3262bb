"""The lowering of `memref` to `llvm`, like MLIR's `finalize-memref-to-llvm`, with memrefs kept in parts between ops.

Element accesses are in `access`, allocation and deallocation in `allocation`, views and queries in `views`, copies and
reshapes in `copies`, named memrefs in `globals`. Not here: `memref.alloca_scope`, which has a region and is lowered by
`loop-to-cf`.
"""

from . import access, allocation, copies, globals, views

PATTERNS = (*access.PATTERNS, *allocation.PATTERNS, *copies.PATTERNS, *globals.PATTERNS, *views.PATTERNS)
