"""Bufferization of structured ops: they write to the memory of their outputs."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import cast

from dlc.dialects import tensor
from dlc.ir import Attribute, Block, Operation, Region, Value
from dlc.ir.builtin_attributes import i32_array

from ..bufferization import Bufferization, bufferizes


@bufferizes(tensor.FillOp, tensor.TransposeOp, tensor.BroadcastOp, tensor.ReduceOp, tensor.ContractOp, tensor.GenericOp)
def rewrite_structured(op: tensor.StructuredOp, state: Bufferization) -> Generator[Block, None, None]:
    """op ins(tensors) outs(tensors) -> tensors  =>  op ins(memrefs) outs(memrefs)"""
    if op.results and op.has_uses:
        needs = [op.uses_output_element(number) for number in range(len(op.outputs))]
        for region in write_outputs(op, needs, state):
            yield region.entry
    elif op.results:
        state.finish(op)
    else:
        for region in op.regions:
            yield region.entry


@lru_cache(maxsize=1024)
def segment_sizes(inputs: int, outputs: int) -> Attribute:
    return i32_array((inputs, outputs))


def write_outputs(
    op: tensor.StructuredOp | tensor.KernelOp, needs: Sequence[bool], state: Bufferization
) -> list[Region]:
    """Insert the op on memrefs, with the regions of the old op, which is left empty."""
    inputs = [state.converted(value) for value in op.inputs]
    outputs = [state.destination(op, place, needs_contents=needed) for place, needed in enumerate(needs, len(inputs))]
    regions = insert_on_memory(op, inputs, outputs, state)
    for result, output in zip(op.results, outputs, strict=True):
        state.define(result, output)
    return regions


def insert_on_memory(
    op: tensor.StructuredOp | tensor.KernelOp, inputs: Sequence[Value], outputs: Sequence[Value], state: Bufferization
) -> list[Region]:
    regions = [Region() for _ in op.regions]
    properties = {**op.properties, "operandSegmentSizes": segment_sizes(len(inputs), len(outputs))}
    attributes = cast("dict[str, object]", op.attributes)
    operands = [*inputs, *outputs]
    on_memory: Operation = type(op).create(operands, (), properties, attributes, regions, location=op.kept_location)  # type: ignore[arg-type]
    for new, old in zip(regions, op.regions, strict=True):
        new.take_blocks(old)
    state.insert(on_memory)
    state.finish(op)
    return regions
