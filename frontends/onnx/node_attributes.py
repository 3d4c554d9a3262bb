"""The attributes of a node, with the defaults of its schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from onnx import AttributeProto, GraphProto, NodeProto, TensorProto
from onnx.defs import OpSchema

from ..problems import CannotImport


class NodeAttributes:
    """A node by its attributes: `node.ints("axes")` is an attribute or its default."""

    def __init__(self, proto: NodeProto, schema: OpSchema | None) -> None:
        self.proto = proto
        self.schema = schema
        self._attributes: Mapping[str, AttributeProto] = {each.name: each for each in proto.attribute}

    @property
    def op(self) -> str:
        """The name of the op."""
        return self.proto.op_type

    @property
    def subject(self) -> str:
        """The name of the node, or of its first output, and its op, as the beginning of messages."""
        return f"node '{self.proto.name or next(iter(self.proto.output), '')}' ({self.op})"

    def has(self, name: str) -> bool:
        """Return whether the node has an attribute itself."""
        return name in self._attributes

    def _attribute(self, name: str, kind: int) -> AttributeProto | None:
        attribute = self._attributes.get(name)
        if attribute is None and self.schema is not None and name in self.schema.attributes:
            default = self.schema.attributes[name].default_value
            attribute = default if default.type != AttributeProto.UNDEFINED else None
        if attribute is not None and attribute.type != kind:
            expected, got = (AttributeProto.AttributeType.Name(each) for each in (kind, attribute.type))  # type: ignore[arg-type]
            raise CannotImport(f"attribute '{name}' must be of type {expected}, but got {got}")
        return attribute

    def int(self, name: str, default: int | None = None) -> int:
        """Return an attribute, or the default that is given or that the schema has."""
        attribute = self._attribute(name, AttributeProto.INT)
        return _present(attribute.i if attribute is not None else default, name)

    def float(self, name: str, default: float | None = None) -> float:
        """Return an attribute, or the default that is given or that the schema has."""
        attribute = self._attribute(name, AttributeProto.FLOAT)
        return _present(_shortest(attribute.f) if attribute is not None else default, name)

    def string(self, name: str, default: str | None = None) -> str:
        """Return an attribute, or the default that is given or that the schema has."""
        attribute = self._attribute(name, AttributeProto.STRING)
        return _present(attribute.s.decode(errors="replace") if attribute is not None else default, name)

    def ints(self, name: str) -> list[int]:
        """Return an attribute, or the schema's default."""
        return _present(self.optional_ints(name), name)

    def optional_ints(self, name: str) -> list[int] | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.INTS)
        return list(attribute.ints) if attribute is not None else None

    def floats(self, name: str) -> list[float] | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.FLOATS)
        return [_shortest(each) for each in attribute.floats] if attribute is not None else None

    def strings(self, name: str) -> list[str] | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.STRINGS)
        return [each.decode(errors="replace") for each in attribute.strings] if attribute is not None else None

    def tensor(self, name: str) -> TensorProto | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.TENSOR)
        return attribute.t if attribute is not None else None

    def graph(self, name: str) -> GraphProto:
        """Return an attribute."""
        attribute = self._attribute(name, AttributeProto.GRAPH)
        return _present(attribute.g if attribute is not None else None, name)


def _present(value: Any, name: str) -> Any:
    if value is None:
        raise CannotImport(f"attribute '{name}' is missing")
    return value


def _shortest(number: float) -> float:
    """Return the shortest decimal that rounds to the same f32: 0.1 for what is stored as 0.10000000149."""
    return float(str(np.float32(number)))
