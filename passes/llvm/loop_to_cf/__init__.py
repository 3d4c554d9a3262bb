"""The pass `loop-to-cf`: loops and conditionals become branches between blocks, affine expressions `arith` ops.

Accesses become those of `memref` and `vector`. Parallel loops run one iteration after the other. `memref.alloca_scope`,
a region as well, is dissolved too; memory on the stack that a region would free is freed all the same. What becomes of
the ops with regions is in `loops/branches.py`, of the others in `loops/element_accesses.py`.

Each op is replaced from the last one in the program to the first: what follows an op in its block has to become a block
of its own, and then never contains what is still to be split off.
"""

from __future__ import annotations

from dlc.dialects import memref
from dlc.ir.operations import Operation
from dlc.ir.traits import AutomaticAllocationScope, SingleBlock
from dlc.passes.manager.declaration import Pass, PassRun, statistic

from .branches import BRANCHING
from .element_accesses import INDEXING
from .loop_lowering import LoopLowering, NotLowered


class LoopToCF(Pass):
    """Turn loops, conditionals and affine indices into branches and arithmetic

    Parallel loops become sequential ones.
    """

    name = "loop-to-cf"
    lowered = statistic("num-lowered", "Number of ops lowered")

    def run(self, op: Operation, run: PassRun) -> None:
        found = [inner for inner in op.walk() if inner.name in LOWERINGS and inner is not op]
        if not found:
            run.mark_idle("there are no ops of 'loop'")
            run.mark_unchanged()
            return
        for inner in found:
            around = inner.parent_op
            if inner.name in BRANCHING and around is not None and _has_one_block(around):
                words = "becomes several blocks, which what is around it cannot have"
                run.error(inner, f"{words}, but got '{around.name}'")
        if run.failed:
            return
        rewriter = LoopLowering(_stack_memory(op))
        for inner in reversed(found):
            try:
                rewriter.lower(inner, LOWERINGS[inner.name])
            except NotLowered as error:
                run.error(inner, str(error))
                return
            run.count(self.lowered)


LOWERINGS = {**BRANCHING, **INDEXING}


def _stack_memory(root: Operation) -> dict[Operation, list[memref.AllocaOp]]:
    """The allocations on the stack that an op which is lowered frees."""
    found: dict[Operation, list[memref.AllocaOp]] = {}
    for op in root.walk():
        if isinstance(op, memref.AllocaOp):
            scope = op.parent_op
            while scope is not None and AutomaticAllocationScope not in scope.traits:
                scope = scope.parent_op
            if scope is not None and scope.name in BRANCHING:
                found.setdefault(scope, []).append(op)
    return found


def _has_one_block(op: Operation) -> bool:
    """Whether the regions of an op that is not lowered itself are blocks."""
    return op.name not in BRANCHING and SingleBlock in op.traits
