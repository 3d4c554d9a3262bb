"""Structured ops and kernels write to their outputs."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import cast

from dlc.dialects import tensor
from dlc.dialects.tensor.kernel import as_tensor
from dlc.ir.attributes import Attribute
from dlc.ir.blocks import Block, Region
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import i32_array
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from .rewrites import Bufferization, bufferizes


@bufferizes(tensor.FillOp, tensor.TransposeOp, tensor.BroadcastOp, tensor.ReduceOp, tensor.ContractOp, tensor.GenericOp)
def rewrite_structured(op: tensor.StructuredOp, state: Bufferization) -> Generator[Block, None, None]:
    """op ins(tensors) outs(tensors) -> tensors  =>  op ins(memrefs) outs(memrefs)"""
    if op.results and op.has_uses:
        needs = [op.uses_output_element(number) for number in range(len(op.outputs))]
        for region in _on_memory(op, needs, state):
            yield region.entry
    elif op.results:
        state.finish(op)
    else:
        for region in op.regions:
            yield region.entry


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
    _on_memory(op, needs, state)


def _give_captured(op: tensor.KernelOp, state: Bufferization) -> None:
    """A kernel on memrefs takes the memory of tensors from outside that it uses."""
    captured = _take_in_captured(op, state)
    if captured:
        _insert_on_memory(op, [*op.inputs, *map(state.memref_of, captured)], list(op.outputs), state)


def _is_read(argument: Value) -> bool:
    """Whether a kernel looks at what is in an output before it writes there."""
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
    found: dict[Value, Value] = {}
    inputs: list[Value] = []
    captures = state.captures.get(kernel, ())
    for _, user, position in sorted(captures, key=lambda each: (each[0], numbers[each[1]], each[2])):
        value = user.operands[position]
        if value not in found:
            empty = value.defined_by(tensor.EmptyOp)
            if empty is not None:
                found[value] = Builder.at_start(entry).insert(empty.clone()).results[0]
            else:
                found[value] = entry.insert_argument(len(kernel.inputs) + len(inputs), as_tensor(value.type))
                inputs.append(value)
        user.set_operand(position, found[value])
    return inputs


def _add_inputs(op: tensor.KernelOp, values: Sequence[Value]) -> None:
    """Let a kernel take more tensors, for which its region has arguments already."""
    inputs, outputs = len(op.inputs), len(op.outputs)
    op.insert_operands(inputs, values)
    op.properties["operandSegmentSizes"] = _segments(inputs + len(values), outputs)


@lru_cache(maxsize=1024)
def _segments(inputs: int, outputs: int) -> Attribute:
    return i32_array((inputs, outputs))


def _on_memory(op: tensor.StructuredOp | tensor.KernelOp, needs: Sequence[bool], state: Bufferization) -> list[Region]:
    """The same op on memrefs; it takes over the regions, and the old one is left empty."""
    inputs = [state.converted(value) for value in op.inputs]
    outputs = [state.destination(op, place, needs_contents=needed) for place, needed in enumerate(needs, len(inputs))]
    regions = _insert_on_memory(op, inputs, outputs, state)
    for result, output in zip(op.results, outputs, strict=True):
        state.define(result, output)
    return regions


def _insert_on_memory(
    op: tensor.StructuredOp | tensor.KernelOp, inputs: Sequence[Value], outputs: Sequence[Value], state: Bufferization
) -> list[Region]:
    regions = [Region() for _ in op.regions]
    properties = {**op.properties, "operandSegmentSizes": _segments(len(inputs), len(outputs))}
    attributes = cast("dict[str, object]", op.attributes)
    operands = [*inputs, *outputs]
    made: Operation = type(op).create(operands, (), properties, attributes, regions, location=op.kept_location)  # type: ignore[arg-type]
    for new, old in zip(regions, op.regions, strict=True):
        new.take_blocks(old)
    state.insert(made)
    state.finish(op)
    return regions
