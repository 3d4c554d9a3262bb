"""Control flow around subgraphs that run step by step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from onnx import TensorProto, ValueInfoProto
from onnx.helper import tensor_dtype_to_np_dtype

from .registry import HostNode, HostValue, on_host, only_element

MOST_ITERATIONS = 1 << 62


@on_host("If")
def run_if(node: HostNode) -> Sequence[HostValue]:
    """Return the outputs of the subgraph that a condition chooses."""
    chosen = bool(only_element(node[0]))
    return node.run_body("then_branch" if chosen else "else_branch", ())


@on_host("Loop")
def run_loop(node: HostNode) -> Sequence[HostValue]:
    """Return the carried values at the end of a loop, and what it stacks."""
    count = int(only_element(node[0])) if node.has_input(0) else MOST_ITERATIONS
    condition = bool(only_element(node[1])) if node.has_input(1) else True
    state = list(node.inputs[2:])
    stacks: list[list[HostValue]] = [[] for _ in node.proto.output[len(state) :]]
    iteration = 0
    while condition and iteration < count:
        goes_on, *results = node.run_body("body", [np.asarray(iteration, np.int64), np.asarray(condition), *state])
        condition = bool(only_element(goes_on))
        state = results[: len(state)]
        for stack, value in zip(stacks, results[len(state) :], strict=True):
            stack.append(value)
        iteration += 1
    infos = node.graph("body").output[1 + len(state) :]
    return [*state, *(np.stack(stack) if stack else _empty(info) for stack, info in zip(stacks, infos, strict=True))]


def _empty(slice_info: ValueInfoProto) -> HostValue:
    """Return no slices, with the elements and the sizes that a body declares; sizes that it does not know are 0."""
    declared = slice_info.type.tensor_type
    dtype = tensor_dtype_to_np_dtype(declared.elem_type or TensorProto.FLOAT)
    return np.zeros((0, *(dim.dim_value for dim in declared.shape.dim)), dtype)


@on_host("Scan")
def run_scan(node: HostNode) -> Sequence[HostValue]:
    """Return the carried values at the end of a loop over slices, and what it stacks."""
    count = node.int("num_scan_inputs")
    states = len(node.inputs) - count
    axes, directions = (node.optional_ints(f"scan_input_{name}") or [0] * count for name in ("axes", "directions"))
    sources = [np.moveaxis(x, axis, 0) for x, axis in zip(node.inputs[states:], axes, strict=True)]
    sources = [x[::-1] if reverse else x for x, reverse in zip(sources, directions, strict=True)]
    state = list(node.inputs[:states])
    stacks: list[list[HostValue]] = [[] for _ in node.proto.output[states:]]
    for slices in zip(*sources, strict=True):
        results = node.run_body("body", [*state, *(np.ascontiguousarray(each) for each in slices)])
        state = results[:states]
        for stack, value in zip(stacks, results[states:], strict=True):
            stack.append(value)
    out_axes = node.optional_ints("scan_output_axes") or [0] * len(stacks)
    backward = node.optional_ints("scan_output_directions") or [0] * len(stacks)
    stacked = [stack[::-1] if reverse else stack for stack, reverse in zip(stacks, backward, strict=True)]
    infos = node.graph("body").output[len(state) :]
    return [
        *state,
        *(
            np.stack(stack, axis) if stack else np.moveaxis(_empty(info), 0, axis)
            for stack, axis, info in zip(stacked, out_axes, infos, strict=True)
        ),
    ]


@on_host("SequenceMap")
def run_sequence_map(node: HostNode) -> Sequence[HostValue]:
    """Return sequences of the outputs of a subgraph for each element of the first sequence."""
    count = len(node[0])
    results = [
        node.run_body("body", [each[number] if isinstance(each, list) else each for each in node.inputs])
        for number in range(count)
    ]
    return [list(each) for each in zip(*results, strict=True)] if results else [[] for _ in node.proto.output]
