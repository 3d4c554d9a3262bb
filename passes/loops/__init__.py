"""Dependences between the iterations of affine loops, and transformations that they allow or forbid.

`dependences` says which iterations depend on which; `accesses`, `loop_ranges`, `memory_origins` and `integer_systems`
are what it asks. Each transformation is a function on loops: it returns the loops that take the place of those it was
given, or raises `Refusal`, which names what forbids it, with the IR as it was. `branches`, `element_accesses` and
`loop_lowering` are what `loop-to-cf` consists of.
"""
