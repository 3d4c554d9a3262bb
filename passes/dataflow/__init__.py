"""Dataflow: what is known at each place of a program, found by following it until nothing changes.

    solver = Solver()
    dead_code = solver.load(DeadCodeAnalysis())
    constants = solver.load(ConstantPropagation(dead_code))
    solver.run(module)
    constants.constant_of(value)

`Solver` keeps one work list for several analyses, which may ask one another. A sparse analysis knows something of each
value, a dense one of each point in the program; each comes forward (from where values are made) and backward (from
where they are used). They follow branches, regions and calls through the interfaces of `ir.interfaces`, so that ops of
any dialect take part.
"""

from __future__ import annotations
