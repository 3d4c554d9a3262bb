"""A module in parts, so that LLVM can work on all of them at the same time.

Each part has some of the functions, and declarations of the others. What was internal to the module becomes external in
the parts, so that they can be linked together again: only what links them knows these names.

Modules of functions and globals are divided; one with aliases, comdats or anything else that concerns a module as a
whole stays in one part.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.llvm import FuncOp, GlobalOp, LinkageAttr
from dlc.ir.operations import Operation

LEAST_OPS = 4000
"""How many ops a part needs to be worth a process: starting one takes as long as LLVM needs for about so many."""
_EXTERNAL = LinkageAttr("external")


def parts_of(module: Operation, most: int) -> list[Operation]:
    """At most so many modules which together are the module; the module itself where it is not to be divided."""
    symbols = list(module.regions[0].entry.ops)
    weights = {op: sum(1 for _ in op.walk()) for op in symbols if isinstance(op, FuncOp) and not op.is_declaration()}
    count = min(most, len(weights), sum(weights.values()) // LEAST_OPS)
    if count < 2 or not all(_can_be_apart(op) for op in symbols):
        return [module]
    return [_part(module, symbols, chosen, is_first=number == 0) for number, chosen in enumerate(_even(weights, count))]


def _can_be_apart(op: Operation) -> bool:
    return isinstance(op, (FuncOp, GlobalOp)) and op.comdat is None and op.section is None


def _even(weights: dict[FuncOp, int], count: int) -> list[set[FuncOp]]:
    """Heavy ones first, each to the part that has least so far."""
    parts: list[set[FuncOp]] = [set() for _ in range(count)]
    loads = [0] * count
    for op in sorted(weights, key=weights.__getitem__, reverse=True):
        lightest = loads.index(min(loads))
        parts[lightest].add(op)
        loads[lightest] += weights[op]
    return parts


def _part(module: Operation, symbols: Sequence[Operation], chosen: set[FuncOp], *, is_first: bool) -> ModuleOp:
    """A module with some of the functions; the globals are in the first one."""
    made = ModuleOp.containing()
    made.attributes.update(module.attributes)
    made.location = module.location
    for op in symbols:
        assert isinstance(op, (FuncOp, GlobalOp))
        is_here = op in chosen if isinstance(op, FuncOp) else is_first
        copy = op.clone(with_regions=is_here)
        assert isinstance(copy, (FuncOp, GlobalOp))
        if copy.linkage.value in ("internal", "private") or not is_here:
            copy.linkage = _EXTERNAL
        if isinstance(copy, GlobalOp) and not is_here:
            copy.value = None
        made.block.append(copy)
    return made
