"""The order of nodes, each of which comes after the ones whose outputs it uses."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from onnx import NodeProto

from .model_files import subgraphs


def in_order(nodes: Sequence[NodeProto]) -> Sequence[NodeProto]:
    """Return nodes in an order in which they can be computed, close to that of the file.

    The standard asks for such an order, but not all exporters care, and ONNX Runtime does not mind. Nodes in a cycle,
    and all that depend on them, come last.
    """
    makers = {name: number for number, node in enumerate(nodes) for name in node.output if name}
    needed = [{makers[name] for name in names_used(node) if name in makers} for node in nodes]
    if all(max(numbers, default=-1) < number for number, numbers in enumerate(needed)):
        return nodes
    order = _sorted(needed)
    placed = set(order)
    return [nodes[number] for number in (*order, *(each for each in range(len(nodes)) if each not in placed))]


def _sorted(needed: Sequence[set[int]]) -> list[int]:
    """Return numbers in order, each after the ones that it needs; those in cycles are left out."""
    users: list[list[int]] = [[] for _ in needed]
    for number, numbers in enumerate(needed):
        for each in numbers:
            users[each].append(number)
    missing = [len(numbers) for numbers in needed]
    ready = [number for number, count in enumerate(missing) if count == 0]
    heapify(ready)
    order: list[int] = []
    while ready:
        order.append(heappop(ready))
        for user in users[order[-1]]:
            missing[user] -= 1
            if missing[user] == 0:
                heappush(ready, user)
    return order


def names_used(node: NodeProto) -> set[str]:
    """Return the names that a node uses, also in its subgraphs."""
    names = {name for name in node.input if name}
    pending = [graph for attribute in node.attribute for graph in subgraphs(attribute)]
    while pending:
        graph = pending.pop()
        names.update(each.name for each in graph.output)
        for inner in graph.node:
            names.update(name for name in inner.input if name)
            pending += [each for attribute in inner.attribute for each in subgraphs(attribute)]
    return names
