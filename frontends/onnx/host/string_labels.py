"""Classifiers whose labels are strings, as classifiers whose labels are numbers and a table of strings.

So the scores and the number of the best class are compiled, and only its label is looked up in Python.
"""

from __future__ import annotations

from collections.abc import Sequence

from onnx import NodeProto, helper

from ..ops.scores import INT_LABELS, STRING_LABELS
from ..registry import AI_ONNX_ML

INT_LABELS_OF = {
    "LinearClassifier": INT_LABELS[0], "SVMClassifier": INT_LABELS[0], "TreeEnsembleClassifier": INT_LABELS[1]
}  # fmt: skip
"""The attribute for labels that are integers, by the op of a classifier."""


def with_labels_looked_up(nodes: Sequence[NodeProto]) -> list[NodeProto]:
    """Return nodes in which the labels of classifiers are numbers."""
    return [part for node in nodes for part in _numbered(node)]


def _numbered(node: NodeProto) -> list[NodeProto]:
    """Return a classifier with numbers as labels and the node that looks strings up, or the node alone."""
    strings = next((each.strings for each in node.attribute if each.name == STRING_LABELS), ())
    name = INT_LABELS_OF.get(node.op_type) if node.domain == AI_ONNX_ML else None
    if name is None or not strings or not node.output:
        return [node]
    numbered = NodeProto()
    numbered.CopyFrom(node)
    kept = [each for each in node.attribute if each.name not in (STRING_LABELS, name)]
    del numbered.attribute[:]
    numbered.attribute.extend([*kept, helper.make_attribute(name, list(range(len(strings))))])
    if not node.output[0]:
        return [numbered]
    numbered.output[0] = f"{node.output[0]}:number"
    lookup = helper.make_node(
        "LabelEncoder", [numbered.output[0]], [node.output[0]], node.name,
        domain=AI_ONNX_ML, keys_int64s=list(range(len(strings))), values_strings=list(strings),
    )  # fmt: skip
    return [numbered, lookup]
