"""Gradients of branches and of loops that may run for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import graph
from dlc.dialects.graph.differentiation import MAX_ITERATIONS, ORTHOGONAL_ROWS
from dlc.dialects.graph.op_functions import constant_like
from dlc.dialects.graph.tensors import tensor_of
from dlc.ir import Block, Builder, IntegerAttr, Region, Value
from dlc.ir.builtin_types import i64

from .gradients import Gradients, differentiates, is_differentiable
from .like import broadcast_like, fill, if_else
from .orthogonal_rows import gradient_of_orthogonal_rows
from .regions import captured_values, insert_copy, results_and_gradients


@differentiates(graph.IfOp)
def gradient_of_if(op: graph.IfOp, g: Gradients) -> None:
    """An if on the same condition. Its regions compute again what they did, and the gradients of what they use."""
    wrt = captured_values(op, g)
    seeds = [g.of(result) for result in op.outputs]

    def branch(block: Block) -> Callable[[], Sequence[Value]]:
        return lambda: results_and_gradients(block, [], seeds, wrt)[1]

    types = [value.type for value in wrt]
    gradients = if_else(op.condition, types, branch(op.then.entry), branch(op.otherwise.entry))
    for value, gradient in zip(wrt, gradients, strict=True):
        g.add(value, gradient)


@differentiates(graph.WhileOp)
def gradient_of_while(op: graph.WhileOp, g: Gradients) -> None:
    """The gradient of as many iterations as there may be, each of which runs only if the condition is true.

    A loop that rotates rows has the gradient of what it ends with.
    """
    if ORTHOGONAL_ROWS in op.attributes:
        gradient_of_orthogonal_rows(op, g)
        return
    bound = op.attributes.get(MAX_ITERATIONS)
    if not isinstance(bound, IntegerAttr) or bound.value < 0:
        raise g.refusal(
            "may run for ever, and its gradient needs what each iteration was given; bound the iterations by the "
            f"attribute `{MAX_ITERATIONS}` (`dlc.while_loop(…, max_iterations=n)`), or use `graph.scan`"
        )
    g.expand(lambda: _bounded(op, bound.value))


def _bounded(op: graph.WhileOp, bound: int) -> list[Value]:
    """Return the results of a while as a scan of ifs. They are NaN if the loop runs longer than the bound."""
    args = op.before.entry.args
    types = [arg.type for arg in args]
    counter = graph.iota(0, (bound,))
    body = Block([*types, tensor_of((), i64)])
    scan = Builder.current().insert(graph.ScanOp(op.inits, [counter], types, [], None, Region([body])))

    def iterate() -> Sequence[Value]:
        carried = body.args[: len(types)]
        _, [condition, *values] = insert_copy(op.before.entry, carried)
        return if_else(condition, types, lambda: insert_copy(op.after.entry, values)[1], lambda: carried)

    fill(body, iterate)
    _, [condition, *results] = insert_copy(op.before.entry, scan.outputs)
    return [_nan_if(condition, value) if is_differentiable(value) else value for value in results]


def _nan_if(condition: Value, value: Value) -> Value:
    """Return a value multiplied with NaN if a condition is true, so that its gradients are NaN, too."""
    factor = graph.select(
        broadcast_like(condition, [], value), constant_like(float("nan"), value), constant_like(1.0, value)
    )
    return graph.mul(value, factor)
