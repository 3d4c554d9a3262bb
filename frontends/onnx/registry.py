"""The table of importers: for each op of ONNX the function that builds its graph ops.

    @imports("Relu")
    def import_relu(node: Node) -> Value:
        return node.add(graph.ReluOp(node[0]))

An importer is registered from an opset on, and holds until a newer one is registered for the same op.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...ir import Value

if TYPE_CHECKING:
    from .node import Node

Importer = Callable[["Node"], "Value | Sequence[Value | None]"]

AI_ONNX = ""
AI_ONNX_ML = "ai.onnx.ml"
MICROSOFT = "com.microsoft"

_importers: dict[tuple[str, str], list[tuple[int, Importer]]] = {}


def imports(*ops: str, since: int = 1, domain: str = AI_ONNX) -> Callable[[Importer], Importer]:
    """Register a function as the importer of some ops from an opset of their domain on."""

    def register(importer: Importer) -> Importer:
        for op in ops:
            versions = _importers.setdefault((domain, op), [])
            versions.append((since, importer))
            versions.sort(key=lambda entry: entry[0])
        return importer

    return register


def importer_of(domain: str, op: str, opset: int) -> Importer | None:
    """Return the importer of an op at an opset of its domain, if there is one."""
    versions = _importers.get((domain, op), [])
    position = bisect_right(versions, opset, key=lambda entry: entry[0])
    return versions[position - 1][1] if position else None


def known_domains() -> set[str]:
    """Return the domains of which at least one op has an importer."""
    return {domain for domain, _ in _importers}
