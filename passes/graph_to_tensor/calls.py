"""Lowering of `graph.call` to `func.call`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import func, graph
from dlc.ir import Value

from ..rewriting.cannot_lower import CannotLower
from .control import with_names
from .lowering import ToTensor, lowers, plain_type


@lowers(graph.CallOp)
def lower_call(op: graph.CallOp, to: ToTensor) -> Sequence[Value]:
    """call -> func.call, with casts where types say more or less"""
    callee = to.symbols.lookup_nearest(op, op.callee)
    if not isinstance(callee, func.FuncOp):
        raise CannotLower(f"calls '@{op.callee.root}', which is not a function")
    inputs, results = ([plain_type(type) for type in part] for part in (callee.type.inputs, callee.type.results))
    arguments = [to.cast(value, type) for value, type in zip(op.operands, inputs, strict=True)]
    return with_names(to, to.insert(func.CallOp(op.callee, arguments, results, no_inline=op.no_inline)).results)
