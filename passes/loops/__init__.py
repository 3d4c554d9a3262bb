"""Affine loops: why a transformation is allowed, the transformations, and the schedules that put them in order.

- `analysis/`: accesses, dependences, ranges and the linear systems behind them.
- `transforms/`, `vectorize/`: one transformation a file, a function with its pass. The function returns the loops that
  take the place of those it was given, or raises `Refusal`, which names what forbids it, and leaves the IR as it was.
- `schedules/`: steps written on a nest, the cost model that chooses them, and the pass that applies them.
"""
