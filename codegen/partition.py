"""Division of a module into parts, so that LLVM can compile them in parallel.

Each part defines some of the functions and declares the others (`llvm_ir.Part`); the module itself is not changed.

Modules of functions and globals are divided; a module with aliases, comdats or other constructs that concern the module
as a whole stays in one part.
"""

from __future__ import annotations

from dlc.dialects.llvm import FuncOp, GlobalOp
from dlc.ir import Operation

from .llvm_ir import Part

LEAST_OPS = 2000
"""The minimum number of ops of a part, for which LLVM takes several times as long as starting a process."""


def parts_of(module: Operation, most: int) -> list[Part]:
    """Divide a module into at most `most` parts, the first with the globals, or into one if it cannot be divided."""
    symbols = list(module.regions[0].entry.ops)
    weights = {op: sum(1 for _ in op.walk()) for op in symbols if isinstance(op, FuncOp) and not op.is_declaration()}
    count = min(most, len(weights), sum(weights.values()) // LEAST_OPS)
    if count < 2 or not all(_can_be_apart(op) for op in symbols):
        return [Part(module)]
    shares = _even(weights, count)
    return [Part(module, chosen, has_globals=number == 0) for number, chosen in enumerate(shares)]


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
