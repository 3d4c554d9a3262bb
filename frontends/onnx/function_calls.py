"""Calls of functions, of a model's own and of those by which the standard defines ops, as the nodes in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set as AbstractSet

from onnx import AttributeProto, FunctionProto, NodeProto
from onnx.defs import OpSchema

from .model_files import subgraphs
from .node_order import in_order


def nodes_of_call(function: FunctionProto, call: NodeProto, schema: OpSchema | None) -> list[NodeProto]:
    """Return the nodes of a function with the attributes of a call in the place of references to them.

    Inputs that the call leaves out are left out where the nodes use them.
    """
    given = {name: each.default_value for name, each in schema.attributes.items()} if schema is not None else {}
    given = {name: each for name, each in given.items() if each.type != AttributeProto.UNDEFINED}
    given.update((each.name, each) for each in function.attribute_proto)
    given.update((each.name, each) for each in call.attribute)
    passed = [*call.input, *[""] * (len(function.input) - len(call.input))]
    missing = {name for name, value in zip(function.input, passed, strict=False) if not value}
    copies = [NodeProto() for _ in function.node]
    for copy, node in zip(copies, in_order(function.node), strict=True):
        copy.CopyFrom(node)
    _resolve(copies, given, missing)
    return copies


def _resolve(nodes: Sequence[NodeProto], given: Mapping[str, AttributeProto], missing: AbstractSet[str]) -> None:
    """Replace references to attributes, and remove inputs that are missing, also in subgraphs."""
    pending = [*nodes]
    while pending:
        node = pending.pop()
        if not missing.isdisjoint(node.input):
            node.input[:] = ["" if name in missing else name for name in node.input]
        if any(each.ref_attr_name for each in node.attribute):
            attributes = [resolved for each in node.attribute if (resolved := _attribute(each, given)) is not None]
            del node.attribute[:]
            node.attribute.extend(attributes)
        pending += [inner for each in node.attribute for graph in subgraphs(each) for inner in graph.node]


def _attribute(attribute: AttributeProto, given: Mapping[str, AttributeProto]) -> AttributeProto | None:
    """Return an attribute, or the one that it refers to; `None` if that is not given."""
    if not attribute.ref_attr_name:
        return attribute
    if attribute.ref_attr_name not in given:
        return None
    copy = AttributeProto()
    copy.CopyFrom(given[attribute.ref_attr_name])
    copy.name = attribute.name
    return copy
