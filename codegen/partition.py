"""Division of a module into parts, so that LLVM can compile them in parallel.

Each part defines some of the functions and declares the others (`llvm_ir.Part`); the module itself is not changed.

Modules of functions and globals are divided; a module with aliases, comdats or other constructs that concern the module
as a whole stays in one part.
"""

from __future__ import annotations

from collections.abc import Container

from dlc.dialects.llvm import FuncOp, GlobalOp
from dlc.ir import Operation

from .llvm_ir import Part

LEAST_OPS = 1000
"""The minimum number of ops of a part, for which LLVM takes several times as long as starting a process."""


def parts_of(module: Operation, most: int, done: Container[str] = ()) -> list[Part]:
    """Divide a module into at most `most` parts, the first with the globals, or into one if it cannot be divided.

    Functions whose names are in `done` are defined by other parts already.
    """
    functions = (op for op in module.regions[0].entry.ops if isinstance(op, FuncOp) and not op.is_declaration())
    weights = {op: sum(1 for _ in op.walk()) for op in functions if op.sym_name.value not in done}
    count = min(most, len(weights), sum(weights.values()) // LEAST_OPS)
    if done:
        count = max(count, 1)
    elif count < 2 or not can_be_divided(module):
        return [Part(module)]
    shares = _even(weights, count)
    return [Part(module, chosen, has_globals=number == 0) for number, chosen in enumerate(shares)]


def can_be_divided(module: Operation) -> bool:
    """Return whether nothing at the top of a module of the llvm dialect concerns the module as a whole."""
    return all(map(_can_be_apart, module.regions[0].entry.ops))


def _can_be_apart(op: Operation) -> bool:
    return isinstance(op, (FuncOp, GlobalOp)) and op.comdat is None and op.section is None


def _even(weights: dict[FuncOp, int], count: int) -> list[set[FuncOp]]:
    """Assign items to parts, the heaviest first, each to the lightest part so far."""
    parts: list[set[FuncOp]] = [set() for _ in range(count)]
    loads = [0] * count
    for op in sorted(weights, key=weights.__getitem__, reverse=True):
        lightest = loads.index(min(loads))
        parts[lightest].add(op)
        loads[lightest] += weights[op]
    return parts
