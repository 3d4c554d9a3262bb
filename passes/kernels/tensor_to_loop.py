"""`tensor-to-loop`: kernels and structured ops on memrefs become loops.

The loops that the ops of a kernel share stand outside (`plan`); inside, each op has loops over what is left of
its grid, parallel ones first. A reduction is carried from one iteration to the next and stored once, at the end: in
a matrix product followed by bias and activation, the sum never goes through memory. Loops that run once are left out.
Copies of memrefs become loops too. Elements at computed indices are read by the loops' own ops where these are affine.
"""

from __future__ import annotations

from dlc.dialects import memref, tensor
from dlc.dialects.func import FuncOp
from dlc.ir import Operation

from ..generic.functions import functions_in
from ..loops.transforms.affine_accesses import raise_accesses
from ..manager import Pass, PassRun, option, statistic
from ..rewriting.cannot_lower import CannotLower
from ..rewriting.entry_constants import EntryConstants
from .contents import clear
from .index_scopes import give_scope
from .kernel_loops import MOST_ON_STACK, emit_loops


class TensorToLoop(Pass):
    """Turn kernels and structured ops on memrefs into loops

    Example: tensor-to-loop
        func.func @fill(%x: f32, %m: memref<4xf32>) {
          tensor.fill ins(%x : f32) outs(%m : memref<4xf32>)
          return
        }
    """

    name = "tensor-to-loop"
    anchor = "builtin.module"
    row_elements: int = option(
        "The elements that a row of a kernel may have to be on the stack", default=MOST_ON_STACK, least=0
    )
    kernels = statistic("num-kernels", "Number of kernels that became loops")

    def run(self, op: Operation, run: PassRun) -> None:
        for function in functions_in(op):
            run.count(self.kernels, lower_function(function, run, self.row_elements))


def lower_function(function: FuncOp, run: PassRun | None = None, row_elements: int = MOST_ON_STACK) -> int:
    """Turn all kernels, structured ops and copies in a function into loops; how many there were."""
    ops = [op for op in function.walk(tensor.is_open) if type(op) is memref.CopyOp or not tensor.is_open(op)]
    if function.body.is_empty:
        return 0
    constants = EntryConstants(function.body.entry)
    count = 0
    for op in ops:
        if op.results:
            if run is not None:
                run.error(op, "is on tensors: it needs buffers before it can become loops (bufferize)")
            continue
        if type(op) is tensor.KernelOp:
            try:
                clear(op, constants)
            except CannotLower as refusal:
                if run is not None:
                    refusal.report(run, op)
                continue
        give_scope(op)
        emit_loops(op, constants, row_elements)
        op.erase()
        count += 1
    raise_accesses(function)
    return count
