"""Branches, loops, and variables that never change."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, tosa
from dlc.dialects.tosa.control import variable_of
from dlc.ir import Builder, DenseElementsAttr, Region, Value
from dlc.ir.builtin_types import TensorType

from ..rewriting.cannot_lower import CannotLower
from .translation import plain_type, the_number, translates


def _truth(value: Value) -> Value:
    """Return the only element of a tensor."""
    return value if isinstance(value.type, TensorType) and value.type.shape == () else the_number(value)


def _moved(region: Region) -> Region:
    """Return a region with the blocks of another one, whose arguments have types of graph ops."""
    new = Region()
    new.take_blocks(region)
    for argument in new.entry.args:
        argument.type = plain_type(argument.type)
    return new


@translates(tosa.IfOp)
def translate_if(op: tosa.IfOp) -> Sequence[Value]:
    """One of two regions, which see the operands."""
    condition, values = _truth(op.condition), list(op.input_list)
    types = [plain_type(type) for type in op.result_types]
    regions = [_moved(region) for region in (op.then_graph, op.else_graph)]
    for region in regions:
        for argument, value in zip(list(region.entry.args), values, strict=True):
            argument.replace_all_uses_with(value)
            region.entry.erase_argument(0)
    return Builder.current().insert(graph.IfOp(condition, types, *regions)).results


@translates(tosa.WhileOp)
def translate_while(op: tosa.WhileOp) -> Sequence[Value]:
    """A loop: the first region forwards what is carried to the second one."""
    types = [plain_type(type) for type in op.result_types]
    before, after = _moved(op.cond_graph), _moved(op.body_graph)
    return Builder.current().insert(graph.WhileOp(list(op.input_list), types, before, after)).results


@translates(tosa.YieldOp)
def translate_yield(op: tosa.YieldOp) -> Sequence[Value]:
    """The end of a region; that of the first one of a loop says whether to go on."""
    outer, builder = op.parent_op, Builder.current()
    if isinstance(outer, graph.WhileOp) and op.parent_region is outer.before:
        builder.insert(graph.ConditionOp(_truth(op.inputs[0]), list(outer.before.entry.args)))
    else:
        builder.insert(graph.YieldOp(list(op.inputs)))
    return []


@translates(tosa.VariableReadOp)
def translate_variable_read(op: tosa.VariableReadOp) -> Value:
    """The first value of a variable that nothing writes."""
    variable = variable_of(op)
    value = variable.initial_value if variable is not None else None
    if variable is None or _is_written(variable):
        raise CannotLower("reads a variable that is written: programs keep no state between calls")
    if not isinstance(value, DenseElementsAttr):
        raise CannotLower("reads a variable without elements to begin with")
    return graph.constant(value)


def _is_written(variable: tosa.VariableOp) -> bool:
    module = variable.parent_op
    assert module is not None
    return any(isinstance(each, tosa.VariableWriteOp) and variable_of(each) is variable for each in module.walk())
