"""Control flow in traced functions: branches and loops whose course depends on values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.carried import slice_type
from dlc.dialects.graph.differentiation import MAX_ITERATIONS
from dlc.dialects.graph.tensors import shape_of, tensor_of
from dlc.ir import Block, Builder, Region, Type, Value
from dlc.ir.builtin_attributes import UNIT, IntegerAttr
from dlc.ir.builtin_types import i64
from dlc.ir.python_locations import caller_location

from .arrays import Array
from .creation import asarray
from .errors import call_error
from .operands import as_array, shape_text, wrap
from .tracing import Structure, Trace, array_function, flattened, is_array_or_number, value_of

Function = Callable[..., Any]


@array_function
def cond(pred: Any, true_fn: Function, false_fn: Function, *operands: Any) -> Any:
    """Return `true_fn(*operands)` if `pred` is true, else `false_fn(*operands)`. Both return arrays of the same types.

    A `pred` that is a Python truth value chooses while tracing.
    """
    if isinstance(pred, (bool, np.bool_)):
        return (true_fn if pred else false_fn)(*operands)
    condition = _truth("cond", pred)
    branches = [_Body([], lambda _, function=function: function(*operands)) for function in (true_fn, false_fn)]
    first, second = branches
    _require_same("cond: both branches must return arrays of the same types", first, second.structure, second.types)
    for branch in branches:
        branch.end(graph.YieldOp(branch.results))
    op = graph.IfOp(condition, first.types, first.region, second.region, location=caller_location())
    return first.structure.rebuilt([wrap(result) for result in Builder.current().insert(op).results])


@array_function
def while_loop(
    cond_fn: Callable[[Any], Any], body_fn: Callable[[Any], Any], init: Any, *, max_iterations: int | None = None
) -> Any:
    """Return what `body_fn` makes of `init` by being called again and again, as long as `cond_fn` of it is true.

    Gradients need `max_iterations`; they are NaN if the loop runs longer.
    """
    if max_iterations is not None and (type(max_iterations) is not int or not 0 <= max_iterations < 2**63):
        raise call_error(f"while_loop: max_iterations must be an integer, not negative, but got {max_iterations!r}")
    carried = _Carried(init)
    before = _Body(carried.types, lambda values: asarray(cond_fn(carried.rebuilt(values))))
    if before.types != [tensor_of((), before.results[0].type.element_type)]:  # type: ignore[attr-defined]
        raise call_error(f"while_loop: the condition must be one truth value, but got {before.types[0]}")
    with before.trace:
        test = _truth("while_loop", Array.traced(before.results[0], before.trace))
    before.end(graph.ConditionOp(test, before.block.args))
    after = _Body(carried.types, lambda values: body_fn(carried.rebuilt(values)))
    _require_same("while_loop: the body must return what it is given", after, carried.structure, carried.types)
    after.end(graph.YieldOp(after.results))
    op = graph.WhileOp(carried.values, carried.types, before.region, after.region, location=caller_location())
    if max_iterations is not None:
        op.attributes[MAX_ITERATIONS] = IntegerAttr(max_iterations, i64)
    return carried.rebuilt([wrap(result) for result in Builder.current().insert(op).results])


@array_function
def scan(
    f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any, *, length: int | None = None, reverse: bool = False
) -> tuple[Any, Any]:
    """Return the last carry and the stacked results of `carry, y = f(carry, x)` for each x along the first axis of xs.

    Without `xs`, which is then `None`, `f` is called `length` times. In `reverse`, the last x comes first.
    """
    carried = _Carried(init)
    given = _Carried(xs)
    sources = given.values
    if not sources:
        if xs is not None and isinstance(xs, Iterable):
            raise call_error(
                f"scan: xs must be arrays, but got {xs!r:.60}; make an array of it by `dlc.array.asarray`, or pass "
                "`None` and a length"
            )
        if length is None:
            raise call_error("scan: xs or a length is required")
        sources = [graph.iota(0, (length,))]
    if any(not shape_of(source) for source in sources):
        raise call_error("scan: each array of xs must have a first axis; stack numbers by `dlc.array.stack`")
    slices = [type for source in sources if (type := slice_type(source.type)) is not None]
    count = len(carried.values)
    body = _Body(
        [*carried.types, *slices],
        lambda values: f(carried.rebuilt(values[:count]), given.rebuilt(values[count:])),
    )
    pair = body.structure
    if pair.kind is not tuple or len(pair.children) != 2:
        raise call_error("scan: the function must return a pair, the carry and a result")
    _require_same("scan: the carry must keep its types", body, pair.children[0], carried.types, carried.structure)
    body.end(graph.YieldOp(body.results))
    size = shape_of(sources[0])[0]
    stacked = [tensor_of((size, *shape_of(each)), _element(each)) for each in body.results[count:]]
    flag = UNIT if reverse else None
    op = graph.ScanOp(carried.values, sources, carried.types, stacked, flag, body.region, location=caller_location())
    results = [wrap(result) for result in Builder.current().insert(op).results]
    return carried.rebuilt(results[:count]), pair.children[1].rebuilt(results[count:])


def _element(value: Value) -> Type:
    return value.type.element_type  # type: ignore[attr-defined]


def _truth(name: str, given: Any) -> Value:
    array = as_array(name, given)
    if array.dtype != np.bool_ or array.ndim:
        raise call_error(
            f"{name}: the condition must be one truth value, but got {array.dtype} of shape {shape_text(array.shape)}"
        )
    return value_of(array)


class _Carried:
    """Arrays in containers that a loop passes on."""

    def __init__(self, tree: Any) -> None:
        leaves: list[Any] = []
        self.structure = flattened(tree, is_array_or_number, leaves, opens_records=True)
        self.values = [value_of(asarray(leaf)) for leaf in leaves]
        self.types: list[Type] = [value.type for value in self.values]

    def rebuilt(self, arrays: Sequence[Array]) -> Any:
        """Return the containers around other arrays."""
        return self.structure.rebuilt(list(arrays))


class _Body:
    """A region that a Python function has been traced into; its terminator is still missing."""

    def __init__(self, types: Sequence[Type], function: Callable[[list[Array]], Any]) -> None:
        self.block = Block(types)
        self.region = Region([self.block])
        self.trace = Trace(self.block)
        leaves: list[Any] = []
        with self.trace as trace:
            returned = function([Array.traced(argument, trace) for argument in self.block.args])
            self.structure: Structure = flattened(returned, is_array_or_number, leaves, opens_records=True)
            self.results = [value_of(asarray(leaf)) for leaf in leaves]
        self.types: list[Type] = [result.type for result in self.results]

    def end(self, terminator: Any) -> None:
        """Insert the terminator."""
        Builder.at_end(self.block).insert(terminator)


def _require_same(
    message: str, body: _Body, structure: Structure, types: Sequence[Type], wanted: Structure | None = None
) -> None:
    """Raise an error if a body returns other types, or in other containers."""
    own = wanted or body.structure
    if own == structure and body.types[: len(types)] == list(types):
        return
    got, expected = _outline(own, body.types), _outline(structure, types)
    are_numbers = own == structure and [_shape(each) for each in body.types[: len(types)]] == list(map(_shape, types))
    hint = "; begin with the dtype that is returned, or convert what is returned by `dlc.array.astype`"
    raise call_error(f"{message}, but got {got} and {expected}{hint if are_numbers else ''}")


def _shape(type: Type) -> Any:
    return type.shape  # type: ignore[attr-defined]


def _outline(structure: Structure, types: Sequence[Type]) -> str:
    """Return containers with the types of the arrays in them as text."""
    rest = [_Text(str(each)) for each in types]
    return str(structure.rebuilt([*rest, *[_Text("nothing")] * (len(structure.names("")) - len(rest))]))


class _Text(str):
    """A text that has no quotes in containers."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)
