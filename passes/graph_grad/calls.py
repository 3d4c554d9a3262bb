"""The gradient of a call: a call of the callee's gradient function, which computes again what the callee did.

So a call is a checkpoint: nothing of what the callee computes is kept. Calls that are inlined before are not.
"""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.func import FuncOp
from dlc.ir import Builder
from dlc.ir.symbol_table import SymbolTables

from .gradient_functions import gradient_function
from .gradients import Gradients, differentiates, typed_like


@differentiates(graph.CallOp)
def gradient_of_call(op: graph.CallOp, g: Gradients) -> None:
    callee = SymbolTables().lookup_nearest(op, op.callee)
    if not isinstance(callee, FuncOp) or not callee.body.has_one_block:
        raise g.refusal(f"calls '@{op.callee.root}', which has no body of one block; define it, or stop the gradient")
    wrt = [number for number, argument in enumerate(op.arguments) if g.needs(argument)]
    seeded = [number for number, result in enumerate(op.outputs) if g.of(result) is not None]
    function = gradient_function(callee, wrt, seeded)
    seeds = [typed_like(g.of_or_zeros(op.outputs[number]), op.outputs[number]) for number in seeded]
    call = Builder.current().insert(graph.CallOp.of(function, [*op.arguments, *seeds]))
    for number, gradient in zip(wrt, call.outputs, strict=True):
        g.add(op.arguments[number], gradient)
