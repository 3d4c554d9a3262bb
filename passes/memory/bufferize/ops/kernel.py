"""Bufferization of `tensor.kernel`: it writes to the memory of its outputs."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import tensor
from dlc.dialects.tensor.kernel import as_tensor
from dlc.ir import Builder, Value

from ..bufferization import Bufferization, bufferizes
from .structured import insert_on_memory, segment_sizes, write_outputs


@bufferizes(tensor.KernelOp)
def rewrite_kernel(op: tensor.KernelOp, state: Bufferization) -> None:
    """kernel ins(tensors) outs(tensors) -> tensors  =>  kernel ins(memrefs) outs(memrefs)"""
    if not op.results:
        _give_captured(op, state)
        return
    if not op.has_uses:
        state.finish(op)
        return
    captured = _take_in_captured(op, state)
    if captured:
        _add_inputs(op, captured)
    needs = [_is_read(argument) for argument in op.body.entry.args[len(op.inputs) :]]
    write_outputs(op, needs, state)


def _give_captured(op: tensor.KernelOp, state: Bufferization) -> None:
    """A kernel on memrefs takes the memory of tensors from outside that it uses."""
    captured = _take_in_captured(op, state)
    if captured:
        insert_on_memory(op, [*op.inputs, *map(state.memref_of, captured)], list(op.outputs), state)


def _is_read(argument: Value) -> bool:
    """Return whether a kernel reads an output before it writes it."""
    for user, position in argument.uses:
        if type(user) is tensor.DimOp:
            continue
        if not tensor.is_structured(user):
            return True
        number = position - len(user.inputs)
        if number < 0 or user.uses_output_element(number):
            return True
    return False


def _take_in_captured(kernel: tensor.KernelOp, state: Bufferization) -> list[Value]:
    """Tensors from outside that a kernel's region uses become inputs of it; empty ones are made inside."""
    entry, numbers = kernel.body.entry, state.numbers
    replacements: dict[Value, Value] = {}
    inputs: list[Value] = []
    captures = state.captures.get(kernel, ())
    for _, user, position in sorted(captures, key=lambda each: (each[0], numbers[each[1]], each[2])):
        value = user.operands[position]
        if value not in replacements:
            empty = value.defined_by(tensor.EmptyOp)
            if empty is not None:
                replacements[value] = Builder.at_start(entry).insert(empty.clone()).results[0]
            else:
                replacements[value] = entry.insert_argument(len(kernel.inputs) + len(inputs), as_tensor(value.type))
                inputs.append(value)
        user.set_operand(position, replacements[value])
    return inputs


def _add_inputs(op: tensor.KernelOp, values: Sequence[Value]) -> None:
    """Let a kernel take more tensors, for which its region has arguments already."""
    inputs, outputs = len(op.inputs), len(op.outputs)
    op.insert_operands(inputs, values)
    op.properties["operandSegmentSizes"] = segment_sizes(inputs + len(values), outputs)
