"""The table of host ops: for each op on sequences, optional values or strings the function that computes it."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import NodeProto
from onnx.defs import OpSchema

from ...problems import CannotImport
from ..model_files import canonical_domain
from ..node_attributes import NodeAttributes
from ..registry import AI_ONNX

if TYPE_CHECKING:
    from .steps import GraphRunner

HostValue = Any
"""An array; a list of host values, which is a sequence; or `None`, an optional value that is missing."""


class HostNode(NodeAttributes):
    """A node that runs in Python, with the values of its inputs."""

    def __init__(
        self,
        proto: NodeProto,
        schema: OpSchema | None,
        inputs: Sequence[HostValue],
        runner: GraphRunner,
        outer: MutableMapping[str, HostValue],
    ) -> None:
        super().__init__(proto, schema)
        self.inputs = inputs
        self.runner = runner
        self.outer = outer
        """The values that subgraphs of the node see."""

    def __getitem__(self, number: int) -> HostValue:
        if number >= len(self.proto.input) or not self.proto.input[number]:
            raise CannotImport(f"input {number} is missing")
        return self.inputs[number]

    def get(self, number: int) -> HostValue:
        """Return an input, or `None` if it is left out."""
        return self.inputs[number] if number < len(self.inputs) else None

    def has_input(self, number: int) -> bool:
        """Return whether an input has a name."""
        return number < len(self.proto.input) and bool(self.proto.input[number])

    def run_body(self, attribute: str, inputs: Sequence[HostValue]) -> list[HostValue]:
        """Return the outputs of a subgraph."""
        body = self.graph(attribute)
        names = (each.name for each in body.input)
        return self.runner.body(body).run(dict(zip(names, inputs, strict=True)), self.outer)


def only_element(value: HostValue) -> Any:
    """Return the first element of a tensor, which has only one."""
    array: Any = np.asarray(value)
    return array.reshape(-1)[0]


HostOp = Callable[[HostNode], Sequence[HostValue]]

_host_ops: dict[tuple[str, str], HostOp] = {}


def on_host(*ops: str, domain: str = AI_ONNX) -> Callable[[HostOp], HostOp]:
    """Register a function that computes some ops in Python."""

    def register(host_op: HostOp) -> HostOp:
        _host_ops.update({(domain, op): host_op for op in ops})
        return host_op

    return register


def host_op_of(node: NodeProto) -> HostOp | None:
    """Return the function that computes a node in Python, if there is one."""
    return _host_ops.get((canonical_domain(node.domain), node.op_type))
