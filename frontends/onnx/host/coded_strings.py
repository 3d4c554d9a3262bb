"""Ops that move elements or compare them, on strings.

Each string is replaced by its position in a sorted table, the op is interpreted for positions, and those in its results
are looked up. So an op has one meaning, whatever it moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from onnx import GraphProto, NodeProto, ValueInfoProto
from onnx.defs import OpSchema

from ....dialects.builtin import ModuleOp
from ....interp.interpreter import Interpreter
from ...problems import CannotImport
from .registry import HostNode, HostValue

if TYPE_CHECKING:
    from .steps import GraphRunner

MOVING_OPS = frozenset(
    {
        "ArrayFeatureExtractor",
        "Compress",
        "Concat",
        "DepthToSpace",
        "Equal",
        "Expand",
        "Flatten",
        "Gather",
        "GatherElements",
        "GatherND",
        "OneHot",
        "Pad",
        "Reshape",
        "ReverseSequence",
        "Scatter",
        "ScatterElements",
        "ScatterND",
        "Shape",
        "Size",
        "Slice",
        "SpaceToDepth",
        "Split",
        "Squeeze",
        "Tile",
        "Transpose",
        "Unique",
        "Unsqueeze",
        "Where",
    }
)
"""Ops whose results follow from which elements are equal, and from their order."""


def graph_of(node: NodeProto) -> GraphProto:
    """Return a graph of one node."""
    return GraphProto(name=node.name, node=[node], output=[ValueInfoProto(name=name) for name in node.output if name])


def interpreted(module: ModuleOp) -> Any:
    """Return a function that interprets a module."""

    def run(*arguments: HostValue) -> HostValue:
        results = Interpreter(module).run("main", *arguments)
        return results[0] if len(results) == 1 else results

    return run


def on_codes(node: HostNode, runner: GraphRunner) -> list[HostValue]:
    """Return the outputs of an op of which some inputs are strings; a runner computes those of the op on numbers."""
    inputs = dict(zip(node.proto.input, node.inputs, strict=True))
    strings = {name: value for name, value in inputs.items() if is_strings(value)}
    if not strings or any(name and not isinstance(value, np.ndarray) for name, value in inputs.items()):
        raise CannotImport("inputs must be tensors, but got a sequence or an optional value")
    table: Any = np.unique(np.concatenate([[""], *(each.reshape(-1) for each in strings.values())]).astype(object))
    codes: dict[str, HostValue] = {name: np.searchsorted(table, each) for name, each in strings.items()}
    given = {**inputs, **codes}
    results = iter(runner.run({name: given[name] for name in given if name}))
    decoded = _outputs_like(node, strings)
    return [
        (table[result] if number in decoded else result) if name and (result := next(results)) is not None else None
        for number, name in enumerate(node.proto.output)
    ]


def is_strings(value: HostValue) -> bool:
    """Return whether a value is a tensor of strings."""
    return isinstance(value, np.ndarray) and cast(Any, value).dtype.kind in "OUS"


def _outputs_like(node: HostNode, strings: dict[str, HostValue]) -> set[int]:
    """Return the numbers of the outputs that have the type of inputs that are strings."""
    schema = node.schema
    assert schema is not None
    types = {_formal(schema.inputs, number).type_str for number, name in enumerate(node.proto.input) if name in strings}
    count = len(node.proto.output)
    return {number for number in range(count) if _formal(schema.outputs, number).type_str in types}


def _formal(parameters: Any, number: int) -> OpSchema.FormalParameter:
    """Return the declaration of an input or an output; the last one may stand for several."""
    return parameters[min(number, len(parameters) - 1)]
