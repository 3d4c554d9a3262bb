"""Layered graphs: nodes below those that they depend on, near to them, in time linear in nodes and edges."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

WIDTH, HEIGHT = 190, 70
"""The distances of neighbours in a layer, and of layers."""
SWEEPS = 4


class Node:
    """A box with a title and details, at a place in a layer."""

    __slots__ = ("constants", "detail", "kind", "layer", "title", "x")

    def __init__(self, title: str, detail: str = "", kind: str = "") -> None:
        self.title = title
        self.detail = detail
        self.constants: list[str] = []
        """The constants that the node needs and that have no nodes of their own."""
        self.kind = kind
        """The kind of box, for its color: such as a dialect."""
        self.layer = 0
        self.x = 0.0

    @property
    def y(self) -> float:
        return float(self.layer * HEIGHT)


class Graph:
    """Nodes and edges between their numbers, from what is needed to what needs it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[Node] = []
        self.edges: list[tuple[int, int, str]] = []
        """The numbers of two nodes, and a label."""

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1


def lay_out(graph: Graph) -> None:
    """Give each node a layer and a place in it."""
    below, above = _neighbours(graph)
    _assign_layers(graph, below, above)
    _lower_sources(graph, below, above)
    layers: dict[int, list[int]] = {}
    for number, node in enumerate(graph.nodes):
        layers.setdefault(node.layer, []).append(number)
    for members in layers.values():
        _spread(graph, members)
    for sweep in range(SWEEPS):
        neighbours = below if sweep % 2 else above
        for layer in sorted(layers, reverse=bool(sweep % 2)):
            members = layers[layer]
            for number in members:
                near = neighbours[number]
                if near:
                    graph.nodes[number].x = sum(graph.nodes[each].x for each in near) / len(near)
            members.sort(key=lambda number: graph.nodes[number].x)
            _separate(graph, members)


def _neighbours(graph: Graph) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each node those that need it, and those that it needs."""
    below: list[list[int]] = [[] for _ in graph.nodes]
    above: list[list[int]] = [[] for _ in graph.nodes]
    for source, target, _ in graph.edges:
        if source != target:
            below[source].append(target)
            above[target].append(source)
    return below, above


def _assign_layers(graph: Graph, below: Sequence[Sequence[int]], above: Sequence[Sequence[int]]) -> None:
    """Put each node below all that it needs. In a cycle, the node that comes first begins it."""
    missing = [len(each) for each in above]
    ready = deque(number for number, count in enumerate(missing) if not count)
    placed = [False] * len(graph.nodes)
    next_unplaced = 0
    while True:
        while ready:
            number = ready.popleft()
            if placed[number]:
                continue
            placed[number] = True
            layer = graph.nodes[number].layer
            for user in below[number]:
                if placed[user]:
                    continue
                graph.nodes[user].layer = max(graph.nodes[user].layer, layer + 1)
                missing[user] -= 1
                if missing[user] == 0:
                    ready.append(user)
        while next_unplaced < len(placed) and placed[next_unplaced]:
            next_unplaced += 1
        if next_unplaced == len(placed):
            return
        ready.append(next_unplaced)


def _lower_sources(graph: Graph, below: Sequence[Sequence[int]], above: Sequence[Sequence[int]]) -> None:
    """Put nodes that need nothing, such as constants, directly above what needs them, not all into the first layer."""
    for number, node in enumerate(graph.nodes):
        if below[number] and not above[number]:
            node.layer = max(min(graph.nodes[user].layer for user in below[number]) - 1, 0)


def _spread(graph: Graph, members: Sequence[int]) -> None:
    for place, number in enumerate(members):
        graph.nodes[number].x = (place - (len(members) - 1) / 2) * WIDTH


def _separate(graph: Graph, members: Sequence[int]) -> None:
    """Move the nodes of a layer apart where they would overlap, around the place where they want to be."""
    wanted = sum(graph.nodes[number].x for number in members) / len(members)
    end = float("-inf")
    for number in members:
        node = graph.nodes[number]
        node.x = max(node.x, end)
        end = node.x + WIDTH
    moved = wanted - sum(graph.nodes[number].x for number in members) / len(members)
    for number in members:
        graph.nodes[number].x += moved
