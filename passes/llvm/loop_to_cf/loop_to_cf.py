"""The pass `loop-to-cf`: loops and conditionals become branches between blocks, affine expressions `arith` ops.

Affine accesses become accesses of `memref` and `vector`. Parallel loops run one iteration after the other.
`memref.alloca_scope`, which has a region too, is dissolved; stack memory that its region would free is still freed.
Lowerings of ops with regions are in `loop_to_cf/branches.py`, others in `loop_to_cf/element_accesses.py`.

Ops are lowered from the last one in the program to the first. Lowering an op splits its block, and the second part then
never contains an op that is still to be lowered.
"""

from __future__ import annotations

from dlc.dialects import memref
from dlc.ir import Operation
from dlc.ir.traits import AutomaticAllocationScope, SingleBlock
from dlc.passes.manager import Pass, PassRun, statistic
from dlc.passes.rewriting.cannot_lower import CannotLower

from .loop_lowering import LoopLowering, branching, indexing


class LoopToCF(Pass):
    """Lower loops, conditionals and affine indices to branches and arithmetic

    Parallel loops become sequential ones.

    Example: loop-to-cf
        func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            loop.store %x, %b[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-to-cf"
    lowered = statistic("num-lowered", "Number of ops lowered")

    def run(self, op: Operation, run: PassRun) -> None:
        lowerings = {**branching, **indexing}
        ops = [inner for inner in op.walk() if type(inner) in lowerings and inner is not op]
        if not ops:
            run.mark_idle("there are no ops of 'loop'")
            return
        for inner in ops:
            around = inner.parent_op
            if type(inner) in branching and around is not None and _has_one_block(around):
                run.error(inner, f"lowers to several blocks, which the enclosing '{around.name}' does not allow")
        if run.failed:
            return
        rewriter = LoopLowering(_stack_memory(op))
        for inner in reversed(ops):
            try:
                rewriter.lower(inner, lowerings[type(inner)])
            except CannotLower as refusal:
                refusal.report(run, inner)
                return
            run.count(self.lowered)


def _stack_memory(root: Operation) -> dict[Operation, list[memref.AllocaOp]]:
    """Return the stack allocations that lowered ops free."""
    allocations: dict[Operation, list[memref.AllocaOp]] = {}
    for op in root.walk():
        if isinstance(op, memref.AllocaOp):
            scope = next((each for each in op.ancestors if AutomaticAllocationScope in each.traits), None)
            if scope is not None and type(scope) in branching:
                allocations.setdefault(scope, []).append(op)
    return allocations


def _has_one_block(op: Operation) -> bool:
    """Return whether the op allows only one block in its regions. Ops that are lowered themselves allow any number."""
    return type(op) not in branching and SingleBlock in op.traits
