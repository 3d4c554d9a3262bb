"""Functions for fixed sizes: numbers in place of names of sizes, and of sizes of arguments that have no names.

    func.func @f(%x: tensor<?x4xf32, #graph.dims<n>>) -> tensor<?x4xf32, #graph.dims<n>>

becomes for n = 8

    func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32>

and shapes inside are inferred again, so that they are as static as if the program had been written so. Results of
`func.call` keep their types: `graph.with_shape` stands in between. Ops of other dialects get an argument with the type
that it had, by `tensor.cast` or `memref.cast`.

Not here: which number a name of the caller stands for, as in `dlc.compile(…, sizes={"n": 8})`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import func, graph, memref, tensor
from dlc.dialects.graph.tensors import tensor_of
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_types import DYNAMIC, MemRefType, TensorType
from dlc.ir.sizes import Dim

from .argument_sizes import names_bound_in, replace_names, with_numbers
from .infer_shapes import Contradiction, infer_all_shapes
from .shape_analysis import has_sizes, only_forgets


def fix_sizes(
    module: Operation, function: func.FuncOp, names: Mapping[str, int], shapes: Mapping[int, Sequence[Dim]]
) -> list[Contradiction]:
    """Write numbers for names in a function of a module, and for sizes of its arguments; return what contradicts them.

    `shapes` has the new shapes of arguments that have sizes without a name in their types.
    """
    numbers: dict[str, Dim] = dict(names)
    for number, shape in shapes.items():
        _fix_argument(function, function.entry.args[number], shape)
    while True:
        replace_names(function, numbers, kept=_results_of_calls(function, numbers))
        contradictions = infer_all_shapes(module).contradictions
        if contradictions:
            return contradictions
        bound = names_bound_in(function)
        if bound.keys() <= numbers.keys():
            _return_what_is_known(function)
            _cast_for_others(function)
            return []
        numbers |= bound


def _fix_argument(function: func.FuncOp, argument: Value, shape: Sequence[Dim]) -> None:
    """Give an argument a type with more numbers; what uses it gets it with the type that it had."""
    before, builder = argument.type, Builder.at_start(function.entry)
    if isinstance(before, MemRefType):
        sizes = tuple(size if isinstance(size, int) else DYNAMIC for size in shape)
        argument.type = before.with_shape(sizes)
        same: Operation = builder.insert(memref.CastOp(argument, before))
    elif isinstance(before, TensorType):
        argument.type = tensor_of(tuple(shape), before.element_type)
        same = builder.insert(graph.WithShapeOp(argument, before))
    else:
        return
    _use_instead(argument, same)
    function.set_signature(function.entry.arg_types)


def _results_of_calls(function: func.FuncOp, numbers: Mapping[str, Dim]) -> set[Value]:
    """Return the results of `func.call`, which keep the types of the function called; give users numbers for names."""
    calls = [op for op in function.walk() if isinstance(op, func.CallOp)]
    kept: set[Value] = {result for call in calls for result in call.results}
    for call in calls:
        for result in call.results:
            type = result.type
            fixed = with_numbers(type, numbers) if has_sizes(type) else type
            if fixed is not type:
                same = Builder.after(call).insert(graph.WithShapeOp(result, fixed))
                _use_instead(result, same)
    return kept


def _use_instead(value: Value, same: Operation) -> None:
    """Let an op that takes a value stand for it everywhere else."""
    value.replace_uses_if(same.results[0], lambda user, _: user is not same)


def _return_what_is_known(function: func.FuncOp) -> None:
    """Give the results of a function the types of the values that it returns, before sizes were left out of them."""
    returns = [op for op in function.entry.ops if isinstance(op, func.ReturnOp)]
    if len(list(function.body.blocks)) != 1 or len(returns) != 1:
        return
    [last] = returns
    for number, value in enumerate(list(last.operands)):
        maker = value.defining_op
        if maker is not None and only_forgets(maker):
            last.set_operand(number, maker.operands[0])
            if not maker.has_uses:
                maker.erase()
    function.set_signature(function.entry.arg_types, [value.type for value in last.operands])


def _cast_for_others(function: func.FuncOp) -> None:
    """Let ops of other dialects, which know nothing of `graph`, get arguments by `tensor.cast`."""
    for argument in function.entry.args:
        for user in [user for user in argument.users if only_forgets(user)]:
            result = user.results[0]
            if has_sizes(result.type) and result.type.encoding is None:
                result.replace_all_uses_with(Builder.before(user).insert(tensor.CastOp(argument, result.type)).dest)
                user.erase()
