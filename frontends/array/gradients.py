"""Gradients in traced functions: `grad`, `value_and_grad`, `stop_gradient`, `checkpoint`.

The function is traced into a block of its own, so that nothing but its arguments counts as changing; its backward pass
follows, and both move into the function that is being traced. So gradients can be taken of gradients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any, NamedTuple, cast

from dlc.dialects import graph
from dlc.dialects.graph.differentiation import CHECKPOINT
from dlc.ir import Block, Builder, Operation, Value
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.python_locations import at_line
from dlc.passes.graph_grad.gradients import CannotDifferentiate, backpropagate, recorded
from dlc.passes.graph_grad.like import zeros_like

from .arrays import Array
from .creation import asarray
from .errors import InvalidArrayCall, call_error
from .operands import shape_text, wrap
from .tracing import Structure, Trace, array_function, flattened, is_array, is_array_or_number, value_of

Function = Callable[..., Any]


def value_and_grad(function: Function, argnums: int | Sequence[int] = 0, *, has_aux: bool = False) -> Function:
    """Return a function of arrays that returns what `function` does, and its gradients."""
    if not callable(function):
        raise call_error(f"grad: a function is required, but got {function!r:.60}")
    numbers: tuple[Any, ...] = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    if not numbers or any(type(number) is not int for number in numbers):
        raise call_error(f"grad: argnums must be an integer or integers, but got {argnums!r:.60}")
    name = getattr(function, "__name__", "function")

    @array_function
    def gradients(*args: Any, **kwargs: Any) -> Any:
        count = len(args)
        if any(not -count <= number < count for number in numbers) or _are_repeated(numbers, count):
            raise call_error(f"grad: argnums must be of the {count} positional arguments, each once, but got {argnums}")
        differentiated = _Differentiated(name, function, args, kwargs, [number % count for number in numbers])
        value, trees = differentiated.value_and_gradients(has_aux=has_aux)
        return value, trees[0] if isinstance(argnums, int) else tuple(trees)

    return update_wrapper(gradients, function)


def grad(function: Function, argnums: int | Sequence[int] = 0, *, has_aux: bool = False) -> Function:
    """Return a function of arrays that returns the gradients of `function`."""
    both = value_and_grad(function, argnums, has_aux=has_aux)

    def gradients(*args: Any, **kwargs: Any) -> Any:
        value, trees = both(*args, **kwargs)
        return (trees, value[1]) if has_aux else trees

    return update_wrapper(gradients, function)


def _are_repeated(numbers: Sequence[int], count: int) -> bool:
    return len({number % count for number in numbers}) < len(numbers)


class _Argument(NamedTuple):
    """An argument to differentiate by: its arrays, and the containers around them."""

    arrays: list[Array]
    structure: Structure


class _Differentiated:
    """A function that is traced in a block of its own, for its gradients."""

    def __init__(
        self, name: str, function: Function, args: Sequence[Any], kwargs: dict[str, Any], numbers: Sequence[int]
    ) -> None:
        self.name = name
        self.function = function
        self.args = args
        self.kwargs = kwargs
        self.numbers = numbers
        self.given = [_argument(number, args[number]) for number in numbers]

    def value_and_gradients(self, *, has_aux: bool) -> tuple[Any, list[Any]]:
        """Return what the function returned, and the gradients in the containers of the arguments."""
        arrays = [array for each in self.given for array in each.arrays]
        values = [value_of(array) for array in arrays]
        block = Block([value.type for value in values])
        with Trace(block) as trace:
            leaves = [Array.traced(arg, trace, array.is_weak) for arg, array in zip(block.args, arrays, strict=True)]
            results: list[Any] = []
            with recorded() as ops:
                structure = self._called(leaves, results, has_aux=has_aux)
                returned = [value_of(asarray(result)) for result in results]
            kept = graph.YieldOp(returned)  # in no block: rules may replace ops, and so results
            gradients = self._gradients(ops, returned[0], block.args)
        _move(block, values)
        wrapped = [wrap(value) for value in [*kept.operands, *gradients]]
        kept.drop_all_references()
        values_of_args, gradients_of_args = wrapped[: len(returned)], wrapped[len(returned) :]
        trees = [each.structure.rebuilt(_taken(gradients_of_args, len(each.arrays))) for each in self.given]
        return structure.rebuilt(values_of_args), trees

    def _called(self, leaves: list[Array], results: list[Any], *, has_aux: bool) -> Structure:
        """Trace the function, whose (first) result must be one float."""
        args = list(self.args)
        for number, each in zip(self.numbers, self.given, strict=True):
            args[number] = each.structure.rebuilt(_taken(leaves, len(each.arrays)))
        returned: Any = self.function(*args, **self.kwargs)
        pair = _pair(returned)
        if has_aux and pair is None:
            raise call_error(f"grad: with has_aux, {self.name} must return a pair, but it returned {returned!r:.60}")
        structure = flattened(returned, is_array_or_number, results)
        loss = pair[0] if has_aux and pair is not None else returned
        if not is_array_or_number(loss):
            raise call_error(
                f"grad: {self.name} must return one float, but it returned {type(loss).__name__}; for more results "
                "return a pair, and pass has_aux=True"
            )
        array = asarray(loss)
        if array.ndim or array.dtype.kind not in "fV":
            raise call_error(
                f"grad: {self.name} must return one float, but it returned {array.dtype} of shape "
                f"{shape_text(array.shape)}; sum or average it first"
            )
        return structure

    def _gradients(self, ops: Sequence[Operation], loss: Value, wrt: Sequence[Value]) -> list[Value]:
        one = graph.add(zeros_like(loss), 1.0)
        try:
            gradients = backpropagate(ops, {loss: one}, wrt)
        except CannotDifferentiate as error:
            message = at_line(error.op.location, f"grad: '{error.op.name}' {error}")
            raise InvalidArrayCall(message) from None
        return [gradients[value] if value in gradients else zeros_like(value) for value in wrt]


def _pair(returned: Any) -> tuple[Any, Any] | None:
    if not isinstance(returned, tuple):
        return None
    parts = cast("tuple[Any, ...]", returned)
    return (parts[0], parts[1]) if len(parts) == 2 else None


def _taken(arrays: list[Array], count: int) -> list[Array]:
    """Remove the first arrays from a list, and return them."""
    taken = arrays[:count]
    del arrays[:count]
    return taken


def _argument(number: int, argument: Any) -> _Argument:
    leaves: list[Any] = []
    structure = flattened(argument, is_array_or_number, leaves)
    arrays = [asarray(leaf) for leaf in leaves]
    for array in arrays:
        if array.dtype.kind not in "fV":
            raise call_error(
                f"grad: argument {number} must have floats, but got an array of {array.dtype}; convert it, or choose "
                "other arguments by argnums"
            )
    if not arrays:
        raise call_error(f"grad: argument {number} must have floats, but got {argument!r:.60}")
    return _Argument(arrays, structure)


def _move(block: Block, values: Sequence[Value]) -> None:
    """Move the ops of a block to where the current builder is, with values in the place of its arguments."""
    builder = Builder.current()
    for argument, value in zip(block.args, values, strict=True):
        argument.replace_all_uses_with(value)
    for op in list(block.ops):
        op.detach()
        builder.insert(op)


@array_function
def stop_gradient(x: Any) -> Any:
    """Return x, or all arrays of a tree, as constants to gradients."""
    leaves: list[Any] = []
    structure = flattened(x, is_array_or_number, leaves)
    return structure.rebuilt([wrap(graph.stop_gradient(value_of(asarray(leaf)))) for leaf in leaves])


def checkpoint(function: Function) -> Function:
    """Return the function, of whose computation gradients keep only the results; the rest is computed again.

    That takes less memory, and more time.
    """

    def marked(*args: Any, **kwargs: Any) -> Any:
        with recorded() as ops:
            returned = function(*args, **kwargs)
        results: list[Any] = []
        flattened(returned, is_array, results)
        kept = {array.value for array in results}
        for op in ops:
            if op.results and not any(result in kept for result in op.results):
                op.attributes[CHECKPOINT] = UNIT
        return returned

    return update_wrapper(array_function(marked), function)
