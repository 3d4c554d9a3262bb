"""Layouts of what a forward pass keeps for the backward pass: those in which it is computed.

Only compiled code reads such a tensor, so it may lie in memory in any order. PyTorch traces it in its own, in which
channels come before pixels. In compiled convolutions they come last: what is kept would be transposed twice. The passes
that choose layouts run on a copy of the program, to see in which order each of these results is before it is returned.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from .api import run_pipeline
from .dialects.builtin import ModuleOp
from .dialects.func import FuncOp, ReturnOp
from .dialects.graph import TransposeOp
from .frontends.torch.importer import Imported
from .frontends.torch.layouts import Layout
from .ir.builtin_attributes import i64_array
from .passes.pipelines import GRAPH, pipeline_text

WITHOUT_LAYOUTS = (
    *("infer-shapes", "fold-constants", "fold-batch-norm", "loop-invariant-code-motion"),
    *("simplify-graph{reassociate=true}", "skip-padding", "use-winograd"),
)
"""The passes of the stage `graph` that change no layout: the copy of the program goes without them."""


def in_computed_layouts(imported: Imported, free: Set[int]) -> Imported:
    """Return a function whose results at some positions have the layouts in which they are computed."""
    copy = imported.module.clone() if free else None
    if not isinstance(copy, ModuleOp):
        return imported
    run_pipeline(copy, pipeline_text((GRAPH,), dict.fromkeys(WITHOUT_LAYOUTS, "")))
    computed = [_order_of(copy, number) if number in free else None for number in range(len(imported.results))]
    if not any(computed):
        return imported
    function, returned = _function_in(imported.module)
    values = list(returned.operands)
    for number, order in enumerate(computed):
        if order is not None:
            transposed = TransposeOp(values[number], i64_array(order), location=returned.location)
            function.entry.insert_before(transposed, returned)
            returned.set_operand(number, transposed.result)
    function.set_signature(results=[each.type for each in returned.operands])
    layouts = [
        before if order is None else Layout(order) for before, order in zip(imported.results, computed, strict=True)
    ]
    return imported._replace(results=layouts)


def strides_in(layout: Layout, shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a tensor of this shape whose memory has a layout."""
    strides: dict[int, int] = {}
    size = 1
    for dim in reversed(layout.order or range(len(shape))):
        strides[dim] = size
        size *= max(1, shape[dim])
    return tuple(strides[dim] for dim in range(len(shape)))


def _order_of(module: ModuleOp, number: int) -> tuple[int, ...] | None:
    """Return the order in memory of the dimensions of a result that is transposed, before it is returned or for others.

    What others need in another order does not have to be there in two, once it is returned like that.
    """
    _, returned = _function_in(module)
    value = returned.operands[number]
    transpose = value.defining_op
    if isinstance(transpose, TransposeOp):
        inverse = Layout(tuple(transpose.order.elements)).inverse
        return None if inverse is None else tuple(inverse)
    transposes = (user for user, _ in value.uses if isinstance(user, TransposeOp))
    return next((tuple(each.order.elements) for each in transposes), None)


def _function_in(module: ModuleOp) -> tuple[FuncOp, ReturnOp]:
    [function] = [op for op in module.walk() if isinstance(op, FuncOp)]
    returned = function.entry.terminator
    assert isinstance(returned, ReturnOp), "imported functions have one block"
    return function, returned
