"""Subgraphs of control flow as regions of graph ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from onnx import GraphProto

from ...ir import Value

if TYPE_CHECKING:
    from ..emitter import Emitter

BodyImporter = Callable[[GraphProto, "Emitter", Sequence[Value]], list[Value]]


class Regions:
    """Imports subgraphs of one node, whose nodes see the values of the graphs around them."""

    def __init__(self, import_body: BodyImporter) -> None:
        self._import_body = import_body

    def body(self, graph: GraphProto, emitter: Emitter, arguments: Sequence[Value]) -> list[Value]:
        """Import a subgraph where the emitter stands and return its outputs."""
        return self._import_body(graph, emitter, arguments)
