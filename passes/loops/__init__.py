"""Affine loops: the legality of transformations, the transformations, and the schedules that combine them.

- `analysis/`: accesses, dependences, ranges and the linear systems that decide them.
- `transforms/`, `vectorize/`: one transformation per file, a function with its pass. The function returns the new
  loops, or raises `Refusal`, which names what forbids the transformation, and leaves the IR unchanged.
- `schedules/`: steps written on a nest, the cost model that chooses them, and the pass that applies them.
"""
